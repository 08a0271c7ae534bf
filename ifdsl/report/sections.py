"""Take what a run shows beside its accuracy; give short sections of lines for a terminal, each under its heading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ifdsl.report.cofailing import Cell, CoFailures
from ifdsl.report.columns import Section, aligned, clean
from ifdsl.report.group_sections import group_sections, share_cells
from ifdsl.report.health import ENOUGH, Checked, Health
from ifdsl.report.knowledge import knowledge_sections
from ifdsl.report.margins import EDGES, NEAR, Margins
from ifdsl.report.metrics import Part
from ifdsl.report.repeats import Repeats
from ifdsl.report.survey import Findings
from ifdsl.report.turns import turn_sections

MOST_LISTED = 8
"""Rows of one section that a terminal is shown; JSON has them all."""
_SHOWN_K = 8


def sections(findings: Findings) -> Iterator[Section]:
    """Those sections that there is something to say in."""
    if findings.knowledge is not None:
        yield from knowledge_sections(findings.knowledge)
    if findings.dialogues is not None:
        yield from turn_sections(findings.dialogues)
    yield from group_sections(findings.reliability, findings.dimensions)
    if findings.repeats is not None:
        yield _repeats(findings.repeats)
    if findings.margins is not None and findings.margins.graded:
        yield _margins(findings.margins)
    together = _together(findings.cofailures)
    if together:
        yield Section("failing together more often than apart", together)
    health = list(_health(findings.health))
    if health:
        yield Section("checks that want a look", health)


def grid(cells: Mapping[str, Mapping[str, Part]], columns: Sequence[str]) -> Section:
    """The strict rate of prompts, and how many they are, by pattern and level."""
    rows = [["", *columns]]
    for pattern, row in cells.items():
        found = [row[column].prompt.strict.counted if column in row else None for column in columns]
        shown = ["" if rate is None or rate.value is None else f"{rate.value:.4f} ({rate.total})" for rate in found]
        rows.append([pattern, *shown])
    return Section("pattern by level: prompts, strict (of how many)", aligned(rows))


def _repeats(repeats: Repeats) -> Section:
    rows = [["k", "prompts", "pass@k", "95 % interval", "reliable@k", "95 % interval", "score of best of k"]]
    for drawn, best in zip(repeats.strict, repeats.best, strict=True):
        if drawn.k <= _SHOWN_K or drawn.k == repeats.most:
            shown = [*share_cells(drawn.some), *share_cells(drawn.all), share_cells(best.score)[0]]
            rows.append([str(drawn.k), str(drawn.prompts), *shown])
    answers = str(repeats.most) if repeats.fewest == repeats.most else f"{repeats.fewest} to {repeats.most}"
    whole = repeats.all_strict
    last = f"  prompts all of whose answers pass: {whole.passed}/{whole.total}"
    return Section(f"{answers} answers a prompt, strict", [*aligned(rows), last])


def _margins(margins: Margins) -> Section:
    bounds = [f"{edge:g}" for edge in EDGES]
    bins = [f"below {bounds[0]}", *(f"{a}.." for a in bounds[:-1]), f"{bounds[-1]} up"]
    lines = aligned([["margin", *bins], ["count", *map(str, margins.bins)]])
    lines.append(f"  {margins.near_misses} of {margins.failures} failures missed by {NEAR:g} of the bound or less")
    near = [(name, one) for name, one in margins.by_constraint.items() if one.near_misses]
    near.sort(key=lambda pair: (-pair[1].near_misses, pair[0]))
    if near:
        rows = [["", "near misses", "of failures", "mean margin", "measured less required", "short", "met", "over"]]
        for name, one in near[:MOST_LISTED]:
            gaps = one.gaps
            told = ["", "", "", ""]
            if gaps is not None:
                told = [f"{gaps.mean:+.4g} on average", str(gaps.short), str(gaps.met), str(gaps.over)]
            rows.append([name, str(one.near_misses), str(one.failures), f"{one.mean:+.4f}", *told])
        lines += [*aligned(rows), *_more(len(near))]
    return Section("margins of graded checks, in units of the bound", lines)


def _together(cofailures: CoFailures) -> list[str]:
    # With fewer than one expected, a pair or two that failed together says nothing.
    odd = [cell for cell in cofailures.by_group if cell.both > cell.expected >= 1]
    odd.sort(key=lambda cell: (cell.expected - cell.both, cell.first, cell.second))
    if not odd:
        return []

    def row(cell: Cell) -> list[str]:
        return [f"{cell.first} + {cell.second}", str(cell.both), f"{cell.expected:.1f}", str(cell.items)]

    return [*aligned([["", "both", "expected", "of prompts"], *map(row, odd[:MOST_LISTED])]), *_more(len(odd))]


def _health(health: Health) -> Iterator[str]:
    kinds: list[tuple[str, tuple[Checked, ...], list[str]]] = [
        (f"always passed, {ENOUGH} times or more", health.always, [str(one.decided) for one in health.always]),
        (f"never passed, {ENOUGH} times or more", health.never, [str(one.decided) for one in health.never]),
        ("loose less strict", health.lenient, [f"{one.loose - one.strict:+}" for one in health.lenient]),
        ("unknown", health.undecided, [str(one.unknown) for one in health.undecided]),
    ]
    for words, types, figures in kinds:
        if types:
            named = [f"{clean(one.constraint)} {figure}" for one, figure in zip(types, figures, strict=True)]
            more = f", and {len(named) - MOST_LISTED} more" if len(named) > MOST_LISTED else ""
            yield f"  {words}: {', '.join(named[:MOST_LISTED])}{more}"


def _more(found: int) -> list[str]:
    return [f"  and {found - MOST_LISTED} more"] if found > MOST_LISTED else []
