"""Take the n-grams of a text; give the language that `langdetect` 1.0.9 with seed 0 would draw from them.

The definition, as the package has it: seven trials. Each starts with equal probabilities and a smoothing weight drawn
from a normal distribution, multiplies by the profile row of an n-gram drawn at random, looks after the 1st, 6th, 11th,
... draw, and ends once one language holds more than 0.99999, or at the 1,001st draw. The verdict is the language with
the highest mean of more than 0.1.

`Trials.means` computes just that. A verdict needs less: only when each trial ends and for whom, and once a language has
won four of seven no other can reach its mean. `Trials.verdict` decides that with packed logarithms of known precision,
looks closer where that precision does not decide, and where nothing does, leaves it to `means`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from struct import Struct

from ifdsl.primitives.langdetect_table import GAIN_UNIT, SEED, Table, lanes, node_weights, weight

UNKNOWN = "unknown"
"""The verdict of the package where it lists n-grams but no language reaches a mean of 0.1."""
TRIALS = 7
CONVERGED = 0.99999
LAST_DRAW = 1000
REPORTED = 0.1

LIGHTEST, HEAVIEST = 3.5e-5, 6.5e-5
"""The weights for which packed logarithms are used. Here no single draw makes a trial end, so the look after the first
is spared."""
KEPT_WORDS = 16_384
"""How many random words are kept: more than seven trials of 1,001 draws need, at two words a draw."""
AHEAD = 32
"""How many random words are looked at together."""
RATIO = 1 / CONVERGED - 1
"""A trial has ended where all others together hold less than this share of the first language."""
DOUBT = 1e-4
"""By how much a mean may be wrong where the winner of a trial is taken to hold all."""
SURE = 1e-9
"""How near to RATIO, in proportion, a sum in floating point is trusted to fall on the right side."""
NEGLIGIBLE = 30
"""Languages this many powers of two below the first are not looked at one by one."""
CLEAR = 3
FAR = 26
"""A look is settled at once where two languages are within reach of each other and none is 2**FAR above that reach,
that is 2**10 above the one taken to lead; with up to CLEAR powers of two of doubt that keeps them all within RATIO."""
BLEND = 128
"""The factors of the two nodes are whole numbers that sum to this."""
CURVATURE = 0.3607
"""The greatest second derivative of `log2(1 + share / weight)` by the logarithm of the weight: 1 / (4 ln 2)."""
LANE = 0xFFFFFFFF
TOP = 0x7FFFFFFF
"""A lane, and the greatest number whose top bit is free. Gains of 13.2 bits and 1,001 draws come to less than that."""
CHUNK = 64
"""How many factors are multiplied between logarithms; so many never leave the range of floating point."""


@dataclass(frozen=True, slots=True)
class _Blend:
    """Packed logarithms at one weight: `one` times the gains at the first node plus `two` times those at the second."""

    one: int
    two: int
    unit: int
    """How many units make a power of two."""
    slip: int
    """By how many units a draw may make the difference of two languages wrong."""


class Trials:
    """The seven trials over one table.

    A logarithm is kept for all languages at once in one whole number, 32 bits (a lane) each. What is kept is the gain
    over a language that has none of the n-grams, since only differences between languages matter.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        size = self._size = len(table.languages)
        self._ones = sum(1 << 32 * lane for lane in range(size))
        self._top = [1 << 32 * lane + 31 for lane in range(size)]
        self._tops = sum(self._top)
        self._lanes = lanes(size)
        start, end = map(math.log, node_weights())
        self._nodes = start, end - start
        self._left_out = size * 2.0**-NEGLIGIBLE
        self._shares = _Shares(table)
        self._rows = _Rows(table)
        self._columns = _Columns(table)
        # Every trial reads one fixed sequence of random words; a draw takes the top bits of a word, as Random does.
        # INVARIANT: no text has so many n-grams, and none so unlucky a number of them, that the words run out.
        drawn = Random(SEED).getrandbits(32 * KEPT_WORDS)
        self._words = list(Struct(f"<{KEPT_WORDS}I").unpack(drawn.to_bytes(4 * KEPT_WORDS, "little")))

    def means(self, grams: Sequence[int]) -> list[tuple[str, float]]:
        """Give the package's result for these n-grams (at least one), with its order of floating-point operations."""
        total = [0.0] * self._size
        normals = _Normals(self._words)
        at = 0
        for trial in range(TRIALS):
            at, normal = normals.take(trial, at)
            at, probs = self._exact_trial(grams, at, weight(normal))
            total = [mean + p / TRIALS for mean, p in zip(total, probs, strict=True)]
        means = [(code, mean) for code, mean in zip(self._table.languages, total, strict=True) if mean > REPORTED]
        return sorted(means, key=lambda item: item[1], reverse=True)

    def verdict(self, grams: Sequence[int]) -> str | None:
        """Give the language with the highest mean, `unknown` where it is too low, or None where that is not certain."""
        total = [0.0] * self._size
        normals = _Normals(self._words)
        at = likely = 0
        for left in reversed(range(TRIALS)):
            at, normal = normals.take(TRIALS - 1 - left, at)
            ended = self._quick_trial(grams, at, weight(normal), likely)
            if ended is None:
                at, probs = self._exact_trial(grams, at, weight(normal))
                ended = at, dict(enumerate(probs))
            at, held = ended
            for code, prob in held.items():
                total[code] += prob / TRIALS
            second, first = sorted(total)[-2:]
            likely = total.index(first)
            # Four trials won of seven are enough: the other three cannot lift any other language above their mean.
            if first - second > left / TRIALS + DOUBT and first > REPORTED + DOUBT:
                return self._table.languages[likely]
        return UNKNOWN if first < REPORTED - DOUBT else None

    def _exact_trial(self, grams: Sequence[int], at: int, light: float) -> tuple[int, list[float]]:
        """Run one trial as the package does; give where the random words go on, and the probabilities at its end."""
        size = len(grams)
        shift = 32 - size.bit_length()
        picks = (
            (place, self._shares[grams[draw]])
            for place, word in enumerate(islice(self._words, at, None), at + 1)
            if (draw := word >> shift) < size
        )
        at, row = next(picks)
        probs = [1.0 / self._size * (light + share) for share in row]
        drawn = 0
        while True:
            norm = sum(probs)
            probs = [p / norm for p in probs]
            if max(probs) > CONVERGED or drawn >= LAST_DRAW:
                return at, probs
            (_, a), (_, b), (_, c), (_, d), (at, e) = islice(picks, 5)
            probs = [
                p * (light + pa) * (light + pb) * (light + pc) * (light + pd) * (light + pe)
                for p, pa, pb, pc, pd, pe in zip(probs, a, b, c, d, e, strict=True)
            ]
            drawn += 5

    def _quick_trial(
        self, grams: Sequence[int], at: int, light: float, likely: int
    ) -> tuple[int, dict[int, float]] | None:
        """Run one trial; give where the random words go on and what each language holds, or None where that is unsure.

        The logarithms for this trial's weight are interpolated between those for two others, the nodes, which the
        n-grams come with.

        Args:
            likely: the language that is taken to lead as long as that is not refuted.

        Returns:
            Either one language with 1.0 (it holds more than 0.99999), or all languages with their probabilities.
        """
        blend = self._blend(light)
        if blend is None:
            return None
        one, two, unit, slip = blend.one, blend.two, blend.unit, blend.slip
        node = 0 if one else 1
        ones, tops = self._ones, self._tops
        base, far = unit * ones, FAR * unit * ones
        most = CLEAR * unit
        reference = TOP + math.floor(-math.log2(RATIO) * unit)
        row_of = self._rows.__getitem__
        words, size = self._words, len(grams)
        shift = 32 - size.bit_length()
        seen: list[int] = []
        reach = at
        products = _Products(self._columns, seen, light)
        sum_one = sum_two = 0
        for drawn in range(1, LAST_DRAW + 2, 5):
            while len(seen) < drawn:
                ahead = words[reach : reach + AHEAD]
                seen += [grams[draw] for word in ahead if (draw := word >> shift) < size]
                reach += AHEAD
            if drawn == 1:
                first = row_of(seen[0])
                sum_one, sum_two = first[node], first[1]
                continue
            a, b, c, d, e = map(row_of, seen[drawn - 5 : drawn])
            sum_one += a[node] + b[node] + c[node] + d[node] + e[node]
            if one and two:
                sum_two += a[1] + b[1] + c[1] + d[1] + e[1]
                packed = sum_one * one + sum_two * two + base
            else:
                packed = sum_one
            slack = drawn * slip
            # Adding the complement of a bound carries into the top bit of just those lanes that are above it.
            marks = packed + (reference - slack - (packed >> 32 * likely & LANE)) * ones
            # The lane of the language taken to lead is marked in any case.
            if slack < most and marks & tops != self._top[likely] and not (marks - far) & tops:
                continue
            held = self._lanes.unpack(packed.to_bytes(self._lanes.size, "little"))
            lead = max(held)
            likely = held.index(lead)
            floor = lead - NEGLIGIBLE * unit
            others = sum([2.0 ** ((lane - lead) / unit) for lane in held if lane > floor]) - 1.0
            margin = 2.0 ** (slack / unit)
            if others > RATIO * margin:
                continue
            if (others + self._left_out) * margin > RATIO:
                ended = self._ended([(lane - lead) / unit for lane in held], margin, products, drawn)
                if ended is None:
                    return None
                if not ended:
                    continue
            break
        last = [place for place, word in enumerate(ahead, reach - AHEAD + 1) if word >> shift < size]
        at = last[drawn - len(seen) - 1]
        if drawn < LAST_DRAW:
            return at, {likely: 1.0}
        return at, self._held(seen[:drawn], light)

    def _blend(self, light: float) -> _Blend | None:
        """Give how gains at this weight follow from those at the nodes; None for a weight too far from them."""
        if not LIGHTEST < light < HEAVIEST:
            return None
        start, span = self._nodes
        part = (math.log(light) - start) / span
        two = round(part * BLEND)
        one = BLEND - two
        # What interpolation, the rounding of the two factors and the rounding of the gains may do to a difference.
        wrong = (
            CURVATURE / 2 * abs(part * (1 - part)) * span * span
            + abs(part - two / BLEND) * abs(span) / math.log(2)
            + (abs(one) + abs(two)) / BLEND / GAIN_UNIT
        )
        # At a node itself its own gains are taken as they are.
        unit = GAIN_UNIT * BLEND if one and two else GAIN_UNIT
        return _Blend(one, two, unit, math.ceil(wrong * unit))

    def _held(self, seen: list[int], light: float) -> dict[int, float]:
        """Give the probability of each language after the draws `seen`."""
        logs = [0.0] * self._size
        for number, times in Counter(seen).items():
            logs = [
                log + times * math.log(light + share) for log, share in zip(logs, self._shares[number], strict=True)
            ]
        top = max(logs)
        products = [math.exp(log - top) for log in logs]
        return {code: product / sum(products) for code, product in enumerate(products)}

    def _ended(self, below: list[float], margin: float, products: _Products, drawn: int) -> bool | None:
        """Tell whether all but the first language hold too little for the trial to go on; None where it is too close.

        Args:
            below: by language, the logarithm of its product less that of the first, so that the first has 0.
            margin: by which factor each of these products may be wrong.
            products: what gives them exactly.
            drawn: after how many draws this is asked.
        """
        others = sorted((log, code) for code, log in enumerate(below) if log > -NEGLIGIBLE)
        _, first = others.pop()
        guess = sum(2.0**log for log, _ in others) + self._left_out
        exact = 0.0
        top = products.log(first, drawn)
        while others:
            log, code = others.pop()
            guess -= 2.0**log
            exact += 2.0 ** (products.log(code, drawn) - top)
            if exact > RATIO * (1 + SURE):
                return False
            if exact + guess * margin < RATIO * (1 - SURE):
                return True
        return None


