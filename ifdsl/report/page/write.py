"""Take one or several runs; give one HTML file that shows their figures and some of their answers, without any network.

Whatever a model or a data set wrote is inert in it: names are escaped in the markup; answers lie in the file as JSON
and reach the page as text nodes alone. The page's own policy lets no script run but its own, known by its hash.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ifdsl.report.comparing import Comparison, Paired
from ifdsl.report.dimensions import Dimensions
from ifdsl.report.group_sections import heading, paired_figures
from ifdsl.report.health import ENOUGH
from ifdsl.report.margins import NEAR, Margins
from ifdsl.report.page.cousins import curves_of, curves_said, dimension_rows, grouped, kind_rows
from ifdsl.report.page.curves import bars, curves
from ifdsl.report.page.dialogues import dialogues_shown
from ifdsl.report.page.embedded import embedded
from ifdsl.report.page.figures import Dot, dots, histogram, mark, radar, shares
from ifdsl.report.page.gathering import Gathered, RunResults, compare_all, gather, shown
from ifdsl.report.page.items import row
from ifdsl.report.page.knowledge import PARTS, knowledge_shown
from ifdsl.report.page.rows import FEW, by_difference, choices, facets, matrix_of, most_first, rows, spokes
from ifdsl.report.page.sampling import Sampler
from ifdsl.report.page.wording import FILTERS, number, percent, written
from ifdsl.report.pairing import PairedShare
from ifdsl.report.reliability import Reliability
from ifdsl.store.whole import write_whole

if TYPE_CHECKING:
    import jinja2

SHOWN = 500
"""Answers that a page holds, unless another number is asked for."""
_ASSETS = Path(__file__).parent / "assets"
_SCRIPTS = ("text.js", "source.js", "item.js", "dialogue.js", "browse.js")


class Kin(NamedTuple):
    """What a run has of groups of cousins and of MulDimIF's dimensions; `None` for what it has not."""

    name: str
    reliability: Reliability | None
    dimensions: Dimensions | None


class Shown(NamedTuple):
    """How many answers a page holds, of how many; and how each run but the first compares with the first.

    `kin` are the runs that have groups of cousins or dimensions.
    """

    shown: int
    total: int
    comparisons: tuple[Comparison, ...] = ()
    kin: tuple[Kin, ...] = ()


class _Numbered(NamedTuple):
    """A run with its place among all."""

    place: int
    run: Gathered


