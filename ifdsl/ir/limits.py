"""Take a lowered declaration; say where it could take too many steps, or make a text, list or number that is too large.

The bounds are those of `cost`: they hold for every response, so that a stranger's file can hang neither who compiles it
nor who grades with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from ifdsl.ir import nodes as n
from ifdsl.ir.cost import RESPONSE, Analysis, Bound, Environment, Measure, either, nominal, text
from ifdsl.ir.polynomial import ONE, ZERO, Polynomial, constant, unknown

LENGTH = 1_000
MAX_STEPS = 1_000_000_000
"""Steps that a check may take on a response of `LENGTH` characters, at the very worst."""

MAX_CONSTANT_STEPS = 2_000_000
"""Steps of what is evaluated before there is a response: about a second of a walk over the tree."""

MAX_SIZE = 1_000_000
"""Characters and elements of what is made whatever the response is."""

MAX_GROWTH = 100
"""How many times longer than the response what is made of it may get."""

MAX_DIGITS = 4_000
"""Digits of a number: Python writes no more than 4,300."""

CUBIC = "takes steps that grow with the cube of the response or faster"


def wrong_with_check(constraint: n.Constraint) -> str | None:
    """What the check does that it may not, in words that follow its name; None where it keeps to the limits."""
    analysis = Analysis()
    return _wrong(analysis.check(constraint.check, {n.RESPONSE: RESPONSE}), analysis)


def wrong_with_constants(
    expressions: Iterable[n.Expr], values: Environment | None = None, limit: float = MAX_CONSTANT_STEPS
) -> str | None:
    """The same of expressions that are evaluated without a response. `values` measures the variables in them."""
    analysis, steps = Analysis(), ZERO
    for expression in expressions:
        steps += analysis.measure(expression, values or {})[0]
    return _wrong(steps, analysis, limit)


def wrong_with_capture(expression: n.Expr, values: Environment) -> str | None:
    """The same of a value that is taken from a response."""
    analysis = Analysis()
    return _wrong(analysis.measure(expression, {**values, n.RESPONSE: RESPONSE})[0], analysis)


def wrong_with_requirement(
    requirement: n.Requirement, constraints: Mapping[str, n.Constraint], values: Environment, instances: int
) -> str | None:
    """The same of a requirement with all that it holds.

    Args:
        requirement: what stands at the top of a `must` or `should`.
        constraints: by name.
        values: how large the values of the spec's parameters get.
        instances: for how many of them the requirement is worded.
    """
    analysis = Analysis()
    steps = _requirement(requirement, RESPONSE, constraints, values, analysis)
    wrong = _wrong(steps, analysis)
    if wrong is not None:
        return wrong
    analysis = Analysis()
    return _wrong(_constant_steps(requirement, constraints, values, analysis), analysis, limit_for(instances))


def limit_for(instances: int) -> int:
    """How many steps may be taken before there is a response, for each of so many instances."""
    return min(MAX_CONSTANT_STEPS, MAX_STEPS // max(instances, 1))


def values_of(spec: n.Spec | n.Flow | n.Knowledge) -> dict[str, Measure]:
    """How large the values of the parameters of a spec or flow get."""
    analysis = Analysis()
    given: dict[str, list[Measure]] = {}
    for parameter in spec.parameters:
        if parameter.default is not None:
            given.setdefault(parameter.name, []).append(analysis.measure(parameter.default, {})[1])
    for draw in spec.draws:
        item = analysis.measure(draw.values, {})[1].item
        given.setdefault(draw.name, []).append(item or Measure())
    return {name: either(*measures) for name, measures in given.items()}


def holes(template: n.Template) -> list[n.Expr]:
    """The expressions that stand in a text."""
    return [part.expression for part in template.parts if isinstance(part, n.Hole)]


def texts_of(constraint: n.Constraint) -> Iterator[n.Template]:
    """The texts with holes of a constraint."""
    yield from (wording.text for wording in constraint.wordings)
    if isinstance(constraint.check, n.JudgeCheck):
        yield constraint.check.question


def _wrong(steps: Polynomial, analysis: Analysis, limit: float | None = None) -> str | None:
    """`limit` is that of steps without a response."""
    if steps.higher:
        return CUBIC
    for made in analysis.made:
        weight = made.weight
        if weight.degree > 1:
            return "makes a text or list that grows with the square of the response"
        if weight.coefficient() > MAX_SIZE:
            return f"makes a text or list of more than {MAX_SIZE:,} characters or elements"
        if sum(weight.terms.values()) - weight.coefficient() > MAX_GROWTH:
            return f"makes a text or list that is more than {MAX_GROWTH} times as long as the response"
        if made.digits > MAX_DIGITS:
            return f"makes a number of more than {MAX_DIGITS:,} digits"
    if limit is not None:
        return f"could take more than {limit:,} steps" if steps.at(1) > limit else None
    if steps.at(LENGTH) > MAX_STEPS:
        return f"could take more than {MAX_STEPS:,} steps on a response of {LENGTH:,} characters"
    return None


def _requirement(
    requirement: n.Requirement,
    response: Measure,
    constraints: Mapping[str, n.Constraint],
    values: Environment,
    analysis: Analysis,
) -> Polynomial:
    """The steps of a requirement on a response of that length."""

    def all_of(body: Iterable[n.Requirement], response: Measure) -> Polynomial:
        steps = ONE
        for each in body:
            steps += _requirement(each, response, constraints, values, analysis)
        return steps

    match requirement:
        case n.Demand():
            return _demand(requirement, response, constraints, values, analysis)
        case n.Combined():
            return all_of(requirement.body, response)
        case n.When():
            condition, _ = analysis.measure(requirement.condition, values)
            return condition + all_of((*requirement.then, *requirement.otherwise), response)
    subject = requirement.subject if isinstance(requirement, n.Within) else requirement.domain
    steps, domain = analysis.measure(subject, {**values, n.RESPONSE: response})
    if domain.item is None:
        return steps + all_of(requirement.body, domain)
    name, since = analysis.enter()
    inner = all_of(requirement.body, text(unknown(name)))
    analysis.leave(name, since, domain.item.size)
    return steps + inner.summed(name, domain.size, domain.total, domain.item.size)


def _demand(
    demand: n.Demand,
    response: Measure,
    constraints: Mapping[str, n.Constraint],
    values: Environment,
    analysis: Analysis,
) -> Polynomial:
    constraint = constraints.get(demand.constraint)
    if constraint is None:
        return ZERO
    steps, given = _given(constraint, demand, values, analysis)
    if _as_declared(constraint, given):
        bound = Bound(constraint.cost, constraint.cost_per_char, constraint.cost_per_char_squared)
    else:
        bound = Bound.of(analysis.check(constraint.check, {**given, n.RESPONSE: RESPONSE}))
    return steps + bound.on(response.size)


def _constant_steps(
    requirement: n.Requirement, constraints: Mapping[str, n.Constraint], values: Environment, analysis: Analysis
) -> Polynomial:
    """The steps of what is evaluated of a requirement before there is a response."""
    if isinstance(requirement, n.Demand):
        constraint = constraints.get(requirement.constraint)
        if constraint is None:
            return ZERO
        steps, given = _given(constraint, requirement, values, analysis)
        plain = 0
        for template in texts_of(constraint):
            for hole in holes(template):
                # Nearly all are names, each of which takes one step and makes nothing.
                if isinstance(hole, n.Variable):
                    plain += 1
                else:
                    steps += analysis.measure(hole, given)[0]
        return steps + constant(plain)
    if isinstance(requirement, n.When):
        steps, _ = analysis.measure(requirement.condition, values)
        body = (*requirement.then, *requirement.otherwise)
    else:
        steps, body = ZERO, requirement.body
    for each in body:
        steps += _constant_steps(each, constraints, values, analysis)
    return steps


def _given(
    constraint: n.Constraint, demand: n.Demand, values: Environment, analysis: Analysis
) -> tuple[Polynomial, dict[str, Measure]]:
    """The steps of evaluating the arguments of a demand, and how large they get."""
    steps, given = ZERO, {}
    for parameter, argument in zip(constraint.parameters, demand.arguments, strict=True):
        spent, given[parameter.name] = analysis.measure(argument, values)
        steps += spent
    return steps, given


def _as_declared(constraint: n.Constraint, given: Environment) -> bool:
    """Whether the arguments are no larger than what the bound of the constraint was made for."""
    return all(_fits(given[each.name], nominal(each.type)) for each in constraint.parameters)


def _fits(measure: Measure, declared: Measure) -> bool:
    sizes = measure.size.coefficient() <= declared.size.coefficient()
    if not sizes or measure.total.coefficient() > declared.total.coefficient() or measure.digits > declared.digits:
        return False
    return measure.item is None or declared.item is None or _fits(measure.item, declared.item)
