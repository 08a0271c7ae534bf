"""Take what grades the rows of a training set; give reward functions with the signatures that trainers call.

`trl_reward` gives a `reward_func(completions, **columns) -> list[float]` as TRL's trainers call it (trl 1.16),
`verl_score` a `compute_score(data_source, solution_str, ground_truth, extra_info) -> float` as verl's reward managers
do (verl 0.9). Neither package is needed. What a row asks is found by a `Rows`: `by_key` looks an item up, `by_row`
reads the instructions that stand in the row itself, as IFEval has them. A row that cannot be graded is an error and
never a 0, which a model would learn from.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Protocol, cast

from ifdsl.published.benchmarks import BENCHMARKS, Benchmark
from ifdsl.published.instructions import BadInstruction, read_instruction
from ifdsl.published.items import item_of
from ifdsl.published.overlay import Overlay
from ifdsl.published.reading import ReadItem
from ifdsl.published.rows import Malformed, Row, list_of, paired
from ifdsl.rewarding.kinds import Kind
from ifdsl.rewarding.reward import Reward, Rewardable, reward
from ifdsl.run.grading import Item

LONGEST = 65_536
"""Rows of instructions whose checks are kept; a row that comes again after more than that is read again."""


class Rows(Protocol):
    """How the rows of a training set say what their prompts ask."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of a row that say it."""

    def reward(self, truth: object) -> Reward:
        """The reward for a row.

        Args:
            truth: what stands in its column; of several columns an object, or JSON that holds one.

        Raises:
            ValueError: that is nothing that can be graded; the message says why.
        """


# ---------------------------------------------------------------- the two kinds of rows


@dataclass(frozen=True, slots=True)
class _ByKey:
    rewards: Mapping[str, Reward]
    column: str

    @property
    def columns(self) -> tuple[str, ...]:
        return (self.column,)

    def reward(self, truth: object) -> Reward:
        found = self.rewards.get(str(truth))
        if found is None:
            raise ValueError(f"no item has the key {str(truth)[:80]!r}")
        return found


def by_key(
    items: Mapping[str, Rewardable] | Iterable[Item],
    kind: Kind = "fraction",
    *,
    column: str = "key",
    loose: bool = False,
    graded: Callable[[str], str] | None = None,
) -> Rows:
    """Rows that name their item.

    Args:
        items: by key; or items of a benchmark, whose key is the id of their prompt.
        kind: see `kinds`.
        column: the column that holds the key, a text or a whole number.
        loose: see `reward`.
        graded: see `reward`.

    Raises:
        ValueError, TypeError: as `reward`.
    """
    named = items if isinstance(items, Mapping) else {item.prompt.id: item for item in items}
    made = {str(key): reward(item, kind, loose=loose, graded=graded) for key, item in named.items()}
    return _ByKey(made, column)


@dataclass(slots=True)
class _ByRow:
    benchmark: Benchmark
    kind: Kind
    loose: bool
    graded: Callable[[str], str] | None
    columns: tuple[str, ...] = ("instruction_id_list", "kwargs")
    _known: dict[str, Reward] = field(default_factory=dict)
    _pack: Overlay | None = None
    # Packs are compiled at the first row that needs them, and trainers call from several threads.
    _lock: Lock = field(default_factory=Lock)

    def reward(self, truth: object) -> Reward:
        value = _object(truth)
        written = json.dumps([value.get(column) for column in self.columns], sort_keys=True, default=str)
        found = self._known.get(written)
        if found is None:
            with self._lock:
                if len(self._known) >= LONGEST:
                    self._known.clear()
                found = self._known[written] = self._made(value)
        return found

    def _made(self, value: Mapping[str, Any]) -> Reward:
        if self._pack is None:
            self._pack = Overlay(self.benchmark.pack_paths)
        try:
            ids, given = paired(list_of(value, "instruction_id_list"), list_of(value, "kwargs"))
            instructions = tuple([read_instruction(id_, one, self._pack) for id_, one in zip(ids, given, strict=True)])
        except (Malformed, BadInstruction) as error:
            raise ValueError(str(error)) from None
        row = Row(1, "row", None, "", ids, given)
        item = item_of(ReadItem(1, row, None, instructions, ()), self._pack.constraints)
        return reward(item, self.kind, loose=self.loose, graded=self.graded)

    def __reduce__(self) -> tuple[Any, ...]:
        return _by_row_again, (self.benchmark.name, self.kind, self.loose, self.graded)


