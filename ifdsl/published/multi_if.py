"""Take the graded turns of Multi-IF; write the figures of its evaluator, per turn and language, with their intervals.

Source: facebookresearch/Multi-IF at 1cdb53e, metrics.py. Each turn's list is checked on that turn's response alone. The
figure of a turn and language is the mean of four accuracies: over prompts and over instructions, strict and loose.

The evaluator writes one table a turn (`eval_result_step_1_metric.csv`) whose one column has no names of rows: the
number of prompts, then for all languages and for each the figure, and the intervals of the strict and of the loose
accuracies (low and high of the prompts', low and high of the instructions'). That table is written here as it is, and
beside it `turns.json`, which names everything and has the interval of the figure itself.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ifdsl.published.reading import ReadItem
from ifdsl.published.results import Write
from ifdsl.store.records import ItemResult

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

ALL = "all_languages"
LANGUAGES = (
    "German", "Italian", "Vietnamese", "Spanish", "Hindi", "Portuguese", "English", "French", "Thai", "Chinese",
    "Russian",
)  # fmt: skip
"""In the order of the published table; a language that it lacks comes after them."""

RESAMPLES, SEED = 10_000, 0
TURNS = "turns.json"


class Outcome(NamedTuple):
    """What one prompt counts for: how many of its instructions were followed, strict and loose, of how many."""

    strict: int
    loose: int
    total: int


def step_file(turn: int) -> str:
    """The name of the table of one turn."""
    return f"eval_result_step_{turn}_metric.csv"


@contextmanager
def multi_if(folder: Path) -> Iterator[Write]:
    """
    Raises:
        OSError: one of the files cannot be written.
    """
    found: dict[int, dict[str, list[Outcome]]] = {}

    def write(read: ReadItem, result: ItemResult | None) -> None:
        row = read.row
        if row is None or result is None:
            return  # the evaluator leaves out what it cannot read, and so do its figures
        answered = result.answered
        outcome = Outcome(
            sum(answered and one.strict == "pass" for one in result.requirements),
            sum(answered and one.loose == "pass" for one in result.requirements),
            len(result.requirements),
        )
        turn = found.setdefault(row.meta["turn"], {})
        for name in {ALL, row.meta["language"] or ALL}:
            turn.setdefault(name, []).append(outcome)

    yield write
    named: dict[str, Any] = {}
    for turn, languages in sorted(found.items()):
        figures = {name: _figures(languages[name]) for name in _in_order(languages)}
        named[f"turn_{turn}"] = figures
        with open(folder / step_file(turn), "w", encoding="utf-8", newline="\n") as file:
            file.write("\n".join(_table(figures)) + "\n")
    (folder / TURNS).write_text(json.dumps(named, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _in_order(languages: dict[str, list[Outcome]]) -> list[str]:
    known = [name for name in (ALL, *LANGUAGES) if name in languages]
    return [*known, *(name for name in languages if name not in known)]


def _table(figures: dict[str, dict[str, Any]]) -> Iterator[str]:
    """The lines of the published table."""
    yield "0"
    yield str(figures[ALL]["prompts"])
    for of_language in figures.values():
        yield repr(of_language["overall"])
        for reading in ("strict", "loose"):
            bounds = [*of_language[f"prompt_{reading}_interval"], *of_language[f"instruction_{reading}_interval"]]
            yield f'"({", ".join(map(repr, bounds))})"'


def _figures(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The accuracies of some prompts with their bootstrap intervals.

    As published, the interval of an accuracy over instructions is that of the mean over prompts of the share followed,
    while the accuracy itself pools the instructions of all prompts. `overall_interval` is that of the very figure.
    """
    import numpy as np

    kinds = Counter(outcomes)
    strict, loose, total = np.array(list(kinds), dtype=float).T
    counts = np.array(list(kinds.values()))
    # Prompts of one outcome are alike, so a resample is how often each outcome is drawn. This generator's stream is
    # the same in every release of NumPy.
    drawn = np.random.RandomState(SEED).multinomial(len(outcomes), counts / len(outcomes), size=RESAMPLES)
    figures: dict[str, Any] = {"prompts": len(outcomes)}
    overall, resampled = 0.0, np.zeros(RESAMPLES)
    for reading, followed in (("strict", strict), ("loose", loose)):
        whole, shares = (followed == total).astype(float), followed / total
        figures[f"prompt_{reading}"] = float(counts @ whole / len(outcomes))
        figures[f"prompt_{reading}_interval"] = _interval(drawn @ whole / len(outcomes))
        figures[f"instruction_{reading}"] = float(counts @ followed / (counts @ total))
        figures[f"instruction_{reading}_interval"] = _interval(drawn @ shares / len(outcomes))
        overall += figures[f"prompt_{reading}"] + figures[f"instruction_{reading}"]
        resampled += drawn @ whole / len(outcomes) + drawn @ followed / (drawn @ total)
    return {**figures, "overall": overall / 4, "overall_interval": _interval(resampled / 4)}


def _interval(resampled: NDArray[float64]) -> list[float]:
    """The middle 95 % of what resamples gave."""
    import numpy as np

    return [float(bound) for bound in np.percentile(resampled, [2.5, 97.5])]
