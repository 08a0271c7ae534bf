"""Give the nodes of dialogues: turns, their relations and steps, and the layouts of several turns (see `nodes`)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from ifdsl.ir.expression_nodes import (
    Expr,
    Template,
)
from ifdsl.ir.spec_nodes import (
    Demand,
    Draw,
    LetItem,
    Parameter,
    Requirement,
)
from ifdsl.ir.unions import Told

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
