"""Take a text; give the views of it that the language offers: named segmentations into texts, each defined by spans."""

from __future__ import annotations

import re

from ifdsl.primitives import occurrences
from ifdsl.primitives.primitive import Cost, Param, Primitive, Rule, Rules, Spans, later, view
from ifdsl.primitives.texts import NEEDLE
from ifdsl.primitives.types import INT, REGEX, TEXT

_NUMBER = re.compile(r"(?<![^\W_])(?:(?<![\w.,])[+\-−])?(?:[0-9]{1,3}(?:,[0-9]{3})++(?![0-9])|[0-9]++)(?:\.[0-9]++)?")
_NOT_LETTERS = bytes(code for code in range(128) if not chr(code).isalpha())


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
        rules=Rules("words", "standard", "ifeval", "whitespace", "stripped", "nltk", "icu", "multi_if", "shown"),
        cost=Cost(800, 200.0),
        example=(("Don't stop.",), ["Don't", "stop"]),
    ),
    view(
        "sentences", "The sentences of the text, by the segmentation that `rule` names.",
        noun=("sentence", "sentences"),
        rules=Rules("sentences", "standard", "ifeval", "nltk", "icu", "multi_if", "google", "prose"),
        cost=Cost(500, 200.0),
        example=(("It is 5 p.m. now. Go!",), ["It is 5 p.m. now.", "Go!"]),
    ),
    view(
        "paragraphs", "The paragraphs of the text, by the segmentation that `rule` names.",
        noun=("paragraph", "paragraphs"), rules=Rules("paragraphs", "standard", "stars", "blank_line", "line", "prose"),
        cost=Cost(250, 20.0), example=(("one\n\ntwo",), ["one", "two"]),
    ),
    view(
        "lines", "The lines of the text, each without its break (`\\n`, `\\r\\n`, `\\r`); a break at the very end "
        "begins no further line. By the rule `filled`, only those that hold more than white space.",
        noun=("line", "lines"), rules=Rules("lines", "standard", "filled", "thinned"), cost=Cost(120, 20.0),
        example=(("one\n\ntwo\n",), ["one", "", "two"]),
    ),
    view(
        "chars", "The characters (code points) of the text.", noun=("character", "characters"),
        rules={"standard": Rule(_chars, "every code point", texts=list, count=len)}, cost=Cost(80, 2.0),
        example=(("né!",), ["n", "é", "!"]),
    ),
    view(
        "graphemes", "The characters of the text as a reader sees them (UAX #29): a letter with its accents, a "
        "syllable of Devanagari or hangul, an emoji with its skin tone, a flag.",
        noun=("character", "characters"),
        rules={
            "standard": Rule(
                later("segment_graphemes", "spans"), "every grapheme cluster", count=later("segment_graphemes", "count")
            )
        },
        cost=Cost(120, 40.0), example=(("e\u0301 नि👍🏽",), ["e\u0301", " ", "नि", "👍🏽"]),
    ),
    view(
        "letters", "The letters of the text, of any script.", noun=("letter", "letters"),
        rules={"standard": Rule(_letters, "every letter", texts=_letter_texts, count=_letter_count)},
        cost=Cost(100, 4.0), example=(("né 1!",), ["n", "é"]),
    ),
    view(
        "simplified_chars", "Each Chinese character that simplified writing uses and traditional writing does not; "
        "most belong to both, and count here as little as in `traditional_chars`.",
        noun=("simplified character", "simplified characters"),
        rules=_only("chinese", "simplified_chars", "characters of simplified writing alone"), cost=Cost(100, 8.0),
        example=(("学中文 學中文",), ["学"]),
    ),
    view(
        "traditional_chars", "Each Chinese character that traditional writing uses and simplified writing does not; "
        "most belong to both, and count here as little as in `simplified_chars`.",
        noun=("traditional character", "traditional characters"),
        rules=_only("chinese", "traditional_chars", "characters of traditional writing alone"), cost=Cost(100, 8.0),
        example=(("学中文 學中文",), ["學"]),
    ),
    view(
        "numbers", "The numerals of the text, with sign, separators of thousands and decimals (`-1,250.5`), that "
        "follow no letter.",
        noun=("number", "numbers"), rules={"standard": Rule(_numbers, "every numeral")}, cost=Cost(180, 20.0),
        example=(("From -3 to 1,250.5 at A4.",), ["-3", "1,250.5"]),
    ),
    view(
        "emoji", "The emoji of the text; a flag, a skin tone or a joined family is part of one, and a character that "
        "is text unless told otherwise (`☺`, `©`) is none. By the rule `character`, each character that can be an "
        "emoji by itself.",
        noun=("emoji", "emoji"),
        rules={
            "standard": Rule(later("emoji", "spans"), "every emoji as a reader sees it"),
            "character": Rule(
                later("emoji", "characters"),
                "every character that can be an emoji by itself, such as `☺`, `©` and a skin tone; no part of a flag",
            ),
        },
        cost=Cost(120, 60.0),
        example=(("ok 👍🏽 ☺",), ["👍🏽"]),
    ),
    view(
        "bullets", "The text of each Markdown list item that begins with `-`, `*` or `+`, at any depth: its first "
        "paragraph without the mark; the line where it begins with a heading, code or a table; nothing where it begins "
        "with a list.",
        noun=("bullet point", "bullet points"), rules=_only("markdown", "bullets", "items with a mark"),
        cost=Cost(800, 80.0), example=(("- a\n  * b\n1. c",), ["a", "b"]),
    ),
    view(
        "numbered", "The text of each Markdown list item that begins with a number and `.` or `)`, at any depth: its "
        "first paragraph without the number, as in `bullets`.",
        noun=("numbered item", "numbered items"), rules=_only("markdown", "numbered", "items with a number"),
        cost=Cost(800, 80.0), example=(("1. a\n2) b\n- c",), ["a", "b"]),
    ),
    view(
        "items", "The list items of `bullets` and `numbered`, in the order of the text.",
        noun=("list item", "list items"), rules=_only("markdown", "items", "items of both kinds"),
        cost=Cost(800, 80.0), example=(("1. a\n   - b",), ["a", "b"]),
    ),
    view(
        "headings", "The text of each Markdown heading without its marks: of level 1 (`#`) to 6 (`######`), or a "
        "paragraph underlined by `=` (level 1) or `-` (level 2). With `level`, only those of that level.",
        noun=("heading", "headings"), params=(Param("level", INT, 0),),
        rules=_only("markdown", "headings", "headings, marked or underlined"),
        cost=Cost(800, 80.0), example=(("# A\ntext\n## B ##", 0), ["A", "B"]),
    ),
    view(
        "sections", "Each heading with what follows it, up to the next heading of its level or above; so a section "
        "holds the ones below it, which are elements of their own too. By the rule `main`, only those of the highest "
        "level with two headings or more, which divide the text; without headings, the same as `entries`.",
        noun=("section", "sections"),
        rules={
            "standard": Rule(later("markdown", "sections"), "headings with what follows"),
            "main": Rule(later("entries", "main_sections"), "those of the level that divides the text"),
        },
        cost=Cost(800, 80.0), overlap=6,
        example=(("# A\na\n## B\nb\n# C",), ["# A\na\n## B\nb", "## B\nb", "# C"]),
    ),
    view(
        "tables", "Each pipe table of the text: a header row, a delimiter row of as many cells (`|---|---|`) and the "
        "rows that follow, up to a blank line or another block.",
        noun=("table", "tables"), rules=_only("markdown", "tables", "tables drawn with bars"), cost=Cost(800, 80.0),
        example=(("x\n\n|a|b|\n|-|-|\n|1|2|\n",), ["|a|b|\n|-|-|\n|1|2|"]),
    ),
    view(
        "rows", "The rows of each table in the text, without header and delimiter row.", noun=("row", "rows"),
        rules=_only("markdown", "rows", "rows below the delimiter row"), cost=Cost(800, 80.0),
        example=(("|a|b|\n|-|-|\n|1|2|",), ["|1|2|"]),
    ),
    view(
        "columns", "The cells of the header of each table in the text.", noun=("column", "columns"),
        rules=_only("markdown", "columns", "cells of the header"), cost=Cost(800, 80.0),
        example=(("|a|b|\n|-|-|\n|1|2|",), ["a", "b"]),
    ),
    view(
        "cells", "The cells of each table in the text, header first and white space trimmed; those of the row, where "
        "the text is one row of a table.",
        noun=("cell", "cells"), rules=_only("markdown", "cells", "what stands between bars"), cost=Cost(1_500, 250.0),
        example=(("| 1 | 2 |",), ["1", "2"]),
    ),
    view(
        "table_column", "The cells below each header cell that is `name`, in the tables of the text; letter case and "
        "emphasis make no difference. A row too short has none.",
        noun=("cell of the column", "cells of the column"), params=(Param("name", TEXT),),
        rules=_only("markdown", "table_column", "cells below a header cell"), cost=Cost(800, 100.0),
        example=(("| **Day** | Cost |\n|---|---|\n| Mon | 5 |\n| Tue | 7 |", "cost"), ["5", "7"]),
    ),
    view(
        "entries", "What the text enumerates, whatever form it gives it: the sections of the highest level with two "
        "headings or more; else the outermost list items, each with what belongs to it; else the table rows, without "
        "their outer bars; else the paragraphs of running text.",
        noun=("entry", "entries"),
        rules={
            "standard": Rule(later("entries", "entries"), "sections, or else list items, table rows or paragraphs"),
            "listed": Rule(later("entries", "listed"), "list items, else table rows; nothing where there is neither"),
        },
        cost=Cost(1_500, 250.0), example=(("Two:\n- a\n  more\n- b",), ["a\n  more", "b"]),
    ),
    view(
        "code_blocks", "The content of each block fenced by three or more backticks or tildes; one that is never "
        "closed goes on to the end. With `language`, only of those labelled so, whatever the letter case.",
        noun=("code block", "code blocks"), params=(Param("language", TEXT, ""),),
        rules=_only("markdown", "code_blocks", "fenced code"),
        cost=Cost(800, 80.0), example=(("```py\nx = 1\n```", ""), ["x = 1"]),
    ),
    view(
        "block_quotes", "Each Markdown block quote that stands in no other, marks (`>`) included; a line of text right "
        "below one belongs to it without a mark.",
        noun=("block quote", "block quotes"), rules=_only("markdown", "block_quotes", "quoted lines"),
        cost=Cost(800, 80.0), example=(("> a\n> b\n\nc\n\n> d",), ["> a\n> b", "> d"]),
    ),
    view(
        "inline_code", "What stands between backticks within a paragraph, heading or cell.",
        noun=("piece of inline code", "pieces of inline code"), rules=_only("inline", "inline_code", "code in a line"),
        cost=Cost(800, 80.0), example=(("run `ls -l` now",), ["ls -l"]),
    ),
    view(
        "links", "Each Markdown link `[text](address)`, brackets included, or `[text][label]` where the text says "
        "`[label]: address`; an image is no link.",
        noun=("link", "links"), rules=_only("inline", "links", "links with their address"), cost=Cost(800, 80.0),
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
        cost=Cost(800, 100.0), example=(('He said "yes" and “no”.',), ["yes", "no"]),
    ),
    view(
        "highlights", "The text of each Markdown emphasis: `*x*`, `_x_`, `**x**`, `__x__`; `***x***` is one. Emphasis "
        "may stand in emphasis, down to eight levels.",
        noun=("highlighted part", "highlighted parts"), rules=_only("inline", "highlights", "emphasis of any kind"),
        cost=Cost(800, 80.0), overlap=8, example=(("*a* **b** 2 * 3",), ["a", "b"]),
    ),
    view(
        "bold", "The text of each strong emphasis in Markdown: `**x**`, `__x__`, `***x***`.",
        noun=("bold part", "bold parts"), rules=_only("inline", "bold", "strong emphasis"), cost=Cost(800, 80.0),
        overlap=8,
        example=(("*a* **b**",), ["b"]),
    ),
    view(
        "placeholders", "What stands in square brackets on one line, outside code, and is no link, link definition, "
        "footnote or checkbox.",
        noun=("placeholder", "placeholders"), rules=_only("inline", "placeholders", "text in square brackets"),
        cost=Cost(800, 100.0), example=(("Dear [name], see [it](http://a.b)",), ["name"]),
    ),
    view(
        "json_blocks",
        "The JSON in the text: the content of each code block labelled `json`; where there is none, that of each block "
        "without a label that is a JSON object or list; else the whole text if it is one; else each outermost object, "
        "or list that holds an object, that stands in it.",
        noun=("JSON block", "JSON blocks"), rules=_only("structured", "json_blocks", "JSON in code blocks or in prose"),
        cost=Cost(1_500, 150.0), example=(('So: {"a": [1]} it is.',), ['{"a": [1]}']),
    ),
    view(
        "xml_elements",
        "Each XML element of the text with all that is in it, so that an element in another is one too: those in code "
        "blocks labelled `xml`; where there is none, those elsewhere but in code of another language. What is not "
        "well-formed, has a document type declaration or lies more than 32 deep holds none.",
        noun=("XML element", "XML elements"), rules=_only("xml", "elements", "well-formed elements"),
        cost=Cost(1_500, 200.0), overlap=32,
        example=(('See <a x="1"><b/></a> and <br>.',), ['<a x="1"><b/></a>', "<b/>"]),
    ),
    view(
        "csv_rows",
        "The rows of separated values (CSV), each without the line break at its end; a break in double quotes ends "
        "none. The delimiter is one character, and neither a quote nor a line break; by any other, a row is one field.",
        noun=("CSV row", "CSV rows"), params=(Param("delimiter", TEXT, ","),),
        rules={
            "standard": Rule(later("tabular", "rows"), "rows that hold something"),
            "every": Rule(later("tabular", "every_row"), "rows, and blank lines as rows without fields"),
            "newline": Rule(
                later("tabular", "newline_rows"),
                "those of `every`, but lines end at `\\n` alone, and there is none where a carriage return is in a row",
            ),
        },
        cost=Cost(400, 60.0), example=(('a,b\n"1\n2",3\n\n', ","), ["a,b", '"1\n2",3']),
    ),
    view(
        "find_all", "Each match of a regular expression, from the left and without overlap. After an empty match the "
        "search goes on one character further.",
        noun=("match", "matches"), params=(Param("pattern", REGEX),),
        rules={"standard": Rule(_find_all, "every match")}, cost=Cost(800, 80.0),
        example=(("a1 b22", r"\d+"), ["1", "22"]),
    ),
    view(
        "occurrences", "Each occurrence of `needle` that `count` counts, as it is spelt there; its flags are those of "
        "`count`.",
        noun=("occurrence", "occurrences"), params=NEEDLE[1:],
        rules={"standard": Rule(occurrences.find_spans, "every occurrence of a text", count=occurrences.count)},
        cost=Cost(800, 80.0), example=(("Cat, cats and a cat.", "cat", True, True, False), ["Cat", "cat"]),
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
