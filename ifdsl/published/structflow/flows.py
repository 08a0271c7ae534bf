"""Take a dialogue of StructFlowBench; give the flow that asks the same, with golden context.

Each question of a checklist is a requirement of its turn: by code where the question says what to count, else by a
judge. A refinement takes over what the turn before asks for, and the published checklists do not: what is asked for
again with another number is a change, and all else is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ifdsl.ir import nodes as n
from ifdsl.published.structflow.dialogues import Dialogue, Edge, Turn
from ifdsl.published.structflow.questions import JUDGED, PACK, Questions

USERS = {True: "expert", False: "layperson"}


def flow_of(dialogue: Dialogue, questions: Questions) -> n.Flow:
    """The flow of a dialogue; its turns are called by their places (`c1`), also where the data's names are not."""
    turns: list[n.Turn] = []
    asked: dict[str, n.Demand] = {}
    for place, turn in enumerate(dialogue.turns, start=1):
        relations = _relations(dialogue.edges, place)
        refines = any(one.kind == "refines" for one in relations)
        steps, asked = _steps(turn, place, asked if refines else {}, questions)
        turns.append(
            n.Turn(
                name=f"c{place}",
                relations=relations,
                user=n.Template(parts=(turn.prompt,) if turn.prompt else ()),
                stated=True,
                golden=n.Template(parts=(turn.golden,) if turn.golden else ()),
                steps=tuple(steps),
            )
        )
    return n.Flow(
        name=f"d{dialogue.index:03}",
        context="golden",
        turns=tuple(turns),
        meta=(
            ("topic", dialogue.topic),
            ("task", dialogue.task.partition(":")[0]),
            ("user", USERS[dialogue.expert]),
        ),
    )


def _relations(edges: Sequence[Edge], place: int) -> tuple[n.Relation, ...]:
    found: list[n.Relation] = []
    for edge in edges:
        if place not in edge.targets:
            continue
        if edge.relation == "departs":
            found.append(n.Relation(kind="departs"))
        else:
            found += [n.Relation(kind=edge.relation, turn=f"c{source}") for source in edge.sources]  # type: ignore[arg-type]
    return tuple(found)


def _steps(
    turn: Turn, place: int, before: dict[str, n.Demand], questions: Questions
) -> tuple[list[n.Step], dict[str, n.Demand]]:
    """The steps of a turn, and what is in force after them, by id."""
    steps: list[n.Step] = []
    asked: dict[str, n.Demand] = {}
    left = dict(before)
    for number, demand in enumerate(demands_of(turn, questions), start=1):
        changed = next((id_ for id_, old in left.items() if _is_changed(old, demand)), None)
        if changed is not None:
            del left[changed]
            asked[changed] = n.Demand(id=changed, constraint=demand.constraint, arguments=demand.arguments)
            steps.append(n.Change(requirement=asked[changed]))
            continue
        id_ = f"q{place}_{number}"
        asked[id_] = n.Demand(id=id_, constraint=demand.constraint, arguments=demand.arguments)
        steps.append(n.Add(requirement=asked[id_]))
    return [*(n.Drop(id=id_) for id_ in left), *steps], asked


def demands_of(turn: Turn, questions: Questions) -> Iterator[n.Demand]:
    """What each question of a turn asks for, by code or of a judge."""
    for question in turn.questions:
        decided = questions.decided(question)
        if decided is not None:
            yield decided
        else:
            text = n.Value(value=question.content, type="text")
            yield n.Demand(id="", constraint=f"{PACK}.{JUDGED[question.type]}", arguments=(text,))


def _is_changed(old: n.Demand, new: n.Demand) -> bool:
    """Whether both count the same, to another number."""
    decided = old.constraint not in {f"{PACK}.{name}" for name in JUDGED.values()}
    return decided and old.constraint == new.constraint and old.arguments != new.arguments
