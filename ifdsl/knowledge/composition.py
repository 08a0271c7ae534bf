"""Take what specs ask of rows; give how many items there are by instruction and data set, with effect and without.

It is the table that KCIF prints (paper, tables 6 and 7), with the split by evaluation beside the published one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ifdsl.knowledge.asking import Asked

FOLLOW, NO_EFFECT = "follow", "no_effect"
"""How the published data call items on which an instruction has an effect, and those on which it has none."""


@dataclass(slots=True)
class Count:
    """Items of one cell: all, those on which the instruction has an effect, and those that are called so.

    `partly` are those with an effect on which one step of the instruction changes nothing.
    """

    items: int = 0
    effective: int = 0
    idle: int = 0
    partly: int = 0
    called_effective: int = 0
    called_idle: int = 0

    def add(self, asked: Asked) -> None:
        self.items += 1
        effect = asked.has_effect
        self.effective += effect is True
        self.idle += effect is False
        self.partly += effect is True and bool(asked.idle)

    def __add__(self, other: Count) -> Count:
        return Count(*(getattr(self, name) + getattr(other, name) for name in Count.__slots__))


@dataclass(slots=True)
class Composition:
    """The cells by instruction and data set, in the order in which they came."""

    cells: dict[tuple[str, str], Count] = field(default_factory=dict)

    def add(self, asked: Asked, meta: Mapping[str, str]) -> None:
        """Count one item."""
        key = meta.get("instruction", meta["spec"]), meta.get("data", "")
        self.cells.setdefault(key, Count()).add(asked)

    def add_published(self, meta: Mapping[str, str]) -> None:
        """Count what the published data call an item; `meta` has their `split`."""
        key = meta.get("instruction", meta["spec"]), meta.get("data", "")
        cell = self.cells.setdefault(key, Count())
        cell.called_effective += meta.get("split") == FOLLOW
        cell.called_idle += meta.get("split") == NO_EFFECT

    @property
    def data(self) -> list[str]:
        return list(dict.fromkeys(data for _, data in self.cells))

    @property
    def instructions(self) -> list[str]:
        return list(dict.fromkeys(instruction for instruction, _ in self.cells))

    def total(self, instruction: str | None = None, data: str | None = None) -> Count:
        """The sum over the cells of an instruction, of a data set, or of both."""
        found = Count()
        for (one, its), count in self.cells.items():
            if instruction in (None, one) and data in (None, its):
                found = found + count
        return found


def rows_of_table(composition: Composition, published: bool) -> list[list[str]]:
    """The table as rows of texts: an instruction a row, three columns a data set, the sums last.

    In each cell stand the items with an effect and those without; where `published` is true, with what the published
    data call them in brackets.
    """
    head = ["", *composition.data, "all"]
    names: Iterable[str | None] = [*composition.instructions, None]
    made = [head]
    for name in names:
        cells = [_cell(composition.total(name, data), published) for data in (*composition.data, None)]
        made.append([name or "all", *cells])
    return made


def _cell(count: Count, published: bool) -> str:
    own = f"{count.effective}+{count.idle}"
    return f"{own} ({count.called_effective}+{count.called_idle})" if published else own
