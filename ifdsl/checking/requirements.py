"""Take a spec; give its Python functions: one per requirement, and `passes`, `verdicts` and `explain` over them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

from ifdsl.checking import code as c
from ifdsl.checking.binding import BadArguments, fit
from ifdsl.checking.code import Code
from ifdsl.checking.expressions import as_range, value
from ifdsl.checking.names import plain
from ifdsl.checking.quick import UNDECIDED, reason
from ifdsl.checking.unit import Scope, Uncompilable, Unit
from ifdsl.ir import nodes as n
from ifdsl.ir.cost import bound_of
from ifdsl.ir.evaluate import evaluate

TYPICAL_LENGTH = 2_000
"""Code points of the response for which costs are compared."""

_DOC = Code("r", uses=frozenset({"r"}))


@dataclass(frozen=True, slots=True)
class Compiled:
    """What a spec's functions need of a constraint: its declaration and the name of its fast function."""

    constraint: n.Constraint
    python_name: str


@dataclass(slots=True)
class SpecWriter:
    """Writes the functions of one spec; every function takes the document and the spec's parameters."""

    spec: n.Spec
    python_name: str
    unit: Unit
    constraints: Mapping[str, Compiled]
    scope: Scope
    parameters: tuple[str, ...]
    functions: list[str]

    @classmethod
    def of(cls, spec: n.Spec, python_name: str, unit: Unit, constraints: Mapping[str, Compiled]) -> SpecWriter:
        scope = Scope(unit, taken=frozenset({"r"}))
        scope = scope.with_value(n.RESPONSE, _DOC._replace(text="r.text", doc="r"), fixed=False)
        parameters = []
        for parameter in spec.parameters:
            scope, local = scope.with_local(parameter.name, fixed=True)
            parameters.append(local)
        return cls(spec, python_name, unit, constraints, scope, tuple(parameters), [])

    @property
    def signature(self) -> str:
        return ", ".join(["r", *self.parameters])

    def given(self, doc: str = "r") -> str:
        return ", ".join([doc, *self.parameters])

    # ------------------------------------------------------------ the whole spec

    def write(self) -> tuple[list[str], Code]:
        """The source of the functions, and the entry that describes them.

        Raises:
            Uncompilable: a requirement asks for a constraint that there is not, or its arguments do not fit.
        """
        self.unit.owner, self.unit.parts = self.python_name, []
        passes, verdicts, explain = (
            self.unit.names.take_exactly(f"{self.python_name}__{word}") for word in ("passes", "verdicts", "explain")
        )
        everything = [*self.spec.must, *self.spec.should]
        names = [self._requirement(requirement) for requirement in everything]
        must = list(zip(self.spec.must, names, strict=False))
        ordered = sorted(must, key=lambda pair: self._cost(pair[0]))
        passing = [self._accepted(requirement, name) for requirement, name in ordered]
        self._define(passes, f"return {_all(passing).text}")
        found = c.bracketed("[", [self._called(name) for name in names], "]")
        self._define(verdicts, f"return {found.text}")
        told = [
            c.tuple_of([self._told(requirement, self.scope) for requirement in requirements])
            for requirements in (self.spec.must, self.spec.should)
        ]
        report = c.call("mg.Report", c.literal(self.spec.name), *told)
        self._define(explain, f"return {report.text}")
        entry = c.call(
            "mg.SpecEntry",
            parameters=named(self.spec.parameters),
            must=c.tuple_of([c.literal(requirement.id) for requirement in self.spec.must]),
            should=c.tuple_of([c.literal(requirement.id) for requirement in self.spec.should]),
            requirements=c.tuple_of([Code(name) for name in names]),
            passes=Code(passes),
            verdicts=Code(verdicts),
            explain=Code(explain),
            **signature(self.spec.parameters),
        )
        return [*self.unit.parts, *self.functions], entry

    def _define(self, name: str, *statements: str, comment: str = "") -> None:
        body = "\n".join(f"    {c.indented(statement)}" for statement in statements)
        self.functions.append(f"{comment}def {name}({self.signature}):\n{body}\n")

    def _define_guarded(self, name: str, *statements: str) -> None:
        """A function whose own expressions may be undecided."""
        body = "\n".join(statements)
        self._define(name, c.indented(f"try:\n{body}"), "except mg.UNDECIDED:\n    return mg.UNKNOWN")

    def _called(self, name: str, doc: str = "r") -> Code:
        return Code(f"{name}({self.given(doc)})", depth=1)

    def _accepted(self, requirement: n.Requirement, name: str) -> Code:
        verdict = self._called(name)
        if self._may_not_apply(requirement):
            return c.call("mg.accepted", verdict)
        return Code(f"{verdict.text} is True", c.COMPARISON, 1)

    # ------------------------------------------------------------ fast functions

    def _requirement(self, requirement: n.Requirement) -> str:
        """Write the function of a requirement; give its name."""
        name = self.unit.names.take_exactly(f"{self.python_name}__{plain(requirement.id)}")
        match requirement:
            case n.Demand():
                define = self._define if _is_safe(requirement) else self._define_guarded
                define(name, f"return {self._demanded(requirement, self.scope).text}")
            case n.Combined():
                self._define(name, *self._body(requirement.body, requirement.combinator))
            case n.When():
                then, otherwise = (self._function(name, part) for part in (requirement.then, requirement.otherwise))
                condition = value(requirement.condition, self.scope)
                chosen = c.operation(["if", "else"], [then, condition, otherwise], c.TERNARY, [c.OR, c.OR, c.TERNARY])
                self._define_guarded(name, f"return {chosen.text}")
            case n.Within():
                part = c.call("mg.part", _DOC, value(requirement.subject, self.scope)).text
                self._define_guarded(name, f"return {self._function(name, requirement.body, part).text}")
            case n.Each() | n.IfPresent():
                domain = value(requirement.domain, self.scope).at(c.OR)
                element = self.scope.fresh(requirement.noun)
                body = self._function(name, requirement.body, f"mg.part(r, {element})")
                verdicts = c.bracketed("(", [Code(f"{body.text} for {element} in {domain.text}")], ")", comma=False)
                self._define_guarded(name, f"return {c.call('mg.all_of', verdicts, if_empty=Code('True')).text}")
        return name

    def _function(self, owner: str, body: Sequence[n.Requirement], doc: str = "r") -> Code:
        """The call, on `doc`, of what holds where all of `body` does."""
        if not body:
            return Code("mg.NOT_APPLICABLE")
        if len(body) == 1:
            return self._called(self._requirement(body[0]), doc)
        name = self.unit.names.take_exactly(f"{owner}__body")
        self._define(name, *self._body(body, "all_of"))
        return self._called(name, doc)

    def _body(self, body: Sequence[n.Requirement], combinator: str) -> list[str]:
        """Statements that combine the verdicts of `body`, cheapest first, and stop as soon as one settles it."""
        settling, result = ("False", "False") if combinator == "all_of" else ("True", "True")
        if combinator == "none_of":
            result = "False"
        taken = self.scope.taken | {"r"}
        statements, verdicts = [], []
        for requirement in sorted(body, key=self._cost):
            name = self._requirement(requirement)
            local = Scope(self.unit, taken=taken).fresh(plain(requirement.id))
            taken |= {local}
            verdicts.append(Code(local))
            statements.append(f"{local} = {self._called(name).text}\nif {local} is {settling}:\n    return {result}")
        return [*statements, f"return {c.call(f'mg.{combinator}', c.tuple_of(verdicts)).text}"]

    def _demanded(self, demand: n.Demand, scope: Scope, suffix: str = "") -> Code:
        """The call of a constraint's function on the document."""
        compiled = self.constraints.get(demand.constraint)
        if compiled is None:
            raise Uncompilable(f"there is no constraint `{demand.constraint}`")
        parameters = compiled.constraint.parameters
        if len(parameters) != len(demand.arguments):
            raise Uncompilable(f"`{demand.constraint}` takes {len(parameters)} arguments, not {len(demand.arguments)}")
        arguments = []
        for parameter, argument in zip(parameters, demand.arguments, strict=True):
            code = value(argument, scope)
            arguments.append(as_range(code, argument, scope) if parameter.type == "range" else code)
        return c.call(f"{compiled.python_name}{suffix}", _DOC, *arguments)

    # ------------------------------------------------------------ what a requirement costs and may give

    def _cost(self, requirement: n.Requirement) -> tuple[float, bool]:
        """The static bound of a requirement for a response of typical length; a demand comes before a combination."""
        return self._steps(requirement), not isinstance(requirement, n.Demand)

    def _steps(self, requirement: n.Requirement) -> float:
        match requirement:
            case n.Demand():
                compiled = self.constraints.get(requirement.constraint)
                if compiled is None:
                    return 0.0
                if isinstance(compiled.constraint.check, n.PythonCheck | n.JudgeCheck):
                    return inf
                it, length = compiled.constraint, TYPICAL_LENGTH
                return it.cost + it.cost_per_char * length + it.cost_per_char_squared * length**2
            case n.When():
                return sum(self._steps(part) for part in (*requirement.then, *requirement.otherwise))
            case n.Combined():
                return sum(self._steps(part) for part in requirement.body)
            case _:
                subject = requirement.subject if isinstance(requirement, n.Within) else requirement.domain
                # The parts of a response are together about as long as it is.
                return bound_of(subject).steps(TYPICAL_LENGTH) + sum(self._steps(part) for part in requirement.body)

    def _may_not_apply(self, requirement: n.Requirement) -> bool:
        match requirement:
            case n.Demand():
                compiled = self.constraints.get(requirement.constraint)
                check = None if compiled is None else compiled.constraint.check
                return isinstance(check, n.ExprCheck) and check.if_empty == "not_applicable"
            case n.When():
                bodies = (requirement.then, requirement.otherwise)
                return not all(bodies) or any(self._may_not_apply(part) for body in bodies for part in body)
            case _:
                return not requirement.body or any(self._may_not_apply(part) for part in requirement.body)

    # ------------------------------------------------------------ outcomes

    def _told(self, requirement: n.Requirement, scope: Scope) -> Code:
        """The expression for a requirement's outcome."""
        id_ = c.literal(requirement.id)
        match requirement:
            case n.Demand():
                outcome = self._demanded(requirement, scope, "__explain")
                named = c.literal(requirement.constraint)
                if _is_safe(requirement):
                    told = c.call("mg.demand", id_, named, outcome)
                else:
                    told = c.call("mg.guarded", id_, named, c.function([], outcome))
            case n.Combined():
                told = c.call("mg.combined", id_, c.literal(requirement.combinator), self._all_told(requirement.body))
            case n.When():
                condition = c.function([], value(requirement.condition, scope))
                bodies = [c.function([], self._all_told(part)) for part in (requirement.then, requirement.otherwise)]
                told = c.call("mg.when", id_, condition, *bodies)
            case n.Within():
                subject = c.function([], value(requirement.subject, scope))
                told = c.call("mg.within", id_, _DOC, subject, c.function(["r"], self._all_told(requirement.body)))
            case n.Each() | n.IfPresent():
                kind, noun = c.literal(requirement.kind), c.literal(requirement.noun)
                domain = c.function([], value(requirement.domain, scope))
                body = c.function(["r"], self._all_told(requirement.body))
                told = c.call("mg.each", id_, kind, noun, _DOC, domain, body)
        return self.unit.shallow(told)

    def _all_told(self, body: Sequence[n.Requirement]) -> Code:
        return c.bracketed("[", [self._told(part, self.scope) for part in body], "]")


