"""Take a run of pytest; give the facts of .ifc files as tests. Without such a file nothing else is loaded.

A file that is named on the command line is collected; those in folders only where `ifdsl_collect` is set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from ifdsl.testing.items import IfcFile


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addini("ifdsl_collect", "collect the .ifc files in folders, not only those that are named", "bool", False)
    parser.addini("ifdsl_allow_python", "run checks of .ifc files that are written in Python", "bool", False)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> IfcFile | None:
    if file_path.suffix != ".ifc":
        return None
    if not (parent.session.isinitpath(file_path) or parent.config.getini("ifdsl_collect")):
        return None
    from ifdsl.testing.items import IfcFile

    return IfcFile.from_parent(parent, path=file_path)
