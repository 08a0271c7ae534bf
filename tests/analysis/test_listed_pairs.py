"""IFEval lists pairs of types as conflicts; by their checks and arguments, four of the 94 are, and 90 are not."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import Any, NamedTuple

import pytest

from ifdsl import analysis
from ifdsl.analysis.certificate import Certificate, certify
from ifdsl.analysis.demands import Demand
from ifdsl.analysis.rows import faults, row_of
from tests.analysis.witness.cases import checker, demand, module

pytestmark = pytest.mark.skipif(
    any(find_spec(package) is None for package in ("z3", "langdetect", "punkt")),
    reason="certificates of this pack need the extras `smt` and `parity`",
)

# ---------------------------------------------------------------- the published table

TYPES = tuple(sorted(module("ifeval")))

_ALL_BUT: dict[str, tuple[str, ...]] = {
    "constrained_response": (),
    "json_format": ("existence", "forbidden_words"),
    "repeat_prompt": ("existence", "no_comma", "title"),
    "two_responses": ("existence", "forbidden_words", "no_comma", "response_language", "title"),
}
_THESE: dict[str, tuple[str, ...]] = {
    "capital_word_frequency": ("english_capital", "english_lowercase"),
    "english_lowercase": ("english_capital",),
    "multiple_sections": ("number_highlighted_sections",),
    "number_paragraphs": ("nth_paragraph_first_word", "number_sentences"),
    "quotation": ("title",),
    "response_language": (
        "end_checker", "english_capital", "english_lowercase", "existence", "forbidden_words", "frequency",
        "multiple_sections",
    ),
}  # fmt: skip
"""INSTRUCTION_CONFLICTS of instruction_following_eval/instructions_registry.py (Zhou et al. 2023), made symmetric.

Besides, each type is listed with itself. The types of `_ALL_BUT` are listed with all others but for these.
"""

Pair = tuple[str, str]


def _listed() -> tuple[Pair, ...]:
    partners = {one: set(TYPES) - set(others) for one, others in _ALL_BUT.items()} | _THESE
    pairs = {tuple(sorted((one, other))) for one, others in partners.items() for other in others if one != other}
    return tuple(sorted((one, other) for one, other in pairs))


LISTED = _listed()

IMPOSSIBLE: tuple[Pair, ...] = (
    ("constrained_response", "english_capital"),
    ("constrained_response", "english_lowercase"),
    ("english_capital", "english_lowercase"),
    ("number_paragraphs", "two_responses"),
)
"""The pairs that no text can satisfy, whatever the arguments."""

# ---------------------------------------------------------------- arguments

DRAWN = 6
"""Draws of arguments for each pair; equal ones are looked at once."""

WORDS = (
    "answer",
    "coffee",
    "guide",
    "lamp",
    "letter",
    "market",
    "name",
    "river",
    "sentence",
    "signal",
    "stone",
    "story",
)
ASKED = (
    "Name a river.",
    "Tell me a story about a lamp, please.",
    "What is the answer to this letter?",
    "Write about a market in winter and use the word stone there",
    '"Coffee is a guide." Write a story about this sentence.',
    "11 markets sell coffee; which of them has the best name?",
    '"river"',
    '{"name": "a stone"}',
)
"""Texts to repeat. The last two are JSON; no JSON begins with any of the others."""
RELATIONS = ("less than", "at least")
LANGUAGES = ("ar", "de", "en", "es", "fi", "fr", "hi", "ja", "ko", "ru", "sw", "th", "ur", "vi")
OPTIONS = ("My answer is yes.", "My answer is no.", "My answer is maybe.")

_DRAWS: dict[str, Callable[[Random], Sequence[Any]]] = {
    "capital_word_frequency": lambda random: (random.randint(1, 20), random.choice(RELATIONS)),
    "end_checker": lambda random: (
        random.choice(("Any other questions?", "Is there anything else I can help with?")),
    ),
    "existence": lambda random: (sorted(random.sample(WORDS, 2)),),
    "forbidden_words": lambda random: (sorted(random.sample(WORDS, 2)),),
    "frequency": lambda random: (random.choice(WORDS), random.randint(1, 3), random.choice(RELATIONS)),
    "letter_frequency": lambda random: (
        random.choice(ascii_lowercase), random.randint(1, 10), random.choice(RELATIONS),
    ),
    "multiple_sections": lambda random: (random.choice(("Section", "SECTION")), random.randint(1, 5)),
    # The published draw goes one paragraph too far as well.
    "nth_paragraph_first_word": lambda random: (
        (number := random.randint(1, 5)), random.randint(1, number + 1), random.choice(WORDS),
    ),
    "number_bullet_lists": lambda random: (random.randint(1, 5),),
    "number_highlighted_sections": lambda random: (random.randint(1, 4),),
    "number_paragraphs": lambda random: (random.randint(1, 5),),
    "number_placeholders": lambda random: (random.randint(1, 4),),
    "number_sentences": lambda random: (random.randint(1, 20), random.choice(RELATIONS)),
    "number_words": lambda random: (random.randint(100, 500), random.choice(RELATIONS)),
    "postscript": lambda random: (random.choice(("P.S.", "P.P.S")),),
    "repeat_prompt": lambda random: (random.choice(ASKED),),
    "response_language": lambda random: (random.choice(LANGUAGES),),
}  # fmt: skip
"""In the bounds in which IFEval's `build_description` draws where nothing is given; a text to repeat must be given."""

