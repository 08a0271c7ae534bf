"""Take the packs of a benchmark in order; give its constraints by published id, each from the first pack that has it.

A benchmark that extends another, or an older revision of one, is a small pack over a larger: IFBench's own types over
IFEval's, and over both what an earlier revision of IFBench had otherwise. A pack is compiled when an id is wanted that
no pack before it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from ifdsl.checking.entries import ConstraintEntry
from ifdsl.compiler import Signature, compile_file
from ifdsl.published.instructions import by_published_id


class Overlay(Mapping[str, Signature]):
    """Signatures by published id. `constraints` are the functions of the packs compiled so far, by qualified name.

    Raises:
        CompileFailed: a pack that is wanted is not there or has errors; so may any look-up.
    """

    def __init__(self, packs: Sequence[Path]) -> None:
        self.constraints: dict[str, ConstraintEntry] = {}
        self._packs = tuple(packs)
        self._compiled = 0
        self._known: dict[str, Signature] = {}

    def __getitem__(self, id_: str) -> Signature:
        while id_ not in self._known:
            if not self._compile():
                raise KeyError(id_)
        return self._known[id_]

    def __iter__(self) -> Iterator[str]:
        while self._compile():
            pass
        return iter(self._known)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _compile(self) -> bool:
        """Compile the next pack; False where there is none."""
        if self._compiled == len(self._packs):
            return False
        compiled = compile_file(self._packs[self._compiled])
        self._compiled += 1
        self.constraints.update(compiled.module.constraints)
        self._known = {**by_published_id(compiled.signatures), **self._known}
        return True
