"""Take a program, arguments and a text; give verdict and margin by the plainest walk over the IR.

Nothing runs this but tests, which hold the compiled functions to it. It shares no code with them: values come from
`ir.evaluate`, everything else is written out here. No view is kept, nothing is reordered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf, isfinite
from typing import Any

from ifdsl.checking.verdict import Verdict
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import compare, evaluate
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.undecided import Undecided

Result = tuple[Verdict, float | None]
"""A verdict and its margin, None where the verdict is neither pass nor fail."""

Claim = tuple[bool, float]
"""Whether something holds, and by what margin."""

_UNDECIDED = (Undecided, OverflowError, MemoryError, RecursionError)
_UNKNOWN: Result = (Verdict.UNKNOWN, None)
_NOT_APPLICABLE: Result = (Verdict.NOT_APPLICABLE, None)
_COMPLEMENT = {
    "==": "!=",
    "!=": "==",
    "<": ">=",
    ">=": "<",
    "<=": ">",
    ">": "<=",
    "in": "not in",
    "not in": "in",
}


# ---------------------------------------------------------------- specs


def check_spec(program: n.Program, name: str, values: Sequence[Any], text: str) -> list[Result]:
    """The results of a spec's top-level requirements, `must` then `should`, in declared order.

    Args:
        values: the spec's values in the order of its parameters.
    """
    spec = next(spec for spec in program.specs if spec.name == name)
    environment = {parameter.name: value for parameter, value in zip(spec.parameters, values, strict=True)}
    return [check_requirement(program, item, environment, text) for item in (*spec.must, *spec.should)]


def check_requirement(
    program: n.Program, requirement: n.Requirement, environment: Mapping[str, Any], text: str
) -> Result:
    """The result of one requirement on `text`, with the spec's values in `environment`."""
    here = {**environment, n.RESPONSE: text}

    def conjunction(body: Iterable[n.Requirement], on: str) -> Result:
        return _and([check_requirement(program, part, environment, on) for part in body])

    try:
        match requirement:
            case n.Demand():
                arguments = [evaluate(argument, here) for argument in requirement.arguments]
                return check_constraint(program.constraints[requirement.constraint], arguments, text)
            case n.Each() | n.IfPresent():
                elements = evaluate(requirement.domain, here)
                if not elements:
                    return Verdict.PASS, 1.0
                return _and([conjunction(requirement.body, element) for element in elements])
            case n.Within():
                return conjunction(requirement.body, evaluate(requirement.subject, here))
            case n.When():
                chosen = requirement.then if evaluate(requirement.condition, here) else requirement.otherwise
                return conjunction(chosen, text)
            case n.Combined():
                results = [check_requirement(program, part, environment, text) for part in requirement.body]
                if requirement.combinator == "any_of":
                    return _or(results)
                return _and(results if requirement.combinator == "all_of" else [_not(result) for result in results])
    except _UNDECIDED:
        return _UNKNOWN


def _and(results: Sequence[Result]) -> Result:
    return _joined(results, (Verdict.FAIL, Verdict.UNKNOWN, Verdict.PASS), min)


def _or(results: Sequence[Result]) -> Result:
    return _joined(results, (Verdict.PASS, Verdict.UNKNOWN, Verdict.FAIL), max)


def _joined(results: Sequence[Result], order: Sequence[Verdict], choose: Callable[[list[float]], float]) -> Result:
    for verdict in order:
        if any(found is verdict for found, _ in results):
            if verdict is Verdict.UNKNOWN:
                return _UNKNOWN
            return verdict, choose([margin for _, margin in results if margin is not None])
    return _NOT_APPLICABLE


def _not(result: Result) -> Result:
    verdict, margin = result
    if margin is None:
        return result
    turned = Verdict.FAIL if verdict is Verdict.PASS else Verdict.PASS
    return turned, -margin if margin != 0 else -1e-9


# ---------------------------------------------------------------- constraints


def check_constraint(constraint: n.Constraint, arguments: Sequence[Any], text: str) -> Result:
    """The result of a constraint on `text`; of one that a judge or a Python function decides, unknown.

    Args:
        arguments: in the order of the parameters; a number where a range is wanted means exactly that number.
    """
    if not isinstance(constraint.check, n.ExprCheck):
        return _UNKNOWN
    environment: dict[str, Any] = {n.RESPONSE: text}
    fixed = set()
    for parameter, value in zip(constraint.parameters, arguments, strict=True):
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        environment[parameter.name] = Range(value, value) if parameter.type == "range" and is_number else value
        fixed.add(parameter.name)
    return _Walk(environment, {}, frozenset(fixed)).check(constraint.check)


