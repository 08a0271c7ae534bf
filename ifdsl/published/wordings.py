"""Take the name of a shipped constraint; give where it is declared and what it is asked in, without its pack's parser.

What a pack says is kept in the user's cache, as its compiled checkers are; only a pack that has changed is read anew.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ifdsl import data
from ifdsl.artefacts import Made, artefact


class Worded(NamedTuple):
    """How one constraint is asked for.

    Attributes:
        source: where it is declared, as `muldimif/length.ifc:12`, relative to the folder that its module is found from.
        wordings: its wordings; each is its literal stretches, with a value between any two.
        phrasings: likewise the ways in which it is recognised besides, in the notation of `read` lines.
    """

    source: str
    wordings: tuple[tuple[str, ...], ...]
    phrasings: tuple[tuple[str, ...], ...]


@lru_cache(maxsize=1024)
def worded(name: str) -> Worded | None:
    """What a pack says of a constraint by its qualified name; None where no shipped or installed module has it."""
    home = name.rpartition(".")[0]
    path = data.module_path(home)
    return None if path is None else _of_module(home, path).get(name)


@cache
def _of_module(home: str, path: Path) -> Mapping[str, Worded]:
    payload = artefact("wordings", path, lambda: _made(home, path))
    said = {} if payload is None else json.loads(payload)
    return {name: Worded(source, *map(_tuples, said_so)) for name, (source, *said_so) in said.items()}


def _tuples(lists: list[list[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(map(tuple, lists))


def _made(home: str, path: Path) -> Made | None:
    from ifdsl.ir.build import build_file
    from ifdsl.recognition.locating import stretches

    built = build_file(path)
    if built.program is None:
        return None
    shown = path.relative_to(data.folder_of(home, path)).as_posix()
    said: dict[str, Any] = {}
    for name, constraint in built.program.constraints.items():
        if name.rpartition(".")[0] == home:
            label = built.places["constraint", name]
            line, _ = label.file.position(label.span.start)
            said[name] = [
                f"{shown}:{line}",
                [stretches(one.text) for one in constraint.wordings],
                [stretches(one.text) for one in constraint.phrasings],
            ]
    return Made(json.dumps(said).encode("utf-8"), built.files, built.absent)
