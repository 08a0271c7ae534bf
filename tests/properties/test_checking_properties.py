"""What holds of checks on generated programs and texts, whatever they say."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ifdsl
from ifdsl.checking.compile import load, module_source
from ifdsl.checking.lenient import LENIENT
from ifdsl.checking.verdict import Outcome, RequirementOutcome, Verdict
from ifdsl.checking.verifier import ConstraintChecker, verifier
from ifdsl.ir import nodes as n
from ifdsl.ir.json import from_json, to_json
from ifdsl.primitives.ranges import Range
from tests.ir_strategies import Case, Maker, SpecCase, case_of, cases, spec_cases, texts

SLOW = settings(
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def program_of(case: Case) -> n.Program:
    return n.Program(module="t", constraints={case.constraint.name: case.constraint})


def checker_of(case: Case) -> ConstraintChecker:
    return ConstraintChecker(load(program_of(case)), case.constraint.name, case.arguments)


def as_json(value: Any) -> Any:
    return {"range": [value.lo, value.hi]} if isinstance(value, Range) else value


def outcomes(items: tuple[RequirementOutcome, ...]) -> list[Outcome]:
    return [found for item in items for found in (item.outcome, *outcomes(item.children))]


def sound(outcome: Outcome, text: str) -> None:
    if outcome.verdict in (Verdict.PASS, Verdict.FAIL):
        assert outcome.margin is not None
        assert isfinite(outcome.margin)
        assert (outcome.margin >= 0) is (outcome.verdict is Verdict.PASS)
    else:
        assert outcome.margin is None
    assert outcome.message
    assert "\n" not in outcome.message
    for item in outcome.evidence:
        if item.kind == "missing":
            assert (item.start, item.end) == (-1, -1)
        else:
            assert 0 <= item.start <= item.end <= len(text)
    json.dumps(outcome.to_dict(), allow_nan=False)


@settings(SLOW, max_examples=80)
@given(cases())
def test_outcomes_are_sound(case: Case) -> None:
    sound(checker_of(case).check(case.text), case.text)


@settings(SLOW, max_examples=40)
@given(spec_cases())
def test_outcomes_of_requirements_are_sound(case: SpecCase) -> None:
    report = verifier(load(case.program), "s", case.values).check(case.text)
    for outcome in outcomes((*report.must, *report.should)):
        sound(outcome, case.text)
    assert 0 <= report.reward <= 1
    assert 0 <= report.score <= 1
    assert (report.reward == 1) is all(item.outcome.verdict.accepted for item in (*report.must, *report.should))
    assert report.should or report.score <= report.reward


@settings(SLOW, max_examples=40)
@given(spec_cases(), st.randoms(use_true_random=False))
def test_the_order_of_requirements_changes_no_verdict(case: SpecCase, random: Random) -> None:
    (spec,) = case.program.specs
    shuffled = replace(spec, must=tuple(_shuffled(spec.must, random)), should=tuple(_shuffled(spec.should, random)))
    one, other = (verifier(load(replace(case.program, specs=(each,))), "s", case.values) for each in (spec, shuffled))
    verdicts = [dict(zip(checks.ids, checks.verdicts(case.text), strict=True)) for checks in (one, other)]
    assert verdicts[0] == verdicts[1]
    assert one.passes(case.text) is other.passes(case.text)


def _shuffled(body: tuple[n.Requirement, ...], random: Random) -> list[n.Requirement]:
    """The requirements in another order, at every level."""
    inner = [
        item
        if isinstance(item, n.Demand)
        else replace(item, then=tuple(_shuffled(item.then, random)))
        if isinstance(item, n.When)
        else replace(item, body=tuple(_shuffled(item.body, random)))
        for item in body
    ]
    random.shuffle(inner)
    return inner


@settings(SLOW, max_examples=40)
@given(spec_cases())
def test_a_lenient_verdict_is_the_best_of_the_views(case: SpecCase) -> None:
    checks = verifier(load(case.program), "s", case.values)
    must = len(case.program.specs[0].must)
    views = [view(case.text) for view in LENIENT["ifeval"].values()]
    by_view = [checks.verdicts(view) for view in views if view.strip()]
    strict = checks.verdicts(case.text)
    found = checks.lenient(case.text).verdicts
    assert found == checks.lenient(case.text, strict=strict).verdicts
    for position, verdict in enumerate(found):
        passes = any(verdicts[position] is Verdict.PASS for verdicts in by_view)
        kept = strict[position] is Verdict.NOT_APPLICABLE
        assert (verdict is Verdict.PASS) is (passes and not kept)
    one = checks.lenient(case.text, reading="one").verdicts
    best = any(all(verdict.accepted for verdict in verdicts[:must]) for verdicts in by_view)
    assert all(verdict.accepted for verdict in one[:must]) is (best or not must)
    assert not by_view or one in by_view


@settings(SLOW, max_examples=40)
@given(cases())
def test_source_is_the_same_for_the_same_program_and_survives_json(case: Case) -> None:
    program = program_of(case)
    source = module_source(program)
    assert module_source(program) == source
    assert module_source(from_json(to_json(program))) == source


@settings(SLOW, max_examples=40)
@given(cases(), st.lists(texts(), min_size=1, max_size=3))
def test_a_checker_keeps_nothing_from_one_text_to_the_next(case: Case, others: list[str]) -> None:
    checks = checker_of(case)
    before = [checks.check(text) for text in others]
    checks.verdict(case.text)
    assert [checks.check(text) for text in others] == before


STANDALONE = """
import importlib, json, runpy, sys

class Closed:
    def find_spec(self, name, path=None, target=None):
        parts = name.split(".")
        own = parts[0] == "ifdsl" and len(parts) > 1 and parts[1] not in ("primitives", "checking")
        if own or parts[0] in ("pydantic", "lark", "jinja2"):
            raise ImportError(f"{name} is not there")

sys.meta_path.insert(0, Closed())
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.runtime import Doc, Piece

found = []
for job in json.load(sys.stdin):
    entry = runpy.run_path(job["path"])["CONSTRAINTS"][job["name"]]
    arguments = [Range(*value["range"]) if isinstance(value, dict) else value for value in job["arguments"]]
    quick = entry.passes(Doc(job["text"]), *arguments)
    outcome = entry.explain(Doc(Piece(job["text"], 0)), *arguments)
    found.append([str(quick), outcome.to_dict()])
assert not {"pydantic", "lark", "jinja2"} & set(sys.modules)
json.dump(found, sys.stdout)
"""


def test_a_written_module_needs_the_primitives_and_the_runtime_alone(tmp_path: Path) -> None:
    jobs, expected = [], []
    for seed in range(25):
        case = case_of(Maker(Random(seed)))
        path = tmp_path / f"module{seed}.py"
        path.write_text(module_source(program_of(case)), encoding="utf-8")
        arguments = [as_json(value) for value in case.arguments]
        jobs.append({"path": str(path), "name": case.constraint.name, "arguments": arguments, "text": case.text})
        checks = checker_of(case)
        verdict = checks.verdict(case.text)
        quick = {Verdict.PASS: "True", Verdict.FAIL: "False"}.get(verdict, str(verdict))
        expected.append([quick, json.loads(json.dumps(checks.check(case.text).to_dict()))])
    root = Path(ifdsl.__file__).parent.parent
    ran = subprocess.run(
        [sys.executable, "-c", STANDALONE],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        cwd=root,
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout) == expected
