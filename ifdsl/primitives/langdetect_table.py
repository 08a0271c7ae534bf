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
from itertools import accumulate, groupby, pairwise
from pathlib import Path
from random import Random
from struct import Struct
from typing import Any
from zlib import crc32

from ifdsl.primitives.cache import cache_file, write_atomically
from ifdsl.primitives.extras import MissingExtra

SEED = 0
GAIN_UNIT = 1024
"""Gains are counted in units of 1/1024 bit."""
WIDE = 4
"""N-grams of at least so many languages have their gains in the table ready for use."""

_MAGIC = b"ifdsl langdetect table 7\n"
_REACHABLE = re.compile(" ?[^ ]{1,3} ?")
"""N-grams with a blank inside are never looked up."""


@dataclass(frozen=True, slots=True)
class Table:
    """The profiles of all languages, by n-gram.

    N-grams are numbered from 1, in the order of their last character, then of the one before it, then of the first:
    `middles` and `firsts` are the lower levels of that tree. The entries of n-gram `i` are those from `starts[i - 1]`
    to `starts[i]`, one for each language that has it.
    """

    languages: tuple[str, ...]
    endings: dict[str, tuple[int, int]]
    """For each last character of an n-gram, from where to where `middles` has the characters before it."""
    middles: str
    """For each two characters at the end of an n-gram the first of them; a null where an n-gram has one character."""
    firsts: str
    """For each n-gram its first character of three; a null where it has fewer."""
    groups: array[int]
    """For each place in `middles`, and at the end, where `firsts` has the characters before those two."""
    starts: array[int]
    owners: bytes
    """The language of each entry, as an index into `languages`."""
    shares: array[float]
    """How often the language has this n-gram, per n-gram of the same length."""
    gains: tuple[array[int], array[int]]
    """The gain of each entry at the weight of the first and of the second trial: `log2(1 + share / weight)`, rounded to
    a whole number of units."""
    places: array[int]
    """By number of n-gram, where its gains stand in `dense`: 1 for the first there, 0 for one of few languages."""
    dense: memoryview
    """For n-grams of some languages, all gains at the first weight, then all at the second, in the form of `lanes`."""
    folds: tuple[str, str]
    """Chinese characters, and for each the one that stands for its class."""
    vietnamese: tuple[str, str, list[str]]
    """Letters, combining marks, and for each mark the composed characters in the order of the letters."""


def lanes(size: int) -> Struct:
    """Give the form in which one number for each of `size` languages is packed: 32 bits, the lowest byte first."""
    return Struct(f"<{size}I")


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
    path = cache_file(f"langdetect-{crc32(repr((_MAGIC, sys.byteorder, state)).encode()):08x}.table")
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
    grams = sorted(entries, key=_path)
    paths = [_path(gram) for gram in grams]
    groups = [place for place, (one, other) in enumerate(pairwise(["", *paths])) if one[:2] != other[:2]]
    tails = [paths[place][:2] for place in groups]
    endings = {last: len(list(members)) for last, members in groupby(tails, lambda tail: tail[0])}
    rows = [entry for gram in grams for entry in entries[gram]]
    gains = [[round(GAIN_UNIT * math.log2(1 + share / node)) for _, share in rows] for node in node_weights()]
    starts = list(accumulate((len(entries[gram]) for gram in grams), initial=0))
    wide = [number for number, gram in enumerate(grams, 1) if len(entries[gram]) >= WIDE]
    places = array("I", bytes(4 * len(grams) + 4))
    for place, number in enumerate(wide, 1):
        places[number] = place
    text = dict(_properties(messages))
    classes = [value for key, value in text.items() if key.startswith("NGram.KANJI_")]
    header = {
        "state": state,
        "languages": [profile["name"] for profile in loaded],
        "endings": ["".join(endings), list(endings.values())],
        "folds": ["".join(classes), "".join(members[0] * len(members) for members in classes)],
        "vietnamese": [
            text["TO_NORMALIZE_VI_CHARS"],
            text["DMARK_CLASS"],
            [text[f"NORMALIZED_VI_CHARS_{ord(mark):04X}"] for mark in text["DMARK_CLASS"]],
        ],
    }
    sections = [
        json.dumps(header).encode(),
        "".join(tail[1] for tail in tails).encode(),
        "".join(path[2] for path in paths).encode(),
        array("I", [*groups, len(grams)]).tobytes(),
        array("I", starts).tobytes(),
        bytes(owner for owner, _ in rows),
        array("d", [share for _, share in rows]).tobytes(),
        array("H", gains[0]).tobytes(),
        array("H", gains[1]).tobytes(),
        places.tobytes(),
        b"".join(
            _dense(rows, node, starts[number - 1], starts[number], len(loaded)) for number in wide for node in gains
        ),
    ]
    body = b"".join([array("I", map(len, sections)).tobytes(), *sections])
    return _MAGIC + array("I", [crc32(body)]).tobytes() + body


def _path(gram: str) -> str:
    """The way to an n-gram from its end."""
    return gram[::-1].ljust(3, "\0")


def _dense(rows: list[tuple[int, float]], gains: list[int], start: int, end: int, size: int) -> bytes:
    row = [0] * size
    for place in range(start, end):
        row[rows[place][0]] = gains[place]
    return lanes(size).pack(*row)


def _properties(path: Path) -> Iterator[tuple[str, str]]:
    for line in path.read_text(encoding="ascii").splitlines():
        key, _, value = line.strip().partition("=")
        yield key, value.encode().decode("unicode_escape")


def unpack(data: bytes, state: object) -> Table:
    """Give the table that `build` packed.

    Raises:
        ValueError: the data is not a whole, undamaged table of this version and state.
    """
    begin = len(_MAGIC) + 4
    body = memoryview(data)[begin:]
    if data[:begin] != _MAGIC + array("I", [crc32(body)]).tobytes():
        raise ValueError("not a sound table")
    cuts = list(accumulate(array("I", bytes(body[:44])), initial=44))
    *parts, dense = (body[start:end] for start, end in zip(cuts, cuts[1:], strict=False))
    head, middles, firsts, groups, starts, owners, shares, one, two, places = map(bytes, parts)
    header: dict[str, Any] = json.loads(head)
    if header["state"] != state:
        raise ValueError("a table of other files")
    lasts, sizes = header["endings"]
    return Table(
        languages=tuple(header["languages"]),
        endings=dict(zip(lasts, pairwise(accumulate(sizes, initial=0)), strict=True)),
        middles=middles.decode(),
        firsts=firsts.decode(),
        groups=array("I", groups),
        starts=array("I", starts),
        owners=owners,
        shares=array("d", shares),
        gains=(array("H", one), array("H", two)),
        places=array("I", places),
        dense=dense,
        folds=(header["folds"][0], header["folds"][1]),
        vietnamese=(header["vietnamese"][0], header["vietnamese"][1], header["vietnamese"][2]),
    )
