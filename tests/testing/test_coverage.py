"""Branches and regions: what is counted, and what a text reaches of it."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.checking.compile import load
from ifdsl.ir.build import build_text
from ifdsl.ir.evaluate import evaluate
from ifdsl.ir.nodes import Constraint, ExprCheck, Program
from ifdsl.testing.branches import Branches
from ifdsl.testing.coverage import Coverage, coverage
from ifdsl.testing.generated import Tried
from ifdsl.testing.lines import lines


def program(check: str, rest: str = "", parameters: str = "") -> Program:
    built = build_text(f"ifdsl 1\n\nconstraint own({parameters}) {{\n  check {check}\n{rest}}}\n", name="m")
    assert built.program is not None, built.diagnostics
    return built.program


def own(check: str, **named: str) -> Constraint:
    return program(check, **named).constraints["m.own"]


def taken(check: str, text: str) -> list[str]:
    branches = Branches(own(check))
    seen = branches.taken(text, ())
    return [f"{one.source} {one.outcome}" for one in branches.all if one in seen]


def every(check: str) -> list[tuple[str, str]]:
    return [(one.role, one.source) for one in Branches(own(check)).all[::2]]


def test_an_operand_behind_one_that_settles_it_is_not_reached() -> None:
    check = '"a" in response and "b" in response'
    assert taken(check, "c") == [f"{check} false", '"a" in response false']
    assert taken(check, "ab") == [f"{check} true", '"a" in response true', '"b" in response true']
    check = '"a" in response or "b" in response'
    assert taken(check, "a") == [f"{check} true", '"a" in response true']


def test_conditions_loops_and_what_they_range_over() -> None:
    check = 'all(len(w) < 4 for w in response.words if "x" in w) if "." in response else not ("y" in response)'
    assert [role for role, _ in every(check)] == [
        "the check",
        "the condition",
        "the elements",
        "the condition",
        "each element of `all`",
        "after `not`",
    ]
    reached = taken(check, "xabcd x.")
    assert '"." in response true' in reached
    assert any(one.startswith("words(response") and one.endswith("some") for one in reached)
    assert '"x" in w true' in reached
    assert "len(w) < 4 false" in reached
    assert not any("y" in one and one.startswith('"y"') for one in reached)
    assert '"y" in response true' in taken(check, "y")
    assert any(one.endswith("none") for one in taken(check, "."))


def test_a_branch_inside_what_is_compared_counts() -> None:
    check = 'len([w for w in response.words if w == "a" or w == "b"]) >= 1'
    assert "the condition" in [role for role, _ in every(check)]
    assert 'w == "b" true' in taken(check, "b")
    assert 'w == "b" true' not in taken(check, "a")


CHECKS = [
    '"a" in response and not ("b" in response or len(response.words) > 3)',
    'all(len(w) < 3 or w == "abc" for w in response.words if w != "b")',
    "any(any(len(w) > 2 for w in s.words) for s in response.sentences)",
    "len([w for w in response.words if len(w) > 1]) in 1..3",
    'response.words[0] == ("a" if len(response) > 5 else "b")',
    'len(response[1:3]) + len([x for x in response.words if x == "a"]) > 2',
    '(1 if "a" in response else 2) + len(response.words) > 3',
    '-(1 if "a" in response else 2) < -1',
    'response.words[0 if "a" in response else 1] == "b"',
    'response[(1 if "a" in response else 0):(3 if "b" in response else 2)] == "b"',
    'response[:2 if "a" in response else 1] == "a"',
    'len(response) in (1 if "a" in response else 0)..(4 if "b" in response else 9)',
    'len(response) in ..(4 if "a" in response else 9)',
    'response in ["a", "b" if "a" in response else "c"]',
    '((1..2) if "a" in response else (2..3)).min == len(response.words)',
]


@pytest.mark.parametrize("check", CHECKS)
@settings(max_examples=25, deadline=None)
@given(text=st.text(alphabet="abc. ", max_size=20))
def test_a_text_takes_the_outcome_that_its_evaluation_gives(check: str, text: str) -> None:
    constraint = own(check)
    assert isinstance(constraint.check, ExprCheck)
    seen = Branches(constraint).taken(text, ())
    (whole,) = [one.outcome for one in seen if one.role == "the check"]
    assert (whole == "true") is bool(evaluate(constraint.check.value, {"response": text}))
    asked = {one.outcome for one in seen if one.source == '"a" in response'}
    assert asked <= {"true" if "a" in text else "false"}
    if "if" in check and '"a" in response' in check:
        assert asked


def test_a_check_without_an_expression_has_no_branches() -> None:
    branches = Branches(own('judge "Is it so?"'))
    assert (branches.all, branches.taken("a", ())) == ([], set())


LIMIT = '  pass own(2..3, "x") on "a b"\n  fail own(2..3, "x") on "a"\n'


def of(rest: str, tried: list[tuple[tuple[object, ...], str]]) -> Coverage:
    made = program("len(response.words) in words", rest, 'words: range, how: "x" | "y"')
    texts = [Tried("m.own", arguments, text) for arguments, text in tried]
    (found,) = coverage(load(made), made.constraints.values(), texts)
    return found


def test_regions_are_reached_by_lines_then_by_texts() -> None:
    constraint = program("len(response.words) in words", LIMIT, 'words: range, how: "x" | "y"').constraints["m.own"]
    (arguments,) = {str(line.arguments): line.arguments for line in lines(constraint)}.values()
    found = of(LIMIT, [(arguments, "a b c")])
    assert found.texts == (2, 1)
    assert {item.what: (item.by_lines, item.by_all) for item in found.regions} == {
        "words: at the lower bound": (True, True),
        "words: below the lower bound": (True, True),
        "words: at the upper bound": (False, True),
        "words: above the upper bound": (False, False),
        'how: "x"': (True, True),
        'how: "y"': (False, False),
    }


def test_without_any_text_nothing_is_reached() -> None:
    found = of("", [])
    assert [item.what for item in found.regions] == ['how: "x"', 'how: "y"']
    assert not any(item.by_all for item in (*found.regions, *found.branches))


def test_every_module_of_the_library_can_be_walked() -> None:
    from ifdsl import data
    from ifdsl.ir.build import build_file

    if not os.environ.get("IFDSL_WALK_ALL"):
        names = ["length.ifc", "case.ifc"]
    else:
        names = sorted(path.name for path in (data.stdlib_path() / "std").glob("*.ifc"))
    for name in names:
        made = build_file(data.stdlib_path() / "std" / name).program
        assert made is not None
        for constraint in made.constraints.values():
            branches = Branches(constraint)
            reached = [branches.taken(line.text, line.arguments) for line in lines(constraint)]
            assert all(any(one.role == "the check" for one in seen) for seen in reached), constraint.name
