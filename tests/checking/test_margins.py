"""What a check says of a text: margins, measured and expected values, words, and evidence in the graded text."""

from __future__ import annotations

from math import isclose

import pytest

from ifdsl.checking.verdict import Evidence, Verdict
from ifdsl.checking.wording import number, range_phrase, ticked
from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.undecided import Undecided
from tests.checking.building import RESPONSE, call, checker, ir_checker, literal, outcome

PASS, FAIL, NOT_APPLICABLE = Verdict.PASS, Verdict.FAIL, Verdict.NOT_APPLICABLE


@pytest.mark.parametrize(
    ("check", "parameters", "arguments", "text", "margin", "message"),
    [
        ("len(response.words) in n", "n: range", ["4.."], "a b c", -0.25, "3 words; at least 4 were asked for"),
        ("len(response.words) in n", "n: range", ["1"], "a b c", -2.0, "3 words; exactly 1 was asked for"),
        ("len(response.words) in n", "n: range", ["0"], "a", -1.0, "1 word; none was asked for"),
        ("len(response.words) < n", "n: int", [3], "a b c", -1 / 3, "3 words; fewer than 3 were asked for"),
        ("not len(response.words) < n", "n: int", [3], "a b c", 0.0, "3 words; at least 3 were asked for"),
        ("n > len(response.words)", "n: int", [3], "a b c", -1 / 3, "3 words; fewer than 3 were asked for"),
        ("len(response.words) != n", "n: int", [3], "a b c", -1 / 3, "3 words; a number other than 3 was asked for"),
        ("len(response.words) not in n", "n: range", ["2.."], "a b c", -1.0, "3 words; fewer than 2 were asked for"),
        ("2 <= len(response.words) <= 4", "", [], "a", -0.5, "1 word; at least 2 were asked for"),
        ("len(response) in n", "n: range", ["..1200"], "a" * 1300, -1 / 12, None),
        (
            "response.count(w, whole_word, ignore_case) in n",
            "w: text, n: range",
            ["delve", "0"],
            "Delve, delve.",
            -2.0,
            "`delve` occurs 2 times; none was asked for",
        ),
        ("response.count(w) > 0", "w: text", ["x"], "abc", -1.0, "`x` does not occur; at least 1 was asked for"),
        (
            "all(len(p.sentences) in 2..3 for p in response.paragraphs)",
            "",
            [],
            "One. Two.\n\nThis is. Now is. That was. Here it ends. All done.",
            -2 / 3,
            "paragraph 2 has 5 sentences; between 2 and 3 were asked for",
        ),
        (
            "all(all(len(s.words) <= 1 for s in p.sentences) for p in response.paragraphs)",
            "",
            [],
            "One. Two.\n\nThree. Four five.",
            -1.0,
            "sentence 2 of paragraph 2 has 2 words; at most 1 was asked for",
        ),
        ("response.ends_with(x)", "x: text", ["Thanks"], "Bye", -1.0, "the text does not end with `Thanks`"),
        ("not response.is_upper", "", [], "BYE", -1.0, "the text is in upper case, and must not be"),
        ("x in response", "x: text", ["a b"], "ab", -1.0, "the text does not contain `a b`"),
        ("x not in response", "x: text", ["a"], "ab", -1.0, "the text contains `a`, and must not"),
        ('response.lines[0] == "x"', "", [], "y\nx", -1.0, "line 1 is `y`; `x` was asked for"),
        ('response.lines[-1].strip() != "x"', "", [], "y\nx ", -1.0, None),
        (
            "all(l.starts_with(x) for l in response.lines)",
            "x: text",
            ["-"],
            "- a\nb\nc",
            -1.0,
            "line 2 does not start with `-` (2 of 3 lines)",
        ),
        (
            "any(l.starts_with(x) for l in response.lines)",
            "x: text",
            ["-"],
            "a\nb",
            -1.0,
            "none of 2 lines is as asked; the nearest: line 1 does not start with `-`",
        ),
        (
            "len([w for w in response.words if w.is_upper]) >= n",
            "n: int",
            [2],
            "A b",
            -0.5,
            "1 matching word; at least 2 were asked for",
        ),
        (
            "response.is_upper or len(response.words) > 4",
            "",
            [],
            "a b c",
            -0.5,
            "none of 2 alternatives holds; the nearest: 3 words; more than 4 were asked for",
        ),
        ("len(response.words) / len(response.lines) <= 2.5", "", [], "a b c", -0.2, None),
        ("all(l.is_upper for l in response.items) if_empty fail", "", [], "x", -1.0, "there is no list item"),
        (
            "sum([response.count(w) for w in words]) in n",
            "words: list[text], n: range",
            [["a", "b"], "5.."],
            "a b a",
            -0.4,
            "`a, b` occurs 3 times; at least 5 were asked for",
        ),
        (
            "len([w for w in words if w in response]) in n",
            "words: list[text], n: range",
            [["a", "b"], "2"],
            "a",
            -0.5,
            "1 matching element of `words`; exactly 2 were asked for",
        ),
        (
            "len(distinct([w.lower() for w in response.words])) >= 3",
            "",
            [],
            "A a b",
            -1 / 3,
            "2 different words; at least 3 were asked for",
        ),
        (
            "len(distinct([len(w) for w in response.words])) >= 3",
            "",
            [],
            "A a bc",
            -1 / 3,
            "2 different values; at least 3 were asked for",
        ),
        ("len(sorted(response.words)[1:]) >= 3", "", [], "a b", -2 / 3, "1 word; at least 3 were asked for"),
        ("first(response.lines).is_upper", "", [], "a\nB", -1.0, "line 1 is not in upper case"),
        ("last(response.lines).is_upper", "", [], "A\nb", -1.0, "the last line is not in upper case"),
        ("response.is_json", "", [], "{", -1.0, "the text is not valid JSON"),
        (
            "x in [l.strip() for l in response.lines]",
            "x: text",
            ["a"],
            "b",
            -1.0,
            "`a` is not among `[l.strip() for l in response.lines]`",
        ),
        (
            "x not in [l.strip() for l in response.lines]",
            "x: text",
            ["b"],
            "b",
            -1.0,
            "`b` is among `[l.strip() for l in response.lines]`, and must not be",
        ),
        (
            "response in words",
            "words: list[text]",
            [["a", "b"]],
            "c",
            -1.0,
            "the text is `c`; one of `a, b` was asked for",
        ),
        ("x", "x: bool", [False], "a", -1.0, "`x` does not hold"),
        ("not x", "x: bool", [True], "a", -1.0, "`x` holds, and must not"),
    ],
)
def test_margins_and_messages(
    check: str, parameters: str, arguments: list[object], text: str, margin: float, message: str | None
) -> None:
    found = outcome(check, text, parameters, arguments)
    assert found.verdict is (PASS if margin >= 0 else FAIL)
    assert found.margin is not None
    assert isclose(found.margin, margin)
    if message is not None:
        assert found.message == message


