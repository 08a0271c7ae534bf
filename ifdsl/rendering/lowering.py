"""Take a sentence that states a requirement; give it as it reads in the middle of another, where it can stand there."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["asking", "forbidding", "saying", ""]
"""What a sentence does: it asks (`Use …`), forbids (`Do not …`), says how something is to be (`The response must …`),
or begins with a word that is not known here."""

# fmt: off
_VERBS = frozenset({
    "add", "alternate", "answer", "arrange", "ask", "avoid", "base", "begin", "bold", "capitalise", "capitalize",
    "choose", "cite", "close", "compose", "conclude", "connect", "copy", "count", "create", "divide", "enclose", "end",
    "explain", "fill", "finish", "follow", "format", "give", "have", "highlight", "include", "indent", "insert", "join",
    "keep", "leave", "let", "limit", "link", "list", "make", "mark", "mention", "name", "nest", "number", "open",
    "organise", "organize", "output", "place", "present", "provide", "put", "quote", "repeat", "replace", "respond",
    "say", "separate", "set", "show", "sort", "spell", "split", "start", "state", "structure", "take", "tell", "use",
    "wrap", "write",
})
"""What an imperative begins with. A noun that is spelled like one (`List items must …`) is none: `must` follows."""

_SUBJECTS = frozenset({
    "a", "all", "an", "any", "both", "each", "either", "every", "its", "neither", "no", "none", "only", "some", "that",
    "the", "there", "these", "this", "those", "three", "two", "your",
})
# fmt: on

_FORBIDDING = frozenset({"never", "avoid"})
_FIRST = re.compile(r"[A-Z][a-z]*(?= )")
_SAYING = re.compile(r"\b(?:must|may|should|are|is|has|have to)\b")


def kind_of(sentence: str) -> Kind:
    """What an English sentence does, by its first words."""
    first = _FIRST.match(sentence)
    if first is None:
        return ""
    word = first.group().lower()
    if word in _SUBJECTS:
        return "saying"
    if word in _FORBIDDING or sentence.startswith("Do not "):
        return "forbidding"
    said = sentence.partition('"')[0].partition(":")[0].partition(",")[0]
    return "asking" if word in _VERBS and not _SAYING.search(said) else ""


def lowered(sentence: str) -> str | None:
    """The sentence with a small first letter; None where its first word may need its capital."""
    return sentence[0].lower() + sentence[1:] if kind_of(sentence) else None
