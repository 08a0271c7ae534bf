"""Give `TABLE`, all primitives of the language by name; adding one means adding its declaration to one of the parts."""

from __future__ import annotations

from ifdsl.primitives import (
    ascii,
    dates,
    linguistic,
    lists,
    markdown,
    nesting,
    similarity,
    structured,
    tabular,
    texts,
    views,
    xml,
)
from ifdsl.primitives.primitive import Cost, Param, Primitive, later
from ifdsl.primitives.types import BOOL, TEXT, choice

_detect = later("language", "detect")
_same_language = later("language", "same_language")


def _in_language(text: str, code: str) -> bool:
    return bool(_same_language(_detect(text), code))


_LANGUAGE = (
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
)  # fmt: skip

TABLE: dict[str, Primitive] = {
    primitive.name: primitive
    for primitive in (
        *views.PRIMITIVES,
        *texts.PRIMITIVES,
        *lists.PRIMITIVES,
        *markdown.PRIMITIVES,
        *structured.PRIMITIVES,
        *xml.PRIMITIVES,
        *tabular.PRIMITIVES,
        *_LANGUAGE,
        *linguistic.PRIMITIVES,
        *similarity.PRIMITIVES,
        *nesting.PRIMITIVES,
        *dates.PRIMITIVES,
        *ascii.PRIMITIVES,
    )
}
"""Every view and function of the language; nothing that only running them needs is imported."""
