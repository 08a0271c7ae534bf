"""The pack `ifeval_pp`, laid over `ifeval`: what it says otherwise, on its page and on real responses."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from tests.stdlib import probes as p

pytestmark = pytest.mark.skipif(
    find_spec("langdetect") is None or find_spec("punkt") is None, reason="the pack needs the extra `parity`"
)

PACK, PAGE = "ifeval_pp", "ifeval-pp.md"
DIFFERENCES = p.rows(PAGE, "Where it differs from `ifeval`")
CHANGED = p.rows(PAGE, "How agreement was measured")


@pytest.mark.parametrize("row", DIFFERENCES, ids=lambda row: row[0])
def test_where_it_differs_from_ifeval(row: list[str]) -> None:
    call, literal, before, after, reason = row
    text = p.text_of(p.code(literal))
    said = [p.Calls([pack], [f"{pack}.{p.code(call)}"]).verdict(0, text) for pack in ("ifeval", PACK)]
    assert said == [before, after]
    assert (before == after) == reason.startswith("the same")


def test_every_type_has_a_difference() -> None:
    names = {constraint.short_name for constraint in p.own(PACK)}
    assert {p.code(row[0]).partition("(")[0] for row in DIFFERENCES} == names


def test_what_it_changes_on_the_published_responses() -> None:
    """Of the 834 verdicts on GPT-4's responses the published revision changes 9."""
    changed, number = [], 0
    for row in p.records(p.corpora() / "ifeval" / "gpt4.jsonl"):
        for id, kwargs, published in zip(row["instruction_id_list"], row["kwargs"], row["strict"], strict=True):
            number += 1
            before = "pass" if published else "fail"
            after = p.verdict_of([PACK, "ifeval"], id, kwargs, row["response"]) if row["response"].strip() else "fail"
            if after != before:
                changed.append([str(row["key"]), f"`{id.partition(':')[2]}`", before, after])
    assert number == 834
    assert changed == CHANGED
    assert len(changed) == 9


@pytest.mark.parametrize("text", ["a***b", "a \n\n*** \t b", "***a***", "a******b", "a\n***", " *** ", "a ****\n b"])
@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_blanks_around_the_divider_of_paragraphs_make_no_difference(text: str, number: int) -> None:
    """The published pattern is another one than IFEval's, and `number_paragraphs` is not part of this pack."""
    import re

    pieces = re.split(r"\s*\*\*\*\s*", text)
    filled = [piece for piece in pieces if piece.strip()]
    expected = len(filled) == number and all(piece.strip() for piece in pieces[1:-1])
    said = p.verdict_of([PACK, "ifeval"], "length_constraints:number_paragraphs", {"num_paragraphs": number}, text)
    assert said == ("pass" if expected else "fail")
