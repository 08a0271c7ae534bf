"""Give the nodes of the IR: frozen dataclasses that pydantic reads, writes and publishes as JSON Schema (see `json`).

An expression carries its type as written in the language (`"list[text]"`). The text under check is the variable
`response`. Calls are positional and complete: defaults are filled in, user functions are expanded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from ifdsl.ir.expression_nodes import (
    Arithmetic,
    Bounds,
    Call,
    Compare,
    Conditional,
    Expr,
    FieldOf,
    Hole,
    Index,
    Items,
    Logic,
    Negative,
    Not,
    Part,
    Pattern,
    Quantifier,
    Slice,
    Template,
    Value,
    Variable,
)
from ifdsl.ir.flow_nodes import (
    Add,
    Avoid,
    Change,
    Choice,
    Context,
    Cover,
    Drop,
    Flow,
    FlowTemplate,
    Keep,
    Lasting,
    Layout,
    Mention,
    Move,
    Moves,
    Option,
    Relation,
    RelationKind,
    Sequence,
    Step,
    Turn,
)
from ifdsl.ir.spec_nodes import (
    Binding,
    Check,
    Combined,
    Conflict,
    ConflictPattern,
    Constraint,
    Demand,
    Draw,
    Each,
    Example,
    ExprCheck,
    Given,
    IfPresent,
    JudgeCheck,
    Knowledge,
    LetItem,
    Matcher,
    Parameter,
    Phrasing,
    PythonCheck,
    Reading,
    Reference,
    Remark,
    Requirement,
    Spec,
    Vary,
    When,
    Within,
    Wording,
    WrongAnswers,
)

IR_VERSION = 1
RESPONSE = "response"

__all__ = [
    "IR_VERSION",
    "RESPONSE",
    "Add",
    "Arithmetic",
    "Avoid",
    "Binding",
    "Bounds",
    "Call",
    "Change",
    "Check",
    "Choice",
    "Combined",
    "Compare",
    "Conditional",
    "Conflict",
    "ConflictPattern",
    "Constraint",
    "Context",
    "Cousins",
    "Cover",
    "Demand",
    "Draw",
    "Drop",
    "Each",
    "Example",
    "Expr",
    "ExprCheck",
    "FieldOf",
    "Flow",
    "FlowTemplate",
    "Given",
    "Hole",
    "IfPresent",
    "Index",
    "Items",
    "JudgeCheck",
    "Keep",
    "Knowledge",
    "Lasting",
    "Layout",
    "LetItem",
    "Logic",
    "Matcher",
    "Mention",
    "Move",
    "Moves",
    "Negative",
    "Not",
    "Option",
    "PackInfo",
    "Parameter",
    "Part",
    "Pattern",
    "Phrasing",
    "Program",
    "PythonCheck",
    "Quantifier",
    "Reading",
    "Reference",
    "Relation",
    "RelationKind",
    "Remark",
    "Requirement",
    "Sequence",
    "Slice",
    "Source",
    "Spec",
    "Step",
    "Suite",
    "Template",
    "Turn",
    "Value",
    "Variable",
    "Vary",
    "When",
    "Within",
    "Wording",
    "WrongAnswers",
]  # fmt: skip


# ---------------------------------------------------------------- sources, suites, cousins


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Rows of data at `location`, relative to the file that declares it; `format` names their shape."""

    name: str
    format: str
    location: str
    fields: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Suite:
    """Sets of constraints that are drawn at random, and the prompts that are made of them.

    `draw` is how many constraints a set has, or how many groups it has constraints of (`draw_groups`), `draw_each` how
    many of each of these.
    """

    name: str
    doc: str = ""
    seed: int = 0
    cases: int | None = None
    draw: Expr | None = None
    draw_groups: bool = False
    draw_each: Expr | None = None
    draw_from: tuple[str, ...] = ()
    flows: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ("listing",)
    reject: tuple[str, ...] = ()
    report: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cousins:
    """How many variations of each kind a spec, a source of published rows or a suite gets.

    `distract_from` are modules whose constraints may be added ungraded, `swap_from` where other tasks come from.
    """

    of: str
    reword: int = 0
    distract: int = 0
    distract_from: tuple[str, ...] = ()
    reconfigure: int = 0
    swap: int = 0
    swap_from: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PackInfo:
    """Which published benchmark, at which revision, a module reproduces."""

    title: str
    source: str = ""
    revisions: tuple[str, ...] = ()
    licence: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """Everything that one file and the modules in use declare; what backends take.

    `constraints` holds each constraint that a spec, conflict or suite of this file may need, by qualified name.
    """

    ir: Literal[1] = 1
    module: str
    uses: tuple[str, ...] = ()
    """The modules in use, by their whole names."""
    constraints: dict[str, Constraint] = field(default_factory=dict)
    conflicts: tuple[Conflict, ...] = ()
    specs: tuple[Spec, ...] = ()
    knowledge: tuple[Knowledge, ...] = ()
    flows: tuple[Flow, ...] = ()
    layouts: dict[str, FlowTemplate] = field(default_factory=dict)
    """Flow templates, this file's and those of other modules that they name, by qualified name."""
    sources: tuple[Source, ...] = ()
    suites: tuple[Suite, ...] = ()
    cousins: tuple[Cousins, ...] = ()
    packs: dict[str, PackInfo] = field(default_factory=dict)
