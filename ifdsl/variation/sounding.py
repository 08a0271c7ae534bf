"""Take a sentence that was made of a wording and values; say whether a person might have written it so.

A wording is one text for all values. With some of them it is right and still odd: `the keywords "sea"`, `at most 0
times`, `starting with P.S..`, `the letter "#"`.
"""

from __future__ import annotations

import re

from ifdsl.rendering.agreement import singular

_ODD = re.compile(
    r"(?<!\.)\.\.(?!\.)|[?!]\.(?=\s|$)|\b(?:at most|exactly|fewer than|less than) (?:0|zero)\b"
    r"|\b(?:at least|exactly|at most|only) (?:1|one) [A-Za-z]+s\b(?<!\bthis)(?<!\bus)"
    r"|\bbetween (\d+) and \1\b|\bexactly 1 times\b|(?<=[a-z]) ,|,\s*,"
    r"|\b(?:exactly|at least|at most|only) (?:1|one) [a-z]+(?: [a-z]+)?,? [a-z ]*"
    r"\b(?:bullets|markers|sections|each of)\b"
    r"|\b(?:these|the following)\b[^\"“]*[\"“][^\"”]*[\"”]\.?$"
)
_TWICE = re.compile(
    r"\bmake sure (?:to|that)?[^.:]{0,12}\b(?:make|be) sure\b|\bplease[^.:]{0,20}\bplease\b"
    r"|\bnote that[^.:]{0,12}\bnote\b|\b(?:remember|forget) to[^.:]{0,12}\b(?:forget|remember|make sure)\b"
    r"|\balso[^.:]{0,20}\balso\b|(?<!\.)\.\.(?!\.)|[?!]\.(?=\s|$)|[.!?][\"”']\.(?=\s|$)",
    re.IGNORECASE,
)
"""What a pattern and a wording say both."""
_LETTER = re.compile(r"\bletters? [\"“'](?P<letter>[^\"”'])[\"”']")
_LISTED = re.compile(r"\b(?P<noun>[a-z]+) (?P<first>\"[^\"]*\"|“[^”]*”|'[^']*')(?P<rest>,? (?:and|or) |, )?")
_COUNTED_NOUNS = frozenset({"keywords", "words", "terms", "phrases", "letters", "names", "sentences", "characters"})


def joins(text: str) -> bool:
    """Whether what a pattern puts before a wording goes with it."""
    return _TWICE.search(text) is None


def sounds(text: str) -> bool:
    """Whether nothing in a text is odd as the values have it."""
    if _ODD.search(text):
        return False
    for match in _LETTER.finditer(text):
        if not match["letter"].isalpha():
            return False
    for match in _LISTED.finditer(text):
        noun = match["noun"]
        many = noun in _COUNTED_NOUNS and singular(noun) != noun
        if many and match["rest"] is None:
            return False
    return True
