"""Every type of every module of the standard library: it can be stated, agrees with the reference, breaks nowhere.

What a type means is held by its own examples and by the tests of its module. Here is what all of them have in common.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from importlib.util import find_spec
from math import isclose
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl import data
from ifdsl.checking import reference
from ifdsl.checking.quick import NOT_APPLICABLE, UNKNOWN
from ifdsl.checking.verifier import ConstraintChecker
from ifdsl.ir import nodes as n
from ifdsl.ir.cost import Bound
from ifdsl.ir.evaluate import evaluate
from ifdsl.primitives.doc import Doc
from ifdsl.rendering.prompt import sentence
from tests.properties.counting import count
from tests.stdlib import probes as p
from tests.stdlib.drawing import invented, tried, varied

NEEDED = ("langdetect", "punkt", "regex")

pytestmark = pytest.mark.skipif(
    any(find_spec(name) is None for name in NEEDED), reason="some packs need the extra `parity`"
)

LONG, SHORTER = 200_000, 50_000

TEXTS = (
    "",
    " \n\t\r\n ",
    "One is here. Two is here!\n\nIs three? Yes: 3.14 and 1,000.",
    "# Title\n\n- one\n- two\n  * inner\n\n1. first\n2) second\n\n## Part 1\n> quoted, it\n\n**bold** *thin* `code`.",
    "| Name | Price |\n|:---|---:|\n| a | 2 |\n| b | 3 |\n\nAfter the table.\n\n***\n\nAfter the rule.",
    '```json\n{"title": "A river", "tags": ["x", "y"], "deep": {"deeper": [1, {"deepest": null}]}}\n```',
    '{"name": "Anna", "price": {"low": 1}, "name": 2}',
    "In short, the River met the market.\r\n\r\nThat is all.\rWell then.\r\n",
    "DEAR [name],\nSection 1\nSEE https://example.org/a?b=c and #sun 👋🏽\n******\nP.S. Write soon.",
    "“So it is,” she said; don’t ask — (never) … «Oui!» „Ja?“ 'no' \"yes\"",
    "今天天气很好，我们去公园散步吧。\n\n苹果、梨和香蕉！カタカナとひらがな。 สวัสดีครับ नमस्ते दुनिया।",
    "Das ist ein ganz gewöhnlicher Satz über das Wetter im Norden.\r\nНе знаю. مرحبا بالعالم! שלום",
    "<<A day>>\nToday it rained\n> and rained\nhowever little by little it stopped. The end.",
    'name,city\n"Smith, J.",Oslo\nLee,"New\nYork"\n\t"x"\t\'y\'\n1820-02-30, 1999-12-31, Monday 5 May',
    "a\u0301 e\u0308\u200b\u200d 👩‍👩‍👧‍👦🇨🇭 \ufeffx\u00a0y\u2028z\u0085\x00\x1f \ud800 ﬁ ẞß İı Ⅷ ½ ①",
    "A a. Bb bb? ccc CCC! level noon Anna; madam, refer: civic [so] [it] (((x))) {[<y>]} ~~~ *** ___ ====",
    "1) a\nQuestion 1: why?\nA) x B) y\n<em>so</em> <i>one</i>\n<ul><li>a</li></ul><?xml version='1.0'?><a b='c'/>",
    "Hope is the thing with feathers,\n   that perches in the soul,\n      and sings the tune.-And never stops.-At all",
)


@cache
def modules() -> tuple[str, ...]:
    root = data.stdlib_path()
    found = [path.relative_to(root).with_suffix("").parts for path in sorted(root.rglob("*.ifc"))]
    return tuple(".".join(parts) for parts in found)


def checker_of(constraint: n.Constraint, arguments: list[Any]) -> ConstraintChecker:
    return ConstraintChecker(p.compiled(constraint.name.rpartition(".")[0]), constraint.name, arguments)


def arguments_of(constraint: n.Constraint, most: int) -> list[list[Any]]:
    """Some of the values that a type is drawn with, some of its examples, and one set that only has the right types."""
    random = Random(constraint.name)
    examples = tried(constraint)
    return [*varied(constraint, most), *random.sample(examples, min(most, len(examples))), invented(constraint, random)]


def assert_agreement(constraint: n.Constraint, arguments: list[Any], text: str) -> None:
    where = (constraint.name, arguments, text)
    checker = checker_of(constraint, arguments)
    verdict, margin = reference.check_constraint(constraint, arguments, text)
    outcome = checker.check(text)
    assert outcome.verdict is verdict, where
    assert checker.verdict(text) is verdict, where
    if margin is None or outcome.margin is None:
        assert outcome.margin is margin, where
    else:
        assert isclose(outcome.margin, margin, rel_tol=1e-9, abs_tol=1e-12), where


def assert_bounded(constraint: n.Constraint, arguments: list[Any], text: str) -> None:
    """The steps counted are no more than the static bound says of arguments up to the sizes that it assumes."""
    if isinstance(constraint.check, n.ExprCheck):
        bound = Bound(constraint.cost, constraint.cost_per_char, constraint.cost_per_char_squared)
        names = [parameter.name for parameter in constraint.parameters]
        taken = count(constraint.check, {n.RESPONSE: text, **dict(zip(names, arguments, strict=True))}).steps
        assert 0 < taken <= bound.steps(len(text)) * (1 + 1e-9), (constraint.name, arguments, text)


def test_all_modules_are_found() -> None:
    assert {"ifeval", "ifeval_pp", "iftrain", "std.length", "std.words"} <= set(modules())


@pytest.mark.parametrize("module", modules())
def test_a_module_builds_without_any_diagnostic(module: str) -> None:
    assert p.built(module).diagnostics == ()


@pytest.mark.parametrize("module", modules())
def test_every_wording_can_be_filled_in(module: str) -> None:
    for constraint in p.own(module):
        wordings = Counter((wording.pattern, wording.language) for wording in constraint.wordings)
        for arguments in [*varied(constraint, 12), *tried(constraint)]:
            for (pattern, language), number in wordings.items():
                said = [sentence(constraint, arguments, pattern, language, choose) for choose in range(number)]
                assert all(text.strip() for text in said)
                assert len(set(said)) == number, (constraint.name, pattern, language, arguments)


@pytest.mark.parametrize("module", modules())
def test_compiled_agrees_with_the_reference_and_stays_in_its_bound(module: str) -> None:
    for constraint in p.own(module):
        random = Random(constraint.name)
        for arguments in arguments_of(constraint, 3):
            for text in random.sample(TEXTS, 6):
                assert_agreement(constraint, arguments, text)
        for text in random.sample(TEXTS, 6):
            assert_bounded(constraint, invented(constraint, random), text)


@pytest.mark.parametrize("module", modules())
def test_an_example_agrees_with_the_reference_and_stays_in_its_bound(module: str) -> None:
    for constraint in p.own(module):
        for example in constraint.examples:
            arguments = [evaluate(argument, {}) for argument in example.arguments]
            assert_agreement(constraint, arguments, example.text)
            assert_bounded(constraint, arguments, example.text)


FRAGMENTS = st.one_of(
    st.sampled_from([part for text in TEXTS for part in text.split("\n")]),
    st.text(alphabet=" \n\r.,!?#*->|_`\"'()[]{}ab1AÉ中\u0301👋", max_size=12),
)


@cache
def types() -> list[n.Constraint]:
    """All types of the modules that build; whether they all do is the test of each."""
    return [held for module in modules() if p.built(module).program is not None for held in p.own(module)]


@settings(max_examples=250, deadline=None)
@given(drawn=st.data(), text=st.lists(FRAGMENTS, max_size=6).map("\n".join))
def test_compiled_agrees_with_the_reference_on_drawn_texts(drawn: st.DataObject, text: str) -> None:
    constraint = types()[drawn.draw(st.integers(0, len(types()) - 1))]
    random = Random(drawn.draw(st.integers(0, 10**6)))
    arguments = random.choice([invented(constraint, random), *varied(constraint, 8), *tried(constraint)])
    assert_agreement(constraint, arguments, text)
    assert_bounded(constraint, arguments, text)


LONG_TEXTS = {
    "prose and markdown": ("\n\n".join(TEXTS), LONG),
    "one word": ("a", LONG),
    "line breaks": ("\r\n", SHORTER),
    "brackets and marks": ("([{<\"'*_`|# -", SHORTER),
    "one-letter sentences": ("A. b! ", SHORTER),
}
"""What is repeated, and the length of the text; marks take longer than words, and what they break they break sooner."""


@cache
def document(name: str) -> Doc:
    """All types look at one document, so that what they share is made once."""
    part, length = LONG_TEXTS[name]
    return Doc((part * (length // len(part) + 1))[:length])


@pytest.mark.parametrize("name", LONG_TEXTS)
@pytest.mark.parametrize("module", modules())
def test_no_type_breaks_on_a_long_text(name: str, module: str) -> None:
    random = Random(name + module)
    for constraint in p.own(module):
        arguments = random.choice([*tried(constraint)[:3], invented(constraint, random)])
        quick = p.compiled(module).constraints[constraint.name].passes(document(name), *arguments)
        assert quick in (True, False, UNKNOWN, NOT_APPLICABLE)
