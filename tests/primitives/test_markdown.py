"""The Markdown views: what counts as an item, a heading, a table, code, emphasis, a link, a quotation and so on."""

from __future__ import annotations

import pytest

from ifdsl.primitives.table import TABLE


def found(name: str, text: str, *arguments: object) -> list[str]:
    return TABLE[name].rules["standard"].pieces(text, *arguments)


CODE = "before\n```py\n# no\n- no\n|a|\n|-|\n[no] *no*\n```\nafter"


@pytest.mark.parametrize(
    "name", ["bullets", "numbered", "headings", "tables", "cells", "highlights", "placeholders", "block_quotes"]
)
def test_nothing_is_found_in_fenced_code(name: str) -> None:
    assert found(name, CODE) == []


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("- a\n* b\n+ c", ["a", "b", "c"]),
        ("- a\n    - b\n\t* c  ", ["a", "b", "c"]),
        ("---\n* * *\n- - -\n***", []),
        ("-a\n*b*\n**c** d\n-- e", []),
        ("-\n- ", ["", ""]),
        ("- - a", ["", "a"]),
        ("- a\n  b\nc\n\n  d\n- e", ["a\n  b\nc", "e"]),
        ("- # A\n- ```\n  x\n  ```\n- > q\n- \\*b", ["# A", "```", "", "\\*b"]),
        ("text\n\n    - code", []),
        ("text\n- a", ["a"]),
        ("> - a\n> - b", ["a", "b"]),
        ("- [x] done\n- [ ] open", ["[x] done", "[ ] open"]),
        ("- a\r\n- b\r\n", ["a", "b"]),
        ("text - a\n• b", []),
        ("-- -", []),
    ],
)
def test_bullets(text: str, items: list[str]) -> None:
    assert found("bullets", text) == items


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("1. a\n2) b\n  10. c", ["a", "b", "c"]),
        ("1.a\n1 a\n(1) a\na. b", []),
        ("1234567890. a", []),
        ("3.\n", [""]),
        ("In the year\n1998. it rained", []),
    ],
)
def test_numbered(text: str, items: list[str]) -> None:
    assert found("numbered", text) == items


def test_items_keep_the_order_of_the_text() -> None:
    assert found("items", "2. b\n- a\n1. c") == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("# A\n## B ##\n###### C # D", ["A", "B", "C # D"]),
        ("#A\n####### B\n    # C", []),
        ("   # A", ["A"]),
        ("#\n## \n# #\n# A#", ["", "", "", "A#"]),
        ("A\n===\n\nB\nC\n---", ["A", "B\nC"]),
        ("A\n\n---\n\n====", []),
        ("> # A\n\n- ## B", ["A", "B"]),
        (r"# \*A\* `b` \#", [r"\*A\* `b` \#"]),
    ],
)
def test_headings(text: str, titles: list[str]) -> None:
    assert found("headings", text) == titles


def test_headings_of_a_level() -> None:
    text = "# A\n## B\nC\n---\n### D"
    assert TABLE["heading_levels"].run(text) == [1, 2, 2, 3]  # type: ignore[misc]
    assert [found("headings", text, level) for level in range(5)] == [
        ["A", "B", "C", "D"],
        ["A"],
        ["B", "C"],
        ["D"],
        [],
    ]


def test_how_deep_items_stand() -> None:
    text = "1. a\n   - b\n     - c\n2. d\n\n> - e\n\n- - f"
    assert found("items", text) == ["a", "b", "c", "d", "e", "", "f"]
    assert TABLE["item_depths"].run(text) == [1, 2, 3, 1, 1, 1, 2]  # type: ignore[misc]


def test_sections_nest() -> None:
    text = "intro\n# A\na\n### B\nb\n## C\nc\n# D\n"
    assert found("sections", text) == ["# A\na\n### B\nb\n## C\nc", "### B\nb", "## C\nc", "# D"]


