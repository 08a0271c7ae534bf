"""A group holds proven prompts of its kinds, no prompt twice, and is the same each time it is made."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from ifdsl import data
from ifdsl.checking.compile import load
from ifdsl.checking.verifier import verifier
from ifdsl.datasets.tasks import bank
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file, build_text
from ifdsl.ir.printer import print_program
from ifdsl.recognition import vocabulary
from ifdsl.recognition.reading_back import read_back
from ifdsl.variation.group import ALTERATION, DISTRACTOR, ORIGINAL, REPHRASING, SWAP, Group, Member
from ifdsl.variation.originals import values_of
from ifdsl.variation.pool import Job, groups
from ifdsl.variation.stock import Stock, side_of
from ifdsl.variation.vary import Variation

FILE = """ifdsl 1

use ifeval
use std.length
use std.content

spec blurb {
  task "Write a short text about a folding bicycle."
  must {
    word_count(60..90)
    keywords(["light", "city"])
  }
}

spec tea {
  meta audience "guests"
  prompt "Tell our guests how the tea is grown. Your answer must have at least 120 words. Do not use any commas."
  must {
    number_words(num_words=120, relation="at least")
    no_comma()
  }
}

spec woven {
  prompt "Describe a harbour that a child sees, and in it let the word gull appear at least 4 times, each with a name."
  must {
    frequency(keyword="gull", frequency=4, relation="at least")
  }
}

spec echo {
  prompt \"\"\"
  Name three rivers of the north and say where they rise.
  First repeat the request word for word without change, then give your answer.
  \"\"\"
  must {
    repeat_prompt(prompt_to_repeat="Name three rivers of the north and say where they rise.")
  }
}

spec torn {
  prompt "Describe a lamp. Do not use any commas. Write at least 300 words. Answer in less than 20 words."
  must {
    no_comma()
    number_words(num_words=300, relation="at least")
    number_words(num_words=20, relation="less than")
  }
}

