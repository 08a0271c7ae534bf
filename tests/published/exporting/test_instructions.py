"""Programs to rows of IFEval and IFEval++ and back: nothing that is asked or said is lost on the way."""

from __future__ import annotations

import json
import os
import tempfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ifdsl
from ifdsl import data
from ifdsl.ir import nodes as n
from ifdsl.ir.build import build_file
from ifdsl.primitives.types import choices_of
from ifdsl.published.benchmarks import BENCHMARKS
from ifdsl.published.exporting.instructions import COUNTERPARTS
from ifdsl.published.exporting.rows import SHAPES
from ifdsl.published.keys import KINDS, ORIGINAL, Keys, group_of, written
from ifdsl.published.rows import Row
from ifdsl.published.spec_file import SpecFile
from ifdsl.syntax.literals import quote_line
from tests.published.exporting.going_round import asked, exported, imported, rows_of

pytestmark = pytest.mark.skipif(find_spec("langdetect") is None, reason="the packs need the extra `parity`")

CORPORA = os.environ.get("IFDSL_CORPORA")
SLOW = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])

# ---------------------------------------------------------------- programs over the packs


@cache
def types_of(pack: str) -> tuple[n.Constraint, ...]:
    program = build_file(data.stdlib_path() / f"{pack}.ifc").program
    assert program is not None
    return tuple(one for name, one in program.constraints.items() if name.startswith(f"{pack}."))


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
said = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
names = st.sampled_from(["level", "pattern", "task", "note", "spec", "kind_of"])


def value(type_: str) -> st.SearchStrategy[str]:
    """The source of a value of a type."""
    if type_.startswith('"'):
        return st.sampled_from([quote_line(one) for one in choices_of(type_)])
    if type_ == "list[text]":
        return st.lists(texts.map(quote_line), min_size=1, max_size=3).map(lambda items: f"[{', '.join(items)}]")
    if type_ == "int":
        return st.integers(0, 10**6).map(str)
    if type_ == "number":
        return st.one_of(st.integers(0, 10**6).map(str), st.sampled_from(["2.5", "0.125", "1000000.75"]))
    assert type_ == "text", type_
    return texts.map(quote_line)


@st.composite
def specs(draw: st.DrawFn, pack: str, number: int, grouped: bool) -> str:
    meta = draw(st.dictionaries(names, said, max_size=2))
    if grouped or draw(st.booleans()):
        base = draw(st.sampled_from(["1", "12", "a b", "a:b"]))
        meta |= {"base": base, "kind": draw(st.sampled_from([ORIGINAL, *KINDS, "task_swap", "odd one"]))}
    if draw(st.integers(0, 3)) == 0:
        # A key that names a group says so of a spec that does not.
        of_group = ["12:rephrasing:0", "12:distractor:1"] if "base" in meta else []
        meta["key"] = draw(st.sampled_from(["7", "007", "x y", *of_group]))
    lines = [f"  meta {name} {quote_line(text)}" for name, text in meta.items()]
    must = []
    for constraint in draw(st.lists(st.sampled_from(types_of(pack)), min_size=1, max_size=3)):
        arguments = [draw(value(parameter.type)) for parameter in constraint.parameters]
        must.append(f"    {constraint.name}({', '.join(arguments)})")
    prompt = f"  prompt {quote_line(draw(texts), template=True)}"
    return "\n".join([f"spec s{number} {{", *lines, prompt, "  must {", *must, "  }", "}"])


@st.composite
def programs(draw: st.DrawFn, packs: tuple[str, ...], grouped: bool) -> str:
    made = [draw(specs(draw(st.sampled_from(packs)), number, grouped)) for number in range(draw(st.integers(1, 4)))]
    used = [f"use {pack}" for pack in packs if any(f" {pack}." in one for one in made)]
    return "\n".join(["ifdsl 1", *used, *made]) + "\n"


@pytest.mark.parametrize(("shape", "benchmark"), [("ifeval", "ifeval"), ("ifeval-pp", "ifeval-pp")])
def test_what_goes_out_comes_back(shape: str, benchmark: str) -> None:
    packs = ("ifeval",) if shape == "ifeval" else ("ifeval_pp",)

    @SLOW
    @given(programs(packs, grouped=shape == "ifeval-pp"))
    def goes_round(text: str) -> None:
        rows = rows_of(text, shape)
        with tempfile.TemporaryDirectory() as folder:
            again, problems = imported(rows, benchmark, Path(folder))
        assert problems == []
        assert asked(again) == asked(text)
        assert rows_of(again, shape) == rows

    goes_round()


# ---------------------------------------------------------------- published data


def published(name: str) -> Path:
    if CORPORA is None:
        pytest.skip("IFDSL_CORPORA does not say where the published prompts are")
    return Path(CORPORA, "published", f"{name}.jsonl")