class _Rows(dict[int, tuple[int, int]]):
    """The packed gains of the n-grams asked for, at both nodes."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table
        self._size = lanes(len(table.languages)).size

    def __missing__(self, gram: int) -> tuple[int, int]:
        table, size = self._table, self._size
        place = table.places[gram]
        if place:
            start = 2 * (place - 1) * size
            dense = table.dense
            one = int.from_bytes(dense[start : start + size], "little")
            two = int.from_bytes(dense[start + size : start + 2 * size], "little")
        else:
            start, end = table.starts[gram - 1 : gram + 1]
            owners = table.owners[start:end]
            one, two = (
                sum([gain << 32 * owner for owner, gain in zip(owners, gains[start:end], strict=True)])
                for gains in table.gains
            )
        return self.setdefault(gram, (one, two))


class _Products:
    """The exact products of single languages in one trial, each taken further when it is asked for again."""

    def __init__(self, columns: _Columns, seen: list[int], light: float) -> None:
        """`seen` are the n-grams drawn, which may grow."""
        self._columns = columns
        self._seen = seen
        self._light = light
        self._logs: dict[int, tuple[int, float]] = {}

    def log(self, code: int, drawn: int) -> float:
        """Give the binary logarithm of a language's product over the first `drawn` n-grams; that is never fewer."""
        done, total = self._logs.get(code, (0, 0.0))
        share_of = self._columns[code].__getitem__
        factors = map(self._light.__add__, map(share_of, self._seen[done:drawn]))
        while chunk := list(islice(factors, CHUNK)):
            total += math.log2(math.prod(chunk))
        self._logs[code] = drawn, total
        return total


