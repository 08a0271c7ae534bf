"""Take the text of a pattern template and its values; give the prompt, or where in the template the trouble is.

A template may be a stranger's. It is held in three ways: only the constructs that `vetting` allows compile, the
values are texts, whole numbers and lists of texts, and every run has a budget. Nothing in it can call a method, reach
an attribute other than the counters of `loop`, load another template, grow without bound or run on.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ifdsl.rendering.vetting import COUNTERS, LOOP, TESTS, WEIGHED, TemplateProblem, put_price, vet

if TYPE_CHECKING:
    import jinja2
    from jinja2.runtime import Context

MOST_OUTPUT = 1_000_000
"""The longest prompt that a template may give, in code points."""
MOST_SOURCE = 64_000
"""The longest template, in code points."""
MOST_RANGE = 1_000
"""The longest `range(…)`."""
MOST_STEPS = 2_000_000
"""What one run may spend: a step for each construct that a loop repeats and for each code point that is looked at."""

_BUDGET = "the budget"
# INVARIANT: no template can write this name, for a name there has no space.

_MOST_NUMBER = 10**9


class _Refused(Exception):
    """A template asked for what it may not have; the line is found from where this was raised."""


class _Budget:
    """What is left to one run."""

    __slots__ = ("left",)

    def __init__(self) -> None:
        self.left = MOST_STEPS

    def spend(self, steps: int) -> None:
        self.left -= steps
        if self.left < 0:
            raise _Refused("the template takes too many steps")


def run(name: str, source: str, values: Mapping[str, str | int | list[str]]) -> str:
    """What the template `source` gives for `values`.

    Args:
        name: what the template is called in a message.
        source: its text.
        values: everything that it can see.

    Raises:
        TemplateProblem: it is broken, asks for what a pattern template cannot have, or exceeds its bounds.
    """
    from jinja2.exceptions import TemplateError

    template = _compiled(name, source, frozenset(values))
    written: list[str] = []
    size = 0
    try:
        for piece in template.generate({**values, _BUDGET: _Budget()}):
            size += len(piece)
            if size > MOST_OUTPUT:
                raise TemplateProblem(name, 0, f"the template gives more than {MOST_OUTPUT:,} characters")
            written.append(piece)
    except (_Refused, TemplateError) as error:
        raise TemplateProblem(name, _line_of(error, name), _plain(str(error))) from None
    except (TypeError, ValueError, ArithmeticError, LookupError, RecursionError) as error:
        if isinstance(error, TemplateProblem):
            raise
        raise TemplateProblem(name, _line_of(error, name), "this cannot be worked out from these values") from None
    return "".join(written)


@lru_cache(maxsize=64)
def _compiled(name: str, source: str, known: frozenset[str]) -> jinja2.Template:
    from jinja2.exceptions import TemplateSyntaxError

    if len(source) > MOST_SOURCE:
        raise TemplateProblem(name, 0, f"the template is longer than {MOST_SOURCE:,} characters")
    environment = _environment()
    try:
        tree = environment.parse(source, name, name)
        vet(tree, name, known, frozenset(_FILTERS))
        put_price(tree)
        code = environment.compile(tree, name, name)
    except TemplateSyntaxError as error:
        raise TemplateProblem(name, error.lineno, _plain(error.message or "the template cannot be read")) from None
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        if isinstance(error, TemplateProblem):
            raise
        raise TemplateProblem(name, 0, "the template is nested too deeply or holds too large a number") from None
    return environment.template_class.from_code(environment, code, {**environment.globals}, None)


@lru_cache(maxsize=1)
def _environment() -> jinja2.Environment:
    import jinja2
    from jinja2.runtime import LoopContext
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    class Sandbox(ImmutableSandboxedEnvironment):
        intercepted_binops = frozenset({"+", "-", "%"})

        def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
            return _joined_or_added(context, operator, left, right)

        def getattr(self, obj: Any, attribute: str) -> Any:
            if isinstance(obj, LoopContext) and attribute in COUNTERS:
                return getattr(obj, attribute)
            raise _Refused(f"a pattern template cannot ask for `.{attribute}`")

        def getitem(self, obj: Any, argument: Any) -> Any:
            if not isinstance(obj, list | str) or not isinstance(argument, int | slice):
                raise _Refused("only the elements of a text or a list can be asked for, by number")
            if isinstance(argument, int) and not -len(obj) <= argument < len(obj):
                raise _Refused(f"there is no element {argument} in a list of {len(obj)}")
            return obj[argument]

    environment = Sandbox(
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        optimized=False,
        finalize=jinja2.pass_context(_shown),
        cache_size=0,
    )
    environment.globals = {"range": jinja2.pass_context(_range)}
    environment.filters = {name: jinja2.pass_context(function) for name, function in _filters().items()}
    environment.tests = {name: environment.tests[name] for name in TESTS}
    return environment


def _spend(context: Context, steps: int) -> None:
    budget = context.get(_BUDGET)
    assert isinstance(budget, _Budget)
    budget.spend(steps)


def _shown(context: Context, value: object) -> str:
    from jinja2 import Undefined

    if isinstance(value, Undefined):
        # Its own text is empty only for a condition without `else`; a name without a value raises here.
        return str(value)
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise _Refused("only texts and whole numbers can be shown")
    text = str(value)
    _spend(context, 1 + len(text))
    return text


def _joined_or_added(context: Context, operator: str, left: object, right: object) -> object:
    if isinstance(left, str) and isinstance(right, str) and operator == "+":
        _spend(context, len(left) + len(right))
        return left + right
    if isinstance(left, int) and isinstance(right, int):
        if max(abs(left), abs(right)) > _MOST_NUMBER or (operator == "%" and right == 0):
            raise _Refused("this number is out of bounds")
        return {"+": left + right, "-": left - right}[operator] if operator != "%" else left % right
    raise _Refused(f"`{operator}` takes two whole numbers" + (" or two texts" if operator == "+" else ""))


def _range(context: Context, *bounds: object) -> list[int]:
    if not 1 <= len(bounds) <= 2 or not all(isinstance(bound, int) for bound in bounds):
        raise _Refused("`range` takes one or two whole numbers")
    numbers = range(*bounds)  # type: ignore[call-overload]
    if len(numbers) > MOST_RANGE:
        raise _Refused(f"`range` gives at most {MOST_RANGE:,} numbers")
    _spend(context, len(numbers))
    return list(numbers)


def _loop(context: Context, items: object, price: int) -> list[Any]:
    if not isinstance(items, list):
        raise _Refused("a loop goes over a list or a `range`")
    _spend(context, price * len(items))
    return items


def _weigh(context: Context, value: Any) -> Any:
    if isinstance(value, str):
        _spend(context, len(value))
    elif isinstance(value, list):
        _spend(context, len(value) + sum(len(item) for item in value if isinstance(item, str)))
    return value


def _texts(items: object) -> list[str]:
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise _Refused("this filter takes a list of texts")
    return items


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise _Refused("this filter takes a text")
    return value


def _join(context: Context, items: object, between: object = "") -> str:
    texts, joint = _texts(items), _text(between)
    _spend(context, sum(map(len, texts)) + len(joint) * len(texts))
    return joint.join(texts)


def _series(context: Context, items: object, word: object = "and") -> str:
    """`a, b and c`; with a comma before the word where a text has a comma or that word itself."""
    texts, last = _texts(items), f" {_text(word)} "
    if len(texts) < 2:
        return _join(context, texts)
    comma = any("," in text or last in text for text in texts)
    return _join(context, [_join(context, texts[:-1], ", "), texts[-1]], f",{last}" if comma else last)


def _changed(context: Context, value: object, text: str) -> str:
    _spend(context, len(_text(value)))
    return text


_FILTERS: dict[str, Any] = {
    "join": _join,
    "series": _series,
    "length": lambda context, value: len(value if isinstance(value, list) else _text(value)),
    "upper": lambda context, value: _changed(context, value, _text(value).upper()),
    "lower": lambda context, value: _changed(context, value, _text(value).lower()),
    "trim": lambda context, value: _changed(context, value, _text(value).strip()),
    "upper_first": lambda context, value: _changed(context, value, _text(value)[:1].upper() + _text(value)[1:]),
    "lower_first": lambda context, value: _changed(context, value, _text(value)[:1].lower() + _text(value)[1:]),
}


def _filters() -> dict[str, Any]:
    return {**_FILTERS, LOOP: _loop, WEIGHED: _weigh}


def _plain(message: str) -> str:
    plain = message.replace("'", "`").rstrip(".")
    return plain[:1].lower() + plain[1:]


def _line_of(error: BaseException, name: str) -> int:
    """The line of the template that was being run, or 0 where that is not known."""
    line = 0
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == name:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
