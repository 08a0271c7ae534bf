"""What automata say of patterns is what the engine finds in texts."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl.analysis.automata import Regular, TooLarge, has_automaton, shortest
from ifdsl.primitives import patterns

QUIET = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
SETS = st.sampled_from(
    ["a", "b", "[ab]", "[^a]", ".", r"\d", r"\w", r"\s", r"\W", r"\S", "[a-f0-9]", "é", "(?i:s)", r"[\w.]", "1", " "]
)
REPEATS = st.sampled_from(["", "", "", "*", "+", "?", "{2}", "{1,2}", "{2,}", "{0}", "*?", "+?", "??"])
PARTS = st.recursive(
    st.tuples(SETS, REPEATS).map("".join),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map("".join),
        st.lists(inner, min_size=1, max_size=3).map(lambda parts: f"(?:{'|'.join(parts)})"),
        st.tuples(st.lists(inner, min_size=1, max_size=2).map("".join), REPEATS).map(lambda p: f"(?:{p[0]}){p[1]}"),
    ),
    max_leaves=5,
)
PATTERNS = st.tuples(st.sampled_from(["", "", r"\A", "^"]), PARTS, st.sampled_from(["", "", r"\z", "$"])).map("".join)
FACTS = st.builds(Regular, PATTERNS, st.sampled_from(["whole", "part"])).filter(has_automaton)
TEXTS = st.text(st.sampled_from("abcfs1 9._é\nſSК٣\u0301"), max_size=6)


def holds(fact: Regular, text: str) -> bool:
    return bool((patterns.full_match if fact.where == "whole" else patterns.search)(fact.pattern, text))


@QUIET
@given(st.lists(st.tuples(FACTS, st.booleans()), min_size=1, max_size=3), st.lists(TEXTS, max_size=12))
def test_a_shortest_text_is_as_asked_and_no_shorter_one_is(asked: list[tuple[Regular, bool]], tried: list[str]) -> None:
    try:
        found = shortest(asked)
    except TooLarge:
        return
    if found is not None:
        assert all(holds(fact, found) is wanted for fact, wanted in asked)
    for text in tried:
        if all(holds(fact, text) is wanted for fact, wanted in asked):
            assert found is not None
            assert len(found) <= len(text)


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ([("[0-9]{4}-[0-9]{2}", "whole", True)], "0000-00"),
        ([("[0-9]+", "whole", True), ("[a-z]", "part", True)], None),
        ([(r"\w+", "whole", True), ("[a-zA-Z0-9_]", "part", False)], "ª"),
        ([("(?i)yes|no", "whole", True), ("[a-z]", "part", False)], "NO"),
        ([(r"\Aa", "part", True), (r"b\z", "part", True), ("ab", "whole", False)], "a0b"),
        ([("a{0}b?", "whole", True), ("", "whole", False)], "b"),
        ([(r"\S", "part", False), (r"\s", "part", False)], ""),
    ],
)
def test_by_hand(asked: list[tuple[str, str, bool]], expected: str | None) -> None:
    facts = [(Regular(pattern, where), wanted) for pattern, where, wanted in asked]  # type: ignore[arg-type]
    assert shortest(facts) == expected


@pytest.mark.parametrize(
    "pattern", [r"\bword\b", "(?m)^a", r"\p{Greek}", "a{900}(?:b{900}){1}c{900}", "(", r"(?i)[a-z\x{100}-\x{900}]"]
)
def test_what_has_none(pattern: str) -> None:
    assert not has_automaton(Regular(pattern, "part"))


def test_a_product_that_is_too_large_is_given_up() -> None:
    with pytest.raises(TooLarge):
        shortest([(Regular(f"a[ab]{{{n}}}c", "part"), True) for n in (11, 13, 17)])
