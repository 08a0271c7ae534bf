"""Take a sentence and a place; give the scope that is named there: `each section must …`, `if a table is used, …`."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from ifdsl.ir import nodes as n
from ifdsl.primitives.notation import Choice, Pattern, parse
from ifdsl.recognition import frames
from ifdsl.recognition.automaton import Automaton, Hole, Place, automaton
from ifdsl.recognition.forms import past_soft
from ifdsl.recognition.nouns import Head, Nouns, keys_of
from ifdsl.recognition.sentence import Sentence
from ifdsl.recognition.subjects import PLURAL_WHOLES
from ifdsl.recognition.tokens import Kind, Token, literal_tokens
from ifdsl.rendering.agreement import singular

_PREPOSITIONS = frozenset({"of", "in", "on", "for", "to", "with", "at", "by", "from", "as", "about"})
MAX_WORDS = 4
"""Words of a noun that has no meaning of its own here."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What the requirements in it are about. `stems` are the words that mean it later in the sentence."""

    heads: tuple[Head, ...]
    stems: frozenset[str] = frozenset()

    def inside(self, outer: Scope | None) -> Scope:
        """This scope in another one."""
        return self if outer is None else Scope((*outer.heads, *self.heads), self.stems)

    def around(self, body: tuple[n.Requirement, ...]) -> n.Requirement:
        """The requirements inside the scope; ids are left empty."""
        found: tuple[n.Requirement, ...] = body
        for head in reversed(self.heads):
            found = (_filled(head, found),)
        (outermost,) = found
        return outermost


def _filled(head: n.Requirement, body: tuple[n.Requirement, ...]) -> n.Requirement:
    if isinstance(head, n.Combined):
        return replace(head, body=tuple(_filled(inner, body) for inner in head.body))
    assert isinstance(head, n.Each | n.IfPresent | n.Within)
    return replace(head, body=body)


_HOLDER = "[(in | of | within | on) (the | a | your | each) #holder]"
_CONDITION = (
    "(if | when | whenever | in case | where) [#words] [any] [#words] [(any | a | the)] {any} [format] "
    "... [any [relevant]] ..."
)

_BEFORE = (
    f"[(in | for | within | on)] (each | every) {{each}} {_HOLDER} [and its #holder] [{frames.MODAL}]",
    f"[(in | for | within | on)] all [of] [the] {{named}} {_HOLDER} [{frames.MODAL}]",
    f"(the | your | its) {{the}} [of #holder] [{frames.MODAL}]",
    f"(the | your | its) #adjective {{the}} [of #holder] [{frames.MODAL}]",
    "[在] 每 [一] [个 | 段 | 句 | 条 | 张 | 处] {each} [中] [都] [须 | 必须 | 应 | 要]",
    f"any {{any}} ... [{frames.MODAL}]",
    "any #words [must | should] be (present | organize | include | display | format | list | structure) "
    "(in | as | use) [a | the] {any} [format]",
    _CONDITION,
    "(如果 | 如 | 若 | 假如) (有 | 包含 | 使用 | 含有) {any}",
)
_AFTER = (
    f"(in | of | for | within | on | at | from | to) (each | every) {{each}} {_HOLDER}",
    f"(in | of | for | within | on | at | from | to) all [of] [the] {{named}} {_HOLDER}",
    "per {named}",
    "(in | within) the {the}",
    _CONDITION,
    "(in | of | for | within) any {any} ...",
)
_INSIDE = (
    "[(in | of | within | for)] (each | every) {each}",
    "[(in | of | within | for)] all [of] [the] {named}",
    "[(in | of | within | for)] the [#adjective] {inside} [of #holder]",
    "[(in | of | within | for)] {bare}",
    "(in | within) the {plural}",
    "if [#words] [in] a {any} [format]",
    "[(in | of | within | for)] any {any}",
)
"""How a scope is named before, after and in the middle of what holds in it."""


