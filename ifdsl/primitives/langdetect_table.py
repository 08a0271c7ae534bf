"""Take the data files of the `langdetect` package; give one compact n-gram table, cached in the user's cache directory.

The package keeps one JSON profile a language (how often each n-gram of 1 to 3 characters was seen) and a properties
file with the characters that count as one. Reading them takes some hundred milliseconds, so what is needed is written
once as a flat binary file: strings and arrays behind a checksum, nothing that is executed when it is read.

Languages are ordered by profile name. The package takes them as the directory lists them, which differs from machine
to machine and decides only exact ties and the last bits of a sum.
"""

from __future__ import annotations

import json
import math
import os
import re
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from ifdsl.primitives.cache import cache_file, write_atomically
from ifdsl.primitives.extras import MissingExtra

SEED = 0
_REACHABLE = re.compile(" ?[^ ]{1,3} ?")
"""N-grams with a blank inside are never looked up."""
MAGIC = b"ifdsl langdetect table 1\n"
LATIN_END = "\u0300"
"""N-grams whose characters all lie below this one are ready at once; the others are read when one is needed."""
GAIN_UNIT = 512
"""Gains are counted in units of 1/512 bit."""


@dataclass(frozen=True, slots=True)
class Table:
    """The profiles of all languages, by n-gram.

    N-grams are numbered from 1, the Latin ones first. The entries of n-gram `i` are those from `starts[i - 1]` to
    `starts[i]`, one for each language that has it.
    """

    languages: tuple[str, ...]
    latin: dict[str, int]
    """The number of each Latin n-gram."""
    others: bytes
    """The other n-grams, in order; see `grams()`."""
    starts: array[int]
    owners: bytes
    """The language of each entry, as an index into `languages`."""
    shares: array[float]
    """How often the language has this n-gram, per n-gram of the same length."""
    gains: tuple[array[int], array[int]]
    """The gain of each entry at the weight of the first and of the second trial: `log2(1 + share / weight)`, rounded to
    a whole number of units."""
    folds: tuple[str, str]
    """Chinese characters, and for each the one that stands for its class."""
    vietnamese: tuple[str, str, list[str]]
    """Letters, combining marks, and for each mark the composed characters in the order of the letters."""

    def grams(self) -> dict[str, int]:
        """Give the number of every n-gram, read anew at each call."""
        names = self.others.decode().split("\n")
        return self.latin | dict(zip(names, range(len(self.latin) + 1, len(self.starts)), strict=True))

    def entries(self, gram: int) -> slice:
        """Give the place of the entries of the n-gram with this number."""
        return slice(self.starts[gram - 1], self.starts[gram])


def weight(normal: float) -> float:
    """Give the smoothing weight of a trial from its standard normal deviate."""
    return (0.5 + normal * 0.05) / 10_000


def node_weights() -> tuple[float, float]:
    """Give the weights of the first two trials, which no text changes."""
    source = Random(SEED)
    return weight(source.gauss(0.0, 1.0)), weight(source.gauss(0.0, 1.0))


def load_table() -> Table:
    """Give the table, from the cache where a sound copy is there, else from the package's data (and cache it).

    Raises:
        MissingExtra: the package `langdetect` is not installed, or its data is not where it belongs.
    """
    spec = find_spec("langdetect")
    if spec is None or not spec.submodule_search_locations:
        raise MissingExtra('`language(by="langdetect")`', "parity")
    home = Path(next(iter(spec.submodule_search_locations)))
    messages = home / "utils" / "messages.properties"
    try:
        with os.scandir(home / "profiles") as listing:
            profiles = sorted(entry.path for entry in listing if not entry.name.startswith(".") and entry.is_file())
        # Size and time of change stand for the content, as everywhere in Python's own caching of modules.
        state = [[path, (stat := os.stat(path)).st_size, stat.st_mtime_ns] for path in [*profiles, str(messages)]]
    except OSError:
        raise MissingExtra('`language(by="langdetect")`', "parity") from None
    path = cache_file(f"langdetect-{crc32(repr((MAGIC, sys.byteorder, state)).encode()):08x}.table")
    if path is not None:
        try:
            return unpack(path.read_bytes(), state)
        except (OSError, ValueError):
            pass  # absent or unsound: the rebuilt table replaces it below
    data = build([Path(profile) for profile in profiles], messages, state)
    if path is not None:
        write_atomically(path, data)
    return unpack(data, state)


