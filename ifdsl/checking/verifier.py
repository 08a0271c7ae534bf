"""Take a compiled module, a spec and its values; give what checks responses: passes, verdicts, reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, Literal, NamedTuple

from ifdsl.checking.binding import BadArguments, bind
from ifdsl.checking.entries import ConstraintEntry, SpecEntry
from ifdsl.checking.judging import Answers, JudgedDoc, Question, Recorder
from ifdsl.checking.lenient import LENIENT, View
from ifdsl.checking.module import Module
from ifdsl.checking.quick import NOT_APPLICABLE, UNKNOWN, Quick, accepted
from ifdsl.checking.verdict import Outcome, Report, RequirementOutcome, Verdict
from ifdsl.primitives.doc import Doc
from ifdsl.primitives.piece import Piece

_VERDICTS: dict[Quick, Verdict] = {
    True: Verdict.PASS,
    False: Verdict.FAIL,
    UNKNOWN: Verdict.UNKNOWN,
    NOT_APPLICABLE: Verdict.NOT_APPLICABLE,
}

BLANK = Outcome(Verdict.FAIL, -1.0, "the response is blank")


class LenientVerdicts(NamedTuple):
    """The verdicts of the requirements, and the view by which each came about (empty where the response is blank)."""

    verdicts: tuple[Verdict, ...]
    views: tuple[str, ...]


class Verifier:
    """Checks responses against one instance of a spec.

    A blank response fails every requirement, as in the published evaluators: nothing was answered. A verifier can be
    pickled; where it is read again, its module is executed anew.
    """

    __slots__ = ("_entry", "ids", "values")

    def __init__(
        self, entry: SpecEntry, values: Mapping[str, Any] | Sequence[Any] = (), *, name: str = "the spec"
    ) -> None:
        """
        Args:
            entry: the functions of a spec, as a compiled module lists them (`verifier` takes one by its name).
            values: the spec's values, by name or in order; defaults fill in.
            name: what messages call the spec.

        Raises:
            BadArguments: the values do not fit the spec's parameters.
        """
        self._entry = entry
        self.values = bind(name, entry, values)
        """The spec's values in order, defaults filled in."""
        self.ids = (*entry.must, *entry.should)
        """The ids of the top-level requirements in the order of the verdicts: `must`, then `should`."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _verifier_again, (_origin(self._entry), self.values)

    @property
    def required(self) -> int:
        """How many of the first `ids` are `must` requirements."""
        return len(self._entry.must)

    def passes(self, text: str, answers: Answers | None = None) -> bool:
        """Whether every `must` requirement passes or does not apply. Cheap requirements come first."""
        if _is_blank(text):
            return False
        return self._entry.passes(_doc(text, answers), *self.values)

    def verdicts(self, text: str, answers: Answers | None = None) -> tuple[Verdict, ...]:
        """The verdict of each top-level requirement, in the order of `ids`."""
        if _is_blank(text):
            return (Verdict.FAIL,) * len(self.ids)
        found = self._entry.verdicts(_doc(text, answers), *self.values)
        return tuple([_VERDICTS[quick] for quick in found])

    def check(self, text: str, answers: Answers | None = None) -> Report:
        """The outcomes of all requirements, with margins, messages and evidence."""
        report = self._entry.explain(_doc(Piece(text, 0), answers), *self.values)
        if not _is_blank(text):
            return report
        must, should = (tuple(_blank(item) for item in items) for items in (report.must, report.should))
        return replace(report, must=must, should=should)

    def questions(self, text: str) -> list[Question]:
        """What a judge would have to be asked for `text`, each question once, in the order of the requirements."""
        if _is_blank(text):
            return []
        recorder = Recorder()
        self._entry.explain(_doc(Piece(text, 0), recorder), *self.values)
        return list(recorder.asked)

    def open_questions(self, text: str) -> list[Question]:
        """The questions on which the verdict of some requirement hangs: what code settles is not asked."""
        if _is_blank(text):
            return []
        found: dict[Question, None] = {}
        for check in self._entry.requirements:
            recorder = Recorder()
            if check(_doc(text, recorder), *self.values) is UNKNOWN:
                found |= recorder.asked
        return list(found)

    def lenient(
        self,
        text: str,
        views: Mapping[str, View] = LENIENT["ifeval"],
        reading: Literal["each", "one"] = "each",
        *,
        strict: Sequence[Verdict] | None = None,
        answers: Answers | None = None,
    ) -> LenientVerdicts:
        """The verdicts where the response may be read through any of several views.

        Args:
            views: names with functions from the response to what is graded, in order of preference. Blank results
                pass nothing; equal ones are checked once.
            reading: `each` lets every requirement take the first view that it passes under, as IFEval's loose
                accuracy does. `one` takes a single view for them all: the first under which the whole spec passes,
                else the one with the most passing requirements.
            strict: the verdicts on the response itself, if they are known already.
        """
        if reading == "one":
            return self._by_one_view(text, views, strict, answers)
        count = len(self.ids)
        if strict is not None and strict.count(Verdict.PASS) == count and not _is_blank(text):
            # Nothing is left to be gained where the response itself is the first of the views.
            for name, view in islice(views.items(), 1):
                if view(text) == text:
                    return LenientVerdicts(tuple(strict), (name,) * count)
        verdicts, used = [Verdict.FAIL] * count, [""] * count
        pending = list(range(count))
        for position, (name, doc) in enumerate(_variants(text, views, answers)):
            known = strict if doc.text == text else None
            still = []
            for i in pending:
                verdict = known[i] if known else _VERDICTS[self._entry.requirements[i](doc, *self.values)]
                first = position == 0
                if verdict is Verdict.PASS or (first and verdict is Verdict.NOT_APPLICABLE):
                    verdicts[i], used[i] = verdict, name
                    continue
                still.append(i)
                if first or verdict is Verdict.UNKNOWN:
                    verdicts[i], used[i] = verdict, name
            pending = still
            if not pending:
                break
        return LenientVerdicts(tuple(verdicts), tuple(used))

    def reports(
        self, text: str, views: Mapping[str, View] = LENIENT["ifeval"], answers: Answers | None = None
    ) -> Iterator[Report]:
        """The report on each text that `lenient` tries, in its order."""
        for _, doc in _variants(text, views, answers):
            doc.text = Piece(doc.text, 0)
            yield self._entry.explain(doc, *self.values)

    def _by_one_view(
        self, text: str, views: Mapping[str, View], strict: Sequence[Verdict] | None, answers: Answers | None
    ) -> LenientVerdicts:
        count, must = len(self.ids), len(self._entry.must)
        best, best_name, most = (Verdict.FAIL,) * count, "", -1
        for name, doc in _variants(text, views, answers):
            if strict and doc.text == text:
                verdicts = tuple(strict)
            else:
                verdicts = tuple([_VERDICTS[quick] for quick in self._entry.verdicts(doc, *self.values)])
            if all(verdict.accepted for verdict in verdicts[:must]):
                return LenientVerdicts(verdicts, (name,) * count)
            passing = verdicts.count(Verdict.PASS)
            if passing > most:
                best, best_name, most = verdicts, name, passing
        return LenientVerdicts(best, (best_name,) * count)


def verifier(module: Module, spec: str, values: Mapping[str, Any] | Sequence[Any] = ()) -> Verifier:
    """The verifier of a spec of a compiled module.

    Raises:
        BadArguments: there is no such spec, or the values do not fit its parameters.
    """
    if spec not in module.specs:
        raise BadArguments(f"there is no spec `{spec}`")
    return Verifier(module.specs[spec], values, name=spec)


class ConstraintChecker:
    """Checks texts against one constraint; a blank text is a text like any other here."""

    __slots__ = ("_entry", "arguments", "name")

    def __init__(self, module: Module, name: str, arguments: Mapping[str, Any] | Sequence[Any] = ()) -> None:
        """
        Args:
            name: the qualified name of a constraint of the module.
            arguments: its arguments, by name or in order; defaults fill in.

        Raises:
            BadArguments: there is no such constraint, or the arguments do not fit its parameters.
        """
        if name not in module.constraints:
            raise BadArguments(f"there is no constraint `{name}`")
        self.name = name
        self._entry = module.constraints[name]
        self.arguments = bind(name, self._entry, arguments)
        """The constraint's arguments in order, defaults filled in."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _checker_again, (self.name, _origin(self._entry), self.arguments)

    @property
    def entry(self) -> ConstraintEntry:
        """The functions of the constraint, which take its arguments after the document."""
        return self._entry

    def passes(self, text: str, answers: Answers | None = None) -> bool:
        """Whether the text passes, or the constraint does not apply to it."""
        return accepted(self._entry.passes(_doc(text, answers), *self.arguments))

    def verdict(self, text: str, answers: Answers | None = None) -> Verdict:
        return _VERDICTS[self._entry.passes(_doc(text, answers), *self.arguments)]

    def check(self, text: str, answers: Answers | None = None) -> Outcome:
        """The verdict with its margin, message and evidence."""
        return self._entry.explain(_doc(Piece(text, 0), answers), *self.arguments)