def write_page(path: str | Path, runs: Sequence[RunResults], *, title: str = "", limit: int = SHOWN) -> Shown:
    """Write the report of `runs` to one file; a file that was there stays whole until the new one is done.

    The runs are read two times each, and once more for each comparison; no run is held in memory. The first is
    what the others are compared with, prompt by prompt.

    Args:
        path: the HTML file.
        runs: at least one.
        title: the heading; the names of the runs where none is given.
        limit: how many answers the page holds at most, over all runs. They are chosen failures first and spread
            over the constraint types; of each chosen prompt the page holds the answer of every run.

    Raises:
        ValueError: there is no run, `limit` is negative, or runs that are compared hold an answer twice.
        OSError: the file cannot be written.
    """
    if limit < 0:
        raise ValueError(f"`limit` is {limit}; at least 0 is needed")
    sampler = Sampler(limit // max(1, len(runs)))
    gathered = [gather(run, sampler) for run in runs]
    items = shown(runs, sampler.chosen())
    kin = tuple(Kin(run.name, run.reliability, run.dimensions) for run in gathered if run.reliability or run.dimensions)
    held = Shown(sum(map(len, items)), sum(run.metrics.items for run in gathered), compare_all(runs), kin)
    data = {
        "served": False,
        "runs": [run.name for run in runs],
        "items": [row(item, index) for index, found in enumerate(items) for item in found],
    }
    markup = page(gathered, held.comparisons, data, title=title, extent=_extent(held))
    write_whole(Path(path), lambda file: file.write(markup.encode("utf-8")))
    return held


def page(
    runs: Sequence[Gathered],
    comparisons: Sequence[Comparison],
    data: Any,
    *,
    title: str,
    extent: str,
    connect: str = "'none'",
) -> str:
    """The markup of a report.

    Args:
        runs: the figures of each run.
        comparisons: of every run but the first with the first.
        data: what the script begins with (`assets/browse.js`): `served`, `runs` and `items`, as JSON values.
        title: the heading.
        extent: a sentence that says which answers can be looked at.
        connect: where the script may ask for more, as a source of the policy.

    Raises:
        ValueError: there is no run.
    """
    from markupsafe import Markup

    if not runs:
        raise ValueError("a report needs at least one run")
    style, script = _style(), _script()
    groups = rows(runs, lambda run: run.metrics.by_group)
    names, outlines = spokes(groups, len(runs))
    round_ = radar(
        names, [(run.name, line) for run, line in zip(runs, outlines, strict=True)], _radar_said(runs, names, outlines)
    )
    kin = grouped(runs)
    curve = curves(curves_of(kin), curves_said(kin))
    template = _environment().get_template("page.html.j2")
    return template.render(
        title=title or " and ".join(run.name for run in runs),
        extent=extent,
        policy=policy(style, script, connect),
        style=Markup(style),
        script=Markup(script),
        data=Markup(embedded(data)),
        runs=runs,
        comparisons=[(_Numbered(index, runs[index]), one) for index, one in enumerate(comparisons, start=1)],
        groups=groups,
        types=rows(runs, lambda run: run.metrics.by_constraint),
        facets=facets(runs),
        choices=choices(runs),
        radar=None if round_ is None else Markup(round_),
        grouped=kin,
        kinds=kind_rows(runs),
        curve=None if curve is None else Markup(curve),
        dimensions=dimension_rows(runs),
        knowledge=knowledge_shown(runs),
        told_parts=PARTS,
        dialogues=dialogues_shown(runs),
    )


def policy(style: str, script: str, connect: str) -> str:
    """The content security policy: these two texts, and nothing else, may style the page and run in it.

    Trusted types are demanded and none is made, so that no text becomes markup even by the page's own script.
    """
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; connect-src {connect}; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


def _style() -> str:
    return (_ASSETS / "page.css").read_text("utf-8")


def _script() -> str:
    """The script in one piece. Its parts share one scope of their own, and leave no name on the page."""
    parts = "\n".join((_ASSETS / name).read_text("utf-8") for name in _SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}\n}})();'


def _environment() -> jinja2.Environment:
    import jinja2
    from markupsafe import Markup

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_ASSETS),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=written,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(FILTERS, most_first=most_first)
    environment.globals.update(
        dot=Dot.of,
        dots=lambda found: Markup(dots(found)),
        mark=lambda index: Markup(mark(index)),
        shares=lambda counts: Markup(shares(counts)),
        histogram=lambda margins: Markup(histogram(margins.bins, _histogram_said(margins))),
        difference=lambda pair: Markup(dots([_difference(pair)], -1.0, 1.0)),
        matrix_of=matrix_of,
        told_bar=lambda told: Markup(told.bar),
        bars=lambda found: Markup(bars(found)),
        groups_heading=heading,
        paired_figures=paired_figures,
        by_difference=by_difference,
        few=FEW,
        enough=ENOUGH,
        near=NEAR,
    )
    return environment


def _difference(pair: Paired | PairedShare) -> Dot:
    return Dot(pair.difference, pair.interval)


def _histogram_said(margins: Margins) -> str:
    near, failures = number(margins.near_misses), number(margins.failures)
    return f"histogram of {number(margins.graded)} margins; {near} of {failures} failures are near misses"


def _radar_said(runs: Sequence[Gathered], names: Sequence[str], outlines: Sequence[Sequence[float | None]]) -> str:
    lines = (
        f"{run.name}: " + ", ".join(f"{name} {percent(share)}" for name, share in zip(names, line, strict=True))
        for run, line in zip(runs, outlines, strict=True)
    )
    return "strict rates. " + "; ".join(lines)


def _extent(held: Shown) -> str:
    if held.shown == held.total:
        return f"all {number(held.total)} answers are in this file"
    return (
        f"{number(held.shown)} of {number(held.total)} answers are in this file: failures first, "
        "spread over the constraint types; the figures above count all of them"
    )
