"""Take a prompt and sentences; give the prompt with the sentences where they do not tear it apart."""

from __future__ import annotations

import re

_MATERIAL = 25
"""Words of a last paragraph from which on it may be what is to be worked on."""
_POINTS = re.compile(r"\b(?:following|below|this (?:text|passage|paragraph|article|poem|story))\b|:\s*$", re.IGNORECASE)
_LISTED = re.compile(r"\s*(?:[*•-]|\(?\d{1,2}[.)]|\[|`{3})")
_ENDED = re.compile(r"[.!?…][\"'”’)*]*$")


def added(text: str, sentences: str) -> str:
    """The prompt with sentences that say something of the whole answer.

    They come last, but for a prompt that ends in what is to be worked on: there they come before that.
    """
    text = text.rstrip()
    before = _material(text)
    if before is not None:
        head, tail = text[:before].rstrip(), text[before:]
        if head.endswith(":"):
            return f"{sentences}\n\n{text}"
        return f"{head} {sentences}\n\n{tail}" if head else f"{sentences}\n\n{tail}"
    last = text.rpartition("\n")[2]
    if _ENDED.search(last) and not _LISTED.match(last) and (len(last.split()) > 4 or "\n" not in text):
        return f"{text} {sentences}"
    return f"{text}\n\n{sentences}"


def _material(text: str) -> int | None:
    """Where the last paragraphs begin if they are what a prompt is about, and not what it asks for."""
    first, gap, _ = text.partition("\n\n")
    if not gap:
        first, gap, _ = text.partition("\n")
    rest = text[len(first) :].lstrip()
    if not gap or not _POINTS.search(first) or _LISTED.match(rest) or len(rest.split()) < _MATERIAL:
        return None
    return len(text) - len(rest)
