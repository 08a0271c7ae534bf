"""The answer in a model's message, apart from its reasoning."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ifdsl.run.marks import FAMILIES, Family, family, read_marks
from ifdsl.run.reasoning import USUAL, Marks, in_raw, split

OPENED, NOT_OPENED, OFF = Marks(opened=True), Marks(opened=False), read_marks(["off"])
HARMONY = "<|channel|>analysis<|message|>why<|end|><|start|>assistant<|channel|>final<|message|>Answer<|return|>"

MARKS = (
    "<think> </think> <thinking> </thinking> [THINK] [/THINK] ◁think▷ ◁/think▷ <|channel|>analysis<|message|> <|end|> "
    "<|start|>assistant <|channel|>final<|message|> <|return|> <|START_THINKING|> <|END_THINKING|> "
    "<|START_RESPONSE|> <|END_RESPONSE|> analysis assistantfinal"
)
OTHERS = [
    "```",
    "~~~\n",
    "`",
    '"',
    "(",
    ")",
    "\n",
    "\r\n",
    " ",
    "\t",
    "   ",
    "\xa0",
    "a",
    "word ",
    "語",
    "<",
    "</",
    ">",
]
pieces = st.sampled_from([*MARKS.split(" "), *OTHERS])
contents = st.lists(pieces, max_size=14).map("".join)
all_marks = st.sampled_from([USUAL, OPENED, NOT_OPENED, OFF, read_marks(["hunyuan", "granite", "usual"])])


@pytest.mark.parametrize(
    ("content", "text", "reasoning"),
    [
        ("Answer", "Answer", None),
        ("", "", None),
        (" \n", " \n", None),
        ("<think>why</think>Answer", "Answer", "why"),
        ("\n <think>\nwhy\n</think>\n\nAnswer\n", "Answer\n", "why"),
        ("<think>\n\n</think>\n\nAnswer", "Answer", None),
        ("<think>one</think>\n<think>two</think>\nAnswer", "Answer", "one\n\ntwo"),
        ("<think>one <think> two</think>Answer", "Answer", "one <think> two"),
        # Truncated: nothing is left.
        ("<think>why", "", "why"),
        ("<think>", "", None),
        ("<think>one</think><think>two", "", "one\n\ntwo"),
        # Prefilled: the closing mark alone.
        ("why\n</think>\n\nAnswer", "Answer", "why"),
        ("why.</think>Answer", "Answer", "why."),
        ('why</think>"Answer"', '"Answer"', "why"),
        ('say "it"</think>Answer', "Answer", 'say "it"'),
        ("why</think>```py\nx\n```", "```py\nx\n```", "why"),
        ("why\n</think>", "", "why"),
        ("```\nx\n```\nwhy\n</think>\nAnswer", "Answer", "```\nx\n```\nwhy"),
        ("the tag `<think>` is asked for\n</think>\nAnswer", "Answer", "the tag `<think>` is asked for"),
        ("it wants <think>a</think> now\n</think>\nAnswer", "Answer", "it wants <think>a</think> now"),
        # Code counts from where the reasoning ends.
        ("why.</think>```\n</think>\n```\nAnswer", "```\n</think>\n```\nAnswer", "why."),
        ("<think>\n```\nwhy</think>\n```\n</think>\n```\n", "```\n</think>\n```\n", "```\nwhy"),
        ("<think>\n```\none</think>\ntwo\n</think>\nAnswer", "Answer", "```\none\n\ntwo"),
        # Other families.
        ("[THINK]why[/THINK]Answer", "Answer", "why"),
        ("◁think▷why◁/think▷Answer", "Answer", "why"),
        ("<seed:think>why</seed:think>Answer", "Answer", "why"),
        ("<thinking>why</thinking>\nAnswer", "Answer", "why"),
        ("<reasoning>why</reasoning>\nAnswer", "Answer", "why"),
        ("<|channel>thought\nwhy<channel|>Answer", "Answer", "why"),
        ("<|START_THINKING|>why<|END_THINKING|><|START_RESPONSE|>Answer<|END_RESPONSE|>", "Answer", "why"),
        (HARMONY, "Answer", "why"),
        (HARMONY.removesuffix("<|return|>"), "Answer", "why"),
        (HARMONY.replace("<|return|>", "<|end|>\n<|return|>\n"), "Answer", "why"),
        ("<|start|>assistant" + HARMONY, "Answer", "why"),
        ("<|channel|>analysis<|message|>why<|channel|>final<|message|>Answer", "Answer", "why"),
        ("<|channel|>analysis<|message|>why", "", "why"),
        ("<|channel|>final <|constrain|>json<|message|>{}", "{}", None),
        ("analysisThe user asks.assistantfinalAnswer", "Answer", "The user asks."),
    ],
)
def test_reasoning_and_answer_are_told_apart(content: str, text: str, reasoning: str | None) -> None:
    found = split(content)
    assert (found.text, found.reasoning) == (text, reasoning)


@pytest.mark.parametrize(
    "content",
    [
        "Models write <think> and </think> around their thoughts.",
        "The tag </think> ends it.",
        "Close it with `</think>`.",
        "Close it (</think>), then answer.",
        "Close it (</think> is the mark).",
        "Like <think>why</think>Answer, for short.",
        "Write:\n```\nwhy\n</think>\nAnswer\n```\n",
        "Like this:\n<think>\nwhy\n</think>\nAnswer",
        "First an answer.\n<think>why</think>",
        "`<think>` opens it.",
        "<thinker>a</thinker>",
        "<thought",
        "a\n</thinking>\nb",
        "analysis of the market",
        "Here is my thought process: one. Here is my response: two.",
        "<answer>x</answer>",
        "the end<|end|>",
    ],
)
def test_an_answer_about_marks_stays_whole(content: str) -> None:
    assert split(content) == (content, None, ((0, len(content)),))


def test_blank_lines_after_the_mark_belong_to_neither_and_indentation_to_the_answer() -> None:
    assert split("<think>a</think> \t\n\r\n \n    code\n").text == "    code\n"
    assert split("<think>a</think>  Answer ").text == "Answer "
    assert split("<think>a</think>\n\xa0Answer").text == "\xa0Answer"


def test_a_template_that_opens_the_thinking() -> None:
    quoted = "I must write `</think>` now"
    assert split(quoted).text == quoted
    assert split(quoted, OPENED) == ("` now", "I must write `", ((22, 27),))
    # Without any mark, only the limit on tokens shows that the thinking was cut.
    assert split("why", OPENED, cut_off=True) == ("", "why", ())
    assert split("why", OPENED) == ("why", None, ((0, 3),))
    assert split("why", cut_off=True).text == "why"
    # What is opened once more, or closed again, is closed once.
    assert split("<think>a</think>b\n</think>\nc", OPENED).text == "b\n</think>\nc"
    assert split("a</think>b\n</think>\nc", OPENED).text == "b\n</think>\nc"


def test_a_template_that_does_not_open_the_thinking() -> None:
    assert split("a\n</think>\nb", NOT_OPENED).text == "a\n</think>\nb"
    assert split("<think>a</think>b", NOT_OPENED).text == "b"


def test_marks_are_turned_off_narrowed_and_named() -> None:
    content = "<think>a</think>b"
    assert split(content, OFF) == (content, None, ((0, len(content)),))
    assert split(content, read_marks(["off"], opened=True), cut_off=True).text == content
    assert split(content, read_marks(["mistral"])).text == content
    assert split("{{a}}b", read_marks(["{{...}}"])) == ("b", "a", ((5, 6),))
    assert split(content, read_marks(["{{...}}", "usual"])).text == "b"
    assert split("<think>a</think>\n<answer>\nb\n</answer>\n", read_marks(["hunyuan"])).text == "b\n"
    assert split("Here is my thought process: a. Here is my response: b", read_marks(["granite"])).text == "b"


@pytest.mark.parametrize("words", [["thinks"], ["off", "usual"], ["<a>...", "usual"], [" ... "]])
def test_what_names_no_marks_is_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match="of reasoning"):
        read_marks(words)


@pytest.mark.parametrize("name", FAMILIES)
def test_each_family_by_its_own_name(name: str) -> None:
    examples = {
        "gpt_oss": HARMONY,
        "gpt_oss_bare": "analysiswhyassistantfinalAnswer",
        "granite": "Here is my thought process:\nwhy\n\nHere is my response:\nAnswer",
        "granite_tags": "<think>why</think><response>Answer</response>",
        "hunyuan": "<think>why</think><answer>Answer</answer>",
    }
    known = FAMILIES[name]
    literal = f"{known.opening}why{known.closing}\n\nAnswer".replace("\\", "")
    assert split(examples.get(name, literal), read_marks([name]))[:2] == ("Answer", "why")


@given(contents, all_marks, st.booleans())
@example("```</think>\n```\n</think>\n", USUAL, False)
@example("a </think><|END_RESPONSE|>", USUAL, False)
def test_the_slices_make_the_text(content: str, marks: Marks, cut_off: bool) -> None:
    found = split(content, marks, cut_off=cut_off)
    assert "".join(content[a:b] for a, b in found.slices) == found.text
    assert all(a < b for a, b in found.slices)
    # Text and reasoning never overlap: what is left of the content holds every thought.
    start, stop = found.slices[0] if found.slices else (len(content), len(content))
    outside, at = content[:start] + content[stop:], 0
    for thought in (found.reasoning or "").split("\n\n"):
        at = outside.index(thought, at) + len(thought)


@given(contents, all_marks, st.booleans())
@example("a</think> b</think>", USUAL, False)
@example("a</think>```\n</think>\nb", USUAL, False)
@example("<|START_RESPONSE|>a </think> <|END_RESPONSE|>", USUAL, False)
def test_splitting_twice_changes_nothing(content: str, marks: Marks, cut_off: bool) -> None:
    once = split(content, marks, cut_off=cut_off).text
    again = Marks(marks.families, False) if marks.opened else marks
    assert split(once, again, cut_off=cut_off)[:2] == (once, None)


unmarked = st.text(st.characters(exclude_characters="<[◁"))


@given(unmarked, unmarked, st.sampled_from(["<think>", "[THINK]", "<reasoning>", "◁think▷"]))
def test_the_answer_after_a_closed_block_comes_out(thought: str, answer: str, opening: str) -> None:
    found = split(f"{opening}{thought}{opening[0]}/{opening[1:]}\n\n.{answer}")
    assert (found.text, found.reasoning) == (f".{answer}", thought.strip() or None)


@given(unmarked, all_marks)
def test_a_content_without_marks_stays_whole(content: str, marks: Marks) -> None:
    assert split(content, marks)[:2] == (content, None)


@pytest.mark.parametrize(
    ("unit", "bytes_", "text"),
    [
        ("<think>", 2**20, ""),
        ("<", 2**20, None),
        (" \n", 2**20, None),
        ("<think></think>", 2**17, ""),
        ("a</think>\n", 2**17, ""),
        # The last of these ends its line, as no more stands on it.
        ("x </think> ", 2**17, ""),
        ("`</think>`", 2**17, None),
        (" </thinking> x", 2**17, None),
        ("</think>,", 2**17, None),
        ("```\n</think>\n```\n", 2**17, None),
        ("analysis ", 2**17, None),
        ("<|START_RESPONSE|>", 2**17, ""),
        ("<|channel|>final<|message|>", 2**17, ""),
        ("<|channel|>analysis", 2**17, None),
    ],
)
def test_a_great_many_marks(unit: str, bytes_: int, text: str | None) -> None:
    content = unit * (bytes_ // len(unit))
    assert split(content).text == (content if text is None else text)


@st.composite
def sliced(draw: st.DrawFn) -> tuple[str, tuple[tuple[int, int], ...]]:
    raw = draw(st.text(max_size=30))
    cuts = sorted(draw(st.sets(st.integers(0, len(raw)), max_size=8)))
    return raw, tuple(zip(cuts[::2], cuts[1::2], strict=False))


@given(sliced(), st.data())
def test_a_span_of_the_text_is_found_in_the_content(case: tuple, data: st.DataObject) -> None:
    raw, slices = case
    text = "".join(raw[a:b] for a, b in slices)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    spans = in_raw(slices, start, end)
    assert "".join(raw[a:b] for a, b in spans) == text[start:end]
    assert all(any(low <= a <= b <= high for low, high in slices) for a, b in spans)
    if start < end:
        assert all(a < b for a, b in spans)
    elif text:
        ((a, b),) = spans
        assert a == b
        assert raw[a] == text[start] if start < len(text) else a == slices[-1][1]


def test_points_and_spans_over_a_gap() -> None:
    slices = ((2, 4), (6, 9))
    assert in_raw(slices, 1, 3) == ((3, 4), (6, 7))
    assert in_raw(slices, 2, 2) == ((6, 6),)
    assert in_raw(slices, 5, 5) == ((9, 9),)
    assert in_raw((), 0, 0) == ()


@pytest.mark.parametrize(("start", "end"), [(-1, 0), (1, 0), (0, 6), (6, 6)])
def test_a_span_outside_of_the_text_is_refused(start: int, end: int) -> None:
    with pytest.raises(ValueError, match="does not lie in a text of 5"):
        in_raw(((2, 4), (6, 9)), start, end)


def test_a_blank_mark_is_refused() -> None:
    assert family("<a>", "</a>") == Family("<a>", "</a>")
    with pytest.raises(ValueError, match="blank"):
        family(" ", "</a>")
