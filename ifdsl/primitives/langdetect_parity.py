"""Take a text; give the language that `langdetect` 1.0.9 with seed 0 finds: the same verdict, far sooner.

The definition, as the package has it. The text's n-grams are listed (see `langdetect_grams`). Then come seven trials:
each starts with equal probabilities and a smoothing weight drawn from a normal distribution, multiplies by the profile
row of an n-gram drawn at random, looks after the 1st, 6th, 11th, ... draw, and ends once one language holds more than
0.99999, or at the 1,001st draw. The verdict is the language with the highest mean of more than 0.1.

`Trials.means` computes just that. A verdict needs less: only when each trial ends and for whom, and once a language has
won four of seven no other can reach its mean. `Trials.winner` decides that from bounds and leaves every decision that
its bounds do not settle to `means`, so that it can only be faster.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import compress, islice
from random import Random
from struct import Struct
from typing import Any

from ifdsl.primitives.langdetect_grams import LIMIT, Grams, Row
from ifdsl.primitives.langdetect_table import GAIN_UNIT, HEAVY, Table, load_table

UNKNOWN = "unknown"
"""The verdict of the package where it lists n-grams but no language reaches a mean of 0.1."""
SEED = 0
TRIALS = 7
MAJORITY = 4
CONVERGED = 0.99999
LAST_DRAW = 1000
REPORTED = 0.1

LIGHT = 2e-5
"""Above this weight no single draw makes a trial converge, and `CHUNK` factors never fall out of floating point."""
CHUNK = 64
QUICK_WORDS = 4096
"""How many of the random words are kept; seven trials seldom need a tenth of them."""
RATIO = 1 / CONVERGED - 1
"""A trial has ended once all others together are below this share of the first language."""
SURE = 1e-9
"""How near to RATIO, in proportion, a sum in floating point is trusted to fall on the right side."""
ENDS = math.log2(RATIO * (1 + SURE))
AHEAD = 64
"""How many random words are looked at together."""
LANE_UNIT = 256.0 * GAIN_UNIT
"""A lane holds gains times 256, so that the language's index can be added to it."""
LEEWAY = 16.0
"""A language that may exceed both followed ones by more than this many powers of two ends the simple case."""
LOG_HEAVY = math.log2(HEAVY)


def detect(text: str) -> str:
    """Give the code of the text's language, as `langdetect.detect` does with seed 0.

    Returns:
        A code such as `en` or `zh-cn`; `""` where the package raises its error, having found no n-gram to go by;
        `unknown` where it returns that.

    Raises:
        MissingExtra: the package whose profiles are read is not installed.
    """
    return _remembered(text) if len(text) <= LIMIT else _detect(text)


def probabilities(text: str) -> list[tuple[str, float]]:
    """Give each language with a mean of more than 0.1 over the trials, highest first, as `langdetect.detect_langs` does.

    Returns:
        Code and mean, bit for bit those of the package where it has read its profiles in the order of their names; the
        empty list also where the package raises its error.

    Raises:
        MissingExtra: the package whose profiles are read is not installed.
    """
    grams, trials = _engine()
    listed = grams.of(text)
    return trials.means(listed) if listed else []


@lru_cache(maxsize=512)
def _remembered(text: str) -> str:
    return _detect(text)


def _detect(text: str) -> str:
    grams, trials = _engine()
    listed = grams.of(text)
    if not listed:
        return ""
    winner = trials.winner(listed)
    if winner is not None:
        return winner
    means = trials.means(listed)
    return means[0][0] if means else UNKNOWN


@cache
def _engine() -> tuple[Grams, Trials]:
    table = load_table()
    return Grams(table), Trials(table)


