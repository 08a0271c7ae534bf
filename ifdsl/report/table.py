"""Take the figures of a run; give a table for a terminal, aligned and of fixed width, or the same as JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ifdsl.report.columns import NAME_LIMIT, clean, cut, width
from ifdsl.report.dialogues import dialogues_dict
from ifdsl.report.metrics import FACETS, Figure, Level, Metrics, Part, Rate
from ifdsl.report.plain import plain
from ifdsl.report.sections import grid, sections
from ifdsl.report.survey import Findings
from ifdsl.source.diagnostic import counted

_BOLD, _DIM, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def render(metrics: Metrics, findings: Findings | None = None, *, colour: bool = False) -> str:
    """The summary of a run, ending in a line feed; with `findings`, what else there is to say after the rates.

    Rates have four places; below each heading the best strict rate stands first, and equal ones by name. Colour
    sets headings off and changes no character.
    """
    facets: dict[str, dict[str, Part]] = {f"by {name}": getattr(metrics, f"by_{name}") for name in FACETS}
    named = [*metrics.by_constraint, *metrics.by_group, *(name for parts in facets.values() for name in parts)]
    widest = max([len("leaving out unanswered"), *(min(width(clean(name)), NAME_LIMIT) for name in named)]) + 2
    counts = max(len("passed"), *(len(_counts(f.counted)) for f in _figures(metrics.prompt, metrics.requirement)))
    shape = _Shape(widest, counts)
    whole = {"prompt-level": metrics.prompt, "instruction-level": metrics.requirement}
    lines = [_opening(metrics), "", *(_heading(line, colour) for line in shape.columns())]
    lines += [shape.row(name, level) for name, level in whole.items()]
    if metrics.preference.strict.counted.total:
        lines.append(shape.row("should, apart", metrics.preference))
    if metrics.unanswered:
        lines += ["", _heading("leaving out unanswered", colour)]
        lines += [shape.row(name, level, answered=True) for name, level in whole.items()]
    for heading, parts in facets.items():
        if parts:
            lines += ["", _heading(f"{heading}, prompts", colour)]
            lines += [shape.row(name, part.prompt) for name, part in parts.items()]
    for heading, levels in (("by group", metrics.by_group), ("by constraint", metrics.by_constraint)):
        if levels:
            lines += ["", _heading(heading, colour)]
            lines += [shape.row(name, levels[name]) for name in _best_first(levels)]
    more = [grid(metrics.grid, list(metrics.by_level))] if _crossed(metrics.grid) else []
    for section in (*more, *(() if findings is None else sections(findings))):
        lines += ["", _heading(section.heading, colour), *section.lines]
    notes = _notes(metrics)
    if notes:
        lines += ["", *(f"{_DIM}{note}{_RESET}" if colour else note for note in notes)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _crossed(cells: Mapping[str, Mapping[str, Part]]) -> bool:
    """Whether a grid says more than the rows of its one pattern or level do."""
    return len(cells) > 1 and len({level for row in cells.values() for level in row}) > 1


def _opening(metrics: Metrics) -> str:
    answered = metrics.items - metrics.unanswered
    statuses = ", ".join(f"{status} {count}" for status, count in metrics.statuses.items())
    return f"{counted(metrics.items, 'prompt')}, {answered} answered" + (f" ({statuses})" if statuses else "")


@dataclass(frozen=True, slots=True)
class _Shape:
    """The widths of the columns of names and of counts."""

    name: int
    counts: int

    def columns(self) -> list[str]:
        block = self._block("rate", "95 % interval", "passed")
        return [_pad("", self.name) + f"{'strict':<{len(block) + 3}}loose", _pad("", self.name) + f"{block}   {block}"]

    def row(self, name: str, level: Level, *, answered: bool = False) -> str:
        rates = [figure.answered if answered else figure.counted for figure in (level.strict, level.loose)]
        return _pad("  " + cut(clean(name)), self.name) + "   ".join(self._rate(rate) for rate in rates)

    def _rate(self, rate: Rate) -> str:
        share, interval = rate.value, rate.interval
        bounds = "" if interval is None else f"{interval[0]:.4f}..{interval[1]:.4f}"
        return self._block("-" if share is None else f"{share:.4f}", bounds, _counts(rate))

    def _block(self, rate: str, interval: str, counts: str) -> str:
        return f"{rate:>6}  {interval:<14}  {counts:>{self.counts}}"


def _figures(*levels: Level) -> list[Figure]:
    return [figure for level in levels for figure in (level.strict, level.loose)]


def _counts(rate: Rate) -> str:
    return f"{rate.passed}/{rate.total}"


def _best_first(levels: Mapping[str, Level]) -> list[str]:
    def order(name: str) -> tuple[float, str]:
        share = levels[name].strict.counted.value
        return (1.0 if share is None else -share, name)

    return sorted(levels, key=order)


def _notes(metrics: Metrics) -> list[str]:
    notes = []
    if metrics.unanswered:
        notes.append(f"{counted(metrics.unanswered, 'prompt')} without an answer: counted as failed")
    for noun, level in (("prompt", metrics.prompt), ("requirement", metrics.requirement)):
        for mode, figure in (("strict", level.strict), ("loose", level.loose)):
            notes += _left_out(noun, mode, figure)
    return notes


def _left_out(noun: str, mode: str, figure: Figure) -> list[str]:
    undecided = "undecided" if noun == "prompt" else "unknown"
    kinds = ((figure.unknown, undecided), (figure.not_applicable, "not applicable"))
    return [f"{counted(count, noun)} {word} ({mode}): left out" for count, word in kinds if count]


def _heading(text: str, colour: bool) -> str:
    return f"{_BOLD}{text.rstrip()}{_RESET}" if colour else text


def _pad(text: str, size: int) -> str:
    return text + " " * (size + 2 - width(text))


def to_dict(metrics: Metrics, findings: Findings | None = None) -> dict[str, Any]:
    """The figures as JSON values, rates in full precision with their counts and intervals.

    The members of `findings` stand beside those of `metrics`; `None` for what the run has no data for.
    """
    figures = {name: plain(value) for name, value in metrics._asdict().items()}
    if findings is None:
        return figures
    found = {name: plain(value) for name, value in findings._asdict().items() if name != "dialogues"}
    return {**figures, **found, **dialogues_dict(findings.dialogues)}


def to_json(metrics: Metrics, about: Mapping[str, Any] | None = None, findings: Findings | None = None) -> str:
    """The figures as a JSON text, after what they are `about`: the same figures give the same bytes."""
    named = {**(about or {}), **to_dict(metrics, findings)}
    return json.dumps(named, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
