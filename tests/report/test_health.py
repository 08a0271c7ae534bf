"""What figures say of the verifiers."""

from ifdsl.report.health import ENOUGH, Checked, examine
from ifdsl.report.metrics import measure
from tests.report.items import judged, must


def test_types_that_never_vary_decide_nothing_or_differ_loosely_are_named() -> None:
    items = [
        judged(
            str(n),
            must("a.always", "pass"),
            must("a.never", "fail"),
            must("a.lenient", "fail" if n % 2 else "pass", "pass"),
            must("a.open", "unknown" if n < 3 else "pass" if n < 7 else "fail"),
        )
        for n in range(ENOUGH)
    ]
    items += [
        judged("few", *[must("a.few", "pass")] * (ENOUGH - 1)),
        judged("lost", must("a.always", "fail"), text=""),
    ]
    found = examine(measure(items))
    assert found.always == (Checked("a.always", ENOUGH, ENOUGH, ENOUGH, 0, 0),)
    assert found.never == (Checked("a.never", ENOUGH, 0, 0, 0, 0),)
    assert found.lenient == (Checked("a.lenient", ENOUGH, 5, ENOUGH, 0, 0),)
    assert found.undecided == (Checked("a.open", 7, 4, 4, 3, 0),)


def test_the_widest_gap_stands_first() -> None:
    items = [judged(str(n), must("a.one", "fail" if n else "pass", "pass")) for n in range(3)]
    items += [judged("x", must("a.two", "fail", "pass")), judged("y", must("a.worse", "pass", "fail"))]
    assert [one.constraint for one in examine(measure(items)).lenient] == ["a.one", "a.two", "a.worse"]