@pytest.mark.parametrize(
    ("text", "tables", "rows", "columns"),
    [
        ("|a|b|\n|-|:-:|\n|1|2|\n|3|4|\n\ntext | x", ["|a|b|\n|-|:-:|\n|1|2|\n|3|4|"], ["|1|2|", "|3|4|"], ["a", "b"]),
        ("a | b\n--|--\n1 | 2", ["a | b\n--|--\n1 | 2"], ["1 | 2"], ["a", "b"]),
        ("| a |\n|---|", ["| a |\n|---|"], [], ["a"]),
        ("|a|b|\n|-|\n|1|2|", [], [], []),
        ("a\n-|-\n", [], [], []),
        ("|-|-|\n|-|-|", ["|-|-|\n|-|-|"], [], ["-", "-"]),
        (r"|a\|b|c|" + "\n|-|-|", ["|a\\|b|c|\n|-|-|"], [], ["a\\|b", "c"]),
        ("|a|\n|-|\n|1|\n\n|b|\n|-|\n|2|", ["|a|\n|-|\n|1|", "|b|\n|-|\n|2|"], ["|1|", "|2|"], ["a", "b"]),
        ("|a|\n|-|\n|1|\nmore\n- item", ["|a|\n|-|\n|1|\nmore"], ["|1|", "more"], ["a"]),
        ("1. x\n\n   |a|\n   |-|\n   |1|", ["   |a|\n   |-|\n   |1|"], ["|1|"], ["a"]),
        ("100. x\n\n     |a|\n     |-|\n     |1|", ["|a|\n     |-|\n     |1|"], ["|1|"], ["a"]),
        ("> |a|\n> |-|\n> |1|\n> |2|", ["|a|\n> |-|\n> |1|\n> |2|"], ["|1|", "|2|"], ["a"]),
        ("|a|\r\n|-|\r\n|1|\r\n", ["|a|\r\n|-|\r\n|1|"], ["|1|"], ["a"]),
    ],
)
def test_tables(text: str, tables: list[str], rows: list[str], columns: list[str]) -> None:
    assert found("tables", text) == tables
    assert found("rows", text) == rows
    assert found("columns", text) == columns
    assert [found("rows", table) for table in tables] == [[row for row in rows if row in table] for table in tables]


def test_cells() -> None:
    assert found("cells", "| 1 |  | x \\| y |") == ["1", "", "x \\| y"]
    assert found("cells", "|a|b|\n|-|-|\n|1|2|") == ["a", "b", "1", "2"]
    assert found("cells", "no bar") == []
    assert found("cells", "a | b\nc | d") == []
    assert found("cells", " a | `b \\| c` | ") == ["a", "`b \\| c`"]
    assert found("cells", "|a|b|\n|-|-|\n|1|\n|1|2|3|\n||2|") == ["a", "b", "1", "1", "2", "", "2"]


def test_the_cells_below_a_header_cell() -> None:
    table = "| **Day** | Cost `a` | day |\n|---|---|---|\n| Mon | 1 | x |\n| Tue |"
    assert found("table_column", table, "DAY ") == ["Mon", "x", "Tue"]
    assert found("table_column", table, "cost `a") == ["1"]
    assert found("table_column", table, "x") == []
    assert found("table_column", f"{table}\n\n|cost|day|\n|-|-|\n|1|Wed|", "day") == ["Mon", "x", "Tue", "Wed"]


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("```py\nx = 1\n\ny\n```", ["x = 1\n\ny"]),
        ("~~~\na\n```\nb\n~~~~", ["a\n```\nb"]),
        ("````\n```\n````", ["```"]),
        ("```\n```", [""]),
        ("```", [""]),
        ("- a\n  ```\n  x\n  ```", ["  x"]),
        ("```\nnever closed\n", ["never closed"]),
        ("``` a`b\nno", []),
        ("``\nno\n``", []),
        ("```\r\na\r\n```\r\n", ["a"]),
        ("```\na\n```\nb\n```\nc\n```", ["a", "c"]),
    ],
)
def test_code_blocks(text: str, blocks: list[str]) -> None:
    assert found("code_blocks", text) == blocks


def test_code_blocks_of_a_language() -> None:
    text = "```Python title=x\na\n```\n\n```\nb\n```\n\n~~~ js\nc\n~~~\n\n    d"
    assert TABLE["code_languages"].run(text) == ["python", "", "js"]  # type: ignore[misc]
    assert found("code_blocks", text) == ["a", "b", "c"]
    assert found("code_blocks", text, " PYTHON") == ["a"]
    assert found("code_blocks", text, "py") == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a `b` c", ["b"]),
        ("`` a`b ``", ["a`b"]),
        ("`a", []),
        (r"\`a`", []),
        ("`a``b`", ["a``b"]),
        ("`a\nb` `c\n\nd`", ["a\nb"]),
        ("`` `a` ``", ["`a`"]),
        ("` a ` `  ` ` `", [" a "[1:-1], "  ", " "]),
        ("# `a`\n\n    `b`", ["a"]),
        ("# `a`\t", ["a"]),
    ],
)
def test_inline_code(text: str, code: list[str]) -> None:
    assert found("inline_code", text) == code


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("> a\n> b\n\n>c", ["> a\n> b", ">c"]),
        ("a > b", []),
        ("  > a", ["  > a"]),
        (">", [">"]),
        ("> a\nlazy\n\nb", ["> a\nlazy"]),
        ("> > a\n> b", ["> > a\n> b"]),
        ("- > a\n\n> b", ["> a", "> b"]),
    ],
)
def test_block_quotes(text: str, quoted: list[str]) -> None:
    assert found("block_quotes", text) == quoted


