"""Give the nodes of the IR: frozen dataclasses that pydantic reads, writes and publishes as JSON Schema (see `json`).

An expression carries its type as written in the language (`"list[text]"`). The text under check is the variable
`response`. Calls are positional and complete: defaults are filled in, user functions are expanded.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias, Union

from ifdsl.ir.unions import Called, Told

IR_VERSION = 1
RESPONSE = "response"


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


# ---------------------------------------------------------------- flows


RelationKind: TypeAlias = Literal["follows", "refines", "recalls", "expands", "summarizes", "departs"]
Context: TypeAlias = Literal["golden", "self"]
"""What stands for the assistant in the history of a turn: the flow's golden answers, or the model's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """How a turn comes from one before it; `departs` names none."""

    kind: RelationKind
    turn: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Add:
    """A new requirement. `scope` is how long it holds where nothing refines its turn; `until` is that turn's name."""

    kind: Literal["add"] = "add"
    requirement: Requirement
    required: bool = True
    scope: Literal["turn", "until", "topic", "session"] = "turn"
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Another demand in the place of one in force, whose id it has."""

    kind: Literal["change"] = "change"
    requirement: Demand


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """The end of a requirement; with `reset` the response must not satisfy it either."""

    kind: Literal["drop"] = "drop"
    id: str
    reset: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """A requirement of a turn that this one is related to, which holds here too."""

    kind: Literal["keep"] = "keep"
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Terms (texts, numbers, lists of them) that the response mentions: `least` of them, all where it is None."""

    kind: Literal["mention"] = "mention"
    terms: tuple[Expr, ...]
    least: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Avoid:
    """Terms that the response does not mention (`not_mention`)."""

    kind: Literal["avoid"] = "avoid"
    terms: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """Terms by which a summary shows that it covers a turn; `least` as in a mention."""

    kind: Literal["cover"] = "cover"
    turn: str
    terms: tuple[Expr, ...]
    least: int | None = None


Step: TypeAlias = Annotated[Add | Change | Drop | Keep | Mention | Avoid | Cover, Told("kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What the user says, how it comes from what went before, and what the response must do.

    `stated`: the user's words state the turn's new requirements, so that no rules are added to them. `captures` are
    values that are taken from the response. `context` overrides the flow's. `asks` names the spec over rows whose task
    is what the user says, and whose requirements are the turn's besides its own; `user` is empty then.
    """

    name: str
    relations: tuple[Relation, ...] = ()
    asks: str | None = None
    user: Template
    stated: bool = False
    golden: Template | None = None
    context: Context | None = None
    steps: tuple[Step, ...] = ()
    captures: tuple[LetItem, ...] = ()
    weight: int | float = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Lasting:
    """`keep id from turn`: a requirement of that turn holds in each later one, up to `until` where that is given."""

    id: str
    turn: str
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """A dialogue: its turns in order."""

    name: str
    doc: str = ""
    parameters: tuple[Parameter, ...] = ()
    context: Context = "self"
    turns: tuple[Turn, ...]
    lasting: tuple[Lasting, ...] = ()
    draws: tuple[Draw, ...] = ()
    meta: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A relation by its verb (`recall(1)`), or another flow by its name (`std.flows.fan(3)`)."""

    name: str
    arguments: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """One turn, by all of its relations; or one other flow."""

    kind: Literal["moves"] = "moves"
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sequence:
    """Parts one after another."""

    kind: Literal["sequence"] = "sequence"
    parts: tuple[Layout, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One way of several, taken so often."""

    layout: Layout
    weight: int | float = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One of several ways."""

    kind: Literal["choice"] = "choice"
    options: tuple[Option, ...]


Layout: TypeAlias = Annotated[Moves | Sequence | Choice, Told("kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowTemplate:
    """How the turns of a dialogue are related, with nothing in them; or other flows one after another."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    layout: Layout


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
