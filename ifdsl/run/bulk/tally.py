"""Take tables of verdicts; give their counts, which add up over parts and are written as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ifdsl.run.bulk.rows import BAD, GIVEN_UP
from ifdsl.store.columns import ROW, Part
from ifdsl.store.records import Problem

if TYPE_CHECKING:
    import pyarrow as pa

MAX_LISTED = 20
"""Troubled rows that are listed one by one, of a part and of the whole; all of them stand in the parts."""
_WORDS = {True: "pass", False: "fail", None: "unknown"}


@dataclass(slots=True)
class Tally:
    """Counts of rows and requirements.

    Attributes:
        rows: all rows.
        troubles: rows by the kind of what kept them from their verdict (`bulk.rows.BAD`, `bulk.rows.GIVEN_UP`).
        statuses: rows with a verdict or given up, by how the answer ended.
        strict, loose: the same rows by the verdict on the whole: `pass`, `fail`, `unknown`.
        score: the sum of the scores of the rows that have one.
        constraints: `must` requirements by constraint type, reading and verdict.
        problems: the first of the troubled rows, with their places.
    """

    rows: int = 0
    troubles: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    strict: Counter[str] = field(default_factory=Counter)
    loose: Counter[str] = field(default_factory=Counter)
    score: float = 0.0
    constraints: dict[str, dict[str, Counter[str]]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def bad(self) -> int:
        """Rows that cannot be graded because of what they hold."""
        return sum(self.troubles[kind] for kind in BAD)

    @property
    def given_up(self) -> int:
        """Rows whose check did not end."""
        return sum(self.troubles[kind] for kind in GIVEN_UP)

    @property
    def judged(self) -> int:
        """Rows with a verdict."""
        return self.rows - self.bad - self.given_up

    @property
    def sound(self) -> bool:
        """Whether every row has its verdict. A command ends with an error where not."""
        return self.judged == self.rows

    def add(self, other: Tally) -> None:
        """Count what `other` counts."""
        self.rows += other.rows
        self.score += other.score
        for mine, more in (
            (self.troubles, other.troubles),
            (self.statuses, other.statuses),
            (self.strict, other.strict),
            (self.loose, other.loose),
        ):
            mine.update(more)
        for name, readings in other.constraints.items():
            for reading, counts in readings.items():
                self.constraints.setdefault(name, {}).setdefault(reading, Counter()).update(counts)
        self.problems += other.problems[: MAX_LISTED - len(self.problems)]

    def to_dict(self) -> dict[str, Any]:
        """The counts as JSON, in an order that depends on nothing but them; `of_dict` reads them back."""
        return {
            "rows": self.rows,
            "judged": self.judged,
            "bad": self.bad,
            "given_up": self.given_up,
            "troubles": _sorted(self.troubles),
            "statuses": _sorted(self.statuses),
            "strict": _sorted(self.strict),
            "loose": _sorted(self.loose),
            "score": self.score,
            "constraints": {
                name: {reading: _sorted(counts) for reading, counts in sorted(readings.items())}
                for name, readings in sorted(self.constraints.items())
            },
            "problems": [[one.file, one.line, one.kind, one.message] for one in self.problems],
        }

    @classmethod
    def of_dict(cls, data: Mapping[str, Any]) -> Tally:
        """The counts that `to_dict` wrote.

        Raises:
            KeyError, TypeError, ValueError, AttributeError: it did not write `data`.
        """
        return cls(
            rows=data["rows"],
            troubles=Counter(data["troubles"]),
            statuses=Counter(data["statuses"]),
            strict=Counter(data["strict"]),
            loose=Counter(data["loose"]),
            score=data["score"],
            constraints={
                name: {reading: Counter(counts) for reading, counts in readings.items()}
                for name, readings in data["constraints"].items()
            },
            problems=[Problem(*one) for one in data["problems"]],
        )


def tally(table: pa.Table, part: Part) -> Tally:
    """The counts of the verdicts of a part; `table` has the columns of `BatchVerifier.verify_batch`, and `row`."""
    from pyarrow import compute

    # In one chunk, so that the sum of the scores does not depend on how the rows came.
    table = table.combine_chunks()
    graded = table.filter(compute.invert(compute.is_in(table["kind"], value_set=_texts(BAD))))
    troubled = table.filter(compute.is_valid(table["kind"])).select([ROW, "kind", "problem"])
    found = Tally(
        rows=table.num_rows,
        troubles=_counts(troubled["kind"]),
        statuses=_counts(graded["status"]),
        strict=_wholes(graded["strict"]),
        loose=_wholes(graded["loose"]),
        score=compute.sum(table["score"]).as_py() or 0.0,
        problems=[
            Problem(part.file, one[ROW], one["kind"], one["problem"])
            for one in troubled.slice(0, MAX_LISTED).to_pylist()
        ],
    )
    _add_constraints(found, graded)
    return found


def _add_constraints(found: Tally, graded: pa.Table) -> None:
    import pyarrow as pa
    from pyarrow import compute

    flat = compute.list_flatten(graded["requirements"].combine_chunks())
    columns = {name: compute.struct_field(flat, name) for name in ("constraint", "strict", "loose", "required")}
    required = pa.table(columns).filter(columns["required"])
    counted = required.group_by(["constraint", "strict", "loose"]).aggregate([([], "count_all")])
    for one in counted.to_pylist():
        readings = found.constraints.setdefault(one["constraint"], {"strict": Counter(), "loose": Counter()})
        for reading in ("strict", "loose"):
            readings[reading][one[reading]] += one["count_all"]


def _wholes(column: Any) -> Counter[str]:
    return Counter({_WORDS[value]: count for value, count in _values(column)})


def _counts(column: Any) -> Counter[str]:
    return Counter(dict(_values(column)))


def _values(column: Any) -> list[tuple[Any, int]]:
    from pyarrow import compute

    return [(one["values"], one["counts"]) for one in compute.value_counts(column).to_pylist()]


def _texts(words: tuple[str, ...]) -> Any:
    import pyarrow as pa

    return pa.array(words, pa.string())


def _sorted(counts: Counter[str]) -> dict[str, int]:
    return {name: counts[name] for name in sorted(counts)}
