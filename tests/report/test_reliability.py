"""reliable@k and pass@k over groups of cousins."""

from itertools import combinations, product
from math import comb, prod
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.published.reliability import Tally
from ifdsl.report.groups import KINDS, Groups
from ifdsl.report.reliability import Part, Reading, Reliability, ReliabilityMeter, chances, measure_reliability
from ifdsl.store.records import ItemResult
from tests.report.items import judged, must, simple

kinds = st.sampled_from(KINDS[:4])
groups = st.lists(
    st.lists(st.tuples(kinds, st.booleans(), st.booleans()), min_size=2, max_size=6), min_size=1, max_size=5
)
Drawn = list[list[tuple[str, bool, bool]]]
each_example = settings(max_examples=25, deadline=None)


def member(group: object, number: object, kind: str | None, strict: bool, loose: bool, repeat: int = 0) -> ItemResult:
    """A member that may pass loosely alone."""
    told = {"base": str(group)} if kind is None else {"base": str(group), "kind": kind}
    verdicts = ("pass" if strict else "fail"), ("pass" if loose else "fail")
    return judged(f"{group}:{number}", must("a.x", *verdicts), repeat=repeat, meta=told)  # type: ignore[arg-type]


def items(drawn: Drawn) -> list[ItemResult]:
    return [
        member(group, number, kind, strict, loose)
        for group, members in enumerate(drawn)
        for number, (kind, strict, loose) in enumerate(members)
    ]


def measured(found: list[ItemResult]) -> Reliability:
    reliability = measure_reliability(found)
    assert reliability is not None
    return reliability


def readings(found: Reliability) -> list[tuple[int, Reading]]:
    """The figures with the place of their verdict in what is drawn."""
    return [(1, found.strict), (2, found.loose)]


def brute(part: Part, held: list[list[bool]]) -> None:
    """Compare a part with what its groups come to, looked at draw by draw."""
    assert part.groups == len(held)
    assert part.whole.value == pytest.approx(mean(all(group) for group in held))
    assert [point.k for point in part.curve] == list(range(1, max(map(len, held)) + 1))
    for point in part.curve:
        enough = [list(combinations(group, point.k)) for group in held if len(group) >= point.k]
        assert point.groups == len(enough)
        assert point.all.value == pytest.approx(mean(mean(map(all, draws)) for draws in enough))
        assert point.some.value == pytest.approx(mean(mean(map(any, draws)) for draws in enough))
    for size, sized in part.by_size.items():
        of_size = [all(group) for group in held if len(group) == size]
        assert (sized.groups, sized.whole.value) == (len(of_size), pytest.approx(mean(of_size)))
    assert sum(sized.groups for sized in part.by_size.values()) == len(held)


@each_example
@given(groups)
def test_the_figures_are_means_over_all_draws(drawn: Drawn) -> None:
    found = measured(items(drawn))
    assert (found.groups, found.members, found.share) == (len(drawn), sum(map(len, drawn)), 1.0)
    for place, reading in readings(found):
        brute(reading.every, [[one[place] for one in group] for group in drawn])
        assert set(reading.kinds) == {one[0] for group in drawn for one in group}
        for kind, figures in reading.kinds.items():
            alone = [[one[place] for one in group if one[0] == kind] for group in drawn]
            brute(figures.alone, [group for group in alone if group])
            assert figures.members == sum(map(len, alone))
            beside = [
                [one[place] for one in group if one[0] in (kind, "original")]
                for group in drawn
                if {kind, "original"} <= {one[0] for one in group}
            ]
            if kind == "original" or not beside:
                assert figures.with_original is None
            else:
                assert figures.with_original is not None
                brute(figures.with_original, beside)


