"""Take figures of any kind; give JSON values, with the rate and interval of every count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ifdsl.knowledge.metrics import Share
from ifdsl.report.comparing import Paired
from ifdsl.report.metrics import Figure, Rate


def plain(figures: object) -> Any:
    """`figures` as dictionaries, lists, texts, numbers and `None`; members stand in the order of the record.

    Raises:
        TypeError: there is something in them that is not a figure.
    """
    if figures is None or isinstance(figures, bool | int | float | str):
        return figures
    if isinstance(figures, Figure):
        kinds = {"unknown": figures.unknown, "not_applicable": figures.not_applicable}
        return {**plain(figures.counted), "answered": plain(figures.answered), **kinds}
    if isinstance(figures, Rate):
        return {
            "rate": figures.value,
            "passed": figures.passed,
            "total": figures.total,
            "interval_95": plain(figures.interval),
            "interval_method": "wilson" if figures.spread is None else "clustered",
        }
    if isinstance(figures, Share):
        return plain(Rate(figures.passed, figures.total))
    if isinstance(figures, Paired):
        counts = {name: getattr(figures, name) for name in ("both", "first_only", "second_only", "neither")}
        return {
            "first": figures.first,
            "second": figures.second,
            "difference": figures.difference,
            "interval_95": plain(figures.interval),
            "p_value": figures.p_value,
            "total": figures.total,
            **counts,
        }
    if isinstance(figures, tuple) and hasattr(figures, "_asdict"):
        return {name: plain(value) for name, value in figures._asdict().items()}
    if isinstance(figures, Mapping):
        return {str(name): plain(value) for name, value in figures.items()}
    if isinstance(figures, tuple | list):
        return [plain(value) for value in figures]
    raise TypeError(f"a {type(figures).__name__} is not a figure")
