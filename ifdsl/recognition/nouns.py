"""Give what the nouns of scopes mean: by default the views of a text, and beside them what a benchmark enumerates."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias

from ifdsl.ir import nodes as n
from ifdsl.ir.expressions import constant
from ifdsl.primitives.primitive import REQUIRED, ZERO
from ifdsl.primitives.table import TABLE
from ifdsl.recognition.tokens import literal_tokens

Head: TypeAlias = n.Each | n.IfPresent | n.Within | n.Combined
"""A scope that holds nothing yet, outermost first in a tuple of them; an `all_of` holds scopes side by side."""


@dataclass(frozen=True, slots=True)
class Nouns:
    """What is meant by `each NOUN`, `the NOUN` and `any NOUN`.

    Attributes:
        each: scopes by the noun in the singular (`section`, `bullet point`, `entry in the table`).
        the: scopes by the noun with its article's number (`names`, `title`); no other noun after `the` opens a scope.
        inside: the same for `the NOUN` inside a `read` line, where it can be nothing else (`each word in the table`).
        bare: the same for a plural without an article (`limit tables to 3 rows`).
        any: scopes of what need not be there, by the noun in the singular.
        others: what `each NOUN` means where the noun is none of these; empty where that is not read at all.
        owned: nouns that mean the same with what has them: `each technique's name` as `each name`.
        occasional: scopes of what is spoken of after an occasion: `when summarizing the data, keep the table short`.
        never: nouns, in the singular, that open no scope even so.
    """

    each: Mapping[str, tuple[Head, ...]]
    the: Mapping[str, tuple[Head, ...]] = field(default_factory=dict)
    inside: Mapping[str, tuple[Head, ...]] = field(default_factory=dict)
    bare: Mapping[str, tuple[Head, ...]] = field(default_factory=dict)
    any: Mapping[str, tuple[Head, ...]] = field(default_factory=dict)
    others: tuple[Head, ...] = ()
    owned: frozenset[str] = frozenset()
    occasional: Mapping[str, tuple[Head, ...]] = field(default_factory=dict)
    never: frozenset[str] = frozenset()


def each(view: str, rule: str | None = None) -> n.Each:
    """`each NOUN { }` of a view."""
    return n.Each(id="", noun=_noun(view), domain=view_call(view, rule), body=())


def if_present(view: str, rule: str | None = None) -> n.IfPresent:
    return n.IfPresent(id="", noun=_noun(view), domain=view_call(view, rule), body=())


def together(*heads: Head) -> n.Combined:
    """Several scopes of which the same is said."""
    return n.Combined(id="", combinator="all_of", body=heads)


def within(subject: n.Expr) -> n.Within:
    return n.Within(id="", subject=subject, body=())


def view_call(view: str, rule: str | None = None) -> n.Call:
    """A view of the text under check, cut by `rule` or by its own."""
    primitive = TABLE[view]
    whole = n.Variable(name=n.RESPONSE, type="text")
    others = tuple(constant([] if p.default is ZERO else p.default) for p in primitive.params[1:])
    name = rule or primitive.default_rule
    return n.Call(function=view, rule=name, arguments=(whole, *others), type=str(primitive.returns))


def joined(views: Sequence[str]) -> n.Expr:
    """The elements of several views, one view after the other."""
    found: n.Expr = view_call(views[0])
    for view in views[1:]:
        found = n.Arithmetic(operator="+", left=found, right=view_call(view), type=found.type)
    return found


def first_of(views: Sequence[str]) -> n.Call:
    """The first element of several views; the text itself where there is none."""
    whole = n.Variable(name=n.RESPONSE, type="text")
    return n.Call(function="first", rule=None, arguments=(joined(views), whole), type="text")


def _noun(view: str) -> str:
    found = TABLE[view].noun
    assert found is not None
    return found[0]


@cache
def views_by_noun() -> dict[str, str]:
    """The views that need no argument, by their nouns in the singular and a few other names."""
    found: dict[str, str] = {}
    for primitive in TABLE.values():
        if primitive.noun is None or any(parameter.default is REQUIRED for parameter in primitive.params[1:]):
            continue
        found.setdefault(primitive.noun[0], primitive.name)
    for noun, view in _OTHER_NAMES.items():
        if view in TABLE:
            found.setdefault(noun, view)
    return found


_OTHER_NAMES = {
    "item": "items", "bullet": "bullets", "URL": "urls", "blockquote": "block_quotes", "quote": "quotes",
    "词": "words", "句子": "sentences", "句": "sentences", "段落": "paragraphs", "段": "paragraphs", "行": "lines",
    "小节": "sections", "标题": "headings", "表格": "tables", "单元格": "cells", "列表项": "items",
}  # fmt: skip


@cache
def standard() -> Nouns:
    """Nouns by the standard views: `each paragraph`, `the headings`, `any table`."""
    views = views_by_noun()
    plurals = {TABLE[view].noun[1]: (each(view),) for view in views.values()}  # type: ignore[index]
    conditions = {noun: (if_present(view),) for noun, view in views.items()} | {
        "tabular data": (if_present("tables"),),
        "tabular format": (if_present("tables"),),
    }
    return Nouns(
        each={noun: (each(view),) for noun, view in views.items()},
        the=plurals,
        inside=plurals,
        any=conditions,
    )


@cache
def muldimif() -> Nouns:
    """What MulDimIF means by them: its sentences and paragraphs are those of running text, and what else is said of
    each thing is said of each entry that the text enumerates."""
    usual = standard()
    cells = (each("rows"), each("cells"))
    entry = (each("entries"),)
    names = (together(each("headings"), each("bold")),)
    name = (within(first_of(("bold", "quotes", "headings"))),)
    own_name = (*entry, within(first_of(("bold", "headings"))))
    of_words = {"word", "letter", "character", "number", "line"}
    return Nouns(
        each={noun: heads for noun, heads in usual.each.items() if noun not in of_words}
        | {
            "sentence": (each("sentences", "prose"),),
            "paragraph": (each("paragraphs", "prose"),),
            "section": (each("sections", "main"),),
            "row": entry,
            "cell": cells,
            "entry in the table": cells,
            "item": entry,
            "list item": entry,
            "bullet point": entry,
            "name": own_name,
            "keyword": own_name,
            "title": names,
            "JSON key": (within(_keys()),),
            "section title": (each("headings"),),
            "heading and section title": (each("headings"),),
            "title and heading": (each("headings"),),
        },
        the={
            "headings": (each("headings"),),
            "section titles": (each("headings"),),
            "tables": (each("tables"),),
            "titles": names,
            "title": names,
            "names": names,
            "usernames": names,
            "name": name,
            "term": name,
            "JSON keys": (within(_keys()),),
            "URL": (each("urls"),),
            "URLs": (each("urls"),),
        },
        inside={
            "headings": (each("headings"),),
            "section titles": (each("headings"),),
            "table": (each("tables"),),
            "tables": (each("tables"),),
            "table entries": (each("tables"),),
            "titles": names,
            "title": names,
            "names": names,
            "name": names,
            "usernames": names,
        },
        bare={
            "tables": (if_present("tables"),),
            "headings": (each("headings"),),
            "titles": names,
            "titles and headings": (each("headings"),),
            "headings and titles": (each("headings"),),
        },
        any={**usual.any, "XML": (if_present("xml_elements"),)},
        others=entry,
        owned=frozenset({"name"}),
        occasional={"table": (if_present("tables"),)},
        never=frozenset(of_words),
    )


def _keys() -> n.Call:
    """The keys of the JSON in the text under check, with their quotation marks and colons."""
    whole = n.Variable(name=n.RESPONSE, type="text")
    pattern = n.Pattern(pattern=r'"(?:[^"\\]|\\.)*"\s*:')
    rule = TABLE["find_all"].default_rule
    found = n.Call(function="find_all", rule=rule, arguments=(whole, pattern), type="list[text]")
    return n.Call(function="join", rule=None, arguments=(found, constant(" ")), type="text")


def keys_of(noun: str) -> tuple[str, ...]:
    """The tokens of a noun, as they are compared with a sentence where number does not matter."""
    return tuple(token.stem for token in literal_tokens(noun))


def of_pack(packs: Collection[str]) -> Nouns:
    """What nouns mean in types of these packs, by the first parts of their names."""
    own = [_PACKS[pack] for pack in packs if pack in _PACKS]
    return own[0]() if len(packs) == len(own) == 1 else standard()


_PACKS = {"muldimif": muldimif}