def scopes_at(place: Place, at: int, nouns: Nouns, *, where: str) -> Iterator[tuple[int, Scope]]:
    """The scopes that are named from a token on, with where their names end; `where` is before, after or inside."""
    for end, captures in _automaton(_Key(nouns), where).run(place, at):
        yield from ((end, filled.value) for filled in captures if isinstance(filled.value, Scope))


@dataclass(frozen=True, slots=True, eq=False)
class _Key:
    """Nouns as a key of a cache: the same object is the same key."""

    nouns: Nouns

    def __hash__(self) -> int:
        return id(self.nouns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.nouns is self.nouns


@lru_cache(maxsize=24)
def _automaton(key: _Key, where: str) -> Automaton:
    texts = {"before": _BEFORE, "after": _AFTER, "inside": _INSIDE}[where]
    holes: dict[str, Hole] = {"#adjective": _adjectives, "#holder": _holder, "#words": _words}
    holes |= {name: _noun(name, key.nouns) for name in ("each", "named", "any", "the", "inside", "bare")}
    holes["plural"] = _plural(key.nouns)
    branches: list[Pattern] = []
    by_slot: dict[int, Hole] = {}
    for number, text in enumerate(texts):
        parts: list[object] = [""] * (_SLOTS * number)
        for piece in re.split(r"(\{\w+\}|#\w+)", text):
            if piece[:1] not in ("{", "#"):
                parts.append(piece)
                continue
            by_slot[len(parts)] = holes[piece.strip("{}")]
            parts.append(_HOLE)
        branches.append(parse(parts))
    return automaton(Choice(tuple(branches)), by_slot)


_HOLE = object()
_SLOTS = 12
"""Parts of a phrase at most, so that the slots of two never meet."""


def _adjectives(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    """One word or two that may stand before a noun."""
    assert isinstance(place, Sentence)
    items = place.tokens.items
    for end in range(at + 1, min(at + 2, len(items)) + 1):
        if not place.describes(end - 1) or items[end - 1].stem in _no_noun():
            return
        yield end, None


def _holder(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    """A few words that may be a noun with what belongs to it."""
    assert isinstance(place, Sentence)
    for end in range(at + 1, min(at + MAX_WORDS, len(place.tokens.items)) + 1):
        if not place.describes(end - 1) or place.tokens.items[end - 1].stem in _no_noun():
            return
        yield end, None


def _words(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
    """Words of one phrase, without a mark between them."""
    assert isinstance(place, Sentence)
    items = place.tokens.items
    for end in range(at + 1, min(at + _MOST_WORDS, len(items)) + 1):
        if items[end - 1].kind is not Kind.WORD or not place.inert(end - 1):
            return
        yield end, None


_MOST_WORDS = 12


def _no_number(place: Sentence, at: int) -> bool:
    return place.describes(at) or place.tokens.items[at].text.lower() == "one"


def _noun(named: str, nouns: Nouns) -> Hole:
    known = {
        "each": nouns.each,
        "named": nouns.each,
        "any": nouns.any,
        "the": nouns.the,
        "inside": nouns.inside,
        "bare": nouns.bare,
    }[named]
    exact = named in ("the", "inside", "bare")
    table = [
        (tuple(token.text.lower() for token in literal_tokens(noun)) if exact else keys_of(noun), heads)
        for noun, heads in known.items()
    ]

    def hole(place: Place, at: int) -> Iterable[tuple[int, Hashable]]:
        assert isinstance(place, Sentence)
        at = past_soft(place, at)
        items = place.tokens.items
        found: dict[int, Scope] = {}
        for keys, heads in table:
            stretch = items[at : at + len(keys)]
            same = tuple(token.text.lower() if exact else token.stem for token in stretch) == keys
            if same and not (exact and _is_compound(place, at + len(keys))):
                found[at + len(keys)] = Scope(heads, _understood(heads, stretch[-1].stem))
        found = {end: scope for end, scope in found.items() if not _goes_on(items, end)}
        longest = max(found, default=at)
        # `entry in the table` is no `entry` that happens to be in a table.
        found = {end: scope for end, scope in found.items() if end == longest}
        if named == "each" and nouns.others:
            for end in _other_ends(place, at):
                never = items[end - 1].exact in nouns.never
                owned = items[end - 1].exact if items[end - 1].exact in nouns.owned else None
                if end > longest and owned is not None:
                    found[end] = Scope(nouns.each[owned], frozenset({items[end - 1].stem}))
                    continue
                if end > longest and not never and not _ends_in_noun(items[:end], table):
                    found[end] = Scope(nouns.others, frozenset({items[end - 1].stem}))
        return tuple(found.items())

    return hole


def _plural(nouns: Nouns) -> Hole:
    """Several things that a text enumerates: `in the learning objectives`; nothing that has a meaning of its own."""
    known = {noun.split()[-1] for noun in (*nouns.the, *nouns.inside, *nouns.bare)} | PLURAL_WHOLES

    def hole(place: Place, at: int) -> Iterator[tuple[int, Hashable]]:
        assert isinstance(place, Sentence)
        items = place.tokens.items
        for end in range(at + 1, min(at + 2, len(items)) + 1 if nouns.others else at + 1):
            word = items[end - 1].text.lower()
            if items[end - 1].kind is not Kind.WORD or not place.inert(end - 1):
                return
            ends = end >= len(items) or items[end].text.lower() not in ("and", "or")
            usual = nouns.each.get(singular(word), nouns.others) == nouns.others and singular(word) not in nouns.never
            if singular(word) != word and ends and usual and word not in known:
                yield end, Scope(nouns.others, frozenset({items[end - 1].stem}))

    return hole


def _is_compound(place: Sentence, at: int) -> bool:
    """Whether the noun before goes on into a longer one: `title description`."""
    items = place.tokens.items
    if at >= len(items) or items[at].kind is not Kind.WORD or not place.inert(at):
        return False
    return items[at].stem not in _no_noun() and items[at].text.lower() not in {*_PREPOSITIONS, "and", "or", "is", "are"}


def _goes_on(items: tuple[Token, ...], at: int) -> bool:
    """Whether the noun is a part of another: a `table of contents` is no table."""
    return tuple(token.text.lower() for token in items[at : at + 2]) == ("of", "contents")


def _ends_in_noun(items: tuple[Token, ...], table: list[tuple[tuple[str, ...], tuple[Head, ...]]]) -> bool:
    """Whether the words end in a noun that means something else: `technique's name`."""
    return any(tuple(token.stem for token in items[-len(keys) :]) == keys for keys, _ in table)


def _understood(heads: tuple[Head, ...], said: str) -> frozenset[str]:
    """The stems that mean the part later on: how it was named, and how its view is."""
    names = {literal_tokens(head.noun)[-1].stem for head in heads if isinstance(head, n.Each | n.IfPresent)}
    return frozenset({said, *names})


def _other_ends(place: Sentence, at: int) -> Iterator[int]:
    items = place.tokens.items
    for end in range(at + 1, min(at + MAX_WORDS, len(items)) + 1):
        token = items[end - 1]
        first = end == at + 1
        if token.kind is not Kind.WORD or not (_no_number(place, end - 1) if first else place.inert(end - 1)):
            return
        if token.text.lower() in _PREPOSITIONS:
            return
        if token.stem in _no_noun() and not first:
            return
        yield end


@lru_cache(maxsize=1)
def _no_noun() -> frozenset[str]:
    """Words that end a noun: verbs, and what joins statements."""
    tables = (frames.VERBS, frames.MODAL, frames.JOINTS, frames.TAILS, frames.VAGUE)
    return frozenset().union(*(frames.compiled(table).first for table in tables))