class _Walk:
    """A walk with what is known by name: values, expressions of truth values, and which names are free of the text."""

    def __init__(
        self, values: Mapping[str, Any], claims: Mapping[str, tuple[n.Expr, _Walk]], fixed: frozenset[str]
    ) -> None:
        self.values, self.claims, self.fixed = values, claims, fixed

    def with_name(self, name: str, node: n.Expr) -> _Walk:
        """This walk with the value of `node` under a name, through which margins look."""
        claims = {key: claim for key, claim in self.claims.items() if key != name}
        if isinstance(node, n.Variable) and node.name in self.claims:
            claims[name] = self.claims[node.name]
        elif node.type == "bool" and not isinstance(node, n.Value | n.Variable):
            claims[name] = (node, self)
        fixed = self.fixed | {name} if self.is_fixed(node) else self.fixed - {name}
        return _Walk({**self.values, name: evaluate(node, self.values)}, claims, fixed)

    def with_element(self, quantifier: n.Quantifier, element: Any) -> _Walk:
        claims = {key: claim for key, claim in self.claims.items() if key != quantifier.variable}
        names = {quantifier.variable}
        fixed = self.fixed | names if self.is_fixed(quantifier.domain) else self.fixed - names
        return _Walk({**self.values, quantifier.variable: element}, claims, fixed)

    def is_fixed(self, node: n.Expr) -> bool:
        return _names(node) <= self.fixed

    # ------------------------------------------------------------ the whole check

    def check(self, check: n.ExprCheck) -> Result:
        walk, claims = self, []
        failed = False
        try:
            waiting = list(check.lets)
            for conjunct in _conjuncts(check.value):
                walk = walk._ready(waiting, _names(conjunct))
                claim = walk._outermost(conjunct, check.if_empty)
                if claim is not None:
                    claims.append(claim)
                    failed = failed or not claim[0]
        except _UNDECIDED:
            if not failed:
                return _UNKNOWN
        if not claims:
            return _NOT_APPLICABLE
        return (Verdict.FAIL if failed else Verdict.PASS), min(margin for _, margin in claims)

    def _ready(self, waiting: list[n.LetItem], names: set[str]) -> _Walk:
        """The walk with the names given that `names` ask for, each with those it asks for itself, in declared order."""
        walk = self
        for let in list(waiting):
            if let.name in names and let in waiting:
                waiting.remove(let)
                walk = walk._ready(waiting, _names(let.value)).with_name(let.name, let.value)
        return walk

    def _outermost(self, node: n.Expr, if_empty: str | None) -> Claim | None:
        """A conjunct of a check; None where it does not apply."""
        if isinstance(node, n.Quantifier) and node.quantifier == "all" and if_empty in ("fail", "not_applicable"):
            found = self.elements(node, True)
            if not found:
                return None if if_empty == "not_applicable" else (False, -1.0)
            return all(holds for holds, _ in found), min(margin for _, margin in found)
        return self.claim(node, True)

    # ------------------------------------------------------------ truth values

    def claim(self, node: n.Expr, wanted: bool) -> Claim:
        """Whether `node` is as wanted, and by what margin."""
        match node:
            case n.Not():
                return self.claim(node.operand, not wanted)
            case n.Logic():
                conjunctive = (node.operator == "and") is wanted
                return _combined((self._later(operand, wanted) for operand in node.operands), conjunctive)
            case n.Conditional():
                chosen = node.then if evaluate(node.condition, self.values) else node.otherwise
                return self.claim(chosen, wanted)
            case n.Quantifier():
                found = self.elements(node, wanted)
                if (node.quantifier == "all") is wanted:
                    return all(holds for holds, _ in found), min([margin for _, margin in found], default=1.0)
                return any(holds for holds, _ in found), max([margin for _, margin in found], default=-1.0)
            case n.Compare():
                return self._chain(node, wanted)
            case n.Variable() if node.name in self.claims:
                expression, walk = self.claims[node.name]
                return walk.claim(expression, wanted)
            case _:
                holds = bool(evaluate(node, self.values)) is wanted
                return holds, 1.0 if holds else -1.0

    def _later(self, node: n.Expr, wanted: bool) -> Callable[[], Claim]:
        return lambda: self.claim(node, wanted)

    def elements(self, node: n.Quantifier, wanted: bool) -> list[Claim]:
        """The claims of a quantifier's elements, up to one that is undecided after another settled the whole."""
        conjunctive = (node.quantifier == "all") is wanted
        found: list[Claim] = []
        domain = evaluate(node.domain, self.values)
        try:
            for element in domain:
                inner = self.with_element(node, element)
                if node.condition is None or evaluate(node.condition, inner.values):
                    found.append(inner.claim(node.element, wanted))
        except _UNDECIDED:
            if not any(holds is not conjunctive for holds, _ in found):
                raise
        return found

    def _chain(self, node: n.Compare, wanted: bool) -> Claim:
        values: list[Any] = []

        def link(position: int) -> Claim:
            while len(values) < position + 2:
                values.append(evaluate(node.operands[len(values)], self.values))
            left, right = node.operands[position], node.operands[position + 1]
            by_left = self.is_fixed(left) and not self.is_fixed(right)
            return _link(node.operators[position], values[position], values[position + 1], wanted, by_left)

        later = [(lambda position=position: link(position)) for position in range(len(node.operators))]
        return _combined(later, wanted)


