"""Take graded turns of dialogues; give judged requirements for the figures, and what went wrong, by class.

The classes are derived from verdicts and roles alone, so they cost nothing and mean the same for every model.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

from ifdsl.flows.metrics import STRUCTURAL_WEIGHT, Judged
from ifdsl.flows.posing import CONVERSATION, ROLES, TURN, WEIGHT
from ifdsl.flows.roles import CARRIED, Role
from ifdsl.flows.turns import RELATION_GROUP
from ifdsl.store.records import ItemResult, RequirementResult

FaultKind = Literal[
    "ignored change",
    "forgot kept",
    "resurrected dropped",
    "wrong referent",
    "lost referent",
    "carried across",
    "left out of summary",
]


class Fault(NamedTuple):
    """What went wrong in a turn.

    `ignored change`: the new demand is broken and the old one satisfied. `forgot kept`: something that an earlier turn
    asked for and that is still in force is broken. `resurrected dropped`: what was to be gone is there. `wrong
    referent`: something is mentioned that belongs to another turn; `lost referent`: what was to be mentioned is not.
    `carried across`: something of a topic that was left is there. `left out of summary`: a turn is not covered.
    """

    kind: FaultKind
    requirement: str
    relation: str
    turn: str


def is_turn(result: ItemResult) -> bool:
    """Whether a result is that of a turn of a flow."""
    return ROLES in result.prompt.meta


def judged(result: ItemResult) -> Iterator[Judged]:
    """The requirements of a turn with their strict verdicts; what does not apply is left out.

    A requirement of a turn without an answer is a failure.
    """
    meta: Mapping[str, Any] = result.prompt.meta
    weight = float(meta.get(WEIGHT, 1))
    for one in result.requirements:
        if result.answered and one.strict == "not_applicable":
            continue
        role = role_of(result, one)
        alone = not role.structural and not one.group.startswith(f"{RELATION_GROUP}.")
        yield Judged(
            dialogue=str(meta[CONVERSATION]),
            turn=int(meta[TURN]),
            type=(one.group or one.constraint) if alone else "",
            passed={"pass": True, "fail": False}.get(one.strict) if result.answered else False,
            relation=role.relation,
            # What a requirement was changed to is another one, which begins in the turn of the change.
            requirement="" if role.structural else f"{role.requirement}@{role.turn}",
            weight=weight if alone else weight * STRUCTURAL_WEIGHT,
        )


def faults(result: ItemResult) -> Iterator[Fault]:
    """What went wrong in a turn that was answered, by class."""
    if not result.answered:
        return
    failed = [(one, role_of(result, one)) for one in result.requirements if one.strict == "fail"]
    misled = {role.relation for _, role in failed if role.kind == "avoid"}
    for one, role in failed:
        kind = _kind(role, misled)
        if kind is not None:
            yield Fault(kind, one.id, role.relation, role.turn)


def _kind(role: Role, misled: Iterable[str]) -> FaultKind | None:
    match role.kind:
        case "stale":
            return "ignored change"
        case "reset":
            return "carried across" if role.relation == "departs" else "resurrected dropped"
        case "leak":
            return "carried across"
        case "cover":
            return "left out of summary"
        case "mention":
            return None if role.relation in misled else "lost referent"
        case "avoid":
            return "wrong referent"
    return "forgot kept" if role.kind in CARRIED else None


def role_of(result: ItemResult, requirement: RequirementResult) -> Role:
    """What a requirement is to its turn."""
    roles: Any = result.prompt.meta.get(ROLES, {})
    found = roles.get(requirement.id)
    return Role("new", requirement=requirement.id) if found is None else Role(*found)
