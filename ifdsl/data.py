"""Find the files that ship with the package (grammar, standard library), in a wheel and in a checkout alike."""

from __future__ import annotations

from pathlib import Path


def _root() -> Path:
    package = Path(__file__).resolve().parent
    wheel = package / "_data"
    return wheel if wheel.is_dir() else package.parent


def grammar_path() -> Path:
    return _root() / "grammar" / "ifc.lark"


def stdlib_path() -> Path:
    return _root() / "stdlib"
