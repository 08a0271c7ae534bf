"""Take Hypothesis; give `.ifc` source text: every construct of the grammar, in every layout that it allows.

Texts are first made with marks where the layout is free, and each mark then becomes blanks, newlines or a comment.
The programs follow the grammar alone: names may be unknown and types may not fit.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from ifdsl.syntax.literals import quote

_GAP = "\x01"  # inside () and []: nothing, blanks, newlines or comments
_BLANK = "\x02"  # between two words of an item: blanks
_NEXT = "\x03"  # between two items: at least one newline
_EDGE = "\x04"  # beside a brace, and after an item that ends by itself: anything or nothing

_PLAIN = ["x", "y2", "words", "Name", "_", "z_9"]
# Words that are keywords elsewhere, and names wherever a name may stand.
_CONTEXTUAL = ["task", "check", "doc", "render", "spec", "source", "seed", "turn", "judge", "by", "follows", "user"]


def expressions(depth: int = 3) -> st.SearchStrategy[str]:
    """Expressions, of at most about `depth` levels."""
    return _laid_out(_expression(depth))


def modules(declarations: int = 4) -> st.SearchStrategy[str]:
    """Whole files that begin with the version line, of at most `declarations` declarations."""
    body = st.lists(_declaration(), max_size=declarations).map(_NEXT.join)
    return _laid_out(body.map(lambda text: f"{_NEXT}ifdsl{_BLANK}1{_NEXT}{text}{_NEXT}"), top=True)


def texts(*, template: bool = False) -> st.SearchStrategy[str]:
    """Text literals, with or without several lines; as templates, their braces are plain or hold a name."""
    values = st.text(st.sampled_from('ab "\\\n\tß😀#}') if not template else st.sampled_from('ab "\n{}#'), max_size=8)
    literals = values.map(lambda value: quote(value, template=template))
    return st.one_of(
        literals, st.sampled_from(['""', '"{x}"', '"{x:and} {{"', r'"\u{1F600}\n"', '"""\n  a\n   b\n  """'])
    )


# ---------------------------------------------------------------- layout


def _laid_out(marked: st.SearchStrategy[str], *, top: bool = False) -> st.SearchStrategy[str]:
    layouts = st.one_of(st.just(None), st.integers(0, 2**32).map(Random))
    return st.builds(_fill, marked, layouts, st.just(top))


def _fill(marked: str, random: Random | None, top: bool) -> str:
    def choice(mark: str) -> str:
        if random is None or random.random() < 0.6:
            return {_GAP: "", _BLANK: " ", _NEXT: "\n", _EDGE: " "}[mark]
        comment = random.choice(["# note", "#", "# }] \" '", "## `x` \\", "#\tüñ   "])
        newlines = [
            "\n",
            "\n\n\n  ",
            f"  {comment}\n",
            f"\n{comment}\n \n",
            f"\n\n   {comment}\n{comment}\n",
            " \r\n\t",
        ]
        return {
            _GAP: random.choice(["", " ", "\t", "\f", *newlines]),
            _BLANK: random.choice([" ", "  ", "\t"]),
            _NEXT: random.choice(newlines),
            _EDGE: random.choice(["", " ", *newlines]),
        }[mark]

    filled = "".join(choice(char) if char in (_GAP, _BLANK, _NEXT, _EDGE) else char for char in marked)
    return filled if top else filled.strip("\n")


# ---------------------------------------------------------------- expressions

_names = st.sampled_from(_PLAIN + _CONTEXTUAL)
_plain_names = st.sampled_from(_PLAIN)
_numbers = st.sampled_from(["0", "7", "12_000", "3.25", "1_0.5"])
_regexes = st.sampled_from([r"/a+/", r"/[^\/]#\d/", r"/ {2} \\/"])


def _expression(depth: int) -> st.SearchStrategy[str]:
    """What the rule `expr` takes: a conditional, or what binds closer."""
    closer = _or_test(depth)
    if depth <= 0:
        return closer
    conditional = st.builds(
        f"{{}}{_BLANK}if{_BLANK}{{}}{_BLANK}else{_BLANK}{{}}".format,
        closer,
        _or_test(depth - 1),
        _below(_expression, depth),
    )
    return st.one_of(closer, closer, closer, conditional)


def _below(rule, depth: int) -> st.SearchStrategy[str]:  # type: ignore[no-untyped-def]
    return st.deferred(lambda: rule(depth - 1))


def _joined(operand: st.SearchStrategy[str], operators: list[str]) -> st.SearchStrategy[str]:
    rest = st.lists(st.tuples(st.sampled_from(operators), operand), min_size=1, max_size=2)
    return st.builds(lambda first, more: first + "".join(f"{_BLANK}{op}{_BLANK}{x}" for op, x in more), operand, rest)


def _or_test(depth: int) -> st.SearchStrategy[str]:
    if depth <= 0:
        return _atom(0)
    closer = _below(_postfix, depth)
    ranged = st.one_of(
        st.builds("{}..{}".format, closer, closer),
        closer.map("{}..".format),
        closer.map("..{}".format),
        st.just(".."),
    )
    summed = st.one_of(_joined(closer, ["+", "-"]), _joined(closer, ["*", "/", "//", "%"]), closer.map("-{}".format))
    compared = _joined(st.one_of(closer, ranged, summed), ["==", "!=", "<", "<=", ">", ">=", "in", f"not{_BLANK}in"])
    negated = st.one_of(closer, compared).map(f"not{_BLANK}{{}}".format)
    logical = st.one_of(
        _joined(st.one_of(closer, negated, compared), ["and"]), _joined(st.one_of(closer, negated), ["or"])
    )
    return st.one_of(_postfix(depth), ranged, summed, compared, negated, logical)


def _postfix(depth: int) -> st.SearchStrategy[str]:
    if depth <= 0:
        return _atom(0)
    subject, inner = _below(_postfix, depth), _bracketed(_below(_expression, depth))
    maybe = st.one_of(st.just(""), inner)
    return st.one_of(
        _atom(depth),
        st.builds("{}{}".format, _names, _arguments(depth - 1)),
        st.builds("{}.{}".format, subject, _names),
        st.builds("{}.{}{}".format, subject, _names, _arguments(depth - 1)),
        st.builds("{}[{}]".format, subject, inner),
        st.builds("{}[{}:{}]".format, subject, maybe, maybe),
    )


def _atom(depth: int) -> st.SearchStrategy[str]:
    leaf = st.one_of(_names, _numbers, texts(), _regexes, st.sampled_from(["true", "false", "[]"]))
    if depth <= 0:
        return leaf
    inner = _bracketed(_below(_expression, depth))
    listed = st.builds(
        "[{}{}]".format, st.lists(inner, min_size=1, max_size=3).map(",".join), st.sampled_from(["", ","])
    )
    parens = inner.map("({})".format)
    return st.one_of(leaf, leaf, listed, parens, _comprehension(depth - 1).map("[{}]".format))


def _bracketed(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return inner.map(lambda text: f"{_GAP}{text}{_GAP}")


def _comprehension(depth: int) -> st.SearchStrategy[str]:
    condition = st.one_of(st.just(""), _or_test(depth).map(f"{_BLANK}if{_BLANK}{{}}".format))
    form = f"{_GAP}{{}}{_BLANK}for{_BLANK}{{}}{_BLANK}in{_BLANK}{{}}{{}}{_GAP}"
    return st.builds(form.format, _expression(depth), _names, _or_test(depth), condition)


def _arguments(depth: int) -> st.SearchStrategy[str]:
    value = st.deferred(lambda: _expression(depth))
    named = st.builds("{}={}".format, _names, value)
    given = st.lists(_bracketed(st.one_of(value, named)), max_size=3).map(",".join)
    return st.one_of(given.map("({})".format), _comprehension(max(0, depth)).map("({})".format))


# ---------------------------------------------------------------- declarations

_path = st.lists(_plain_names, min_size=1, max_size=3).map(".".join)
_paths = st.lists(_path, min_size=1, max_size=3).map(f",{_BLANK}".join)
_name_list = st.lists(_plain_names, min_size=1, max_size=3).map(f",{_BLANK}".join)
_expr = _expression(2)
_args = _arguments(1)
_type = st.one_of(
    _plain_names, _plain_names.map("list[{}]".format), st.lists(texts(), min_size=1, max_size=3).map(" | ".join)
)


def _optional(strategy: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(st.just(""), strategy)


def _words(*parts: str | st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """The parts with blanks between them; empty ones leave no blank."""
    strategies = [st.just(part) if isinstance(part, str) else part for part in parts]
    return st.tuples(*strategies).map(lambda made: _BLANK.join(filter(None, made)))


_parameter = st.builds("{}: {}{}".format, _names, _type, _optional(_expr.map(" = {}".format)))
_parameters = st.lists(_bracketed(_parameter), max_size=3).map(lambda made: f"({','.join(made)})")


def _block(head: st.SearchStrategy[str], items: st.SearchStrategy[str], *, first: str = "") -> st.SearchStrategy[str]:
    body = st.lists(items, max_size=4).map(lambda made: _NEXT.join(filter(None, [first, *made])))
    return st.builds(lambda start, text: f"{start}{_BLANK}{{{_EDGE}{text}{_EDGE}}}", head, body)


def _declaration() -> st.SearchStrategy[str]:
    return st.one_of(_use, _pack, _fn, _constraint, _conflict, _spec, _cousins, _flow, _flow_template, _source, _suite)


_use = st.builds("use {}{}{}".format, _path, _optional(_args), _optional(_plain_names.map(" as {}".format)))
_pack = _block(_words("pack", texts()), _words(st.sampled_from(["source", "revision", "licence", "doc"]), texts()))
_fn = st.builds("fn {}{} -> {} = {}".format, _names, _parameters, _type, _expr)
_constraint = _block(
    st.builds("constraint {}{}".format, _names, _parameters),
    st.one_of(
        _words(st.sampled_from(["doc", "id"]), texts()),
        _words("group", _path),
        _words("see", _path, _optional(texts())),
        _words("let", _names, "=", _expr),
        _words(
            "check", _expr, _optional(st.sampled_from(["if_empty pass", "if_empty fail", "if_empty not_applicable"]))
        ),
        _words("check", st.sampled_from(["judge", "python"]), texts().filter(lambda text: text[:3] != '"""')),
        _words(st.sampled_from(["render", "also"]), _names, _optional(_plain_names), texts(template=True)),
        st.builds(
            "vary {}: {}{}{}".format,
            _names,
            _expr,
            _optional(_expr.map(" step {}".format)),
            _optional(_name_list.map(" as {}".format)),
        ),
        st.builds("{} {}{} on {}".format, st.sampled_from(["pass", "fail"]), _names, _args, texts()),
    ),
)
_binding = st.builds("{}{}".format, _names, _optional(_plain_names.map(" as {}".format)))
_pattern = st.builds("{}({})".format, _path, st.lists(_bracketed(_binding), max_size=2).map(",".join))
_between = st.lists(_pattern, min_size=1, max_size=3).map(
    lambda made: f"between{_BLANK}" + f"{_BLANK}and{_BLANK}".join(made)
)
_conflict = _between.flatmap(
    lambda between: _block(
        _words("conflict", texts()), st.one_of(_words("when", _expr), _words("because", texts())), first=between
    )
)

