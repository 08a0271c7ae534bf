"""Take a recorded disagreement of a released MulDimIF checker with its sentence; give a text that shows it.

The corpus names each probe by what it is made of (`no table`, `max+1`), and says whether the released checker accepted
a text that breaks the sentence, or rejected one that keeps it. The texts are made here, to the same description.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Atom = dict[str, Any]

ATOM_TYPES = {
    "ends_with.each(scope)": "ends_with.each",
    "heading.count(level).min1": "heading.count(level)",
    "heading.distinct_levels.n": "heading.distinct_levels.exact",
    "heading.each(level)": "heading.per_entity",
    "heading.whole_or_level": "heading.wraps_response",
    "keyword.each(scope)": "keyword.each",
    "list.items.exact": "items.count",
    "list.items.max": "items.count",
    "list.rows.max": "items.count",
    "sentences.each.exact": "sentences.each",
    "sentences.each.max": "sentences.each",
    "sentences.each.min": "sentences.each",
    "sentences.each.range": "sentences.each",
    "words.each.max": "words.each",
    "words.each.range": "words.each",
}
"""The atom that a kind of probe is about, where it has another name."""

_MARKS = {"period": ".", "question mark": "?", "exclamation mark": "!", "semicolon": ";"}
_PLAIN = "It rained all day. Nobody went out."


def probe(kind: str, label: str, atom: Atom) -> str:
    """The text of a probe of this kind and label, for the bounds and marks of the atom."""
    return _PROBES[kind, label](atom)


def _level(atom: Atom) -> int:
    found = atom.get("level", 2)
    level: int = found[0] if isinstance(found, list) else found
    return level


def _sections(*levels: int) -> str:
    return "\n\n".join(f"{'#' * level} Part {place}\n\nIt rained." for place, level in enumerate(levels, start=1))


def _low(atom: Atom) -> int:
    low: int = atom["lo"] if atom.get("lo") is not None else 1
    return low


def _high(atom: Atom) -> int:
    high: int = atom["hi"] if atom.get("hi") is not None else _low(atom) + 1
    return high


def _sentences(count: int) -> str:
    return " ".join(["It rained again."] * count) if count else "Rain"


def _bullets(entries: list[str]) -> str:
    return "\n".join(f"- {entry}" for entry in entries)


def _numbers(entries: list[str]) -> str:
    return "\n".join(f"{place}. {entry}" for place, entry in enumerate(entries, start=1))


def _blocks(entries: list[str]) -> str:
    return "\n\n".join(entries)


def _table(rows: int, columns: int, cell: str = "rain") -> str:
    def line(content: str) -> str:
        return "|" + f" {content} |" * columns

    return "\n".join([line("Name"), line("---"), *[line(cell)] * rows])


def _mark(atom: Atom) -> str:
    return _MARKS[atom["m"][0]]


def _other(atom: Atom) -> str:
    return "!" if _mark(atom) != "!" else "?"


def _holding(atom: Atom) -> str:
    return f"It holds {' and '.join(word.rstrip('.') for word in atom['kw'])} too."


def _words(atom: Atom) -> str:
    return " ".join(["word"] * (_high(atom) - 1)) + "."


_PROBES: dict[tuple[str, str], Callable[[Atom], str]] = {
    ("blockquote.present", "quoted"): lambda atom: "> It rained.",
    ("blockquote.present", "some"): lambda atom: f"{_PLAIN}\n\n> It rained.\n\n{_PLAIN}",
    ("blockquote.wraps", "none"): lambda atom: _PLAIN,
    ("case.upper", "ok"): lambda atom: "IT RAINED ALL DAY.",
    ("ends_with", "ends"): lambda atom: f"It rained{_mark(atom)}",
    ("ends_with", "ends wrong"): lambda atom: f"It rained{_other(atom)}",
    ("ends_with", "internal other punct"): lambda atom: f"Did it rain{_other(atom)} It rained{_mark(atom)}",
    ("ends_with", "list"): lambda atom: _bullets(["rain", "snow", f"it rained{_mark(atom)}"]),
    ("ends_with", "multi-line heading"): lambda atom: f"## Rain\n\nIt rained{_mark(atom)}",
    ("ends_with.each(scope)", "one wrong"): lambda atom: _blocks(
        [f"It poured{_other(atom)}", f"It rained{_mark(atom)}"]
    ),
    ("ends_with.each(scope)", "tbl ok"): lambda atom: _table(3, 2, f"It rained{_mark(atom)}"),
    ("ends_with.each(scope)", "tbl w/ intro"): lambda atom: (
        f"Here is the table:\n\n{_table(3, 2, f'It rained{_mark(atom)}')}"
    ),
    ("ends_with.each(scope)", "w/ heading"): lambda atom: (
        f"## Rain\n\nIt rained{_mark(atom)}\n\n## Snow\n\nIt snowed{_mark(atom)}"
    ),
    ("heading.any", "none"): lambda atom: _PLAIN,
    ("heading.count(level).min1", "none"): lambda atom: _PLAIN,
    ("heading.count(level).min1", "wrong level"): lambda atom: _sections(_level(atom) + 1),
    ("heading.distinct_levels.exact", "n levels"): lambda atom: _sections(*range(1, atom["n"] + 1)),
    ("heading.distinct_levels.exact", "n+1"): lambda atom: _sections(*range(1, atom["n"] + 2)),
    ("heading.distinct_levels.min", "n levels"): lambda atom: _sections(*range(1, atom["n"] + 1)),
    ("heading.distinct_levels.min", "n-1"): lambda atom: _sections(*range(1, atom["n"]), 1),
    ("heading.distinct_levels.min", "no heading"): lambda atom: _PLAIN,
    ("heading.distinct_levels.n", "n-1"): lambda atom: _sections(*range(1, atom["n"]), 1),
    ("heading.distinct_levels.n", "no heading"): lambda atom: _PLAIN,
    ("heading.each(level)", "has + H1 title"): lambda atom: _sections(1, _level(atom), _level(atom)),
    ("heading.each(level)", "wrong"): lambda atom: _sections(_level(atom) + 1, _level(atom) + 1),
    ("heading.first", "after text"): lambda atom: f"{_PLAIN}\n\n{_sections(_level(atom))}",
    ("heading.first", "later"): lambda atom: _sections(_level(atom) + 1, _level(atom)),
    ("heading.first", "none"): lambda atom: _PLAIN,
    ("heading.level.max", "deeper"): lambda atom: _sections(1, atom["n"][0] + 1),
    ("heading.levels_required", "has"): lambda atom: _sections(*atom["levels"]),
    ("heading.levels_required", "missing last"): lambda atom: _sections(*(atom["levels"][:-1] or [5])),
    ("heading.levels_required", "none"): lambda atom: _PLAIN,
    ("heading.whole_or_level", "none"): lambda atom: _PLAIN,
    ("heading.whole_or_level", "wrong level"): lambda atom: _sections(_level(atom) + 1),
    ("keyword.each(scope)", "all list"): lambda atom: _bullets([_holding(atom)] * 3),
    ("keyword.each(scope)", "all para"): lambda atom: _blocks([_holding(atom)] * 3),
    ("keyword.each(scope)", "one para missing"): lambda atom: _blocks([_holding(atom), "It rained.", _holding(atom)]),
    ("list.items.exact", "list max+1"): lambda atom: _bullets(["rain"] * (_high(atom) + 1)),
    ("list.items.max", "list max+1"): lambda atom: _bullets(["rain"] * (_high(atom) + 1)),
    ("list.rows.max", "list max+1"): lambda atom: _bullets(["rain"] * (_high(atom) + 1)),
    ("paragraphs.max", "at max"): lambda atom: _blocks([_PLAIN] * _high(atom)),
    ("sentences.each.exact", "list ok"): lambda atom: _bullets([_sentences(_low(atom))] * 3),
    ("sentences.each.max", "list ok"): lambda atom: _bullets([_sentences(_high(atom))] * 3),
    ("sentences.each.min", "one bad"): lambda atom: _bullets(
        [_sentences(_low(atom)), _sentences(_low(atom) - 1), _sentences(_low(atom))]
    ),
    ("sentences.each.range", "list ok"): lambda atom: _bullets([_sentences(_low(atom)), _sentences(_high(atom))]),
    ("sentences.exact", "max+1"): lambda atom: _sentences(_high(atom) + 1),
    ("sentences.max", "max+1"): lambda atom: _sentences(_high(atom) + 1),
    ("table.cols.exact", "max+1"): lambda atom: _table(2, _high(atom) + 1),
    ("table.cols.exact", "min-1"): lambda atom: _table(2, _low(atom) - 1),
    ("table.cols.exact.if", "no table"): lambda atom: _PLAIN,
    ("table.cols.max", "max+1"): lambda atom: _table(2, _high(atom) + 1),
    ("table.cols.max.if", "max+1"): lambda atom: _table(2, _high(atom) + 1),
    ("table.cols.max.if", "no table"): lambda atom: _PLAIN,
    ("table.rows.max", "at max"): lambda atom: _table(_high(atom), 2),
    ("table.rows.max", "max+1"): lambda atom: _table(_high(atom) + 1, 2),
    ("table.rows.max", "no table"): lambda atom: _PLAIN,
    ("table.rows.max.if", "max+1"): lambda atom: _table(_high(atom) + 1, 2),
    ("table.rows.max.if", "no table"): lambda atom: _PLAIN,
    ("words.each.max", "list ok"): lambda atom: _bullets([_words(atom)] * 3),
    ("words.each.max", "numbered ok"): lambda atom: _numbers([_words(atom)] * 3),
    ("words.each.range", "list ok"): lambda atom: _bullets([_words(atom)] * 3),
    ("words.each.range", "numbered ok"): lambda atom: _numbers([_words(atom)] * 3),
    ("xml.attrs.exact", "no xml"): lambda atom: _PLAIN,
    ("xml.attrs.max", "no xml"): lambda atom: _PLAIN,
    ("xml.attrs.min", "no xml"): lambda atom: _PLAIN,
}
"""A probe for each kind and label of the corpus; a kind is the type of the atom as its recorder wrote it."""
