"""A spec, models that are functions, and the folders of runs that they make."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.cli.evaluation import Folder

SPEC = """ifdsl 1

use std.length

spec greet(name: text) {
  task "Greet {name}."
  must { word_count(..4)  word_count(2..) }
  for name in ["Ann", "Bo", "Cy"]
}
"""
MODELS = """
def short(messages, sampling):
    return "Good day."


def long(messages, sampling):
    name = messages[-1]["content"].split()[1]
    return "Good day." if "Bo" in name else "Good day to you, my dear " + name


def lines(messages, sampling):
    return "Good day to\\nyou, my dear"
"""


@contextmanager
def models(folder: Folder) -> Iterator[None]:
    """Make the functions of `MODELS` importable for a while, as `python:greeters:short`."""
    (folder.path / "greeters.py").write_text(MODELS, encoding="utf-8")
    before = list(sys.path)
    sys.path.insert(0, str(folder.path))
    try:
        yield
    finally:
        sys.path[:] = before
        sys.modules.pop("greeters", None)


def write_spec(folder: Folder, name: str = "greet.ifc", text: str = SPEC) -> Path:
    path = folder.path / name
    path.write_text(text, encoding="utf-8")
    return path


def make_run(folder: Folder, model: str, name: str) -> Path:
    """Evaluate one of the models on `SPEC`; give the folder of the run."""
    made = folder.path / name
    folder.run(["eval", str(write_spec(folder)), "--model", f"python:greeters:{model}", "--out", str(made), "--quiet"])
    assert folder.code == 0
    return made
