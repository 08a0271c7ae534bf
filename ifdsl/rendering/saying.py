"""Take requirements and the values of one instance; give each of them in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared
from ifdsl.rendering import scopes
from ifdsl.rendering.fill import fill, value_of
from ifdsl.rendering.lowering import kind_of, lowered

LISTING = "listing"
INCORPORATION = "incorporation"


class MissingWording(LookupError):
    """A constraint, or the noun of a scope, that has no words for a pattern in a language.

    Attributes:
        constraint: the qualified name of the constraint.
        pattern: the pattern that was asked for.
        language: the language that was asked for.
    """

    def __init__(self, constraint: str, pattern: str, language: str) -> None:
        self.constraint = constraint
        self.pattern = pattern
        self.language = language
        super().__init__(f"`{constraint}` has no wording for the pattern `{pattern}` in the language `{language}`")


@dataclass(frozen=True, slots=True)
class Rule:
    """One requirement in words: a sentence, or a clause that goes on from the task (`in at least 80 words`).

    Attributes:
        text: the words.
        is_clause: which of the two it is.
        opened: whether its first word is the wording's own, and not one of a value.
        stopped: whether it ends in a full stop that is no part of a value.
    """

    text: str
    is_clause: bool = False
    opened: bool = False
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence, or the header of a scope or group with what it holds.

    `goes_on` is True for a header that a single sentence can follow after a comma (`In each paragraph, use …`).
    """

    text: str
    opened: bool = False
    stopped: bool = False
    goes_on: bool = False
    is_clause: bool = False
    group: scopes.Group = "all_of"
    members: tuple[_Said, ...] = ()


@dataclass(frozen=True, slots=True)
class _Setting:
    program: n.Program
    environment: Mapping[str, Any]
    pattern: str
    language: str
    choose: int


def sentence(constraint: n.Constraint, arguments: Sequence[Any], pattern: str, language: str, choose: int = 0) -> str:
    """What `constraint` with these values says in this pattern and language.

    Args:
        constraint: the constraint type.
        arguments: a value for each of its parameters, in order.
        pattern: the pattern whose wordings are used, and no other's.
        language: likewise.
        choose: 0 is the main wording; the others follow in their order and wrap around.

    Raises:
        MissingWording: the constraint has no wording for this pattern in this language.
        ValueError: a value has no phrase in the format that the wording asks for.
    """
    return fill(_wording(constraint, pattern, language, choose), _bound(constraint, arguments), language)


def requirements_text(
    program: n.Program,
    requirements: Sequence[n.Requirement],
    environment: Mapping[str, Any],
    pattern: str = LISTING,
    language: str = "en",
    choose: int = 0,
    *,
    if_possible: bool = False,
) -> tuple[Rule, ...]:
    """Each of `requirements` as a rule, in order: scopes, combinators and the applicable branch of conditions.

    In the pattern `incorporation`, a constraint with a clause of its own gives that clause; whatever has none (a
    constraint with a listing wording only, a scope, a combinator) gives a sentence.

    Args:
        program: where the constraints are.
        requirements: the requirements, which all hold together.
        environment: a value for each name that they use.
        pattern: the pattern whose wordings come first; listing wordings stand in.
        language: the language of the wordings.
        choose: which wording, see `sentence`.
        if_possible: say of each that it is wanted rather than due.

    Raises:
        MissingWording: a constraint has neither kind of wording in this language.
        ValueError: a requirement cannot be put into words, in plain words.
    """
    setting = _Setting(program, environment, pattern, language, choose)
    said = [one for requirement in requirements for one in _say(requirement, setting, outermost=not if_possible)]
    if if_possible:
        said = [_Said(scopes.if_possible_header(language), goes_on=True, members=(one,)) for one in said]
    return tuple(_finish(one, language) for one in said)


def _say(requirement: n.Requirement, setting: _Setting, *, outermost: bool = False) -> list[_Said]:
    """The requirement as sayings that all hold together; none where it asks for nothing in this instance."""
    match requirement:
        case n.Demand():
            return [_say_demand(requirement, setting, outermost)]
        case n.When():
            holds = value_of(requirement.condition, setting.environment)
            return _say_all(requirement.then if holds else requirement.otherwise, setting, outermost)
        case n.Combined(combinator="all_of"):
            return _say_all(requirement.body, setting, outermost)
        case n.Combined():
            return _say_group(requirement, setting)
    members = tuple(_say_all(requirement.body, setting))
    return [_Said(_scope_header(requirement, setting), goes_on=True, members=members)] if members else []