Arguments = tuple[tuple[Any, ...], tuple[Any, ...]]


class Case(NamedTuple):
    """A pair with arguments, and what was found."""

    arguments: Arguments
    demands: tuple[Demand, ...]
    check: Callable[[str], list[bool]]
    certificate: Certificate


@cache
def cases(pair: Pair) -> tuple[Case, ...]:
    drawn = [_drawn(pair, Random(f"{' '.join(pair)} {number}")) for number in range(DRAWN)]
    different = {repr(arguments): arguments for arguments in (*_EDGES.get(pair, ()), *drawn)}
    return tuple(_case(pair, arguments) for arguments in different.values())


def _drawn(pair: Pair, random: Random) -> Arguments:
    one, other = (tuple(_DRAWS[name](random)) if name in _DRAWS else () for name in pair)
    return one, other


def _case(pair: Pair, arguments: Arguments) -> Case:
    known = [demand(f"ifeval.{name}", *values) for name, values in zip(pair, arguments, strict=True)]
    check = checker(known)
    demands = tuple(_nameless(each, place) for place, each in enumerate(known))
    return Case(arguments, demands, check, certify(demands, check))


def _nameless(known: Demand, place: int) -> Demand:
    """The demand under another name: what is found of it then stands in no table of types."""
    name = f"nameless.type_{place}"
    constraint = replace(known.constraint, name=name, id=None, group="", also_in=(), doc="", see=(), wordings=())
    return replace(known, name=f"type {place}", constraint=constraint)


# ---------------------------------------------------------------- which arguments make a pair impossible


def _never(type_: str, arguments: Sequence[Any]) -> bool:
    """Whether no text satisfies a type with these arguments, even alone."""
    if type_ == "nth_paragraph_first_word":
        return bool(arguments[1] > arguments[0])
    # A blank response fails, and any other has a sentence.
    return type_ == "number_sentences" and arguments == (1, "less than")


def _few(found: int, bound: int, relation: str) -> bool:
    """Whether so many are too many, of what must stand in the text."""
    return relation == "less than" and found >= bound


def _first_word(text: str) -> str:
    return re.split(r"[.,?!'\"]", text.split()[0].lstrip("'").lstrip('"'))[0].lower()


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


_CONFLICTS: dict[Pair, Callable[..., bool]] = {
    ("capital_word_frequency", "english_capital"): lambda number, relation: _few(1, number, relation),
    ("capital_word_frequency", "english_lowercase"): lambda number, relation: relation == "at least",
    ("constrained_response", "forbidden_words"): lambda words: all(
        any(re.search(rf"\b{word}\b", option, re.IGNORECASE) for word in words) for option in OPTIONS
    ),
    ("constrained_response", "frequency"): lambda word, number, relation: _few(
        min(option.count(word) for option in OPTIONS), number, relation
    ),
    ("constrained_response", "letter_frequency"): lambda letter, number, relation: _few(
        min(option.lower().count(letter) for option in OPTIONS), number, relation
    ),
    ("forbidden_words", "repeat_prompt"): lambda words, text: any(
        re.search(rf"\b{word}\b", text, re.IGNORECASE) for word in words
    ),
    ("frequency", "repeat_prompt"): lambda word, number, relation, text: _few(
        text.lower().count(word), number, relation
    ),
    # JSON that begins with a word in quotation marks is on one line, after which a code fence may stand.
    ("json_format", "nth_paragraph_first_word"): lambda number, nth, word: nth == 1 and number > 2,
    ("json_format", "repeat_prompt"): lambda text: not _is_json(text),
    ("letter_frequency", "repeat_prompt"): lambda letter, number, relation, text: _few(
        text.lower().count(letter), number, relation
    ),
    ("nth_paragraph_first_word", "repeat_prompt"): lambda number, nth, word, text: (
        nth == 1 and word != _first_word(text)
    ),
    ("quotation", "repeat_prompt"): lambda text: not text.startswith('"'),
}
"""The pairs that some arguments make impossible, and which. Most pairs are not here."""

