"""Demands on types of IFEval, by name."""

from __future__ import annotations

from functools import cache
from typing import Any

from ifdsl import data
from ifdsl.analysis.demands import Demand
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file


@cache
def _types() -> dict[str, n.Constraint]:
    path = data.module_path("ifeval")
    assert path is not None
    program = build_file(path).program
    assert program is not None
    return program.constraints


def demand(name: str, *arguments: Any) -> Demand:
    return Demand(name, _types()[f"ifeval.{name}"], arguments)
