"""Take a text; give the places in a row that it speaks of (`the 4th paragraph`, `level 2`), and all of its numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from ifdsl.linting.numerals import OFTEN, ONES, WORDS, number_in
from ifdsl.linting.quantities import quantities
from ifdsl.linting.units import UNITS, Unit, unit_of
from ifdsl.recognition.reading import Span
from ifdsl.rendering.numerals import ordinal


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a row: the second paragraph is `(2, paragraph)`, the last one `(-1, …)`."""

    number: int
    units: tuple[Unit, ...]
    span: Span


_ORDINALS = {ordinal(value, "en"): value for value in range(1, 21)} | {"last": -1, "final": -1}
_BY_WORDS = _ORDINALS | {"opening": 1, "closing": -1}
_PLACE = re.compile(
    rf"\b(?:(?P<word>{'|'.join(_BY_WORDS)})|(?P<digits>\d{{1,4}})[ -]?(?:st|nd|rd|th))(?: \w+)? (?P<unit>{UNITS})\b"
    rf"|\b(?P<named>{UNITS})(?: number| no\.)? #?(?P<number>\d{{1,4}}|{ONES})\b"
)
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_LETTERS = re.compile(r"[a-z]+")
_SPELLED = re.compile(rf"\b(?:{WORDS})\b")
_LONGEST = 12


@lru_cache(maxsize=4096)
def places(plain: str) -> tuple[Place, ...]:
    """The places in a row that a text in small letters speaks of; spans are in its code points."""
    found = []
    for match in _PLACE.finditer(plain):
        if match["named"]:
            number = number_in(plain, match.start("number"), match.end("number"))
            if number is not None and isinstance(number[0], int):
                found.append(Place(number[0], unit_of(match["named"]), match.span()))
        else:
            place = _BY_WORDS[match["word"]] if match["word"] else int(match["digits"])
            found.append(Place(place, unit_of(match["unit"]), match.span()))
    return tuple(found)


@lru_cache(maxsize=4096)
def numbers_in(plain: str) -> frozenset[int | float]:
    """All numbers of a text in small letters: figures, words, how often, places in a row (-1 is the last)."""
    found: set[int | float] = {number for quantity in quantities(plain) for number in quantity.number}
    found.update(place.number for place in places(plain))
    for digits in _DIGITS.findall(plain):
        if len(digits) <= _LONGEST:
            found.add(float(digits) if "." in digits else int(digits))
    for word in _LETTERS.findall(plain):
        if word in _ORDINALS:
            found.add(_ORDINALS[word])
        elif word in OFTEN:
            found.add(OFTEN[word])
    for match in _SPELLED.finditer(plain):
        number = number_in(plain, *match.span())
        if number is not None:
            found.add(number[0])
    return frozenset(found)