@pytest.mark.parametrize(
    ("text", "marked", "bold"),
    [
        ("*a* _b_ **c** __d__", ["a", "b", "c", "d"], ["c", "d"]),
        ("***a***", ["a"], ["a"]),
        ("**a *b* c**", ["a *b* c", "b"], ["a *b* c"]),
        ("*a **b** c*", ["a **b** c", "b"], ["b"]),
        ("* a\n* b", [], []),
        ("2 * 3 * 4, a ** b", [], []),
        ("snake_case_name", [], []),
        ("in*side*word", ["side"], []),
        ("*a\nb* *c\n\nd*", ["a\nb"], []),
        ("***a *b* c***", ["a *b* c", "b"], ["a *b* c"]),
        ("****a****", ["a"], ["a"]),
        ("# *a*\n\n    *b*", ["a"], []),
        (r"\*a\* *b\**", ["b\\*"], []),
        ("`*a*` *b*", ["b"], []),
        ("** a**", [], []),
        ("****", [], []),
        ("***", [], []),
        ("*a **b*", ["b"], []),
        ("**a*", ["a"], []),
        ("**Note:** a", ["Note:"], ["Note:"]),
        ("_(a)_ and *“b”*", ["(a)", "“b”"], []),
        ("*a* b* *c*", ["a", "c"], []),
    ],
)
def test_emphasis(text: str, marked: list[str], bold: list[str]) -> None:
    assert found("highlights", text) == marked
    assert found("bold", text) == bold


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("[a](b)", ["[a](b)"]),
        ("![a](b)", []),
        ("[a](b_(c)) [d](<e>)", ["[a](b_(c))", "[d](<e>)"]),
        ('[a](b "t") [](c)', ['[a](b "t")', "[](c)"]),
        ("[a] (b) [c][d] [e](f g)", []),
        ("`[a](b)`", []),
        ("[a][b] [b] [c]\n\n[b]: /x", ["[a][b]", "[b]"]),
        ("[![a](b)](c) <http://d.e>", ["[![a](b)](c)"]),
        ("[^1]\n\n[^1]: http://a.b", []),
    ],
)
def test_links(text: str, links: list[str]) -> None:
    assert found("links", text) == links


@pytest.mark.parametrize(
    ("text", "urls"),
    [
        ("see http://a.b/c?d=1, or www.x.org.", ["http://a.b/c?d=1", "www.x.org"]),
        ("[t](https://a.b/c_(d)) (https://e.f)", ["https://a.b/c_(d)", "https://e.f"]),
        ("**http://a.b**", ["http://a.b"]),
        ("http:// https://. xhttp://a", []),
        ("访问https://a.cn，谢谢", []),
        ("访问 https://a.cn，谢谢", ["https://a.cn"]),
        ("HTTPS://A.B", ["HTTPS://A.B"]),
    ],
)
def test_urls(text: str, urls: list[str]) -> None:
    assert found("urls", text) == urls


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ('"a" and “b”', ["a", "b"]),
        ('a 6" board and a "quote"', ["quote"]),
        ('"two\nlines"', ["two\nlines"]),
        ('"not\n\nclosed"', []),
        ('"" “”', []),
        ("“a “b” c”", ["b"]),
        ('`"a"` "b `c"` d"', ['b `c"` d']),
    ],
)
def test_quotes(text: str, quotes: list[str]) -> None:
    assert found("quotes", text) == quotes


@pytest.mark.parametrize(
    ("text", "placeholders"),
    [
        ("[name], [your city]", ["name", "your city"]),
        ("[a](b) [c](d)", []),
        ("- [x] done\n- [ ] open\n[x]", ["x"]),
        ("[1]: http://a.b\n[Date]: today", ["Date"]),
        ("[^1] [] [ ]", []),
        (r"\[a\] `[b]`", []),
        ("[a [b] c]", ["b"]),
        ("[a\nb]", []),
        ("[a] [b]\n\n[a]: /x", ["b"]),
    ],
)
def test_placeholders(text: str, placeholders: list[str]) -> None:
    assert found("placeholders", text) == placeholders
