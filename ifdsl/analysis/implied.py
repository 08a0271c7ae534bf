"""Take a flag that says something of a list; give needles of texts that the response holds where the flag does."""

from __future__ import annotations

from dataclasses import replace

from ifdsl.analysis.formulas import Flag
from ifdsl.analysis.implying import held
from ifdsl.analysis.needles import Needle, literal
from ifdsl.analysis.sources import source_of
from ifdsl.analysis.terms import Term


def implied(flag: Flag) -> list[Needle]:
    """Needles that each occur, in some place of their own, where the flag holds."""
    if flag.term is None:
        return []
    if flag.kind == "list":
        return _given(flag.term)
    return _first(flag.term) if flag.kind == "every" else []


def _given(term: Term) -> list[Needle]:
    """The matches of a pattern, or the fields of a row of separated values, are the given ones."""
    view, items = term.args
    if items.known and isinstance(items.value, list):
        runs = view.args[0] if view.op == "slice" else view
        if runs.calls("words", "whitespace"):
            return _runs(runs, items.value)
    if not items.known or view.op != "call" or view.value[0] not in ("find_all", "csv_fields"):
        return []
    text = view.args[0]
    apart = view.calls("csv_fields")
    if apart:
        if text.op != "index" or not text.args[0].calls("csv_rows"):
            return []
        text = text.args[0].args[0]
    source = source_of(text)
    if source is None or not source.plain or source.mode != "exact":
        return []
    found = [literal(item, "exact") for item in items.value if isinstance(item, str) and item and '"' not in item]
    needles = [needle for needle in found if needle is not None]
    if not apart:
        return needles
    delimiter = view.args[1]
    between = literal(delimiter.value, "exact") if delimiter.known and len(delimiter.value) == 1 else None
    if between is not None:
        needles += [between] * (len(items.value) - 1)
    # Quotation marks may stand between the characters of a field.
    return [_scattered(needles)]


def _runs(view: Term, items: list[str]) -> list[Needle]:
    """Runs without white space that the response holds."""
    source = source_of(view.args[0])
    if source is None or not source.plain or not source.whole:
        return []
    found = [literal(item, source.mode) for item in items if item]
    return [replace(needle, left="space", right="space", exact=False) for needle in found if needle is not None]


def _scattered(needles: list[Needle]) -> Needle:
    return Needle(tuple((place,) for needle in needles for place in needle.places))


def _first(term: Term) -> list[Needle]:
    """`all(… for x in text.split(…))`: there is always one part, and it holds what the test asks for."""
    items, test = term.args[0], term.args[1]
    view, each = (items.args[0], items.args[1]) if items.op == "list" and len(items.args) == 2 else (items, None)
    if len(term.args) != 2 or not view.calls("split"):
        return []
    source = source_of(view.args[0])
    if source is None or source.mode != "exact" or not source.plain:
        return []
    if each is not None and not _keeps_marks(each, f"x{items.value}"):
        return []
    needles = held(test, f"x{term.value}")
    if needles is None or len(needles) != 1:
        return []
    return [_marks_only(needles[0])] if each is not None else [replace(needles[0], exact=False)]


def _keeps_marks(each: Term, name: str) -> bool:
    """Whether an element has no ASCII marks but those of what it was made from."""
    while each.op == "call" and each.value[0] in ("strip", "plain_digits"):
        each = each.args[0]
    return each.key == name


def _marks_only(needle: Needle) -> Needle:
    places = [place for place in needle.places if place is not None and all(not c.isalnum() for c in place)]
    return Needle(tuple((place,) for place in places))
