"""Take a program and its compiled module; give the items of its specs: prompts with verifiers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ifdsl.checking.module import Module
from ifdsl.checking.verifier import Verifier
from ifdsl.ir import nodes as n
from ifdsl.ir.instances import Instance, instances
from ifdsl.rendering.prompt import render
from ifdsl.run.grading import Item, Label
from ifdsl.store.records import Prompt


@dataclass(frozen=True, slots=True)
class Rendering:
    """How prompts are made: the pattern, the language of the rules, which wording, and templates of the user's own."""

    pattern: str = "listing"
    language: str = "en"
    wording: int = 0
    templates: dict[str, str] | None = None
    system: str | None = None


def items_of(program: n.Program, module: Module, rendering: Rendering) -> Iterator[Item]:
    """One item for each instance of each spec.

    Raises:
        MissingWording: a constraint has no wording in that pattern and language.
        ValueError: a value has no phrase, or a template is wrong, in plain words.
    """
    return (item for _, item in posed(program, module, rendering))


def posed(program: n.Program, module: Module, rendering: Rendering) -> Iterator[tuple[Instance, Item]]:
    """Each instance of each spec with its item, made as it is asked for; raises as `items_of` does."""
    for spec in program.specs:
        labels = tuple(
            label_of(requirement, program, required)
            for body, required in ((spec.must, True), (spec.should, False))
            for requirement in body
        )
        for instance in instances(spec):
            text = render(
                program,
                spec,
                instance.values,
                pattern=rendering.pattern,
                language=rendering.language,
                wording=rendering.wording,
                templates=rendering.templates,
            )
            prompt = Prompt.of_text(instance.id, text, system=rendering.system)
            entry = module.specs[spec.name]
            verifier = Verifier(entry, [instance.values[name] for name in entry.parameters])
            yield instance, Item(prompt, verifier, labels)


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
