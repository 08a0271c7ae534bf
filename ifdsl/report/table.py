"""Take the figures of a run; give a table for a terminal, aligned and of fixed width, or the same as JSON."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ifdsl.report.metrics import Figure, Level, Metrics, Rate
from ifdsl.source.diagnostic import counted

_NAME_LIMIT = 60
_BOLD, _DIM, _RESET = "\x1b[1m", "\x1b[2m", "\x1b[0m"


def render(metrics: Metrics, *, colour: bool = False) -> str:
    """The summary of a run, ending in a line feed.

    Rates have four places; below each heading the best strict rate stands first, and equal ones by name. Colour
    sets headings off and changes no character.
    """
    named = [*metrics.by_constraint, *metrics.by_group]
    width = max([len("leaving out unanswered"), *(min(_width(_clean(name)), _NAME_LIMIT) for name in named)]) + 2
    counts = max(len("passed"), *(len(_counts(f.counted)) for f in _figures(metrics.prompt, metrics.requirement)))
    shape = _Shape(width, counts)
    whole = {"prompt-level": metrics.prompt, "instruction-level": metrics.requirement}
    lines = [_opening(metrics), "", *(_heading(line, colour) for line in shape.columns())]
    lines += [shape.row(name, level) for name, level in whole.items()]
    if metrics.preference.strict.counted.total:
        lines.append(shape.row("should, apart", metrics.preference))
    if metrics.unanswered:
        lines += ["", _heading("leaving out unanswered", colour)]
        lines += [shape.row(name, level, answered=True) for name, level in whole.items()]
    for heading, levels in (("by group", metrics.by_group), ("by constraint", metrics.by_constraint)):
        if levels:
            lines += ["", _heading(heading, colour)]
            lines += [shape.row(name, levels[name]) for name in _best_first(levels)]
    notes = _notes(metrics)
    if notes:
        lines += ["", *(f"{_DIM}{note}{_RESET}" if colour else note for note in notes)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


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
        return _pad("  " + _cut(_clean(name)), self.name) + "   ".join(self._rate(rate) for rate in rates)

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
    if metrics.requirement.strict.counted.total > metrics.prompt.strict.counted.total:
        notes.append("requirements of one prompt are not independent: their intervals are too narrow")
    return notes


def _left_out(noun: str, mode: str, figure: Figure) -> list[str]:
    undecided = "undecided" if noun == "prompt" else "unknown"
    kinds = ((figure.unknown, undecided), (figure.not_applicable, "not applicable"))
    return [f"{counted(count, noun)} {word} ({mode}): left out" for count, word in kinds if count]


def _heading(text: str, colour: bool) -> str:
    return f"{_BOLD}{text.rstrip()}{_RESET}" if colour else text


def _clean(name: str) -> str:
    """A name without characters that would move a terminal's cursor."""
    return "".join(c if c.isprintable() else "?" for c in name) or "(none)"


def _cut(name: str) -> str:
    while _width(name) > _NAME_LIMIT:
        name = name[:-2] + "…"
    return name


def _pad(text: str, width: int) -> str:
    return text + " " * (width + 2 - _width(text))


def _width(text: str) -> int:
    """Columns that a terminal gives `text`: wide East Asian characters take two, combining marks none."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) != 0 for c in text)


def to_dict(metrics: Metrics) -> dict[str, Any]:
    """The figures as JSON values, rates in full precision with their counts and intervals."""
    return {
        "items": metrics.items,
        "unanswered": metrics.unanswered,
        "statuses": dict(metrics.statuses),
        "prompt": _level_dict(metrics.prompt),
        "requirement": _level_dict(metrics.requirement),
        "preference": _level_dict(metrics.preference),
        "by_constraint": {name: _level_dict(level) for name, level in metrics.by_constraint.items()},
        "by_group": {name: _level_dict(level) for name, level in metrics.by_group.items()},
    }


def to_json(metrics: Metrics, about: Mapping[str, Any] | None = None) -> str:
    """The figures as a JSON text, after what they are `about`: the same figures give the same bytes."""
    return json.dumps({**(about or {}), **to_dict(metrics)}, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def _level_dict(level: Level) -> dict[str, Any]:
    return {"strict": _figure_dict(level.strict), "loose": _figure_dict(level.loose)}


def _figure_dict(figure: Figure) -> dict[str, Any]:
    return {
        **_rate_dict(figure.counted),
        "answered": _rate_dict(figure.answered),
        "unknown": figure.unknown,
        "not_applicable": figure.not_applicable,
    }


def _rate_dict(rate: Rate) -> dict[str, Any]:
    interval = rate.interval
    return {
        "rate": rate.value,
        "passed": rate.passed,
        "total": rate.total,
        "interval_95": None if interval is None else list(interval),
    }
