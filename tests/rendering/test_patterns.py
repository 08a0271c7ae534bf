"""Patterns: the built-in templates, a user's own, and templates that mean harm."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.rendering import sandbox
from ifdsl.rendering.patterns import TemplateProblem, assemble, read_templates, stem
from ifdsl.rendering.phrases import LANGUAGES

TASK = "Write a haiku."
VALUES: dict[str, str | int | list[str]] = {"task": TASK, "rules": ["one", "two"], "clauses": [], "wording": 0}


@pytest.mark.parametrize(
    ("pattern", "task", "rules", "clauses", "expected"),
    [
        ("listing", TASK, [], [], TASK),
        ("listing", TASK, ["Use x."], [], "Write a haiku.\n\nUse x."),
        ("listing", TASK, ["Use x.", "Use y."], [], "Write a haiku.\n\nFollow these rules:\n1. Use x.\n2. Use y."),
        ("incorporation", TASK, [], ["in 5 words"], "Write a haiku in 5 words."),
        ("incorporation", TASK, [], ["in 5 words", "with x"], "Write a haiku in 5 words and with x."),
        (
            *("incorporation", TASK, ["Use y."], ["in 5 words", "naming a and b", "with x"]),
            "Write a haiku in 5 words, with x, and naming a and b. Use y.",
        ),
        ("incorporation", "Write a haiku", [], ["in 5 words"], "Write a haiku in 5 words."),
        ("incorporation", "Why?", [], ["in 5 words"], "Why? Write your answer in 5 words."),
        ("incorporation", "Look. Tell.", [], ["in 5 words"], "Look. Tell. Write your answer in 5 words."),
        (
            "incorporation",
            "Sum up:\na b",
            ["Use x."],
            ["in 5 words"],
            "Sum up:\na b\n\nWrite your answer in 5 words. Use x.",
        ),
        ("incorporation", "Sum up: a b", ["Use x."], [], "Sum up: a b\n\nUse x."),
        ("incorporation", TASK, ["Use x.", "Use y."], [], "Write a haiku. Use x. Use y."),
    ],
)
def test_built_in_english(pattern: str, task: str, rules: list[str], clauses: list[str], expected: str) -> None:
    assert assemble(pattern, "en", task=task, rules=rules, clauses=clauses) == expected


@pytest.mark.parametrize(
    ("pattern", "task", "rules", "clauses", "expected"),
    [
        ("listing", "写一首诗。", ["用五个词。"], [], "写一首诗。\n\n用五个词。"),
        ("listing", "写一首诗。", ["一。", "二。"], [], "写一首诗。\n\n请遵守以下规则：\n1. 一。\n2. 二。"),
        ("incorporation", "写一首诗。", ["二。"], ["用五个词", "提到雨"], "写一首诗，用五个词，提到雨。二。"),
        ("incorporation", "为什么？", [], ["用五个词"], "为什么？回答要求：用五个词。"),
        ("incorporation", "Why?", ["二。"], [], "Why? 二。"),
    ],
)
def test_built_in_chinese(pattern: str, task: str, rules: list[str], clauses: list[str], expected: str) -> None:
    assert assemble(pattern, "zh", task=task, rules=rules, clauses=clauses) == expected


def test_where_a_clause_can_follow() -> None:
    assert stem("Write a haiku.") == stem(" Write a haiku ") == "Write a haiku"
    assert stem("写一首诗。") == "写一首诗"
    for task in ("Why?", "Go!", "Look. Tell.", "a\nb", "Sum up: a", "Wait...", "", "首先读。然后写。", "Ask Dr. Who."):
        assert stem(task) == ""


def test_templates_of_the_user_come_first() -> None:
    def own(templates: dict[str, str], language: str = "en") -> str:
        return assemble("listing", language, task=TASK, rules=["x"], clauses=[], wording=1, templates=templates)

    assert own({"listing": "{{ rules[0] }}!", "listing.zh": "?"}) == "x!"
    assert own({"listing": "{{ rules[0] }}!", "listing.zh": "?"}, "zh") == "?"
    assert own({"listing": "{{ ['a', 'b'][wording % 2] }} {{ task[:5] | upper }}"}) == "b WRITE"
    assert assemble("chat", "en", task="t", rules=[], clauses=[], templates={"chat.en": "<{{ task }}>"}) == "<t>"


def test_a_template_can_number_and_vary() -> None:
    source = (
        "{% set words = ['Rules', 'Do this'] %}{{ words[wording] }}:"
        "{% for rule in rules if rule != 'two' %} {{ loop.index + 1 }}/{{ loop.length }} {{ rule | upper_first }}"
        "{% else %}none{% endfor %}{% for i in range(1, 3) %} {{ i }}{{ ',' if not loop.last }}{% endfor %}"
    )
    assert sandbox.run("own", source, VALUES) == "Rules: 2/1 One 1, 2"


def test_a_pattern_without_a_template() -> None:
    with pytest.raises(TemplateProblem, match="there is no template for the pattern `prose` in `en`") as caught:
        assemble("prose", "en", task="", rules=[], clauses=[], templates={"mine": "", "theirs.zh": ""})
    assert caught.value.message.endswith("there are `example`, `incorporation`, `listing`, `mine`")
    with pytest.raises(TemplateProblem, match="no template"):
        assemble("../listing", "en", task="", rules=[], clauses=[])


def test_a_folder_of_templates(tmp_path: Path) -> None:
    (tmp_path / "listing.en.j2").write_text("{{ task }}", encoding="utf-8")
    (tmp_path / "notes.txt").write_text("no", encoding="utf-8")
    assert read_templates(tmp_path) == {"listing.en": "{{ task }}"}
    (tmp_path / "bad.j2").write_bytes(b"\xff")
    with pytest.raises(TemplateProblem, match="not valid UTF-8"):
        read_templates(tmp_path)
    (tmp_path / "bad.j2").write_bytes(b"x" * 300_000)
    with pytest.raises(TemplateProblem, match="longer than"):
        read_templates(tmp_path)
    with pytest.raises(TemplateProblem, match="cannot be read"):
        read_templates(tmp_path / "none")


DOUBLING = "{% set a = task + task %}" + "{% set a = a + a %}" * 60
HOSTILE = {
    "attribute": ("\n{{ ''.__class__ }}", 2, "cannot ask for `.__class__`"),
    "item": ("{{ task['__class__'] }}", 1, "by number"),
    "method": ("\n\n{{ task.upper() }}", 3, "only call"),
    "loop attribute": ("{% for r in rules %}{{ loop.__init__ }}{% endfor %}", 1, "cannot ask for"),
    "renamed attribute": ("{% set q = rules %}{{ q.pop }}", 1, "cannot ask for"),
    "unknown name": ("a\n{{ tsk }}", 2, "`tsk` has no value"),
    "context": ("{{ self }}", 1, "`self` has no value"),
    "globals": ("{{ namespace() }}", 1, "only call"),
    "syntax": ("a\n{% for %}", 2, "expected"),
    "unknown tag": ("{% trans %}", 1, "unknown tag"),
    "nested loops": ("{% for a in range(999) %}" * 5 + "{% endfor %}" * 5, 1, "too many steps"),
    "much text": ("{% for a in range(999) %}" * 2 + "x" * 99 + "{% endfor %}" * 2, 0, "more than 1,000,000"),
    "doubling": (DOUBLING, 1, "too many steps"),
    "slow comparison": (
        "{% for a in range(999) %}{% for b in range(300) %}{% if task in task + 'a' %}{% endif %}" + "{% endfor %}" * 2,
        *(1, "too many steps"),
    ),
    "wide range": ("{{ range(9999999)[0] }}", 1, "at most 1,000"),
    "huge range": ("{{ range(0, 99999999999999999999999)[0] }}", 1, "cannot be worked out"),
    "power": ("{{ 9**9**9 }}", 1, "cannot use `**`"),
    "padding": ("{{ '%99999999d' % 5 }}", 1, "takes two whole numbers"),
    "repetition": ("{{ 'a' * 1000000000 }}", 1, "cannot use `*`"),
    "joining": ("{{ task ~ task }}", 1, "cannot use `~`"),
    "nested lists": ("{% set a = [1] %}{% set b = [a, a] %}", 1, "literal texts"),
    "macro": ("{% macro x() %}{{ x() }}{% endmacro %}", 1, "cannot use `{% macro %}`"),
    "include": ("{% include 'x' %}", 1, "cannot use `{% include %}`"),
    "extends": ("\n{% extends 'x' %}", 2, "cannot use `{% extends %}`"),
    "import": ("{% from 'x' import y %}", 1, "cannot use `{% from %}`"),
    "block set": ("{% set x %}a{% endset %}", 1, "with a body"),
    "recursion": ("{% for x in rules recursive %}{{ loop(rules) }}{% endfor %}", 1, "recursive"),
    "unpacking": ("{% for a, b in rules %}{% endfor %}", 1, "single names"),
    "overwriting": ("{% set range = 1 %}", 1, "`range` cannot be given"),
    "filter": ("{{ rules | map('upper') }}", 1, "`map` is not a filter"),
    "named value": ("{{ rules | join(attribute='x') }}", 1, "without names"),
    "test": ("{{ 1 is divisibleby 3 }}", 1, "not a test"),
    "list": ("\n{{ rules }}", 2, "only texts and whole numbers"),
    "truth": ("{{ true }}", 1, "only texts and whole numbers"),
    "infinity": ("{{ 1e999 }}", 1, "whole numbers only"),
    "long number": ("{{ " + "9" * 5000 + " }}", 0, "too large a number"),
    "missing element": ("{{ rules[5] }}", 1, "no element 5"),
    "loop over text": ("{% for x in task %}{% endfor %}", 1, "a list or a `range`"),
    "wrong types": ("{{ 1 < 'a' }}", 1, "cannot be worked out"),
    "wrong value": ("\n\n{{ 1 | upper }}", 3, "takes a text"),
    "nothing by remainder": ("{{ 5 % 0 }}", 1, "out of bounds"),
    "deep": ("{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}", 0, "nested too deeply"),
    "deep blocks": ("{% if 1 %}" * 200 + "{% endif %}" * 200, 0, "nested too deeply"),
    "deep sum": ("{{ " + "1+" * 5000 + "1 }}", 0, "nested too deeply"),
    "long": ("x" * 64_001, 0, "longer than"),
    "braces": ("{{" * 30_000, 0, "nested too deeply"),
    "comments": ("{#" * 32_000, 1, "comment"),
}


@pytest.mark.parametrize(("source", "line", "words"), HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_templates(source: str, line: int, words: str) -> None:
    with pytest.raises(TemplateProblem) as caught:
        sandbox.run("own.en", source, VALUES)
    assert words in caught.value.message
    assert (caught.value.template, caught.value.line) == ("own.en", line)
    assert str(caught.value).startswith(f"own.en:{line}: " if line else "own.en: ")
    assert caught.value.message[0].islower() or caught.value.message[0] == "`"


# fmt: off
PIECES = st.sampled_from([
    "{{", "}}", "{%", "%}", " for x in ", " endfor ", " if ", " endif ", " set ", "rules", "task", "loop", ".index",
    "{#", "[0]", "|", "join", "series", "(", ")", "range", "'a'", "1", " + ", " in ", " else ", "\n", "x", " = ", "-",
])
# fmt: on


def outcome(source: str) -> str | TemplateProblem:
    try:
        return sandbox.run("own", source, VALUES)
    except TemplateProblem as problem:
        return problem


@given(st.lists(PIECES, max_size=12).map("".join))
def test_any_template_gives_a_text_or_a_problem(source: str) -> None:
    given_back = outcome(source)
    assert isinstance(given_back, str) or given_back.message


@given(st.text(max_size=30), st.lists(st.text(max_size=12), max_size=3), st.lists(st.text(max_size=12), max_size=3))
def test_values_pass_through_unchanged(task: str, rules: list[str], clauses: list[str]) -> None:
    for language in LANGUAGES:
        listed = assemble("listing", language, task=task, rules=rules, clauses=[])
        assert listed.startswith(task)
        assert all(rule in listed for rule in rules)
        woven = assemble("incorporation", language, task=task, rules=rules, clauses=clauses)
        assert (stem(task) or task) in woven
        assert all(text in woven for text in (*rules, *clauses))
