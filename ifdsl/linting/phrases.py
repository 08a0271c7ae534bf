"""Give the ways in which English prompts make demands on a whole response, each with what shows that it is graded.

These are the demands that published benchmarks of instruction following make; anything else that a prompt asks for
belongs to its task.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ifdsl.linting.graded import Graded

# ruff: noqa: E501

Known: TypeAlias = Callable[[Sequence[Graded], str], bool]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A way of making a demand.

    Attributes:
        pattern: how it is said, in small letters and with straight marks; `quoted` or `bare` is a text that it names.
        known: whether something that is graded is this demand, given the text that it names.
    """

    pattern: re.Pattern[str]
    known: Known


def _concept(name: str) -> Known:
    return lambda graded, text: any(name in one.concepts for one in graded)


def _is_named(graded: Sequence[Graded], text: str) -> bool:
    """Whether a text is among those that are graded."""
    sought = text.strip().lower()
    values = [str(value.value).strip().lower() for one in graded for value in one.texts]
    return any(sought == value or (len(sought) > 1 and (sought in value or value in sought)) for value in values)


def _is_spoken(graded: Sequence[Graded], text: str) -> bool:
    return any(one.languages or one.language_names for one in graded)


def _has_letter(graded: Sequence[Graded], text: str) -> bool:
    return any(str(value.value).strip().lower() == text for one in graded for value in one.texts)


_WHOLE = r"(?:your|the|this|whole|entire|full|complete) ?(?:whole |entire |full |complete |one-sentence )?(?:response|answer|reply|output|text|message|email|letter|essay|poem|story)?"
_WORD = r"(?:key)?words?"
_QUOTED = r"[\"'](?P<quoted>[^\"'\n]{1,60})[\"']"
_TEXT = rf"(?:{_QUOTED}|(?P<bare>[a-z][a-z-]{{1,20}}))"
_TIMES = r"(?:\d+|once|twice|thrice|one|two|three|four|five|six|seven|eight|nine|ten|at (?:least|most)|(?:more|less|fewer) than|exactly|only)"
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten)"
_DENIED = r"(?:do not|don't|never|must not|should not|cannot|without|avoid|refrain from)"
_PLACE = r"(?:paragraph \d+|(?:first|second|third|fourth|fifth|last|\d(?:st|nd|rd|th)) paragraph)"

_FORM = r"\b(?:in|as|into|wrap\w*|format\w*|using|entire \w+ (?:should|must) be)\b[^.;!?\n]{0,24}"

_TABLE: tuple[tuple[str, Known], ...] = (
    # what stands around a text, or apart
    (r"\btitle\b[^.\n]{0,60}(?:<<[^>\n]{1,60}>>|double ang\w+ brackets?)", _concept("angle")),
    (r"\bwrapped in double ang\w+ brackets?", _concept("angle")),
    (rf"\b(?:wrap|put|enclose|surround|place)\w*\b[^.\n]{{0,20}}{_WHOLE}[^.\n]{{0,30}}\b(?:double quot\w+|quotation marks?)", _concept("quotes")),
    (rf"\b(?:double )?(?:quotes|quotation marks)\b[^.\n]{{0,12}} around {_WHOLE} (?:response|answer|reply|output)", _concept("quotes")),
    (r"\b(?:add|include|with|write|append|and)\b[^.\n]{0,40}\bpost-?script\b", _concept("postscript")),
    (r"(?<!\*)\*{6}(?!\*)|\b(?:6|six) asterisks?\b", _concept("six_stars")),
    (r"\b(?:separat\w+|divid\w+|between)\b[^.\n]{0,60}(?<!\*)\*{3}(?!\*)|\bmarkdown divider\b", _concept("three_stars")),
    # marks that are counted
    (rf"\b(?:highlight|italici[sz]e)\b (?:at least |exactly |more than )?(?:{_NUMBER}|some) (?:[a-z]+ )?(?:sections?|parts?|phrases?|words?)\b", _concept("asterisk")),
    (rf"\b(?:at least|exactly|more than|fewer than|less than|at most) {_NUMBER} placeholders?\b", _concept("square")),
    # languages
    (r"\bno other languages? (?:is|are|be)\b|\b(?:only|entirely|completely) in (?:the )?[a-z]+ language\b", _is_spoken),
    # commas and formats
    (r"\b(?:no|not|n't|without|avoid|refrain\w*|cannot|never|don't|doesn't|omit|exclude)\b[^.;!?\n]{0,28} commas?\b(?!s? (?:between|after|before|at the end|following|when|if|in front)\b)", _concept("comma")),
    *((rf"{_FORM}\b{name}(?: format| object| code)?\b", _concept(name)) for name in ("json", "xml", "csv")),
    # words and letters
    (rf"\b{_WORD} {_TEXT},? (?:should |must |to )?(?:appears?|occurs?|be used|show up|is used)\b[^.\n]{{0,20}}\b{_TIMES}", _is_named),
    (rf"\b(?:use|include|mention|contain|using|including)\w* (?:the )?{_WORD} {_TEXT},? (?:for )?{_TIMES}\b", _is_named),
    (rf"\b{_DENIED} (?:\w+ ){{0,3}}?(?:the |following |the following ){_WORD}:? {_TEXT}", _is_named),
    (rf"\b{_DENIED} (?:\w+ ){{0,3}}?{_WORD}:? {_QUOTED}", _is_named),
    (rf"\b{_WORD} {_TEXT} (?:should not|must not|cannot|can't|shouldn't) (?:appear|be|occur)", _is_named),
    (r"\bletters? [\"']?(?P<bare>[a-z])[\"']?,? (?:should |must |to )?(?:appear|occur|show|be used|at least|at most|less than|more than|anywhere|in your|\d)", _has_letter),
    (r"\b(?:without|do not|don't|not|avoid)\b[^.\n]{0,24} the letter [\"']?(?P<bare>[a-z])\b", _has_letter),
    # beginnings and ends
    (rf"\b(?:end|finish|conclude)\w*\b (?:{_WHOLE} )?[^.\n\"]{{0,30}}\bwith (?:the |this )?(?:exact |following )?(?:phrase|words?|sentence|question|line)?[^\"\n]{{0,14}}\"(?P<quoted>[^\"\n]{{3,120}})\"", _is_named),
    (r"\b(?:first(?:,)? |please )?repeat (?:the|this|my|that) (?:exact |entire |whole |full )*(?:request|prompt|question|sentence|first line|instruction)", _concept("repeat")),
    (rf"\b{_PLACE} (?:must |should )?(?:starts?|begins?) with (?:the )?(?:word )?{_TEXT}", _is_named),
    (r"\b(?:mark|start|begin)\w* (?:the beginning of )?each section with [\"']?(?P<bare>[a-z]+)", _is_named),
)  # fmt: skip

PHRASES: tuple[Phrase, ...] = tuple(Phrase(re.compile(pattern), known) for pattern, known in _TABLE)
