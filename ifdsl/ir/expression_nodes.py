"""Give the nodes of expressions, and of texts with holes for them (see `nodes`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias, Union

from ifdsl.ir.unions import Called, Told

# ---------------------------------------------------------------- expressions


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A literal: a truth value, a number or a text."""

    kind: Literal["value"] = "value"
    value: bool | int | float | str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A regular expression in the language's own dialect."""

    kind: Literal["regex"] = "regex"
    pattern: str
    type: Literal["regex"] = "regex"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """`low..high`; None leaves a side open."""

    kind: Literal["range"] = "range"
    low: Expr | None
    high: Expr | None
    type: Literal["range"] = "range"


@dataclass(frozen=True, slots=True, kw_only=True)
class Items:
    kind: Literal["list"] = "list"
    items: tuple[Expr, ...]
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    kind: Literal["variable"] = "variable"
    name: str
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A primitive with all of its arguments; `rule` names the segmentation of a view."""

    kind: Literal["call"] = "call"
    function: str
    rule: str | None = None
    arguments: tuple[Expr, ...]
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Logic:
    kind: Literal["logic"] = "logic"
    operator: Literal["and", "or"]
    operands: tuple[Expr, ...]
    type: Literal["bool"] = "bool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Not:
    kind: Literal["not"] = "not"
    operand: Expr
    type: Literal["bool"] = "bool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Compare:
    """A chain; it holds where each neighbouring pair of operands does."""

    kind: Literal["compare"] = "compare"
    operators: tuple[Literal["==", "!=", "<", "<=", ">", ">=", "in", "not in"], ...]
    operands: tuple[Expr, ...]
    type: Literal["bool"] = "bool"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic:
    """`+` also joins two texts or two lists. Division by zero gives 0: every program has a value."""

    kind: Literal["arithmetic"] = "arithmetic"
    operator: Literal["+", "-", "*", "/", "//", "%"]
    left: Expr
    right: Expr
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Negative:
    kind: Literal["negative"] = "negative"
    operand: Expr
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditional:
    kind: Literal["conditional"] = "conditional"
    condition: Expr
    then: Expr
    otherwise: Expr
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantifier:
    """`all(…)`, `any(…)` or `[… for variable in domain if condition]`."""

    kind: Literal["quantifier"] = "quantifier"
    quantifier: Literal["all", "any", "list"]
    variable: str
    domain: Expr
    condition: Expr | None = None
    element: Expr
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """An element, counted from 0, from the end where negative; outside the list it is the type's zero value."""

    kind: Literal["index"] = "index"
    subject: Expr
    index: Expr
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    kind: Literal["slice"] = "slice"
    subject: Expr
    low: Expr | None
    high: Expr | None
    type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldOf:
    """`min` or `max` of a range, or a field of a source's row."""

    kind: Literal["field"] = "field"
    subject: Expr
    name: str
    type: str


Expr: TypeAlias = Annotated[
    Value | Pattern | Bounds | Items | Variable | Call | Logic | Not | Compare | Arithmetic | Negative | Conditional
    | Quantifier | Index | Slice | FieldOf,
    Told("kind"),
]  # fmt: skip


# ---------------------------------------------------------------- texts with holes


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """`{expression:format}` in a text; an empty format is the type's own phrase."""

    expression: Expr
    format: str = ""


def _part_kind(value: object) -> str:
    return "text" if isinstance(value, str) else "hole"


Part: TypeAlias = Annotated[
    Union[Annotated[str, Called("text")], Annotated[Hole, Called("hole")]],
    Told(_part_kind),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A text whose holes are filled per call: literal stretches and holes in order."""

    parts: tuple[Part, ...]
