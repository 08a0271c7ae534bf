"""Prompts: wordings, scopes, combinators, conditions, and that a prompt states every value it is graded on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.rendering.phrases import LANGUAGES, phrase
from ifdsl.rendering.prompt import MissingWording, render, requirements_text, sentence

NEVER = n.ExprCheck(value=n.Value(value=True, type="bool"))
RESPONSE = n.Variable(name="response", type="text")


def template(text: str, types: dict[str, str]) -> n.Template:
    """`Use {words:bare} words.` as a template."""
    parts: list[str | n.Hole] = []
    for literal, name, format in re.findall(r"([^{}]*)(?:\{(\w+):?(\w*)\})?", text):
        if literal:
            parts.append(literal)
        if name:
            parts.append(n.Hole(expression=n.Variable(name=name, type=types[name]), format=format))
    return n.Template(parts=tuple(parts))


def constraint(
    name: str, types: dict[str, str], *wordings: tuple[str, str, str] | tuple[str, str, str, bool]
) -> n.Constraint:
    return n.Constraint(
        name=f"std.{name}",
        parameters=tuple(n.Parameter(name=parameter, type=type) for parameter, type in types.items()),
        check=NEVER,
        wordings=tuple(
            n.Wording(pattern=pattern, language=language, text=template(text, types), main=not also)
            for pattern, language, text, *also in wordings
        ),
    )


WORDS = constraint(
    "word_count",
    {"words": "range"},
    ("listing", "en", "Your answer must contain {words} words.", True),
    ("listing", "en", "Use {words} words."),
    ("listing", "en", "Write {words:words} words.", True),
    ("incorporation", "en", "in {words} words"),
    ("listing", "zh", "全文字数：{words}。"),
    ("incorporation", "zh", "字数{words}"),
)
KEYWORDS = constraint(
    "keywords",
    {"words": "list[text]", "times": "range"},
    ("listing", "en", "Mention {words:and} {times:times} each."),
    ("incorporation", "en", "mentioning {words:and} {times:times}"),
    ("listing", "zh", "{words}各出现{times:times}。"),
    ("incorporation", "zh", "{words}各出现{times:times}"),
)
SENTENCES = constraint(
    "sentence_count", {"n": "range"}, ("listing", "en", "Use {n} sentences."), ("listing", "zh", "写{n}句。")
)
TITLE = constraint("title_case", {}, ("listing", "en", "Write in title case."), ("listing", "zh", "首字母大写。"))
CAPITALS = constraint("all_caps", {}, ("listing", "en", "Write in capitals."), ("listing", "zh", "全部大写。"))
LAST = constraint(
    "ends_with", {"text": "text"}, ("listing", "en", "End with {text}"), ("listing", "zh", "以{text}结尾。")
)
WOVEN = constraint("woven", {}, ("incorporation", "en", "in one go"))
PROGRAM = n.Program(
    module="test", constraints={c.name: c for c in (WORDS, KEYWORDS, SENTENCES, TITLE, CAPITALS, LAST, WOVEN)}
)


def of(value: Any) -> n.Expr:
    match value:
        case Range():
            ends = [None if end is None else of(end) for end in (value.lo, value.hi)]
            return n.Bounds(low=ends[0], high=ends[1])
        case list():
            return n.Items(items=tuple(of(item) for item in value), type="list[text]")
        case str():
            return n.Value(value=value, type="text")
        case _:
            return n.Value(value=value, type="int")


def demand(what: n.Constraint, *arguments: Any) -> n.Demand:
    return n.Demand(id=what.short_name, constraint=what.name, arguments=tuple(of(argument) for argument in arguments))


def view(name: str, of_: n.Expr = RESPONSE) -> n.Call:
    return n.Call(function=name, rule="standard", arguments=(of_,), type="list[text]")


def combined(combinator: Any, *body: n.Requirement) -> n.Combined:
    return n.Combined(id="c", combinator=combinator, body=body)


def each(noun: str, *body: n.Requirement) -> n.Each:
    return n.Each(id="e", noun=noun, domain=view(f"{noun}s"), body=body)


def said(*requirements: n.Requirement, language: str = "en", **environment: Any) -> list[str]:
    return [rule.text for rule in requirements_text(PROGRAM, requirements, environment, "listing", language)]


TWO = demand(SENTENCES, Range(2, 4))
EITHER = (demand(TITLE), demand(CAPITALS))


def test_the_main_wording_comes_first_and_the_others_wrap_around() -> None:
    def worded(choose: int) -> str:
        return sentence(WORDS, (Range(1, None),), "listing", "en", choose)

    assert worded(0) == worded(3) == "Use at least 1 word."
    assert worded(1) == "Your answer must contain at least 1 word."
    assert worded(-1) == worded(2) == "Write at least one word."
    assert sentence(WORDS, (5,), "incorporation", "zh") == "字数恰好5"


def test_no_wording_is_an_error_and_never_another_language() -> None:
    with pytest.raises(MissingWording) as caught:
        sentence(WOVEN, (), "listing", "en")
    assert (caught.value.constraint, caught.value.pattern, caught.value.language) == ("std.woven", "listing", "en")
    assert str(caught.value) == "`std.woven` has no wording for the pattern `listing` in the language `en`"
    with pytest.raises(MissingWording):
        sentence(SENTENCES, (2,), "incorporation", "en")
    spec = n.Spec(name="s", task=template("Go.", {}), must=(demand(WOVEN),))
    with pytest.raises(MissingWording):
        render(PROGRAM, spec, {}, "incorporation", "zh")
    with pytest.raises(ValueError, match="takes 1 values where 0 are given"):
        sentence(WORDS, (), "listing", "en")


def test_scopes() -> None:
    assert said(each("paragraph", TWO)) == ["In each paragraph, use between 2 and 4 sentences."]
    assert said(each("code_block", TWO, demand(TITLE))) == [
        "In each code block: (a) Use between 2 and 4 sentences; and (b) Write in title case."
    ]
    table = n.IfPresent(id="t", noun="table", domain=view("tables"), body=(TWO,))
    assert said(table) == ["If there is a table, use between 2 and 4 sentences."]
    emoji = n.IfPresent(id="t", noun="emoji", domain=view("emoji"), body=(TWO,))
    assert said(emoji)[0].startswith("If there is an emoji, use ")
    assert said(each("paragraph", TWO), table, language="zh") == [
        "每个段落：写2到4之间句。",
        "如果有表格：写2到4之间句。",
    ]
    assert said(each("line", TWO, demand(TITLE)), language="zh") == ["每行：（a）写2到4之间句；（b）首字母大写。"]
    assert said(each("paragraph", each("sentence", TWO))) == [
        "In each paragraph: In each sentence, use between 2 and 4 sentences."
    ]


def test_a_noun_without_a_chinese_name_is_missing() -> None:
    assert said(each("gizmo", TWO)) == ["In each gizmo, use between 2 and 4 sentences."]
    with pytest.raises(MissingWording, match="`gizmo` has no wording"):
        said(each("gizmo", TWO), language="zh")


def test_parts_of_the_answer() -> None:
    def place(subject: n.Expr, language: str = "en", **environment: Any) -> str:
        return said(n.Within(id="w", subject=subject, body=(demand(TITLE),)), language=language, **environment)[0]

    def at(position: n.Expr, of_: n.Expr = RESPONSE) -> n.Index:
        return n.Index(subject=view("paragraphs", of_), index=position, type="text")

    last = n.Negative(operand=of(1), type="int")
    assert place(at(of(0))) == "In the first paragraph, write in title case."
    assert place(at(last), "zh") == "在最后一个段落中：首字母大写。"
    assert place(at(of(-2))) == "In the second to last paragraph, write in title case."
    assert place(at(of(-2)), "zh") == "在倒数第二个段落中：首字母大写。"
    assert place(at(n.Variable(name="k", type="int")), k=2) == "In the third paragraph, write in title case."
    first_sentence = n.Call(function="first", arguments=(view("sentences", at(last)),), type="text")
    assert place(first_sentence) == "In the first sentence of the last paragraph, write in title case."
    assert place(first_sentence, "zh") == "在最后一个段落的第一个句子中：首字母大写。"
    after = n.Call(function="after", arguments=(RESPONSE, of("Answer:")), type="text")
    assert place(after) == 'In the text after the first "Answer:", write in title case.'
    with pytest.raises(ValueError, match="has no phrase"):
        place(n.Call(function="upper", arguments=(RESPONSE,), type="text"))


def test_combinators() -> None:
    assert said(combined("any_of", *EITHER)) == [
        "Do at least one of the following: (a) Write in title case; or (b) Write in capitals."
    ]
    assert said(combined("none_of", *EITHER)) == [
        "Do none of the following: (a) Write in title case; (b) Write in capitals."
    ]
    assert said(combined("all_of", *EITHER)) == ["Write in title case.", "Write in capitals."]
    assert said(combined("any_of", EITHER[0])) == ["Write in title case."]
    assert said(combined("none_of", EITHER[0])) == ["Do not do the following: Write in title case."]
    assert said(combined("any_of", *EITHER), language="zh") == ["至少满足以下一项：（a）首字母大写；或（b）全部大写。"]
    assert said(combined("none_of", *EITHER), language="zh") == ["不要做以下任何一项：（a）首字母大写；（b）全部大写。"]


def test_groups_in_groups_stay_apart() -> None:
    both = combined("all_of", *EITHER)
    assert said(combined("any_of", TWO, both)) == [
        "Do at least one of the following: (a) Use between 2 and 4 sentences; or (b) Do all of the following: "
        "(i) Write in title case; and (ii) Write in capitals."
    ]


def test_only_the_branch_that_applies_is_stated() -> None:
    long = n.Compare(operators=(">",), operands=(n.Variable(name="k", type="int"), of(3)))
    branch = n.When(id="w", condition=long, then=EITHER, otherwise=(TWO,))
    assert said(branch, k=5) == ["Write in title case.", "Write in capitals."]
    assert said(branch, k=2) == ["Use between 2 and 4 sentences."]
    assert said(n.When(id="w", condition=long, then=EITHER), k=2) == []
    assert said(each("line", n.When(id="w", condition=long, then=EITHER)), k=2) == []
    inside = combined("any_of", branch, demand(TITLE))
    assert said(inside, k=5)[0].count("Do all of the following") == 1
    with pytest.raises(ValueError, match="`any_of` that holds nothing"):
        said(combined("any_of", n.When(id="w", condition=long, then=EITHER)), k=2)
    with pytest.raises(ValueError, match="`k` has no value in a prompt"):
        said(branch)


def test_a_full_stop_of_a_value_stays() -> None:
    assert said(each("line", demand(LAST, "Any questions."))) == ["In each line, end with Any questions."]
    assert said(each("line", demand(LAST, "a. b"))) == ["In each line, end with a. b."]


def spec_of(*must: n.Requirement, should: tuple[n.Requirement, ...] = ()) -> n.Spec:
    task = template("Write about {name}.", {"name": "text"})
    return n.Spec(name="s", parameters=(n.Parameter(name="name", type="text"),), task=task, must=must, should=should)


FULL = spec_of(
    demand(WORDS, Range(80, 120)),
    demand(KEYWORDS, ["Kindle"], Range(2, None)),
    each("paragraph", TWO),
    should=(demand(TITLE),),
)


def test_a_listing() -> None:
    assert render(PROGRAM, FULL, {"name": "Kindle"}) == (
        "Write about Kindle.\n\nFollow these rules:\n1. Use between 80 and 120 words.\n"
        '2. Mention "Kindle" at least twice each.\n3. In each paragraph, use between 2 and 4 sentences.\n'
        "4. If possible, write in title case."
    )
    assert render(PROGRAM, spec_of(demand(WORDS, 1)), {"name": "x"}) == "Write about x.\n\nUse exactly 1 word."
    assert render(PROGRAM, spec_of(), {"name": "x"}) == "Write about x."
    assert "Write between eighty and" in render(PROGRAM, FULL, {"name": "x"}, wording=2)


def test_an_incorporation() -> None:
    assert render(PROGRAM, FULL, {"name": "Kindle"}, "incorporation") == (
        'Write about Kindle in between 80 and 120 words, mentioning "Kindle" at least twice. '
        "In each paragraph, use between 2 and 4 sentences. If possible, write in title case."
    )
    assert render(PROGRAM, FULL, {"name": "Kindle"}, "incorporation", "zh") == (
        "Write about Kindle，字数80到120之间，“Kindle”各出现至少2次。每个段落：写2到4之间句。如果可能：首字母大写。"
    )
    assert render(PROGRAM, spec_of(demand(WOVEN)), {"name": "x"}, "incorporation") == "Write about x in one go."
    soft = spec_of(should=(demand(WORDS, 5),))
    assert render(PROGRAM, soft, {"name": "x"}, "incorporation") == "Write about x. If possible, use exactly 5 words."


def test_a_pattern_of_the_user_takes_listing_wordings() -> None:
    own = {"chat": "{{ task }}\n{% for rule in rules %}\n- {{ rule }}\n{% endfor %}"}
    assert render(PROGRAM, spec_of(TWO), {"name": "x"}, "chat", templates=own) == (
        "Write about x.\n- Use between 2 and 4 sentences.\n"
    )


def test_an_unknown_language() -> None:
    with pytest.raises(ValueError, match="`fr` is not a language that prompts are written in"):
        render(PROGRAM, FULL, {"name": "x"}, language="fr")


NAMES = (
    st.text(st.sampled_from("abcXY é世"), min_size=1, max_size=8).map(str.strip).filter(lambda s: s and "  " not in s)
)
COUNTS = st.builds(lambda low, more: Range(low, low + more), st.integers(0, 300), st.integers(0, 50)) | st.builds(
    Range, st.integers(0, 300)
)


@st.composite
def requirements(draw: st.DrawFn, depth: int = 2) -> tuple[n.Requirement, list[tuple[Any, str]]]:
    """A requirement, and the values that its wording must show with their formats."""
    if depth and draw(st.booleans()):
        inner = draw(st.lists(requirements(depth=depth - 1), min_size=1, max_size=2))
        body = tuple(requirement for requirement, _ in inner)
        shown = [value for _, values in inner for value in values]
        noun = draw(st.sampled_from(["paragraph", "table", "line"]))
        outer: list[n.Requirement] = [
            each(noun, *body),
            n.IfPresent(id="i", noun=noun, domain=view("tables"), body=body),
            n.When(id="w", condition=n.Value(value=True, type="bool"), then=body),
            *(combined(name, *body) for name in ("any_of", "all_of", "none_of")),
        ]
        return draw(st.sampled_from(outer)), shown
    times = draw(COUNTS)
    if draw(st.booleans()):
        return demand(WORDS, times), [(times, "")]
    words = draw(st.lists(NAMES, min_size=1, max_size=3))
    return demand(KEYWORDS, words, times), [(times, "times"), *((word, "") for word in words)]


@given(st.lists(requirements(), max_size=3), NAMES, st.sampled_from(["listing", "incorporation"]))
def test_a_prompt_states_every_value(
    drawn: list[tuple[n.Requirement, list[tuple[Any, str]]]], name: str, pattern: str
) -> None:
    spec = spec_of(*(requirement for requirement, _ in drawn))
    for language in LANGUAGES:
        prompt = render(PROGRAM, spec, {"name": name}, pattern, language)
        for value, format in [(name, ""), *(value for _, values in drawn for value in values)]:
            assert phrase(value, format, language) in prompt
        assert "{" not in prompt
        assert "}" not in prompt
        assert "  " not in prompt
        assert ".." not in prompt
        assert prompt == prompt.strip()
