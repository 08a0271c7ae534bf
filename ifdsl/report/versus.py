"""Take a comparison of two runs; give a table for a terminal, or the same as JSON values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ifdsl.report.columns import aligned, clean
from ifdsl.report.comparing import Comparison, Paired, PairedLevel
from ifdsl.report.group_sections import heading as of_groups
from ifdsl.report.group_sections import paired_figures
from ifdsl.report.pairing import PairedShare
from ifdsl.report.plain import plain
from ifdsl.source.diagnostic import counted

MOST_LISTED = 20
"""Constraint types that a terminal is shown; JSON has them all."""
_HEADINGS = ["", "first", "second", "difference", "95 % interval", "lost", "won", "p"]


def render_comparison(comparison: Comparison, first: str = "first", second: str = "second") -> str:
    """The table, ending in a line feed; `first` and `second` are what the runs are called.

    `lost` passed in the first run alone, `won` in the second alone; of groups of cousins, more often in that run. The
    types and groups whose rates moved most stand first.
    """
    lines = [f"{counted(comparison.pairs, 'prompt')} in both: first is {clean(first)}, second is {clean(second)}", ""]
    whole = {"prompt-level": comparison.prompt, "instruction-level": comparison.requirement}
    rows = [_HEADINGS]
    for name, level in whole.items():
        rows.append(_row(f"{name}, strict", level.strict.counted))
        rows.append(_row(f"{name}, loose", level.loose.counted))
    for name, level in whole.items():
        if level.strict.answered.total != level.strict.counted.total:
            rows.append(_row(f"{name}, strict, answered in both", level.strict.answered))
    lines += aligned(rows)
    if comparison.reliability is not None:
        shares = paired_figures(comparison.reliability)
        table = aligned([_HEADINGS, *(_row(name, share) for name, share in shares if share.total)])
        lines += ["", f"{of_groups(comparison.reliability)} that both have, means over groups", *table]
    for heading, levels in (("by group", comparison.by_group), ("by constraint", comparison.by_constraint)):
        if levels:
            names = _most_moved(levels)
            table = aligned([_HEADINGS, *(_row(name, levels[name].strict.counted) for name in names[:MOST_LISTED])])
            lines += ["", f"{heading}, strict", *table]
            if len(names) > MOST_LISTED:
                lines.append(f"  and {len(names) - MOST_LISTED} more")
    notes = list(_notes(comparison))
    return "\n".join([*lines, *([""] if notes else []), *notes]) + "\n"


def comparison_dict(comparison: Comparison) -> dict[str, Any]:
    """The comparison as JSON values, with rates, differences and intervals in full precision."""
    return {name: plain(value) for name, value in comparison._asdict().items()}


def _row(name: str, pair: Paired | PairedShare) -> list[str]:
    if pair.first is None or pair.second is None or pair.interval is None or pair.p_value is None:
        return [name, "-", "-", "-", "", "0", "0", ""]
    low, high = pair.interval
    return [
        name,
        f"{pair.first:.4f}",
        f"{pair.second:.4f}",
        f"{pair.second - pair.first:+.4f}",
        f"{low:+.4f}..{high:+.4f}",
        str(pair.first_only),
        str(pair.second_only),
        "<0.0001" if pair.p_value < 0.0001 else f"{pair.p_value:.4f}",
    ]


def _most_moved(levels: Mapping[str, PairedLevel]) -> list[str]:
    return sorted(levels, key=lambda name: (-abs(levels[name].strict.counted.difference or 0.0), name))


def _notes(comparison: Comparison) -> list[str]:
    found = comparison.reliability
    undecided = () if found is None else (("strict", found.strict.undecided), ("loose", found.loose.undecided))
    return [
        *(
            f"{counted(count, 'group')} with an undecided prompt ({name}): left out"
            for name, count in undecided
            if count
        ),
        *(
            f"{counted(count, noun)} {words}: left out"
            for count, noun, words in (
                (comparison.changed, "prompt", "with other messages in the second run"),
                (comparison.first_alone, "prompt", "in the first run alone"),
                (comparison.second_alone, "prompt", "in the second run alone"),
                (comparison.unmatched, "requirement", "in one of the runs alone"),
            )
            if count
        ),
    ]
