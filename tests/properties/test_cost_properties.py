"""The static bounds hold: what an evaluation takes and makes stays under what `ir.cost` says of it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.ir import evaluate as oracle
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file, build_text
from ifdsl.ir.cost import LIST_BOUND, RESPONSE, TEXT_BOUND, Analysis, Bound, Measure
from ifdsl.ir.expressions import constant
from ifdsl.ir.polynomial import Polynomial
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.table import TABLE
from tests.ir_strategies import Maker, case_of
from tests.properties.counting import UNDECIDED, count, weight

# ---------------------------------------------------------------- shipped constraints

TEXTS = [
    "", " ", "a", "One two. Three!\n\nFour, five.\n", "a " * 300, "\n" * 400, ",,,," * 60, "é" * 300, "ß" * 200,
    "İ" * 200, "ΐ" * 100, "# Head\n\ntext **bold** *it*\n" * 15, "* item\n  * inner\n" * 20,
    "|a|b|\n|-|-|\n|1|2|\n" * 12, '{"a": [1, {"b": "c"}]}', '"' * 200, "```py\nx = 1\n```\n" * 10, "A B C D. " * 40,
    "<<T>>\n[x] [y]\n" * 20, "x" * 900, "你好。我们" * 40, "Section 1\nx\nSection 2\ny\n" * 10, "((((" * 50,
    "P.S. so\n***\nP.P.S. there\n" * 12, "1,000 2.5 " * 40,
]  # fmt: skip


@cache
def shipped() -> dict[str, n.Constraint]:
    found: dict[str, n.Constraint] = {}
    for path in sorted(data.stdlib_path().rglob("*.ifc")):
        program = build_file(path).program
        assert program is not None
        found |= program.constraints
    return found


def drawn(type_: str, random: Random) -> Any:
    if type_.startswith("list["):
        size = random.choice([0, 1, 2, LIST_BOUND])
        return [drawn(type_.removeprefix("list[").removesuffix("]"), random) for _ in range(size)]
    match type_:
        case "int":
            return random.randint(-2, 30)
        case "number":
            return random.choice([0.5, 3, -1.5, 1e6])
        case "bool":
            return random.random() < 0.5
        case "range":
            return Range(random.choice([None, 0, 2]), random.choice([None, 3, 50]))
        case "regex":
            return random.choice([r"\w+", "a|b", ".*", "x*"])
        case "text":
            return random.choice(["a", "", "word", "two words", "e" * TEXT_BOUND, "#", "P.S."])
    return random.choice([choice.strip().strip('"') for choice in type_.split("|")])


@pytest.mark.parametrize("module", sorted({name.rpartition(".")[0] for name in shipped()}))
def test_measured_steps_of_a_shipped_constraint_stay_under_its_bound(module: str) -> None:
    random = Random(module)
    for name, constraint in shipped().items():
        if name.rpartition(".")[0] != module or not isinstance(constraint.check, n.ExprCheck):
            continue
        bound = Bound(constraint.cost, constraint.cost_per_char, constraint.cost_per_char_squared)
        for text in random.sample(TEXTS, 8):
            arguments = {parameter.name: drawn(parameter.type, random) for parameter in constraint.parameters}
            taken = count(constraint.check, {n.RESPONSE: text, **arguments}).steps
            assert 0 < taken <= bound.steps(len(text)) * (1 + 1e-9), (name, arguments, text)


def test_the_standard_library_takes_steps_that_grow_with_the_response_and_no_faster() -> None:
    assert {name for name, constraint in shipped().items() if constraint.cost_per_char_squared} == set()


# ---------------------------------------------------------------- generated programs


def measured(value: Any) -> Measure:
    return Analysis().measure(constant(value), {})[1]


def at(bound: Polynomial, length: int) -> float:
    return Bound.of(bound).steps(length)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32 - 1))
def test_measured_steps_and_sizes_of_a_generated_check_stay_under_their_bounds(seed: int) -> None:
    case = case_of(Maker(Random(seed)), depth=5)
    check = case.constraint.check
    assert isinstance(check, n.ExprCheck)
    names = [parameter.name for parameter in case.constraint.parameters]
    arguments = dict(zip(names, case.arguments, strict=True))
    analysis = Analysis()
    sizes = {name: measured(value) for name, value in arguments.items()}
    steps = analysis.check(check, {n.RESPONSE: RESPONSE, **sizes})
    heaviest = [made.weight for made in analysis.made]
    for text in (case.text, Random(seed).choice(TEXTS)[:80]):
        counter = count(check, {n.RESPONSE: text, **arguments})
        if not steps.higher:
            assert counter.steps <= at(steps, len(text)) * (1 + 1e-9)
        # Inside a loop a size is that of one part, which the response is an upper bound of.
        if not any(weight.higher for weight in heaviest):
            assert counter.largest <= max((weight.at(len(text)) for weight in heaviest), default=0)


@pytest.mark.parametrize("name", [name for name, held in TABLE.items() if name not in ("language", "in_language")])
def test_the_result_of_a_primitive_is_no_larger_than_its_measure(name: str) -> None:
    primitive, random = TABLE[name], Random(name)
    generic = {"any": "text", "list[any]": "list[text]"}
    for text in (*TEXTS, "aAß" * 30, "ŉΐ" * 30):
        types = [generic.get(str(param.type), str(param.type)) for param in primitive.params]
        arguments = [
            text if type_ == "text" and not place else drawn(type_, random) for place, type_ in enumerate(types)
        ]
        if types[0].startswith("list[text]"):
            arguments[0] = text.split(" ")
        for rule in primitive.rules if primitive.is_view else (None,):
            if rule in ("nltk", "ifeval"):
                continue
            try:
                value = oracle.call(name, rule, arguments)
            except UNDECIDED:
                continue
            returns = str(primitive.returns)
            if returns in generic:
                returns = "number" if isinstance(value, int) else "text" if isinstance(value, str) else "list[text]"
            call = n.Call(function=name, rule=rule, arguments=tuple(map(constant, arguments)), type=returns)
            measure = Analysis().measure(call, {})[1]
            assert weight(value) <= measure.weight.at(0)
            if isinstance(value, list):
                assert len(value) <= measure.size.at(0)
                assert measure.item is not None
                assert max(map(weight, value), default=0) <= measure.item.weight.at(0)
            if isinstance(value, int) and not isinstance(value, bool):
                assert len(str(abs(value))) <= measure.digits


# ---------------------------------------------------------------- what the bounds are

FORMS = {
    "true": 0,
    'response == ""': 1,
    "all(len(w) > 1 for w in response.words)": 1,
    "all(all(len(w) > 1 for w in p.words) for p in response.paragraphs)": 1,
    "all(all(all(c == w for c in w.chars) for w in p.words) for p in response.paragraphs)": 2,
    "all(w in response for w in response.words)": 2,
    "all(all(v == w for v in response.words) for w in response.words)": 2,
    "all(p.count(response) == 0 for p in response.paragraphs)": 2,
    "all(v.words == [] for v in [response for w in response.words])": 3,
    "all(w in [v.lower() for v in response.words] for w in response.words)": 2,
    "all(all(all(u == w for u in response.chars) for v in response.chars) for w in response.chars)": 3,
    "all(all(w in response.words for v in response.words) for w in response.words)": 3,
    "all(all(response.starts_with(response) for v in response.chars) for w in response.chars)": 3,
}


@pytest.mark.parametrize("form", FORMS)
def test_the_degree_of_a_bound(form: str) -> None:
    text = f'ifdsl 1\n\nconstraint c() {{\n  check {form}\n  render listing "x"\n}}\n'
    program = build_text(text, name="main").program
    if FORMS[form] == 3:
        assert program is None
        return
    assert program is not None
    constraint = program.constraints["main.c"]
    found = 2 if constraint.cost_per_char_squared else 1 if constraint.cost_per_char else 0
    assert found == FORMS[form]


PLACES = {
    "all(ws[i] != ws[i + 1] for i in indices(ws[1:]))": 1,
    "all(ws[i] != ws[1 + i] and ws[i - 2] != vs[i] for i in indices(ws))": 1,
    "all(all(ws[i + k] != asked[k] for k in indices(asked)) for i in indices(ws))": 1,
    "len([ws[i].lower() for i in indices(ws) if len(ws[i]) > 2]) > 1": 1,
    # The same element may come about at every turn of these.
    'all(ws[i * 0] != "" for i in indices(ws))': 2,
    'all(ws[i - i] != "" for i in indices(ws))': 2,
    'all(ws[3 - i] != "" for i in indices(ws))': 2,
    'all(all(ws[i + k] != "" for k in [0 - i]) for i in indices(ws))': 2,
    'all(all(vs[i] != "" for vs in [ws[:i + 1].reversed()]) for i in indices(ws))': 2,
    'all(all(ws[k] != "" for k in indices(asked)) for i in indices(ws))': 2,
}
"""Checks on two lists of words of the response and one that is given, and the degree of their bounds."""


@pytest.mark.parametrize("form", PLACES)
def test_what_is_taken_once_at_each_place_is_no_more_than_the_list(form: str) -> None:
    lets = 'let ws = response.words\n  let vs = response.words(rule="whitespace")'
    body = f'{lets}\n  check {form}\n  render listing "x {{asked:and}}"'
    text = f"ifdsl 1\n\nconstraint c(asked: list[text]) {{\n  {body}\n}}\n"
    program = build_text(text, name="main").program
    assert program is not None
    constraint = program.constraints["main.c"]
    assert (2 if constraint.cost_per_char_squared else 1) == PLACES[form]
    bound = Bound(constraint.cost, constraint.cost_per_char, constraint.cost_per_char_squared)
    assert isinstance(constraint.check, n.ExprCheck)
    for response in ["w" * 400, "a bb " * 120, "abc " * 3 + "x" * 300, *TEXTS[:6]]:
        for asked in ([], ["a"], ["abc"] * LIST_BOUND):
            taken = count(constraint.check, {n.RESPONSE: response, "asked": asked}).steps
            assert 0 < taken <= bound.steps(len(response)) * (1 + 1e-9)