_call = st.builds("{}{}{}".format, _optional(_plain_names.map("{}: ".format)), _path, _args)


def _requirement(depth: int) -> st.SearchStrategy[str]:
    if depth <= 0:
        return _call
    inner = _requirement(depth - 1)
    scoped = st.builds("{} {}{}".format, st.sampled_from(["each", "if_present"]), _plain_names, _optional(_args))
    chosen = _block(st.builds("if {}".format, _expr), inner)
    otherwise = st.builds(f"{{}}{_BLANK}{{}}".format, chosen, _block(st.just("else"), inner))
    return st.one_of(
        _call,
        _block(scoped, inner),
        _block(_words("in", _expr), inner),
        _block(st.sampled_from(["any_of", "all_of", "none_of"]), inner),
        chosen,
        otherwise,
    )


_demands = st.one_of(
    _words(st.sampled_from(["must", "should"]), _requirement(1)),
    _block(st.sampled_from(["must", "should"]), _requirement(2)),
)
_spec = _block(
    _words(
        st.builds("spec {}{}".format, _names, _optional(_parameters)),
        _optional(st.builds("on {} in {}".format, _plain_names, _plain_names)),
    ),
    st.one_of(
        _words(st.sampled_from(["task", "doc"]), texts(template=True)),
        _demands,
        _words("for", _names, "in", _expr),
        _words("given", _names, "=", _expr),
        _words(st.sampled_from(["answer", "expect"]), _expr),
        _words("match", st.lists(_expr, min_size=1, max_size=3).map(f",{_BLANK}".join)),
    ),
)
_cousins = _block(
    _words("cousins", "of", _path),
    st.one_of(
        _words(st.sampled_from(["reword", "reconfigure"]), _expr),
        _words("distract", _expr, _optional(_paths.map("with {}".format))),
        _words("swap", "task", _expr, "from", _path),
    ),
)
_relation = st.one_of(
    _plain_names,
    _words(
        st.sampled_from(["follows", "refines", "recalls", "expands", "summarizes", "departs"]), _optional(_plain_names)
    ),
)
_turn = _block(
    _words("turn", _names, _optional(st.lists(_relation, max_size=3).map(f",{_BLANK}".join))),
    st.one_of(
        _words(st.sampled_from(["user", "golden"]), texts(template=True)),
        _demands,
        _words("add", _optional(st.sampled_from(["session", "topic"])), _requirement(1)),
        _words("change", _names, "->", _call),
        _words(st.sampled_from(["drop", "keep"]), _plain_names),
        _words(st.sampled_from(["mention", "not_mention", "weight"]), _expr),
        _words("capture", _names, "=", _expr),
        st.builds("cover {}: {}".format, _names, _expr),
        _words("context", st.sampled_from(["golden", "self"])),
    ),
)
_flow_head = st.builds("flow {}{}".format, _names, _optional(_parameters))
_flow = _block(
    _flow_head,
    st.one_of(
        _words("context", st.sampled_from(["golden", "self"])),
        _turn,
        _words("keep", _plain_names, "from", _plain_names),
        _words("doc", texts()),
    ),
)


