"""Give the nodes of expressions in the syntax tree, and of the parts that declarations share (see `tree`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

# The nodes are not frozen because building them is the hot path of parsing; nothing changes one after it is built.


@dataclass(slots=True, eq=False)
class Node:
    """What every node has: where it stands. Offsets count code points of the file's text."""

    start: int
    end: int


# ---------------------------------------------------------------- expressions


@dataclass(slots=True, eq=False)
class Name(Node):
    value: str


@dataclass(slots=True, eq=False)
class Number(Node):
    literal: str

    @property
    def value(self) -> int | float:
        digits = self.literal.replace("_", "")
        return float(digits) if "." in digits else int(digits)


@dataclass(slots=True, eq=False)
class Text(Node):
    """A text literal as written, quotes and escapes included; `literals.value_of` reads it."""

    literal: str


@dataclass(slots=True, eq=False)
class Regex(Node):
    literal: str

    @property
    def pattern(self) -> str:
        return self.literal[1:-1].replace("\\/", "/")


@dataclass(slots=True, eq=False)
class Truth(Node):
    value: bool


@dataclass(slots=True, eq=False)
class ListOf(Node):
    items: list[Expr]


@dataclass(slots=True, eq=False)
class Comprehension(Node):
    """`element for variable in domain if condition`; `brackets` where it is a list of its own."""

    element: Expr
    variable: Name
    domain: Expr
    condition: Expr | None
    brackets: bool = False


@dataclass(slots=True, eq=False)
class Argument(Node):
    name: Name | None
    value: Expr


@dataclass(slots=True, eq=False)
class Call(Node):
    function: Name
    arguments: list[Argument]


@dataclass(slots=True, eq=False)
class Method(Node):
    subject: Expr
    name: Name
    arguments: list[Argument]


@dataclass(slots=True, eq=False)
class Attribute(Node):
    subject: Expr
    name: Name


@dataclass(slots=True, eq=False)
class Index(Node):
    subject: Expr
    index: Expr


@dataclass(slots=True, eq=False)
class Slice(Node):
    subject: Expr
    low: Expr | None
    high: Expr | None


@dataclass(slots=True, eq=False)
class Not(Node):
    operand: Expr


@dataclass(slots=True, eq=False)
class Minus(Node):
    operand: Expr


@dataclass(slots=True, eq=False)
class Logic(Node):
    """Two or more operands joined by one of `and`, `or`."""

    operator: str
    operands: list[Expr]


@dataclass(slots=True, eq=False)
class Compare(Node):
    """A chain `a < b <= c`; operators are `== != < <= > >= in`, or `not in`."""

    operators: list[str]
    operands: list[Expr]


@dataclass(slots=True, eq=False)
class Arithmetic(Node):
    """`first op second op …` of one precedence, to be read from the left."""

    operators: list[str]
    operands: list[Expr]


@dataclass(slots=True, eq=False)
class RangeOf(Node):
    low: Expr | None
    high: Expr | None


@dataclass(slots=True, eq=False)
class Conditional(Node):
    then: Expr
    condition: Expr
    otherwise: Expr


@dataclass(slots=True, eq=False)
class Parenthesised(Node):
    inner: Expr


Expr = Union[
    Name, Number, Text, Regex, Truth, ListOf, Comprehension, Call, Method, Attribute, Index, Slice, Not, Minus, Logic,
    Compare, Arithmetic, RangeOf, Conditional, Parenthesised,
]  # fmt: skip


# ---------------------------------------------------------------- shared parts


@dataclass(slots=True, eq=False)
class Path(Node):
    parts: list[Name]

    @property
    def dotted(self) -> str:
        return ".".join(part.value for part in self.parts)


@dataclass(slots=True, eq=False)
class TypeName(Node):
    name: Name
    item: TypeExpr | None


@dataclass(slots=True, eq=False)
class TypeChoice(Node):
    choices: list[Text]


TypeExpr = Union[TypeName, TypeChoice]


@dataclass(slots=True, eq=False)
class Parameter(Node):
    name: Name
    type: TypeExpr
    default: Expr | None


@dataclass(slots=True, eq=False)
class Clause(Node):
    """An item that is a keyword and its parts in order: names, paths, expressions, texts, words.

    Words that are neither names nor values (`from`, `groups`, `by`) stand among the parts as `Word`.
    """

    keyword: str
    parts: list[Node]


@dataclass(slots=True, eq=False)
class Word(Node):
    """A keyword or mark inside a clause."""

    value: str