@each_example
@given(groups)
def test_the_drop_is_from_the_originals_of_the_same_groups(drawn: Drawn) -> None:
    for place, reading in readings(measured(items(drawn))):
        originals = [[one[place] for one in group if one[0] == "original"] for group in drawn]
        with_original = [(mean(own), group) for own, group in zip(originals, drawn, strict=True) if own]
        if not with_original:
            assert reading.original.value is None
            assert reading.every.drop == (None, None)
            continue
        accuracy = mean(own for own, _ in with_original)
        assert reading.original.value == pytest.approx(accuracy)
        for k, drop in [(None, reading.every.drop), *((point.k, point.drop) for point in reading.every.curve)]:
            enough = [
                (own, mean(map(all, combinations([one[place] for one in group], k or len(group)))))
                for own, group in with_original
                if k is None or len(group) >= k
            ]
            before, after = (sum(pair[side] for pair in enough) for side in (0, 1))
            expected = None if not before else (before - after) / before
            assert drop.value == (None if expected is None else pytest.approx(expected, abs=1e-9))
        for kind, figures in reading.kinds.items():
            both = [
                (own, mean(one[place] for one in group if one[0] == kind))
                for own, group in with_original
                if any(one[0] == kind for one in group)
            ]
            before, after = (sum(pair[side] for pair in both) for side in (0, 1))
            drop = figures.alone.curve[0].drop
            assert drop.value == (None if not before else pytest.approx((before - after) / before, abs=1e-9))


@each_example
@given(groups)
def test_more_members_find_more_and_rely_on_less(drawn: Drawn) -> None:
    size = min(map(len, drawn))
    found = measured(items([group[:size] for group in drawn]))
    for place, reading in readings(found):
        every = [point.all.value or 0.0 for point in reading.every.curve]
        some = [point.some.value or 0.0 for point in reading.every.curve]
        accuracy = mean(mean(one[place] for one in group[:size]) for group in drawn)
        assert every[0] == pytest.approx(accuracy)
        assert some[0] == pytest.approx(accuracy)
        assert every == sorted(every, reverse=True)
        assert some == sorted(some)
        assert all(a <= accuracy + 1e-12 and accuracy <= b + 1e-12 for a, b in zip(every, some, strict=True))
        assert every[-1] == pytest.approx(reading.every.whole.value)
        assert list(reading.every.by_size) == [size]


@each_example
@given(groups)
def test_every_interval_holds_its_figure(drawn: Drawn) -> None:
    for _, reading in readings(measured(items(drawn))):
        parts = [reading.every, *(kind.alone for kind in reading.kinds.values())]
        for part in parts:
            for point in part.curve:
                for share in (point.all, point.some):
                    assert share.value is not None
                    low, high = share.interval or (1.0, 0.0)
                    assert 0 <= low <= share.value <= high <= 1
                    # However few groups there are, they are a sample.
                    assert low < high
                if point.drop.value is not None:
                    low, high = point.drop.interval or (1.0, 0.0)
                    assert low <= point.drop.value <= high <= 1


@each_example
@given(groups, st.randoms(use_true_random=False))
def test_the_order_of_items_does_not_matter(drawn: Drawn, random: Random) -> None:
    found = items(drawn)
    assert measured(random.sample(found, len(found))) == measured(found)


rates = st.lists(st.sampled_from([0.0, 1.0, 0.5, 1 / 3, 0.25]), min_size=1, max_size=6)


@settings(deadline=None)
@given(rates)
def test_the_chances_are_means_over_all_draws(drawn: list[float]) -> None:
    expected = [mean(map(prod, combinations(drawn, k))) for k in range(1, len(drawn) + 1)]
    assert chances(drawn) == pytest.approx(expected)


def test_a_large_group_is_drawn_from_up_to_a_bound() -> None:
    found = chances([1.0] * 990 + [0.0] * 10)
    assert len(found) == 64
    assert found[63] == comb(990, 64) / comb(1000, 64)
    assert chances([0.5] * 300) == pytest.approx([0.5**k for k in range(1, 65)])


answers = st.lists(st.lists(st.booleans(), min_size=1, max_size=3), min_size=2, max_size=4)


