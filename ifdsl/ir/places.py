"""Take loops over the places of lists (`for i in indices(words)`); give how much text is taken from lists there.

`words[i]` is another element at each turn, and so is `words[i + 1]`: over the whole loop it is no more than the list
holds, where a bound on each single element would be as long as the response.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ifdsl.ir import nodes as n
from ifdsl.ir.polynomial import ZERO, Polynomial, largest
from ifdsl.ir.walk import free_variables

LOOP = "indices"
"""The function whose result is a list of places."""


@dataclass(slots=True)
class Taken:
    """What a loop over places takes from lists, in all and at one turn at most. `name` is the length of one element."""

    name: str
    total: Polynomial = ZERO
    most: Polynomial = ZERO

    def add(self, total: Polynomial, most: Polynomial) -> None:
        self.total, self.most = largest(self.total, total), largest(self.most, most)


@dataclass(slots=True)
class Places:
    """The loops that an expression stands in: over places, and what the value of each loop's variable depends on."""

    _taken: dict[str, Taken] = field(default_factory=dict)
    _depends: dict[str, frozenset[str]] = field(default_factory=dict)

    def entering(self, loop: n.Quantifier, name: str) -> Places:
        """The loops inside `loop`, whose elements have a length called `name`."""
        taken = {variable: held for variable, held in self._taken.items() if variable != loop.variable}
        # INVARIANT: what depends on a variable of that name outside must not be taken to depend on this one.
        if isinstance(loop.domain, n.Call) and loop.domain.function == LOOP and loop.variable not in self._depends:
            taken[loop.variable] = Taken(name)
        depends: set[str] = set()
        for variable in free_variables(loop.domain):
            depends |= self._depends.get(variable, frozenset())
            if variable in self._depends:
                depends.add(variable)
        return Places(taken, {**self._depends, loop.variable: frozenset(depends)})

    def taken(self, variable: str) -> Taken | None:
        """What the loop of a variable takes, if it goes over places."""
        return self._taken.get(variable)

    def at(self, node: n.Index) -> tuple[Taken, int] | None:
        """The outermost loop that each element of `node` is taken once by, or twice; None where there is none."""
        if not isinstance(node.subject, n.Variable):
            return None
        for variable, taken in self._taken.items():
            turns = self._turns(node.index, variable)
            if turns and self._is_free(node.subject, variable):
                return taken, turns
        return None

    def _turns(self, index: n.Expr, variable: str) -> int:
        """How often one place can come about as `index` while a loop runs; 0 where that is not known."""
        if isinstance(index, n.Variable):
            return int(index.name == variable)
        if isinstance(index, n.Arithmetic) and index.operator in ("+", "-"):
            sides = [(index.left, index.right)]
            if index.operator == "+":
                sides.append((index.right, index.left))
            for side, offset in sides:
                if self._turns(side, variable) and self._is_free(offset, variable):
                    # A place below 0 counts from the end, so that the same element may come about from either side.
                    return 2
        return 0

    def _is_free(self, node: n.Expr, variable: str) -> bool:
        """Whether a value stays the same, turn for turn of the loops inside, while the loop of `variable` runs."""
        return not any(
            name == variable or variable in self._depends.get(name, frozenset()) for name in free_variables(node)
        )
