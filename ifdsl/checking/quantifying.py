"""Take a list and what judges an element; give the finding of `all` or `any` over it, with words and evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from ifdsl.checking.combining import Thunk, gather, greatest, least, nearest, tell
from ifdsl.checking.findings import Finding, Telling
from ifdsl.checking.places import MOST_SPANS, evidence
from ifdsl.checking.quick import NOT_APPLICABLE, Quick
from ifdsl.checking.verdict import Evidence, EvidenceKind
from ifdsl.checking.wording import Noun, Place, Topic, ticked, topic
from ifdsl.primitives.piece import Piece

MOST_TOLD = 50
"""Elements of one quantifier whose own evidence is gathered."""


def every(
    items: Iterable[Any],
    judge: Callable[[Any, Place], Finding],
    *,
    noun: Noun | None = None,
    outer: Topic = None,
    where: Callable[[Any], bool] | None = None,
    if_empty: Quick = True,
) -> Finding:
    """`all(… for item in items if where)`: the least margin decides; over nothing, `if_empty` does.

    Args:
        noun: what the items are called.
        outer: the text that they are parts of.
    """
    places, found = _each(items, judge, noun, outer, where, settled_by=False)
    if not found:
        holds = None if if_empty is NOT_APPLICABLE else if_empty is True
        return Finding(holds, 1.0 if holds else -1.0, lambda: Telling(_nothing(noun, outer), 0, _some_of(noun)))
    worst = least(found)
    return Finding(worst.holds, worst.margin, lambda: _every_told(places, found, worst, noun))


def some(
    items: Iterable[Any],
    judge: Callable[[Any, Place], Finding],
    *,
    noun: Noun | None = None,
    outer: Topic = None,
    where: Callable[[Any], bool] | None = None,
) -> Finding:
    """`any(… for item in items if where)`: the greatest margin decides; over nothing, it fails by 1."""
    places, found = _each(items, judge, noun, outer, where, settled_by=True)
    if not found:
        return Finding(False, -1.0, lambda: Telling(_nothing(noun, outer), 0, _some_of(noun)))
    best = greatest(found)
    return Finding(best.holds, best.margin, lambda: _some_told(places, found, best, noun))


def _each(
    items: Iterable[Any],
    judge: Callable[[Any, Place], Finding],
    noun: Noun | None,
    outer: Topic,
    where: Callable[[Any], bool] | None,
    settled_by: bool,
) -> tuple[list[Place], list[Finding]]:
    places: list[Place] = []

    def parts() -> Iterator[Thunk]:
        for position, item in enumerate(items, start=1):
            if where is None or where(item):
                places.append(Place(noun, position, item, outer))
                yield lambda: judge(item, places[-1])  # noqa: B023 - called before the next turn

    return places, gather(parts(), settled_by)


def _nothing(noun: Noun | None, outer: Topic) -> str:
    words = f"there is no {noun[0]}" if noun else "there is nothing to look at"
    return words if outer is None else f"{words} in {topic(outer)}"


def _some_of(noun: Noun | None) -> str | None:
    return f"at least 1 {noun[0]}" if noun else None


def _every_told(places: Sequence[Place], found: Sequence[Finding], worst: Finding, noun: Noun | None) -> Telling:
    failing = [i for i, finding in enumerate(found) if not finding.holds]
    told = tell(worst)
    if failing:
        if len(failing) > 1:
            many = f"{len(failing)} of {len(found)} {noun[1]}" if noun else f"{len(failing)} of {len(found)}"
            told = told._replace(message=f"{told.message} ({many})")
        return told._replace(evidence=_evidence(places, found, failing, worst, told, "violates"))
    if len(found) > 1:
        told = told._replace(message=f"all of {_of_them(places, noun)} are as asked")
    return told._replace(evidence=_evidence(places, found, range(len(found)), worst, told, None))


def _some_told(places: Sequence[Place], found: Sequence[Finding], best: Finding, noun: Noun | None) -> Telling:
    told = tell(best)
    if best.holds:
        holding = [i for i, finding in enumerate(found) if finding.holds]
        return told._replace(evidence=_evidence(places, found, holding, best, told, "satisfies"))
    told = told._replace(evidence=_evidence(places, found, range(len(found)), best, told, None))
    if len(found) == 1:
        return told
    return nearest(told, f"none of {_of_them(places, noun)} is as asked")


def _of_them(places: Sequence[Place], noun: Noun | None) -> str:
    """`7 paragraphs`, or the values where they are called nothing."""
    return f"{len(places)} {noun[1]}" if noun else f"{ticked([place.value for place in places])}"


def _evidence(
    places: Sequence[Place],
    found: Sequence[Finding],
    chosen: Sequence[int],
    decisive: Finding,
    told: Telling,
    kind: EvidenceKind | None,
) -> list[Evidence]:
    """The chosen elements themselves where they are parts of the text, else what their findings point at.

    `told` is what `decisive` told: nothing is told twice, or quantifiers that nest would take exponential time.
    """
    if isinstance(places[0].value, Piece):
        return evidence(kind, (places[i].value for i in chosen[:MOST_SPANS])) if kind else list(told.evidence)
    tellings = (told if found[i] is decisive else tell(found[i]) for i in chosen[:MOST_TOLD])
    return list(islice((item for telling in tellings for item in telling.evidence), MOST_SPANS))
