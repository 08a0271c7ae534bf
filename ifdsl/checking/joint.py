"""Take checks of single constraints with their arguments; give the entry of a spec that demands them all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from ifdsl.checking.entries import ConstraintEntry, SpecEntry
from ifdsl.checking.outcomes import demand, undecided
from ifdsl.checking.quick import UNKNOWN, Quick, accepted
from ifdsl.checking.verdict import Outcome, Report, RequirementOutcome
from ifdsl.primitives.doc import Doc


class Check(NamedTuple):
    """What grades one requirement: its quick verdict, and its outcome in full.

    `origin` gives the check anew in another process, where it can be sent there.
    """

    passes: Callable[[Doc], Quick]
    explain: Callable[[Any], Outcome]
    origin: Callable[[], Check] | None = None


Origins: TypeAlias = tuple["Callable[[], Check] | None", ...]


def check_of(entry: ConstraintEntry, arguments: Sequence[Any]) -> Check:
    """The check of a constraint with its arguments in order."""
    passes, explain = entry.passes, entry.explain
    origin = None if entry.origin is None else partial(_check_again, entry.origin, tuple(arguments))
    return Check(lambda doc: passes(doc, *arguments), lambda doc: explain(doc, *arguments), origin)


def joint(spec: str, ids: Sequence[str], names: Sequence[str], checks: Sequence[Check | None]) -> SpecEntry:
    """The entry of a spec that demands what each check does.

    Args:
        spec: what reports call it.
        ids: the ids of the requirements.
        names: the constraint of each.
        checks: what grades each; without a check it is `unknown` on every response.
    """
    ids, names = tuple(ids), tuple(names)
    quick = tuple([_unknown if check is None else check.passes for check in checks])
    origin = None
    if all(check is None or check.origin is not None for check in checks):
        origin = partial(_joint_again, spec, ids, names, tuple([check and check.origin for check in checks]))
    return SpecEntry(
        parameters=(),
        must=ids,
        should=(),
        requirements=quick,
        passes=lambda doc: all(accepted(check(doc)) for check in quick),
        verdicts=lambda doc: [check(doc) for check in quick],
        explain=partial(_explain, spec, ids, names, checks),
        origin=origin,
    )


def _unknown(doc: Doc) -> Quick:
    return UNKNOWN


def _explain(spec: str, ids: Sequence[str], names: Sequence[str], checks: Sequence[Check | None], doc: Any) -> Report:
    outcomes: list[RequirementOutcome] = []
    for id_, name, check in zip(ids, names, checks, strict=True):
        outcome = undecided("the instruction cannot be checked") if check is None else check.explain(doc)
        outcomes.append(demand(id_, name, outcome))
    return Report(spec, tuple(outcomes))


def _check_again(origin: Callable[[], ConstraintEntry], arguments: tuple[Any, ...]) -> Check:
    return check_of(origin(), arguments)


def _joint_again(spec: str, ids: tuple[str, ...], names: tuple[str, ...], origins: Origins) -> SpecEntry:
    return joint(spec, ids, names, [None if origin is None else origin() for origin in origins])
