"""Take an expression and the names around it; give its type, and note what each part of it turned out to be.

The notes (type of a node, callee of a call, parts of a text with holes) are what lowering reads; nothing is resolved
twice. A node that is wrong gets the type `any`, which agrees with everything, so one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from ifdsl.model.arguments import Bound, Flagged, Formal, bind
from ifdsl.model.declarations import FunctionInfo, ModuleInfo, ParameterInfo
from ifdsl.model.names import find_function
from ifdsl.model.reporting import Reporter
from ifdsl.model.types import comparable, is_number, join
from ifdsl.primitives.primitive import REQUIRED, Primitive
from ifdsl.primitives.table import TABLE
from ifdsl.primitives.types import ANY, BOOL, INT, NUMBER, RANGE, REGEX, TEXT, Type, choice, list_of
from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import Diagnostic, quoted
from ifdsl.source.file import SourceFile
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import value_of
from ifdsl.syntax.template import Hole, parts_of

MAX_DIGITS = 15
QUANTIFIERS = ("all", "any")
RANGE_FIELDS = ("min", "max")


@dataclass(frozen=True, slots=True)
class Callee:
    """What a call calls, with one bound argument a parameter (the subject of a method is the first)."""

    target: Primitive | FunctionInfo | str
    arguments: tuple[Bound, ...] = ()
    rule: str | None = None


@dataclass(slots=True)
class Notes:
    """What inference found out, by identity of the syntax node."""

    types: dict[int, Type] = field(default_factory=dict)
    callees: dict[int, Callee] = field(default_factory=dict)
    templates: dict[int, list[str | Hole]] = field(default_factory=dict)
    texts: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scope:
    """The variables that an expression may name, and the module whose functions it may call."""

    module: ModuleInfo
    variables: dict[str, Type]

    def with_variable(self, name: str, type_: Type) -> Scope:
        return replace(self, variables={**self.variables, name: type_})


@dataclass(slots=True)
class Inference:
    """Infers types in one module, into one set of notes."""

    file: SourceFile
    reporter: Reporter
    notes: Notes

    # ------------------------------------------------------------ entry points

    def infer(self, node: t.Expr, scope: Scope) -> Type:
        """The type of `node`; noted, so that each node is looked at once."""
        found = self._VISITORS[type(node)](self, node, scope)
        self.notes.types[id(node)] = found
        return found

    def expect(self, node: t.Expr, wanted: Type, scope: Scope, place: str, code: Code = codes.TYPE_MISMATCH) -> Type:
        """Infer `node` and report where its value cannot stand in a place of type `wanted`."""
        found = self.infer(node, scope)
        if wanted.accepts(found):
            return found
        if wanted.choices and isinstance(node, t.Text):
            word = self.notes.texts.get(id(node), "")
            self.reporter.unknown(codes.INVALID_CHOICE, self.file, node, f"choice of {place}", word, wanted.choices)
            return ANY
        self._report(code, node, f"{place} takes {_a(wanted)}, and this is {_a(found)}")
        return ANY

    def template(self, node: t.Text, scope: Scope) -> None:
        """Check the holes of a text template and note its parts."""
        parts, problems = parts_of(self.file, node)
        self.reporter.diagnostics.extend(problems)
        for part in parts:
            if not isinstance(part, str):
                self.infer(part.expression, scope)
        self.notes.templates[id(node)] = parts

    def text(self, node: t.Text) -> str:
        """The value of a text literal that is no template; reports a bad escape."""
        value = value_of(node)
        if isinstance(value, str):
            self.notes.texts[id(node)] = value
            return value
        at = t.Word(value.start, value.end, "")
        self._report(codes.BAD_ESCAPE, at, value.message)
        return ""

    # ------------------------------------------------------------ leaves

    def _name(self, node: t.Name, scope: Scope) -> Type:
        found = scope.variables.get(node.value)
        if found is not None:
            return found
        self.reporter.unknown(codes.UNKNOWN_NAME, self.file, node, "variable", node.value, scope.variables)
        return ANY

    def _number(self, node: t.Number, scope: Scope) -> Type:
        if len(node.literal.replace("_", "").partition(".")[0]) > MAX_DIGITS or len(node.literal) > 2 * MAX_DIGITS:
            self._report(codes.NUMBER_TOO_LARGE, node, f"a number has at most {MAX_DIGITS} digits")
            return ANY
        return NUMBER if "." in node.literal else INT

    def _text(self, node: t.Text, scope: Scope) -> Type:
        return choice(self.text(node))

    def _regex(self, node: t.Regex, scope: Scope) -> Type:
        from ifdsl.primitives.patterns import problem

        wrong = problem(node.pattern)
        if wrong is not None:
            message, _ = wrong
            self._report(codes.BAD_REGEX, node, message)
        return REGEX

    def _truth(self, node: t.Truth, scope: Scope) -> Type:
        return BOOL

    # ------------------------------------------------------------ collections

    def _list(self, node: t.ListOf, scope: Scope) -> Type:
        item = ANY
        for element in node.items:
            found = self.infer(element, scope)
            joined = join(item, found)
            if joined is None:
                self._report(codes.TYPE_MISMATCH, element, f"this list holds {_a(item)}, and this is {_a(found)}")
                return list_of(ANY)
            item = joined
        return list_of(TEXT if item.choices else item)

    def _comprehension(self, node: t.Comprehension, scope: Scope) -> Type:
        """Note it as the list of its elements; a quantifier around it overrides that."""
        domain = self.infer(node.domain, scope)
        item = domain.item if domain.item is not None else ANY
        if domain.item is None and domain != ANY:
            advice = ["`.words`, `.lines` or `.chars` give the parts of a text"] if domain.name == "text" else []
            self._report(
                codes.TYPE_MISMATCH, node.domain, f"`for` goes through a list, and this is {_a(domain)}", advice
            )
        inner = scope.with_variable(node.variable.value, item)
        element = self.infer(node.element, inner)
        if node.condition is not None:
            self.expect(node.condition, BOOL, inner, "`if`", codes.NOT_BOOLEAN)
        return list_of(TEXT if element.choices else element)

    def _range(self, node: t.RangeOf, scope: Scope) -> Type:
        for bound in (node.low, node.high):
            if bound is not None:
                self.expect(bound, NUMBER, scope, "the bound of a range")
        if isinstance(node.low, t.Number) and isinstance(node.high, t.Number) and node.low.value > node.high.value:
            message = f"no number is both at least {node.low.literal} and at most {node.high.literal}"
            self._report(codes.EMPTY_RANGE, node, message)
        return RANGE

    def _index(self, node: t.Index, scope: Scope) -> Type:
        subject = self.infer(node.subject, scope)
        self.expect(node.index, INT, scope, "an index")
        return self._element_of(subject, node.subject, "an index picks from")

    def _slice(self, node: t.Slice, scope: Scope) -> Type:
        subject = self.infer(node.subject, scope)
        for bound in (node.low, node.high):
            if bound is not None:
                self.expect(bound, INT, scope, "the bound of a slice")
        self._element_of(subject, node.subject, "a slice cuts")
        return TEXT if subject.choices else subject

    def _element_of(self, subject: Type, node: t.Expr, what: str) -> Type:
        if subject.item is not None:
            return subject.item
        if subject.name == "text" or subject == ANY:
            return TEXT if subject != ANY else ANY
        self._report(codes.TYPE_MISMATCH, node, f"{what} a list or a text, and this is {_a(subject)}")
        return ANY

    # ------------------------------------------------------------ operators

    def _logic(self, node: t.Logic, scope: Scope) -> Type:
        for operand in node.operands:
            self.expect(operand, BOOL, scope, f"`{node.operator}`", codes.NOT_BOOLEAN)
        return BOOL

    def _not(self, node: t.Not, scope: Scope) -> Type:
        self.expect(node.operand, BOOL, scope, "`not`", codes.NOT_BOOLEAN)
        return BOOL

    def _minus(self, node: t.Minus, scope: Scope) -> Type:
        return self.expect(node.operand, NUMBER, scope, "`-`")

    def _compare(self, node: t.Compare, scope: Scope) -> Type:
        types = [self.infer(operand, scope) for operand in node.operands]
        for operator, left, right, at in zip(node.operators, types, types[1:], node.operands[1:], strict=False):
            self._link(operator, left, right, at)
        return BOOL

    def _link(self, operator: str, left: Type, right: Type, at: t.Expr) -> None:
        if ANY in (left, right):
            return
        if operator in ("in", "not in"):
            if right in (RANGE, INT, NUMBER):
                if not is_number(left):
                    self._report(
                        codes.TYPE_MISMATCH, at, f"a range holds numbers, and what it is asked for is {_a(left)}"
                    )
            elif right.name == "text":
                if left.name != "text":
                    self._report(codes.TYPE_MISMATCH, at, f"a text holds texts, and what it is asked for is {_a(left)}")
            elif right.item is None:
                self._report(
                    codes.TYPE_MISMATCH, at, f"`{operator}` takes a range, a list or a text, and this is {_a(right)}"
                )
            elif not comparable(left, right.item):
                self._report(
                    codes.TYPE_MISMATCH, at, f"this list holds no {left}, so it never holds what it is asked for"
                )
        elif operator in ("==", "!="):
            if left.choices and right.choices and not set(left.choices) & set(right.choices):
                known = ", ".join(quoted(word) for word in left.choices)
                self._report(codes.INVALID_CHOICE, at, "this is not among the choices", [f"the choices are {known}"])
            elif not comparable(left, right):
                self._report(codes.TYPE_MISMATCH, at, f"{_a(left)} is never equal to {_a(right)}")
        elif not (is_number(left) and is_number(right)):
            wrong = right if not is_number(right) else left
            advice = ["`x in 2..5` asks whether a number is in a range"] if wrong == RANGE else []
            self._report(
                codes.TYPE_MISMATCH, at, f"`{operator}` compares numbers, and one of these is {_a(wrong)}", advice
            )

    def _arithmetic(self, node: t.Arithmetic, scope: Scope) -> Type:
        types = [self.infer(operand, scope) for operand in node.operands]
        result = types[0]
        for operator, right, at in zip(node.operators, types[1:], node.operands[1:], strict=True):
            result = self._step(operator, result, right, at)
        return result

    def _step(self, operator: str, left: Type, right: Type, at: t.Expr) -> Type:
        if ANY in (left, right):
            return ANY
        if operator == "+" and left.name == right.name and left.name in ("text", "list"):
            return join(TEXT if left.choices else left, TEXT if right.choices else right) or ANY
        if is_number(left) and is_number(right):
            return INT if left == right == INT and operator != "/" else NUMBER
        wrong = right if not is_number(right) else left
        self._report(codes.TYPE_MISMATCH, at, f"`{operator}` takes numbers, and one of these is {_a(wrong)}")
        return ANY

    def _conditional(self, node: t.Conditional, scope: Scope) -> Type:
        self.expect(node.condition, BOOL, scope, "`if`", codes.NOT_BOOLEAN)
        then, otherwise = self.infer(node.then, scope), self.infer(node.otherwise, scope)
        joined = join(then, otherwise)
        if joined is None:
            self._report(codes.TYPE_MISMATCH, node, f"this is {_a(then)} or {_a(otherwise)}; both ways must agree")
        return ANY if joined is None else joined

    def _parenthesised(self, node: t.Parenthesised, scope: Scope) -> Type:
        return self.infer(node.inner, scope)

    # ------------------------------------------------------------ calls

    def _call(self, node: t.Call, scope: Scope) -> Type:
        name = node.function.value
        function = find_function(node.function, scope.module, self.reporter)
        if function is not None:
            return self._call_function(node, function, node.arguments, scope)
        if name in QUANTIFIERS:
            return self._quantifier(node, scope)
        primitive = TABLE.get(name)
        if primitive is None:
            known = [*TABLE, *QUANTIFIERS, *scope.module.functions]
            self.reporter.unknown(codes.UNKNOWN_NAME, self.file, node.function, "function", name, known)
            return ANY
        return self._call_primitive(node, node.function, primitive, node.arguments, scope)

    def _method(self, node: t.Method, scope: Scope) -> Type:
        name = node.name.value
        subject = t.Argument(node.subject.start, node.subject.end, None, node.subject)
        function = find_function(node.name, scope.module, self.reporter)
        if function is not None:
            return self._call_function(node, function, [subject, *node.arguments], scope)
        primitive = TABLE.get(name)
        if primitive is None:
            self.infer(node.subject, scope)
            self.reporter.unknown(codes.UNKNOWN_VIEW, self.file, node.name, "view or function", name, TABLE)
            return ANY
        return self._call_primitive(node, node.name, primitive, [subject, *node.arguments], scope)

    def _attribute(self, node: t.Attribute, scope: Scope) -> Type:
        name = node.name.value
        subject_type = self.infer(node.subject, scope)
        if subject_type == ANY:
            return ANY
        if subject_type == RANGE:
            if name in RANGE_FIELDS:
                return NUMBER
            self.reporter.unknown(codes.UNKNOWN_FIELD, self.file, node.name, "field of a range", name, RANGE_FIELDS)
            return ANY
        primitive = TABLE.get(name)
        if primitive is None:
            fitting = [p.name for p in TABLE.values() if _takes(p, subject_type)]
            self.reporter.unknown(codes.UNKNOWN_VIEW, self.file, node.name, "view or function", name, fitting)
            return ANY
        subject = t.Argument(node.subject.start, node.subject.end, None, node.subject)
        return self._call_primitive(node, node.name, primitive, [subject], scope)

    def _quantifier(self, node: t.Call, scope: Scope) -> Type:
        only = node.arguments[0].value if len(node.arguments) == 1 else None
        name = node.function.value
        if not isinstance(only, t.Comprehension) or only.brackets:
            self._report(codes.SURPLUS_ARGUMENT, node, f"{quoted(name)} takes one condition with `for`",
                         [f"write {quoted(f'{name}(… for x in …)')}"])  # fmt: skip
            return BOOL
        elements = self.infer(only, scope)
        if elements.item not in (BOOL, ANY):
            message = f"{quoted(name)} asks for a condition, and this is {_a(elements.item or ANY)}"
            self._report(codes.NOT_BOOLEAN, only.element, message)
        self.notes.callees[id(node)] = Callee(name)
        return BOOL

    def _call_function(
        self, node: t.Expr, function: FunctionInfo, arguments: Sequence[t.Argument], scope: Scope
    ) -> Type:
        formals = formals_of(function.parameters)
        bound = bind(function.name, node, arguments, formals, set(scope.variables), self.file, self.reporter)
        self._infer_arguments(function.name, formals, bound, arguments, scope)
        if bound is None:
            return function.returns
        self.notes.callees[id(node)] = Callee(function, tuple(bound))
        return function.returns

    def _call_primitive(
        self, node: t.Expr, at: t.Node, primitive: Primitive, arguments: Sequence[t.Argument], scope: Scope
    ) -> Type:
        rule, rest = self._rule(primitive, arguments)
        formals = [Formal(p.name, p.type, p.default, p.flag, p.also) for p in primitive.params]
        bound = bind(primitive.name, at, rest, formals, set(scope.variables), self.file, self.reporter)
        types = self._infer_arguments(primitive.name, formals, bound, rest, scope)
        if bound is None:
            return ANY if primitive.generic else primitive.returns
        self.notes.callees[id(node)] = Callee(primitive, tuple(bound), rule)
        return _result(primitive, types[0])

    def _rule(self, primitive: Primitive, arguments: Sequence[t.Argument]) -> tuple[str | None, list[t.Argument]]:
        """Take `rule="…"` out of the arguments of a view: it names a segmentation and must be a literal."""
        if not primitive.is_view:
            return None, list(arguments)
        rule, rest = primitive.default_rule, []
        for argument in arguments:
            if argument.name is None or argument.name.value != "rule":
                rest.append(argument)
            elif not isinstance(argument.value, t.Text):
                self._report(codes.TYPE_MISMATCH, argument, "a rule is named by a text literal")
            elif (name := self.text(argument.value)) in primitive.rules:
                rule = name
            else:
                what = f"rule of {quoted(primitive.name)}"
                self.reporter.unknown(codes.INVALID_CHOICE, self.file, argument.value, what, name, primitive.rules)
        return rule, rest

    def _infer_arguments(
        self,
        what: str,
        formals: Sequence[Formal],
        bound: Sequence[Bound] | None,
        arguments: Sequence[t.Argument],
        scope: Scope,
    ) -> list[Type]:
        if bound is None:
            # A flag of a call that is wrong in its shape is no variable, so bare names are not looked at.
            for argument in arguments:
                if not isinstance(argument.value, t.Name):
                    self.infer(argument.value, scope)
            return []
        types = []
        for formal, value in zip(formals, bound, strict=True):
            if value is None or isinstance(value, Flagged):
                types.append(formal.type)
            else:
                place = f"{quoted(formal.name)} of {quoted(what)}"
                types.append(self._argument(value, formal, scope, place))
        return types

    def _argument(self, value: t.Expr, formal: Formal, scope: Scope, place: str) -> Type:
        if formal.also is not None:
            found = self.infer(value, scope)
            if formal.accepts(found):
                return found
            self._report(
                codes.TYPE_MISMATCH,
                value,
                f"{place} takes {_a(formal.type)} or {_a(formal.also)}, and this is {_a(found)}",
            )
            return ANY
        return self.expect(value, formal.type, scope, place)

    def _report(self, code: Code, node: t.Node, message: str, help: Sequence[str] = ()) -> None:
        self.reporter.report(code, self.file, node, message, help=help)

    _VISITORS: ClassVar[dict[type, Callable[..., Type]]] = {
        t.Name: _name, t.Number: _number, t.Text: _text, t.Regex: _regex, t.Truth: _truth, t.ListOf: _list,
        t.Comprehension: _comprehension, t.RangeOf: _range, t.Index: _index, t.Slice: _slice, t.Logic: _logic,
        t.Not: _not, t.Minus: _minus, t.Compare: _compare, t.Arithmetic: _arithmetic, t.Conditional: _conditional,
        t.Parenthesised: _parenthesised, t.Call: _call, t.Method: _method, t.Attribute: _attribute,
    }  # fmt: skip


def formals_of(parameters: Sequence[ParameterInfo]) -> list[Formal]:
    """The parameters of a declaration as a call sees them."""
    return [Formal(p.name, p.type, REQUIRED if p.default is None else p.default) for p in parameters]


def _result(primitive: Primitive, first: Type) -> Type:
    if not primitive.generic:
        return primitive.returns
    element = first.item if first.item is not None else (TEXT if first.name == "text" else first)
    if primitive.returns == ANY:
        return element
    return list_of(element) if primitive.returns.item == ANY else primitive.returns


def _takes(primitive: Primitive, subject: Type) -> bool:
    first = primitive.params[0]
    return first.type.accepts(subject) or (first.also is not None and first.also.accepts(subject))


def _a(type_: Type) -> str:
    """A type in prose: `a text`, `an int`, `a list of texts`."""
    if type_.item is not None:
        return "a list" if type_.item == ANY else f"a list of {type_.item}s"
    if len(type_.choices) == 1:
        return "a text"
    if type_.choices:
        return "one of " + ", ".join(quoted(word) for word in type_.choices)
    words = {"int": "a whole number", "number": "a number", "bool": "a condition", "regex": "a regular expression"}
    return words.get(type_.name, f"a {type_.name}")


__all__ = ["Callee", "Diagnostic", "Inference", "Notes", "Scope", "formals_of"]