def _flow_body(depth: int) -> st.SearchStrategy[str]:
    step = st.builds("{}{}".format, _plain_names, _optional(_args))
    if depth > 0:
        step = st.one_of(step, _bracketed(_flow_body(depth - 1)).map("({})".format))
    sequence = st.lists(step, min_size=1, max_size=3).map(f"{_BLANK}then{_BLANK}".join)
    return st.lists(sequence, min_size=1, max_size=2).map(f"{_BLANK}or{_BLANK}".join)


_flow_template = _words(_flow_head, "=", _flow_body(1))
_source_head = _words("source", _names, "from", _plain_names, texts())
_source = st.one_of(_source_head, _block(_source_head, st.builds("{}: {}".format, _names, _type)))
_report = st.builds("{}{}{}".format, st.sampled_from(["", "by "]), _plain_names, st.sampled_from(["", "@10"]))
_suite = _block(
    _words("suite", _names),
    st.one_of(
        _words("doc", texts()),
        _words(st.sampled_from(["seed", "cases"]), _numbers),
        _words("draw", _expr, st.sampled_from(["", "groups"]), _optional(_paths.map("from {}".format))),
        _words("tasks", "from", _paths),
        _words(st.sampled_from(["patterns", "reject"]), _name_list),
        _words("report", st.lists(_report, min_size=1, max_size=3).map(f",{_BLANK}".join)),
    ),
)
