"""Take judged items with several answers to a prompt; give pass@k, reliable@k and best-of-k."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb, inf
from typing import NamedTuple

from ifdsl.report.clusters import cluster_of
from ifdsl.report.intervals import Share, clustered_mean
from ifdsl.report.metrics import Rate
from ifdsl.store.records import ItemResult


class Drawn(NamedTuple):
    """What `k` answers to a prompt, drawn at random from all of its answers, come to; the mean over `prompts`.

    `some` is pass@k, that at least one passes: 1 - C(n-c, k) / C(n, k) of c passes among n (Chen et al. 2021,
    equation 1). `all` is reliable@k, that each passes: C(c, k) / C(n, k). Both are unbiased, and no order of the
    answers changes them.
    """

    k: int
    prompts: int
    some: Share
    all: Share


class Best(NamedTuple):
    """What the best of `k` answers drawn at random comes to, the verifier being the judge; the mean over `prompts`.

    The best has the highest score, the share of the `must` requirements that apply which it passed strictly; then the
    highest mean margin; then the lowest repeat. `strict` and `loose` are how often it passes, `score` is its score.
    """

    k: int
    prompts: int
    strict: Share
    loose: Share
    score: Share


class Repeats(NamedTuple):
    """The figures of repeated answers; `fewest` and `most` are the numbers of answers that prompts have.

    The figures are for every `k` up to 16, then for powers of two, for 20, 50, 100 and so on, and for all answers. One
    for `k` is a mean over the prompts with `k` answers at least, so that with unequal numbers the prompts
    become fewer as `k` rises; each says how many. What got no answer has failed. Undecided answers are left out of
    `strict` and `loose`; as the best of several one has not passed.

    `all_strict` and `all_loose` count the prompts all of whose answers pass, however many, among those with at
    least two that are decided.
    """

    prompts: int
    answers: int
    fewest: int
    most: int
    strict: tuple[Drawn, ...]
    loose: tuple[Drawn, ...]
    best: tuple[Best, ...]
    all_strict: Rate
    all_loose: Rate


class _Answer(NamedTuple):
    score: float | None
    margin: float
    repeat: int
    strict: bool | None
    loose: bool | None


class _Asked(NamedTuple):
    cluster: str
    answers: list[_Answer]


@dataclass(slots=True)
class RepeatMeter:
    """Collects the answers to each prompt; memory grows with the run by five numbers an answer.

    It has to: the answers to one prompt may stand anywhere in the run, and the best of any k of them is asked for.
    """

    _asked: dict[str, _Asked] = field(default_factory=dict)

    def add(self, item: ItemResult) -> None:
        """Take in one answer, or the lack of one."""
        asked = self._asked.get(item.prompt_id)
        if asked is None:
            asked = self._asked[item.prompt_id] = _Asked(cluster_of(item), [])
        asked.answers.append(_answer(item))

    def repeats(self) -> Repeats | None:
        """The figures so far; `None` where no prompt has two answers."""
        asked = [self._asked[name] for name in sorted(self._asked)]
        sizes = [len(one.answers) for one in asked]
        most = max(sizes, default=0)
        if most < 2:
            return None
        strict = [(one.cluster, [a.strict for a in one.answers]) for one in asked]
        loose = [(one.cluster, [a.loose for a in one.answers]) for one in asked]
        return Repeats(
            prompts=len(asked),
            answers=sum(sizes),
            fewest=min(sizes),
            most=most,
            strict=_drawn(strict, most),
            loose=_drawn(loose, most),
            best=_best(asked, most),
            all_strict=_all(strict),
            all_loose=_all(loose),
        )


def measure_repeats(items: Iterable[ItemResult]) -> Repeats | None:
    """The figures of `items`, whose order does not matter; `None` where no prompt has two answers."""
    meter = RepeatMeter()
    for item in items:
        meter.add(item)
    return meter.repeats()


def _answer(item: ItemResult) -> _Answer:
    if not item.answered:
        return _Answer(0.0, -inf, item.repeat, False, False)
    musts = [one for one in item.requirements if one.required and one.strict != "not_applicable"]
    margins = [one.margin for one in musts if one.margin is not None]
    return _Answer(
        score=sum(one.strict == "pass" for one in musts) / len(musts) if musts else None,
        margin=sum(margins) / len(margins) if margins else -inf,
        repeat=item.repeat,
        strict=item.strict,
        loose=item.loose,
    )


def _drawn(asked: Sequence[tuple[str, list[bool | None]]], most: int) -> tuple[Drawn, ...]:
    counts = [
        (cluster, verdicts.count(True), verdicts.count(True) + verdicts.count(False)) for cluster, verdicts in asked
    ]
    found = []
    for k in _drawn_sizes(most):
        enough = [(cluster, c, n) for cluster, c, n in counts if n >= k]
        seen = sum(n for _, _, n in enough)
        some = _share([(cluster, 1 - _chance(n - c, k, n)) for cluster, c, n in enough], seen)
        every = _share([(cluster, _chance(c, k, n)) for cluster, c, n in enough], seen)
        found.append(Drawn(k, len(enough), some, every))
    return tuple(found)


def _best(asked: Sequence[_Asked], most: int) -> tuple[Best, ...]:
    ranked = []
    for one in asked:
        scored = [(a.score, a) for a in one.answers if a.score is not None]
        ranked.append((one.cluster, [a for _, a in sorted(scored, key=lambda s: (-s[0], -s[1].margin, s[1].repeat))]))
    found = []
    for k in _drawn_sizes(most):
        enough = [(cluster, answers, _ranks(len(answers), k)) for cluster, answers in ranked if len(answers) >= k]
        seen = sum(len(answers) for _, answers, _ in enough)

        def expected(values: Sequence[float], chances: Sequence[float]) -> float:
            return min(1.0, sum(value * chance for value, chance in zip(values, chances, strict=True)))

        strict = [(c, expected([a.strict is True for a in answers], chances)) for c, answers, chances in enough]
        loose = [(c, expected([a.loose is True for a in answers], chances)) for c, answers, chances in enough]
        score = [(c, expected([a.score or 0.0 for a in answers], chances)) for c, answers, chances in enough]
        found.append(Best(k, len(enough), _share(strict, seen), _share(loose, seen), _share(score, seen)))
    return tuple(found)


def _drawn_sizes(most: int) -> list[int]:
    """How many answers are drawn: every number up to 16, then powers of two, round numbers, and all.

    Every number up to thousands would take long and tell no more.
    """
    powers = (2**power for power in range(5, most.bit_length()))
    rounds = (digit * 10**power for power in range(1, len(str(most))) for digit in (2, 5, 10))
    return sorted({*range(1, min(most, 16) + 1), *powers, *(k for k in rounds if k <= most), most})


def _all(asked: Sequence[tuple[str, list[bool | None]]]) -> Rate:
    clusters: dict[str, list[bool]] = {}
    for cluster, verdicts in asked:
        decided = [verdict for verdict in verdicts if verdict is not None]
        if len(decided) > 1:
            clusters.setdefault(cluster, []).append(all(decided))
    return Rate.of([(sum(held), len(held)) for held in clusters.values()])


def _share(values: Sequence[tuple[str, float]], seen: int) -> Share:
    """The mean of one value per prompt, given with its cluster, that rest on `seen` answers together."""
    return Share(*clustered_mean(values, seen))


@lru_cache(maxsize=2**16)
def _chance(c: int, k: int, n: int) -> float:
    """C(c, k) / C(n, k): that all of `k` drawn without replacement from `n` are among `c` of them."""
    return comb(c, k) / comb(n, k)


@lru_cache(maxsize=2**12)
def _ranks(n: int, k: int) -> tuple[float, ...]:
    """How likely each of `n` ranks is the best of `k` drawn without replacement: C(n - rank, k - 1) / C(n, k)."""
    chances = [k / n]
    for rank in range(1, n):
        chances.append(chances[-1] * max(0, n - rank - k + 1) / (n - rank))
    return tuple(chances)