spec question(count: int = 3) {
  task "Ask {count} questions about the sea."
  must {
    number_sentences(num_sentences=count, relation="at least")
  }
}
"""

ASKED = n.Cousins(of="any", reword=4, distract=2, reconfigure=2, swap=1)


@cache
def program() -> n.Program:
    built = build_text(FILE, path="cousins.ifc", name="cousins")
    assert built.program is not None
    return built.program


@cache
def stock() -> Stock:
    types: dict[str, n.Constraint] = {}
    for name in ("std.punctuation", "std.format", "std.content"):
        path = data.module_path(name)
        assert path is not None
        found = build_file(path).program
        assert found is not None
        types |= {each: one for each, one in found.constraints.items() if each.startswith(f"{name}.")}
    tasks = data.module_path("std.tasks")
    assert tasks is not None
    bank_program = build_file(tasks).program
    assert bank_program is not None
    return Stock(types, bank([(source, tasks.parent) for source in bank_program.sources], []))


def spec(name: str) -> n.Spec:
    return next(one for one in program().specs if one.name == name)


def varied(name: str, asked: n.Cousins, given: Stock, seed: int = 0) -> Group:
    return Variation(program(), given, seed).group(spec(name), values_of(spec(name)), asked)


@cache
def group(name: str) -> Group:
    return varied(name, ASKED, stock(), seed=3)


def text(member: Member) -> str:
    return "".join(part for part in member.spec.task.parts if isinstance(part, str))


ALL = ("blurb", "tea", "woven", "echo", "question")


@pytest.mark.parametrize("name", ALL)
def test_a_group_has_what_was_asked_for(name: str) -> None:
    made = group(name)
    assert made.missing == ()
    kinds = [(one.kind, one.number) for one in made.members]
    assert kinds == [
        (ORIGINAL, 0),
        *((REPHRASING, place) for place in range(1, 5)),
        *((DISTRACTOR, place) for place in range(1, 3)),
        *((ALTERATION, place) for place in range(1, 3)),
        (SWAP, 1),
    ]


@pytest.mark.parametrize("name", ALL)
def test_each_witness_passes_what_is_graded_once_the_members_are_printed_and_built_again(name: str) -> None:
    members = group(name).members
    specs = tuple(one.spec for one in members)
    printed = print_program(n.Program(module="printed", uses=program().uses, specs=specs))
    built = build_text(printed, path="printed.ifc", name="printed")
    assert built.program is not None, built.diagnostics
    module = load(built.program)
    for member, again in zip(members, built.program.specs, strict=True):
        assert verifier(module, again.name).passes(member.witness)
        assert again.meta == member.spec.meta


@pytest.mark.parametrize("name", ALL)
def test_no_prompt_stands_twice_and_all_are_of_one_group(name: str) -> None:
    members = group(name).members
    assert len({" ".join(text(one).split()) for one in members}) == len(members)
    assert {dict(one.spec.meta)["base"] for one in members} == {name}
    assert all(one.spec.stated for one in members)


def test_what_is_known_of_an_original_stays_with_its_cousins() -> None:
    assert {dict(one.spec.meta)["audience"] for one in group("tea").members} == {"guests"}


@pytest.mark.parametrize("name", ALL)
def test_rephrasings_and_distractors_are_graded_as_the_original_is(name: str) -> None:
    first, *others = group(name).members
    asked = {repr((one.constraint, one.arguments)) for one in first.spec.must if isinstance(one, n.Demand)}
    for member in others:
        if member.kind in (REPHRASING, DISTRACTOR):
            found = {repr((one.constraint, one.arguments)) for one in member.spec.must if isinstance(one, n.Demand)}
            assert found == asked


def test_alterations_ask_for_other_arguments() -> None:
    made = group("tea").members
    sets = {repr(one.spec.must) for one in made if one.kind in (ORIGINAL, ALTERATION)}
    assert len(sets) == 3


def test_a_clean_prompt_keeps_its_task_and_says_the_rest_anew() -> None:
    original, *others = group("tea").members
    assert original.clean
    for member in others:
        if member.kind == REPHRASING:
            said = text(member)
            assert "ell our guests how the tea is grown" in said
            assert "Your answer must have at least 120 words. Do not use any commas." not in said


def test_what_is_reworded_is_read_back_to_what_is_graded() -> None:
    words = vocabulary(one for name, one in program().constraints.items() if name.startswith("ifeval."))
    for member in group("tea").members:
        if member.kind != REPHRASING or dict(member.spec.meta)["pattern"] != "listing":
            continue
        found = [wrong.found for wrong in read_back(text(member), [], [], words)]
        names = {one.constraint for each in found for one in getattr(each, "requirements", ())}
        assert names <= {"ifeval.number_words", "ifeval.no_comma"}


def test_a_prompt_that_cannot_be_taken_apart_stands_whole() -> None:
    original = text(group("woven").members[0])
    assert not group("woven").members[0].clean
    for member in group("woven").members:
        if member.kind in (REPHRASING, DISTRACTOR):
            assert original in text(member)


def test_a_request_that_is_repeated_stays_as_it_is() -> None:
    for member in group("echo").members:
        demand = member.spec.must[0]
        assert isinstance(demand, n.Demand)
        request = demand.arguments[0]
        assert isinstance(request, n.Value)
        assert str(request.value) in text(member)


def test_a_distractor_is_about_another_side_and_is_not_graded() -> None:
    for name in ALL:
        graded = {
            side_of(program().constraints[one.constraint]) for one in spec(name).must if isinstance(one, n.Demand)
        }
        for member in group(name).members:
            change = dict(member.spec.meta).get("change", "")
            if member.kind == DISTRACTOR:
                sentence = change.removeprefix("added and not graded: ")
                assert sentence != change
                assert sentence in text(member)
        assert all(
            side_of(one) not in graded
            for one in stock().others(
                [program().constraints[r.constraint] for r in spec(name).must if isinstance(r, n.Demand)]
            )
        )


def test_an_original_that_no_text_satisfies_is_mended() -> None:
    made = group("torn")
    assert made.missing == ()
    for member in made.members:
        assert len(member.spec.must) == 2
        assert "number_words" in dict(member.spec.meta)["mended"]
    assert ("300" in text(made.members[0])) != ("20" in text(made.members[0]))


def test_parameters_have_their_values() -> None:
    one = Variation(program(), stock()).group(spec("question"), {"count": 7}, n.Cousins(of="question")).members[0]
    assert "Ask 7 questions" in text(one)
    assert one.spec.parameters == ()
    demand = one.spec.must[0]
    assert isinstance(demand, n.Demand)
    assert demand.arguments[0] == n.Value(value=7, type="int")


def test_the_same_seed_gives_the_same_group_and_another_seed_another() -> None:
    few = n.Cousins(of="blurb", reword=3)
    again = varied("blurb", few, stock(), seed=3)
    other = varied("blurb", few, stock(), seed=4)
    assert [text(one) for one in again.members] == [text(one) for one in group("blurb").members[:4]]
    assert [text(one) for one in other.members] != [text(one) for one in again.members]


def test_processes_change_nothing() -> None:
    job = Job(program(), n.Cousins(of="any", reword=2, reconfigure=1), stock(), seed=1)
    specs = [spec(name) for name in ("blurb", "tea", "woven")]
    alone = list(groups(job, specs, workers=1))
    several = list(groups(job, specs, workers=2))
    assert [[text(one) for one in each.members] for each in several] == [
        [text(one) for one in each.members] for each in alone
    ]


def test_what_cannot_be_made_is_missing_with_its_reason() -> None:
    made = varied("tea", n.Cousins(of="tea", distract=1, swap=1), Stock())
    assert [(one.kind, one.number, one.reason) for one in made.missing] == [
        (DISTRACTOR, 1, "no type of another group"),
        (SWAP, 1, "no task to swap in"),
    ]


def test_nothing_is_read_or_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    varied("tea", n.Cousins(of="tea", reword=1), Stock())
    assert list(tmp_path.iterdir()) == []
