"""Take a text; give the views of it that the language offers: named segmentations into texts, each defined by spans."""

from __future__ import annotations

import re
import string

from ifdsl.primitives.primitive import Cost, Param, Primitive, Rule, Rules, Spans, later, view
from ifdsl.primitives.types import REGEX, TEXT

_NUMBER = re.compile(r"(?<![^\W_])(?:(?<![\w.,])[+\-−])?(?:[0-9]{1,3}(?:,[0-9]{3})++(?![0-9])|[0-9]++)(?:\.[0-9]++)?")
_NOT_LETTERS = bytes(code for code in range(128) if chr(code) not in string.ascii_letters)


def _chars(text: str) -> list[tuple[int, int]]:
    return [(place, place + 1) for place in range(len(text))]


def _letters(text: str) -> list[tuple[int, int]]:
    return [(place, place + 1) for place, char in enumerate(text) if char.isalpha()]


def _letter_texts(text: str) -> list[str]:
    return list(filter(str.isalpha, text))


def _letter_count(text: str) -> int:
    if text.isascii():
        return len(text.encode().translate(None, _NOT_LETTERS))
    return sum(map(str.isalpha, text))


def _numbers(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in _NUMBER.finditer(text)]


def _split(text: str, separator: str) -> list[tuple[int, int]]:
    if not separator:
        return [(0, len(text))]
    spans, start = [], 0
    for part in text.split(separator):
        spans.append((start, start + len(part)))
        start += len(part) + len(separator)
    return spans


def _split_texts(text: str, separator: str) -> list[str]:
    return text.split(separator) if separator else [text]


def _split_count(text: str, separator: str) -> int:
    return text.count(separator) + 1 if separator else 1


