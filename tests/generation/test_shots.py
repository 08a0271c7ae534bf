"""Shots are the likest that there are, each checked, and none of the task of another."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.generation.shots import SHOTS, Candidate, choose, tier_of

GROUPS = {"a": "x", "b": "x", "c": "y", "d": "z"}
CANDIDATES = st.builds(
    lambda types, task, good: Candidate(tuple(types), tuple(GROUPS[one] for one in types), task, (task, good)),
    st.lists(st.sampled_from("abcd"), min_size=1, max_size=3, unique=True),
    st.sampled_from(["t0", "t1", "t2", "t3", "t4", "t5"]),
    st.booleans(),
)


@given(CANDIDATES, st.lists(CANDIDATES, max_size=20), st.integers(0, 99))
def test_no_better_shots_are_left(
    item: Candidate[tuple[str, bool]], pool: list[Candidate[tuple[str, bool]]], seed: int
) -> None:
    found = choose(item, pool, lambda made: made[1], Random(seed))
    good = [one for one in pool if one.made_of[1] and one.task != item.task and tier_of(one, item) is not None]
    tasks = {one.task for one in good}
    if found is None:
        assert len(tasks) < SHOTS
        return
    shots, tier = found
    assert len({task for task, _ in shots}) == SHOTS
    assert item.task not in {task for task, _ in shots}
    assert all(passed for _, passed in shots)
    better = {one.task for one in good if (tier_of(one, item) or 9) < tier}
    assert len(better) < SHOTS
    assert found == choose(item, pool, lambda made: made[1], Random(seed))


def test_the_four_tiers() -> None:
    def candidate(types: str) -> Candidate[None]:
        return Candidate(tuple(types), tuple(GROUPS[one] for one in types), "t", None)

    item = candidate("acd")
    assert [tier_of(candidate(types), item) for types in ("acd", "cad", "bcd", "dca", "ac")] == [1, 2, 3, 4, None]
