"""Take a check's IR with its arguments; give a term in which all that does not depend on the response is a value.

Two terms with the same `key` have the same value for every response: bound variables are named by depth, rules that are
one by another name are written alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.emptiness import accepting
from ifdsl.ir.evaluate import arithmetic, call, compare, index
from ifdsl.primitives.ranges import Range

MOST = 20_000
"""Terms made for one demand; what is larger is not looked into."""


class TooLarge(Exception):
    """A check unfolds into more than `MOST` terms."""


@dataclass(frozen=True, slots=True, eq=False)
class Term:
    """An operation on terms. `op` is `known`, `response`, `bound`, `call`, or the kind of the IR node.

    Attributes:
        value: of a known term, its value; of a call, (function, rule); else what else tells the operation.
    """

    op: str
    args: tuple[Term, ...]
    value: Any
    type: str
    key: str = field(repr=False)

    @property
    def known(self) -> bool:
        return self.op == "known"

    def calls(self, function: str, rule: str | None = None) -> bool:
        return self.op == "call" and self.value[0] == function and (rule is None or self.value[1] == rule)


RESPONSE = Term("response", (), None, "text", "response")


def known(value: Any, type_name: str = "") -> Term:
    return Term("known", (), value, type_name or _type_of(value), repr(value))


def bound(depth: int, type_name: str) -> Term:
    return Term("bound", (), depth, type_name, f"x{depth}")


def _type_of(value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    return {int: "int", float: "number", str: "text", Range: "range"}.get(type(value), "list[text]")


Simplify = Callable[[tuple["Term", ...], Any, str], "Term | None"]

# A rule that repeats another one is written as that other one.
_SAME_RULE = {("sentences", "nltk"): "ifeval"}


def make(op: str, args: tuple[Term, ...], value: Any, type_name: str) -> Term:
    """An operation, or its value where that is known already."""
    simplify = _SIMPLER.get(op)
    if simplify is not None:
        simpler = simplify(args, value, type_name)
        if simpler is not None:
            return simpler
    if op == "call" and value in _SAME_RULE:
        value = (value[0], _SAME_RULE[value])
    key = f"{op}{'' if value is None else f'<{value}>'}({','.join([arg.key for arg in args])})"
    return Term(op, args, value, type_name, key)


def _call(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    if all(arg.known for arg in args):
        return known(call(value[0], value[1], [arg.value for arg in args]), type_name)
    function = value[0]
    if function == "len" and args[0].op == "list" and len(args[0].args) == 2:
        return make("call", (args[0].args[0],), value, type_name)  # no condition: as long as its domain
    return None


def _logic(stop: bool) -> Simplify:
    def simplify(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
        left = tuple(arg for arg in args if not (arg.known and bool(arg.value) is not stop))
        if any(arg.known for arg in left):
            return known(stop)
        if not left:
            return known(not stop)
        if len(left) == 1:
            return left[0]
        return None if len(left) == len(args) else make("or" if stop else "and", left, value, type_name)

    return simplify


def _not(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    return known(not args[0].value) if args[0].known else None


def _compare(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    if len(value) == 1:
        return known(compare(value[0], args[0].value, args[1].value)) if all(arg.known for arg in args) else None
    links = [
        make("compare", pair, (op,), "bool") for op, pair in zip(value, zip(args, args[1:], strict=False), strict=True)
    ]
    return make("and", tuple(links), None, "bool")


def _arithmetic(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    if all(arg.known for arg in args):
        return known(arithmetic(value, args[0].value, args[1].value), type_name)
    return None


def _negative(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    return known(-args[0].value, type_name) if args[0].known else None


def _conditional(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    if args[0].known:
        return args[1] if args[0].value else args[2]
    return args[1] if args[1].key == args[2].key else None


def _index(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    subject, place = args
    if subject.known and place.known:
        return known(index(subject.value, place.value, type_name), type_name)
    if subject.op == "items" and place.known and -len(subject.args) <= place.value < len(subject.args):
        return subject.args[int(place.value)]
    return None


def _slice(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    if all(arg.known for arg in args):
        return known(args[0].value[args[1].value : args[2].value], type_name)
    return None


def _field(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    subject = args[0]
    if not subject.known:
        return None
    return known(subject.value[value] if isinstance(subject.value, dict) else getattr(subject.value, value), type_name)


def _items(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    return known([arg.value for arg in args], type_name) if all(arg.known for arg in args) else None


def _range(args: tuple[Term, ...], value: Any, type_name: str) -> Term | None:
    return known(Range(args[0].value, args[1].value)) if all(arg.known for arg in args) else None


_SIMPLER: dict[str, Simplify] = {
    "call": _call,
    "and": _logic(False),
    "or": _logic(True),
    "not": _not,
    "compare": _compare,
    "arithmetic": _arithmetic,
    "negative": _negative,
    "conditional": _conditional,
    "index": _index,
    "slice": _slice,
    "field": _field,
    "items": _items,
    "range": _range,
}

_NONE = known(None, "none")


class Folding:
    """Folds the expressions of one check; `env` gives the terms of its parameters and lets."""

    def __init__(self) -> None:
        self.made = 0

    def fold(self, node: n.Expr, env: Mapping[str, Term], depth: int = 0) -> Term:
        self.made += 1
        if self.made > MOST:
            raise TooLarge
        match node:
            case n.Value():
                return known(node.value, node.type)
            case n.Pattern():
                return known(node.pattern, "regex")
            case n.Variable():
                return env.get(node.name) or Term("unknown", (), node.name, node.type, f"unknown<{node.name}>")
            case n.Logic():
                return self._logic(node, env, depth)
            case n.Conditional():
                condition = self.fold(node.condition, env, depth)
                if condition.known:
                    return self.fold(node.then if condition.value else node.otherwise, env, depth)
                parts = (condition, self.fold(node.then, env, depth), self.fold(node.otherwise, env, depth))
                return make("conditional", parts, None, node.type)
            case n.Quantifier():
                return self._quantifier(node, env, depth)
            case n.Compare():
                return make("compare", self._all(node.operands, env, depth), node.operators, "bool")
            case n.Call():
                return make("call", self._all(node.arguments, env, depth), (node.function, node.rule), node.type)
            case n.Not():
                return make("not", (self.fold(node.operand, env, depth),), None, "bool")
            case n.Arithmetic():
                return make("arithmetic", self._all((node.left, node.right), env, depth), node.operator, node.type)
            case n.Negative():
                return make("negative", (self.fold(node.operand, env, depth),), None, node.type)
            case n.Index():
                return make("index", self._all((node.subject, node.index), env, depth), None, node.type)
            case n.Slice():
                return make("slice", self._all((node.subject, node.low, node.high), env, depth), None, node.type)
            case n.Bounds():
                return make("range", self._all((node.low, node.high), env, depth), None, "range")
            case n.Items():
                return make("items", self._all(node.items, env, depth), None, node.type)
            case n.FieldOf():
                return make("field", (self.fold(node.subject, env, depth),), node.name, node.type)

    def _all(self, nodes: tuple[n.Expr | None, ...], env: Mapping[str, Term], depth: int) -> tuple[Term, ...]:
        return tuple([_NONE if node is None else self.fold(node, env, depth) for node in nodes])

    def _logic(self, node: n.Logic, env: Mapping[str, Term], depth: int) -> Term:
        stop = node.operator == "or"
        parts = []
        for operand in node.operands:
            part = self.fold(operand, env, depth)
            if part.known and bool(part.value) is stop:
                return known(stop)
            parts.append(part)
        return make(node.operator, tuple(parts), None, "bool")

    def _quantifier(self, node: n.Quantifier, env: Mapping[str, Term], depth: int) -> Term:
        domain = self.fold(node.domain, env, depth)
        if domain.known and node.quantifier != "list":
            return self._expanded(node, [known(item) for item in domain.value], env, depth)
        if domain.known and node.condition is None:
            each = [self.fold(node.element, {**env, node.variable: known(item)}, depth) for item in domain.value]
            return make("items", tuple(each), None, node.type)
        if domain.op == "items" and node.quantifier != "list":
            return self._expanded(node, domain.args, env, depth)
        item_type = domain.type[5:-1] if domain.type.startswith("list[") else "any"
        inner = {**env, node.variable: bound(depth, item_type)}
        parts = [domain, self.fold(node.element, inner, depth + 1)]
        if node.condition is not None:
            parts.append(self.fold(node.condition, inner, depth + 1))
        return make(node.quantifier, tuple(parts), depth, node.type)

    def _expanded(self, node: n.Quantifier, items: Sequence[Term], env: Mapping[str, Term], depth: int) -> Term:
        every = node.quantifier == "all"
        parts = []
        for item in items:
            inner = {**env, node.variable: item}
            part = self.fold(node.element, inner, depth)
            if node.condition is not None:
                condition = self.fold(node.condition, inner, depth)
                negated = make("not", (condition,), None, "bool")
                part = (
                    make("or", (negated, part), None, "bool") if every else make("and", (condition, part), None, "bool")
                )
            if part.known and bool(part.value) is not every:
                return known(not every)
            parts.append(part)
        return make("and" if every else "or", tuple(parts), None, "bool")


def substitute(term: Term, values: Mapping[str, Term]) -> Term:
    """The term with the terms of those keys replaced, simplified again."""
    found = values.get(term.key)
    if found is not None:
        return found
    if not term.args:
        return term
    args = _substituted(term, values)
    if all(new is old for new, old in zip(args, term.args, strict=True)):
        return term
    if term.op in ("all", "any", "list") and args[0].known:
        return _unrolled(term, args[0].value, values)
    return make(term.op, args, term.value, term.type)


def _substituted(term: Term, values: Mapping[str, Term]) -> tuple[Term, ...]:
    own = f"x{term.value}" if term.op in ("all", "any", "list") else None
    if own not in values:
        return tuple([substitute(arg, values) for arg in term.args])
    # The quantifier's own variable hides one of the same name around it.
    inner = {name: value for name, value in values.items() if name != own}
    return (substitute(term.args[0], values), *[substitute(arg, inner) for arg in term.args[1:]])


def _unrolled(term: Term, items: list[Any], values: Mapping[str, Term]) -> Term:
    parts = []
    for item in items:
        inner = {**values, f"x{term.value}": known(item)}
        part = substitute(term.args[1], inner)
        if len(term.args) == 3:
            condition = substitute(term.args[2], inner)
            if not condition.known:
                return make(term.op, (known(items), *term.args[1:]), term.value, term.type)
            if not condition.value:
                continue
        parts.append(part)
    if term.op == "list":
        return make("items", tuple(parts), None, term.type)
    return make("and" if term.op == "all" else "or", tuple(parts), None, "bool")


def term_of(constraint: n.Constraint, arguments: tuple[Any, ...]) -> Term | None:
    """What the check of a constraint accepts with these arguments, as a term; None for one that no program decides.

    Raises:
        TooLarge: it unfolds into too many terms.
        Undecided: a primitive hits one of its bounds on the arguments alone.
    """
    check = constraint.check
    if not isinstance(check, n.ExprCheck):
        return None
    folding = Folding()
    env = {p.name: known(a, p.type) for p, a in zip(constraint.parameters, arguments, strict=True)}
    env[n.RESPONSE] = RESPONSE
    for let in check.lets:
        env[let.name] = folding.fold(let.value, env)
    return folding.fold(accepting(check), env)
