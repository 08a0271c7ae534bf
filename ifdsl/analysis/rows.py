"""Take a certificate; give the JSON object that stands for it; and say of such an object whether it holds.

A witness is checked by the compiled checkers, and so is that no member of a core can be left out, wherever the object
has a text for it. Only that the members of a core contradict each other is left to the solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ifdsl.analysis.certificate import Certificate
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import Question
from ifdsl.analysis.witness.trial import Check
from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range

Row = dict[str, Any]


class BadRow(ValueError):
    """An object that is no certificate; the text says why, in plain words."""


def row_of(certificate: Certificate) -> Row:
    """The members of a row that say what was found. Positions are those of the requirements, from 0."""
    row: Row = {"verdict": certificate.verdict}
    if certificate.verdict == "consistent":
        row["witness"] = certificate.witness
    elif certificate.verdict == "conflict":
        row |= {"core": list(certificate.core), "without": list(certificate.without), "steps": list(certificate.steps)}
        if certificate.supposing:
            row["supposing"] = list(certificate.supposing)
        repair = certificate.repair
        if repair is not None:
            value = str(repair.value) if isinstance(repair.value, Range) else repair.value
            row["repair"] = {"position": repair.position, "parameter": repair.parameter, "value": value}
    if certificate.reason:
        row["reason"] = certificate.reason
    if certificate.implied:
        row["implied"] = [
            {"kind": each.kind, "position": each.position, "by": list(each.by), "reason": each.reason}
            for each in certificate.implied
        ]
    return row


def faults(
    row: Mapping[str, Any], demands: Sequence[Demand], check: Check, declared: Sequence[n.Conflict] = ()
) -> Iterator[str]:
    """What is wrong with the claims of a row, a sentence each; nothing where all hold.

    Args:
        row: as `row_of` makes it; it may come from anywhere.
        demands: the set that it is about.
        check: the verdicts of the compiled checkers on a text, one for each demand.
        declared: what authors declare impossible; it is believed.

    Raises:
        BadRow: the row is no certificate of a set of this size.
        NoSolver: a conflict is to be proved again, and the extra `smt` is not installed.
    """
    verdict = row.get("verdict")
    if verdict == "consistent":
        yield from _of_witness(_text(row, "witness"), demands, check)
    elif verdict == "conflict":
        yield from _of_core(row, demands, check, declared)
    elif verdict != "unknown":
        raise BadRow(f"`verdict` is {verdict!r}; it is `consistent`, `conflict` or `unknown`")
    yield from _of_implied(row, demands, declared)


def _of_witness(text: str, demands: Sequence[Demand], check: Check) -> Iterator[str]:
    if not text.strip():
        yield "the witness is blank, and a blank response fails"
    failing = [f"`{demand.name}`" for demand, passed in zip(demands, check(text), strict=True) if not passed]
    if failing:
        yield f"the witness fails {', '.join(failing)}"


def _of_core(
    row: Mapping[str, Any], demands: Sequence[Demand], check: Check, declared: Sequence[n.Conflict]
) -> Iterator[str]:
    core = _positions(row.get("core"), "core", len(demands))
    if not core:
        raise BadRow("`core` is empty")
    texts = row.get("without") or [None] * len(core)
    if not isinstance(texts, list) or len(texts) != len(core):
        raise BadRow("`without` is no list of one text for each member of `core`")
    members = [demands[place] for place in core]
    ordinary = bool(row.get("supposing"))
    found = Question(members, blank_fails=True, ordinary=ordinary, declared=declared).conflict()
    if found is None:
        yield "no contradiction is found in the core"
    elif len(found.core) < len(core):
        yield "the core can be smaller"
    for place, text in zip(core, texts, strict=True):
        others = [other for other in core if other != place]
        if not isinstance(text, str):
            rest = Question([demands[other] for other in others], blank_fails=True, ordinary=ordinary,
                            declared=declared)  # fmt: skip
            if others and rest.conflict() is not None:
                yield f"`{demands[place].name}` can be left out of the core"
            continue
        verdicts = check(text)
        if not all(verdicts[other] for other in others):
            yield f"the text without `{demands[place].name}` fails another member of the core"


def _of_implied(row: Mapping[str, Any], demands: Sequence[Demand], declared: Sequence[n.Conflict]) -> Iterator[str]:
    claims = row.get("implied") or []
    if not isinstance(claims, list) or not all(isinstance(claim, dict) for claim in claims):
        raise BadRow("`implied` is no list of objects")
    for claim in claims:
        (place,) = _positions([claim.get("position")], "position", len(demands))
        by = _positions(claim.get("by"), "by", len(demands))
        asked = [*(demands[other] for other in by), demands[place]]
        found = Question(asked, blank_fails=True, declared=declared).implied()
        if not any(each.position == len(by) for each in found):
            yield f"that `{demands[place].name}` asks for nothing more is not found"


def _text(row: Mapping[str, Any], name: str) -> str:
    value = row.get(name)
    if not isinstance(value, str):
        raise BadRow(f"`{name}` is no text")
    return value


def _positions(value: object, name: str, count: int) -> list[int]:
    """Positions in a set of `count` requirements, each once."""
    sound = isinstance(value, list) and all(
        isinstance(each, int) and not isinstance(each, bool) and 0 <= each < count for each in value
    )
    if not sound or len(set(value)) != len(value):  # type: ignore[call-overload, arg-type]
        raise BadRow(f"`{name}` is no list of positions among {count} requirements")
    return sorted(value)  # type: ignore[call-overload, no-any-return]