def by_row(
    benchmark: str = "ifeval",
    kind: Kind = "fraction",
    *,
    loose: bool = False,
    graded: Callable[[str], str] | None = None,
) -> Rows:
    """Rows with their instructions: the columns `instruction_id_list` and `kwargs`, as IFEval's data has them.

    Nulls in `kwargs`, with which data sets pad, stand for "not given". Checks are made once for each set of
    instructions.

    Args:
        benchmark: whose checkers they are: `ifeval`, `ifbench`, `ifeval-pp` or `iftrain`.
        kind: see `kinds`.
        loose: see `reward`.
        graded: see `reward`; where it is left out, what the benchmark itself grades of a response.

    Raises:
        ValueError: there is no such benchmark, or its constraints are no instructions with arguments.
    """
    known = {name: one for name, one in BENCHMARKS.items() if one.packs and one.answers is None}
    if benchmark not in known:
        raise ValueError(f"there are rows of {', '.join(f'`{name}`' for name in known)}, not of `{benchmark}`")
    return _ByRow(known[benchmark], kind, loose, graded or known[benchmark].graded)


def _by_row_again(name: str, kind: Kind, loose: bool, graded: Callable[[str], str] | None) -> Rows:
    return by_row(name, kind, loose=loose, graded=graded)


def _object(truth: object) -> Mapping[str, Any]:
    if isinstance(truth, str):
        try:
            truth = json.loads(truth)
        except (ValueError, RecursionError):
            raise ValueError("a row of instructions is an object, or JSON that holds one") from None
    if not isinstance(truth, Mapping):
        raise ValueError(f"a row of instructions is an object, not {type(truth).__name__}")
    return truth


# ---------------------------------------------------------------- what trainers call


def trl_reward(rows: Rows) -> Callable[..., list[float]]:
    """A reward function for TRL: `GRPOTrainer(…, reward_funcs=trl_reward(by_row("ifeval")))`.

    TRL calls it with the completions and every column of the data set by name. Of a completion that is a chat the last
    message is graded.
    """

    def reward_func(completions: Sequence[object], **columns: Any) -> list[float]:
        missing = next((name for name in rows.columns if name not in columns), None)
        if missing is not None:
            raise ValueError(f"the data set has no column `{missing}`")
        given = [columns[name] for name in rows.columns]
        found = []
        for place, completion in enumerate(completions):
            values = [column[place] for column in given]
            truth = values[0] if len(values) == 1 else dict(zip(rows.columns, values, strict=True))
            found.append(rows.reward(truth)(_text(completion)))
        return found

    reward_func.__name__ = "ifdsl_reward"
    return reward_func


def verl_score(rows: Rows | Mapping[str, Rows]) -> Callable[..., float]:
    """A score function for verl: `compute_score = verl_score(by_row("ifeval"))`, in the file that it is told of.

    Args:
        rows: how rows say what they ask; or that for each `data_source`. `ground_truth` is the key, or the object with
            the instructions or JSON that holds it.
    """

    def compute_score(
        data_source: str, solution_str: str, ground_truth: object, extra_info: object = None, **settings: object
    ) -> float:
        found = rows.get(data_source) if isinstance(rows, Mapping) else rows
        if found is None:
            raise ValueError(f"nothing is known of the data source `{data_source}`")
        return found.reward(ground_truth)(solution_str)

    return compute_score


def _text(completion: object) -> str | None:
    """The text of a completion: itself, or of a chat the content of its last message."""
    if completion is None or isinstance(completion, str):
        return completion
    last = completion[-1] if isinstance(completion, Sequence) and completion else None
    if isinstance(last, Mapping) and isinstance(last.get("content"), str | None):
        return cast("str | None", last.get("content"))
    raise TypeError("a completion is a text, or a chat whose last message has a text")
