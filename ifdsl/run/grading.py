"""Take an item, its verifier and a response; give the verdicts, strict and loose, as records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from ifdsl.checking.lenient import View
from ifdsl.checking.verdict import Outcome, Report
from ifdsl.checking.verifier import Verifier
from ifdsl.store.records import Evidence, ItemResult, Prompt, RequirementResult, Response

Reading = Literal["each", "one"]


class Label(NamedTuple):
    """What a requirement is reported under: its constraint type and group, and whether it is a `must`."""

    constraint: str
    group: str
    required: bool = True


class Item(NamedTuple):
    """A prompt with what checks its answers. `labels` go with the verifier's `ids`, one each."""

    prompt: Prompt
    verifier: Verifier
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Grader:
    """Grades responses the same way throughout a run.

    `views` are the readings of the loose verdict; in `each` every requirement takes its own, in `one` all share one.
    `details` adds measured values, messages, margins and evidence, which cost several times the verdict.
    """

    views: Mapping[str, View]
    reading: Reading = "each"
    details: bool = False

    def grade(self, item: Item, response: Response | None) -> ItemResult:
        """The verdicts on one response; an item without an answer is listed with every requirement failed."""
        text = response.text if response is not None and response.answered else ""
        verifier = item.verifier
        strict = verifier.verdicts(text)
        loose = verifier.lenient(text, self.views, self.reading, strict=strict).verdicts
        results = [
            RequirementResult(
                id=id_,
                constraint=label.constraint,
                group=label.group,
                # The `value` of an enumeration is found by code in Python, ten times slower.
                strict=strictly._value_,
                loose=loosely._value_,
                required=label.required,
            )
            for id_, label, strictly, loosely in zip(verifier.ids, item.labels, strict, loose, strict=True)
        ]
        if self.details and text:
            outcomes = _outcomes(verifier.check(text))
            results = [one._replace(**_details(outcome)) for one, outcome in zip(results, outcomes, strict=True)]  # type: ignore[arg-type]
        return ItemResult.of(item.prompt, response, results)


def _outcomes(report: Report) -> list[Outcome]:
    return [requirement.outcome for requirement in (*report.must, *report.should)]


def _details(outcome: Outcome) -> dict[str, object]:
    return {
        "measured": outcome.measured,
        "expected": outcome.expected,
        "message": outcome.message,
        "margin": outcome.margin,
        "evidence": tuple(Evidence(e.start, e.end, e.kind, e.text) for e in outcome.evidence),
    }