def _split_at(text: str, pattern: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for left, right in _matches(pattern, text):
        spans.append((start, left))
        start = right
    spans.append((start, len(text)))
    return spans


def _find_all(text: str, pattern: str) -> Spans:
    spans: Spans = _matches(pattern, text)
    return spans


_matches = later("patterns", "find_spans")


def _only(module: str, function: str, doc: str) -> dict[str, Rule]:
    return {"standard": Rule(later(module, function), doc)}


PRIMITIVES: tuple[Primitive, ...] = (
    view(
        "words", "The words of the text, by the segmentation that `rule` names.", noun=("word", "words"),
        rules=Rules("words", "standard", "ifeval", "whitespace", "stripped", "nltk"), cost=Cost(800, 200.0),
        example=(("Don't stop.",), ["Don't", "stop"]),
    ),
    view(
        "sentences", "The sentences of the text, by the segmentation that `rule` names.",
        noun=("sentence", "sentences"), rules=Rules("sentences", "standard", "ifeval", "nltk"), cost=Cost(500, 200.0),
        example=(("It is 5 p.m. now. Go!",), ["It is 5 p.m. now.", "Go!"]),
    ),
    view(
        "paragraphs", "The paragraphs of the text, by the segmentation that `rule` names.",
        noun=("paragraph", "paragraphs"), rules=Rules("paragraphs", "standard", "stars", "blank_line", "line"),
        cost=Cost(250, 20.0), example=(("one\n\ntwo",), ["one", "two"]),
    ),
    view(
        "lines", "The lines of the text, each without its break (`\\n`, `\\r\\n`, `\\r`); a break at the very end "
        "begins no further line. By the rule `filled`, only those that hold more than white space.",
        noun=("line", "lines"), rules=Rules("lines", "standard", "filled"), cost=Cost(120, 10.0),
        example=(("one\n\ntwo\n",), ["one", "", "two"]),
    ),
    view(
        "chars", "The characters (code points) of the text.", noun=("character", "characters"),
        rules={"standard": Rule(_chars, "every code point", texts=list, count=len)}, cost=Cost(80, 2.0),
        example=(("né!",), ["n", "é", "!"]),
    ),
    view(
        "letters", "The letters of the text, of any script.", noun=("letter", "letters"),
        rules={"standard": Rule(_letters, "every letter", texts=_letter_texts, count=_letter_count)},
        cost=Cost(100, 4.0), example=(("né 1!",), ["n", "é"]),
    ),
    view(
        "numbers", "The numerals of the text, with sign, separators of thousands and decimals (`-1,250.5`), that "
        "follow no letter.",
        noun=("number", "numbers"), rules={"standard": Rule(_numbers, "every numeral")}, cost=Cost(180, 20.0),
        example=(("From -3 to 1,250.5 at A4.",), ["-3", "1,250.5"]),
    ),
    view(
        "emoji", "The emoji of the text; a flag, a skin tone or a joined family is part of one, and a character that "
        "is text unless told otherwise (`☺`, `©`) is none.",
        noun=("emoji", "emoji"), rules=_only("emoji", "spans", "every emoji as a reader sees it"), cost=Cost(120, 60.0),
        example=(("ok 👍🏽 ☺",), ["👍🏽"]),
    ),
    view(
        "bullets", "The text of each list item that begins with `-`, `*` or `+`, at any depth, outside fenced code: "
        "its first line without the mark.",
        noun=("bullet point", "bullet points"), rules=_only("markdown", "bullets", "items with a mark"),
        cost=Cost(300, 30.0), example=(("- a\n  * b\n1. c",), ["a", "b"]),
    ),
    view(
        "numbered", "The text of each list item that begins with a number and `.` or `)`, at any depth, outside fenced "
        "code: its first line without the number.",
        noun=("numbered item", "numbered items"), rules=_only("markdown", "numbered", "items with a number"),
        cost=Cost(300, 30.0), example=(("1. a\n2) b\n- c",), ["a", "b"]),
    ),
    view(
        "items", "The list items of `bullets` and `numbered`, in the order of the text.",
        noun=("list item", "list items"), rules=_only("markdown", "items", "items of both kinds"),
        cost=Cost(400, 30.0), example=(("1. a\n   - b",), ["a", "b"]),
    ),
    view(
        "headings", "The text of each heading (`#` to `######`) outside fenced code, without its marks.",
        noun=("heading", "headings"), rules=_only("markdown", "headings", "headings with number signs"),
        cost=Cost(300, 30.0), example=(("# A\ntext\n## B ##",), ["A", "B"]),
    ),
    view(
        "sections", "Each heading with what follows it, up to the next heading of its level or above; so a section "
        "holds the ones below it, which are elements of their own too.",
        noun=("section", "sections"), rules=_only("markdown", "sections", "headings with what follows"),
        cost=Cost(400, 30.0), example=(("# A\na\n## B\nb\n# C",), ["# A\na\n## B\nb", "## B\nb", "# C"]),
    ),
    view(
        "tables", "Each table of the text: a header row with `|`, a delimiter row of as many cells (`|---|---|`) and "
        "the rows that follow, outside fenced code.",
        noun=("table", "tables"), rules=_only("markdown", "tables", "tables drawn with bars"), cost=Cost(250, 30.0),
        example=(("x\n|a|b|\n|-|-|\n|1|2|\n",), ["|a|b|\n|-|-|\n|1|2|"]),
    ),
    view(
        "rows", "The rows of each table in the text, without header and delimiter row.", noun=("row", "rows"),
        rules=_only("markdown", "rows", "rows below the delimiter row"), cost=Cost(250, 30.0),
        example=(("|a|b|\n|-|-|\n|1|2|",), ["|1|2|"]),
    ),
    view(
        "columns", "The cells of the header of each table in the text.", noun=("column", "columns"),
        rules=_only("markdown", "columns", "cells of the header"), cost=Cost(250, 30.0),
        example=(("|a|b|\n|-|-|\n|1|2|",), ["a", "b"]),
    ),
    view(
        "cells", "The cells of each line with a `|` that is no delimiter row, white space trimmed: those of a row, or "
        "of a table with its header.",
        noun=("cell", "cells"), rules=_only("markdown", "cells", "what stands between bars"), cost=Cost(250, 60.0),
        example=(("| 1 | 2 |",), ["1", "2"]),
    ),
    view(
        "code_blocks", "The content of each block fenced by three or more backticks or tildes; one that is never "
        "closed goes on to the end.",
        noun=("code block", "code blocks"), rules=_only("markdown", "code_blocks", "fenced code"),
        cost=Cost(200, 30.0), example=(("```py\nx = 1\n```",), ["x = 1"]),
    ),
    view(
        "block_quotes", "Each run of lines that begin with `>`, marks included, outside fenced code.",
        noun=("block quote", "block quotes"), rules=_only("markdown", "block_quotes", "quoted lines"),
        cost=Cost(300, 30.0), example=(("> a\n> b\nc\n> d",), ["> a\n> b", "> d"]),
    ),
    view(
        "inline_code", "What stands between backticks on one line, outside fenced code.",
        noun=("piece of inline code", "pieces of inline code"), rules=_only("inline", "inline_code", "code in a line"),
        cost=Cost(300, 30.0), example=(("run `ls -l` now",), ["ls -l"]),
    ),
    view(
        "links", "Each link `[text](address)`, brackets included, outside code; an image is no link.",
        noun=("link", "links"), rules=_only("inline", "links", "links with their address"), cost=Cost(350, 30.0),
        example=(("see [it](http://a.b)",), ["[it](http://a.b)"]),
    ),
    view(
        "urls",
        "Each web address that begins with `http://`, `https://` or `www.`, without the punctuation that ends it.",
        noun=("web address", "web addresses"), rules=_only("inline", "urls", "web addresses"), cost=Cost(180, 6.0),
        example=(("(see https://a.b/c_(d)).",), ["https://a.b/c_(d)"]),
    ),
    view(
        "quotes", "What stands between `\"` and `\"`, or `“` and `”`, in one paragraph and outside code; a `\"` after "
        "a letter or digit opens nothing.",
        noun=("quotation", "quotations"), rules=_only("inline", "quotes", "text in quotation marks"),
        cost=Cost(350, 30.0), example=(('He said "yes" and “no”.',), ["yes", "no"]),
    ),
    view(
        "highlights", "The text of each emphasis: `*x*`, `_x_`, `**x**`, `__x__`, on one line and outside code; "
        "`***x***` is one.",
        noun=("highlighted part", "highlighted parts"), rules=_only("inline", "highlights", "emphasis of any kind"),
        cost=Cost(350, 80.0), example=(("*a* **b** 2 * 3",), ["a", "b"]),
    ),
    view(
        "bold", "The text of each strong emphasis: `**x**`, `__x__`, `***x***`, on one line and outside code.",
        noun=("bold part", "bold parts"), rules=_only("inline", "bold", "strong emphasis"), cost=Cost(350, 80.0),
        example=(("*a* **b**",), ["b"]),
    ),
    view(
        "placeholders", "What stands in square brackets on one line, outside code, and is no link, link definition, "
        "footnote or checkbox.",
        noun=("placeholder", "placeholders"), rules=_only("inline", "placeholders", "text in square brackets"),
        cost=Cost(300, 30.0), example=(("Dear [name], see [it](http://a.b)",), ["name"]),
    ),
    view(
        "find_all", "Each match of a regular expression, from the left and without overlap. After an empty match the "
        "search goes on one character further.",
        noun=("match", "matches"), params=(Param("pattern", REGEX),),
        rules={"standard": Rule(_find_all, "every match")}, cost=Cost(800, 80.0),
        example=(("a1 b22", r"\d+"), ["1", "22"]),
    ),
    view(
        "split", "The parts between the occurrences of `separator`, empty ones included; the whole text where it is "
        "empty.",
        noun=("part", "parts"), params=(Param("separator", TEXT),),
        rules={"standard": Rule(_split, "parts at a text", texts=_split_texts, count=_split_count)},
        cost=Cost(80, 2.0), example=(("a, b, ", ", "), ["a", "b", ""]),
    ),
    view(
        "split_at", "The parts between the matches of a regular expression, empty ones included.",
        noun=("part", "parts"), params=(Param("pattern", REGEX),),
        rules={"standard": Rule(_split_at, "parts at a pattern")}, cost=Cost(1_200, 150.0),
        example=(("a1b22c", r"\d+"), ["a", "b", "c"]),
    ),
)  # fmt: skip
