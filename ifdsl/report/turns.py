"""Take the figures of dialogues, of one model or several; give a table for a terminal, or the same as JSON values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from ifdsl.flows.metrics import Figures, Retained, Share, TurnFigures
from ifdsl.report.columns import Section, aligned
from ifdsl.report.dialogues import DialogueFigures

WCSR_GLOBAL, WCSR_PER_TURN = "WCSR (paper: all at once)", "WCSR (code: mean of turns)"
NEVER = "none"


def render_turns(named: Mapping[str, Figures]) -> str:
    """A table with a column for each name, ending in a line feed. Shares have four places; of nothing there is `-`."""
    columns = list(named.values())
    whole = [one.whole for one in columns]
    parts: list[tuple[str, list[tuple[str, list[str]]]]] = [
        (
            "whole",
            [
                ("CSR", [_number(one.csr) for one in whole]),
                ("ISR", [_number(one.isr.value) for one in whole]),
                ("DRFR", [_number(one.drfr.value) for one in whole]),
                (WCSR_GLOBAL, [_number(one.wcsr_global) for one in whole]),
                (WCSR_PER_TURN, [_number(one.wcsr_per_turn) for one in whole]),
                ("dialogues of which all turns pass", [_number(one.all_turns.value) for one in columns]),
            ],
        ),
        ("by relation", _named(columns, lambda one: one.by_relation, _share)),
        ("by type", _named(columns, lambda one: one.by_type, _share)),
        ("CSR by turn", _named(columns, lambda one: one.by_turn, lambda found: _number(found.csr))),
        ("ISR by turn", _named(columns, lambda one: one.by_turn, lambda found: _number(found.isr.value))),
        ("holding by distance", _named(columns, lambda one: one.by_distance, lambda found: _share(found.holding))),
        ("kept by distance", _named(columns, lambda one: one.by_distance, lambda found: _share(found.kept))),
        ("dialogues by the first turn that fails", _named(columns, _first, str)),
    ]
    table: list[list[str]] = [["", *named]]
    headings = {}
    for heading, rows in parts:
        if rows:
            headings[len(table)] = heading
            table += [[name, *cells] for name, cells in rows]
    lines: list[str] = []
    for place, line in enumerate(aligned(table)):
        lines += ["", headings[place]] if place in headings else []
        lines.append(line)
    unknown = {name: one.unknown for name, one in named.items() if one.unknown}
    lines += [f"{name}: {count} requirements without a verdict, in no figure" for name, count in unknown.items()]
    return "\n".join(lines) + "\n"


def turn_sections(found: DialogueFigures) -> Iterator[Section]:
    """The figures of one run for a terminal, and what went wrong with relations."""
    yield Section("turns of dialogues", render_turns({"": found.turns}).strip("\n").split("\n"))
    if found.faults:
        lines = [f"  {kind:<24}{count:>6}" for kind, count in found.faults.items()]
        yield Section("what went wrong with relations", lines)


def turns_dict(figures: Figures) -> dict[str, Any]:
    """The figures as JSON values, in full precision."""
    return {field.name: _plain(getattr(figures, field.name)) for field in fields(figures)}


def _first(figures: Figures) -> dict[Any, int]:
    return {NEVER if turn is None else turn: count for turn, count in figures.first_failure.items()}


def _named(
    columns: Sequence[Figures], part: Callable[[Figures], Mapping[Any, Any]], tell: Callable[[Any], str]
) -> list[tuple[str, list[str]]]:
    """Rows for all names that some column has, in their order."""
    found = [part(one) for one in columns]
    names = sorted({name for one in found for name in one}, key=lambda name: (isinstance(name, str), name))
    return [(str(name), [tell(one[name]) if name in one else "-" for one in found]) for name in names]


def _share(share: Share) -> str:
    return f"{_number(share.value)} {share.passed}/{share.total}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _plain(value: object) -> Any:
    if isinstance(value, Share):
        return {"rate": value.value, "passed": value.passed, "total": value.total}
    if isinstance(value, TurnFigures | Retained):
        return {name: _plain(one) for name, one in value._asdict().items()}
    if isinstance(value, Mapping):
        return {NEVER if name is None else str(name): _plain(one) for name, one in value.items()}
    return value
