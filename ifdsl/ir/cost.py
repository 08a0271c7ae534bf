"""Take an expression; give a static bound on the steps that it takes and on the size of what it makes.

A step is one visit of a node, plus what the primitives declare for the length of what they get, plus what it takes to
compare, copy and join. Both bounds are polynomials in the length of the response. The elements of a view are disjoint
parts of its text, so a loop over them costs its body once a part and once a character, not the product of the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from ifdsl.ir import nodes as n
from ifdsl.ir.places import LOOP, Places
from ifdsl.ir.polynomial import DEGREE, ONE, ZERO, Polynomial, constant, largest, unknown
from ifdsl.ir.walk import operands
from ifdsl.primitives.table import TABLE
from ifdsl.primitives.types import ROW, item_of

LIST_BOUND = 64
"""How many elements a list is taken to have that comes from a parameter; longer lists cost proportionally more."""

TEXT_BOUND = 256
"""How many code points a text is taken to have that comes from a parameter."""

MAX_DEGREE = DEGREE

_N = "n"
_DIGITS = 16
_COPIED, _COMPARED = 0.05, 0.5
_TWO = constant(2)
_CASES = ("upper", "lower")


@dataclass(frozen=True, slots=True)
class Bound:
    """`base + linear * n + quadratic * n**2` steps for a response of n code points; `higher` where that is too low."""

    base: float = 0.0
    linear: float = 0.0
    quadratic: float = 0.0
    higher: bool = False

    def __add__(self, other: Bound) -> Bound:
        return Bound(
            self.base + other.base,
            self.linear + other.linear,
            self.quadratic + other.quadratic,
            self.higher or other.higher,
        )

    def steps(self, length: int) -> float:
        return self.base + self.linear * length + self.quadratic * length**2

    @classmethod
    def of(cls, steps: Polynomial) -> Bound:
        return cls(steps.coefficient(), steps.coefficient(_N), steps.coefficient(_N, _N), steps.higher)

    def on(self, length: Polynomial) -> Polynomial:
        """The bound for a text of that length."""
        steps = constant(self.base) + length.times(self.linear) + (length * length).times(self.quadratic)
        return Polynomial(steps.terms, steps.higher or self.higher)


# Not frozen, for the same reason as `Polynomial`.
@dataclass(slots=True)
class Measure:
    """How large a value can get.

    `size` counts the code points of a text or the elements of a list, `total` the code points in it all (in a list of
    lists also the elements), `item` is the largest element of a list, and `digits` bounds a number. `cased` says of a
    text that all of it went through `upper` or `lower`: what one case gave, another does not lengthen.
    """

    size: Polynomial = ZERO
    total: Polynomial = ZERO
    item: Measure | None = None
    digits: float = 0.0
    cased: bool = False

    @property
    def weight(self) -> Polynomial:
        """What it takes to hold the value."""
        return self.size if self.item is None else self.size + self.total

    @property
    def reach(self) -> Polynomial:
        """What it takes to go through the value."""
        return self.size if self.item is None else largest(self.size, self.total)


Environment = Mapping[str, Measure]


def text(length: Polynomial) -> Measure:
    return Measure(length, length)


RESPONSE = text(unknown(_N))


@lru_cache(maxsize=1024)
def nominal(type_name: str) -> Measure:
    """What a value of a type is taken to be where nothing is known of it."""
    element = item_of(type_name)
    if element is not None:
        item = nominal(element)
        return Measure(constant(LIST_BOUND), item.weight.times(LIST_BOUND), item)
    if type_name == "text" or type_name.startswith('"'):
        return text(constant(TEXT_BOUND))
    return Measure(digits=_DIGITS)


def either(*measures: Measure) -> Measure:
    """A measure that is nowhere below any of them."""
    items = [measure.item for measure in measures if measure.item is not None]
    return Measure(
        largest(*(measure.size for measure in measures)),
        largest(*(measure.total for measure in measures)),
        either(*items) if items else None,
        max((measure.digits for measure in measures), default=0.0),
    )


def bound_of(expression: n.Expr) -> Bound:
    """The bound on one evaluation of `expression`."""
    return Bound.of(Analysis().measure(expression, {n.RESPONSE: RESPONSE})[0])


def bound_of_check(check: n.Check) -> Bound:
    """The bound on the steps of one check, for arguments as `nominal` has them; nothing where no code is run here."""
    return Bound.of(Analysis().check(check, {n.RESPONSE: RESPONSE}))


@dataclass(slots=True)
class Analysis:
    """Measures expressions. `made` holds what they make on the way: the weights of texts and lists, and digits."""

    made: list[Measure] = field(default_factory=list)
    _loops: int = 0
    _places: Places = field(default_factory=Places)

    def measure(self, node: n.Expr, environment: Environment) -> tuple[Polynomial, Measure]:
        """The steps of one evaluation, and how large the value can get."""
        match node:
            case n.Value():
                return ONE, _value(node.value)
            case n.Pattern():
                return ONE, Measure()
            case n.FieldOf() if node.subject.type.startswith(ROW):
                return ONE, nominal(node.type)
            case n.Variable():
                return ONE, environment[node.name] if node.name in environment else nominal(node.type)
            case n.Call():
                return self._call(node, environment)
            case n.Quantifier():
                return self._quantifier(node, environment)
            case n.Index():
                return self._index(node, environment)
        steps, parts = ONE, []
        for child in operands(node):
            spent, value = self.measure(child, environment)
            steps += spent
            parts.append(value)
        extra, result = self._combined(node, parts)
        return steps + extra, result

    def check(self, check: n.Check, environment: Environment) -> Polynomial:
        """The steps of one check."""
        if not isinstance(check, n.ExprCheck):
            return ZERO
        steps, inner = ZERO, dict(environment)
        for let in check.lets:
            spent, inner[let.name] = self.measure(let.value, inner)
            steps += spent
        return steps + self.measure(check.value, inner)[0]

    def enter(self) -> tuple[str, int]:
        """Begin a loop: a fresh name for the length of the part that it is at, and what `leave` takes."""
        self._loops += 1
        return f"#{self._loops}", len(self.made)

    def leave(self, name: str, since: int, size: Polynomial) -> None:
        """End a loop: what was made inside is as large as the largest part, of `size`, has it."""
        for place in range(since, len(self.made)):
            self.made[place] = _at_largest(self.made[place], name, size)

    def _combined(self, node: n.Expr, parts: list[Measure]) -> tuple[Polynomial, Measure]:
        match node:
            case n.Items():
                return ZERO, _list_of(parts)
            case n.Compare():
                return _comparisons(node, parts), Measure()
            case n.Arithmetic():
                result = _sum(parts) if node.type not in ("int", "number") else _number(node.operator, parts)
                self.made.append(result)
                return result.weight.times(_COPIED), result
            case n.Conditional():
                return ZERO, either(*parts[1:])
            case n.Slice():
                return parts[0].weight.times(_COPIED), _cut(node, parts[0])
            case n.Bounds() | n.FieldOf() | n.Negative():
                return ZERO, Measure(digits=max((part.digits for part in parts), default=0.0))
        return ZERO, Measure()

    def _call(self, node: n.Call, environment: Environment) -> tuple[Polynomial, Measure]:
        cost = TABLE[node.function].cost
        steps, arguments = constant(1.0 + cost.base), []
        for place, argument in enumerate(node.arguments):
            spent, value = self.measure(argument, environment)
            steps += spent + value.reach.times(cost.per_char if place == 0 else _COPIED)
            arguments.append(value)
        return steps, _result(node, arguments)

    def _index(self, node: n.Index, environment: Environment) -> tuple[Polynomial, Measure]:
        steps, subject = self.measure(node.subject, environment)
        spent, _ = self.measure(node.index, environment)
        item = subject.item or text(ONE)
        loop = self._places.at(node) if item.item is None and item.size.degree else None
        if loop is not None:
            taken, turns = loop
            taken.add(subject.total.times(turns), item.size)
            item = text(unknown(taken.name))
        return ONE + steps + spent, item

    def _quantifier(self, node: n.Quantifier, environment: Environment) -> tuple[Polynomial, Measure]:
        steps, domain = self.measure(node.domain, environment)
        name, since = self.enter()
        each, item = ZERO, domain.item or Measure()
        inner = {**environment, node.variable: text(unknown(name)) if item.item is None and item.size else item}
        around, self._places = self._places, self._places.entering(node, name)
        if node.condition is not None:
            each, _ = self.measure(node.condition, inner)
        spent, value = self.measure(node.element, inner)
        taken, self._places = self._places.taken(node.variable), around
        total, most = (taken.total, taken.most) if taken is not None else (domain.total, item.size)
        self.leave(name, since, most)
        over = (name, domain.size, total, most)
        steps += ONE + (ONE + each + spent).summed(*over)
        if node.quantifier != "list":
            return steps, Measure()
        held = value.weight.summed(*over)
        result = Measure(domain.size, held, _at_largest(value, name, most), value.digits)
        self.made.append(result)
        return steps, result


@lru_cache(maxsize=1024)
def _value(value: bool | int | float | str) -> Measure:
    if isinstance(value, str):
        return text(constant(len(value)))
    return Measure(digits=len(f"{abs(value):.0f}"))


def _at_largest(value: Measure, name: str, size: Polynomial) -> Measure:
    item = None if value.item is None else _at_largest(value.item, name, size)
    return Measure(value.size.with_value(name, size), value.total.with_value(name, size), item, value.digits)


def _list_of(items: list[Measure]) -> Measure:
    total = ZERO
    for each in items:
        total += each.weight
    return Measure(constant(len(items)), total, either(*items))


def _cut(node: n.Slice, subject: Measure) -> Measure:
    """What `subject[low:high]` is: no more than between its bounds, where these are numbers from the beginning."""
    low, high = (0 if node.low is None else _whole(node.low)), _whole(node.high)
    if low is None or high is None or subject.size.degree or subject.size.coefficient() <= high - low:
        return subject
    count = constant(max(0, high - low))
    if subject.item is None:
        return text(count)
    return Measure(count, subject.item.weight.times(max(0, high - low)), subject.item, subject.digits)


def _whole(node: n.Expr | None) -> int | None:
    value = node.value if isinstance(node, n.Value) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _sum(parts: list[Measure]) -> Measure:
    return Measure(parts[0].size + parts[1].size, parts[0].total + parts[1].total, either(*parts).item)


def _number(operator: str, parts: list[Measure]) -> Measure:
    left, right = (part.digits for part in parts)
    return Measure(digits=left + right if operator in "*/" else max(left, right) + 1)


def _comparisons(node: n.Compare, parts: list[Measure]) -> Polynomial:
    steps = ZERO
    for operator, left, right in zip(node.operators, parts, parts[1:], strict=False):
        steps += (left.reach + right.reach).times(_COPIED)
        if operator in ("in", "not in") and right.item is not None:
            steps += right.size.times(_COMPARED)
    return steps


def _result(node: n.Call, arguments: list[Measure]) -> Measure:
    """How large the result of a primitive can get."""
    first, primitive = arguments[0], TABLE[node.function]
    if node.function == "join":
        return text(first.total + first.size * arguments[1].size)
    if node.function == "written_list":
        return text(first.total.times(primitive.growth) + first.size.times(len("'', ")))
    if node.function == "replace":
        return text(first.size + first.size * arguments[2].size)
    if node.function == LOOP:
        return Measure(first.size, ZERO, Measure(digits=_DIGITS))
    if node.function in ("first", "last"):
        return either(first.item or text(ONE), arguments[1])
    if item_of(node.type) is not None:
        # A view has one part more than there are characters where each is empty; a pattern splits at both ends as well.
        more = _TWO if node.function == "split_at" else ONE
        count = first.size + more if first.item is None else first.size
        if primitive.longest is not None:
            return Measure(count, count.times(primitive.longest), text(constant(primitive.longest)))
        if first.item is not None:
            return first
        if node.type == "list[int]":
            return Measure(count, ZERO, Measure(digits=_DIGITS))
        grown = first.size.times(primitive.growth)
        return Measure(count, grown.times(primitive.overlap), text(grown))
    if primitive.longest is not None:
        return text(constant(primitive.longest))
    if node.type == "text":
        cases = node.function in _CASES
        size = first.size if cases and first.cased else first.size.times(primitive.growth) + constant(primitive.extra)
        return Measure(size, size, cased=first.cased or cases)
    if node.function == "number":
        return Measure(digits=300)
    digits = max((argument.digits for argument in arguments), default=0.0)
    return Measure(digits=max(digits, first.digits if first.item is None else first.item.digits) + _DIGITS)