ASK = "Name a river."

_EDGES: dict[Pair, tuple[Arguments, Arguments]] = {
    ("capital_word_frequency", "english_capital"): (((1, "less than"), ()), ((2, "less than"), ())),
    ("capital_word_frequency", "english_lowercase"): (((1, "at least"), ()), ((1, "less than"), ())),
    ("constrained_response", "forbidden_words"): (((), (["answer"],)), ((), (["no", "yes"],))),
    ("constrained_response", "frequency"): (((), ("answer", 1, "less than")), ((), ("answer", 2, "less than"))),
    ("constrained_response", "letter_frequency"): (((), ("s", 2, "less than")), ((), ("s", 3, "less than"))),
    ("forbidden_words", "repeat_prompt"): (((["river"],), (ASK,)), ((["rivers"],), (ASK,))),
    ("frequency", "repeat_prompt"): ((("river", 1, "less than"), (ASK,)), (("river", 2, "less than"), (ASK,))),
    ("json_format", "nth_paragraph_first_word"): (((), (3, 1, "lamp")), ((), (2, 1, "lamp"))),
    ("json_format", "repeat_prompt"): (((), ('"river" it is',)), ((), ('"river"',))),
    ("letter_frequency", "repeat_prompt"): ((("e", 2, "less than"), (ASK,)), (("e", 3, "less than"), (ASK,))),
    ("nth_paragraph_first_word", "repeat_prompt"): (((2, 1, "lamp"), (ASK,)), ((2, 1, "name"), (ASK,))),
    ("quotation", "repeat_prompt"): (((), (ASK,)), ((), (f'"{ASK}',))),
}
"""For each of these pairs, arguments that make it impossible, and others next to them that do not."""


def core(pair: Pair, arguments: Arguments) -> tuple[int, ...]:
    """The members of a pair that cannot hold, by the rules above; none where the pair can."""
    for place in (0, 1):
        if _never(pair[place], arguments[place]):
            return (place,)
    conflict = _CONFLICTS[pair](*arguments[0], *arguments[1]) if pair in _CONFLICTS else pair in IMPOSSIBLE
    return (0, 1) if conflict else ()


# ---------------------------------------------------------------- what is found


def test_the_table_has_94_pairs_of_different_types() -> None:
    assert len(TYPES) == 25
    assert len(LISTED) == 94
    assert {*IMPOSSIBLE, *_CONFLICTS} < set(LISTED)


@pytest.mark.parametrize("pair", LISTED, ids=" and ".join)
def test_a_listed_pair_conflicts_where_its_arguments_make_it(pair: Pair) -> None:
    for case in cases(pair):
        found, expected = case.certificate, core(pair, case.arguments)
        assert (found.verdict, found.core) == ("conflict" if expected else "consistent", expected), case.arguments
        assert found.supposing == ()
        assert list(faults(row_of(found), case.demands, case.check)) == []
        # Each member of a core of two is shown to be needed by a text.
        assert len(expected) < 2 or None not in found.without, case.arguments
    if pair not in IMPOSSIBLE:
        assert any(case.certificate.witness for case in cases(pair))


def test_four_pairs_are_impossible_and_90_are_not() -> None:
    possible = {pair for pair in LISTED if any(case.certificate.witness for case in cases(pair))}
    assert set(LISTED) - possible == set(IMPOSSIBLE)
    assert len(possible) == 90


@pytest.mark.parametrize("number", range(7))
def test_two_responses_have_no_number_of_paragraphs(number: int) -> None:
    found = _case(("number_paragraphs", "two_responses"), ((number,), ())).certificate
    assert (found.verdict, found.core) == ("conflict", (0, 1))


def test_some_pairs_conflict_by_their_arguments() -> None:
    assert _EDGES.keys() == _CONFLICTS.keys()
    found = {pair for pair in LISTED if any(len(case.certificate.core) == 2 for case in cases(pair))}
    assert found == {*IMPOSSIBLE, *_CONFLICTS}
    for pair in _EDGES:
        impossible, possible = cases(pair)[:2]
        assert (impossible.certificate.verdict, possible.certificate.verdict) == ("conflict", "consistent"), pair


def test_the_analysis_names_no_published_type() -> None:
    ids = {constraint.id for constraint in module("ifeval").values()} - {None}
    assert len(ids) == 25
    for path in Path(analysis.__file__).parent.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert not [each for each in ids if each and each in source], path
