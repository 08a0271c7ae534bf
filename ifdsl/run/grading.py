"""Take an item, its verifier and a response; give the verdicts, strict and loose, as records."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from ifdsl.checking.judging import Answers
from ifdsl.checking.lenient import View
from ifdsl.checking.verdict import Outcome, Report
from ifdsl.checking.verifier import Verifier
from ifdsl.store.database import StoredItem
from ifdsl.store.records import Evidence, ItemResult, Prompt, RequirementResult, Response

Reading = Literal["each", "one"]


class Label(NamedTuple):
    """What a requirement is reported under: its constraint type and group, and whether it is a `must`.

    `source` is where it is written, as `file.ifc:12`; `phrases` are the half-open spans of the prompt's text that ask
    for it. Both are empty where they are not known.
    """

    constraint: str
    group: str
    required: bool = True
    source: str = ""
    phrases: tuple[tuple[int, int], ...] = ()


class Diagnosis(NamedTuple):
    """What a wrong answer tells: the kind of its fault, why in plain words, and where it stands in the response."""

    kind: str
    why: str
    span: tuple[int, int]


class Item(NamedTuple):
    """A prompt with what checks its answers.

    Attributes:
        labels: one for each of the verifier's `ids`.
        fingerprint: gives what is equal for verifiers that give equal verdicts; None where nothing is known of that.
        locate: gives the labels with their sources and phrases, where finding those is work of its own.
        attempts: gives responses that may well pass, where they are known beforehand.
        diagnose: says what a response tells that fails the requirement `judged`, where that can be known.
        judged: the id of that requirement; by default the first one.
    """

    prompt: Prompt
    verifier: Verifier
    labels: tuple[Label, ...]
    fingerprint: Callable[[], str] | None = None
    locate: Callable[[], tuple[Label, ...]] | None = None
    attempts: Callable[[], Iterable[str]] | None = None
    diagnose: Callable[[str], Diagnosis] | None = None
    judged: str = ""

    def told(self) -> tuple[Label, ...]:
        """The labels with all that is known of where each requirement is written and asked for."""
        return self.labels if self.locate is None else self.locate()


class JudgeAnswers(Protocol):
    """What a judge said of responses."""

    @property
    def fingerprint(self) -> str:
        """What names the answers, all together."""

    def of(self, prompt_id: str, repeat: int) -> Answers | None:
        """The answers on one response; None where there are none."""


@dataclass(frozen=True, slots=True)
class Grader:
    """Grades responses the same way throughout a run.

    `views` are the readings of the loose verdict; in `each` every requirement takes its own, in `one` all share one.
    `details` adds measured values, messages, margins, evidence and what `Item.told` finds, which cost several times the
    verdict. `named` says of each result what gave its verdicts, as a run that is graded again has to know. `answers`
    are what a judge said of responses; without them, what asks a judge is `unknown`.
    """

    views: Mapping[str, View]
    reading: Reading = "each"
    details: bool = False
    named: bool = False
    answers: JudgeAnswers | None = None

    def grade(self, item: Item, response: Response | None) -> ItemResult:
        """The verdicts on one response; an item without an answer is listed with every requirement failed."""
        text = response.text if response is not None and response.answered else ""
        verifier = item.verifier
        answers = None
        if self.answers is not None and response is not None:
            answers = self.answers.of(item.prompt.id, response.repeat)
        strict = verifier.verdicts(text, answers)
        loose, views = verifier.lenient(text, self.views, self.reading, strict=strict, answers=answers)
        labels = item.told() if self.details else item.labels
        results = [
            RequirementResult(
                id=id_,
                constraint=label.constraint,
                group=label.group,
                # The `value` of an enumeration is found by code in Python, ten times slower.
                strict=strictly._value_,
                loose=loosely._value_,
                required=label.required,
                view=view,
                source=label.source,
                phrases=label.phrases,
            )
            for id_, label, strictly, loosely, view in zip(verifier.ids, labels, strict, loose, views, strict=True)
        ]
        if self.details and text:
            outcomes = _outcomes(verifier.check(text, answers))
            results = [one._replace(**_details(outcome)) for one, outcome in zip(results, outcomes, strict=True)]  # type: ignore[arg-type]
        if item.diagnose is not None and text:
            place = verifier.ids.index(item.judged) if item.judged else 0
            if results[place].strict == "fail":
                results[place] = _diagnosed(results[place], item.diagnose(text))
        result = ItemResult.of(item.prompt, response, results)
        return result._replace(verifier=self.fingerprint(item)) if self.named else result

    def fingerprint(self, item: Item) -> str:
        """What names the verdicts that this grader gives with the item's verifier."""
        if item.fingerprint is None:
            return ""
        judged = "" if self.answers is None else f" {self.answers.fingerprint}"
        named = f"{item.fingerprint()} {self.reading} {' '.join(self.views)}{judged}"
        return hashlib.blake2b(named.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def stored(item: Item, fingerprint: str = "") -> StoredItem:
    """The item as a run keeps it, before any verdict."""
    labels = zip(item.verifier.ids, item.told(), strict=True)
    return StoredItem(item.prompt, tuple(RequirementResult.stated(id_, *label) for id_, label in labels), fingerprint)


def _diagnosed(result: RequirementResult, found: Diagnosis) -> RequirementResult:
    """The verdict with what it tells: the label of a piece of evidence is the kind of the fault."""
    told = f"{found.kind}: {found.why}"
    message = f"{result.message}; {told}" if result.message else told
    kept = tuple(one for one in result.evidence if (one.start, one.end) != found.span)
    return result._replace(message=message, evidence=(*kept, Evidence(*found.span, "violates", found.kind)))


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
