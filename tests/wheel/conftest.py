"""Give the tests of this folder the project's wheel, and an environment in which it is installed."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.wheel.environment import Installed, build_wheel

ROOT = Path(__file__).parents[2]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    reason = ""
    if find_spec("hatchling") is None:
        reason = "hatchling, which builds the wheel, is not installed"
    elif os.name != "posix":
        reason = "the installation is laid out as on POSIX systems"
    for item in items:
        if reason and item.path.is_relative_to(here):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    environment = Installed(tmp_path_factory.mktemp("installed"))
    environment.install(wheel)
    for name in environment.required("ifdsl"):
        environment.copy(name)
    return environment
