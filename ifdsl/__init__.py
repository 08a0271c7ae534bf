"""ifdsl: declare a constraint on a response once; get its checker, prompt, analysis, tests and reward."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ifdsl.compiler import CompileFailed
    from ifdsl.library import Library, constraint, load
    from ifdsl.rewarding.batch import rewards
    from ifdsl.rewarding.reward import reward

__all__ = ["CompileFailed", "Library", "constraint", "load", "reward", "rewards"]

_HOMES = {
    "CompileFailed": "ifdsl.compiler",
    "Library": "ifdsl.library",
    "constraint": "ifdsl.library",
    "load": "ifdsl.library",
    "reward": "ifdsl.rewarding.reward",
    "rewards": "ifdsl.rewarding.batch",
}


def __getattr__(name: str) -> Any:
    # Imported where it is used: the command line starts without any of it.
    if name not in _HOMES:
        raise AttributeError(f"module `ifdsl` has no attribute `{name}`")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