def _origin(entry: ConstraintEntry | SpecEntry) -> Callable[[], Any]:
    if entry.origin is None:
        raise TypeError("checks that were put together by hand cannot be sent to another process")
    return entry.origin


def _verifier_again(origin: Callable[[], SpecEntry], values: tuple[Any, ...]) -> Verifier:
    return Verifier(origin(), values)


def _checker_again(name: str, origin: Callable[[], ConstraintEntry], arguments: tuple[Any, ...]) -> ConstraintChecker:
    checker = ConstraintChecker.__new__(ConstraintChecker)
    checker.name, checker._entry, checker.arguments = name, origin(), arguments
    return checker


def _doc(text: str, answers: Answers | None) -> Doc:
    return Doc(text) if answers is None else JudgedDoc(text, answers)


def _is_blank(text: str) -> bool:
    return not text or text.isspace()


def _variants(text: str, views: Mapping[str, View], answers: Answers | None) -> Iterator[tuple[str, Doc]]:
    """The readings of `text` that are not blank, each once, made as they are asked for."""
    seen = set()
    for name, view in views.items():
        variant = view(text)
        if variant in seen or _is_blank(variant):
            continue
        seen.add(variant)
        # What a judge said of the response it said of no other text.
        yield name, Doc(variant) if answers is None else JudgedDoc(variant, answers, whole=variant == text)


def _blank(item: RequirementOutcome) -> RequirementOutcome:
    return replace(item, outcome=BLANK, children=())
