"""Take a program and the folder of its data; give what is asked of each row, with what is expected and what is known.

for asked in asked_of(program, module, Path("folder"), problems):
    asked.instance, asked.right, asked.meta, asked.fault("Response: 7")
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ifdsl.checking.module import Module
from ifdsl.datasets.rows import BadRow, Row, rows
from ifdsl.ir import nodes as n
from ifdsl.ir.instances import Instance, valued
from ifdsl.ir.walk import operands
from ifdsl.knowledge.errors import Fault, Judge, Sets, fault_of, sets_of
from ifdsl.knowledge.pipeline import Pipeline, Values, text_of
from ifdsl.primitives.piece import Piece
from ifdsl.primitives.undecided import Undecided
from ifdsl.rendering.fill import fill
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label, quoted

ROW_ID = "id"
"""The field by which a row is named, where its source has it; else it is named by its line."""

MATCHERS = "matchers"
"""What the `meta` of a prompt calls the requirements that judge the answer, the deciding one first."""

MOST_ASKED = 1_000_000
"""Prompts of all specs over rows together."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One row of a source as a spec asks it.

    `instance` is of a spec that knows nothing of rows; `right` is the expected text, `place` the row.
    """

    instance: Instance
    pipeline: Pipeline
    judge: Judge
    row: Mapping[str, Any]
    values: Values
    right: str
    place: Label

    @property
    def knowledge(self) -> n.Knowledge:
        return self.pipeline.knowledge

    @property
    def has_effect(self) -> bool | None:
        """Whether following the instruction gives something else than the right answer as it stands; None where the
        spec does not say which answer is right."""
        gold = self.pipeline.gold_text(self.values)
        return None if gold is None else not self.judge.matches(gold, self.right, self.values)

    @property
    def idle(self) -> tuple[str, ...]:
        """The steps of the instruction that change nothing here."""
        found = [
            name.removeprefix("without ")
            for name, function in self.pipeline.steps
            if text_of(function, self.values) == self.right
        ]
        return tuple(dict.fromkeys(found))

    def sets(self) -> Sets:
        """The wrong answers that tell what went wrong."""
        return sets_of(self.pipeline, self.judge, self.values, self.right)

    def fault(self, response: str, sets: Sets | None = None) -> Fault:
        """What a response that is wrong tells."""
        return fault_of(sets or self.sets(), self.judge, response, self.values)

    def answer_span(self, response: str) -> tuple[int, int]:
        """Where in the response the answer stands, in code points; the empty span where there is none."""
        found = self.judge.answer(Piece(response, 0), self.values)
        return (found.start, found.start + len(found)) if isinstance(found, Piece) else (0, 0)

    def meta(self) -> dict[str, str]:
        """What is known of the prompt, and what the spec says of it itself.

        `spec` and `row` name it; `matchers` are the requirements that judge the answer, the deciding one first;
        `effect` and `clear` are `yes` or `no`, and `idle` are the steps of the instruction that change nothing.
        """
        environment = dict(zip(self.pipeline.names, self.values, strict=True))
        found = {"spec": self.knowledge.name, "row": row_id(self.row, self.place)}
        found[MATCHERS] = ", ".join(self.pipeline.posed.matchers)
        if self.has_effect is not None:
            found["clear"] = "yes" if self.sets().clear else "no"
            found["effect"] = "yes" if self.has_effect else "no"
        if self.idle:
            found["idle"] = ", ".join(self.idle)
        for remark in self.pipeline.remarks:
            found[remark.name] = fill(remark.text, environment)
        return found

    def attempts(self) -> Iterator[str]:
        """Responses that may well be right: the expected text, in the forms in which the answer may be looked for."""
        yield self.right
        marks = list(dict.fromkeys(_texts(self.knowledge.readings[0].answer)))
        for mark in marks:
            yield f"{mark} {self.right}"
            yield f"{mark}{self.right}"
        for mark in marks:
            yield json.dumps({mark: self.right}, ensure_ascii=False)


def asked_of(
    program: n.Program, module: Module, home: Path, problems: list[Diagnostic], *, only: Iterable[str] | None = None
) -> Iterator[Asked]:
    """What each spec over rows asks of each row, spec by spec.

    Args:
        module: the compiled program.
        home: the folder of the sources.
        problems: gets a diagnostic for each row that cannot be read or asked.
        only: the names of the specs that are wanted; without it all.
    """
    sources = {source.name: source for source in program.sources}
    read: dict[str, list[Row]] = {}
    wanted = None if only is None else set(only)
    count = 0
    for knowledge in program.knowledge:
        if wanted is not None and knowledge.name not in wanted:
            continue
        source = sources[knowledge.source]
        if source.name not in read:
            read[source.name] = _rows(source, home, problems)
        pipeline = Pipeline.of(knowledge, source)
        judge = Judge(pipeline, module)
        for id_, drawn in valued(knowledge):
            taken: dict[str, int] = {}
            for row in read[source.name]:
                made = _asked(pipeline, judge, id_, drawn, row, taken, problems)
                if made is None:
                    continue
                count += 1
                if count > MOST_ASKED:
                    message = f"the specs of the file ask more than {MOST_ASKED:,} prompts of its rows"
                    problems.append(Diagnostic(codes.FILE_TOO_LARGE, message, row.place))
                    return
                yield made


def row_id(row: Mapping[str, Any], place: Label) -> str:
    """What a row is called: its `id`, or the line that it begins on."""
    found = row.get(ROW_ID)
    if isinstance(found, int | str) and str(found).strip():
        return str(found)
    line, _ = place.file.position(place.span.start)
    return str(line)


def _rows(source: n.Source, home: Path, problems: list[Diagnostic]) -> list[Row]:
    found = []
    for row in rows(source, home):
        if isinstance(row, BadRow):
            problems.append(row.diagnostic)
        else:
            found.append(row)
    return found


def _asked(
    pipeline: Pipeline,
    judge: Judge,
    id_: str,
    drawn: Mapping[str, Any],
    row: Row,
    taken: dict[str, int],
    problems: list[Diagnostic],
) -> Asked | None:
    knowledge = pipeline.knowledge
    try:
        if not pipeline.applies(row.values, drawn):
            return None
        values = pipeline.values(row.values, drawn)
        wrong = pipeline.outside(values)
        if wrong is not None:
            problems.append(Diagnostic(codes.MALFORMED_ROW, wrong, row.place))
            return None
        right = pipeline.expected(values)
    except (Undecided, OverflowError) as error:
        message = f"{quoted(knowledge.name)} cannot be worked out for this row: {error}"
        problems.append(Diagnostic(codes.BLANK_EXPECTED, message, row.place))
        return None
    if not right.strip():
        message = f"{quoted(knowledge.name)} expects nothing of the answer to this row"
        problems.append(Diagnostic(codes.BLANK_EXPECTED, message, row.place))
        return None
    name = f"{id_}[{row_id(row.values, row.place)}]"
    taken[name] = taken.get(name, 0) + 1
    if taken[name] > 1:
        name += f"#{taken[name]}"
    by_name = {**dict(zip(pipeline.names, values, strict=True)), pipeline.posed.expected: right}
    instance = Instance(name, pipeline.posed.spec, by_name)
    return Asked(instance, pipeline, judge, row.values, values, right, row.place)


def _texts(expression: n.Expr) -> Iterator[str]:
    """The texts that stand in an expression, each of which may be what an answer is looked for by."""
    if isinstance(expression, n.Value) and isinstance(expression.value, str) and expression.value.strip():
        yield expression.value
    for child in operands(expression):
        yield from _texts(child)