def test_and_is_the_least_and_or_the_greatest() -> None:
    both, either = (
        "len(response.words) in 4.. and len(response.lines) in 5..",
        "len(response.words) in 4.. or len(response.lines) in 5..",
    )
    assert outcome(both, "a b c").margin == -0.8
    assert outcome(either, "a b c").margin == -0.25
    assert outcome(f"not ({both})", "a b c").margin == 0.6
    assert outcome(f"not ({either})", "a b c").margin == 0.0


def test_the_decisive_part_says_what_was_measured() -> None:
    found = outcome("len(response.lines) in 1.. and len(response.words) in 4..", "a b c")
    assert (found.measured, found.expected, found.message) == (3, "at least 4", "3 words; at least 4 were asked for")


def test_a_margin_looks_through_a_named_truth_value() -> None:
    lets = "let short = len(response.words) < 3"
    assert outcome("short", "a", lets=lets).margin == 1 / 3
    assert outcome("not short", "a", lets=lets).margin == -2 / 3
    assert outcome("not short or short", "a", lets=lets).margin == 1 / 3


def test_over_nothing_all_passes_by_one_unless_it_says_otherwise() -> None:
    check = "all(len(p.words) < 3 for p in response.tables)"
    assert outcome(check, "x").margin == 1.0
    assert outcome(f"not {check}", "x").margin == -1.0
    assert outcome(f"{check} if_empty fail", "x").margin == -1.0
    empty = outcome(f"{check} if_empty not_applicable", "x")
    assert (empty.verdict, empty.margin, empty.message) == (NOT_APPLICABLE, None, "there is no table")


def test_what_does_not_apply_is_left_out_of_a_conjunction() -> None:
    items = "all(l.is_upper for l in response.items)"
    for check, text, expected in (
        (f"{items} and len(response) > 2 if_empty not_applicable", "abc", PASS),
        (f"{items} and len(response) > 2 if_empty not_applicable", "a", FAIL),
        (f"{items} and all(t.is_upper for t in response.tables) if_empty not_applicable", "abc", NOT_APPLICABLE),
        (f"{items} and all(t.is_upper for t in response.tables) if_empty not_applicable", "- a", FAIL),
        (f"{items} and all(t.is_upper for t in response.tables) if_empty not_applicable", "- A", PASS),
        (f"{items} and len(response) > 2 if_empty fail", "abc", FAIL),
    ):
        checks = checker(check)
        assert (checks.verdict(text), checks.check(text).verdict) == (expected, expected), (check, text)


# ---------------------------------------------------------------- evidence


def evidence(check: str, text: str, parameters: str = "", arguments: object = ()) -> list[tuple[str, str]]:
    """Kinds and the stretches of the text that the spans cut out, or what is missing."""
    found = outcome(check, text, parameters, arguments).evidence
    return [(item.kind, item.text if item.kind == "missing" else text[item.start : item.end]) for item in found]


