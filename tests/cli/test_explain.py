"""`ifdsl explain`: pages for people and JSON, by qualified name, bare name, published id and file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ifdsl.cli import FAILED, OK, main

HOUSE = """ifdsl 1

constraint house_style(words: range, tone: text = "dry") {
  doc "Short \\u{1B}[31mand dry."
  group house.style
  let found = len(response.words)
  check found in words
  render listing "Use {words} words in a {tone} tone."
  pass house_style(2) on "a \\"b\\"\\nc"
}

constraint judged(question: text) {
  check judge "{question}"
  render listing "{question}"
}
"""


@pytest.fixture
def house(tmp_path: Path) -> str:
    path = tmp_path / "house.ifc"
    path.write_text(HOUSE.replace("house_style(2) on", "house_style(3) on"), encoding="utf-8")
    return str(path)


def explained(capsys: pytest.CaptureFixture[str], what: str) -> str:
    assert main(["explain", what]) == OK
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: pytest.CaptureFixture[str], what: str) -> str:
    assert main(["explain", what]) == FAILED
    out, err = capsys.readouterr()
    assert out == ""
    return err


def as_data(capsys: pytest.CaptureFixture[str], what: str) -> dict[str, object]:
    assert main(["explain", what, "--json"]) == OK
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, dict)
    return found


def test_a_page_says_what_a_type_asks_checks_and_costs(capsys: pytest.CaptureFixture[str]) -> None:
    page = explained(capsys, "std.length.word_count")
    assert page.startswith("word_count(words: range)\n")
    assert "\n  group: length.words, muldimif.length.words, structflow.quantity_format\n" in page
    assert "\n  listing           Use exactly 2 words.\n" in page
    assert "\n  listing zh        " in page
    assert "\nchecks\n  check len(response.words) in words\n" in page
    assert "·n steps for a response of n characters; for 2,000 characters " in page
    assert "\n  words: 20..400 step 10 as at_least, at_most, between\n" in page
    assert '\n  fail word_count(2..) on "one"\n' in page
    assert "\n  def std_length_word_count(r, words):\n" in page


def test_a_bare_name_and_a_qualified_one_give_the_same_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert explained(capsys, "word_count") == explained(capsys, "std.length.word_count")


def test_a_published_id_leads_to_its_pack(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_data(capsys, "keywords:existence")
    assert found["name"] == "ifeval.existence"
    assert found["id"] == "keywords:existence"
    assert found["pack"] == as_data(capsys, "ifeval.existence")["pack"]
    (see,) = found["see"]  # type: ignore[misc]
    assert see["path"] == "std.content.keywords"


def test_a_group_lists_its_types_whatever_module_they_are_in(capsys: pytest.CaptureFixture[str]) -> None:
    listed = explained(capsys, "length.words")
    assert "std.length.word_count(words: range)\n" in listed
    assert "std.length.sentence_count" not in listed
    assert "std.length.sentence_count" in explained(capsys, "length")
    assert "`length.wor`" in refused(capsys, "length.wor")


def test_a_type_is_found_under_the_groups_of_other_taxonomies(
    capsys: pytest.CaptureFixture[str], house: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = Path(house)
    path.write_text(HOUSE.replace("group house.style", "group house.style, acme.tone.dry"), encoding="utf-8")
    monkeypatch.setattr("ifdsl.data.module_paths", lambda: {"house": path})
    assert explained(capsys, "acme.tone").startswith("house.house_style(")
    assert as_data(capsys, f"{house}:house_style")["also_in"] == ["acme.tone.dry"]
    assert "group: house.style, acme.tone.dry" in explained(capsys, f"{house}:house_style")


def test_json_holds_everything(capsys: pytest.CaptureFixture[str], house: str) -> None:
    found = as_data(capsys, f"{house}:house_style")
    assert found["name"] == "house.house_style"
    assert found["call"] == 'house_style(words: range, tone: text = "dry")'
    checks = found["checks"]
    assert isinstance(checks, dict)
    assert checks["source"] == "let found = len(response.words)\ncheck found in words"
    compile(checks["python"], "<explained>", "exec")
    (says,) = found["says"]  # type: ignore[misc]
    assert says["template"] == "Use {words} words in a {tone} tone."
    assert says["text"] == "Use exactly 3 words in a dry tone."
    costs = found["costs"]
    assert isinstance(costs, dict)
    steps = costs["base"] + costs["per_char"] * costs["length"] + costs["per_char_squared"] * costs["length"] ** 2
    assert costs["steps"] == pytest.approx(steps)
    assert found["lines"] == [{"expect": "pass", "call": 'house_style(3..3, "dry")', "text": 'a "b"\nc'}]
    assert found["pack"] is None


def test_a_strangers_words_cannot_move_the_cursor(capsys: pytest.CaptureFixture[str], house: str) -> None:
    page = explained(capsys, f"{house}:house_style")
    assert "\x1b" not in page
    assert '\n  pass house_style(3..3, "dry") on "a \\"b\\"\\nc"\n' in page


def test_a_type_that_a_judge_decides(capsys: pytest.CaptureFixture[str], house: str) -> None:
    page = explained(capsys, f"{house}:judged")
    assert '\nchecks\n  check judge "{question}"\n' in page
    # Without a line there are no arguments to show a wording with.
    assert "\n  listing           {question}\n" in page


@pytest.mark.parametrize("what", ["std.length", "house"])
def test_a_module_is_listed(capsys: pytest.CaptureFixture[str], house: str, what: str) -> None:
    listed = explained(capsys, house if what == "house" else what)
    expected = "judged(question: text)\n" if what == "house" else "sentence_count(sentences: range)\n"
    assert expected in listed
    assert main(["explain", house if what == "house" else what, "--json"]) == OK
    entries = json.loads(capsys.readouterr().out)
    assert expected.strip() in [entry["call"] for entry in entries]


@pytest.mark.parametrize(
    ("what", "advice"),
    [
        ("std.length.wordcount", "`std.length` has no constraint `wordcount`; a similar name: `word_count`"),
        ("std.lenght.word_count", "a similar name: `std.length.word_count`"),
        ("std.content.word_count", "`std.content` has no constraint `word_count`"),
        ("word_cuont", "a similar name: `std.length.word_count`"),
        ("keywords:existance", "no constraint has the id `keywords:existance`; a similar name: `keywords:existence`"),
        ("nothing.like.this", "no constraint or module is called `nothing.like.this`"),
        ("", "no constraint or module is called ``"),
    ],
)
def test_unknown_names_get_a_suggestion(capsys: pytest.CaptureFixture[str], what: str, advice: str) -> None:
    said = refused(capsys, what)
    assert said.startswith("error: ")
    assert advice in said


def test_a_file_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "IF0101 unreadable-file" in refused(capsys, str(tmp_path / "none.ifc:thing"))


def test_a_file_that_does_not_build(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "broken.ifc"
    path.write_text(HOUSE.replace("response.words", "response.wrods"), encoding="utf-8")
    assert "IF0308 unknown-view" in refused(capsys, str(path))
