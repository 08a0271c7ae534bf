"""Take an .ifc file that pytest collects; give a test for each fact: of each line, and of each text made for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ifdsl.source.render import render_human
from ifdsl.testing.facts import Fact, diagnostics_of
from ifdsl.testing.run import run_file


class FactFails(Exception):
    """A fact does not hold; the message shows where."""


class IfcFile(pytest.File):
    """The types of one file. Its facts are found out when it is collected, as what is made depends on the file."""

    def collect(self) -> Iterator[IfcType]:
        tested = run_file(self.path, allow_python=self.config.getini("ifdsl_allow_python"))
        if tested.broken:
            raise self.CollectError(render_human(tested.broken, False))
        by_type: dict[str, list[Fact]] = {}
        for fact in (*tested.facts, *tested.made):
            by_type.setdefault(fact.constraint.rpartition(".")[2], []).append(fact)
        for name, facts in by_type.items():
            yield IfcType.from_parent(self, name=name, facts=facts)


class IfcType(pytest.Collector):
    """The facts of one type."""

    def __init__(self, *, facts: Sequence[Fact], **named: Any) -> None:
        super().__init__(**named)
        self.facts = facts

    def collect(self) -> Iterator[FactItem]:
        for fact in self.facts:
            yield FactItem.from_parent(self, name=fact.title, fact=fact)


class FactItem(pytest.Item):
    """One fact as a test."""

    def __init__(self, *, fact: Fact, **named: Any) -> None:
        super().__init__(**named)
        self.fact = fact

    def runtest(self) -> None:
        found = diagnostics_of([self.fact])
        if found:
            raise FactFails(render_human(found, False))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, FactFails):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        line = self.fact.line
        return self.path, None if line is None else line - 1, f"{self.fact.constraint.rpartition('.')[2]}::{self.name}"
