"""Take an expression and the names around it; give its type, and note what each part of it turned out to be.

The notes (type of a node, callee of a call, parts of a text with holes) are what lowering reads; nothing is resolved
twice. A node that is wrong gets the type `any`, which agrees with everything, so one mistake is reported once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ifdsl.model import calls
from ifdsl.model.notes import Notes, Scope
from ifdsl.model.reporting import Reporter
from ifdsl.model.types import comparable, described, is_number, join
from ifdsl.primitives.formats import formats_of
from ifdsl.primitives.types import ANY, BOOL, INT, NUMBER, RANGE, REGEX, TEXT, Type, choice, list_of
from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import quoted
from ifdsl.source.file import SourceFile
from ifdsl.syntax import tree as t
from ifdsl.syntax.literals import quote, value_of
from ifdsl.syntax.template import Hole, parts_of


@dataclass(slots=True)
class Inference:
    """Infers types in one module, into one set of notes."""

    file: SourceFile
    reporter: Reporter
    notes: Notes

    # ------------------------------------------------------------ entry points

    def infer(self, node: t.Expr, scope: Scope) -> Type:
        """The type of `node`; noted, so that each node is looked at once, however many ask for it."""
        known = self.notes.types.get(id(node))
        if known is not None:
            return known
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
            what = f"choice of {place}"
            self.reporter.unknown(codes.INVALID_CHOICE, self.file, node, what, word, wanted.choices, write=quote)
            return ANY
        self.report(code, node, f"{place} takes {described(wanted)}, and this is {described(found)}")
        return ANY

    def template(self, node: t.Text, scope: Scope) -> None:
        """Check the holes of a text template and note its parts."""
        parts, problems = parts_of(self.file, node)
        self.reporter.diagnostics.extend(problems)
        if problems:
            self.notes.broken.add(id(node))
        for part in parts:
            if not isinstance(part, str):
                self._format(part, self.infer(part.expression, scope))
        self.notes.templates[id(node)] = parts

    def _format(self, hole: Hole, found: Type) -> None:
        known = formats_of(found)
        if found == ANY:
            return
        if known is None:
            self.report(codes.BAD_INTERPOLATION, hole.expression, f"{described(found)} has no words in a prompt")
        elif (hole.format or "") not in known:
            at = t.Word(hole.end - 1 - len(hole.format or ""), hole.end - 1, "")
            what = f"format of {described(found)}"
            names = sorted(known - {""})
            self.reporter.unknown(codes.BAD_INTERPOLATION, self.file, at, what, hole.format or "", names)

    def text(self, node: t.Text) -> str:
        """The value of a text literal that is no template; reports a bad escape."""
        value = value_of(node)
        if isinstance(value, str):
            self.notes.texts[id(node)] = value
            return value
        at = t.Word(value.start, value.end, "")
        self.report(codes.BAD_ESCAPE, at, value.message)
        return ""

    # ------------------------------------------------------------ leaves

    def _name(self, node: t.Name, scope: Scope) -> Type:
        found = scope.variables.get(node.value)
        if found is not None and found.fields:
            message = f"{quoted(node.value)} is {described(found)}, which is named with one of its fields"
            self.report(codes.TYPE_MISMATCH, node, message, [f"write {quoted(f'{node.value}.{found.fields[0][0]}')}"])
            return ANY
        if found is not None:
            return found
        self.reporter.unknown(codes.UNKNOWN_NAME, self.file, node, "variable", node.value, scope.variables)
        return ANY

    def _number(self, node: t.Number, scope: Scope) -> Type:
        return NUMBER if "." in node.literal else INT

    def _text(self, node: t.Text, scope: Scope) -> Type:
        return choice(self.text(node))

    def _regex(self, node: t.Regex, scope: Scope) -> Type:
        from ifdsl.primitives.patterns import problem

        wrong = problem(node.pattern)
        if wrong is not None:
            message, _ = wrong
            self.report(codes.BAD_REGEX, node, message)
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
                self.report(
                    codes.TYPE_MISMATCH, element, f"this list holds {described(item)}, and this is {described(found)}"
                )
                return list_of(ANY)
            item = joined
        return list_of(item)

    def _comprehension(self, node: t.Comprehension, scope: Scope) -> Type:
        """Note it as the list of its elements; a quantifier around it overrides that."""
        domain = self.infer(node.domain, scope)
        item = domain.item if domain.item is not None else ANY
        if domain.item is None and domain != ANY:
            advice = ["`.words`, `.lines` or `.chars` give the parts of a text"] if domain.name == "text" else []
            self.report(
                codes.TYPE_MISMATCH, node.domain, f"`for` goes through a list, and this is {described(domain)}", advice
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
            self.report(codes.EMPTY_RANGE, node, message)
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
        self.report(codes.TYPE_MISMATCH, node, f"{what} a list or a text, and this is {described(subject)}")
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
                    self.report(
                        codes.TYPE_MISMATCH, at, f"a range holds numbers, and what it is asked for is {described(left)}"
                    )
            elif right.name == "text":
                if left.name != "text":
                    self.report(
                        codes.TYPE_MISMATCH, at, f"a text holds texts, and what it is asked for is {described(left)}"
                    )
            elif right.item is None:
                self.report(
                    codes.TYPE_MISMATCH,
                    at,
                    f"`{operator}` takes a range, a list or a text, and this is {described(right)}",
                )
            elif not comparable(left, right.item):
                self.report(
                    codes.TYPE_MISMATCH, at, f"this list holds no {left}, so it never holds what it is asked for"
                )
        elif operator in ("==", "!="):
            if len(left.choices) + len(right.choices) > 2 and not set(left.choices) & set(right.choices):
                known = ", ".join(quoted(word) for word in left.choices)
                self.report(codes.INVALID_CHOICE, at, "this is not among the choices", [f"the choices are {known}"])
            elif not comparable(left, right):
                self.report(codes.TYPE_MISMATCH, at, f"{described(left)} is never equal to {described(right)}")
        elif not (is_number(left) and is_number(right)):
            wrong = right if not is_number(right) else left
            advice = ["`x in 2..5` asks whether a number is in a range"] if wrong == RANGE else []
            self.report(
                codes.TYPE_MISMATCH,
                at,
                f"`{operator}` compares numbers, and one of these is {described(wrong)}",
                advice,
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
        self.report(codes.TYPE_MISMATCH, at, f"`{operator}` takes numbers, and one of these is {described(wrong)}")
        return ANY

    def _conditional(self, node: t.Conditional, scope: Scope) -> Type:
        self.expect(node.condition, BOOL, scope, "`if`", codes.NOT_BOOLEAN)
        then, otherwise = self.infer(node.then, scope), self.infer(node.otherwise, scope)
        joined = join(then, otherwise)
        if joined is None:
            self.report(
                codes.TYPE_MISMATCH, node, f"this is {described(then)} or {described(otherwise)}; both ways must agree"
            )
        return ANY if joined is None else joined

    def _parenthesised(self, node: t.Parenthesised, scope: Scope) -> Type:
        return self.infer(node.inner, scope)

    def report(self, code: Code, node: t.Node, message: str, help: Sequence[str] = ()) -> None:
        self.reporter.report(code, self.file, node, message, help=help)

    _VISITORS: ClassVar[dict[type, Callable[..., Type]]] = {
        t.Name: _name, t.Number: _number, t.Text: _text, t.Regex: _regex, t.Truth: _truth, t.ListOf: _list,
        t.Comprehension: _comprehension, t.RangeOf: _range, t.Index: _index, t.Slice: _slice, t.Logic: _logic,
        t.Not: _not, t.Minus: _minus, t.Compare: _compare, t.Arithmetic: _arithmetic, t.Conditional: _conditional,
        t.Parenthesised: _parenthesised, t.Call: calls.call, t.Method: calls.method, t.Attribute: calls.attribute,
    }  # fmt: skip
