"""Give the nodes of the syntax tree: one class a construct, with the `[start, end)` span of its source text.

The tree is lossless: it holds the file's text, and what the nodes leave out (comments, blank lines) is in
`Module.comments` and the text itself. Nothing here is resolved: names are names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from ifdsl.syntax.expression_tree import (
    Argument,
    Arithmetic,
    Attribute,
    Call,
    Clause,
    Compare,
    Comprehension,
    Conditional,
    Expr,
    Index,
    ListOf,
    Logic,
    Method,
    Minus,
    Name,
    Node,
    Not,
    Number,
    Parameter,
    Parenthesised,
    Path,
    RangeOf,
    Regex,
    Slice,
    Text,
    Truth,
    TypeChoice,
    TypeExpr,
    TypeName,
    Word,
)

__all__ = [
    "Argument", "Arithmetic", "Attribute", "Binding", "Call", "Check", "Clause", "Combined", "Comment",
    "Compare", "Comprehension", "Conditional", "Conflict", "Constraint", "ConstraintItem", "Cousins",
    "Declaration", "Demands", "Example", "Expr", "Field", "Flow", "FlowBody", "FlowChain", "FlowStep",
    "FlowTemplate", "FlowWeighted", "Fn", "ForIn", "IfRequirement", "InScope", "Index", "Let", "ListOf",
    "Logic", "Method", "Minus", "Module", "Name", "Node", "Not", "Number", "Pack", "Parameter", "Parenthesised",
    "Path", "Pattern", "Phrasing", "RangeOf", "Regex", "Relation", "Requirement", "RequirementCall", "Scoped",
    "Slice", "Source", "Spec", "SpecItem", "Suite", "Text", "Truth", "Turn", "TurnItem", "TypeChoice",
    "TypeExpr", "TypeName", "Use", "Vary", "Word", "Wording",
]  # fmt: skip


# ---------------------------------------------------------------- declarations


@dataclass(slots=True, eq=False)
class Use(Node):
    path: Path
    arguments: list[Argument] | None
    alias: Name | None


@dataclass(slots=True, eq=False)
class Pack(Node):
    title: Text
    items: list[Clause]


@dataclass(slots=True, eq=False)
class Fn(Node):
    name: Name
    parameters: list[Parameter]
    returns: TypeExpr
    body: Expr


@dataclass(slots=True, eq=False)
class Let(Node):
    name: Name
    value: Expr


@dataclass(slots=True, eq=False)
class Check(Node):
    """`kind` is `expr` (then `value` is an expression), `judge` or `python` (then it is a text)."""

    kind: str
    value: Expr
    if_empty: str | None


@dataclass(slots=True, eq=False)
class Wording(Node):
    """`keyword` is `render` or `also`."""

    keyword: str
    pattern: Name
    language: Name | None
    text: Text


@dataclass(slots=True, eq=False)
class Phrasing(Node):
    """`read "pattern" with (name=value)`: words that state the constraint, for recognition alone."""

    language: Name | None
    text: Text
    given: list[Argument] | None


@dataclass(slots=True, eq=False)
class Vary(Node):
    parameter: Name
    domain: Expr
    step: Expr | None
    shapes: list[Name]


@dataclass(slots=True, eq=False)
class Example(Node):
    """`pass call on "text"` or `fail call on "text"`."""

    keyword: str
    name: Name
    arguments: list[Argument]
    text: Text


ConstraintItem = Union[Clause, Let, Check, Wording, Phrasing, Vary, Example]


@dataclass(slots=True, eq=False)
class Constraint(Node):
    name: Name
    parameters: list[Parameter]
    items: list[ConstraintItem]


@dataclass(slots=True, eq=False)
class Binding(Node):
    parameter: Name
    alias: Name | None


@dataclass(slots=True, eq=False)
class Pattern(Node):
    path: Path
    bindings: list[Binding]


@dataclass(slots=True, eq=False)
class Conflict(Node):
    title: Text
    patterns: list[Pattern]
    items: list[Clause]


# ---------------------------------------------------------------- specs


@dataclass(slots=True, eq=False)
class RequirementCall(Node):
    id: Name | None
    path: Path
    arguments: list[Argument]


@dataclass(slots=True, eq=False)
class Scoped(Node):
    """`each view { … }` or `if_present view { … }`."""

    keyword: str
    view: Name
    arguments: list[Argument] | None
    body: list[Requirement]


@dataclass(slots=True, eq=False)
class InScope(Node):
    subject: Expr
    body: list[Requirement]


@dataclass(slots=True, eq=False)
class Combined(Node):
    """`any_of`, `all_of` or `none_of` over a block."""

    keyword: str
    body: list[Requirement]


@dataclass(slots=True, eq=False)
class IfRequirement(Node):
    condition: Expr
    then: list[Requirement]
    otherwise: list[Requirement] | None


Requirement = Union[RequirementCall, Scoped, InScope, Combined, IfRequirement]


@dataclass(slots=True, eq=False)
class Demands(Node):
    """`must` or `should` with one requirement or a block of them (`braces`)."""

    keyword: str
    body: list[Requirement]
    braces: bool


@dataclass(slots=True, eq=False)
class ForIn(Node):
    variable: Name
    domain: Expr


SpecItem = Union[Clause, Demands, ForIn, Let]


@dataclass(slots=True, eq=False)
class Spec(Node):
    """`condition` says which rows of the source it is about."""

    name: Name
    parameters: list[Parameter] | None
    row: Name | None
    source: Name | None
    condition: Expr | None
    items: list[SpecItem]


# ---------------------------------------------------------------- cousins, flows, sources, suites


@dataclass(slots=True, eq=False)
class Cousins(Node):
    of: Path
    items: list[Clause]


@dataclass(slots=True, eq=False)
class Relation(Node):
    """`keyword` is None where a comma only adds another target to the relation before it."""

    keyword: str | None
    target: Name | None


@dataclass(slots=True, eq=False)
class Turn(Node):
    name: Name
    relations: list[Relation]
    items: list[TurnItem]


TurnItem = Union[Clause, Demands, Let]


@dataclass(slots=True, eq=False)
class Flow(Node):
    name: Name
    parameters: list[Parameter] | None
    items: list[Clause | Turn | ForIn]


@dataclass(slots=True, eq=False)
class FlowStep(Node):
    path: Path
    arguments: list[Argument] | None


@dataclass(slots=True, eq=False)
class FlowChain(Node):
    """Steps joined by `then`, `or` or `and`; in parentheses where `group` is true."""

    operator: str
    steps: list[FlowBody]
    group: bool = False


@dataclass(slots=True, eq=False)
class FlowWeighted(Node):
    """One way of several, with how often it is taken."""

    body: FlowBody
    weight: Number


FlowBody = Union[FlowStep, FlowChain, FlowWeighted]


@dataclass(slots=True, eq=False)
class FlowTemplate(Node):
    name: Name
    parameters: list[Parameter] | None
    body: FlowBody


@dataclass(slots=True, eq=False)
class Field(Node):
    name: Name
    type: TypeExpr


@dataclass(slots=True, eq=False)
class Source(Node):
    name: Name
    format: Name
    location: Text
    fields: list[Field] | None


@dataclass(slots=True, eq=False)
class Suite(Node):
    name: Name
    items: list[Clause]


Declaration = Union[Use, Pack, Fn, Constraint, Conflict, Spec, Cousins, Flow, FlowTemplate, Source, Suite]


@dataclass(slots=True, eq=False)
class Comment(Node):
    """A comment, its `#` included; `own_line` where nothing but blanks stands before it."""

    text: str
    own_line: bool


@dataclass(slots=True, eq=False)
class Module(Node):
    """A parsed file. `version` is the number after `ifdsl`, None where the line is missing."""

    version: Number | None
    declarations: list[Declaration]
    comments: list[Comment]
    text: str
