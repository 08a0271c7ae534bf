"""The pack `iftrain`: its facts, its agreement with published verdicts, and every row of its page."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

import pytest

from ifdsl.testing.facts import diagnostics_of, run_facts
from tests.stdlib import probes as p

pytestmark = pytest.mark.skipif(
    find_spec("punkt") is None or find_spec("regex") is None, reason="the pack needs the extra `parity`"
)

PACK, PAGE = "iftrain", "iftrain.md"
FAULTS = p.rows(PAGE, "Known faults")
BREAKS = p.rows(PAGE, "Where the published code breaks off")

DIFFERENT = [
    # A list is no text; the published code takes its first element.
    ("first_word:first_word_sent", {"first_word": ["Yes"]}, "Yes a.", True, "refused"),
    ("keywords:keyword_specific_position", {"keyword": ["now"], "n": 1, "m": 2}, "Go now.", True, "refused"),
    # 1.0 is a whole number here; the published code breaks off.
    ("keywords:keyword_specific_position", {"keyword": "now", "n": 1.0, "m": 2.0}, "Go now.", "TypeError", "pass"),
]
"""Probes on which this pack says something else on purpose."""


def test_it_builds_without_any_diagnostic() -> None:
    assert p.built(PACK).diagnostics == ()


def test_it_has_the_29_published_types() -> None:
    types = p.by_id(PACK)
    assert len(types) == len(p.own(PACK)) == 29
    for id, (_, constraint) in types.items():
        group, _, name = id.partition(":")
        assert (constraint.name, constraint.group) == (f"iftrain.{name}", group)


def test_all_facts_hold() -> None:
    facts = run_facts(p.program(PACK), None, p.built(PACK).places)
    assert [diagnostic.message for diagnostic in diagnostics_of(facts)] == []


def test_see_names_types_of_std_that_exist() -> None:
    assert all(constraint.see for constraint in p.own(PACK))
    assert {see.path for constraint in p.own(PACK) for see in constraint.see} <= p.std_types()


@cache
def faults(column: int, prefix: str) -> p.Calls:
    """The calls of one column of the table of known faults."""
    calls = [f"{prefix}{p.code(row[column])}" for row in FAULTS]
    modules = sorted({call.partition("(")[0].rpartition(".")[0] for call in calls})
    return p.Calls(modules, calls)


@pytest.mark.parametrize("place", range(len(FAULTS)), ids=lambda place: FAULTS[place][0])
def test_known_faults(place: int) -> None:
    _, literal, published, _, verdict, reason = FAULTS[place]
    text = p.text_of(p.code(literal))
    ours, theirs = faults(0, "iftrain."), faults(3, "std.")
    assert (ours.problems, theirs.problems) == ([], [])
    assert [ours.verdict(place, text), theirs.verdict(place, text)] == [published, verdict]
    assert (published == verdict) == reason.startswith("no fault")


def test_every_row_of_known_faults_stands_beside_what_its_type_sees() -> None:
    sees = {constraint.short_name: constraint.see[0].path for constraint in p.own(PACK)}
    shown = {p.code(row[0]).partition("(")[0]: f"std.{p.code(row[3]).partition('(')[0]}" for row in FAULTS}
    assert shown == sees


@pytest.mark.parametrize("row", BREAKS, ids=lambda row: row[0])
def test_where_the_published_code_breaks_off(row: list[str]) -> None:
    asked, literal, _, here = row
    assert p.Calls([PACK], [f"iftrain.{p.code(asked)}"]).verdict(0, p.text_of(p.code(literal))) == here


def test_all_published_verdicts_on_probes() -> None:
    found = p.compare([PACK], "iftrain")
    assert found.number > 3000
    assert found.missing == set()
    assert sorted(found.differing, key=repr) == sorted(DIFFERENT, key=repr)
