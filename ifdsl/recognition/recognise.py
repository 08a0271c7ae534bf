"""Take a sentence and a vocabulary; give its reading, or what of it cannot be read."""

from __future__ import annotations

from dataclasses import replace

from ifdsl.ir import nodes as n
from ifdsl.ir.expressions import constant
from ifdsl.ir.parts import derived_id
from ifdsl.recognition.cover import Cover
from ifdsl.recognition.groups import Grouped, grouped
from ifdsl.recognition.hints import nearest
from ifdsl.recognition.reading import Reading, Span, Stated, Unrecognised
from ifdsl.recognition.recogniser import thawed
from ifdsl.recognition.sentence import Sentence
from ifdsl.recognition.tokens import MAX_TOKENS, tokens_of
from ifdsl.recognition.vocabulary import Vocabulary
from ifdsl.recognition.ways import Clause, Way

MAX_LENGTH = 4_000
"""Characters of the longest sentence that is read."""

MAX_DEPTH = 4
"""Groups inside one another."""


def recognise(sentence: str, vocabulary: Vocabulary) -> Reading | Unrecognised:
    """What `sentence` asks for, by the wordings of the types in `vocabulary`.

    Every word is accounted for: it is part of a wording, names a scope, or belongs to the words around that state
    nothing. Where that cannot be done, or can be done with different meanings, the sentence is not recognised.

    Args:
        sentence: one constraint, or a few, in English or Chinese; a whole sentence or a clause.
        vocabulary: the types that it may be about.
    """
    if len(sentence) > MAX_LENGTH:
        return Unrecognised("too_long")
    return _numbered(_recognise(sentence, 0, len(sentence), vocabulary, 0))


def _recognise(sentence: str, start: int, end: int, vocabulary: Vocabulary, depth: int) -> Reading | Unrecognised:
    stretch = sentence[start:end]
    group = grouped(stretch) if depth < MAX_DEPTH else None
    if group is not None:
        return _group(sentence, start, group, vocabulary, depth)
    tokens = tokens_of(stretch)
    if not tokens.items:
        return Unrecognised("empty")
    if len(tokens) > MAX_TOKENS:
        return Unrecognised("too_long")
    read = Sentence(tokens, vocabulary.significant, vocabulary.proper, vocabulary.parts)
    cover = Cover(read, vocabulary.candidates(tokens), vocabulary.nouns, vocabulary.meant)
    ways = cover.ways()
    readings = tuple(_reading(way, cover, start) for way in ways)
    if cover.crowded or len(readings) > 1:
        return Unrecognised("ambiguous", readings=readings)
    if readings:
        return readings[0]
    left = tuple(_moved(tokens.span(first, last), start) for first, last in cover.left_over())
    return Unrecognised("unread", left or ((start, end),), nearest(tokens, vocabulary))


def _group(sentence: str, start: int, group: Grouped, vocabulary: Vocabulary, depth: int) -> Reading | Unrecognised:
    members: list[n.Requirement] = []
    asides: list[Span] = []
    for first, last in group.members:
        found = _recognise(sentence, start + first, start + last, vocabulary, depth + 1)
        if isinstance(found, Unrecognised):
            return found
        asides += found.asides
        inner = found.requirements
        if len(inner) > 1 and (group.group != "all_of" or depth):
            members.append(n.Combined(id="", combinator="all_of", body=inner))
        else:
            members += inner
    span = (start + group.members[0][0], start + group.members[-1][1])
    combined = n.Combined(id="", combinator=group.group, body=tuple(members))
    return Reading((Stated(combined, (span,)),), tuple(asides))


def _reading(way: Way, cover: Cover, start: int) -> Reading:
    stated: dict[object, Stated] = {}
    tokens = cover.sentence.tokens
    for clause in way.clauses:
        span = _moved(tokens.span(clause.first, clause.last), start)
        known = stated.get(clause.key)
        if known is None:
            stated[clause.key] = Stated(_requirement(clause), (span,))
        else:
            stated[clause.key] = replace(known, spans=(*known.spans, span))
    asides = tuple(_moved(tokens.span(first, last), start) for first, last in way.asides)
    return Reading(tuple(stated.values()), asides)


def _moved(span: Span, by: int) -> Span:
    return span[0] + by, span[1] + by


def _requirement(clause: Clause) -> n.Requirement:
    arguments = tuple(
        n.Pattern(pattern=str(value)) if parameter.type == "regex" else constant(thawed(value))
        for parameter, value in zip(clause.constraint.parameters, clause.values, strict=True)
    )
    demand = n.Demand(id="", constraint=clause.constraint.name, arguments=arguments)
    return demand if clause.scope is None else clause.scope.around((demand,))


# ---------------------------------------------------------------- ids


def _numbered(found: Reading | Unrecognised) -> Reading | Unrecognised:
    """The same with the ids that the compiler would give the requirements."""
    if isinstance(found, Unrecognised):
        return replace(found, readings=tuple(map(_with_ids, found.readings)))
    return _with_ids(found)


def _with_ids(reading: Reading) -> Reading:
    taken: dict[str, int] = {}
    stated = tuple(replace(each, requirement=_with_id(each.requirement, taken)) for each in reading.stated)
    return replace(reading, stated=stated)


def _with_id(requirement: n.Requirement, taken: dict[str, int]) -> n.Requirement:
    match requirement:
        case n.Demand():
            name, contents = requirement.constraint.rpartition(".")[2], requirement.arguments
            return replace(requirement, id=derived_id(name, contents, taken))
        case n.When():
            raise AssertionError("no condition on an instance is ever read")
        case n.Combined():
            name = requirement.combinator
        case n.Within():
            name = "in"
        case n.Each() | n.IfPresent():
            name = f"{requirement.kind}_{requirement.noun.replace(' ', '_')}"
    body = tuple(_with_id(inner, taken) for inner in requirement.body)
    return replace(requirement, id=derived_id(name, body, taken), body=body)
