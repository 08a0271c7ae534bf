"""The oracle's responses: they pass, each the same for the same item, and where there is none no text passes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ifdsl.checking.compile import load
from ifdsl.checking.lenient import LENIENT
from ifdsl.checking.verifier import Verifier
from ifdsl.ir.build import build_text
from ifdsl.run.aims import Aim, aim_of
from ifdsl.run.grading import Grader, Item
from ifdsl.run.items import Rendering, label_of, posed
from ifdsl.run.oracle import respond
from ifdsl.store.records import Prompt, Response
from tests.ir_strategies import SpecCase, spec_cases, texts

GRADER = Grader(LENIENT["ifeval"])
USES = "use std.length\nuse std.content\nuse std.punctuation\n"
JUDGED = 'constraint witty() {\n  check judge "Is it witty?"\n  render listing "Be witty."\n}\n'
LONG = """constraint long_words(n: int) {
  check all(len(word) > 3 for word in response.words if len(word) > n) if_empty not_applicable
  render listing "Words of more than {n} letters are long."
}
"""


def items(spec: str, *, allow_python: bool = False) -> list[tuple[Item, Aim]]:
    """Each instance of the specs with its aim; requirements are called `r0`, `r1` and so on."""
    built = build_text(f"ifdsl 1\n{USES}{JUDGED}{LONG}{spec}\n")
    assert built.program is not None, [diagnostic.message for diagnostic in built.diagnostics]
    program = built.program
    found = []
    for instance, item in posed(program, load(program, allow_python=allow_python), Rendering()):
        names = [f"r{place}" for place in range(len(instance.spec.must))]
        aim = aim_of(program, instance.spec, instance.values, names, allow_python=allow_python)
        found.append((item, aim))
    return found


def must(body: str) -> Response:
    """The oracle's response to a spec with these requirements; where there is one it is asked to pass, in both ways."""
    ((item, aim),) = items(f'spec s {{ task "Write."  must {{ {body} }} }}')
    response = respond(item, aim)
    assert response == respond(item, aim)
    if response.status == "ok":
        result = GRADER.grade(item, response)
        assert (result.strict, result.loose) == (True, True)
    else:
        assert (response.status, response.text) == ("refused", "")
        assert response.error
    return response


@pytest.mark.parametrize(
    "body",
    [
        "word_count(12)  sentence_count(2)  no_commas()",
        "each paragraph { word_count(5..9) }",
        "each sentence { word_count(3) }  sentence_count(4)",
        "each paragraph { each sentence { word_count(4) } }",
        'in response.sentences[0] { keywords(["tea"]) }  sentence_count(3)',
        "in response.paragraphs[-1] { sentence_count(2) }  paragraph_count(3)",
        "if_present table { word_count(3) }",
        'any_of { keywords(["tea"])  word_count(3) }',
        "any_of { word_count(3)  witty() }",
        'all_of { keywords(["tea"])  word_count(3) }',
        "none_of { word_count(..9)  sentence_count(1) }",
        "if true { word_count(3) } else { word_count(7) }",
        "if false { witty() } else { word_count(7) }",
        "long_words(2)",
        "long_words(12)",
    ],
)
def test_a_set_that_can_hold_is_answered(body: str) -> None:
    assert must(body).error_kind is None


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ("word_count(..20)  sentence_count(3..)  word_count(40..)", ["r0", "r2"]),
        ("word_count(..20)  witty()  word_count(40..)", ["r0", "r2"]),
        ('keywords(["tea"])  avoid_words(["tea"])  each paragraph { word_count(3..) }', ["r0", "r1"]),
    ],
)
def test_a_set_that_cannot_hold_is_refused_with_its_core(body: str, named: list[str]) -> None:
    pytest.importorskip("z3", reason="the extra `smt` is not installed")
    response = must(body)
    assert response.error_kind == "conflict"
    assert response.error is not None
    assert all(f"`{name}`" in response.error for name in named)


@pytest.mark.parametrize(
    "body",
    [
        "word_count(3)  witty()",
        "each paragraph { witty() }",
        "in response.sentences[0] { witty() }",
        "any_of { witty()  witty() }",
        "none_of { word_count(3)  witty() }",
        "if true { witty() }",
    ],
)
def test_what_asks_a_judge_is_not_known(body: str) -> None:
    response = must(body)
    assert response.error_kind == "unknown"
    assert response.error is not None
    assert response.error.endswith("asks a judge, and no text has its answer")


def test_a_text_to_which_nothing_applies_is_the_last_resort() -> None:
    ((item, aim),) = items('spec s { task "Write."  must { if false { word_count(3) } } }')
    response = respond(item, aim)
    assert (response.status, GRADER.grade(item, response).strict) == ("ok", None)


def test_a_spec_that_only_prefers_is_answered() -> None:
    ((item, aim),) = items('spec s { task "Write."  should { word_count(3) } }')
    assert respond(item, aim).status == "ok"


def test_an_argument_that_cannot_be_worked_out() -> None:
    spec = 'spec s(n: int) { prompt "{n}"  must { word_count(1..(3 if is_prime(n * n * 7) else 5)) }  for n in [%s] }'
    ((item, aim),) = items(spec % 1_000_000_000_000_061)
    response = respond(item, aim)
    assert (response.error_kind, "too large" in str(response.error)) == ("unknown", True)


def test_what_of_a_response_is_graded_passes() -> None:
    ((item, aim),) = items('spec s { task "Write."  must { keywords(["tea"])  word_count(3) } }')
    response = respond(item, aim, graded=lambda text: f"{text} tea")
    assert (response.status, len(response.text.split())) == ("ok", 2)
    assert respond(item, aim, graded=lambda text: "").status == "refused"


def test_a_seed_prefers_other_words() -> None:
    ((item, aim),) = items('spec s { task "Write."  must { each paragraph { word_count(5..9) } } }')
    made = {respond(item, aim, seed=seed).text for seed in range(5)}
    assert len(made) > 1
    assert all(item.verifier.passes(text) for text in made)


@settings(deadline=None, max_examples=60)
@given(spec_cases(), st.lists(texts(), max_size=8))
def test_any_program_is_answered_or_refused_for_a_reason(case: SpecCase, others: list[str]) -> None:
    (spec,) = case.program.specs
    entry = load(case.program).specs[spec.name]
    labels = [label_of(one, case.program, required) for body, required in ((spec.must, True), (spec.should, False))
              for one in body]  # fmt: skip
    item = Item(Prompt.of_text("s", "Write."), Verifier(entry, case.values), tuple(labels))
    values = dict(zip([parameter.name for parameter in spec.parameters], item.verifier.values, strict=True))
    aim = aim_of(case.program, spec, values, [f"r{place}" for place in range(len(spec.must))])
    response = respond(item, aim, budget=60)
    assert response == respond(item, aim, budget=60)
    if response.status == "ok":
        assert item.verifier.passes(response.text)
        assert GRADER.grade(item, response).strict is not False
    else:
        assert response.error
    if response.error_kind == "conflict" and "This supposes" not in str(response.error):
        assert not any(item.verifier.passes(text) for text in [case.text, *others])
