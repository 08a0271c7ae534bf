"""Several answers to a prompt."""

from itertools import combinations
from random import Random
from statistics import mean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.metrics import Rate
from ifdsl.report.repeats import measure_repeats
from ifdsl.store.records import ItemResult
from tests.report.items import judged, must, runs, simple

outcomes = st.lists(st.lists(st.booleans(), min_size=2, max_size=6), min_size=1, max_size=4)


def answers(drawn: list[list[bool]]) -> list[ItemResult]:
    return [simple(str(n), one, repeat=r) for n, each in enumerate(drawn) for r, one in enumerate(each)]


@given(outcomes)
def test_the_estimates_are_means_over_all_draws(drawn: list[list[bool]]) -> None:
    found = measure_repeats(answers(drawn))
    assert found is not None
    for k, figure in enumerate(found.strict, start=1):
        enough = [each for each in drawn if len(each) >= k]
        assert (figure.k, figure.prompts) == (k, len(enough))
        draws = [list(combinations(each, k)) for each in enough]
        assert figure.some.value == pytest.approx(mean(mean(map(any, one)) for one in draws))
        assert figure.all.value == pytest.approx(mean(mean(map(all, one)) for one in draws))
    assert found.all_strict[:2] == (sum(map(all, drawn)), len(drawn))


@given(outcomes)
def test_more_draws_find_more_and_rely_on_less(drawn: list[list[bool]]) -> None:
    size = min(map(len, drawn))
    found = measure_repeats(answers([each[:size] for each in drawn]))
    assert found is not None
    some = [figure.some.value or 0.0 for figure in found.strict]
    every = [figure.all.value or 0.0 for figure in found.strict]
    assert some == sorted(some)
    assert every == sorted(every, reverse=True)
    assert some[0] == pytest.approx(every[0])
    assert every[-1] == pytest.approx(found.all_strict.value)


def test_the_published_example_of_the_estimator() -> None:
    """pass@k of c among n, by the product that Chen et al. (2021, figure 3) compute it with."""
    n, c = 200, 13
    found = measure_repeats([simple("1", r < c, repeat=r) for r in range(n)])
    assert found is not None
    for k in (1, 10, 100):
        product = 1.0
        for i in range(n - c + 1, n + 1):
            product *= 1 - k / i
        (drawn,) = [one for one in found.strict if one.k == k]
        assert drawn.some.value == pytest.approx(1 - product)


@settings(max_examples=50, deadline=None)
@given(runs(), st.randoms(use_true_random=False))
def test_the_order_of_items_does_not_matter(run: list[ItemResult], random: Random) -> None:
    assert measure_repeats(random.sample(run, len(run))) == measure_repeats(run)


@given(outcomes)
def test_the_best_of_k_passes_where_one_of_k_does(drawn: list[list[bool]]) -> None:
    """The verifier that grades also selects, so that the best passes wherever any does."""
    found = measure_repeats(answers(drawn))
    assert found is not None
    for drawn_k, best in zip(found.strict, found.best, strict=True):
        assert best.strict.value == pytest.approx(drawn_k.some.value)


scores = st.lists(st.tuples(st.integers(0, 2), st.sampled_from([-0.5, 0.0, 0.5])), min_size=2, max_size=5)


@given(scores)
def test_the_best_is_the_first_of_the_highest_margin_of_the_highest_score(drawn: list[tuple[int, float]]) -> None:
    items = []
    for r, (passed, margin) in enumerate(drawn):
        each = [must("a.x", "pass" if n < passed else "fail", margin=margin, id=str(n)) for n in range(2)]
        # The loose verdict tells answers apart that the score does not.
        items.append(judged("1", *(one._replace(loose="pass" if r % 2 else "fail") for one in each), repeat=r))
    found = measure_repeats(items)
    assert found is not None
    for k, best in enumerate(found.best, start=1):
        chosen = [max(draw, key=lambda r: (*drawn[r], -r)) for draw in combinations(range(len(drawn)), k)]
        assert best.score.value == pytest.approx(mean(drawn[r][0] / 2 for r in chosen))
        assert best.loose.value == pytest.approx(mean(r % 2 for r in chosen))


def test_what_got_no_answer_has_failed_and_what_is_undecided_is_left_out() -> None:
    found = measure_repeats(
        [
            simple("1", True),
            judged("1", must("a.x", "pass"), text="", repeat=1),
            judged("1", must("a.x", "unknown"), repeat=2),
            simple("2", True),
        ]
    )
    assert found is not None
    assert (found.prompts, found.answers, found.fewest, found.most) == (2, 4, 1, 3)
    assert [(figure.k, figure.prompts, figure.some.value) for figure in found.strict] == [
        (1, 2, 0.75),
        (2, 1, 1.0),
        (3, 0, None),
    ]
    assert found.all_strict == Rate(0, 1)


def test_without_repeats_there_is_nothing_to_say() -> None:
    assert measure_repeats([simple("1", True), simple("2", False)]) is None
    assert measure_repeats([]) is None


def test_cousins_of_one_base_are_one_cluster() -> None:
    apart = measure_repeats([simple(str(n), n % 2 == 0, repeat=r) for n in range(8) for r in range(2)])
    together = measure_repeats(
        [simple(str(n), n % 2 == 0, repeat=r, base=str(n % 2)) for n in range(8) for r in range(2)]
    )
    assert apart is not None
    assert together is not None
    assert together.strict[0].some.value == apart.strict[0].some.value
    low, high = together.strict[0].some.interval or (1.0, 0.0)
    narrow_low, narrow_high = apart.strict[0].some.interval or (1.0, 0.0)
    assert low < narrow_low
    assert narrow_high < high
