"""Take a sentence and a vocabulary; give its reading, or what of it cannot be read."""

from __future__ import annotations

from dataclasses import replace

from ifdsl.ir import nodes as n
from ifdsl.ir.expressions import constant
from ifdsl.ir.parts import derived_id
from ifdsl.recognition.cover import Clause, Cover, Way
from ifdsl.recognition.reading import Nearest, Reading, Stated, Unrecognised
from ifdsl.recognition.recogniser import thawed
from ifdsl.recognition.sentence import Sentence
from ifdsl.recognition.tokens import MAX_TOKENS, tokens_of
from ifdsl.recognition.vocabulary import Vocabulary

MAX_LENGTH = 4_000
"""Characters of the longest sentence that is read."""


def recognise(sentence: str, vocabulary: Vocabulary) -> Reading | Unrecognised:
    """What `sentence` asks for, by the wordings of the types in `vocabulary`.

    Args:
        sentence: one constraint, or a few, in English or Chinese; a whole sentence or a clause.
        vocabulary: the types that it may be about.
    """
    if len(sentence) > MAX_LENGTH:
        return Unrecognised("too_long")
    tokens = tokens_of(sentence)
    if not tokens.items:
        return Unrecognised("empty")
    if len(tokens) > MAX_TOKENS:
        return Unrecognised("too_long")
    cover = Cover(Sentence(tokens, vocabulary.significant, vocabulary.proper, vocabulary.parts), list(vocabulary.candidates(tokens)), vocabulary.nouns)
    ways = cover.ways()
    if not ways:
        left = tuple(tokens.span(first, last) for first, last in cover.left_over())
        return Unrecognised("unread", left)
    readings = tuple(_reading(way, cover) for way in ways)
    if len(readings) > 1:
        return Unrecognised("ambiguous", readings=readings)
    return readings[0]


def _reading(way: Way, cover: Cover) -> Reading:
    taken: dict[str, int] = {}
    stated: dict[object, Stated] = {}
    for clause in way.clauses:
        span = cover.sentence.tokens.span(clause.first, clause.last)
        known = stated.get(clause.key)
        if known is None:
            stated[clause.key] = Stated(_requirement(clause, taken), (span,))
        else:
            stated[clause.key] = Stated(known.requirement, (*known.spans, span))
    return Reading(tuple(stated.values()))


def _requirement(clause: Clause, taken: dict[str, int]) -> n.Requirement:
    constraint = clause.recogniser.constraint
    arguments = tuple(
        n.Pattern(pattern=str(value)) if parameter.type == "regex" else constant(thawed(value))
        for parameter, (_, value) in zip(constraint.parameters, clause.values, strict=True)
    )
    demand = n.Demand(
        id=derived_id(constraint.short_name, arguments, taken), constraint=constraint.name, arguments=arguments
    )
    return demand if clause.scope is None else _with_ids(clause.scope.around((demand,)), taken)


def _with_ids(requirement: n.Requirement, taken: dict[str, int]) -> n.Requirement:
    """A scope with the ids that the compiler would give it and the scopes in it."""
    if isinstance(requirement, n.Demand):
        return requirement
    assert isinstance(requirement, n.Each | n.IfPresent | n.Within)
    body = tuple(_with_ids(inner, taken) for inner in requirement.body)
    name = "in" if isinstance(requirement, n.Within) else f"{requirement.kind}_{requirement.noun.replace(' ', '_')}"
    return replace(requirement, id=derived_id(name, body, taken), body=body)


__all__ = ["MAX_LENGTH", "Nearest", "recognise"]