class _Columns(dict[int, "_Column"]):
    """The shares in each language, by its code."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, code: int) -> _Column:
        return self.setdefault(code, _Column(self._table, code))


class _Column(dict[int, float]):
    """The shares in one language, for the n-grams asked for."""

    def __init__(self, table: Table, code: int) -> None:
        super().__init__()
        self._table = table
        self._code = code

    def __missing__(self, gram: int) -> float:
        table = self._table
        place = table.owners.find(self._code, table.starts[gram - 1], table.starts[gram])
        share = self[gram] = 0.0 if place < 0 else table.shares[place]
        return share


class _Shares(dict[int, list[float]]):
    """The shares of an n-gram by language, for those asked for."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self._table = table

    def __missing__(self, gram: int) -> list[float]:
        start, end = self._table.starts[gram - 1 : gram + 1]
        shares = [0.0] * len(self._table.languages)
        for owner, share in zip(self._table.owners[start:end], self._table.shares[start:end], strict=True):
            shares[owner] = share
        return self.setdefault(gram, shares)


class _Normals:
    """The normal deviates that `Random.gauss` makes of the random words: two of four words, one kept for next time."""

    def __init__(self, words: list[int]) -> None:
        self._words = words
        self._kept = 0.0

    def take(self, trial: int, at: int) -> tuple[int, float]:
        """Give where the random words go on behind `at`, and the deviate of a trial (0, 1, 2, ... in this order)."""
        if trial % 2:
            return at, self._kept
        a, b, c, d = self._words[at : at + 4]
        turn = ((a >> 5) * 67108864.0 + (b >> 6)) / 9007199254740992.0 * math.tau
        radius = math.sqrt(-2.0 * math.log(1.0 - ((c >> 5) * 67108864.0 + (d >> 6)) / 9007199254740992.0))
        self._kept = math.sin(turn) * radius
        return at + 4, math.cos(turn) * radius
