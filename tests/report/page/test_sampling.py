"""The choice of the answers that a page shows."""

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.report.page.sampling import Key, Sampler, collect
from ifdsl.store.records import ItemResult
from tests.report.drawn import failed, judged, requirement


def chosen(size: int, items: list[ItemResult]) -> frozenset[Key]:
    sampler = Sampler(size)
    for item in items:
        sampler.add(item)
    return sampler.chosen()


@given(judged(), st.integers(0, 15), st.randoms())
def test_as_many_as_there_is_room_for_whatever_the_order(items: list[ItemResult], size: int, random: object) -> None:
    shuffled = list(items)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    keys = chosen(size, items)
    assert len(keys) == min(size, len(items))
    assert keys == chosen(size, shuffled)
    assert [item for item in items if Key(item.prompt_id, 0) in keys] == collect(items, keys)


@given(judged(), st.integers(0, 15))
def test_reading_a_run_again_changes_nothing(items: list[ItemResult], size: int) -> None:
    assert chosen(size, items) == chosen(size, [*items, *items])


def test_a_rare_type_is_shown_beside_a_frequent_one() -> None:
    often = [failed(f"o{i}", "ask", "text", requirement("length.words")) for i in range(500)]
    seldom = [failed(f"s{i}", "ask", "text", requirement("case.lower")) for i in range(3)]
    keys = chosen(10, [*often, *seldom])
    assert {key.prompt_id for key in keys} >= {"s0", "s1", "s2"}


def test_failures_come_first_and_leave_some_room() -> None:
    bad = [failed(f"b{i}", "ask", "text", requirement("length.words")) for i in range(100)]
    good = [failed(f"g{i}", "ask", "text", requirement("length.words", "pass")) for i in range(100)]
    keys = chosen(10, [*good, *bad])
    assert sum(key.prompt_id.startswith("b") for key in keys) == 8


def test_an_answer_that_never_came_is_a_failure() -> None:
    lost = failed("lost", "ask", "", requirement("length.words", "pass"), status="timeout")
    good = [failed(f"g{i}", "ask", "text", requirement("length.words", "pass")) for i in range(9)]
    assert Key("lost", 0) in chosen(1, [*good, lost])
