"""Take a text; give the language that `langdetect` 1.0.9 with seed 0 finds: the same verdict, far sooner.

The definition, as the package has it. The text's n-grams are listed (see `langdetect_grams`). Then come seven trials:
each starts with equal probabilities and a smoothing weight drawn from a normal distribution, multiplies by the profile
row of an n-gram drawn at random, looks after the 1st, 6th, 11th, ... draw, and ends once one language holds more than
0.99999, or at the 1,001st draw. The verdict is the language with the highest mean of more than 0.1.

`Trials.means` computes just that. A verdict needs less: only when each trial ends and for whom, and once a language has
won four of seven no other can reach its mean. `Trials.winner` decides that with packed logarithms of known precision,
looks closer where that precision does not decide, and where nothing does, leaves it to `means`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache
from random import Random
from struct import Struct

from ifdsl.primitives.langdetect_grams import LIMIT, Grams, Row
from ifdsl.primitives.langdetect_table import GAIN_UNIT, SEED, Table, load_table, node_weights, weight

UNKNOWN = "unknown"
"""The verdict of the package where it lists n-grams but no language reaches a mean of 0.1."""
TRIALS = 7
MAJORITY = 4
CONVERGED = 0.99999
LAST_DRAW = 1000
REPORTED = 0.1

LIGHTEST, HEAVIEST = 3.5e-5, 6.5e-5
"""Weights between which the packed logarithms are used. Here no single draw makes a trial converge, so the look after
the first is spared."""
KEPT_WORDS = 4096
"""How many random words are kept; seven trials seldom need a quarter of them."""
AHEAD = 64
RATIO = 1 / CONVERGED - 1
"""A trial has ended where all others together hold less than this share of the first language."""
SURE = 1e-9
"""How near to RATIO, in proportion, a sum in floating point is trusted to fall on the right side."""
NEGLIGIBLE = 30
"""Languages this many powers of two below the first are not looked at one by one."""
BLEND = 256
CURVATURE = 0.3607
"""The greatest second derivative of `log2(1 + share / weight)` by the logarithm of the weight: 1 / (4 ln 2)."""
LANE = 0xFFFFFFFF
TOP = 0x7FFFFFFF
CHUNK = 64


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
    """The seven trials over one table.

    A logarithm is kept for all languages at once in one whole number, 32 bits (a lane) each. What is kept is the gain
    over a language that has none of the n-grams, since only differences between languages matter.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        size = self._size = len(table.languages)
        self._ones = sum(1 << 32 * lane for lane in range(size))
        self._tops = self._ones << 31
        self._lanes = Struct(f"<{size}I")
        self._nodes = node_weights()
        # Every trial reads one fixed sequence of random words; a draw takes the top bits of a word, as Random does.
        source = Random(SEED)
        self._words = [source.getrandbits(32) for _ in range(KEPT_WORDS)]
        self._shifted: dict[int, list[int]] = {}

    def means(self, grams: Sequence[Row]) -> list[tuple[str, float]]:
        """Give the package's result for these n-grams (at least one), with its order of floating-point operations."""
        source = Random(SEED)
        shares = _Shares(self._table)
        total = [0.0] * self._size
        for _ in range(TRIALS):
            light = weight(source.gauss(0.0, 1.0))
            probs = [1.0 / self._size * (light + share) for share in shares[source.choice(grams)[0]]]
            drawn = 0
            while True:
                norm = sum(probs)
                probs = [p / norm for p in probs]
                if max(probs) > CONVERGED or drawn >= LAST_DRAW:
                    break
                five = [shares[source.choice(grams)[0]] for _ in range(5)]
                probs = [
                    p * (light + a) * (light + b) * (light + c) * (light + d) * (light + e)
                    for p, a, b, c, d, e in zip(probs, *five, strict=True)
                ]
                drawn += 5
            total = [mean + p / TRIALS for mean, p in zip(total, probs, strict=True)]
        means = [(code, mean) for code, mean in zip(self._table.languages, total, strict=True) if mean > REPORTED]
        return sorted(means, key=lambda item: item[1], reverse=True)

    def winner(self, grams: Sequence[Row]) -> str | None:
        """Give the language that wins four trials, or None where that is not certain without `means`."""
        words = self._words
        at = first = 0
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
            ended = self._trial(grams, at, weight(normal), first)
            if ended is None:
                return None
            at, first = ended
            wins[first] = wins.get(first, 0) + 1
            if wins[first] == MAJORITY:
                return self._table.languages[first]
        return None

    def _trial(self, grams: Sequence[Row], at: int, light: float, first: int) -> tuple[int, int] | None:
        """Run one trial; give where the random words go on and which language won, or None where that is unsure.

        The logarithms for this trial's weight are interpolated between those for two others, the nodes, which the
        n-grams come with. That leaves each difference of two languages wrong by up to `slip` a draw.
        """
        if not LIGHTEST < light < HEAVIEST:
            return None
        logs = [math.log(node) for node in self._nodes]
        span = logs[1] - logs[0]
        part = (math.log(light) - logs[0]) / span
        two = round(part * BLEND)
        one = BLEND - two
        slip = (
            CURVATURE / 2 * abs(part * (1 - part)) * span * span
            + abs(part - two / BLEND) * abs(span) / math.log(2)
            + (abs(one) + abs(two)) / BLEND / GAIN_UNIT
        )
        both = bool(one and two)
        single = 1 if one else 2
        unit = GAIN_UNIT * BLEND if both else GAIN_UNIT
        slip_units = math.ceil(slip * unit)
        near_units = math.floor(-math.log2(RATIO) * unit)
        ones, tops = self._ones, self._tops
        base = unit * ones
        far = 31 * unit * ones
        row_at = grams.__getitem__
        size = len(grams)
        draws = self._draws(32 - size.bit_length())
        reach = at
        picks: list[int] = []
        seen: list[Row] = []
        plain = other = 0
        need = 6
        while len(seen) < LAST_DRAW:
            start = len(seen)
            while len(picks) < start + need:
                if reach >= len(draws):
                    return None
                picks += [draw for draw in draws[reach : reach + AHEAD] if draw < size]
                reach += AHEAD
            fresh = list(map(row_at, picks[start : start + need]))
            need = 5
            if 1 in map(len, fresh):
                for row in fresh:
                    self._fill(row)
            seen += fresh
            if both:
                for row in fresh:
                    plain += row[1]
                    other += row[2]
                packed = plain * one + other * two + base
            else:
                for row in fresh:
                    plain += row[single]
                packed = plain
            slack = len(seen) * slip_units
            lead = (packed >> 32 * first) & LANE
            # Adding the complement of a bound carries into the top bit of just those lanes that are above it.
            marks = packed + (TOP - lead + near_units - slack) * ones
            if (marks & tops).bit_count() > 1 and not (marks - far) & tops:
                continue
            held = self._lanes.unpack(packed.to_bytes(self._lanes.size, "little"))
            lead = max(held)
            first = held.index(lead)
            ended = self._ended([(lane - lead) / unit for lane in held], slack / unit, seen, light)
            if ended is None:
                return None
            if ended:
                taken = [place for place, draw in enumerate(draws[at:reach], at + 1) if draw < size]
                return taken[len(seen) - 1], first
        return None

    def _ended(self, below: list[float], slack: float, seen: list[Row], light: float) -> bool | None:
        """Tell whether all but the first language hold too little for the trial to go on; None where it is too close.

        Args:
            below: by language, the logarithm of its product less that of the first, so that the first has 0.
            slack: how much each of these may be wrong.
        """
        others = sorted((log, code) for code, log in enumerate(below) if log > -NEGLIGIBLE)
        _, first = others.pop()
        guess = sum([2.0**log for log, _ in others])
        left_out = self._size * 2.0**-NEGLIGIBLE
        lower, upper = 2.0**-slack, 2.0**slack
        if guess * lower > RATIO:
            return False
        if (guess + left_out) * upper < RATIO:
            return True
        top = self._log(seen, light, first)
        exact = 0.0
        while others:
            log, code = others.pop()
            guess -= 2.0**log
            exact += 2.0 ** (self._log(seen, light, code) - top)
            if exact > RATIO * (1 + SURE):
                return False
            if exact + (guess + left_out) * upper < RATIO * (1 - SURE):
                return True
        return None

    def _log(self, seen: list[Row], light: float, code: int) -> float:
        """Give the binary logarithm of the product of one language's factors."""
        table = self._table
        total = 0.0
        for start in range(0, len(seen), CHUNK):
            product = 1.0
            for row in seen[start : start + CHUNK]:
                place = table.owners.find(code, table.starts[row[0] - 1], table.starts[row[0]])
                product *= light if place < 0 else light + table.shares[place]
            total += math.log2(product)
        return total

    def _draws(self, shift: int) -> list[int]:
        """Give the top bits of the random words: what each would draw from up to 2**(32 - shift) n-grams."""
        draws = self._shifted.get(shift)
        if draws is None:
            self._shifted[shift] = draws = [word >> shift for word in self._words]
        return draws

    def _fill(self, row: Row) -> None:
        """Add the packed gains at both nodes to a row that holds its n-gram's number alone."""
        if len(row) > 1:
            return
        part = self._table.entries(row[0])
        owners = self._table.owners[part]
        packed = []
        for gains in self._table.gains:
            lanes = memoryview(bytearray(4 * self._size)).cast("I")
            for owner, gain in zip(owners, gains[part], strict=True):
                lanes[owner] = gain
            packed.append(int.from_bytes(lanes.tobytes(), "little"))
        # INVARIANT: a row has its number alone or all three, for other threads too: it changes in one step.
        row[1:] = packed


class _Shares(dict[int, list[float]]):
    """The shares of an n-gram by language, for those asked for."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, gram: int) -> list[float]:
        part = self._table.entries(gram)
        self[gram] = shares = [0.0] * len(self._table.languages)
        for owner, share in zip(self._table.owners[part], self._table.shares[part], strict=True):
            shares[owner] = share
        return shares


def _normal_pair(words: Sequence[int]) -> tuple[float, float]:
    """Give the two normal deviates that `Random.gauss` makes of the next four random words."""
    first, second = (
        ((high >> 5) * 67108864.0 + (low >> 6)) / 9007199254740992.0 for high, low in (words[:2], words[2:4])
    )
    radius = math.sqrt(-2.0 * math.log(1.0 - second))
    return math.cos(first * math.tau) * radius, math.sin(first * math.tau) * radius
