"""What a set of demands is proven by passes its checks; a set that cannot hold has nothing."""

from __future__ import annotations

from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.variation.witnesses import Witnesses
from tests.variation.ifeval_demands import demand

DEMANDS = (
    demand("no_comma"),
    demand("number_words", 40, "at least"),
    demand("number_bullet_lists", 3),
    demand("title"),
    demand("quotation"),
    demand("existence", ["kite", "drum"]),
    demand("english_lowercase"),
)


@cache
def witnesses() -> Witnesses:
    every = (*DEMANDS, demand("number_words", 20, "less than"))
    return Witnesses({one.constraint.name: one.constraint for one in every})


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(DEMANDS), min_size=1, max_size=4, unique_by=lambda one: one.name))
def test_a_witness_passes(chosen: list[object]) -> None:
    demands = [one for one in DEMANDS if one in chosen]
    found = witnesses().of(demands)
    if found is not None:
        assert all(witnesses().check(demands)(found))


def test_what_cannot_hold_has_none() -> None:
    assert witnesses().of([demand("number_words", 300, "at least"), demand("number_words", 20, "less than")]) is None


def test_what_asks_for_no_more_is_not_joined() -> None:
    long = [demand("number_words", 40, "at least")]
    text = witnesses().of(long)
    assert text is not None
    assert witnesses().joined(long, text, [demand("number_words", 30, "at least")]) is None
    assert witnesses().joined(long, text, [demand("title")]) is not None
