"""Take the IR of a spec and the values of one instance; give the prompt, and where it states each requirement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.rendering import marks
from ifdsl.rendering.fill import fill
from ifdsl.rendering.patterns import assemble
from ifdsl.rendering.phrases import LANGUAGES
from ifdsl.rendering.saying import INCORPORATION, LISTING, MissingWording, Rule, requirements_text, sentence

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
        raise ValueError("the pattern `example` shows answers first, which are had by `ifdsl generate` alone")
    chosen = [wording] * len(requirements) if isinstance(wording, int) else wording
    worded = INCORPORATION if pattern == EXAMPLE else pattern
    said: list[tuple[int, Rule]] = []
    for place in range(len(requirements)) if order is None else order:
        requirement, if_possible = requirements[place]
        rules = requirements_text(
            program, (requirement,), instance, worded, language, chosen[place], if_possible=if_possible
        )
        said += [(place, rule) for rule in rules]

    def assembled(show: marks.Show) -> str:
        return assemble(
            pattern,
            language,
            task=fill(spec.task, instance, language),
            rules=[show(rule.text, place) for place, rule in said if not rule.is_clause],
            clauses=[show(rule.text, place) for place, rule in said if rule.is_clause],
            plain=[rule.text for _, rule in said if rule.is_clause],
            wording=wording if isinstance(wording, int) else 0,
            register=register,
            shots=[(shot.prompt, shot.answer) for shot in shots],
            templates=templates or {},
        )

    text = assembled(lambda text, place: text)
    spans = marks.spans(text, assembled, [(rule.text, place) for place, rule in said])
    return Rendered(text, tuple(tuple(spans.get(place, ())) for place in range(len(requirements))))
