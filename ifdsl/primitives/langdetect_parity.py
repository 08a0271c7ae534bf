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
from itertools import accumulate, islice
from random import Random
from struct import Struct

from ifdsl.primitives.langdetect_grams import LIMIT, Grams
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
QUICK_WORDS = 8192
"""How many of the random words are kept; seven trials seldom need a tenth of them."""
RATIO = 1 / CONVERGED - 1
"""A trial has ended once all others together are below this share of the first language."""
SURE = 1e-9
"""How near to RATIO, in proportion, a sum in floating point is trusted to fall on the right side."""
ENDS = math.log2(RATIO * (1 + SURE))
LIKELY = 12
"""How many languages may be looked at for one decision; the others are counted with their bounds."""
AHEAD = 96
"""How many random words are looked at together."""
LANE_UNIT = 64.0 * GAIN_UNIT
"""A lane holds gains times 64, so that the language's index can be added to it."""
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


class _Rows(dict[int, tuple[int, list[float]]]):
    """For each n-gram drawn so far, its gains (32 bits a language, packed in one number) and its probabilities."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, gram: int) -> tuple[int, list[float]]:
        row = [0.0] * len(self._table.languages)
        lanes = bytearray(4 * len(row))
        for owner, probability, gain in self._table.entries(gram):
            row[owner] = probability
            lanes[4 * owner : 4 * owner + 2] = (gain << 6).to_bytes(2, "little")
        self[gram] = made = int.from_bytes(lanes, "little"), row
        return made


class Trials:
    """The seven trials over one table."""

    def __init__(self, table: Table) -> None:
        self._languages = table.languages
        self._rows = _Rows(table)
        size = len(table.languages)
        self._ones = sum(1 << 32 * lane for lane in range(size))
        self._codes = sum(lane << 32 * lane for lane in range(size))
        self._tops = self._ones << 31
        self._lanes = Struct(f"<{size}I")
        # Every trial reads one fixed sequence of random words; a draw takes the top bits of a word, as Random does.
        source = Random(SEED)
        self._words = [source.getrandbits(32) for _ in range(QUICK_WORDS)]

    def means(self, grams: Sequence[int]) -> list[tuple[str, float]]:
        """Give the package's result for these n-grams (at least one), with its order of floating-point operations."""
        source = Random(SEED)
        rows = self._rows
        size = len(self._languages)
        total = [0.0] * size
        for _ in range(TRIALS):
            weight = _weight(source.gauss(0.0, 1.0))
            row = rows[source.choice(grams)][1]
            probs = [1.0 / size * (weight + p) for p in row]
            drawn = 0
            while True:
                norm = sum(probs)
                probs = [p / norm for p in probs]
                if max(probs) > CONVERGED or drawn >= LAST_DRAW:
                    break
                five = [rows[source.choice(grams)][1] for _ in range(5)]
                probs = [
                    p * (weight + a) * (weight + b) * (weight + c) * (weight + d) * (weight + e)
                    for p, a, b, c, d, e in zip(probs, *five, strict=True)
                ]
                drawn += 5
            total = [mean + p / TRIALS for mean, p in zip(total, probs, strict=True)]
        means = [(code, mean) for code, mean in zip(self._languages, total, strict=True) if mean > REPORTED]
        return sorted(means, key=lambda item: item[1], reverse=True)

    def winner(self, grams: Sequence[int]) -> str | None:
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
        self, grams: Sequence[int], at: int, weight: float, pair: tuple[int, int] | None
    ) -> tuple[int, tuple[int, int]] | None:
        """Run one trial; give where the random words go on and the two languages that were ahead, or None if unsure.

        Only two languages are followed. While the lesser holds enough of the greater, the trial goes on whatever the
        others hold, unless one of them may exceed both by far; packed sums of gains bound that. Where the lesser holds
        too little, others are multiplied out, likely ones first, until it is sure that the trial ends or goes on.
        """
        if not LIGHT < weight <= HEAVY:
            return None
        log2, rows, words, ones, tops = math.log2, self._rows, self._words, self._ones, self._tops
        count = len(grams)
        shift = 32 - count.bit_length()
        reach = at
        chosen: list[int] = []
        seen: list[list[float]] = []
        lanes = 0
        first, second = pair or (0, 0)
        log_one = log_two = 0.0
        for drawn in range(1, LAST_DRAW, 5):
            if len(chosen) < drawn + 5:
                chosen += [grams[pick] for word in words[reach : reach + AHEAD] if (pick := word >> shift) < count]
                reach += AHEAD
                if len(chosen) < drawn + 5:
                    return None
            if drawn == 1:
                gains, row = rows[chosen[0]]
                lanes += gains
                seen.append(row)
                log_one, log_two = log2(weight + row[first]), log2(weight + row[second])
            (ga, a), (gb, b), (gc, c), (gd, d), (ge, e) = [rows[gram] for gram in chosen[drawn : drawn + 5]]
            lanes += ga + gb + gc + gd + ge
            seen += (a, b, c, d, e)
            w = weight
            log_one += log2((w + a[first]) * (w + b[first]) * (w + c[first]) * (w + d[first]) * (w + e[first]))
            log_two += log2((w + a[second]) * (w + b[second]) * (w + c[second]) * (w + d[second]) * (w + e[second]))
            if pair is None:
                first, second = pair = self._ahead(lanes)
                log_one, log_two = _log(seen, weight, first), _log(seen, weight, second)
            low, high = (log_two, log_one) if log_one > log_two else (log_one, log_two)
            if low > high + ENDS:
                bound = int((high - (drawn + 5) * LOG_HEAVY + LEEWAY) * LANE_UNIT)
                # Adding the complement of the bound carries into the top bit of just those lanes that are above it.
                if bound > 0 and not (lanes + (0x7FFFFFFF - bound) * ones) & tops:
                    continue
            settled = self._settle(seen, weight, lanes, {first: log_one, second: log_two})
            if settled is None:
                return None
            ended, (log_one, first), (log_two, second) = settled
            if ended:
                drawn += 5
                for next_at, word in enumerate(islice(words, at, None), at + 1):
                    if word >> shift < count:
                        drawn -= 1
                        if not drawn:
                            return next_at, (first, second)
        return None

    def _ahead(self, lanes: int) -> tuple[int, int]:
        order = self._order(lanes)
        return order[0] & 63, order[1] & 63

    def _order(self, lanes: int) -> list[int]:
        """Give `gain * 64 + language` for every language, highest first."""
        return sorted(self._lanes.unpack((lanes + self._codes).to_bytes(self._lanes.size, "little")), reverse=True)

    def _settle(
        self, seen: list[list[float]], weight: float, lanes: int, known: dict[int, float]
    ) -> tuple[bool, tuple[float, int], tuple[float, int]] | None:
        """Tell whether the trial ends after the draws `seen`; None where that is too close.

        Returns:
            Whether it ends, and the two languages that are ahead, each with the logarithm of its product.
        """
        high = max(known.values())
        order = self._order(lanes)
        # INVARIANT: a language whose product is 2**x times as great as `high` has at least GAIN_UNIT * (level + x) gains.
        level = high - len(seen) * LOG_HEAVY
        bounds = [2.0 ** min(item / LANE_UNIT - level, 900.0) for item in order[:LIKELY]]
        tails = list(accumulate(reversed(bounds[1:]), initial=bounds[-1] * (len(order) - LIKELY)))
        top = next_to = -math.inf, 0
        others = 0.0
        for item in order[:LIKELY]:
            tail = tails.pop()
            code = item & 63
            log = known[code] if code in known else _log(seen, weight, code)
            if log > top[0]:
                others = (others + 1.0) * 2.0 ** (top[0] - log)
                top, next_to = (log, code), top
            else:
                others += 2.0 ** (log - top[0])
                if log > next_to[0]:
                    next_to = log, code
            unseen = tail * 2.0 ** (high - top[0])
            if others > RATIO * (1 + SURE) and unseen < 2.0**LEEWAY:
                return False, top, next_to
            if others + unseen < RATIO * (1 - SURE):
                if next_to[0] == -math.inf:
                    next_to = next((log, code) for code, log in known.items() if code != top[1])
                return True, top, next_to
        return None


def _log(seen: list[list[float]], weight: float, code: int) -> float:
    """Give the binary logarithm of the product of one language's factors."""
    return sum(
        math.log2(math.prod([weight + row[code] for row in seen[start : start + CHUNK]]))
        for start in range(0, len(seen), CHUNK)
    )


def _weight(normal: float) -> float:
    return (0.5 + normal * 0.05) / 10_000


def _normal_pair(words: Sequence[int]) -> tuple[float, float]:
    """Give the two normal deviates that `Random.gauss` makes of the next four random words."""
    first, second = (
        ((high >> 5) * 67108864.0 + (low >> 6)) / 9007199254740992.0 for high, low in (words[:2], words[2:4])
    )
    radius = math.sqrt(-2.0 * math.log(1.0 - second))
    return math.cos(first * math.tau) * radius, math.sin(first * math.tau) * radius
