"""Columns of a terminal."""

from hypothesis import given
from hypothesis import strategies as st

from ifdsl.report.columns import NAME_LIMIT, cut, width

# Wide characters and combining marks among the rest.
names = st.lists(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\u0301漢"), max_size=150).map("".join)


@given(names)
def test_a_name_is_kept_or_cut_as_late_as_it_can_be(name: str) -> None:
    shown = cut(name)
    if width(name) <= NAME_LIMIT:
        assert shown == name
        return
    kept = shown.removesuffix("…")
    assert shown == kept + "…"
    assert name.startswith(kept)
    assert width(shown) <= NAME_LIMIT < width(kept + name[len(kept)] + "…")


def test_a_name_as_long_as_an_answer_is_cut_in_no_time() -> None:
    assert cut("x" * 1_000_000) == "x" * (NAME_LIMIT - 1) + "…"
