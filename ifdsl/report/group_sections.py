"""Take the figures of groups of cousins, and of MulDimIF's dimensions; give their sections for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ifdsl.report.columns import Section, aligned
from ifdsl.report.dimensions import Averages, Dimensions, Read
from ifdsl.report.groups import ORIGINAL
from ifdsl.report.intervals import Share
from ifdsl.report.metrics import Rate
from ifdsl.report.pairing import PairedReliability, PairedShare
from ifdsl.report.reliability import Kind, Part, Reading, Reliability
from ifdsl.source.diagnostic import counted

FEW_GROUPS = 20
"""With fewer groups than this, drawing them again tells too little of how they scatter."""
_SHOWN_K = 10
_MOST_SIZES = 8
_MOST_SUBCATEGORIES = 20
_NOTHING = Share(None, None)


def group_sections(reliability: Reliability | None, dimensions: Dimensions | None) -> Iterator[Section]:
    """A section for each that there is."""
    if reliability is not None:
        yield Section(heading(reliability), list(_lines(reliability)))
    if dimensions is not None:
        yield Section("by dimension, as MulDimIF counts", list(_table(dimensions)))


def heading(found: Reliability | PairedReliability) -> str:
    """`541 groups of 10 prompts`, or `of 2 to 10 prompts`."""
    sizes = list(found.sizes)
    size = f"{sizes[0]}" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    return f"{counted(found.groups, 'group')} of {size} prompts"


def whole_of(found: Reliability | PairedReliability) -> str:
    """What the sharpest figure is called: `reliable@10` where all groups have ten members."""
    sizes = list(found.sizes)
    return f"reliable@{sizes[0]}" if len(sizes) == 1 else "whole groups"


def notes_of(found: Reliability) -> Iterator[str]:
    """What has to be known of the groups to read their figures."""
    if len(found.sizes) > 1:
        yield "groups differ in size: reliable@k and pass@k are means over those with at least k prompts"
    if found.most > 1:
        number = str(found.most) if found.fewest == found.most else f"{found.fewest} to {found.most}"
        yield f"{number} answers a prompt: means over all ways to take one answer of each prompt"
    for name, reading in (("strict", found.strict), ("loose", found.loose)):
        if reading.undecided:
            yield f"{counted(reading.undecided, 'group')} with an undecided prompt ({name}): left out"
    if found.share < 1:
        yield f"more prompts than are held: the figures are of {found.share:.1%} of all groups, drawn at random"
    if found.groups < FEW_GROUPS:
        yield f"with fewer than {FEW_GROUPS} groups the intervals are too narrow"


def paired_figures(found: PairedReliability) -> list[tuple[str, PairedShare]]:
    """What two runs are compared by over their groups, each with its name."""
    strict, loose, whole = found.strict, found.loose, whole_of(found)
    first = [(name, reading.curve[0].all) for name, reading in (("strict", strict), ("loose", loose)) if reading.curve]
    return [
        (f"{whole}, strict", strict.whole),
        (f"{whole}, loose", loose.whole),
        *((f"reliable@1, {name}", share) for name, share in first),
        ("originals, strict", strict.original),
        ("originals, loose", loose.original),
    ]


def share_cells(share: Share) -> list[str]:
    """A mean and its interval."""
    if share.value is None or share.interval is None:
        return ["-", ""]
    return [f"{share.value:.4f}", f"{share.interval[0]:.4f}..{share.interval[1]:.4f}"]


def accuracy(part: Part) -> Share:
    """The mean over groups of the share of members that pass."""
    return part.curve[0].all if part.curve else _NOTHING


def accuracy_drop(part: Part) -> Share:
    """How much less that is than the accuracy of the originals of the same groups."""
    return part.curve[0].drop if part.curve else _NOTHING


def _lines(found: Reliability) -> Iterator[str]:
    strict, loose = found.strict, found.loose
    named = (
        ("originals", strict.original, loose.original),
        ("all prompts (reliable@1)", accuracy(strict.every), accuracy(loose.every)),
        (f"{whole_of(found)}: all of a group pass", strict.every.whole, loose.every.whole),
        ("drop of that from the originals", strict.every.drop, loose.every.drop),
    )
    rows = [["", "strict", "95 % interval", "loose", "95 % interval"]]
    rows += [[name, *share_cells(a), *share_cells(b)] for name, a, b in named if (a, b) != (_NOTHING, _NOTHING)]
    yield from aligned(rows)
    if len(found.sizes) > 1:
        yield from aligned(_sizes(strict))
    yield from aligned(_curve(strict, loose))
    if set(strict.kinds) != {ORIGINAL}:
        yield from aligned(_kinds(strict.kinds, loose.kinds))
    yield from (f"  {note}" for note in notes_of(found))


def _sizes(strict: Reading) -> list[list[str]]:
    rows = [["whole groups of", "groups", "strict", "95 % interval"]]
    rows += [[str(n), str(one.groups), *share_cells(one.whole)] for n, one in strict.every.by_size.items()]
    return rows[: _MOST_SIZES + 1]


def _curve(strict: Reading, loose: Reading) -> list[list[str]]:
    rows = [["k", "groups", "reliable@k", "95 % interval", "pass@k", "95 % interval", "loose reliable@k"]]
    loosely = {point.k: point.all for point in loose.every.curve}
    for point in strict.every.curve:
        if point.k <= _SHOWN_K or point is strict.every.curve[-1]:
            beside = share_cells(loosely.get(point.k, _NOTHING))[0]
            rows.append([str(point.k), str(point.groups), *share_cells(point.all), *share_cells(point.some), beside])
    return rows


def _kinds(strict: Mapping[str, Kind], loose: Mapping[str, Kind]) -> list[list[str]]:
    heads = ["strict", "95 % interval", "drop", "95 % interval", "all pass", "with original", "loose"]
    rows = [["kind", "prompts", *heads]]
    for name, kind in strict.items():
        drop = ["", ""] if name == ORIGINAL else share_cells(accuracy_drop(kind.alone))
        beside = "" if kind.with_original is None else share_cells(kind.with_original.whole)[0]
        whole, loosely = (share_cells(each)[0] for each in (kind.alone.whole, accuracy(loose[name].alone)))
        rows.append([name, str(kind.members), *share_cells(accuracy(kind.alone)), *drop, whole, beside, loosely])
    return rows


def _table(found: Dimensions) -> Iterator[str]:
    rows = [["", "all pass", "95 % interval", "items", "macro", "micro", "loose: all pass"]]
    rows.append(["overall", *_averages(found.overall)])
    for facet, parts in (("pattern", found.by_pattern), ("level", found.by_level)):
        rows += [[f"{facet} {name}", *_averages(part)] for name, part in parts.items()]
    rows += [
        [f"category {name}", *_rate(read.strict), "", "", _value(read.loose)]
        for name, read in found.by_category.items()
    ]
    yield from aligned(rows)
    yield from aligned([["subcategory", "passed", "95 % interval", "constraints", "loose"], *_subcategories(found)])
    if len(found.by_subcategory) > _MOST_SUBCATEGORIES:
        yield f"  and {len(found.by_subcategory) - _MOST_SUBCATEGORIES} more"


def _averages(part: Averages) -> list[str]:
    whole, micro = part.whole, part.micro.strict
    return [*_rate(whole.strict), share_cells(part.macro.strict)[0], _value(micro), _value(whole.loose)]


def _subcategories(found: Dimensions) -> list[list[str]]:
    def order(pair: tuple[str, Read]) -> tuple[int, str]:
        return -pair[1].strict.total, pair[0]

    most = sorted(found.by_subcategory.items(), key=order)[:_MOST_SUBCATEGORIES]
    return [[name, *_rate(read.strict), _value(read.loose)] for name, read in most]


def _rate(rate: Rate) -> list[str]:
    interval = rate.interval
    return [_value(rate), "" if interval is None else f"{interval[0]:.4f}..{interval[1]:.4f}", str(rate.total)]


def _value(rate: Rate) -> str:
    return "-" if rate.value is None else f"{rate.value:.4f}"
