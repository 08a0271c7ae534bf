"""Take parts of a job, or a dataset of Ray Data; give verdicts from the actors of a Ray cluster.

A job's rows never pass through Ray's object store: an actor is told which part to work on, reads it, verifies and
commits it, and gives back its counts. So a part is all that is lost with a machine, and a job goes on as a local one
does. All machines have to reach the files under the same names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ifdsl.primitives.extras import MissingExtra
from ifdsl.run.bodies import drawn
from ifdsl.run.bulk.checks import Checks
from ifdsl.run.bulk.job import Settings, batches_of, by_part, commit, kept_columns
from ifdsl.run.bulk.pool import DEADLINE_SECONDS, Pool
from ifdsl.run.bulk.tally import Tally
from ifdsl.run.bulk.verdicts import schema
from ifdsl.run.grading import Item
from ifdsl.store.columns import Part
from ifdsl.store.records import Sampling

if TYPE_CHECKING:
    import pyarrow as pa

ERROR = "__inference_error__"
"""Where Ray Data says that a row was not answered; it is empty where it was."""


def verify_parts(
    parts: Sequence[Part], checks: Checks, out: Path, workers: int | None, settings: Settings
) -> Iterator[Tally]:
    """Verify parts with actors of one CPU each, in any order; the counts of each as it is done.

    Args:
        workers: how many actors; None is one for each CPU of the cluster.

    Raises:
        MissingExtra: Ray Data is not installed.
    """
    ray = _ray()
    started = not ray.is_initialized()
    if started:
        # Joins the cluster of this machine, or of RAY_ADDRESS, where there is one.
        ray.init(include_dashboard=False, logging_level="warning", log_to_driver=False)
        # `progress` says how it goes, in one way for all engines.
        ray.data.DataContext.get_current().enable_progress_bars = False
    try:
        count = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        rows = [{"part": json.dumps(part)} for part in parts]
        # One block for each part, so that an actor that is free finds one.
        dataset = ray.data.from_items(rows, override_num_blocks=len(rows)).map_batches(
            PartVerifier,
            fn_constructor_args=(checks, str(out.resolve()), settings),
            batch_size=1,
            batch_format="pyarrow",
            compute=ray.data.ActorPoolStrategy(size=min(count, len(rows))),
            num_cpus=1,
        )
        for row in dataset.iter_rows():
            yield Tally.of_dict(json.loads(row["counts"]))
    finally:
        if started:
            ray.shutdown()


class PartVerifier:
    """What an actor does with the parts that it is given: all of it, from reading to committing.

    The verdicts come from a process of the actor's own, which it can kill where a row takes too long.
    """

    def __init__(self, checks: Checks, out: str, settings: Settings) -> None:
        self._out = Path(out)
        self._settings = settings
        self._pool = Pool(checks, 1, keep=kept_columns(settings), deadline=settings.deadline).start()

    def __call__(self, table: pa.Table) -> pa.Table:
        """The counts of the parts in the column `part`, as JSON in the column `counts`."""
        import pyarrow as pa

        parts = [Part(*json.loads(text)) for text in table["part"].to_pylist()]
        verified = self._pool.verify(batches_of(parts, self._settings))
        counts = [commit(self._out, part, batches).to_dict() for part, batches in by_part(verified)]
        return pa.table({"counts": [json.dumps(one) for one in counts]})


class DatasetVerifier:
    """For `dataset.map_batches(DatasetVerifier, fn_constructor_args=(checks,), batch_format="pyarrow", …)`.

    Each batch comes back with its own columns and those of `BatchVerifier.verify_batch`, which take the place of
    columns of the same name. Nothing is committed: what is not written when the pipeline stops is lost.
    """

    def __init__(self, checks: Checks, deadline: float = DEADLINE_SECONDS) -> None:
        self._pool = Pool(checks, 1, deadline=deadline).start()

    def __call__(self, table: pa.Table) -> pa.Table:
        import pyarrow as pa

        own = [name for name in table.schema.names if name not in schema().names]
        found = [verdicts for _, verdicts in self._pool.verify((None, batch) for batch in table.to_batches())]
        verdicts = pa.Table.from_batches(found, schema())
        return pa.table({name: table[name] for name in own} | {name: verdicts[name] for name in verdicts.schema.names})


def request_rows(items: Iterable[Item], sampling: Sampling, repeats: int = 1) -> Iterator[dict[str, Any]]:
    """The rows that Ray Data's vLLM processor answers: one for each answer that is wanted.

    The processor keeps the first of several outputs alone, so that `n` in the sampling would lose the rest; here each
    answer is a row with its `repeat`. Where there is a seed, each repeat has the next one.
    """
    for item in items:
        messages = [{"role": message.role, "content": message.content} for message in item.prompt.messages]
        for repeat in range(repeats):
            members = drawn(sampling.of_repeat(repeat))
            yield {
                "key": item.prompt.id,
                "repeat": repeat,
                "messages": messages,
                "sampling_params": {"max_tokens": sampling.max_tokens, **members, **sampling.extra},
            }


def answered_row(row: Mapping[str, Any], max_tokens: int) -> dict[str, Any]:
    """A row that comes from Ray Data's vLLM processor, as a response to verify.

    The processor drops why an answer ended. One of as many tokens as it may have is taken for cut off; of those that
    ended by themselves at that very length this is wrong. Rows that were not answered skip the processor's
    `postprocess`: this is for a `map` after it, with `carry` as the postprocess.
    """
    error = row.get(ERROR) or ""
    tokens = row.get("num_generated_tokens") or 0
    return {
        "key": row.get("key"),
        "repeat": row.get("repeat") or 0,
        "response": None if error else row.get("generated_text"),
        "status": "api_error" if error else None,
        "finish_reason": None if error else ("length" if tokens >= max_tokens else "stop"),
        "error": error,
    }


def carry(row: dict[str, Any]) -> dict[str, Any]:
    """What of an answered row goes on to `answered_row`; the processor takes nothing along by itself."""
    return {name: row[name] for name in ("key", "repeat", "generated_text", "num_generated_tokens")}


def _ray() -> Any:
    try:
        import ray
        import ray.data
    except ImportError:
        raise MissingExtra("the engine `ray`", "ray") from None
    return ray
