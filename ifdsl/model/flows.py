"""Take a flow; type everything in it and report what does not hold together.

Which requirements are in force in which turn is found out once the flow is IR (`ifdsl.ir.active`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ifdsl.model.constraints import RESPONSE, call
from ifdsl.model.declarations import ConstraintInfo, FlowInfo
from ifdsl.model.infer import Inference
from ifdsl.model.layouts import steps_in
from ifdsl.model.names import find_constraint
from ifdsl.model.notes import Scope
from ifdsl.model.relations import asked_in, check_relations, links_of, turns_of
from ifdsl.model.reporting import span_of
from ifdsl.model.specs import check_draws, check_ids, check_meta, check_requirements
from ifdsl.model.types import described
from ifdsl.primitives.types import NUMBER, TEXT, Type, list_of
from ifdsl.source import codes
from ifdsl.source.diagnostic import Label, quoted
from ifdsl.syntax import tree as t

MAX_TURNS = 100
"""Turns of a flow: the history of the last one holds all others."""

TERM_TYPES = ("keywords", "any_keyword", "keywords_used", "avoid_words")
"""The constraints of `std.content` that check what a turn mentions: all terms, one, so many of them, none."""

_ONCE = ("user", "golden", "context", "weight")
SAID = ("user", "prompt", "ask")
_TERMS = ("mention", "not_mention", "cover")
_SHARES = {"any_of": 1, "at_least": 2}
"""How many arguments there are to what says that a part of the terms will do."""


class Terms(NamedTuple):
    """Terms as written, and how many of them are to be mentioned; None where all are."""

    terms: list[t.Expr]
    least: t.Expr | int | None


def check_flow(info: FlowInfo, inference: Inference) -> list[ConstraintInfo]:
    """Type a flow; gives the constraints that it needs."""
    node = info.node
    templates = [one for one in info.module.tree.declarations if isinstance(one, t.FlowTemplate)]
    named = any(step.path.dotted == info.name for one in templates for step in steps_in(one.body))
    check_draws(info, inference, given=named)
    check_meta(node, inference)
    turns = turns_of(node)
    _check_items(info, turns, inference)
    check_relations(node, inference)
    scope = Scope(info.module, {parameter.name: parameter.type for parameter in info.parameters})
    needed: list[ConstraintInfo] = []
    seen: dict[str, t.Name] = {}
    for place, turn in enumerate(turns):
        _duplicate(turn.name, seen, "turn", inference)
        scope = _Turn(info, turn, place, inference, scope, needed).check()
    return needed


def _check_items(info: FlowInfo, turns: Sequence[t.Turn], inference: Inference) -> None:
    reporter, file = inference.reporter, inference.file
    if not turns:
        reporter.report(codes.SILENT_TURN, file, info.node.name, f"{quoted(info.name)} has no turn")
    if len(turns) > MAX_TURNS:
        message = f"{quoted(info.name)} has {len(turns)} turns; the limit is {MAX_TURNS}"
        reporter.report(codes.COST_TOO_HIGH, file, turns[MAX_TURNS].name, message)
    clauses = [item for item in info.node.items if isinstance(item, t.Clause)]
    _once(clauses, ("doc", "context"), inference)
    names = [turn.name.value for turn in turns]
    for clause in clauses:
        if clause.keyword == "doc":
            for part in clause.parts:
                if isinstance(part, t.Text):
                    inference.text(part)
        elif clause.keyword == "keep":
            for name in [part for part in clause.parts if isinstance(part, t.Name)][1:]:
                if name.value not in names:
                    reporter.unknown(codes.UNKNOWN_TURN, file, name, "turn of this flow", name.value, names)


def _once(clauses: Sequence[t.Clause], keywords: Sequence[str], inference: Inference) -> None:
    seen: dict[str, t.Clause] = {}
    for clause in clauses:
        word = "user" if clause.keyword in SAID else clause.keyword
        if word in keywords and word in seen:
            first = Label(inference.file, span_of(seen[word]), "first given here")
            message = f"a second `{clause.keyword}` stands in one block"
            inference.reporter.report(codes.DUPLICATE_ITEM, inference.file, clause, message, secondary=[first])
        seen.setdefault(word, clause)


def _duplicate(name: t.Name, seen: dict[str, t.Name], what: str, inference: Inference) -> None:
    if name.value in seen:
        first = Label(inference.file, span_of(seen[name.value]), "first given here")
        message = f"two {what}s of one flow are called {quoted(name.value)}"
        inference.reporter.report(codes.DUPLICATE_NAME, inference.file, name, message, secondary=[first])
    seen.setdefault(name.value, name)


class _Turn(NamedTuple):
    info: FlowInfo
    turn: t.Turn
    place: int
    inference: Inference
    scope: Scope
    needed: list[ConstraintInfo]

    def check(self) -> Scope:
        """Check one turn; give what later turns may name."""
        inference = self.inference
        clauses = [item for item in self.turn.items if isinstance(item, t.Clause)]
        _once(clauses, _ONCE, inference)
        if not any(clause.keyword in SAID for clause in clauses):
            message = f"in {quoted(self.turn.name.value)} the user says nothing"
            inference.reporter.report(codes.SILENT_TURN, inference.file, self.turn.name, message)
        demands = [item for item in self.turn.items if isinstance(item, t.Demands)]
        check_requirements([one for demand in demands for one in demand.body], inference, self.scope, self.needed)
        added = [part for clause in clauses if clause.keyword == "add" for part in _requirements(clause)]
        check_ids([*demands, t.Demands(self.turn.start, self.turn.end, "must", added, True)], inference)
        for clause in clauses:
            self._clause(clause)
        self._golden()
        return self._captured()

    def _clause(self, clause: t.Clause) -> None:
        inference = self.inference
        if clause.keyword in ("user", "prompt", "golden"):
            for part in clause.parts:
                if isinstance(part, t.Text):
                    inference.template(part, self.scope)
        elif clause.keyword == "ask":
            self._asked(clause)
        elif clause.keyword == "add":
            check_requirements(list(_requirements(clause)), inference, self.scope, self.needed)
            self._known(part for part in clause.parts if isinstance(part, t.Name))
        elif clause.keyword == "change":
            self._change(clause)
        elif clause.keyword == "weight" and not isinstance(clause.parts[0], t.Number):
            inference.reporter.report(codes.TYPE_MISMATCH, inference.file, clause.parts[0], "`weight` takes a number")
        elif clause.keyword in _TERMS:
            self._terms(clause)

    def _asked(self, clause: t.Clause) -> None:
        """A turn asks the rows of one source, which all such turns of the dialogue share."""
        inference, file = self.inference, self.inference.file
        name = next(part for part in clause.parts if isinstance(part, t.Name))
        specs = {key: one.node.source for key, one in self.scope.module.specs.items() if one.node.row is not None}
        if name.value not in specs:
            what = "spec over the rows of a source"
            inference.reporter.unknown(codes.UNKNOWN_NAME, file, name, what, name.value, specs)
            return
        source = specs[name.value]
        for turn in turns_of(self.info.node)[: self.place]:
            for part in asked_in(turn):
                other = specs.get(part.value)
                if other is not None and source is not None and other.value != source.value:
                    message = f"{quoted(name.value)} is over the rows of {quoted(source.value)}, not of another source"
                    first = Label(file, span_of(part), f"this turn asks rows of {quoted(other.value)}")
                    inference.reporter.report(codes.OTHER_SOURCE, file, name, message, secondary=[first])
                    return

    def _change(self, clause: t.Clause) -> None:
        requirement = next(part for part in clause.parts if isinstance(part, t.RequirementCall))
        info = find_constraint(requirement.path, self.scope.module, self.inference.reporter)
        if info is not None:
            self.needed.append(info)
            call(requirement, info, requirement.arguments, self.inference, self.scope)
        if requirement.id is not None:
            message = "a changed requirement keeps its name, and gets no other"
            self.inference.reporter.report(codes.DUPLICATE_REQUIREMENT_ID, self.inference.file, requirement.id, message)

    def _known(self, names: Iterator[t.Name]) -> None:
        turns = [turn.name.value for turn in turns_of(self.info.node)]
        for name in names:
            if name.value not in turns:
                reporter, file = self.inference.reporter, self.inference.file
                reporter.unknown(codes.UNKNOWN_TURN, file, name, "turn of this flow", name.value, turns)

    def _terms(self, clause: t.Clause) -> None:
        if clause.keyword == "cover":
            self._covered(next(part for part in clause.parts if isinstance(part, t.Name)))
        written = clause.parts[-1]
        inference = self.inference
        found = terms_of(written)  # type: ignore[arg-type]
        if found is None:
            message = "this takes a list, `any_of(list)` or `at_least(number, list)`"
            inference.reporter.report(codes.TYPE_MISMATCH, inference.file, written, message)
            return
        if isinstance(found.least, t.Node) and not isinstance(found.least, t.Number):
            message = "`at_least` takes a whole number first"
            inference.reporter.report(codes.TYPE_MISMATCH, inference.file, found.least, message)
        for term in found.terms:
            type_ = inference.infer(term, self.scope)
            if not any(kind.accepts(type_) for kind in _MENTIONABLE):
                message = f"texts and numbers can be mentioned, and this is {described(type_)}"
                inference.reporter.report(codes.TYPE_MISMATCH, inference.file, term, message)

    def _covered(self, name: t.Name) -> None:
        summed = [x.target.value for x in links_of(self.turn) if x.keyword == "summarizes" and x.target is not None]
        if name.value not in summed:
            reporter, file = self.inference.reporter, self.inference.file
            reporter.unknown(codes.UNKNOWN_TURN, file, name, "turn that this one summarizes", name.value, summed)

    def _golden(self) -> None:
        """In a golden context each earlier turn has a golden answer."""
        own = context_of(self.turn.items)
        if self.place == 0 or (own or context_of(self.info.node.items)) != "golden":
            return
        turns = turns_of(self.info.node)[: self.place]
        # What a turn asks of a row has a right answer, which is golden.
        silent = [turn for turn in turns if not any(_is(item, "golden") or _is(item, "ask") for item in turn.items)]
        # Where the whole flow is golden, one report a turn that lacks an answer is enough.
        for turn in silent if own else [one for one in silent if one is turns[-1]]:
            message = f"{quoted(turn.name.value)} has no golden answer, which stands in the history of a later turn"
            inference = self.inference
            inference.reporter.report(codes.MISSING_GOLDEN, inference.file, turn.name, message)

    def _captured(self) -> Scope:
        scope = self.scope
        for item in self.turn.items:
            if not isinstance(item, t.Let):
                continue
            name = item.name.value
            if name in scope.variables:
                message = f"{quoted(name)} is the name of another value of this flow"
                self.inference.reporter.report(codes.DUPLICATE_NAME, self.inference.file, item.name, message)
            found = self.inference.infer(item.value, self.scope.with_variable(RESPONSE, TEXT))
            scope = scope.with_variable(name, found)
        return scope


_MENTIONABLE: tuple[Type, ...] = (TEXT, NUMBER, list_of(TEXT), list_of(NUMBER))


def terms_of(written: t.Expr) -> Terms | None:
    """What is to be mentioned: a list, a single term, or a part of a list; None for what is none of these."""
    least: t.Expr | int | None = None
    if isinstance(written, t.Call) and written.function.value in _SHARES:
        arguments = written.arguments
        if len(arguments) != _SHARES[written.function.value] or any(one.name is not None for one in arguments):
            return None
        least = 1 if len(arguments) == 1 else arguments[0].value
        written = arguments[-1].value
    return Terms(written.items if isinstance(written, t.ListOf) else [written], least)


def context_of(items: Sequence[t.Node]) -> str | None:
    """The context that a flow or turn names."""
    found = next((item for item in items if _is(item, "context")), None)
    if not isinstance(found, t.Clause):
        return None
    return next((part.value for part in found.parts if isinstance(part, t.Word)), None)


def _is(item: t.Node, keyword: str) -> bool:
    return isinstance(item, t.Clause) and item.keyword == keyword


def _requirements(clause: t.Clause) -> Iterator[t.Requirement]:
    for part in clause.parts:
        if isinstance(part, t.RequirementCall | t.Scoped | t.InScope | t.Combined | t.IfRequirement):
            yield part
