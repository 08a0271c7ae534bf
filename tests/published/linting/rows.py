"""Rows in the shape of IFEval, written to a file, and what `ifdsl lint` finds in them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.linting import Linted, linted

Instructions = Iterable[tuple[str, Mapping[str, Any]]]


def row(prompt: str, *instructions: tuple[str, Mapping[str, Any]], key: int | str = 1) -> dict[str, Any]:
    """A row as IFEval writes it."""
    return {
        "key": key,
        "prompt": prompt,
        "instruction_id_list": [id_ for id_, _ in instructions],
        "kwargs": [dict(arguments) for _, arguments in instructions],
    }


def written(folder: Path, rows: Iterable[Mapping[str, Any]], name: str = "rows.jsonl") -> Path:
    path = folder / name
    path.write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in rows), encoding="utf-8")
    return path


def looked_over(
    folder: Path, rows: Iterable[Mapping[str, Any]], benchmark: str = "ifeval", proofs: bool = False
) -> list[Linted]:
    return list(linted(written(folder, rows), BENCHMARKS[benchmark], proofs=proofs))
