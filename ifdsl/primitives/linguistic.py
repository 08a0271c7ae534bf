"""Take a text or English words; give what a model of languages, a dictionary or a tagger knows of them."""

from __future__ import annotations

from ifdsl.primitives.primitive import Cost, Param, Primitive, later
from ifdsl.primitives.types import BOOL, INT, TEXT, TEXTS, choice

_COUNTERS = {"default": later("syllables", "default"), "syllapy": later("syllables", "syllapy")}


_detect = later("language", "detect")
_same_language = later("language", "same_language")


def _in_language(text: str, code: str) -> bool:
    return bool(_same_language(_detect(text), code))


def _syllables(text: str, by: str) -> int:
    return int(_COUNTERS[by](text))


PRIMITIVES = (
    Primitive(
        "language", (Param("text", TEXT), Param("by", choice("default", "langdetect"), "default")), TEXT,
        "The code of the language that the text is written in (`en`, `pt`, `zh`); empty where that cannot be told.",
        Cost(50_000, 400.0), _detect, longest=16,
        example=(("The cat sat on the mat because it was tired of running.", "default"), "en"),
    ),
    Primitive(
        "in_language", (Param("text", TEXT), Param("code", TEXT)), BOOL,
        "Whether the text is written in the language of that code, or in one that cannot be told from it.",
        Cost(50_000, 400.0), _in_language,
        example=(("The cat sat on the mat because it was tired of running.", "en"), True),
    ),
    Primitive(
        "syllables", (Param("text", TEXT), Param("by", choice("default", "syllapy"), "default")), INT,
        "The syllables of the English words in the text; a word without Latin letters, such as a numeral, has none. "
        "`syllapy` counts one word as version 0.8.0 of that package does and needs the extra `parity`.",
        Cost(1_500, 300.0), _syllables, example=(("An old silent pond", "default"), 5),
    ),
    Primitive(
        "is_stop_word", (Param("word", TEXT),), BOOL,
        "Whether the word is one of the 198 English function words that nltk lists as stop words, in any letter case.",
        Cost(20, 1.0), later("stop_words", "is_stop_word"), example=(("The",), True),
    ),
    Primitive(
        "part_of_speech", (Param("words", TEXTS),), TEXTS,
        "The Penn Treebank tag of each English word by nltk's averaged perceptron, for words as `treebank_tokens` "
        "gives them. Needs the extra `parity`.",
        Cost(3_000, 800.0), later("perceptron", "part_of_speech"),
        example=((["She", "writes", "."],), ["PRP", "VBZ", "."]), longest=len("-LRB-"),
    ),
)  # fmt: skip
