"""Take a built file and a published shape; give the rows that ask what its specs do, and what has no place there.

ifeval     `key`, `prompt`, `instruction_id_list`, `kwargs` (google-research/instruction_following_eval)
ifeval-pp  the same with keys such as `12:rephrasing:3`; a cousin has its original's prompt as `original_prompt`, and
           of altered constraints those as `original_instruction_id_list` and `original_kwargs` (jianshuod/IFEval-pp)
muldimif   `id`, `conversations`, `constraints`, `constraint_pattern`, `difficulty` (Junjie-Ye/MulDimIF)

What a spec says of itself that its shape has no place for stands in a column `meta`, which no published file has and
their evaluators do not look at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ifdsl.ir.build import Built
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.categories import LEVELS, PATTERNS
from ifdsl.published.exporting.instructions import Instructions
from ifdsl.published.exporting.posing import Posed, Unsayable, problem, prompts
from ifdsl.published.exporting.sentences import sentence_of
from ifdsl.published.keys import ORIGINAL, PUBLISHED_AS, Keys, group_of, written
from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, counted, in_order

Row: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Exported:
    """The rows of a file, in order, and what was found on the way. Specs with errors have none."""

    rows: tuple[Row, ...]
    problems: tuple[Diagnostic, ...]


@dataclass(slots=True)
class _Work:
    """What the rows of one file have in common, and what is found on the way."""

    built: Built
    pattern: str
    problems: list[Diagnostic] = field(default_factory=list)
    own: Counter[str] = field(default_factory=Counter)
    keys: Keys = field(default_factory=Keys)

    def refuses_should(self, posed: Posed, title: str) -> bool:
        """Whether a prompt asks for something that is not due, which no shape has a place for."""
        for requirement in posed.spec.should:
            error = Unsayable(f"rows of {title} have no place for `should`: all they ask for is due")
            self.refuse(posed, error, requirement.id)
        return bool(posed.spec.should)

    def refuse(self, posed: Posed, error: Unsayable, *place: str) -> None:
        at = ("requirement", posed.spec.name, *place) if place else ("spec", posed.spec.name)
        self.problems.append(problem(self.built, codes.NO_PLACE, str(error), at, error.advice))


def export(built: Built, shape: str, pattern: str = "listing") -> Exported:
    """The rows of the specs of a file, one for each instance.

    Args:
        built: a file without errors.
        shape: a name of `SHAPES`.
        pattern: how requirements are put, where a task does not state them itself: `listing` or `incorporation`.

    Raises:
        KeyError: there is no such shape.
        CompileFailed: a pack of the benchmark has errors.
    """
    work = _Work(built, pattern)
    rows = tuple(SHAPES[shape](work))
    if work.own:
        groups = ", ".join(f"`{name}` ({count})" for name, count in work.own.most_common())
        message = f"{counted(work.own.total(), 'constraint')} under groups of ours, for MulDimIF has none: {groups}"
        work.problems.append(problem(built, codes.OWN_GROUP, message, ()))
    return Exported(rows, tuple(in_order(_once(work.problems))))


def _once(problems: list[Diagnostic]) -> Iterator[Diagnostic]:
    """Each problem once, though it comes with every instance of a spec."""
    seen = set()
    for one in problems:
        key = (one.code, one.message, one.primary.file.path, one.primary.span)
        if key not in seen:
            seen.add(key)
            yield one


# ---------------------------------------------------------------- IFEval and IFEval++


def _ifeval(work: _Work) -> Iterator[Row]:
    return (row for _, row in _instructed(work, "ifeval", "IFEval"))


def _ifeval_pp(work: _Work) -> Iterator[Row]:
    made = list(_instructed(work, "ifeval-pp", "IFEval++"))
    originals = {posed.meta.get("base", ""): row for posed, row in made if posed.meta.get("kind") == ORIGINAL}
    for posed, row in made:
        kind = posed.meta.get("kind", ORIGINAL)
        original = None if kind == ORIGINAL else originals.get(posed.meta.get("base", ""))
        if original is not None:
            meta = row.pop("meta", None)
            row["original_prompt"] = original["prompt"]
            if PUBLISHED_AS.get(kind, kind) == "ct_alteration":
                row["original_instruction_id_list"] = original["instruction_id_list"]
                row["original_kwargs"] = original["kwargs"]
            row |= {} if meta is None else {"meta": meta}
        yield row


def _instructed(work: _Work, benchmark: str, title: str) -> Iterator[tuple[Posed, Row]]:
    """Each prompt with its row in the shape that IFEval and IFEval++ share."""
    assert work.built.program is not None
    instructions = Instructions(work.built.program, BENCHMARKS[benchmark], title)
    for posed in prompts(work.built, work.pattern, work.problems):
        found = []
        refused = work.refuses_should(posed, title)
        for requirement in posed.spec.must:
            try:
                found.append(instructions.of(requirement, posed.values))
            except Unsayable as error:
                work.refuse(posed, error, requirement.id)
                refused = True
        if not refused:
            key = work.keys.of(posed.id, posed.meta)
            ids, kwargs = [id_ for id_, _ in found], [given for _, given in found]
            row = {"key": written(key), "prompt": posed.prompt, "instruction_id_list": ids, "kwargs": kwargs}
            yield posed, _with_meta(row, posed.meta, group_of(key))


# ---------------------------------------------------------------- MulDimIF


def _muldimif(work: _Work) -> Iterator[Row]:
    program = work.built.program
    assert program is not None
    for posed in prompts(work.built, work.pattern, work.problems):
        constraints: list[list[str]] = []
        own: list[str] = []
        refused = work.refuses_should(posed, "MulDimIF")
        for requirement in posed.spec.must:
            try:
                sentence = sentence_of(requirement, program, posed.values)
            except Unsayable as error:
                work.refuse(posed, error, requirement.id)
                refused = True
                continue
            if sentence is not None:
                constraints.append([sentence.category, sentence.subcategory, sentence.text])
                own += [] if sentence.known else [sentence.name]
        if refused or not constraints:
            if not refused:
                work.refuse(posed, Unsayable(f"`{posed.id}` asks for nothing"))
            continue
        work.own.update(own)
        pattern = posed.meta.get("pattern") or ("" if posed.spec.stated else work.pattern)
        level = posed.meta.get("level")
        told = {name: text for name, text in (("pattern", pattern), ("level", level)) if text}
        row = {
            "id": work.keys.of(posed.id, posed.meta),
            "conversations": [{"role": "user", "content": posed.prompt}],
            "constraints": constraints,
            "constraint_pattern": PATTERNS.get(pattern, pattern),
            "difficulty": LEVELS.get(level, level) if level else _difficulty(constraints),
        }
        yield _with_meta(row, posed.meta, told)


def _difficulty(constraints: list[list[str]]) -> str:
    """The level of MulDimIF: how many categories the constraints are of, four at most."""
    return f"Level {min(4, len({category for category, _, _ in constraints}))}"


def _with_meta(row: Row, meta: Mapping[str, str], told: Mapping[str, str]) -> Row:
    left = {name: text for name, text in meta.items() if name != "key" and told.get(name) != text}
    return {**row, "meta": left} if left else row


SHAPES: Mapping[str, Callable[[_Work], Iterator[Row]]] = {
    "ifeval": _ifeval,
    "ifeval-pp": _ifeval_pp,
    "muldimif": _muldimif,
}
"""The shapes that programs can be written in."""
