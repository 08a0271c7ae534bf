"""Take typed atoms of MulDimIF constraints; give the requirements of the pack `muldimif` that say the same.

The typing is that of the corpus, `muldimif/typed.jsonl` and `muldimif/atom_probes.jsonl`: one record a constraint, its
atoms with what the sentence gives. Where an atom lacks something that its sentence has (a scope, a keyword, a mark),
the sentence is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

Atom = dict[str, Any]

USES = "\n".join(
    [*(f"use muldimif.{name}" for name in ("length", "content", "format", "language")), "use std.format as plain"]
)
SEMANTIC = ("includes_meaning", "avoids_meaning")
"""The types that a model judges."""

_MARKS = {"period": ".", "question mark": "?", "exclamation mark": "!", "semicolon": ";"}
_SCOPES = {
    "sentence": ('each sentence(rule="prose")',),
    "paragraph": ('each paragraph(rule="prose")',),
    "section": ('each section(rule="main")',),
    "heading": ("each heading",),
    "table": ("each table",),
    "cell": ("each row", "each cell"),
}
"""A scope of one of these names, by the first word of the typed scope; any other names what the text enumerates."""

_NAMES = ("each heading", "each bold_part")
"""What a text names is what it sets as a heading or prints in bold."""
_NAME = "in first(response.bold + response.quotes + response.headings, otherwise=response)"
_KEYS = r'in join(response.find_all(/"(?:[^"\\]|\\.)*"\s*:/), " ")'
_QUOTED = re.compile(r"(?<!\w)['\"“‘]([^\"“”]+?)['\"”’](?!\w)|「([^」]+)」")


def literal(text: str) -> str:
    """A text as the language writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("{", "\\{").replace("}", "\\}")
    return '"' + escaped.replace("\n", "\\n") + '"'


def literals(texts: list[str]) -> str:
    return f"[{', '.join(map(literal, texts))}]"


def span(atom: Atom) -> str:
    """The range of an atom with bounds."""
    low, high = atom.get("lo"), atom.get("hi")
    if low is not None and low == high:
        return str(low)
    return f"{'' if low is None else low}..{'' if high is None else high}"


def inside(scopes: tuple[str, ...], body: str) -> str:
    for scope in reversed(scopes):
        body = f"{scope} {{ {body} }}"
    return body


def requirements(atoms: list[Atom], text: str = "") -> list[str]:
    """What a constraint asks for, one requirement a line; `text` is its sentence."""
    found = list(dict.fromkeys(line for atom in atoms for line in _lines(atom, atoms, text)))
    if any(atom["type"] == "conditional" for atom in atoms):
        return [f"any_of {{ plain.no_markdown()  all_of {{ {'  '.join(found)} }} }}"]
    return found


