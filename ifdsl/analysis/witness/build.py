"""Take a set of demands and a checker; give a text that satisfies them all, or what was tried."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.prove import formula_of
from ifdsl.analysis.regular import candidate
from ifdsl.analysis.witness.closing import closed_check
from ifdsl.analysis.witness.drafts import Draft
from ifdsl.analysis.witness.facts import Chosen, Fact, Same
from ifdsl.analysis.witness.growing import grown, grown_freely, ladders
from ifdsl.analysis.witness.pieces import inline, refitted
from ifdsl.analysis.witness.plan import Plan, planned
from ifdsl.analysis.witness.reading import read
from ifdsl.analysis.witness.repair import repair
from ifdsl.analysis.witness.seeds import marks_of, seeds_of, words_of
from ifdsl.analysis.witness.shares import mixtures
from ifdsl.analysis.witness.style import Style, natural, styles
from ifdsl.analysis.witness.supply import Supply
from ifdsl.analysis.witness.trial import Check, Exhausted, Trial
from ifdsl.analysis.witness.wording import given, worded

BUDGET = 1500
"""Texts that are checked before a set is given up."""

_SHARE = 10
"""Of so many texts, one may be spent on texts that read well."""


@dataclass(frozen=True, slots=True)
class Witness:
    """A text that satisfies the whole set; `checked` texts were tried for it."""

    text: str
    checked: int


@dataclass(frozen=True, slots=True)
class Failed:
    """No text was found. `best` is the one that satisfied the most, `failing` the positions that it fails."""

    best: str
    failing: tuple[int, ...]
    checked: int


def build(demands: Sequence[Demand], check: Check, *, budget: int = BUDGET, seed: int = 0) -> Witness | Failed:
    """A text that satisfies all of `demands`, as `check` finds them; the same one for the same arguments.

    Args:
        demands: the set.
        check: the verdicts of the compiled checkers on a text, one for each demand.
        budget: the number of texts that may be checked.
        seed: which words and sentences are preferred.
    """
    facts = [fact for demand in demands for fact in facts_of(demand)]
    supply = Supply(planned(facts), seed)
    first = _told(demands, facts, supply, Trial(check, budget // _SHARE))
    if first.found is not None:
        return Witness(first.found, len(first.seen))
    # What follows looks at what the checks said of earlier texts, the leaner the better; prose is none of them.
    trial = Trial(check, budget - len(first.seen))
    with suppress(Exhausted):
        _try(demands, facts, supply, trial)
    checked = len(first.seen) + len(trial.seen)
    if trial.found is not None:
        return Witness(trial.found, checked)
    failing = tuple(place for place, passed in enumerate(trial.seen.get(trial.best, ())) if not passed)
    return Failed(trial.best, failing, checked)


def told(demands: Sequence[Demand], check: Check, *, seed: int = 0) -> Witness | None:
    """A text that satisfies all of `demands` and reads like an answer somebody wrote, where a few tries find one."""
    facts = [fact for demand in demands for fact in facts_of(demand)]
    trial = _told(demands, facts, Supply(planned(facts), seed), Trial(check, BUDGET))
    return None if trial.found is None else Witness(trial.found, len(trial.seen))


def _told(demands: Sequence[Demand], facts: Sequence[Fact], supply: Supply, trial: Trial) -> Trial:
    """Check texts that read like an answer somebody wrote."""
    stated = [worded(fact, given(demand)) for demand in demands for fact in facts_of(demand)]
    apart = supply if stated == facts else Supply(planned(stated), supply.seed)
    with suppress(Exhausted):
        for style in natural(apart.plan):
            text = Draft(apart.plan, style, apart).text()
            if text:
                trial(text)
    return trial


def _try(demands: Sequence[Demand], facts: Sequence[Fact], supply: Supply, trial: Trial) -> None:
    """Check texts, the plainest first; later ones look at what the checks said of earlier ones."""
    plan = supply.plan
    for style in styles(plan, 0):
        trial(Draft(plan, style, supply).text())
    matching = candidate([formula_of(demand) for demand in demands])
    if matching is not None:
        trial(matching)
    for share in plan.shares:
        for style in styles(plan, 0):
            if style.filler == "none":
                style = replace(style, seed="item")
                written = partial(_written, plan, style, supply)
                for text in mixtures(share, written, supply.allows):
                    trial(text)
    for choice in range(1, _choices(facts)):
        other = planned(facts, choice)
        apart = Supply(other, supply.seed)
        for style in styles(other, choice):
            trial(Draft(other, style, apart).text())
    for text in ladders(supply.words(), plan.sentences.low):
        trial(text)
    seeds = seeds_of(demands, trial.failing()[:4], trial)
    if plan.word_rules:
        seeds += [fit for text in seeds[:6] for fit in [refitted(text, supply)] if fit != text]
    for text in seeds:
        for where in ("before", "after", "item", "lines"):
            for filler, merged in (("none", True), ("sentences", False), ("words", True)):
                style = Style(filler=filler, merged=merged, marks=("",) if merged else (".",), seed=where)
                trial(Draft(plan, style, supply, text).text())
    hard = [demands[place] for place in trial.failing()[:4]]
    for marks in [marks for demand in hard for marks in marks_of(demand)]:
        for filler in ("prose", "words", "none", "sentences"):
            trial(Draft(plan, Style(marks, filler, mass=4 if filler == "prose" else 8), supply).text())
    words = [word for demand in hard for word in words_of(demand)]
    for text in trial.leaders(3):
        longer = grown(text, words, supply, trial, trial.left() // 3)
        if longer is not None:
            trial(longer)
    grown_freely(supply, words, trial, trial.left() * 2 // 3)
    bodies = [Draft(plan, Style(filler="none", merged=merged), supply).text() for merged in (True, False)]
    stretches = [" ".join(inline(plan, supply, True, "")), *(re.sub(r"[,\s]+", " ", body) for body in bodies)]
    repair(supply, seeds, [stretch for stretch in dict.fromkeys(stretches) if stretch], trial)


def _written(plan: Plan, style: Style, supply: Supply, stretch: str) -> str:
    return Draft(plan, style, supply, stretch).text()


def _choices(facts: Sequence[Fact]) -> int:
    """How many alternatives the facts leave."""
    options = [len(fact.options) for fact in facts if isinstance(fact, Chosen)]
    options += [len(fact.texts) for fact in facts if isinstance(fact, Same)]
    return min(max(options, default=1), 4)


def facts_of(demand: Demand) -> list[Fact]:
    """What a demand asks of a text, as far as it was understood."""
    node = closed_check(demand.constraint, demand.arguments)
    return [] if node is None else read(node)