def _scope_header(scope: n.Each | n.IfPresent | n.Within, setting: _Setting) -> str:
    try:
        match scope:
            case n.Each():
                return scopes.each_header(scope.noun, setting.language)
            case n.IfPresent():
                return scopes.if_present_header(scope.noun, setting.language)
            case n.Within():
                return scopes.within_header(scope.subject, setting.environment, setting.language)
    except scopes.Unnamed as unnamed:
        raise MissingWording(unnamed.noun, setting.pattern, setting.language) from None


def _say_all(body: Sequence[n.Requirement], setting: _Setting, outermost: bool = False) -> list[_Said]:
    return [said for requirement in body for said in _say(requirement, setting, outermost=outermost)]


def _say_group(requirement: n.Combined, setting: _Setting) -> list[_Said]:
    group = requirement.combinator
    members = []
    for member in requirement.body:
        said = _say(member, setting)
        if len(said) > 1:
            # Joined with `or`, the parts of one member would become members of their own.
            said = [_Said(scopes.group_header("all_of", len(said), setting.language), members=tuple(said))]
        members += said
    if not members and group == "any_of":
        raise ValueError("an `any_of` that holds nothing in this instance cannot be put into words")
    if not members or (len(members) == 1 and group == "any_of"):
        return members
    header = scopes.group_header(group, len(members), setting.language)
    return [_Said(header, group=group, members=tuple(members))]


def _say_demand(demand: n.Demand, setting: _Setting, outermost: bool) -> _Said:
    constraint = setting.program.constraints.get(demand.constraint)
    if constraint is None:
        raise ValueError(f"`{demand.constraint}` is not a constraint of this program")
    arguments = [value_of(argument, setting.environment) for argument in demand.arguments]
    # A clause goes on from the task, so inside a scope or a group only a sentence fits.
    patterns = [setting.pattern] if outermost or setting.pattern != INCORPORATION else []
    for pattern in (*patterns, LISTING):
        if _wordings(constraint, pattern, setting.language):
            template = _wording(constraint, pattern, setting.language, setting.choose)
            text = fill(template, _bound(constraint, arguments), setting.language)
            opened = isinstance(next(iter(template.parts), None), str)
            return _Said(text, opened, _is_stopped(template), is_clause=pattern == INCORPORATION)
    raise MissingWording(constraint.name, setting.pattern, setting.language)


def _bound(constraint: n.Constraint, arguments: Sequence[Any]) -> dict[str, Any]:
    if len(arguments) != len(constraint.parameters):
        raise ValueError(
            f"`{constraint.name}` takes {len(constraint.parameters)} values where {len(arguments)} are given"
        )
    pairs = zip(constraint.parameters, arguments, strict=True)
    return {parameter.name: as_declared(value, parameter.type) for parameter, value in pairs}


def _wordings(constraint: n.Constraint, pattern: str, language: str) -> list[n.Wording]:
    fitting = [wording for wording in constraint.wordings if (wording.pattern, wording.language) == (pattern, language)]
    return sorted(fitting, key=lambda wording: not wording.main)


def _wording(constraint: n.Constraint, pattern: str, language: str, choose: int) -> n.Template:
    fitting = _wordings(constraint, pattern, language)
    if not fitting:
        raise MissingWording(constraint.name, pattern, language)
    return fitting[choose % len(fitting)].text


def _is_stopped(template: n.Template) -> bool:
    """Whether the wording ends in a full stop of its own, rather than in a value that may end in one."""
    last = template.parts[-1] if template.parts else ""
    return isinstance(last, str) and last.endswith((".", "。")) and not last.endswith("..")


def _finish(said: _Said, language: str) -> Rule:
    if not said.members:
        return Rule(said.text, said.is_clause, said.opened, said.stopped)
    text = _inline(said, 0, language)
    stop = "。" if language == "zh" else "."
    stopped = not text.endswith((".", "!", "?", "。", "！", "？", "…"))
    return Rule(text + stop if stopped else text, stopped=stopped)


def _inline(said: _Said, depth: int, language: str) -> str:
    if not said.members:
        return said.text[:-1] if said.stopped else said.text
    if len(said.members) == 1:
        (member,) = said.members
        text = _inline(member, depth, language)
        if said.goes_on and member.opened and language == "en" and kind_of(text) in ("asking", "forbidding"):
            return f"{said.text.removesuffix(': ')}, {lowered(text)}"
        return said.text + text
    members = [_inline(member, depth + 1, language) for member in said.members]
    return said.text + scopes.enumerated(members, said.group, depth, language)
