"""Take generated items; give how many there are by pattern, level, category and type, beside MulDimIF's counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ifdsl.generation.drawing import ROMAN
from ifdsl.ir import nodes as n

MULDIMIF: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "pattern": {"listing": (400, 3_308), "incorporation": (400, 3_373), "example": (400, 1_225)},
    "level": {"I": (300, 610), "II": (300, 1_614), "III": (300, 2_522), "IV": (300, 3_160)},
    "category": {
        "content": (1_175, 8_888),
        "format": (1_210, 9_850),
        "language": (694, 6_168),
        "length": (1_101, 9_541),
    },
}
"""Items by pattern and level, constraints by category: of the test data and of the training data (Ye et al. 2025,
arXiv 2505.07591, Table 1)."""

_CATEGORY = {
    "content": "content",
    "punctuation": "content",
    "position": "content",
    "format": "format",
    "structure": "format",
    "data": "format",
    "language": "language",
    "case": "language",
    "length": "length",
    "sentences": "length",
    "words": "length",
}
"""In which of MulDimIF's four categories a group of the standard library counts."""


def category_of(group: str) -> str:
    """MulDimIF's category: `content` of `muldimif.content`, `language` of `case.upper`; else its first part."""
    first, _, rest = group.partition(".")
    if first == "muldimif":
        return rest.partition(".")[0]
    return _CATEGORY.get(first, first)


@dataclass(slots=True)
class Distribution:
    """Counts items and their constraints.

    Attributes:
        items: items by facet (`pattern`, `level`, `constraints` in an item, `tier` of their shots) and value.
        constraints: constraints by facet (`category`, `type`) and value.
        rejected: drawn sets that were rejected, by reason.
    """

    items: dict[str, Counter[str]] = field(default_factory=dict)
    constraints: dict[str, Counter[str]] = field(default_factory=dict)
    rejected: Counter[str] = field(default_factory=Counter)
    total: int = 0

    def add(self, spec: n.Spec, types: Mapping[str, n.Constraint], rejected: Mapping[str, int]) -> None:
        """Count one item."""
        self.total += 1
        self.rejected.update(rejected)
        asked = [one.constraint for one in spec.must if isinstance(one, n.Demand)]
        for name, value in (*spec.meta, ("constraints", str(len(asked)))):
            if name in ("pattern", "level", "constraints", "tier", "kind"):
                self.items.setdefault(name, Counter())[value] += 1
        for name in asked:
            self.constraints.setdefault("category", Counter())[category_of(types[name].group)] += 1
            self.constraints.setdefault("type", Counter())[name] += 1

    def data(self) -> dict[str, Any]:
        """The counts as JSON data."""
        return {
            "items": self.total,
            "by": {name: dict(_in_order(counts)) for name, counts in {**self.items, **self.constraints}.items()},
            "rejected": dict(self.rejected),
            "muldimif": {name: {value: list(pair) for value, pair in row.items()} for name, row in MULDIMIF.items()},
        }

    def table(self) -> str:
        """What a person reads: shares of items and constraints, beside those of MulDimIF's Table 1."""
        lines = [f"{self.total:,} items, {self.constraints.get('type', Counter()).total():,} constraints", ""]
        lines.append(f"{'':24}{'here':>8}{'':>8}  MulDimIF test, training")
        for facet in ("pattern", "level", "category"):
            counts = {**self.items, **self.constraints}.get(facet, Counter())
            published = MULDIMIF[facet]
            totals = [sum(pair[place] for pair in published.values()) for place in (0, 1)]
            for value, count in _in_order(counts):
                beside = published.get(value)
                said = "" if beside is None else f"{beside[0] / totals[0]:>10.1%}{beside[1] / totals[1]:>10.1%}"
                lines.append(f"{facet + ' ' + value:24}{count:>8,}{count / counts.total():>8.1%}{said}")
        for facet, title in (
            ("kind", "kind"),
            ("constraints", "constraints in an item"),
            ("tier", "tier of its shots"),
        ):
            if facet in self.items:
                said = ", ".join(f"{value}: {count:,}" for value, count in _in_order(self.items[facet]))
                lines.append(f"{title}: {said}")
        if "type" in self.constraints:
            counts = self.constraints["type"]
            lines.append(f"{len(counts)} types, from {min(counts.values()):,} to {max(counts.values()):,} times each")
        if self.rejected:
            said = ", ".join(f"{count:,} {reason}" for reason, count in self.rejected.most_common())
            lines.append(f"drawn anew: {said}")
        return "\n".join(lines)


def _in_order(counts: Counter[str]) -> Iterable[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (ROMAN.index(pair[0]) if pair[0] in ROMAN else 0, pair[0]))