@each_example
@given(st.lists(answers, min_size=1, max_size=3))
def test_several_answers_are_taken_one_of_each_member_in_all_ways(drawn: list[list[list[bool]]]) -> None:
    found = measured(
        [
            member(group, number, None, one, one, repeat)
            for group, members in enumerate(drawn)
            for number, each in enumerate(members)
            for repeat, one in enumerate(each)
        ]
    )
    sizes = [len(each) for members in drawn for each in members]
    assert (found.fewest, found.most) == (min(sizes), max(sizes))
    samples = [list(product(*members)) for members in drawn]
    assert found.strict.every.whole.value == pytest.approx(mean(mean(map(all, each)) for each in samples))
    for point in found.strict.every.curve:
        enough = [each for each in samples if len(each[0]) >= point.k]
        draws = [[draw for sample in each for draw in combinations(sample, point.k)] for each in enough]
        assert point.all.value == pytest.approx(mean(mean(map(all, each)) for each in draws))
        assert point.some.value == pytest.approx(mean(mean(map(any, each)) for each in draws))


def test_what_got_no_answer_has_failed_and_an_undecided_member_leaves_its_group_out() -> None:
    lost = judged("1:b", must("a.x", "pass"), text="", meta={"base": "1", "kind": "rephrasing"})
    undecided = judged("2:b", must("a.x", "unknown", "pass"), meta={"base": "2", "kind": "rephrasing"})
    found = measured([member(1, "a", None, True, True), lost, member(2, "a", "original", False, True), undecided])
    assert (found.strict.undecided, found.strict.every.groups, found.strict.every.whole.value) == (1, 1, 0.0)
    assert (found.loose.undecided, found.loose.every.groups, found.loose.every.whole.value) == (0, 2, 0.5)
    assert found.strict.original.value == 1.0
    only = measured([member(2, "a", None, True, True), undecided])
    assert (only.strict.undecided, only.strict.every.groups) == (1, 0)
    assert only.strict.every.whole == (None, None)
    assert only.strict.every.curve == ()


def test_without_cousins_there_is_nothing_to_say() -> None:
    assert measure_reliability([]) is None
    assert measure_reliability([simple("1", True), simple("2", False), simple("2", True, repeat=1)]) is None
    assert measure_reliability([member(1, "a", "original", True, True)]) is None, "its cousins were not asked"


def test_a_prompt_that_only_its_cousins_name_is_their_original() -> None:
    found = measured([simple("7", True), simple("7:loud", False, base="7")])
    assert (found.groups, found.kinds) == (1, {"original": 2})
    loud = member(7, "loud", "rephrasing", False, False)
    found = measured([loud, simple("7", True), simple("8", True)])
    assert (found.groups, found.kinds, found.sizes) == (1, {"original": 1, "rephrasing": 1}, {2: 1})
    assert found.strict.every.drop.value == 1.0


def test_kinds_of_ones_own_come_after_those_that_are_known() -> None:
    found = measured([member(1, n, kind, True, True) for n, kind in enumerate(("zulu", "task_swap", "echo", None))])
    assert list(found.kinds) == ["original", "task_swap", "echo", "zulu"]
    many = measured([member(1, n, f"k{n}", True, True) for n in range(100)])
    assert len(many.kinds) == 100
    assert len(many.strict.kinds) == 16


# ---------------------------------------------------------------- memory


sized = st.lists(st.integers(1, 5), min_size=1, max_size=30)


@settings(deadline=None)
@given(sized, st.randoms(use_true_random=False))
def test_beyond_a_bound_whole_groups_are_left_out_whatever_the_order(sizes: list[int], random: Random) -> None:
    found = [member(group, n, None, True, True) for group, size in enumerate(sizes) for n in range(size)]
    shuffled = random.sample(found, len(found))
    held = []
    for order in (found, shuffled):
        counted = Groups(1, most=20)
        for item in order:
            counted.row(item)[0] += 1
            assert counted._members <= 20
        held.append([[one.counts for one in group] for group in counted])
        assert sum(map(len, counted._groups.values())) == counted._members
        assert (counted.share < 1) is (len(found) > 20)
    assert held[0] == held[1]
    # Of those that are held, every member was counted.
    complete = [[(1,)] * size for size in sizes if size > 1]
    assert all(group in complete for group in held[0])


