"""Take rows as they were judged; give them as an Arrow batch of verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from ifdsl.run.bulk.rows import Trouble
from ifdsl.store.records import ItemResult, RequirementResult

if TYPE_CHECKING:
    import pyarrow as pa


class Judged(NamedTuple):
    """One row: the key as far as it is known, the repeat, how the answer ended, and what came of it."""

    key: str | None
    repeat: int
    status: str | None = None
    result: ItemResult | None = None
    reward: float | None = None
    trouble: Trouble | None = None


def schema() -> pa.Schema:
    """The columns of verdicts, as `BatchVerifier.verify_batch` describes them, without those passed through."""
    import pyarrow as pa

    texts = [(name, pa.string()) for name in ("id", "constraint", "strict", "loose")]
    return pa.schema(
        [
            ("key", pa.string()),
            ("repeat", pa.int32()),
            ("status", pa.string()),
            ("strict", pa.bool_()),
            ("loose", pa.bool_()),
            ("score", pa.float64()),
            ("reward", pa.float64()),
            ("requirements", pa.list_(pa.struct([*texts, ("required", pa.bool_())]))),
            ("kind", pa.string()),
            ("problem", pa.string()),
        ]
    )


def verdicts(judged: Sequence[Judged]) -> dict[str, Any]:
    """The Arrow arrays of `schema` by name, one value of each for each row."""
    import pyarrow as pa

    results = [one.result for one in judged]
    scored = [None if one.trouble is not None else one.result for one in judged]
    found: dict[str, list[Any]] = {
        "key": [storable(one.key) for one in judged],
        "repeat": [one.repeat for one in judged],
        "status": [one.status for one in judged],
        "strict": [None if result is None else result.strict for result in results],
        "loose": [None if result is None else result.loose for result in results],
        "score": [None if result is None else score(result.requirements) for result in scored],
        "reward": [one.reward for one in judged],
        "kind": [None if one.trouble is None else one.trouble.kind for one in judged],
        "problem": [None if one.trouble is None else storable(one.trouble.message) for one in judged],
    }
    return {
        field.name: _requirements(results, field.type)
        if field.name == "requirements"
        else pa.array(found[field.name], field.type)
        for field in schema()
    }


def score(requirements: Sequence[RequirementResult]) -> float:
    """The share of passing requirements among those that apply, `must` and `should` alike; 1 where none applies.

    As `checking.verdict.Report.score` has it: an unknown counts as not passing.
    """
    counted = [one.strict == "pass" for one in requirements if one.strict != "not_applicable"]
    return sum(counted) / len(counted) if counted else 1.0


def storable(text: str | None) -> str | None:
    """`text` as Arrow can hold it: half of a surrogate pair, which JSON may bring along, becomes a question mark."""
    return None if text is None else text.encode("utf-8", "replace").decode("utf-8")


def _requirements(results: Sequence[ItemResult | None], kind: Any) -> Any:
    """The lists of requirements, built column by column, which takes a fraction of the time of row by row."""
    import pyarrow as pa

    offsets, flat = [0], []  # type: tuple[list[int], list[RequirementResult]]
    for result in results:
        flat += () if result is None else result.requirements
        offsets.append(len(flat))
    columns = [
        [storable(one.id) for one in flat],
        [storable(one.constraint) for one in flat],
        [one.strict for one in flat],
        [one.loose for one in flat],
        [one.required for one in flat],
    ]
    fields = list(kind.value_type)
    arrays = [pa.array(column, field.type) for column, field in zip(columns, fields, strict=True)]
    return pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), pa.StructArray.from_arrays(arrays, fields=fields))
