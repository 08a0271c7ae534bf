"""Take pieces of Python; give larger pieces, with the parentheses that precedence needs and lines that can be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any, NamedTuple

from ifdsl.primitives.ranges import Range

WIDTH = 100
INDENT = "    "

# Precedence, from what binds loosest.
LAMBDA, TERNARY, OR, AND, NOT, COMPARISON, SUM, TERM, SIGN, ATOM = range(10)


class Code(NamedTuple):
    """A Python expression.

    `level` is its precedence, `depth` how deep its brackets nest, `uses` the local names that it reads. `doc` is the
    name of the `Doc` whose text the expression is, where it is one.
    """

    # INVARIANT: a line break in `text` is layout and stands inside brackets; texts of a spec are literals by `repr`.
    text: str
    level: int = ATOM
    depth: int = 0
    uses: frozenset[str] = frozenset()
    doc: str | None = None

    def at(self, level: int) -> Code:
        """This expression where an operand of `level` is wanted: in parentheses if it binds more loosely."""
        if self.level >= level:
            return self
        return bracketed("(", [self], ")", comma=False)

    def using(self, *others: Code) -> Code:
        """This expression, which also reads what others read."""
        return self._replace(uses=self.uses.union(*(other.uses for other in others)))


def name(word: str) -> Code:
    """A local variable."""
    return Code(word, uses=frozenset({word}))


def literal(value: bool | int | float | str) -> Code:
    """A value as a Python literal."""
    if isinstance(value, float) and not isfinite(value):
        return Code(f'float("{value}")', depth=1)
    negative = not isinstance(value, str) and value < 0
    # Python refuses to write out in decimal what has thousands of digits.
    big = isinstance(value, int) and value.bit_length() > 2048
    return Code(hex(value) if big else repr(value), SIGN if negative else ATOM)  # type: ignore[arg-type]


def constant(value: Any) -> Code:
    """Any value of the language as a Python expression."""
    if isinstance(value, Range):
        return call("mg.Range", *(Code(repr(end)) for end in (value.lo, value.hi)))
    if isinstance(value, list):
        return bracketed("[", [constant(item) for item in value], "]")
    return literal(value)


def indented(text: str, by: str = INDENT) -> str:
    return text.replace("\n", f"\n{by}")


def joined(parts: Iterable[Code]) -> tuple[int, frozenset[str]]:
    """The depth and the names of several expressions side by side."""
    depth, uses = 0, frozenset[str]()
    for part in parts:
        if part.depth > depth:
            depth = part.depth
        if part.uses:
            uses = uses | part.uses if uses else part.uses
    return depth, uses


def bracketed(opening: str, parts: Sequence[Code], closing: str, *, comma: bool = True, level: int = ATOM) -> Code:
    """`parts` between brackets, on one line if they fit. `comma` asks for one after the last part of several lines."""
    depth, uses = joined(parts)
    line = f"{opening}{', '.join(part.text for part in parts)}{closing}"
    if "\n" in line or len(line) > WIDTH:
        rows = [indented(f"\n{part.text}") for part in parts]
        line = f"{opening}{','.join(rows)}{',' if comma and parts else ''}\n{closing}"
    return Code(line, level, depth + 1, uses)


def call(function: str, *arguments: Code, **keywords: Code | None) -> Code:
    """A call; a keyword that is None is left out. A dotted name or a parenthesised lambda can be called."""
    named = [value._replace(text=f"{key}={value.text}") for key, value in keywords.items() if value is not None]
    return bracketed(f"{function}(", [*arguments, *named], ")")


def tuple_of(parts: Sequence[Code]) -> Code:
    """The parts as a tuple."""
    if len(parts) != 1:
        return bracketed("(", parts, ")")
    made = bracketed("(", parts, ")")
    return made._replace(text=made.text if "\n" in made.text else f"{made.text[:-1]},)")


def apply(function: Code, *arguments: Code) -> Code:
    """The call of a function that is itself an expression."""
    head = function.at(ATOM)
    made = bracketed(f"{head.text}(", arguments, ")")
    return made._replace(depth=max(made.depth, head.depth + 1)).using(head)


def operation(operators: Sequence[str], operands: Sequence[Code], level: int, inner: Sequence[int]) -> Code:
    """Operands with the operators between them; `inner` says how tightly each operand has to bind."""
    if len(operands) == 1:
        return operands[0]
    placed = [operand.at(least) for operand, least in zip(operands, inner, strict=True)]
    depth, uses = joined(placed)
    line = placed[0].text + "".join(f" {op} {part.text}" for op, part in zip(operators, placed[1:], strict=True))
    if "\n" not in line and len(line) <= WIDTH:
        return Code(line, level, depth, uses)
    rows = placed[0].text + "".join(f"\n{op} {part.text}" for op, part in zip(operators, placed[1:], strict=True))
    return Code("(" + indented(f"\n{rows}") + "\n)", ATOM, depth + 1, uses)


def function(parameters: Sequence[str], body: Code) -> Code:
    """`lambda parameters: body`."""
    head = f"lambda {', '.join(parameters)}:" if parameters else "lambda:"
    return Code(f"{head} {body.at(TERNARY).text}", LAMBDA, body.depth + 1, body.uses - set(parameters))
