"""Take what specs ask of rows; give the part of it that a benchmark of a stated size asks: KCIF's Full and Lite.

For each part of the data (a data set, or a subject of one) and each instruction, as many items as the cap says are
taken of those on which the instruction has an effect, and as many of those on which it has none. All instructions take
them in one order, which the id of a row and the seed decide, so that they share as many rows as can be. Nothing depends
on the order of the rows, on the machine, or on how Python hashes.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from ifdsl.knowledge.kinds import BASELINES
from ifdsl.knowledge.shapes import SHAPES

Size = Literal["full", "lite", "all"]
SIZES: tuple[Size, ...] = ("full", "lite", "all")

_OTHER_CAPS: Mapping[Size, int] = {"full": 1500, "lite": 150, "all": 10**9}


class Offered(NamedTuple):
    """One item that may be taken: the row, the instruction, the part of the data, and whether there is an effect."""

    row: str
    instruction: str
    data: str
    subject: str
    effect: bool | None


def chosen(offered: Iterable[Offered], size: Size, seed: int = 0) -> dict[str, list[str]]:
    """The instructions that each row is taken for, by the row's id; rows that are taken for none are left out."""
    by_part: dict[tuple[str, str, str, bool], list[str]] = defaultdict(list)
    plain: dict[str, list[str]] = defaultdict(list)
    caps: dict[str, int] = {}
    for item in offered:
        if item.instruction in BASELINES:
            plain[item.row].append(item.instruction)
            continue
        part = _part(item.data, item.subject)
        caps[part] = cap_of(item.data, size)
        by_part[part, item.data, item.instruction, item.effect is not False].append(item.row)
    taken: dict[str, list[str]] = defaultdict(list)
    for (part, _, instruction, _), rows in sorted(by_part.items()):
        for row in sorted(set(rows), key=lambda row: _place(row, seed))[: caps[part]]:
            taken[row].append(instruction)
    for row, instructions in taken.items():
        instructions += plain.get(row, [])
    return {row: sorted(taken[row]) for row in sorted(taken)}


def cap_of(data: str, size: Size) -> int:
    """How many items of each instruction are taken of one part of a data set."""
    shape = SHAPES.get(data)
    if shape is None or size == "all":
        return _OTHER_CAPS[size]
    return shape.cap if size == "full" else shape.lite_cap


def _part(data: str, subject: str) -> str:
    shape = SHAPES.get(data)
    return f"{data}/{subject}" if shape is not None and shape.by_subject else data


def _place(row: str, seed: int) -> bytes:
    return hashlib.blake2b(f"{seed} {row}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