def test_what_was_counted_is_shown() -> None:
    assert evidence("len(response.words) > 3", "😀 one, two") == [("counted", "one"), ("counted", "two")]
    assert evidence("len([w for w in response.words if w.is_upper]) > 3", "A b C") == [
        ("counted", "A"),
        ("counted", "C"),
    ]
    assert evidence("len(response) > 9", "abc") == [("counted", "abc")]


def test_what_violates_an_all_is_shown() -> None:
    check = 'all(l.starts_with("-") for l in response.lines)'
    assert evidence(check, "- a\nb\n- c\nd") == [("violates", "b"), ("violates", "d")]
    assert evidence("not any(w.is_upper for w in response.words)", "a B c D") == [("violates", "B"), ("violates", "D")]


def test_what_is_found_satisfies_or_violates_and_what_is_not_is_missing() -> None:
    found = "response.contains(w, whole_word, ignore_case)"
    assert evidence(found, "Cat, cats, CAT", "w: text", ["cat"]) == [("satisfies", "Cat"), ("satisfies", "CAT")]
    assert evidence(f"not {found}", "Cat, cats", "w: text", ["cat"]) == [("violates", "Cat")]
    assert evidence(found, "dog", "w: text", ["cat"]) == [("missing", "cat")]
    every = "all(response.count(w) in 1.. for w in words)"
    assert evidence(every, "a b", "words: list[text]", [["a", "x", "y"]]) == [("missing", "x"), ("missing", "y")]
    assert evidence(every, "a b", "words: list[text]", [["a", "b"]]) == [("satisfies", "a"), ("satisfies", "b")]
    assert evidence("response.matches(/[0-9]+/)", "a 12 b 3") == [("satisfies", "12"), ("satisfies", "3")]
    assert evidence("any(w.is_upper for w in response.words)", "a B") == [("satisfies", "B")]
    assert evidence('"b" in response', "a b b") == [("satisfies", "b"), ("satisfies", "b")]


def test_a_part_of_a_part_keeps_its_place() -> None:
    check = "all(all(len(w) < 3 for w in s.words) for s in response.strip().sentences)"
    assert evidence(check, "  One. A bee.") == [("violates", "One."), ("violates", "A bee.")]


def test_what_is_not_part_of_the_text_has_no_place() -> None:
    assert evidence("len(response.lower().words) > 3", "A b") == []


def test_evidence_is_capped() -> None:
    found = outcome("len(response.words) < 3", "a " * 3_000)
    assert len(found.evidence) == 1_000
    assert found.evidence[-1] == Evidence("counted", 1998, 1999)


def test_quantifiers_that_nest_are_told_once() -> None:
    value: n.Expr = call("is_upper", RESPONSE, type="bool")
    for level in range(60):
        domain = n.Items(items=(literal("a"), literal("b")) if level == 0 else (literal("a"),), type="list[text]")
        value = n.Quantifier(quantifier="all", variable=f"v{level}", domain=domain, element=value, type="bool")
    assert ir_checker(value).check("a").verdict is FAIL


# ---------------------------------------------------------------- words


def test_what_a_user_wrote_is_cropped_and_on_one_line() -> None:
    message = outcome("response.ends_with(x)", "a", "x: text", ["one\ntwo " * 30]).message
    assert message.startswith("the text does not end with `one two one two")
    assert message.endswith("…`")
    assert len(message) < 100
    assert outcome("response == x", "a" * 500, "x: text", ["b"]).measured == "a" * 200


@pytest.mark.parametrize(
    ("value", "words"),
    [(1203, "1,203"), (0.34, "0.34"), (2.0, "2"), (1 / 3, "0.333"), (1e-9, "1e-09"), (10**20, "a huge number")],
)
def test_numbers_as_they_are_read(value: float, words: str) -> None:
    assert number(value) == words


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        (Range(2, None), "at least 2"),
        (Range(None, 2), "at most 2"),
        (Range(2, 2), "exactly 2"),
        (Range(2, 3), "between 2 and 3"),
        (Range(0, 0), "none"),
        (Range(None, 0), "none"),
        (Range(), "any number"),
    ],
)
def test_ranges_as_they_are_asked_for(bounds: Range, words: str) -> None:
    assert range_phrase(bounds) == words


def test_an_empty_text_is_called_nothing() -> None:
    assert ticked("") == "nothing"
    assert ticked("a  b") == "`a b`"


def test_a_place_that_cannot_be_found_takes_nothing_from_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(text: str, needle: str, *flags: bool) -> list[tuple[int, int]]:
        raise Undecided("there is too much of it")

    monkeypatch.setattr("ifdsl.primitives.occurrences.find_spans", gives_up)
    found = outcome("response.count(w) in 1..", "a", "w: text", ["a"])
    assert (found.verdict, found.margin, found.evidence) == (PASS, 0.0, ())
    assert found.message == "as asked; no more is known: there is too much of it"
