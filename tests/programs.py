"""Take Hypothesis; give `.ifc` source text: every construct of the grammar, in every layout that it allows.

Texts are first made with marks where the layout is free, and each mark then becomes blanks, newlines or a comment.
The programs follow the grammar alone: names may be unknown and types may not fit.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import strategies as st

from ifdsl.syntax.literals import quote

_GAP = "\x01"  # inside () and []: nothing, blanks, newlines or comments
_BLANK = "\x02"  # between two words of an item: blanks
_NEXT = "\x03"  # between two items: at least one newline
_EDGE = "\x04"  # beside a brace: anything or nothing

_PLAIN = ["x", "y2", "words", "Name", "_", "z_9"]
# Words that are keywords elsewhere, and names wherever a name may stand.
_KEYWORDS = "task check doc render read spec source seed turn judge by follows user"
_NAMES = [*_PLAIN, *_KEYWORDS.split(" ")]
_TEXTS = ['""', '"{x}"', '"{x:and} {{"', r'"\u{1F600}\n"', '"""\n  a\n   b\n  """', '"# no comment"', '"}"', '"wörter"']
_COMMENTS = ["# note", "#", "# }] \" '", "## `x` \\", "#\tüñ   "]


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> str:
    """Expressions, of at most about `depth` levels."""
    maker = _Maker(draw)
    return maker.laid_out(maker.expression(depth)).strip("\n")


@st.composite
def modules(draw: st.DrawFn, declarations: int = 4) -> str:
    """Whole files that begin with the version line, of at most `declarations` declarations."""
    maker = _Maker(draw)
    body = _NEXT.join(maker.declaration() for _ in range(draw(st.integers(0, declarations))))
    return maker.laid_out(f"{_EDGE}ifdsl{_BLANK}1{_NEXT}{body}{_EDGE}")


@st.composite
def templates(draw: st.DrawFn) -> str:
    """Text literals that are templates: plain braces doubled or escaped, and holes with expressions and formats."""
    maker = _Maker(draw)
    return '"' + "".join(maker.template_part() for _ in range(draw(st.integers(0, 4)))) + '"'


class _Maker:
    """Makes each construct from choices that Hypothesis draws."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw

    # ------------------------------------------------------------ choices and layout

    def pick(self, choices: list[str]) -> str:
        return self.draw(st.sampled_from(choices))

    def maybe(self, make: Callable[[], str]) -> str:
        return make() if self.draw(st.booleans()) else ""

    def some(self, make: Callable[[], str], least: int = 0, most: int = 3) -> list[str]:
        return [make() for _ in range(self.draw(st.integers(least, most)))]

    def one_of(self, *makes: Callable[[], str]) -> str:
        return makes[self.draw(st.integers(0, len(makes) - 1))]()

    def laid_out(self, marked: str) -> str:
        random = Random(self.draw(st.integers(0, 2**16))) if self.draw(st.booleans()) else None
        return "".join(_fill(char, random) for char in marked)

    # ------------------------------------------------------------ expressions

    def name(self) -> str:
        return self.pick(_NAMES)

    def plain(self) -> str:
        return self.pick(_PLAIN)

    def number(self) -> str:
        return self.pick(["0", "7", "12_000", "3.25", "1_0.5"])

    def text(self) -> str:
        if self.draw(st.booleans()):
            return self.pick(_TEXTS)
        return quote(self.draw(st.text(st.sampled_from('ab "\\\n\tß😀#{}'), max_size=8)), template=True)

    def expression(self, depth: int) -> str:
        if depth <= 0:
            return self.leaf()
        return self.one_of(
            lambda: self.or_test(depth),
            lambda: self.or_test(depth),
            lambda: _words(self.or_test(depth - 1), "if", self.or_test(depth - 1), "else", self.expression(depth - 1)),
        )

    def or_test(self, depth: int) -> str:
        if depth <= 0:
            return self.leaf()
        return self.one_of(
            lambda: self.postfix(depth),
            lambda: self.chain(lambda: self.not_test(depth - 1), ["and"]),
            lambda: self.chain(lambda: self.not_test(depth - 1), ["or"]),
            lambda: self.chain(lambda: self.chain(lambda: self.not_test(depth - 2), ["and"]), ["or"]),
            lambda: self.not_test(depth),
        )

    def not_test(self, depth: int) -> str:
        operators = ["==", "!=", "<", "<=", ">", ">=", "in", f"not{_BLANK}in"]
        return self.one_of(
            lambda: self.range(depth),
            lambda: self.chain(lambda: self.range(depth - 1), operators),
            lambda: _words("not", self.not_test(depth - 1) if depth > 0 else self.leaf()),
        )

    def range(self, depth: int) -> str:
        return self.one_of(
            lambda: self.sum(depth),
            lambda: f"{self.sum(depth - 1)}..{self.sum(depth - 1)}",
            lambda: f"{self.sum(depth - 1)}{self.pick(['', _BLANK])}..",
            lambda: f"..{self.sum(depth - 1)}",
            lambda: "..",
        )

    def sum(self, depth: int) -> str:
        if depth <= 0:
            return self.leaf()
        return self.one_of(
            lambda: self.postfix(depth),
            lambda: self.chain(lambda: self.postfix(depth - 1), ["+", "-"]),
            lambda: self.chain(lambda: self.postfix(depth - 1), ["*", "/", "//", "%"]),
            lambda: f"-{self.postfix(depth - 1)}",
        )

    def postfix(self, depth: int) -> str:
        if depth <= 0:
            return self.leaf()
        return self.one_of(
            lambda: self.atom(depth),
            lambda: self.name() + self.arguments(depth - 1),
            lambda: f"{self.postfix(depth - 1)}.{self.name()}",
            lambda: f"{self.postfix(depth - 1)}.{self.name()}{self.arguments(depth - 1)}",
            lambda: f"{self.postfix(depth - 1)}[{self.inside(depth - 1)}]",
            lambda: (
                f"{self.postfix(depth - 1)}[{self.maybe(lambda: self.inside(0))}:{self.maybe(lambda: self.inside(0))}]"
            ),
        )

    def atom(self, depth: int) -> str:
        return self.one_of(
            self.leaf,
            lambda: f"({self.inside(depth - 1)})",
            lambda: f"[{','.join(self.some(lambda: self.inside(depth - 1), 1))}{self.pick(['', ',' + _GAP])}]",
            lambda: f"[{self.comprehension(depth - 1)}]",
        )

    def leaf(self) -> str:
        return self.one_of(
            self.name,
            self.name,
            self.number,
            self.text,
            lambda: self.pick([r"/a+/", r"/[^\/]#\d/", r"/ {2} \\/"]),
            lambda: self.pick(["true", "false", "[]"]),
        )

    def chain(self, operand: Callable[[], str], operators: list[str]) -> str:
        made = operand()
        for _ in range(self.draw(st.integers(1, 2))):
            made += f"{_BLANK}{self.pick(operators)}{_BLANK}{operand()}"
        return made

    def inside(self, depth: int) -> str:
        return f"{_GAP}{self.expression(depth)}{_GAP}"

    def comprehension(self, depth: int) -> str:
        condition = self.maybe(lambda: f"{_BLANK}if{_BLANK}{self.or_test(depth)}")
        return _GAP + _words(self.expression(depth), "for", self.name(), "in", self.or_test(depth)) + condition + _GAP

    def arguments(self, depth: int) -> str:
        def argument() -> str:
            return f"{_GAP}{self.maybe(lambda: self.name() + '=')}{self.expression(depth)}{_GAP}"

        return self.one_of(
            lambda: f"({','.join(self.some(argument))})",
            lambda: f"({','.join(self.some(argument, 1))}{self.pick(['', ',' + _GAP])})",
            lambda: f"({self.comprehension(depth)})",
        )

    def template_part(self) -> str:
        hole = self.expression(2).translate({ord(mark): " " for mark in _GAP + _BLANK})
        return self.one_of(
            lambda: self.pick(["a b", "{{", "}}", r"\{", r"\}", r"\n", "#", "ß"]),
            lambda: "{" + self.name() + self.maybe(lambda: ":" + self.plain()) + "}",
            # A text inside a hole would end the literal.
            lambda: "{" + (hole if '"' not in hole else "x") + self.maybe(lambda: ":" + self.plain()) + "}",
        )

    # ------------------------------------------------------------ declarations

    def declaration(self) -> str:
        return self.one_of(
            self.use,
            self.pack,
            self.fn,
            self.constraint,
            self.conflict,
            self.spec,
            self.cousins,
            self.flow,
            self.flow_template,
            self.source,
            self.suite,
        )

    def expr(self) -> str:
        return self.expression(2)

    def path(self) -> str:
        return ".".join(self.some(self.plain, 1))

    def paths(self) -> str:
        return f",{_BLANK}".join(self.some(self.path, 1))

    def names(self) -> str:
        return f",{_BLANK}".join(self.some(self.plain, 1))

    def type(self) -> str:
        return self.one_of(
            self.plain, lambda: f"list[{self.plain()}]", lambda: f"{_BLANK}|{_BLANK}".join(self.some(self.text, 1))
        )

    def parameters(self) -> str:
        def parameter() -> str:
            default = self.maybe(lambda: f"{_BLANK}={_BLANK}{self.expr()}")
            return f"{_GAP}{self.name()}:{_BLANK}{self.type()}{default}{_GAP}"

        return f"({','.join(self.some(parameter))})"

    def block(self, head: str, *items: Callable[[], str], first: str = "") -> str:
        made = [*filter(None, [first]), *self.some(lambda: self.one_of(*items), most=4)]
        return f"{head}{_BLANK}{{{_EDGE}{_NEXT.join(made)}{_EDGE}}}"

    def clause(self, *parts: str | list[str] | Callable[[], str]) -> Callable[[], str]:
        """An item: words as they are, one of each list, and what the functions make."""

        def make() -> str:
            made = [
                part if isinstance(part, str) else self.pick(part) if isinstance(part, list) else part()
                for part in parts
            ]
            return _words(*made)

        return make

    def optional(self, *parts: str | list[str] | Callable[[], str]) -> Callable[[], str]:
        return lambda: self.maybe(self.clause(*parts))

    def use(self) -> str:
        arguments = self.maybe(lambda: self.arguments(1))
        return _words("use", self.path() + arguments, self.optional("as", self.plain)())

    def pack(self) -> str:
        return self.block(_words("pack", self.text()), self.clause(["source", "revision", "licence", "doc"], self.text))

    def fn(self) -> str:
        return _words("fn", self.name() + self.parameters(), "->", self.type(), "=", self.expr())

    def constraint(self) -> str:
        return self.block(
            _words("constraint", self.name() + self.parameters()),
            self.clause(["doc", "id"], self.text),
            self.clause("group", self.path),
            self.clause("see", self.path, self.optional(self.text)),
            self.clause("let", self.name, "=", self.expr),
            self.clause("check", self.expr, self.optional("if_empty", ["pass", "fail", "not_applicable"])),
            self.clause("check", ["judge", "python"], self.text),
            self.clause(["render", "also"], self.name, self.optional(self.plain), self.text),
            self.clause("read", self.optional(self.plain), self.text, self.optional("with", lambda: self.arguments(1))),
            lambda: _words(
                f"vary{_BLANK}{self.name()}:",
                self.expr(),
                self.optional("step", self.expr)(),
                self.optional("as", self.names)(),
            ),
            lambda: _words(self.pick(["pass", "fail"]), self.name() + self.arguments(1), "on", self.text()),
        )

    def conflict(self) -> str:
        def binding() -> str:
            return f"{_GAP}{_words(self.name(), self.optional('as', self.plain)())}{_GAP}"

        patterns = self.some(lambda: f"{self.path()}({','.join(self.some(binding))})", 1)
        return self.block(
            _words("conflict", self.text()),
            self.clause("when", self.expr),
            self.clause("because", self.text),
            first=_words("between", f"{_BLANK}and{_BLANK}".join(patterns)),
        )

    def call(self) -> str:
        return self.maybe(lambda: f"{self.plain()}:{_BLANK}") + self.path() + self.arguments(1)

    def requirement(self, depth: int = 1) -> str:
        if depth <= 0:
            return self.call()

        def inner() -> str:
            return self.requirement(depth - 1)

        return self.one_of(
            self.call,
            lambda: self.block(
                _words(self.pick(["each", "if_present"]), self.plain() + self.maybe(lambda: self.arguments(1))), inner
            ),
            lambda: self.block(_words("in", self.expr()), inner),
            lambda: self.block(self.pick(["any_of", "all_of", "none_of"]), inner),
            lambda: self.block(_words("if", self.expr()), inner),
            lambda: _words(self.block(_words("if", self.expr()), inner), self.block("else", inner)),
        )

    def demands(self) -> str:
        keyword = self.pick(["must", "should"])
        return self.one_of(
            lambda: _words(keyword, self.requirement()), lambda: self.block(keyword, lambda: self.requirement(2))
        )

    def spec(self) -> str:
        return self.block(
            _words(
                "spec", self.name() + self.maybe(self.parameters), self.optional("on", self.plain, "in", self.plain)()
            ),
            self.clause(["task", "doc"], self.text),
            self.demands,
            self.clause("for", self.name, "in", self.expr),
            self.clause("meta", self.name, self.text),
            self.clause("given", self.name, "=", self.expr),
            self.clause(["answer", "expect"], self.expr),
            lambda: _words("match", f",{_BLANK}".join(self.some(self.expr, 1))),
        )

    def cousins(self) -> str:
        return self.block(
            _words("cousins", "of", self.path()),
            self.clause(["reword", "reconfigure"], self.expr),
            self.clause("distract", self.expr, self.optional("with", self.paths)),
            self.clause("swap", "task", self.expr, "from", self.paths),
        )

    def turn(self) -> str:
        def relation() -> str:
            kinds = ["follows", "refines", "recalls", "expands", "summarizes", "departs"]
            return self.one_of(self.plain, lambda: _words(self.pick(kinds), self.maybe(self.plain)))

        return self.block(
            _words("turn", self.name(), f",{_BLANK}".join(self.some(relation))),
            self.clause(["user", "prompt", "golden"], self.text),
            self.demands,
            self.clause("add", ["", "session", "topic"], self.requirement),
            self.clause("add until", self.plain, self.requirement),
            self.clause("change", self.name, "->", self.call),
            self.clause(["drop", "keep"], self.plain),
            self.clause("drop", self.plain, "reset"),
            self.clause(["mention", "not_mention", "weight"], self.expr),
            self.clause("capture", self.name, "=", self.expr),
            lambda: f"cover{_BLANK}{self.name()}:{_BLANK}{self.expr()}",
            self.clause("context", ["golden", "self"]),
        )

    def flow_head(self) -> str:
        return _words("flow", self.name() + self.maybe(self.parameters))

    def flow(self) -> str:
        return self.block(
            self.flow_head(),
            self.clause("context", ["golden", "self"]),
            self.turn,
            self.clause("keep", self.plain, "from", self.plain, self.optional("until", self.plain)),
            self.clause("meta", self.plain, self.text),
            self.clause("for", self.plain, "in", self.expr),
            self.clause("doc", self.text),
        )

    def flow_template(self) -> str:
        return _words(self.flow_head(), "=", self.flow_body(1))

    def flow_body(self, depth: int) -> str:
        def step() -> str:
            if depth > 0 and self.draw(st.booleans()):
                return f"({_GAP}{self.flow_body(depth - 1)}{_GAP})"
            return self.path() + self.maybe(lambda: self.arguments(1))

        def turn() -> str:
            return f"{_BLANK}and{_BLANK}".join(self.some(step, 1, 2))

        def option() -> str:
            sequence = f"{_BLANK}then{_BLANK}".join(self.some(turn, 1))
            return sequence + self.maybe(lambda: f"{_BLANK}weight{_BLANK}{self.number()}")

        return f"{_BLANK}or{_BLANK}".join(self.some(option, 1, 2))

    def source(self) -> str:
        head = _words("source", self.name(), "from", self.plain(), self.text())
        return self.one_of(lambda: head, lambda: self.block(head, lambda: f"{self.name()}:{_BLANK}{self.type()}"))

    def suite(self) -> str:
        def column() -> str:
            return _words(self.pick(["", "by"]), self.plain() + self.pick(["", "@10"]))

        return self.block(
            _words("suite", self.name()),
            self.clause("doc", self.text),
            self.clause(["seed", "cases"], self.number),
            self.clause("draw", self.expr, ["", "groups"], self.optional("from", self.paths)),
            self.clause("draw", self.expr, "groups of", self.expr, self.optional("from", self.paths)),
            self.clause(["flows", "tasks"], "from", self.paths),
            self.clause(["patterns", "reject"], self.names),
            lambda: _words("report", f",{_BLANK}".join(self.some(column, 1))),
        )


def _words(*parts: str) -> str:
    """The parts with blanks between them; empty ones leave no blank."""
    return _BLANK.join(filter(None, parts))


def _fill(char: str, random: Random | None) -> str:
    if char not in (_GAP, _BLANK, _NEXT, _EDGE):
        return char
    if random is None or random.random() < 0.6:
        return {_GAP: "", _BLANK: " ", _NEXT: "\n", _EDGE: " "}[char]
    comment = random.choice(_COMMENTS)
    newlines = ["\n", "\n\n\n  ", f"  {comment}\n", f"\n{comment}\n \n", f"\n\n  {comment}\n{comment}\n", " \r\n\t"]
    choices = {
        _GAP: ["", " ", "\t", "\f", *newlines],
        _BLANK: [" ", "  ", "\t"],
        _NEXT: newlines,
        _EDGE: ["", " ", *newlines],
    }
    return random.choice(choices[char])
