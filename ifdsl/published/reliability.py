"""Take the rows of IFEval++ as they are graded; give the figures of its evaluator's log, reliable@k among them.

Source: jianshuod/IFEval-pp at 722fe95, src/evaluation_lib.py. A key is `12:original` or `12:rephrasing:3`; what is
before the first colon names the group. A group is reliable where its first k rows pass all; the original counts as the
first row of each kind, and the others follow as they stand in the file. Over all kinds k is 10, whatever the size of
the group. Where prompts end in `--kk--0`, `--kk--1` and so on, the rows of one key are samples, and the figures are
given for the best of the first 1, 2, … of them.

What that evaluator cannot compute it leaves out without a word, and so does this log: there are no figures of
reliability where a key names no kind, or (without samples) where no original passes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

KINDS = ("ct_alteration", "rephrasing", "distractor")
SAMPLE = "--kk--"


class _Row(NamedTuple):
    key: object
    prompt: str
    passed: bool


@dataclass(slots=True)
class Tally:
    """Counts rows, and keeps of each what the figures need."""

    _rows: list[_Row] = field(default_factory=list)
    _instructions: dict[str, list[int]] = field(default_factory=dict)
    _groups: dict[str, list[int]] = field(default_factory=dict)

    def add(self, key: object, prompt: str, ids: Iterable[str], followed: list[bool]) -> None:
        """Count one row. One without instructions, which cannot be read, is one that failed."""
        self._rows.append(_Row(key, prompt, bool(followed) and all(followed)))
        for id_, passed in zip(ids, followed, strict=False):
            for counts, name in ((self._instructions, id_), (self._groups, id_.partition(":")[0])):
                count = counts.setdefault(name, [0, 0])
                count[0] += passed
                count[1] += 1

    def log(self) -> dict[str, Any]:
        """The figures, in the order of the published log."""
        passed, total = (sum(count[place] for count in self._instructions.values()) for place in (0, 1))
        log: dict[str, Any] = {
            "prompt_level_accuracy": _share(sum(row.passed for row in self._rows), len(self._rows)),
            "instruction_level_accuracy": _share(passed, total),
            "tier0": _shares(self._groups),
            "tier1": _shares(self._instructions),
        }
        reliable = _of_samples(self._rows) or _of_rows(self._rows)
        if reliable is not None:
            log["reliable_at_k"] = reliable
        return log


def _share(passed: int, total: int) -> float | None:
    return passed / total if total else None


def _shares(counts: Mapping[str, list[int]]) -> dict[str, float]:
    return {name: counts[name][0] / counts[name][1] for name in sorted(counts)}


def _of_rows(rows: list[_Row]) -> dict[str, float] | None:
    found = _reliable([(row.key, row.passed) for row in rows])
    # The evaluator divides by this share when it prints, and what that raises costs it all of the figures.
    return found if found is not None and found["reliable_at_k_original"] else None


def _of_samples(rows: list[_Row]) -> dict[str, dict[str, float]] | None:
    samples: dict[object, list[bool]] = {}
    last = 0
    for row in rows:
        number = row.prompt.split(SAMPLE)[1:2]
        if not number or not number[0].strip().isdecimal() or len(number[0]) > 9:
            return None
        last = max(last, int(number[0]))
        samples.setdefault(row.key, []).append(row.passed)
    figures: dict[str, dict[str, float]] = {}
    # No more samples than the longest list has change anything; a file may name any number.
    most = max(map(len, samples.values()), default=0)
    for count in range(1, min(last + 1, most) + 1):
        found = _reliable([(key, any(passed[:count])) for key, passed in samples.items()], lenient=True)
        if found is None:
            return None
        figures[str(count)] = {"sampling_id": count, **found}
    return figures or None


def _reliable(rows: list[tuple[object, bool]], *, lenient: bool = False) -> dict[str, float] | None:
    """The share of groups whose first k pass, per kind; None where a key names no kind or a kind has no group.

    Args:
        rows: keys and whether all was followed, in file order.
        lenient: whether a file without originals has figures all the same.
    """
    originals: dict[str, list[bool]] = {}
    others: list[tuple[str, str, bool]] = []
    for key, passed in rows:
        parts = key.split(":") if isinstance(key, str) else []
        if len(parts) < 2:
            return None
        if parts[1] == "original":
            originals.setdefault(parts[0], []).append(passed)
        else:
            others.append((parts[0], parts[1], passed))
    groups = {name: {key: list(passed) for key, passed in originals.items()} for name in ("all", *KINDS)}
    for key, kind, passed in others:
        groups["all"].setdefault(key, []).append(passed)
        if kind in KINDS:
            groups[kind].setdefault(key, []).append(passed)
    if not all(groups.values()) or not (originals or lenient):
        return None
    figures = {
        "reliable_at_k_all": _exactly(10, groups["all"]),
        "reliable_at_k_original": _exactly(1, originals) if originals else 0.0,
    }
    for kind in KINDS:
        for k in (2, 4):
            first = {key: passed[:k] for key, passed in groups[kind].items()}
            figures[f"reliable_at_k_{kind}_at_{k}"] = _exactly(k, first)
    return figures


def _exactly(count: int, groups: Mapping[str, list[bool]]) -> float:
    return sum(sum(passed) == count for passed in groups.values()) / len(groups)
