"""The notation of `read` lines: what it writes, and what is wrong with what is none."""

from __future__ import annotations

import pytest

from ifdsl.primitives.notation import (
    NOTHING,
    Behind,
    Choice,
    Gap,
    InOrder,
    Malformed,
    Slot,
    Words,
    always,
    literal_stretches,
    parse,
)

HOLE = object()


def test_what_it_writes() -> None:
    found = parse(["[a] (b | c ", HOLE, ") ... d ~ <e>"])
    assert found == InOrder(
        (
            Choice((Words("a"), NOTHING)),
            Choice((Words("b "), InOrder((Words(" c "), Slot(1))))),
            Gap(),
            Words(" d "),
            Gap(wide=True),
            Behind("e"),
        )
    )
    assert [text.strip() for text in literal_stretches(found)] == ["a", "b", "c", "d", "e"]


def test_what_every_way_fills() -> None:
    names = {1: "x", 3: "y", 5: "x"}
    assert always(parse(["(a", HOLE, "| b", HOLE, HOLE, ")"]), {1: "x", 3: "y", 4: "x"}) == {"x"}
    assert always(parse(["a", HOLE, "[b", HOLE, "]"]), names) == {"x"}
    assert always(parse(["a", HOLE, "(b |", HOLE, ")"]), names) == {"x"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a ] b", "nothing opens"),
        ("[a", "nothing closes"),
        ("(a]", "nothing opens"),
        ("a | b", "stands between alternatives"),
        ("a [] b", "without words"),
        ("(a | )", "without words"),
        ("(" * 30 + "a" + ")" * 30, "more than 20 deep"),
    ],
)
def test_what_is_no_pattern(text: str, why: str) -> None:
    with pytest.raises(Malformed, match=why):
        parse([text])