def test_groups_that_are_left_out_change_the_figures_by_chance_alone() -> None:
    random = Random(5)
    whole, part = ReliabilityMeter(), ReliabilityMeter(Groups(5, most=4_000))
    for group in range(2_000):
        chance = random.betavariate(4, 1)
        for number in range(5):
            one = member(group, number, None, random.random() < chance, True)
            whole.add(one)
            part.add(one)
    full, sampled = whole.reliability(), part.reliability()
    assert full is not None
    assert sampled is not None
    assert (full.groups, full.share) == (2_000, 1.0)
    assert 700 < sampled.groups <= 800
    assert sampled.share == pytest.approx(0.4, abs=0.03)
    low, high = sampled.strict.every.whole.interval or (1.0, 0.0)
    assert low < (full.strict.every.whole.value or 0.0) < high


# ---------------------------------------------------------------- the published evaluator


NAMES = ["original", *(f"{kind}:{number}" for kind in KINDS[1:4] for number in (1, 2, 3))]


@each_example
@given(st.lists(st.tuples(*[st.booleans()] * 10), min_size=1, max_size=6))
def test_of_groups_of_ten_the_published_evaluator_says_the_same(drawn: list[tuple[bool, ...]]) -> None:
    tally, found = Tally(), []
    for group, passed in enumerate(drawn):
        for name, one in zip(NAMES, passed, strict=True):
            tally.add(f"{group}:{name}", "p", ["a:x"], [one])
            found.append(member(group, name, name.partition(":")[0], one, one))
    published = tally.log().get("reliable_at_k")
    reading = measured(found).strict
    if published is None:
        assert reading.original.value == 0, "it divides by the share of originals, and gives no figures"
        return
    assert reading.every.whole.value == pytest.approx(published["reliable_at_k_all"])
    assert reading.every.curve[9].all.value == pytest.approx(published["reliable_at_k_all"])
    assert reading.original.value == pytest.approx(published["reliable_at_k_original"])
    for kind in KINDS[1:4]:
        beside = reading.kinds[kind].with_original
        assert beside is not None
        assert beside.whole.value == pytest.approx(published[f"reliable_at_k_{kind}_at_4"])


def test_the_mean_over_orders_of_the_published_figure_is_the_one_without_order() -> None:
    """What the evaluator takes of two members depends on the file; C(c, 2) / C(n, 2) is its mean over all files."""
    passed = {"original": True, "rephrasing:1": True, "rephrasing:2": False, "rephrasing:3": True}
    reading = measured([member(1, name, name.partition(":")[0], one, one) for name, one in passed.items()]).strict
    alone = reading.kinds["rephrasing"].alone
    firsts = []
    for first in ("rephrasing:1", "rephrasing:2", "rephrasing:3"):
        tally = Tally()
        for name in ["original", first, *(each for each in passed if each not in ("original", first))]:
            tally.add(f"1:{name}", "p", ["a:x"], [passed[name]])
        for kind in ("distractor", "ct_alteration"):
            tally.add(f"1:{kind}:1", "p", ["a:x"], [True])
        firsts.append(tally.log()["reliable_at_k"]["reliable_at_k_rephrasing_at_2"])
    assert set(firsts) == {0.0, 1.0}
    assert mean(firsts) == alone.curve[0].all.value


def test_the_interval_covers_as_it_says() -> None:
    """Of 200 runs of 60 groups of five, some 95 % of the intervals hold reliable@5 of all such groups."""
    random, held = Random(2), 0
    # The mean of the fifth power of a beta variable of parameters 4 and 1.
    truth = 4 / 9
    for _ in range(200):
        found = []
        for group in range(60):
            chance = random.betavariate(4, 1)
            found += [member(group, n, None, random.random() < chance, True) for n in range(5)]
        low, high = measured(found).strict.every.whole.interval or (1.0, 0.0)
        held += low <= truth <= high
    assert 0.9 <= held / 200 <= 0.99
