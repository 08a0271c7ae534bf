"""Take a text; give the numbers that stand in it, in figures or in words, with where they stand.

All text here is in small letters, with straight quotation marks and hyphens.
"""

from __future__ import annotations

import re

from ifdsl.linting.units import UNITS
from ifdsl.recognition.numbers import number_at
from ifdsl.recognition.tokens import tokens_of

# INVARIANT: every pattern here is bounded, so that a long text costs no more than its length.
ONES = "one|two|three|four|five|six|seven|eight|nine"
WORDS = (
    f"{ONES}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|"
    "fifty|sixty|seventy|eighty|ninety|hundred|thousand"
)
NUMBER = re.compile(
    r"(?<![\w.$€£#@/\\-])(?P<digits>\d[\d,]{0,11}(?:\.\d{1,4})?)(?![\w°]|[.:/]\d|-(?:st|nd|rd|th)\b)"
    rf"|(?<![\w.$€£#@/\\-])(?P<joined>\d{{1,6}})(?=-(?:{UNITS})\b)"
    rf"|(?<![\w-])(?P<words>(?:(?:a|an) (?=hundred|thousand|dozen))?(?:{WORDS}|dozen)"
    rf"(?:(?: and |[ -])(?:{WORDS}|dozen)){{0,5}})\b"
    r"|(?<![\w-])(?P<often>once|twice|thrice)\b"
    r"|(?<![\w-])(?P<vague>a few|few|a couple(?: of)?|several|multiple|numerous|various|some)(?= \w)"
    r"|(?<![\w-])(?P<single>a single|a|an|no)(?= )"
)
"""What may say how many: a number, how often, a vague word or an article."""

OFTEN = {"once": 1, "twice": 2, "thrice": 3}
VAGUE = {"a few": 2, "few": 2, "several": 2, "multiple": 2, "numerous": 2, "various": 2, "some": 1}
"""How many a vague word stands for at least."""

_SECOND = re.compile(
    r" ?(?P<link>-|–|—|~|to|and|or|through) ?"
    rf"(?P<second>\d[\d,]{{0,11}}|(?:{WORDS})(?:[ -](?:{ONES}))?)\b(?!%)"
)
_BEFORE_PRONOUN = re.compile(
    r"\b(?:the|that|this|each|every|any|previous|preceding|former|next|following|last|first|other|new|old|same) $"
)
_AFTER_PRONOUN = re.compile(
    r" (?:before|after|above|below|that|which|who|preceding|following|you|i|is|was|are|in|on|from|with)\b|[.,;:!?)]|$"
)
_NEAR = 5
"""How far two numbers are apart at most that `or` makes one range of: `5 or 6 sentences`."""


def number_in(plain: str, start: int, end: int) -> tuple[int | float, int] | None:
    """The number that begins at `start`, and where it ends: of `one hundred and fifty` all of it."""
    written = plain[start:end]
    if written.endswith("dozen"):
        head = written.removesuffix("dozen").strip(" -")
        counted = (0, 1) if head in ("", "a") else number_at(tokens_of(head), 0)
        return None if counted is None else (12 * counted[1], end)
    tokens = tokens_of(written.rstrip(","))
    found = number_at(tokens, 0)
    if found is None:
        return None
    value = found[1]
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    return whole, start + tokens.items[found[0] - 1].end


def is_pronoun(plain: str, start: int, end: int) -> bool:
    """Whether the word from `start` to `end` is a `one` that stands for a noun: `than the one before it`."""
    if plain[start:end] != "one" or _AFTER_PRONOUN.match(plain, end) is None:
        return False
    return _BEFORE_PRONOUN.search(plain[max(0, start - 12) : start]) is not None


def second_in(plain: str, end: int, first: int | float, *, between: bool) -> tuple[int | float, int] | None:
    """The other end of a range of numbers, and where it ends: `5 to 10`, `6 or 7`, `between 80 and 120`.

    Args:
        plain: the text.
        end: where the first number ends.
        first: the first number.
        between: whether what stands before it says that another one follows.
    """
    joint = _SECOND.match(plain, end)
    found = None if joint is None else number_in(plain, joint.start("second"), joint.end("second"))
    if joint is None or found is None or found[0] <= first:
        return None
    if (joint["link"] == "and" and not between) or (joint["link"] == "or" and found[0] - first > _NEAR):
        return None
    return found
