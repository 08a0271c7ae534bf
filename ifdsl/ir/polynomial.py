"""Take sizes that are not known yet; give sums and products of them: polynomials of degree two at most, or too high."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

DEGREE = 2

Term = tuple[str, ...]
"""The names in a product, sorted: `()` is the constant, `("n", "n")` the square of n."""


# Not frozen, because that makes it several times slower to make one; nothing changes one once it is made.
@dataclass(slots=True, eq=False)
class Polynomial:
    """A sum of terms with coefficients that are not negative. `higher` says that there was a term of higher degree."""

    terms: Mapping[Term, float] = field(default_factory=dict)
    higher: bool = False

    def __add__(self, other: Polynomial) -> Polynomial:
        mine, theirs = self.terms, other.terms
        if not theirs and not other.higher:
            return self
        if not mine and not self.higher:
            return other
        terms = dict(mine)
        for term, factor in theirs.items():
            terms[term] = terms.get(term, 0.0) + factor
        return Polynomial(terms, self.higher or other.higher)

    def __mul__(self, other: Polynomial) -> Polynomial:
        terms: dict[Term, float] = {}
        higher = (self.higher and bool(other)) or (other.higher and bool(self))
        for one, factor in self.terms.items():
            for two, other_factor in other.terms.items():
                if len(one) + len(two) > DEGREE:
                    higher = True
                else:
                    term = tuple(sorted(one + two))
                    terms[term] = terms.get(term, 0.0) + factor * other_factor
        return Polynomial(terms, higher)

    def __bool__(self) -> bool:
        return bool(self.terms) or self.higher

    def times(self, factor: float) -> Polynomial:
        if not factor or not self:
            return ZERO
        return Polynomial({term: value * factor for term, value in self.terms.items()}, self.higher)

    def coefficient(self, *names: str) -> float:
        return self.terms.get(tuple(sorted(names)), 0.0)

    @property
    def degree(self) -> int:
        return DEGREE + 1 if self.higher else max(map(len, self.terms), default=0)

    def at(self, size: float) -> float:
        """The value where everything that is not known is `size`."""
        return sum(factor * size ** len(term) for term, factor in self.terms.items())

    def with_value(self, name: str, value: Polynomial) -> Polynomial:
        """The polynomial with `value` in place of `name`."""
        return self.summed(name, ONE, value, value)

    def summed(self, name: str, count: Polynomial, total: Polynomial, largest: Polynomial) -> Polynomial:
        """The sum over `count` values of `name`, none above `largest`, that add up to `total`.

        This is why a loop over the words of a text costs as much as the text is long, not the square of it.
        """
        if not any(name in term for term in self.terms):
            return self * count
        result = ZERO
        for term, factor in self.terms.items():
            times = term.count(name)
            rest = Polynomial({tuple(each for each in term if each != name): factor})
            if not times:
                result += rest * count
            else:
                result += rest * total if times == 1 else rest * total * largest
        return Polynomial(result.terms, result.higher or self.higher)


ZERO = Polynomial()
ONE = Polynomial({(): 1.0})


@lru_cache(maxsize=1024)
def constant(value: float) -> Polynomial:
    return Polynomial({(): float(value)}) if value else ZERO


def unknown(name: str) -> Polynomial:
    return Polynomial({(name,): 1.0})


def largest(*polynomials: Polynomial) -> Polynomial:
    """What is nowhere below any of them: the greatest coefficient of each term."""
    terms: dict[Term, float] = {}
    for each in polynomials:
        for term, factor in each.terms.items():
            terms[term] = max(factor, terms.get(term, 0.0))
    return Polynomial(terms, any(each.higher for each in polynomials))
