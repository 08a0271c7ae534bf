"""Take the IR of a spec and the values of one instance; give the prompt, and where it states each requirement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.rendering import marks
from ifdsl.rendering.fill import fill
from ifdsl.rendering.patterns import assemble, is_built_in, stem
from ifdsl.rendering.phrases import LANGUAGES
from ifdsl.rendering.saying import INCORPORATION, LISTING, MissingWording, Rule, requirements_text, sentence
from ifdsl.rendering.weaving import woven_well

__all__ = [
    "EXAMPLE",
    "INCORPORATION",
    "LISTING",
    "MissingWording",
    "Rendered",
    "Rule",
    "Shot",
    "render",
    "rendered",
    "requirements_text",
    "sentence",
]

EXAMPLE = "example"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shot:
    """An example that stands before a prompt: what was asked, and an answer that passes."""

    prompt: str
    answer: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A prompt, and for each requirement (`must` before `should`) the stretches that state it, in code points.

    A requirement that asks for nothing in this instance has none.
    """

    text: str
    spans: tuple[tuple[Span, ...], ...]


def render(
    program: n.Program,
    spec: n.Spec,
    instance: Mapping[str, Any],
    pattern: str = LISTING,
    language: str = "en",
    wording: int = 0,
    templates: Mapping[str, str] | None = None,
) -> str:
    """The prompt of one instance of `spec`: the text that `rendered` gives."""
    return rendered(program, spec, instance, pattern, language, wording, templates).text


def rendered(
    program: n.Program,
    spec: n.Spec,
    instance: Mapping[str, Any],
    pattern: str = LISTING,
    language: str = "en",
    wording: int | Sequence[int] = 0,
    templates: Mapping[str, str] | None = None,
    *,
    order: Sequence[int] | None = None,
    register: int = 0,
    shots: Sequence[Shot] = (),
) -> Rendered:
    """The prompt of one instance of `spec`: its task and every requirement, `should` ones after `must` ones.

    A spec whose task states the requirements itself (`stated`) is asked in those words alone, and no stretch is named.

    Args:
        program: the program that declares the constraints of the spec.
        spec: the spec.
        instance: a value for each parameter and draw of the spec.
        pattern: `listing`, `incorporation`, `example`, or the name of a pattern in `templates`.
        language: the language of the requirements, one of `LANGUAGES`; the task is in its own.
        wording: which wording of each constraint: 0 is the main one, the others follow and wrap around; one for all
            requirements, or one for each.
        templates: pattern templates by `pattern.language` or `pattern`; they come before the built-in ones.
        order: the positions of the requirements in the order in which they are stated.
        register: which of the ways to introduce and to join requirements: 0 is the plain one, the others follow.
        shots: what the pattern `example` shows first.

    Raises:
        MissingWording: a constraint has no wording in this language, for this pattern or as a listing.
        TemplateProblem: the pattern has no template, or its template is broken.
        ValueError: a value has no phrase, or a requirement no words, in plain words.
    """
    if language not in LANGUAGES:
        known = ", ".join(f"`{name}`" for name in LANGUAGES)
        raise ValueError(f"`{language}` is not a language that prompts are written in; there are {known}")
    requirements = [(one, False) for one in spec.must] + [(one, True) for one in spec.should]
    if spec.stated:
        return Rendered(fill(spec.task, instance, language), ((),) * len(requirements))
    if pattern == EXAMPLE and not shots and EXAMPLE not in (templates or {}):
        raise ValueError(
            "the pattern `example` shows answers that pass before the task, which only `ifdsl generate` finds"
        )
    chosen = [wording] * len(requirements) if isinstance(wording, int) else wording
    places = range(len(requirements)) if order is None else order

    def words(place: int, worded: str) -> list[tuple[int, Rule]]:
        requirement, if_possible = requirements[place]
        rules = requirements_text(
            program, (requirement,), instance, worded, language, chosen[place], if_possible=if_possible
        )
        return [(place, rule) for rule in rules]

    task = fill(spec.task, instance, language)
    said = [one for place in places for one in words(place, INCORPORATION if pattern == EXAMPLE else pattern)]
    if pattern in (INCORPORATION, EXAMPLE) and is_built_in(pattern, language, templates):
        said = _as_suits(said, words, task, language, register)
    rules = [one for one in said if not one[1].is_clause]
    clauses = [one for one in said if one[1].is_clause]
    numbered = [*rules, *clauses]

    def assembled(show: marks.Show) -> str:
        return assemble(
            pattern,
            language,
            task=task,
            rules=[rule for _, rule in rules],
            clauses=[rule.text for _, rule in clauses],
            shown=lambda number, text: show(text, numbered[number][0]),
            wording=wording if isinstance(wording, int) else 0,
            register=register,
            shots=[(shot.prompt, shot.answer) for shot in shots],
            templates=templates or {},
        )

    text = assembled(lambda text, place: text)
    spans = marks.spans(text, assembled, [(rule.text, place) for place, rule in said])
    return Rendered(text, tuple(tuple(spans.get(place, ())) for place in range(len(requirements))))


def _as_suits(
    said: Sequence[tuple[int, Rule]],
    words: Callable[[int, str], list[tuple[int, Rule]]],
    task: str,
    language: str,
    register: int,
) -> list[tuple[int, Rule]]:
    """The same with sentences for the clauses that would not read well in this task, or are too many."""
    clauses = [at for at, (_, rule) in enumerate(said) if rule.is_clause]
    sentences: dict[int, list[tuple[int, Rule]]] = {}
    for at in clauses:
        place = said[at][0]
        with suppress(MissingWording):  # where a clause is all that there is
            sentences[place] = words(place, LISTING)
    # A sentence that ends in a text of the user's stands badly among others.
    first = [
        number
        for number, at in enumerate(clauses)
        if not all(rule.stopped for _, rule in sentences.get(said[at][0], ()))
    ]
    good = woven_well([said[at][1].text for at in clauses], stem(task), language, register, frozenset(first))
    better = {said[at][0] for number, at in enumerate(clauses) if number not in good}
    made: list[tuple[int, Rule]] = []
    for place, group in groupby(said, key=lambda one: one[0]):
        made += (sentences.get(place) if place in better else None) or group
    return made
