"""Take a text; give the number of its syllables, by rules with exceptions or as the package `syllapy` counts them.

The exceptions are the words that the CMU Pronouncing Dictionary (Carnegie Mellon University; its licence stands in
`syllables.txt`) gives another number than the rules do.
"""

from __future__ import annotations

import re
import string
import unicodedata
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

from ifdsl.primitives import words
from ifdsl.primitives.extras import MissingExtra

_VOWELS = re.compile("[aeiouy]+")
_LETTERS = re.compile("[a-z]+(?:'[a-z]+)*")
_SILENT = (
    re.compile(r"[^aeiouy]e$(?<![^aeiouylr]le)"),
    re.compile(r"[^aeiouydt]ed$"),
    re.compile(r"[^aeiouyszxcg]es$(?<!shes)(?<!ches)(?<![^aeiouylr]les)"),
    re.compile(r".[^aeiouy]e(?:ly|ments?|less|ness|ful|fully|some|man|men)$"),
)
"""An `e` that is not heard: made, planned, cakes, lately; but not in table, waited, ashes, tables."""
_APART = re.compile(
    r"""
      (?<![cstgxnl]) i[aou](?!u)                # diary, violin; but not nation, special
    | (?<=[cstgx]) ia (?=[^lnrt])               # associate
    | eo (?=[lnrsdm])                           # video
    | (?<![qg]) u[ai] (?=[lrtn])                # actual, ruin
    | (?<=[^aeou]y) [aeiou] (?=.)               # flyer
    | [aeiou]ing | ia$ | [dt]ient?
    | [lnr]ia[lnrst]?$ | eate | eant
    | (?<=[^aeiou][lnr]) io (?!u?n)
    """,
    re.VERBOSE,
)
"""Two vowels that stand together and are heard one by one."""
_WITHOUT_VOWEL = re.compile(r"sms?$|thms?$|n't$|^mc(?=[^aeiouy])")
"""What is a syllable without a vowel letter: prism, rhythm, didn't, McGregor."""
_HISSING = re.compile(r"(?:[sxz]|[cs]h|[cgsz]e)$")

_LE = re.compile("[^aeiouy]le$")
_DIGIT = re.compile(r"\d")


def default(text: str) -> int:
    """The syllables of the English words in a text; a word without a Latin letter, such as a numeral, has none."""
    folded = unicodedata.normalize("NFD", text.lower().replace("é", "ee").replace("’", "'"))
    plain = "".join(char for char in folded if not unicodedata.combining(char))
    return sum(_of_word(part) for word in words.standard_texts(plain) for part in _LETTERS.findall(word))


@lru_cache(maxsize=20_000)
def _of_word(word: str) -> int:
    known = _exceptions().get(word)
    if known is not None:
        return known
    if word.endswith("'s"):
        return _of_word(word[:-2]) + (_HISSING.search(word[:-2]) is not None)
    return by_rules(word)


def by_rules(word: str) -> int:
    """The syllables of a word in lower-case Latin letters and apostrophes, at least one."""
    letters = word.replace("'", "")
    number = len(_VOWELS.findall(letters)) + len(_APART.findall(letters))
    number -= sum(pattern.search(letters) is not None for pattern in _SILENT)
    number += _WITHOUT_VOWEL.search(word) is not None
    return max(number, 1)


@cache
def _exceptions() -> dict[str, int]:
    lines = Path(__file__).with_name("syllables.txt").read_text(encoding="ascii").split("\n")
    return {word: int(line[0]) for line in lines if line[:1].isdigit() for word in line.split(" ")[1:]}


def syllapy(word: str) -> int:
    """The syllables of a word as `syllapy.count` of 0.8.0 gives them: 0 where it holds a digit or is empty.

    Raises:
        MissingExtra: the extra `parity` is not installed.

    Source: IFBench, `words:odd_even_syllables`.
    """
    known, longest = _of_syllapy()
    if not known:
        raise MissingExtra('syllables(by="syllapy")', "parity")
    word = word.strip().lower().strip(string.punctuation)
    if not word or _DIGIT.search(word):
        return 0
    total, start = 0, 0
    # What is left of a compound is looked up as a whole before its next part is.
    while start < len(word):
        if len(word) - start <= longest and word[start:] in known:
            return total + known[word[start:]]
        dash = word.find("-", start + 1)
        if dash < 0 or dash + 1 == len(word):
            return total + _of_letters(word[start:])
        total += _of_part(word[start:dash], known)
        start = dash + 1
        while start < len(word) and word[start] in string.punctuation:
            start += 1
    return 0


def _of_part(part: str, known: dict[str, int]) -> int:
    part = part.rstrip(string.punctuation)
    return known[part] if part in known else _of_letters(part)


def _of_letters(letters: str) -> int:
    number = len(_VOWELS.findall(letters)) - letters.endswith("e") + (_LE.search(letters) is not None)
    return number or 1


@cache
def _of_syllapy() -> tuple[dict[str, int], int]:
    """The words that `syllapy` knows, and the length of the longest."""
    package = find_spec("syllapy")
    for folder in (package.submodule_search_locations or ()) if package else ():
        path = Path(folder, "data.csv")
        if path.is_file():
            rows = (line.rpartition(",") for line in path.read_text(encoding="utf-8").splitlines())
            known = {word: int(number) for word, _, number in rows}
            return known, max(map(len, known))
    return {}, 0