class Trials:
    """The seven trials over one table."""

    def __init__(self, table: Table) -> None:
        self._languages = table.languages
        self._table = table
        size = len(table.languages)
        self._end = size
        self._ones = sum(1 << 32 * lane for lane in range(size))
        self._codes = sum(lane << 32 * lane for lane in range(size))
        self._tops = self._ones << 31
        self._lanes = Struct(f"<{size}I")
        # Every trial reads one fixed sequence of random words; a draw takes the top bits of a word, as Random does.
        self._shifted: dict[int, list[int]] = {}
        source = Random(SEED)
        self._words = [source.getrandbits(32) for _ in range(QUICK_WORDS)]

    def _fill(self, row: Row) -> Row:
        """Make a row that holds only its n-gram's number whole: shares by language, then packed gains.

        Gains have 32 bits a language and start at bit 8, so that the language's index can be added to each.
        """
        if len(row) == 1:
            shares: Row = [0.0] * self._end
            lanes = bytearray(4 * self._end)
            for owner, share, gain in self._table.entries(row[0]):
                shares[owner] = share
                lanes[4 * owner + 1] = gain
            # INVARIANT: a row is whole or has its number alone, for other threads too: it changes in one step.
            row[:] = [*shares, int.from_bytes(lanes, "little")]
        return row

    def means(self, grams: Sequence[Row]) -> list[tuple[str, float]]:
        """Give the package's result for these n-grams (at least one), with its order of floating-point operations."""
        source = Random(SEED)
        size = self._end
        total = [0.0] * size
        for _ in range(TRIALS):
            weight = _weight(source.gauss(0.0, 1.0))
            row = self._fill(source.choice(grams))[:size]
            probs = [1.0 / size * (weight + p) for p in row]
            drawn = 0
            while True:
                norm = sum(probs)
                probs = [p / norm for p in probs]
                if max(probs) > CONVERGED or drawn >= LAST_DRAW:
                    break
                five = [self._fill(source.choice(grams)) for _ in range(5)]
                probs = [
                    p * (weight + a) * (weight + b) * (weight + c) * (weight + d) * (weight + e)
                    for p, a, b, c, d, e in zip(probs, *five, strict=False)
                ]
                drawn += 5
            total = [mean + p / TRIALS for mean, p in zip(total, probs, strict=True)]
        means = [(code, mean) for code, mean in zip(self._languages, total, strict=True) if mean > REPORTED]
        return sorted(means, key=lambda item: item[1], reverse=True)

    def winner(self, grams: Sequence[Row]) -> str | None:
        """Give the language that wins four trials, or None where that is not certain without `means`."""
        words = self._words
        at = 0
        pair = None
        wins: dict[int, int] = {}
        spare = 0.0
        for trial in range(TRIALS):
            if trial % 2:
                normal = spare
            elif at + 4 <= len(words):
                normal, spare = _normal_pair(words[at : at + 4])
                at += 4
            else:
                return None
            ended = self._trial(grams, at, _weight(normal), pair)
            if ended is None:
                return None
            at, pair = ended
            first = pair[0]
            wins[first] = wins.get(first, 0) + 1
            if wins[first] == MAJORITY:
                return self._languages[first]
        return None

    def _trial(
        self, grams: Sequence[Row], at: int, weight: float, pair: tuple[int, int] | None
    ) -> tuple[int, tuple[int, int]] | None:
        """Run one trial; give where the random words go on and the two languages that were ahead, or None if unsure.

        Only two languages are followed. While the lesser holds enough of the greater, the trial goes on whatever the
        others hold, unless one of them may exceed both by far; packed sums of gains bound that. Where the lesser holds
        too little, others are multiplied out, likely ones first, until it is sure that the trial ends or goes on.
        """
        if not LIGHT < weight <= HEAVY:
            return None
        log2, ones, tops, end = math.log2, self._ones, self._tops, self._end
        row_at = grams.__getitem__
        count = len(grams)
        draws = self._draws(32 - count.bit_length())
        valid = count.__gt__
        reach = at + AHEAD
        picks = list(filter(valid, draws[at:reach]))
        if not picks:
            return None
        row = self._fill(row_at(picks[0]))
        seen = [row]
        lanes = row[end]
        logs: dict[int, tuple[int, float]] = {}
        first, second = pair or (0, 0)
        log_one, log_two = log2(weight + row[first]), log2(weight + row[second])
        for drawn in range(1, LAST_DRAW, 5):
            while len(picks) < drawn + 5:
                if reach >= len(draws):
                    return None
                picks += filter(valid, draws[reach : reach + AHEAD])
                reach += AHEAD
            a, b, c, d, e = five = list(map(row_at, picks[drawn : drawn + 5]))
            if 1 in map(len, five):
                for row in five:
                    self._fill(row)
            lanes += a[end] + b[end] + c[end] + d[end] + e[end]
            seen += five
            w = weight
            log_one += log2((w + a[first]) * (w + b[first]) * (w + c[first]) * (w + d[first]) * (w + e[first]))
            log_two += log2((w + a[second]) * (w + b[second]) * (w + c[second]) * (w + d[second]) * (w + e[second]))
            if pair is None:
                order = self._order(lanes)
                pair = first, second = order[0] & 0xFF, order[1] & 0xFF
                log_one, log_two = _log(seen, w, first, logs), _log(seen, w, second, logs)
            if ENDS < log_one - log_two < -ENDS:
                high = log_one if log_one > log_two else log_two
                bound = int((high - (drawn + 5) * LOG_HEAVY + LEEWAY) * LANE_UNIT)
                # Adding the complement of the bound carries into the top bit of just those lanes that are above it.
                if bound > 0 and not (lanes + (0x7FFFFFFF - bound) * ones) & tops:
                    continue
            logs[first], logs[second] = (drawn + 5, log_one), (drawn + 5, log_two)
            settled = self._settle(seen, weight, lanes, logs)
            if settled is None:
                return None
            ended, (log_one, first), (log_two, second) = settled
            if ended:
                taken = compress(range(at + 1, reach + 1), map(valid, draws[at:reach]))
                return next(islice(taken, drawn + 4, None)), (first, second)
        return None

    def _draws(self, shift: int) -> list[int]:
        """Give the top bits of the random words: what each would draw from up to 2**(32 - shift) n-grams."""
        draws = self._shifted.get(shift)
        if draws is None:
            self._shifted[shift] = draws = [word >> shift for word in self._words]
        return draws

    def _order(self, lanes: int) -> list[int]:
        """Give `gain * 256 + language` for every language, highest first."""
        return sorted(self._lanes.unpack((lanes + self._codes).to_bytes(self._lanes.size, "little")), reverse=True)

    def _settle(
        self, seen: list[Row], weight: float, lanes: int, logs: dict[int, tuple[int, float]]
    ) -> tuple[bool, tuple[float, int], tuple[float, int]] | None:
        """Tell whether the trial ends after the draws `seen`; None where that is too close.

        Args:
            logs: for languages looked at before, the logarithm of the product after so many draws.

        Returns:
            Whether it ends, and the two languages that are ahead, each with the logarithm of its product.
        """
        order = self._order(lanes)
        # INVARIANT: a language whose product is 2**x has at least LANE_UNIT * (x - base) in its lane.
        base = len(seen) * LOG_HEAVY
        top = next_to = -math.inf
        first = second = -1
        others = 0.0
        for place, item in enumerate(order[:-1], 1):
            code = item & 0xFF
            log = _log(seen, weight, code, logs)
            if log > top:
                others = (others + 1.0) * 2.0 ** (top - log)
                top, next_to, first, second = log, top, code, first
            else:
                others += 2.0 ** (log - top)
                if log > next_to:
                    next_to, second = log, code
            ahead = order[place] / LANE_UNIT + base - top
            if others > RATIO * (1 + SURE):
                if ahead < LEEWAY:
                    return False, (top, first), (next_to, second)
            elif ahead < 0.0:
                # The order makes the next four no greater than the next one, all others no greater than the fifth.
                fifth = order[min(place + 4, len(order) - 1)] / LANE_UNIT + base - top
                if others + 4.0 * 2.0**ahead + len(order) * 2.0**fifth < RATIO * (1 - SURE):
                    if second < 0:
                        second = order[1] & 0xFF
                        next_to = _log(seen, weight, second, logs)
                    return True, (top, first), (next_to, second)
        return None


def _log(seen: list[Row], weight: float, code: int, logs: dict[int, tuple[int, float]]) -> float:
    """Give the binary logarithm of the product of one language's factors, going on from `logs` and kept there."""
    start, log = logs.get(code, (0, 0.0))
    while start < len(seen):
        log += math.log2(math.prod([weight + row[code] for row in seen[start : start + CHUNK]]))
        start += CHUNK
    logs[code] = len(seen), log
    return log


def _weight(normal: float) -> float:
    return (0.5 + normal * 0.05) / 10_000


def _normal_pair(words: Sequence[int]) -> tuple[float, float]:
    """Give the two normal deviates that `Random.gauss` makes of the next four random words."""
    first, second = (
        ((high >> 5) * 67108864.0 + (low >> 6)) / 9007199254740992.0 for high, low in (words[:2], words[2:4])
    )
    radius = math.sqrt(-2.0 * math.log(1.0 - second))
    return math.cos(first * math.tau) * radius, math.sin(first * math.tau) * radius