def named(parameters: Sequence[n.Parameter]) -> Code:
    """The names of parameters, for an entry."""
    return c.tuple_of([c.literal(parameter.name) for parameter in parameters])


def signature(parameters: Sequence[n.Parameter]) -> dict[str, Code | None]:
    """The types and defaults of parameters, for an entry."""
    defaults = [
        Code(f"{parameter.name!r}: {c.constant(_default(parameter)).text}", depth=1)
        for parameter in parameters
        if parameter.default is not None
    ]
    return {
        "types": c.tuple_of([c.literal(parameter.type) for parameter in parameters]) if parameters else None,
        "defaults": c.bracketed("{", defaults, "}") if defaults else None,
    }


def _default(parameter: n.Parameter) -> Any:
    assert parameter.default is not None
    try:
        return fit(evaluate(parameter.default, {}), parameter.type, f"the default of `{parameter.name}`")
    except (BadArguments, KeyError) as error:
        raise Uncompilable(f"the default of `{parameter.name}` has no value: {error}") from None
    except UNDECIDED as error:
        raise Uncompilable(f"the default of `{parameter.name}` has no value: {reason(error)}") from None


def _all(parts: Sequence[Code]) -> Code:
    if not parts:
        return Code("True")
    return c.operation(["and"] * (len(parts) - 1), parts, c.AND, [c.NOT] * len(parts))


def _is_safe(demand: n.Demand) -> bool:
    """Whether computing the arguments can never be undecided."""
    waiting = list(demand.arguments)
    while waiting:
        node = waiting.pop()
        if isinstance(node, n.Items):
            waiting += node.items
        elif isinstance(node, n.Bounds):
            waiting += [end for end in (node.low, node.high) if end is not None]
        elif not isinstance(node, n.Value | n.Variable | n.Pattern):
            return False
    return True
