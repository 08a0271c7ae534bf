"""Take Hypothesis; give well-typed IR: expressions, constraints with arguments, requirement trees, programs, texts.

Everything is made by one `Maker` from one stream of choices, which Hypothesis gives and shrinks. Names come from a
small pool, so inner variables often shadow outer ones, and many are words that Python or a generated module uses.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

from ifdsl.ir import nodes as n
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.table import TABLE

NAMES = ["words", "w", "x", "y", "n", "len", "class", "r", "rt", "mg", "all", "element", "_", "__debug__", "AT_MOST_2"]
WORDS = ["a", "ab", "Ab", "cat", "CAT", "dog.", "-", "don't", "3", "1,000", "é", "😀", "x"]
SCALARS = ["bool", "int", "number", "text", "range"]
TYPES = [*SCALARS, "list[text]", "list[int]"]
PATTERNS = ["a", r"\w+", "[A-Z]", r"(?m)^-", r"\d", "x*"]

# Rules of the parity extra, detectors and what reads files are left out: they are slow, and add no shape.
_VIEWS = ["words", "sentences", "paragraphs", "lines", "chars", "letters", "numbers", "bullets", "split", "find_all"]
_FUNCTIONS = [
    *("count", "contains", "starts_with", "ends_with", "matches", "full_match", "lower", "upper", "strip", "before"),
    *("without_prefix", "is_upper", "is_lower", "is_blank", "is_number", "number", "len", "first", "last", "distinct"),
    *("sorted", "reversed", "sum", "min", "max", "abs", "round", "max_repeats", "join", "is_json"),
]


T = TypeVar("T")


@dataclass(frozen=True)
class Scope:
    """The variables in scope with their types."""

    types: Mapping[str, str] = field(default_factory=dict)

    def having(self, name: str, type_: str) -> Scope:
        return replace(self, types={**self.types, name: type_})


class Maker:
    """Makes IR out of choices."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def pick(self, options: Sequence[T]) -> T:
        return options[self.random.randrange(len(options))]

    def chance(self, one_in: int) -> bool:
        return self.random.randrange(one_in) == one_in - 1

    def number(self, low: int, high: int) -> int:
        return low + self.random.randrange(high - low + 1)

    # ------------------------------------------------------------ texts and constants

    def text(self) -> str:
        """A response: words, marks and line breaks."""
        parts = [*WORDS, " ", " ", "\n", "\n\n", ". ", "! ", "* ", '"', "\u2003"]
        return "".join(self.pick(parts) for _ in range(self.number(0, 16)))

    def constant(self, type_: str) -> Any:
        """A value of a type, as Python has it."""
        match type_:
            case "bool":
                return self.chance(2)
            case "int":
                return self.pick([10**6, -(10**40)]) if self.chance(20) else self.number(-2, 5)
            case "number":
                return self.pick([0.0, 0.5, -1.5, 1e300, 1e-300]) if self.chance(3) else self.number(-2, 5)
            case "text":
                return self.pick([*WORDS, "", " ", "'\"\\\n", "a b"])
            case "range":
                return Range(*(None if self.chance(3) else self.number(0, 4) for _ in range(2)))
            case _:
                return [self.constant(item_of(type_)) for _ in range(self.number(0, 3))]

    # ------------------------------------------------------------ expressions

    def expression(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        """An expression of a type that nests up to `depth` deep."""
        if depth <= 0 or self.chance(8):
            return self.leaf(type_, scope)
        makers = [self.call, self.call, self.conditional, self.index]
        if type_ == "bool":
            makers = [self.call, self.conditional, self.logic, self.logic, self.negation]
            makers += [self.quantifier] * 3 + [self.compare] * 6
        elif type_ in ("int", "number"):
            makers += [self.call, self.call, self.arithmetic, self.negative, self.bound]
        elif type_ == "text":
            makers += [self.arithmetic, self.slice]
        elif type_ == "range":
            makers = [self.conditional, self.range, self.range, self.range]
        else:
            makers += [self.call, self.call, self.items, self.comprehension, self.slice, self.arithmetic]
        return self.pick(makers)(type_, scope, depth - 1)

    def leaf(self, type_: str, scope: Scope) -> n.Expr:
        names = [name for name, held in scope.types.items() if held == type_ or (held, type_) == ("int", "number")]
        if names and not self.chance(4):
            name = self.pick(names)
            return n.Variable(name=name, type=scope.types[name])
        if type_ == "list[text]" and scope.types.get(n.RESPONSE) == "text" and not self.chance(4):
            response = n.Variable(name=n.RESPONSE, type="text")
            name = self.pick(["words", "lines", "paragraphs", "chars"])
            return n.Call(function=name, rule="standard", arguments=(response,), type=type_)
        if type_ == "bool" and self.chance(8):
            # A pattern that is none: this is how a check may fail to be decided.
            call = (n.Value(value="a", type="text"), n.Pattern(pattern="("))
            return n.Call(function="matches", arguments=call, type="bool")
        return literal(self.constant(type_), type_)

    def call(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        fitting: list[tuple[str, str | None]] = []
        if type_ == "list[text]":
            fitting += [(name, rule) for name in _VIEWS for rule in TABLE[name].rules if rule != "nltk"]
        for name in _FUNCTIONS:
            returns = str(TABLE[name].returns)
            if returns in (type_, "any", "list[any]") or (returns, type_) == ("int", "number"):
                fitting.append((name, None))
        name, rule = self.pick(fitting)
        types = _parameter_types(name, type_)
        if types is None:
            return self.leaf(type_, scope)
        arguments = tuple(self.argument(part, scope, depth) for part in types)
        return n.Call(function=name, rule=rule, arguments=arguments, type=type_)

    def argument(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        if type_ == "regex":
            return n.Pattern(pattern=self.pick(PATTERNS))
        if type_ == "bool":
            return n.Value(value=self.chance(2), type="bool")
        if type_ == "text" and scope.types.get(n.RESPONSE) == "text" and self.chance(2):
            return n.Variable(name=n.RESPONSE, type="text")
        return self.expression(type_, scope, depth)

    # ------------------------------------------------------------ truth values

    def logic(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        operands = [self.expression("bool", scope, depth) for _ in range(self.number(1, 3))]
        return n.Logic(operator=self.pick(["and", "or"]), operands=tuple(operands))

    def negation(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        return n.Not(operand=self.expression("bool", scope, depth))

    def quantifier(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        item, variable = self.pick(["text", "text", "int"]), self.pick(NAMES)
        inner = scope.having(variable, item)
        return n.Quantifier(
            quantifier=self.pick(["all", "any"]),
            variable=variable,
            domain=self.expression(f"list[{item}]", scope, depth),
            condition=self.expression("bool", inner, min(depth, 1)) if self.chance(4) else None,
            element=self.expression("bool", inner, depth),
            type="bool",
        )

    def compare(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        kinds = ["number", "number", "text", "range", "range", "range", "list", "contains", "chain", "number in chain"]
        kind = self.pick(kinds)
        membership, order = ["in", "not in"], ["==", "!=", "<", "<=", ">", ">="]
        match kind:
            case "range":
                types, operators = ["number", "range"], [self.pick(membership)]
            case "list":
                item = self.pick(["text", "int"])
                types, operators = [item, f"list[{item}]"], [self.pick(membership)]
            case "contains":
                types, operators = ["text", "text"], [self.pick(membership)]
            case "number in chain":
                types, operators = ["int"] * 3, ["in", self.pick(["<", "<=", "==", "in"])]
            case "chain":
                types = ["number"] * self.number(3, 4)
                operators = [self.pick(order) for _ in types[1:]]
            case _:
                types, operators = [kind, kind], [self.pick(order)]
        operands = [self.expression(type_, scope, depth if len(types) == 2 else min(depth, 1)) for type_ in types]
        return n.Compare(operators=tuple(operators), operands=tuple(operands))  # type: ignore[arg-type]

    # ------------------------------------------------------------ values

    def arithmetic(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        operators = ["+"] if type_ not in ("int", "number") else ["+", "-", "*", "//", "%"]
        operator = self.pick([*operators, "/"] if type_ == "number" else operators)
        left, right = (self.expression(type_, scope, depth) for _ in range(2))
        return n.Arithmetic(operator=operator, left=left, right=right, type=type_)  # type: ignore[arg-type]

    def negative(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        return n.Negative(operand=self.expression(type_, scope, depth), type=type_)

    def bound(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        # The bounds of a range may be infinite, which no place in a list is.
        if type_ == "int":
            return self.arithmetic(type_, scope, depth)
        subject = self.expression("range", scope, depth)
        return n.FieldOf(subject=subject, name=self.pick(["min", "max"]), type="number")

    def range(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        if self.chance(3):
            exactly = self.expression("int", scope, depth)
            return n.Bounds(low=exactly, high=exactly)
        ends = [None if self.chance(3) else self.expression("int", scope, depth) for _ in range(2)]
        return n.Bounds(low=ends[0], high=ends[1])

    def items(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        items = [self.expression(item_of(type_), scope, depth) for _ in range(self.number(0, 3))]
        return n.Items(items=tuple(items), type=type_)

    def comprehension(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        item, variable = self.pick(["text", "int"]), self.pick(NAMES)
        inner = scope.having(variable, item)
        return n.Quantifier(
            quantifier="list",
            variable=variable,
            domain=self.expression(f"list[{item}]", scope, depth),
            condition=self.expression("bool", inner, min(depth, 1)) if self.chance(2) else None,
            element=self.expression(item_of(type_), inner, min(depth, 2)),
            type=type_,
        )

    def slice(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        ends = [None if self.chance(3) else n.Value(value=self.number(-2, 3), type="int") for _ in range(2)]
        subject = self.expression(type_, scope, depth)
        return n.Slice(subject=subject, low=ends[0], high=ends[1], type=type_)

    def conditional(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        return n.Conditional(
            condition=self.expression("bool", scope, min(depth, 1)),
            then=self.expression(type_, scope, depth),
            otherwise=self.expression(type_, scope, depth),
            type=type_,
        )

    def index(self, type_: str, scope: Scope, depth: int) -> n.Expr:
        if type_ not in ("text", "int"):
            return self.leaf(type_, scope)
        subject = self.expression(f"list[{type_}]", scope, depth)
        position = self.expression("int", scope, 0) if self.chance(2) else n.Value(value=0, type="int")
        return n.Index(subject=subject, index=position, type=type_)

    # ------------------------------------------------------------ declarations

    def constraint(self, name: str = "t.c", depth: int = 3) -> n.Constraint:
        """A constraint whose check is an expression."""
        names = list(dict.fromkeys(self.pick(NAMES) for _ in range(self.number(0, 5))))
        given = names[: self.number(0, len(names))]
        parameters = tuple(n.Parameter(name=name, type=self.pick(TYPES)) for name in given)
        scope = Scope({n.RESPONSE: "text", **{parameter.name: parameter.type for parameter in parameters}})
        lets = []
        for let in names[len(given) :]:
            value = self.expression(self.pick(TYPES), scope, min(depth, 2))
            lets.append(n.LetItem(name=let, value=value))
            scope = scope.having(let, value.type)
        check = n.ExprCheck(
            lets=tuple(lets),
            value=self.expression("bool", scope, depth),
            if_empty=self.pick([None, "pass", "fail", "not_applicable"]),  # type: ignore[arg-type]
        )
        return n.Constraint(name=name, parameters=parameters, check=check, cost=self.pick([0.0, 1.0, 5.0]))

    def requirement(self, declared: Sequence[n.Constraint], scope: Scope, depth: int) -> n.Requirement:
        """A requirement; its id is unique among many, as derived ids are."""
        id_ = f"id{self.random.randrange(10**12)}"
        kind = self.pick(["demand", "demand", "each", "if_present", "within", "combined", "when"])
        if depth <= 0 or kind == "demand":
            constraint = self.pick(declared)
            arguments = [
                self.expression(parameter.type, scope, 1)
                if self.chance(3)
                else literal(self.constant(parameter.type), parameter.type)
                for parameter in constraint.parameters
            ]
            return n.Demand(id=id_, constraint=constraint.name, arguments=tuple(arguments))
        least = 0 if kind == "when" else 1
        body = tuple(self.requirement(declared, scope, depth - 1) for _ in range(self.number(least, 3)))
        here = scope.having(n.RESPONSE, "text")
        if kind == "combined":
            combinator = self.pick(["any_of", "all_of", "none_of"])
            return n.Combined(id=id_, combinator=combinator, body=body)  # type: ignore[arg-type]
        if kind == "within":
            return n.Within(id=id_, subject=self.expression("text", here, 2), body=body)
        if kind == "when":
            otherwise = tuple(self.requirement(declared, scope, 0) for _ in range(self.number(0, 1)))
            condition = self.expression("bool", scope, 1)
            return n.When(id=id_, condition=condition, then=body, otherwise=otherwise)
        make = n.Each if kind == "each" else n.IfPresent
        return make(id=id_, noun="part", domain=self.expression("list[text]", here, 1), body=body)


def item_of(type_: str) -> str:
    return type_.removeprefix("list[").removesuffix("]")


def literal(value: Any, type_: str) -> n.Expr:
    """A constant as an expression."""
    if isinstance(value, Range):
        low, high = (None if end is None else n.Value(value=end, type="int") for end in (value.lo, value.hi))
        return n.Bounds(low=low, high=high)
    if isinstance(value, list):
        return n.Items(items=tuple(literal(item, item_of(type_)) for item in value), type=type_)
    return n.Value(value=value, type="int" if type_ == "number" and isinstance(value, int) else type_)


def _parameter_types(name: str, type_: str) -> list[str] | None:
    """The types of the arguments that make a call give `type_`; None where no arguments do."""
    declared = [str(param.type) for param in TABLE[name].params]
    if name in ("first", "last"):
        return [f"list[{type_}]", type_] if type_ in ("text", "int") else None
    if name in ("distinct", "reversed", "sorted"):
        return [type_] if type_ in ("list[text]", "list[int]") else None
    if name in ("sum", "min", "max"):
        return ["list[int]"] if type_ in ("int", "number") else None
    if name == "abs":
        return [type_] if type_ in ("int", "number") else None
    return ["list[text]"] if name == "len" else declared


# ---------------------------------------------------------------- strategies


@dataclass(frozen=True)
class Case:
    """A constraint with arguments for it and a text."""

    constraint: n.Constraint
    arguments: tuple[Any, ...]
    text: str


@dataclass(frozen=True)
class SpecCase:
    """A program with one spec, values for it and a text."""

    program: n.Program
    values: tuple[Any, ...]
    text: str


def makers() -> st.SearchStrategy[Maker]:
    """From choices of Hypothesis's own, which are few and shrink, or from a seed, which makes programs of any size."""
    seeded = st.integers(0, 2**32 - 1).map(lambda seed: Maker(Random(seed)))
    return st.one_of(st.randoms(use_true_random=False).map(Maker), seeded, seeded)


def texts() -> st.SearchStrategy[str]:
    return makers().map(Maker.text)


def cases(depth: int = 4) -> st.SearchStrategy[Case]:
    """A constraint, arguments for it and a text."""
    return makers().map(lambda make: case_of(make, depth))


def case_of(make: Maker, depth: int = 4) -> Case:
    constraint = make.constraint(depth=depth)
    arguments = tuple(make.constant(parameter.type) for parameter in constraint.parameters)
    return Case(constraint, arguments, make.text())


def spec_cases() -> st.SearchStrategy[SpecCase]:
    """A spec over a few constraints, with values and a text."""
    return makers().map(spec_case_of)


def spec_case_of(make: Maker) -> SpecCase:
    declared = [make.constraint(f"t.c{number}", depth=2) for number in range(make.number(1, 3))]
    names = list(dict.fromkeys(make.pick(NAMES) for _ in range(make.number(0, 2))))
    parameters = tuple(n.Parameter(name=name, type=make.pick(TYPES)) for name in names)
    scope = Scope({parameter.name: parameter.type for parameter in parameters})
    requirements = [make.requirement(declared, scope, 2) for _ in range(make.number(1, 4))]
    cut = make.number(0, len(requirements))
    spec = n.Spec(
        name="s",
        parameters=parameters,
        task=n.Template(parts=("Write.",)),
        must=tuple(requirements[:cut]),
        should=tuple(requirements[cut:]),
    )
    program = n.Program(module="t", constraints={c.name: c for c in declared}, specs=(spec,))
    return SpecCase(program, tuple(make.constant(parameter.type) for parameter in parameters), make.text())
