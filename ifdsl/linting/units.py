"""Take a word; give the unit that it counts in, with the words that count the same in what people ask of texts."""

from __future__ import annotations

from typing import NamedTuple

from ifdsl.recognition.stems import stem


class Unit(NamedTuple):
    """What is counted. `known` where it is a piece of a text or of its form; any other noun is its own unit."""

    name: str
    known: bool = True


TIMES = Unit("times")
"""How often something occurs."""

_ALIKE = {
    "word": "word", "sentence": "sentence", "paragraph": "paragraph", "stanza": "part", "verse": "part",
    "section": "part", "part": "part", "segment": "part", "chapter": "part", "subsection": "part",
    "line": "line", "bullet": "bullet", "point": "bullet", "bulletpoint": "bullet",
    "character": "character", "letter": "letter", "time": "times", "occurrence": "times", "instance": "times",
    "row": "row", "column": "column", "cell": "cell", "entry": "item", "item": "item", "option": "option",
    "heading": "heading", "header": "heading", "level": "level", "title": "title", "table": "table",
    "placeholder": "placeholder", "keyword": "keyword", "asterisk": "asterisk", "star": "asterisk",
    "hashtag": "hashtag", "emoji": "emoji", "response": "response", "answer": "response", "version": "response",
    "attribute": "attribute", "space": "space", "newline": "newline", "break": "break",
    "percent": "percent", "example": "example", "question": "question", "pronoun": "pronoun", "number": "number",
    "name": "name", "conjunction": "conjunction", "vowel": "vowel", "palindrome": "palindrome", "comma": "comma",
    "highlight": "highlight", "phrase": "phrase", "quote": "quote", "link": "link", "image": "image",
    "nesting": "level", "layer": "level", "depth": "level", "symbol": "symbol", "mark": "mark", "exclamation": "mark",
}  # fmt: skip
_STEMS = {stem(word): name for word, name in _ALIKE.items()}

UNITS = "|".join(sorted((f"{word}s?" if not word.endswith("s") else word for word in _ALIKE), key=len, reverse=True))
"""A pattern of the words of units, in either number."""


def unit_of(word: str) -> tuple[Unit, ...]:
    """The unit of a noun in small letters; none of a word without letters."""
    bare = word.strip("*_'\"-").removesuffix("(s)")
    if not bare or not bare[0].isalpha():
        return ()
    root = stem(bare)
    name = _STEMS.get(root)
    return (Unit(name),) if name is not None else (Unit(root, False),)


def is_singular(phrase: str) -> bool:
    """Whether the last word of a phrase is in the singular."""
    last = phrase.split()[-1:]
    return bool(last) and not last[0].endswith("s")


def words(text: str) -> frozenset[str]:
    """The words of a text, for tables of them."""
    return frozenset(text.split())
