"""Give the nodes of constraint types, and of what asks for them: requirements, specs, knowledge tasks (see `nodes`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from ifdsl.ir.expression_nodes import (
    Expr,
    Template,
)
from ifdsl.ir.unions import Told

# ---------------------------------------------------------------- constraint types


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    name: str
    type: str
    default: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LetItem:
    name: str
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ExprCheck:
    """`if_empty` is the verdict where the check's outermost `all` ranges over nothing."""

    kind: Literal["expr"] = "expr"
    lets: tuple[LetItem, ...] = ()
    value: Expr
    if_empty: Literal["pass", "fail", "not_applicable"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCheck:
    kind: Literal["judge"] = "judge"
    question: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class PythonCheck:
    kind: Literal["python"] = "python"
    target: str


Check: TypeAlias = Annotated[ExprCheck | JudgeCheck | PythonCheck, Told("kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """One sentence or clause; the first of a pattern and language is what `render` uses."""

    pattern: str
    language: str = "en"
    text: Template
    main: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The value that a parameter has wherever a phrasing is found."""

    parameter: str
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrasing:
    """Words by which people state the constraint: recognised, never written into a prompt.

    `text` is in the notation of `ifdsl.primitives.notation`; its holes are parameters.
    """

    language: str = "en"
    text: Template
    given: tuple[Given, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Vary:
    parameter: str
    domain: Expr
    step: Expr | None = None
    shapes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    expect: Literal["pass", "fail"]
    arguments: tuple[Expr, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """`see`: the constraint that does better what this one does as published."""

    path: str
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """A constraint type. `name` is qualified (`std.length.word_count`); `id` is the name it was published under."""

    name: str
    parameters: tuple[Parameter, ...]
    check: Check
    doc: str = ""
    group: str = ""
    also_in: tuple[str, ...] = ()
    """The groups of other taxonomies that it belongs to as well."""
    id: str | None = None
    wordings: tuple[Wording, ...] = ()
    phrasings: tuple[Phrasing, ...] = ()
    vary: tuple[Vary, ...] = ()
    examples: tuple[Example, ...] = ()
    see: tuple[Reference, ...] = ()
    cost: float = 0.0
    cost_per_char: float = 0.0
    cost_per_char_squared: float = 0.0
    """Static bound in steps for a response of n code points, as the coefficients of 1, n and n²."""

    @property
    def short_name(self) -> str:
        return self.name.rpartition(".")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    parameter: str
    alias: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictPattern:
    constraint: str
    bindings: tuple[Binding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """What the author declares impossible and no analyser can derive."""

    title: str
    between: tuple[ConflictPattern, ...]
    when: Expr | None = None
    because: str = ""


# ---------------------------------------------------------------- specs


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """One constraint with its arguments (complete, in order)."""

    kind: Literal["demand"] = "demand"
    id: str
    constraint: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Each:
    """The body must hold of every element of `domain`, which becomes the text under check."""

    kind: Literal["each"] = "each"
    id: str
    noun: str
    domain: Expr
    body: tuple[Requirement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """The body must hold of the text that `subject` gives."""

    kind: Literal["within"] = "within"
    id: str
    subject: Expr
    body: tuple[Requirement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IfPresent:
    """The body must hold where `domain` is not empty; with `each` element of it as the text under check."""

    kind: Literal["if_present"] = "if_present"
    id: str
    noun: str
    domain: Expr
    body: tuple[Requirement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Combined:
    kind: Literal["combined"] = "combined"
    id: str
    combinator: Literal["any_of", "all_of", "none_of"]
    body: tuple[Requirement, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class When:
    kind: Literal["when"] = "when"
    id: str
    condition: Expr
    then: tuple[Requirement, ...]
    otherwise: tuple[Requirement, ...] = ()


Requirement: TypeAlias = Annotated[Demand | Each | Within | IfPresent | Combined | When, Told("kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """`for name in values`: the spec stands for one instance per value."""

    name: str
    values: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A task and what its answer must satisfy. `stated`: the task says so itself, and is the whole prompt.

    `meta` is what is known of it besides, by name: its level, its pattern, which prompt it is a cousin of.
    """

    name: str
    parameters: tuple[Parameter, ...] = ()
    task: Template
    stated: bool = False
    must: tuple[Requirement, ...] = ()
    should: tuple[Requirement, ...] = ()
    draws: tuple[Draw, ...] = ()
    meta: tuple[tuple[str, str], ...] = ()


# ---------------------------------------------------------------- knowledge tasks


@dataclass(frozen=True, slots=True, kw_only=True)
class Matcher:
    """A constraint that says whether an answer is the expected one; its first argument, that text, is left out."""

    id: str
    constraint: str
    arguments: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How an answer is read from the response, and what judges it."""

    answer: Expr
    matchers: tuple[Matcher, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongAnswers:
    """Wrong answers of one kind that are written out, where as a rule they are derived."""

    kind: Literal["knowledge", "instruction"]
    texts: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What is known of the prompt of a row besides, as a text that may have fields of the row in it."""

    name: str
    text: Template


@dataclass(frozen=True, slots=True, kw_only=True)
class Knowledge:
    """A spec over the rows of a source that meet `condition`: what is asked of each, what is expected, how it is told.

    A row is the variable `row`, whose type is `row of SOURCE`. The first matcher of the first reading decides whether
    an answer is right; the others are told besides. `must` and `should` are what a response has to do apart from that.
    """

    name: str
    parameters: tuple[Parameter, ...] = ()
    row: str
    source: str
    condition: Expr | None = None
    task: Template
    stated: bool = False
    given: tuple[LetItem, ...] = ()
    expect: Expr
    readings: tuple[Reading, ...]
    errors: tuple[WrongAnswers, ...] = ()
    must: tuple[Requirement, ...] = ()
    should: tuple[Requirement, ...] = ()
    draws: tuple[Draw, ...] = ()
    meta: tuple[Remark, ...] = ()
