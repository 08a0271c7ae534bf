"""Take a program and its compiled module; give the items of its specs: prompts with verifiers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ifdsl.checking.module import Module
from ifdsl.checking.verifier import Verifier
from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import as_declared
from ifdsl.ir.fingerprint import fingerprint, fingerprint_of
from ifdsl.ir.instances import Instance, instances
from ifdsl.primitives.undecided import Undecided
from ifdsl.rendering.fill import fill, value_of
from ifdsl.rendering.prompt import rendered
from ifdsl.run.grading import Item, Label
from ifdsl.store.records import Prompt

if TYPE_CHECKING:
    from ifdsl.recognition.locating import Asked


@dataclass(frozen=True, slots=True)
class Rendering:
    """How prompts are made: the pattern, the language of the rules, which wording, and templates of the user's own."""

    pattern: str = "listing"
    language: str = "en"
    wording: int = 0
    templates: dict[str, str] | None = None
    system: str | None = None


Sources = Mapping[tuple[str, str], str]
"""Where a requirement is written, as `file.ifc:12`, by the name of its spec and its own id."""


def items_of(program: n.Program, module: Module, rendering: Rendering) -> Iterator[Item]:
    """One item for each instance of each spec.

    Raises:
        MissingWording: a constraint has no wording in that pattern and language.
        ValueError: a value has no phrase, or a template is wrong, in plain words.
    """
    return (item for _, item in posed(program, module, rendering))


def posed(
    program: n.Program, module: Module, rendering: Rendering, sources: Sources = MappingProxyType({})
) -> Iterator[tuple[Instance, Item]]:
    """Each instance of each spec with its item, made as it is asked for; raises as `items_of` does."""
    prints = cache(lambda: {name: fingerprint(constraint) for name, constraint in program.constraints.items()})
    for spec in program.specs:
        requirements = [(one, True) for one in spec.must] + [(one, False) for one in spec.should]
        labels = [
            label_of(requirement, program, required)._replace(source=sources.get((spec.name, requirement.id), ""))
            for requirement, required in requirements
        ]
        for instance in instances(spec):
            made = rendered(
                program,
                spec,
                instance.values,
                pattern=rendering.pattern,
                language=rendering.language,
                wording=rendering.wording,
                templates=rendering.templates,
            )
            prompt = Prompt.of_text(instance.id, made.text, system=rendering.system, meta=dict(spec.meta))
            entry = module.specs[spec.name]
            verifier = Verifier(entry, [instance.values[name] for name in entry.parameters])
            named = partial(_named, spec, prints, verifier)
            if spec.stated:
                locate = cache(partial(_located, labels, requirements, program, instance, prompt.text))
                yield instance, Item(prompt, verifier, tuple(labels), named, locate)
                continue
            located = tuple(label._replace(phrases=found) for label, found in zip(labels, made.spans, strict=True))
            yield instance, Item(prompt, verifier, located, named)


def _named(spec: n.Spec, prints: Callable[[], Mapping[str, str]], verifier: Verifier) -> str:
    return fingerprint_of([fingerprint([spec.must, spec.should, prints()]), repr(verifier.values)])


def _located(
    labels: Sequence[Label],
    requirements: Sequence[tuple[n.Requirement, bool]],
    program: n.Program,
    instance: Instance,
    text: str,
) -> tuple[Label, ...]:
    """The labels of a spec whose task states the requirements itself, with where it most likely does."""
    from ifdsl.recognition.locating import locate

    asked = [_asked(requirement, program, instance) for requirement, _ in requirements]
    found = locate(text, asked)
    return tuple(label._replace(phrases=phrases) for label, phrases in zip(labels, found, strict=True))


def _asked(requirement: n.Requirement, program: n.Program, instance: Instance) -> Asked:
    """What is known of how a requirement may be asked for: the names, the wordings and the values of its demands."""
    from ifdsl.recognition.locating import Asked, stretches

    names, wordings, words, values = [], [], [], []
    for demand in _demands(requirement):
        constraint = program.constraints[demand.constraint]
        names.append(constraint.short_name)
        templates = [one.text for one in constraint.wordings] + [one.text for one in constraint.phrasings]
        words += [" ".join(stretches(template)) for template in templates]
        try:
            given = [value_of(argument, instance.values) for argument in demand.arguments]
        except (ValueError, Undecided):
            continue  # a value that no prompt could show is not looked for in one
        values += given
        for wording in constraint.wordings:
            # A value may have no phrase in some wording, and the task is free to use another.
            with suppress(ValueError, Undecided):
                wordings.append(fill(wording.text, _bound(constraint, given), wording.language))
    return Asked(" ".join(names), tuple(wordings), tuple(words), tuple(values))


def _bound(constraint: n.Constraint, values: Sequence[Any]) -> dict[str, Any]:
    pairs = zip(constraint.parameters, values, strict=True)
    return {parameter.name: as_declared(value, parameter.type) for parameter, value in pairs}


def _demands(requirement: n.Requirement) -> Iterator[n.Demand]:
    if isinstance(requirement, n.Demand):
        yield requirement
    for part in _body(requirement):
        yield from _demands(part)


def label_of(requirement: n.Requirement, program: n.Program, required: bool = True) -> Label:
    """A demand is reported under its constraint; a scope or combinator under what it holds."""
    if isinstance(requirement, n.Demand):
        constraint = program.constraints[requirement.constraint]
        return Label(constraint.name, constraint.group, required)
    inner = [label_of(part, program) for part in _body(requirement)]
    names = ", ".join(dict.fromkeys(label.constraint for label in inner))
    return Label(f"{_head(requirement)}({names})", inner[0].group if inner else "", required)


def _head(requirement: n.Requirement) -> str:
    match requirement:
        case n.Each() | n.IfPresent():
            return f"{requirement.kind} {requirement.noun} "
        case n.Combined():
            return requirement.combinator
        case n.When():
            return "if "
        case _:
            return "in "


def _body(requirement: n.Requirement) -> tuple[n.Requirement, ...]:
    if isinstance(requirement, n.Demand):
        return ()
    if isinstance(requirement, n.When):
        return (*requirement.then, *requirement.otherwise)
    return requirement.body
