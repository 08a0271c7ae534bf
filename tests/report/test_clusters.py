"""Counting by cluster in bounded memory."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.report.clusters import Ledger, cluster_of, key_of
from ifdsl.report.intervals import Spread, variance
from tests.report.items import leaning, simple

events = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 1)), max_size=60)


def filled(found: list[tuple[int, int]], most: int) -> Ledger:
    ledger = Ledger(2, most)
    for cluster, kind in found:
        ledger.row(key_of(str(cluster)))[kind] += 1
    return ledger


@given(events)
def test_clusters_stay_apart_as_long_as_there_is_room(found: list[tuple[int, int]]) -> None:
    rows = sorted(filled(found, 64))
    assert rows == sorted([found.count((c, 0)), found.count((c, 1))] for c in {cluster for cluster, _ in found})


@given(events, st.randoms(use_true_random=False))
def test_joining_loses_nothing_and_takes_no_notice_of_the_order(found: list[tuple[int, int]], random: Random) -> None:
    shuffled = list(found)
    random.shuffle(shuffled)
    one, other = filled(found, 8), filled(shuffled, 8)
    assert one.rows == other.rows
    assert len(one.rows) <= 8
    assert one.joined is (len({cluster for cluster, _ in found}) > 8)
    assert one.totals() == [sum(kind == place for _, kind in found) for place in range(2)]


def test_joined_clusters_estimate_the_same_variance() -> None:
    random = Random(3)
    apart, joined = Ledger(2), Ledger(2, 256)
    for cluster in range(20_000):
        chance = leaning(random, 0.7, 0.4)
        for _ in range(random.randint(1, 5)):
            kind = int(random.random() < chance)
            for ledger in (apart, joined):
                ledger.row(key_of(str(cluster)))[kind] += 1
    assert joined.joined
    assert not apart.joined
    scatter = []
    for ledger in (apart, joined):
        failed, passed = ledger.totals()
        total = failed + passed
        scatter.append(variance(passed / total, total, Spread.of((row[1], sum(row)) for row in ledger)))
    # Over 256 groups the estimate itself varies by 9 %.
    assert scatter[1] == pytest.approx(scatter[0], rel=0.25)


def test_repeats_and_cousins_are_one_cluster_with_their_base() -> None:
    items = [simple("7", True), simple("7", True, repeat=1), simple("7:loud", True, base="7"), simple("8", True)]
    assert [cluster_of(item) for item in items] == ["7", "7", "7", "8"]