def _lines(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    kind = atom["type"]
    if kind in _PLAIN:
        yield _PLAIN[kind](atom)
    elif kind in _READ:
        yield from _READ[kind](atom, atoms, text)
    else:
        assert kind == "conditional", kind


# ---------------------------------------------------------------- what the atom says by itself

_PLAIN: dict[str, Callable[[Atom], str]] = {
    "punct.avoid": lambda atom: f"no_mark({literal(_MARKS[atom['m'][0]])})",
    "case.lower": lambda atom: "lower_case()",
    "lang=en": lambda atom: 'written_in("en")',
    "script.simplified": lambda atom: "simplified_chinese()",
    "script.traditional": lambda atom: "traditional_chinese()",
    "words.min": lambda atom: f"words({span(atom)})",
    "words.range": lambda atom: f"words({span(atom)})",
    "sentences.exact": lambda atom: f"sentences({span(atom)})",
    "sentences.range": lambda atom: f"sentences({span(atom)})",
    "paragraphs.min": lambda atom: f"paragraphs({span(atom)})",
    "paragraphs.max": lambda atom: f"paragraphs({span(atom)})",
    "paragraphs.range": lambda atom: f"paragraphs({span(atom)})",
    "paragraphs.exact": lambda atom: f"paragraphs({span(atom)})",
    "chars.max": lambda atom: f"characters({span(atom)})",
    "chars.blurb": lambda atom: "short_blurb()",
    "full_sentences": lambda atom: "full_sentences()",
    "heading.any": lambda atom: "headings()",
    "heading.distinct_levels.min": lambda atom: f"heading_levels({atom['n']}..)",
    "heading.distinct_levels.max": lambda atom: f"heading_levels(..{atom['n']})",
    "heading.distinct_levels.exact": lambda atom: f"heading_levels({atom['n']})",
    "heading.levels_required": lambda atom: f"levels_used({atom['levels']})",
    "heading.wraps_response": lambda atom: f"as_heading({atom['level']})",
    "heading.hierarchy(main+sub)": lambda atom: "main_and_subheadings()",
    "blockquote.present": lambda atom: "block_quotes()",
    "blockquote.wraps": lambda atom: "as_block_quote()",
    "bold.present": lambda atom: "bold_parts()",
    "bullets.present": lambda atom: "bullet_points()",
    "bullets.none": lambda atom: "no_bullet_points()",
    "table.rows.max.if": lambda atom: f"if_present table {{ table_rows({span(atom)}) }}",
    "table.rows.exact": lambda atom: f"table_rows({span(atom)})",
    "table.cols.max": lambda atom: f"table_columns({span(atom)})",
    "table.cols.max.if": lambda atom: f"if_present table {{ table_columns({span(atom)}) }}",
    "table.cols.exact": lambda atom: f"table_columns({span(atom)})",
    "table.cols.exact.if": lambda atom: f"if_present table {{ table_columns({span(atom)}) }}",
    "table.present": lambda atom: "tables()",
    "json.depth.min": lambda atom: f"json_nesting({span(atom)})",
    "json.depth.max": lambda atom: f"json_nesting({span(atom)})",
    "json.depth.exact": lambda atom: f"json_nesting({span(atom)})",
    "xml.attrs.min": lambda atom: f"xml_attributes({span(atom)})",
    "xml.attrs.max": lambda atom: f"xml_attributes({span(atom)})",
    "xml.attrs.exact": lambda atom: f"xml_attributes({span(atom)})",
    "xml.attrs.max.if": lambda atom: f"if_present xml_element {{ xml_attributes({span(atom)}) }}",
}


# ---------------------------------------------------------------- what takes a look at the sentence


def _scope(atom: Atom, text: str, *, of_text: bool = False) -> tuple[str, ...]:
    """The scopes of an atom that holds of each part; nothing where it has none. `of_text`: of a text's measure."""
    named = atom.get("scope")
    if named is None:
        # A second atom of a constraint, which has the scope of the first one.
        each = re.search(r"(?i)\b(?:each|every)\s+(\w+)", text)
        if each is None:
            return ()
        named = each[1]
    first = named.split()[0].lower()
    if first == "entry" and ("table" if of_text else "entry in the table") in text.lower():
        first = "cell"
    return _SCOPES.get(first, ("each entry",))


def _keywords(atom: Atom, text: str) -> list[str]:
    """The keywords of an atom, or those that its sentence quotes.

    A full stop that ends the quotation and the sentence at once belongs to the sentence.
    """
    words = atom.get("kw") or [first or second for first, second in _QUOTED.findall(text)]
    last = re.search(r"[.,]['\"”’]$", text) is not None
    bare = [word.rstrip(",") for word in words]
    if last and bare:
        bare[-1] = bare[-1].rstrip(".")
    return list(dict.fromkeys(bare))


def _named(text: str) -> tuple[str, ...]:
    """The name that a sentence is about, which stands among other text."""
    named = re.match(r"(?i)(?:the |its )?(?:name|term) (?:must|should)\b", text)
    return (_NAME,) if named or re.search(r"the name must contain", text) else ()


def _include(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    words = _keywords(atom, text)
    scoped = atom.get("kw") is None and any("scope" in other for other in atoms)
    if words:
        yield inside(_scope(atom, text) if scoped else _named(text), f"include_keywords({literals(words)})")


def _include_any(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    yield inside(_named(text), f"include_any({literals(atom['kw'])})")


def _each_keyword(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    scopes = _scope(atom, text) if "scope" in atom else ()
    yield inside(scopes, f"include_keywords({literals(_keywords(atom, text))})")


def _min_count(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    yield f"include_keywords({literals(_keywords(atom, text))}, times={atom.get('lo') or 2}..)"


def _in_column(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    column, words = atom.get("column"), atom["kw"]
    if column is None and len(words) > 1:
        *words, column = words
    elif column is None:
        named = re.search(r"[Tt]he ([\w ]+) column", text)
        assert named is not None, text
        column = named[1]
    yield f"column_mentions({literals(words)}, {literal(column)})"


def _avoid(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    if atom["kw"]:
        yield f"avoid_keywords({literals(atom['kw'])})"
        return
    named = re.search(r"mention of (.+?)\.?$", text)
    assert named is not None, text
    yield f"avoids_meaning({literal(named[1])})"


def _ends(mark: str) -> str:
    return f"ends_in({literal(mark)})"


def _ends_with(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    marks = [_MARKS[name] for name in atom.get("m", [])]
    if not marks and re.search(r"(?i)\b(?:end|ends|ending|conclude|concludes)\b", text):
        marks = [mark for name, mark in _MARKS.items() if name in text.lower()]
    scoped = "m" not in atom and any(other["type"].endswith(".each") for other in atoms)
    if marks:
        yield inside(_scope(atom, text) if scoped else (), _any_of([_ends(mark) for mark in marks]))


def _any_of(members: list[str]) -> str:
    return members[0] if len(members) == 1 else f"any_of {{ {'  '.join(members)} }}"


def _ends_each(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    ends = _any_of([_ends(_MARKS[name]) for name in atom["m"]])
    yield _of_names(ends) if "title" in atom["scope"] else inside(_scope(atom, text), ends)


def _starts(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    words = atom["text"] if "text" in atom else _keywords(atom, text)[0]
    yield inside(("each entry",) if "each" in text.lower() else (), f"starts_with_text({literal(words)})")


def _name_starts(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    yield f"name_starts_with({literal(_keywords(atom, text)[0])})"


def _semantic(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    named = re.search(r"(?i)\binclude (.+?)\.?$", text)
    assert named is not None, text
    yield f"includes_meaning({literal(named[1])})"


def _title(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    upper = re.search(r"(?i)upper\s?case", text)
    of_headings = re.search(r"\bin the headings\b", text)
    of_parts = re.search(r"(?i)\beach word in the (?!answers|responses|lyrics)\w+s (?:is|must)\b", text)
    scopes = _SCOPES["heading"] if of_headings else ("each entry",) if of_parts else ()
    yield inside(scopes, "upper_case()" if upper else "capitalised_words()")


def _upper(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    # "Capitalized form" asks for capitals at the beginning of words.
    yield "capitalised_words()" if "capitalized form" in text else "upper_case()"


def _of_names(body: str) -> str:
    return f"all_of {{ {'  '.join(inside((scope,), body) for scope in _NAMES)} }}"


def _in_case_scope(atom: Atom, text: str, body: str) -> str:
    low = text.lower()
    named = atom.get("scope")
    if named is not None:
        return inside(_SCOPES[named], body)
    if "entry in the table" in low:
        return inside(_SCOPES["cell"], body)
    if re.search(r"\beach (?:[\w'’]+ )?(?:name|keyword)\b", low):
        return inside(_NAMES_EACH, body)
    if "table" in low:
        return inside(_SCOPES["table"], body)
    if "json key" in low:
        return inside((_KEYS,), body)
    if "url" in low:
        return inside(("each url",), body)
    if "heading" in low or "section title" in low:
        return inside(_SCOPES["heading"], body)
    if re.search(r"\b(?:names?|titles?|usernames)\b", low):
        return _of_names(body)
    return inside(("each entry",), body)


def _title_scoped(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    yield _in_case_scope(atom, text, "capitalised_words()")


def _upper_scoped(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    yield _in_case_scope(atom, text, "upper_case()")


_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}


def _bounded(atom: Atom, unit: str, text: str) -> str:
    """The range of an atom; where it has none, of what the sentence says of the unit."""
    if "lo" in atom or "hi" in atom:
        return span(atom)
    found = re.search(rf"(at most|at least|no longer than|no more than) (\w+) {unit}", text)
    assert found is not None, text
    number = _NUMBERS.get(found[2]) or int(found[2])
    return f"{number}.." if found[1] == "at least" else f"..{number}"


def _words_max(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    # A limit on a name is none on what stands around it.
    yield inside(_named(text), f"words({_bounded(atom, 'words', text)})")


def _sentences(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    yield f"sentences({_bounded(atom, 'sentences', text)})"


_NAMES_EACH = ("each entry", "in first(response.bold + response.headings, otherwise=response)")


def _each(type_: str, unit: str) -> Callable[[Atom, list[Atom], str], Iterator[str]]:
    def lines(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
        scopes = _scope(atom, text, of_text=True)
        if atom.get("scope", "").split()[:1] in (["name"], ["keyword"]):
            scopes = _NAMES_EACH
        complete = " full_sentences()" if "complete sentence" in text else ""
        yield inside(scopes, f"{type_}({_bounded(atom, unit, text)}){complete}")

    return lines


def _items(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    if "column" in text:
        yield f"if_present table {{ table_columns({span(atom)}) }}"
    elif re.search(r"\b(?:for|each) (?:each|question|skill)\b", text):
        yield f"items_each({span(atom)})"
    elif re.search(r"scenes or sections|limit the discussion", text):
        yield f"parts({span(atom)})"
    else:
        yield f"list_items({span(atom)})"
        if re.search(r"\btable format\b", text):
            yield "tables()"


def _heading_count(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    yield f"headings({_bounded(atom, 'headings', text)})"


def _heading_first(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    scopes = ("each entry",) if re.match(r"(?i)each answer\b", text) else ()
    yield inside(scopes, f"begins_with_heading({atom['level'][0]})")


def _heading_level(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    # A title says which heading of the level it is.
    if not any(other["type"] == "heading.title" for other in atoms):
        yield f"headings_at({atom['level']})"


def _heading_title(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    level = atom.get("level") or next(
        (other["level"] for other in atoms if other["type"] == "heading.count(level)"), None
    )
    for title in atom["titles"]:
        yield f"titled({literal(title)})" if level is None else f"titled_at({literal(title)}, {level})"


def _heading_examples(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    if any(other["type"] == "heading.levels_required" for other in atoms):
        return  # titles that say what each level is for
    titles = [title.strip(" ,.") for title in atom["titles"]]
    # The typing took what stands between two quotations for one where they were only number signs, and between an
    # apostrophe and the first of them.
    quoted = [title for title in titles if title and not title[0].islower()]
    if not quoted and re.search(r"\w['’]s ", text):
        quoted = [first.strip(" ,.") for first, _ in _QUOTED.findall(text) if first[0].isupper()]
    yield f"heading_examples({literals(quoted)})" if quoted else "headings()"


def _deepest(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    level = atom["n"] if isinstance(atom["n"], int) else atom["n"][0]
    if text.startswith("The outline must use"):
        yield "headings()"
    yield f"headings_down_to({level})"


def _per_entity(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    level = atom.get("level")
    if "entities" in atom:
        yield f"heading_for_each({literals(atom['entities'])}, {level})"
        return
    named = re.search(r"(?i)\b(?:each|about each) ((?:\w+ )?\w+)", text)
    what = literal(named[1] if named else "part")
    yield f"heading_per({what})" if level is None else f"heading_per_at({what}, {level})"


def _rows_max(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    with_header = re.search(r"including (?:the )?header", text)
    yield f"{'table_rows_with_header' if with_header else 'table_rows'}({span(atom)})"


def _column_names(atom: Atom, atoms: list[Atom], text: str) -> Iterator[str]:
    if "names" in atom:
        yield f"table_headers_include({literals(atom['names'])})"
        return
    names = [first for first, _ in _QUOTED.findall(text)]
    if not names:
        # Unquoted labels are written with capitals; what describes a column without naming it gives no label.
        listed = re.search(r"(?::|\bas:?|including|for|columns,) ((?:[A-Z][\w-]*[ ,]*(?:of |and )*)+)", text)
        names = re.split(r",\s*(?:and\s+)?|\s+and\s+", listed[1].strip(" ,")) if listed else []
    columns = any(other["type"].endswith(".if") for other in atoms)
    if names and not columns:
        yield f"table_headers_include({literals(names)})"
    elif names:
        yield f"if_present table {{ table_headers_include({literals(names)}) }}"


_READ: dict[str, Callable[[Atom, list[Atom], str], Iterator[str]]] = {
    "keyword.include": _include,
    "keyword.include_all": _include,
    "keyword.any_of": _include_any,
    "keyword.each": _each_keyword,
    "keyword.min_count": _min_count,
    "keyword.in_column": _in_column,
    "keyword.avoid": _avoid,
    "ends_with": _ends_with,
    "ends_with.each": _ends_each,
    "starts_with": _starts,
    "entity.starts_with": _name_starts,
    "semantic.unverifiable": _semantic,
    "case.title": _title,
    "case.title.scoped": _title_scoped,
    "case.upper": _upper,
    "case.upper.scoped": _upper_scoped,
    "words.max": _words_max,
    "words.each": _each("words", "words"),
    "sentences.min": _sentences,
    "sentences.max": _sentences,
    "sentences.each": _each("sentences", "sentences"),
    "paragraphs.each": _each("paragraphs", "paragraphs"),
    "chars.each": _each("characters", "characters"),
    "items.count": _items,
    "heading.first": _heading_first,
    "heading.count": _heading_count,
    "heading.count(level)": _heading_level,
    "heading.title": _heading_title,
    "heading.titles(eg)": _heading_examples,
    "heading.level.max": _deepest,
    "heading.per_entity": _per_entity,
    "table.rows.max": _rows_max,
    "table.columns.names": _column_names,
}
