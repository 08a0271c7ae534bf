"""Take what the parts of a module need in common; give the module under construction: names, constants, helpers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ifdsl.checking.code import Code, indented, name
from ifdsl.checking.names import Names, plain
from ifdsl.ir import nodes as n
from ifdsl.ir.walk import free_variables
from ifdsl.primitives.primitive import Primitive
from ifdsl.primitives.ranges import Range

DEEPEST = 20
"""Brackets nested deeper than this move into a helper function: CPython's parser gives up at 200."""


class Uncompilable(ValueError):
    """A program that no checker can be made of; the message says what is wrong with it."""


@dataclass(slots=True)
class Unit:
    """The module that is being written.

    `parts` are the helper functions of the definition in progress, `constants` the ranges by their Python source.
    """

    primitives: Mapping[str, Primitive]
    names: Names = field(default_factory=Names)
    constants: dict[str, str] = field(default_factory=dict)
    parts: list[str] = field(default_factory=list)
    owner: str = ""
    _helpers: dict[str, Code] = field(default_factory=dict)
    _part_numbers: dict[str, int] = field(default_factory=dict)

    def range(self, bounds: Range) -> Code:
        """A module-level constant for a range of literals."""
        source = f"mg.Range({bounds.lo!r}, {bounds.hi!r})"
        if source not in self.constants:
            self.constants[source] = self.names.take_exactly(_range_name(bounds))
        return Code(self.constants[source])

    def shallow(self, code: Code) -> Code:
        """`code`, or the call of a helper function that holds it where its brackets nest too deeply."""
        if code.depth <= DEEPEST:
            return code
        if code.text in self._helpers:
            return self._helpers[code.text]
        number = self._part_numbers[self.owner] = self._part_numbers.get(self.owner, 0) + 1
        helper = self.names.take_exactly(f"{self.owner}__part{number}")
        parameters = ", ".join(sorted(code.uses, key=lambda word: (word != "r", word)))
        self.parts.append(f"def {helper}({parameters}):\n    return {indented(code.text)}\n")
        self._helpers[code.text] = Code(f"{helper}({parameters})", depth=1, uses=code.uses)
        return self._helpers[code.text]


def _range_name(bounds: Range) -> str:
    def word(bound: int | float) -> str:
        sign = "MINUS_" if bound < 0 else ""
        # What is too long for a name, or cannot be written in decimal, is a number like any other.
        return sign + (plain(f"{abs(bound)!r}").lstrip("x") if abs(bound) < 10**15 else "N")

    if bounds.lo is None:
        return "ANY_NUMBER" if bounds.hi is None else f"AT_MOST_{word(bounds.hi)}"
    if bounds.hi is None:
        return f"AT_LEAST_{word(bounds.lo)}"
    if bounds.lo == bounds.hi:
        return f"EXACTLY_{word(bounds.lo)}"
    return f"FROM_{word(bounds.lo)}_TO_{word(bounds.hi)}"


@dataclass(frozen=True, slots=True)
class Scope:
    """What the variables of the language are called in Python, at one place in a function.

    `origins` are the expressions that local names stand for, `places` the Python names that say where an element
    comes from. `fixed` are the variables that do not depend on the text.
    """

    unit: Unit
    values: Mapping[str, Code] = field(default_factory=dict)
    origins: Mapping[str, n.Expr] = field(default_factory=dict)
    places: Mapping[str, Code] = field(default_factory=dict)
    claims: Mapping[str, Code] = field(default_factory=dict)
    fixed: frozenset[str] = frozenset()
    taken: frozenset[str] = frozenset()

    def fresh(self, word: str) -> str:
        """A Python name like `word` that shadows nothing here."""
        base = plain(word)
        # Capitals are for the constants of the module, which may get their names later than a local gets its own.
        free, number = f"{base}_" if base == base.upper() else base, 2
        while free in self.taken or free in self.unit.names:
            free, number = (f"{base}_", 2) if free == base else (f"{base}_{number}", number + 1)
        return free

    def with_value(self, variable: str, code: Code, *, fixed: bool, origin: n.Expr | None = None) -> Scope:
        """This scope with `variable` standing for `code`."""
        # INVARIANT: the names in an origin mean here what they meant where it was written, so origins make no circle.
        origins = {key: held for key, held in self.origins.items() if key != variable}
        origins = {key: held for key, held in origins.items() if variable not in free_variables(held)}
        if origin is not None and variable not in free_variables(origin):
            origins[variable] = origin
        return replace(
            self,
            values={**self.values, variable: code},
            origins=origins,
            places={key: place for key, place in self.places.items() if key != variable},
            claims={key: claim for key, claim in self.claims.items() if key != variable},
            fixed=self.fixed | {variable} if fixed else self.fixed - {variable},
            taken=self.taken | code.uses,
        )

    def with_local(self, variable: str, *, fixed: bool, origin: n.Expr | None = None) -> tuple[Scope, str]:
        """This scope with `variable` as a new local name, and that name."""
        local = self.fresh(variable)
        return self.with_value(variable, name(local), fixed=fixed, origin=origin), local

    def read(self, variable: str) -> Code:
        try:
            return self.values[variable]
        except KeyError:
            raise Uncompilable(f"`{variable}` is not the name of anything here") from None

    def is_fixed(self, expression: n.Expr) -> bool:
        """Whether the value of `expression` does not depend on the text."""
        return free_variables(expression) <= self.fixed
