"""How much of one list is in another: the definition, its edges, and the work that it takes."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.primitives.similarity import overlap

LISTS = st.lists(st.sampled_from(["a", "b", "ab", ""]), max_size=9)


def runs(items: list[str], length: int) -> set[tuple[str, ...]]:
    return {tuple(items[place : place + length]) for place in range(len(items) - length + 1)}


@settings(max_examples=300, deadline=None)
@given(LISTS, LISTS, st.integers(-1, 9))
def test_it_is_the_share_of_the_distinct_runs(items: list[str], others: list[str], length: int) -> None:
    own = runs(items, length) if 1 <= length <= len(items) else set()
    expected = len(own & runs(others, length)) / len(own) if own else 0.0
    assert overlap(items, others, length) == expected


def test_known_values() -> None:
    assert overlap(list("abcabc"), list("bca"), 3) == 1 / 3
    assert overlap(["a", "a"], ["a"]) == 1.0
    assert overlap([], []) == overlap(["a"], ["a"], 2) == 0.0


def test_the_work_hardly_grows_with_the_length_of_the_runs() -> None:
    letters = list("abcd" * 20_000)
    assert overlap(letters, letters[1:], 30_000) == 1.0
    assert overlap(letters, ["e"] * 80_000, 30_000) == 0.0