def plain(row: dict[str, Any]) -> tuple[Any, ...]:
    """A row up to nulls, which stand for "not given"."""
    kwargs = [{name: given for name, given in one.items() if given is not None} for one in row["kwargs"]]
    return row["key"], row["prompt"], row["instruction_id_list"], kwargs


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("ifeval_input_data_541", "ifeval"),
        ("ifevalpp_ifeval_original_541", "ifeval-pp"),
        ("ifevalpp_ifeval_original_fix_541", "ifeval-pp"),
    ],
)
def test_published_rows_come_out_as_they_went_in(name: str, shape: str, tmp_path: Path) -> None:
    with open(published(name), encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    text, problems = imported(rows, shape, tmp_path)
    assert problems == []
    again = rows_of(text, shape)
    assert [plain(row) for row in again] == [plain(row) for row in rows]
    assert all(set(row) == {"key", "prompt", "instruction_id_list", "kwargs"} for row in again)


# ---------------------------------------------------------------- keys, groups, and what a shape has no place for

GROUP = """ifdsl 1
use ifeval_pp

spec one {
  meta base "12"
  meta kind "original"
  prompt "Write 3 words."
  must number_words(3, "at least")
}

spec two {
  meta base "12"
  meta kind "rephrasing"
  prompt "Use no fewer than three words."
  must number_words(3, "at least")
}

spec three {
  meta base "12"
  meta kind "ct_alteration"
  prompt "Write 4 words."
  must number_words(4, "at least")
}

spec four {
  meta base "12"
  meta kind "task_swap"
  meta task "t7"
  prompt "Sing 3 words."
  must number_words(3, "at least")
}
"""


def test_a_group_goes_out_under_the_keys_of_its_kinds() -> None:
    rows = rows_of(GROUP, "ifeval-pp")
    assert [row["key"] for row in rows] == [
        "12:original",
        "12:rephrasing:1",
        "12:ct_alteration:1",
        "12:ct_alteration:2",
    ]
    assert [row.get("meta") for row in rows] == [None, None, None, {"kind": "task_swap", "task": "t7"}]
    assert "original_prompt" not in rows[0]
    assert {row["original_prompt"] for row in rows[1:]} == {"Write 3 words."}
    assert [("original_kwargs" in row, "original_instruction_id_list" in row) for row in rows] == [
        (False, False), (False, False), (True, True), (True, True),
    ]  # fmt: skip
    assert rows[2]["original_kwargs"] == [{"num_words": 3, "relation": "at least"}]


def test_keys_of_any_numbering_are_kept(tmp_path: Path) -> None:
    keys = ["9:original", "9:rephrasing:0", "9:rephrasing:1", "9:distractor:x", 7, "7", "a:b", "1019:16:en", "Ü", "Ü"]
    rows = [
        {"key": key, "prompt": "p", "instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]} for key in keys
    ]
    text, problems = imported(rows, "ifeval", tmp_path)
    assert problems == []
    assert [row["key"] for row in rows_of(text, "ifeval")] == [7 if key == "7" else key for key in keys]
    assert text.count("meta   kind") == 4
    assert 'meta   base "9"\n  meta   kind "original"\n  prompt' in text, "a key that a rule gives is not written"


@given(st.one_of(st.integers(), st.text(max_size=12), st.none()))
def test_a_key_names_a_group_or_nothing(key: object) -> None:
    found = group_of(key)
    assert found == {} or set(found) == {"base", "kind"}
    if found and found["kind"] == ORIGINAL:
        assert Keys().of("s", found) == key


@given(st.sampled_from(["1", "a b", "Ü"]), st.sampled_from([ORIGINAL, *KINDS]))
def test_the_key_of_a_group_names_it(base: str, kind: str) -> None:
    meta = {"base": base, "kind": kind}
    assert group_of(Keys().of("s", meta)) == meta


@given(st.text(max_size=24))
def test_a_key_is_written_as_a_number_only_where_it_is_one(key: str) -> None:
    found = written(key)
    assert str(found) == key
    assert isinstance(found, str) or json.loads(json.dumps(found)) == int(key)


SCOPED = """ifdsl 1
use ifeval
use std.length
use std.content

spec a {
  prompt "p"
  must {
    no_comma()
    each paragraph { no_comma() }
    any_of { no_comma() title() }
    word_count(3)
    if 1 < 2 { title() }
  }
  should title()
}

spec b(n: int) {
  prompt "q {n}"
  must keywords(["x"], times=n..)
  for n in [1, 2]
}
"""


def test_what_has_no_place_is_said_where_it_stands() -> None:
    found = exported(SCOPED, "ifeval")
    assert found.rows == ()
    said = [(one.primary.file.position(one.primary.span.start)[0], one.message) for one in found.problems]
    assert said == [
        (10, "rows of IFEval ask for single constraints, and have no place for `each`"),
        (11, "rows of IFEval ask for single constraints, and have no place for `any_of`"),
        (12, "`std.length.word_count` is no instruction of IFEval"),
        (13, "rows of IFEval ask for single constraints, and have no place for `if`"),
        (15, "rows of IFEval have no place for `should`: all they ask for is due"),
        (20, "`std.content.keywords` is no instruction of IFEval"),
    ]
    assert {one.code.name for one in found.problems} == {"no-place"}
    assert found.problems[2].help == (
        "the nearest is `ifeval.number_words`; `std.length.word_count` differs from it: `don't` is one word",
    )


def test_a_revised_type_is_no_instruction_of_the_first_ifeval() -> None:
    text = 'ifdsl 1\nuse ifeval_pp\n\nspec a {\n  prompt "p"\n  must title()\n}\n'
    assert exported(text, "ifeval").problems[0].message == "`ifeval_pp.title` is no instruction of IFEval"
    assert rows_of(text, "ifeval-pp")[0]["instruction_id_list"] == ["detectable_format:title"]
    assert rows_of(text.replace("ifeval_pp", "ifeval"), "ifeval-pp")[0]["kwargs"] == [{}]


def test_each_instance_is_a_row_and_a_task_gets_its_rules() -> None:
    text = (
        'ifdsl 1\nuse ifeval\n\nspec a(name: text, n: int = 2) {\n  task "Name a {name}."\n'
        '  must number_words(n, "at least")\n  for name in ["river", "hill"]\n}\n'
    )
    rows = rows_of(text, "ifeval")
    assert [row["key"] for row in rows] == ["a(name=river)", "a(name=hill)"]
    assert rows[0]["prompt"].startswith("Name a river.\n\n")
    assert rows[0]["kwargs"] == [{"num_words": 2, "relation": "at least"}]
    (clause, _) = exported(text, "ifeval", "incorporation").rows
    assert clause["prompt"] != rows[0]["prompt"]


def test_a_prompt_that_has_no_words_is_reported() -> None:
    text = (
        'ifdsl 1\nuse ifeval\nconstraint own() {\n  id "punctuation:no_comma"\n  check response == response\n}\n\n'
        'spec a {\n  task "p"\n  must own()\n}\nspec b {\n  prompt "p"\n  must own()\n}\n'
    )
    found = exported(text, "ifeval")
    assert found.rows == ()
    assert [one.code.name for one in found.problems] == ["unrenderable", "no-place"]
    assert found.problems[1].message.endswith("own` is no instruction of IFEval"), "an id alone makes no instruction"


# ---------------------------------------------------------------- types of std with a counterpart

plainly = st.text(st.sampled_from("aAbBeE .!#-Üüß1"), max_size=8)


@settings(deadline=None)
@given(plainly.filter(str.strip), st.lists(plainly, max_size=3).map("\n".join), st.booleans(), st.integers(0, 4))
def test_a_counterpart_passes_the_same_texts(text: str, rest: str, begins: bool, number: int) -> None:
    response = (text.swapcase() if begins else "") + rest
    asked_for = [
        ("std.position.starts_with", {"text": text, "any_case": True}),
        ("std.content.letter_frequency", {"letter": text.strip()[0], "times": f"{number}..", "any_case": True}),
        ("std.content.letter_frequency", {"letter": text.strip()[0], "times": f"..{number}", "any_case": True}),
    ]
    for name, arguments in asked_for:
        ours = ifdsl.constraint(name)(**arguments)
        parameters = ("text", "any_case") if "text" in arguments else ("letter", "times", "any_case")
        bound = dict(zip(parameters, ours.arguments, strict=True))
        counterpart = COUNTERPARTS[name](bound)
        assert counterpart is not None
        theirs = {one.id: one for one in types_of("ifeval")}[counterpart[0]]
        assert ours.passes(response) == ifdsl.constraint(theirs.name)(**counterpart[1]).passes(response)


def test_where_a_type_of_std_has_a_counterpart_it_goes_out_as_that() -> None:
    def row(line: str, shape: str = "ifeval") -> Any:
        text = f'ifdsl 1\nuse std.position\nuse std.content\n\nspec a {{\n  prompt "p"\n  must {line}\n}}\n'
        found = exported(text, shape)
        return (found.rows[0]["instruction_id_list"], found.rows[0]["kwargs"]) if found.rows else None

    assert row('starts_with("Dear Ada", any_case=true)') == (
        ["combination:repeat_prompt"],
        [{"prompt_to_repeat": "Dear Ada"}],
    )
    assert row('letter_frequency("e", ..2)') == (
        ["keywords:letter_frequency"],
        [{"letter": "e", "let_frequency": 3, "let_relation": "less than"}],
    )
    assert row('letter_frequency("e", 3..)', "ifeval-pp") is not None
    for line in (
        'starts_with("Dear Ada")',
        'starts_with(" ", any_case=true)',
        'letter_frequency("e", 2..3)',
        'letter_frequency("e", 2.., any_case=false)',
        'letter_frequency("ee", 2..)',
    ):
        assert row(line) is None, line
    assert row('starts_with("Dear Ada", any_case=true)', "ifeval-pp") is None, "IFEval++ leaves marks out of account"


def test_the_shapes_are_those_that_the_command_line_names() -> None:
    from ifdsl.cli.export import SHAPES as NAMED

    assert tuple(SHAPES) == NAMED
    assert set(SHAPES) <= set(BENCHMARKS)


def test_a_row_whose_key_has_no_literal_is_not_written() -> None:
    specs_ = SpecFile("ifeval")
    with pytest.raises(ValueError, match="surrogate"):
        specs_.add(Row(1, "\ud800", "\ud800", "p", ("a:b",), ({},)), [])