def _combined(later: Iterable[Callable[[], Claim]], conjunctive: bool) -> Claim:
    """`and` or `or` of claims, up to one that is undecided after another settled the whole."""
    found: list[Claim] = []
    try:
        for claim in later:
            found.append(claim())
    except _UNDECIDED:
        if not any(holds is not conjunctive for holds, _ in found):
            raise
    if conjunctive:
        return all(holds for holds, _ in found), min(margin for _, margin in found)
    return any(holds for holds, _ in found), max(margin for _, margin in found)


# ---------------------------------------------------------------- comparisons


def _link(operator: str, left: Any, right: Any, wanted: bool, by_left: bool) -> Claim:
    holds = compare(operator, left, right) is wanted
    if not wanted:
        operator = _COMPLEMENT[operator]
    numbers = [isinstance(side, int | float) and not isinstance(side, bool) for side in (left, right)]
    if operator in ("in", "not in") and numbers[1]:
        right = Range(right, right)
    if operator in ("in", "not in") and isinstance(right, Range):
        sides = [(">=" if operator == "in" else "<", right.lo), ("<=" if operator == "in" else ">", right.hi)]
        found = [_distance(op, left, bound, bound) for op, bound in sides if bound is not None]
        margin = min(found, default=1.0) if operator == "in" else max(found, default=-1.0)
    elif operator not in ("in", "not in") and all(numbers):
        margin = _distance(operator, left, right, left if by_left else right)
    else:
        margin = 1.0 if holds else -1.0
    if holds:
        return True, min(margin, 1e9) if margin >= 0 else 0.0
    return False, max(margin, -1e9) if margin < 0 else -1e-9


def _distance(operator: str, left: int | float, right: int | float, bound: int | float) -> float:
    """How far `left` may move before the comparison changes; negative, how far it has to."""
    strict = 1 if isinstance(left, int) and isinstance(right, int) else 0
    try:
        apart = right - left
    except OverflowError:
        apart = inf if right > left else -inf
    steps = {
        "<=": apart,
        "<": apart - strict,
        ">=": -apart,
        ">": -apart - strict,
        "==": -abs(apart),
        "!=": abs(apart) - strict,
    }[operator]
    try:
        if not isfinite(steps) or not isfinite(bound):
            return 1.0 if steps > 0 else -1.0
        return steps / max(1.0, abs(bound))
    except OverflowError:
        return 1e9 if steps > 0 else -1e9


# ---------------------------------------------------------------- shapes


def _conjuncts(node: n.Expr) -> list[n.Expr]:
    if isinstance(node, n.Logic) and node.operator == "and":
        return [part for operand in node.operands for part in _conjuncts(operand)]
    return [node]


def _names(node: n.Expr) -> set[str]:
    """The variables that an expression takes from around it."""
    match node:
        case n.Variable():
            return {node.name}
        case n.Quantifier():
            inner = _names(node.element) | (set() if node.condition is None else _names(node.condition))
            return _names(node.domain) | (inner - {node.variable})
        case n.Bounds() | n.Slice():
            parts = [node.low, node.high, node.subject if isinstance(node, n.Slice) else None]
        case n.Items():
            parts = list(node.items)
        case n.Call():
            parts = list(node.arguments)
        case n.Logic() | n.Compare():
            parts = list(node.operands)
        case n.Not() | n.Negative():
            parts = [node.operand]
        case n.Arithmetic():
            parts = [node.left, node.right]
        case n.Conditional():
            parts = [node.condition, node.then, node.otherwise]
        case n.Index():
            parts = [node.subject, node.index]
        case n.FieldOf():
            parts = [node.subject]
        case _:
            parts = []
    return {name for part in parts if part is not None for name in _names(part)}