def build(profiles: list[Path], messages: Path, state: object) -> bytes:
    """Give the packed table for these profile files (in this order) and this properties file.

    Args:
        state: anything JSON can hold that changes when the files do; `unpack` asks for the same.
    """
    loaded = [json.loads(path.read_bytes()) for path in profiles]
    entries: dict[str, list[tuple[int, float]]] = {}
    for owner, profile in enumerate(loaded):
        for gram, count in profile["freq"].items():
            if _REACHABLE.fullmatch(gram):
                entries.setdefault(gram, []).append((owner, count / profile["n_words"][len(gram) - 1]))
    grams = sorted(entries, key=lambda gram: (max(gram) >= LATIN_END, gram))
    latin = sum(max(gram) < LATIN_END for gram in grams)
    rows = [entry for gram in grams for entry in entries[gram]]
    text = dict(_properties(messages))
    classes = [value for key, value in text.items() if key.startswith("NGram.KANJI_")]
    header = {
        "state": state,
        "languages": [profile["name"] for profile in loaded],
        "folds": ["".join(classes), "".join(members[0] * len(members) for members in classes)],
        "vietnamese": [
            text["TO_NORMALIZE_VI_CHARS"],
            text["DMARK_CLASS"],
            [text[f"NORMALIZED_VI_CHARS_{ord(mark):04X}"] for mark in text["DMARK_CLASS"]],
        ],
    }
    sections = [
        json.dumps(header).encode(),
        "\n".join(grams[:latin]).encode(),
        "\n".join(grams[latin:]).encode(),
        array("I", accumulate((len(entries[gram]) for gram in grams), initial=0)).tobytes(),
        bytes(owner for owner, _ in rows),
        array("d", [share for _, share in rows]).tobytes(),
        *(
            array("H", [round(GAIN_UNIT * math.log2(1 + share / node)) for _, share in rows]).tobytes()
            for node in node_weights()
        ),
    ]
    body = b"".join([array("I", map(len, sections)).tobytes(), *sections])
    return MAGIC + array("I", [crc32(body)]).tobytes() + body


def _properties(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="ascii").splitlines():
        key, _, value = line.strip().partition("=")
        yield key, value.encode().decode("unicode_escape")


def unpack(data: bytes, state: object) -> Table:
    """Give the table that `build` packed.

    Raises:
        ValueError: the data is not a whole, undamaged table of this version and state.
    """
    begin = len(MAGIC) + 4
    body = memoryview(data)[begin:]
    if data[:begin] != MAGIC + array("I", [crc32(body)]).tobytes():
        raise ValueError("not a sound table")
    ends = accumulate(array("I", bytes(body[:32])), initial=32)
    cuts = list(ends)
    head, latin, others, starts, owners, shares, *gains = (
        bytes(body[start:end]) for start, end in zip(cuts, cuts[1:], strict=False)
    )
    header: dict[str, Any] = json.loads(head)
    if header["state"] != state:
        raise ValueError("a table of other files")
    names = latin.decode().split("\n")
    return Table(
        languages=tuple(header["languages"]),
        latin=dict(zip(names, range(1, len(names) + 1), strict=True)),
        others=others,
        starts=array("I", starts),
        owners=owners,
        shares=array("d", shares),
        gains=(array("H", gains[0]), array("H", gains[1])),
        folds=(header["folds"][0], header["folds"][1]),
        vietnamese=(header["vietnamese"][0], header["vietnamese"][1], header["vietnamese"][2]),
    )


