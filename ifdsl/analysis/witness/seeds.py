"""Take constraints with their arguments; give the texts of their own examples, for these arguments, cut to the bone."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness.trial import Trial
from ifdsl.ir.evaluate import evaluate

_TOKEN = re.compile(r"\S+\s*")
_TAIL = re.compile(r"(?<=\w)[^\w\n]+?(?=\s+[A-Z]|\s*$)")
_MOST_TOKENS = 24
"""Tokens up to which an example is cut down; longer ones are tables and lists that stand as they are."""


def seeds_of(demands: Sequence[Demand], wanted: Sequence[int], trial: Trial) -> list[str]:
    """Texts that each satisfy one of the demands at `wanted`, and joined texts that may satisfy several.

    Raises:
        Exhausted: the budget is used up, or one of the texts satisfies the whole set.
    """
    by_demand = []
    for place in wanted:
        examples = list(dict.fromkeys(_examples(demands[place])))
        found = [text for text in examples if trial(text)[place]]
        if not found:
            tried = [*examples, *_variants(demands[place])]
            found = [text for example in tried for text in (example, *extended(example)) if trial(text)[place]]
        cut = [cut_down(text, place, trial) for text in found[:2]]
        marks = dict.fromkeys(re.sub(r"[\w\s]+", "", text) for text in found[:3])
        cut += [text for text in marks if text and trial(text)[place]]
        if cut:
            by_demand.append(list(dict.fromkeys([*cut, *found[:2]])))
    alone = [texts[0] for texts in by_demand]
    joint = []
    if len(by_demand) > 1:
        for chosen in islice(product(*(texts[:2] for texts in by_demand[:3])), 8):
            joint.extend([" ".join(chosen), " ".join(reversed(chosen)), "\n".join(chosen), "\n".join(reversed(chosen))])
    rest = [text for texts in by_demand for text in texts[1:]]
    return list(dict.fromkeys([*alone, *joint, *rest]))


def extended(text: str) -> Iterator[str]:
    """A text with its last part once more, and once more: for the counts of an example that are too small."""
    for separator in ("\n\n", "\n", ". ", "! ", "? ", ", ", " ", "******", "|", "---", "//"):
        parts = text.rstrip("\n").split(separator)
        if len(parts) == 1:
            continue
        for unit in (1, 2, 4):
            if unit >= len(parts):
                continue
            longer = list(parts)
            for _ in range(10):
                longer.extend(_next_number(part) for part in longer[-unit:])
                yield separator.join(longer)
    tokens = _TOKEN.findall(text)
    yield from (token.strip() for token in tokens[:8])
    yield from (" ".join([token.strip()] * 12) for token in tokens[:8])
    yield from ("".join(tokens[:count]).strip() for count in range(2, min(len(tokens), 12)))


def _variants(demand: Demand) -> Iterator[str]:
    """The texts among the arguments with one word changed; of a form of dates, two dates."""
    for argument in demand.arguments:
        if not isinstance(argument, str):
            continue
        words = argument.split()
        if 2 <= len(words) <= _MOST_TOKENS:
            changed = [" ".join([*words[:at], "other", *words[at + 1 :]]) for at in range(len(words))]
            yield from (". ".join([one] * times) for one in changed for times in (1, 2, 3, 4))
        if "Y" in argument and "D" in argument:
            date = re.sub(r"[YMD]+", lambda match: _DATE_PARTS.get(match[0], match[0]), argument)
            yield from (date, f"{date}, {_next_number(date)}")


_DATE_PARTS = {"YYYY": "2001", "YY": "01", "MMMM": "March", "MMM": "Mar", "MM": "03", "M": "3", "DD": "04", "D": "4"}


def _next_number(part: str) -> str:
    """A part with its first number, if it has one, one higher."""
    return re.sub(r"\d+", lambda match: str(int(match[0]) + 1).zfill(len(match[0])), part, count=1)


def marks_of(demand: Demand) -> list[tuple[str, ...]]:
    """How the sentences of the examples end, beyond a plain full stop."""
    found = []
    for text in _examples(demand):
        tails = _TAIL.findall(text)
        if tails and set(tails) != {"."}:
            found.extend([tuple(tails), *((tail,) for tail in tails)])
    return list(dict.fromkeys(found))[:6]


def words_of(demand: Demand) -> list[str]:
    """The words of the examples."""
    return list(dict.fromkeys(word for text in _examples(demand) for word in text.split()))[:30]


def cut_down(text: str, place: int, trial: Trial) -> str:
    """`text` without the words that the demand at `place` does not need.

    Raises:
        Exhausted: see `Trial`.
    """
    tokens = _TOKEN.findall(text)
    if len(tokens) > _MOST_TOKENS:
        return text
    at = 0
    while at < len(tokens) and len(tokens) > 1:
        shorter = [*tokens[:at], *tokens[at + 1 :]]
        if trial("".join(shorter).strip())[place]:
            tokens = shorter
        else:
            at += 1
    return "".join(tokens).strip()


def _examples(demand: Demand) -> Iterator[str]:
    for example in demand.constraint.examples:
        if example.expect == "pass":
            text = example.text
            for argument, wanted in zip(example.arguments, demand.arguments, strict=False):
                text = _swapped(text, evaluate(argument, {}), wanted)
            yield text


def _swapped(text: str, given: Any, wanted: Any) -> str:
    """A text with one argument in the place of another, letter case aside."""
    if isinstance(given, str) and isinstance(wanted, str) and given:
        # The text is put in through a function: in a template its backslashes would mean something.
        return re.sub(re.escape(given), lambda _: wanted, text, flags=re.IGNORECASE)
    if isinstance(given, list) and isinstance(wanted, list):
        for one, other in zip(given, wanted, strict=False):
            text = _swapped(text, one, other)
        for more in wanted[len(given) :] if given and all(isinstance(item, str) for item in wanted) else ():
            text = _with_one_more(text, wanted[len(given) - 1], more)
    return text


def _with_one_more(text: str, last: str, more: str) -> str:
    """A text with the line of the last of several things once more, for another one."""
    line = next((line for line in reversed(text.split("\n")) if last.lower() in line.lower()), "")
    return f"{text}\n{_swapped(line, last, more)}" if line else text
