"""Take a plan of a text that labels divide; give the labels, and the lines that end what stands after each of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.elements import of_element
from ifdsl.analysis.witness.places import patterns_in
from ifdsl.analysis.witness.plan import Pieces, Plan, holds, planned
from ifdsl.analysis.witness.samples import sample, usable
from ifdsl.analysis.witness.supply import Supply
from ifdsl.analysis.witness.wrapping import grouped

_CLOSING = (")", ":", ".")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(slots=True)
class Stretch:
    """What stands from a label to the next one: the label, running text that is not made here, and lines."""

    label: str
    lines: list[str] = field(default_factory=list)


def dividing(plan: Plan) -> Pieces | None:
    """The labels that the text is divided by, one at least, where something is asked of what stands after each."""
    asked = {rule.path[0].arguments for rule in plan.element_rules if rule.path[0].view == "split_at"}
    for piece in plan.pieces:
        if piece.view == "find_all" and piece.arguments in asked and (piece.least or piece.arguments[0] in plan.leads):
            return replace(piece, least=max(piece.least, 1))
    return None


def stretches(plan: Plan, supply: Supply, items: Iterator[str] | None) -> list[Stretch]:
    """The stretches, in order.

    Args:
        items: what stands in the lines; where it is None, they hold no more than they must.
    """
    if supply.labels is None:
        supply.labels = _labels(plan, supply)
    labels, heads = supply.labels
    return [Stretch(label, [f"{head} {next(items)}" if items else head for head in heads]) for label in labels]


def _labels(plan: Plan, supply: Supply) -> tuple[list[str], list[str]]:
    """The labels, and what begins the lines after each of them."""
    piece = dividing(plan)
    if piece is None:
        return [], []
    ranks = [rank for rank in plan.ranks if _is_of(rank.path, "find_all", piece)]
    inner = planned(of_element([rule.predicate for rule in plan.element_rules if _is_of(rule.path, "split_at", piece)]))
    labels = [_nth(str(piece.arguments[0]), place, ranks, supply) for place in range(piece.least)]
    return labels, list(_heads(inner, supply))


def _is_of(path: f.Path, view: str, piece: Pieces) -> bool:
    """Whether a path is that view by the same pattern as the piece."""
    return len(path) == 1 and (path[0].view, path[0].arguments) == (view, piece.arguments)


def _heads(inner: Plan, supply: Supply) -> Iterator[str]:
    """What begins the lines that one stretch is asked for."""
    for piece in inner.pieces:
        if piece.view != "lines" or piece.predicate is None:
            continue
        ranks = [rank for rank in inner.ranks if rank.path[0].view == "lines" and rank.among == piece.predicate]
        for place in range(piece.least):
            heads = (_nth(pattern, place, ranks, supply) for pattern in patterns_in(piece.predicate.node))
            yield next((head for head in heads if holds(piece.predicate, head)), "")


def _nth(pattern: str, place: int, ranks: Sequence[f.Ranked], supply: Supply) -> str:
    """What the pattern matches that can stand at a place, by the rules for words if that may be; or else nothing."""
    text, found = sample(pattern) or "", usable(pattern)
    second = ""
    for way in (closed for counted in _counted(text, place) for closed in _closed(counted)):
        if found is None or not found.fullmatch(way):
            continue
        if all(holds(rank.predicate, way, **{rank.place: place}) for rank in ranks):
            if supply.allows_item(way):
                return way
            second = second or way
    return second


def _counted(text: str, place: int) -> Iterator[str]:
    """A text with its number, or else its single letter, moved on by so many; and as it is."""
    if re.search(r"\d", text):
        yield from (re.sub(r"\d+", str(number), text) for number in (place + 1, place))
    elif place < len(_LETTERS):
        letters = (_LETTERS[place], _LETTERS[place].lower())
        yield from (re.sub(r"(?<![^\W_])[^\W\d_](?![^\W_])", letter, text) for letter in letters)
    yield text


def _closed(text: str) -> Iterator[str]:
    """A text with other marks at its end, those first that end no sentence."""
    bare = text.rstrip("".join(_CLOSING))
    if bare == text:
        yield f"{text}:"
    else:
        yield from (bare + mark for mark in _CLOSING)
    yield text


def spread(parts: Sequence[Stretch], texts: Sequence[str], count: int) -> list[str]:
    """The stretches with these texts in them, in so many cells of about the same length."""
    units = max(count, len(parts))
    # Where the texts are too few, their words are spread.
    held = grouped(texts if len(texts) >= units else " ".join(texts).split(), units)
    cells: list[list[str]] = [[] for _ in range(count)]
    for place, text in enumerate(held):
        at, before, after = (each * len(parts) // units for each in (place, place - 1, place + 1))
        label = parts[at].label if place == 0 or before < at else ""
        lines = parts[at].lines if after > at or place == units - 1 else []
        cells[place * count // units].append("\n".join([f"{label} {text}".strip(), *lines]))
    return ["\n".join(cell) for cell in cells]
