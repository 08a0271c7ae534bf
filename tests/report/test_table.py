"""The table for a terminal."""

import re
import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.report.metrics import Rate, measure
from ifdsl.report.table import render
from ifdsl.store.records import VERDICTS, ItemResult, Prompt, RequirementResult, Response


def item(id: str, answer: str | None, *judged: tuple[str, str, str]) -> ItemResult:
    response = None if answer is None else Response(id, answer, "ok", "m")
    results = [RequirementResult("r", name, name.partition(".")[0], strict, loose) for name, strict, loose in judged]  # type: ignore[arg-type]
    return ItemResult.of(Prompt.of_text(id, "x"), response, results)


ITEMS = [
    item("1", "text", ("length.words", "pass", "pass"), ("style.formal", "unknown", "unknown")),
    item("2", "text", ("length.words", "fail", "pass"), ("case.lower", "pass", "pass")),
    item("3", "text", ("case.lower", "pass", "pass"), ("case.upper", "not_applicable", "not_applicable")),
    item("4", None, ("case.lower", "fail", "fail")),
]

EXPECTED = """\
4 prompts, 3 answered (no_response 1, ok 3)

                          strict                           loose
                            rate  95 % interval   passed     rate  95 % interval   passed
  prompt-level            0.3333  0.0615..0.7923     1/3   0.6667  0.2077..0.9385     2/3
  instruction-level       0.6000  0.1267..0.9394     3/5   0.8000  0.1631..0.9880     4/5

leaving out unanswered
  prompt-level            0.5000  0.0945..0.9055     1/2   1.0000  0.3424..1.0000     2/2
  instruction-level       0.7500  0.1012..0.9876     3/4   1.0000  0.4097..1.0000     4/4

by group
  case                    0.6667  0.2077..0.9385     2/3   0.6667  0.2077..0.9385     2/3
  length                  0.5000  0.0945..0.9055     1/2   1.0000  0.3424..1.0000     2/2
  style                        -                     0/0        -                     0/0

by constraint
  case.lower              0.6667  0.2077..0.9385     2/3   0.6667  0.2077..0.9385     2/3
  length.words            0.5000  0.0945..0.9055     1/2   1.0000  0.3424..1.0000     2/2
  case.upper                   -                     0/0        -                     0/0
  style.formal                 -                     0/0        -                     0/0

1 prompt without an answer: counted as failed
1 prompt undecided (strict): left out
1 prompt undecided (loose): left out
1 requirement unknown (strict): left out
1 requirement not applicable (strict): left out
1 requirement unknown (loose): left out
1 requirement not applicable (loose): left out
"""


def test_the_whole_table() -> None:
    assert render(measure(ITEMS)) == EXPECTED


def test_colour_changes_no_character() -> None:
    coloured = render(measure(ITEMS), colour=True)
    assert coloured != EXPECTED
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == EXPECTED


def test_nothing_measured_is_a_table_too() -> None:
    assert "0 prompts, 0 answered" in render(measure([]))


def columns(text: str) -> int:
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) != 0 for c in text)


names = st.text(st.characters(exclude_categories=("Cs",)), max_size=80)
judged = st.tuples(names, st.sampled_from(VERDICTS), st.sampled_from(VERDICTS))


@settings(max_examples=60)
@given(st.lists(st.lists(judged, max_size=3).map(lambda each: item("1", "text", *each)), min_size=1, max_size=4))
def test_any_names_stay_in_their_column_and_off_the_terminal(items: list[ItemResult]) -> None:
    text = render(measure(items))
    assert all(line.isprintable() for line in text.split("\n"))
    ends = {columns(line) for line in text.split("\n") if re.search(r"\d+/\d+$", line)}
    assert len(ends) == 1


def test_preferences_stand_apart() -> None:
    wished = RequirementResult("w", "content.avoid", "content", "fail", "pass", required=False)
    must = RequirementResult("m", "length.words", "length", "pass", "pass")
    one = ItemResult.of(Prompt.of_text("p", "Write."), Response("p", "text", "ok", "m"), [must, wished])
    metrics = measure([one])
    assert (metrics.prompt.strict.counted.passed, metrics.requirement.strict.counted.total) == (1, 1)
    assert metrics.preference.strict.counted == Rate(0, 1)
    assert metrics.preference.loose.counted == Rate(1, 1)
    assert "should, apart" in render(metrics)
    assert "should, apart" not in render(measure(ITEMS))
