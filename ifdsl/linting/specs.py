"""Take a built file; give where a spec whose prompt states its requirements itself does not state what it grades."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.build import Built
from ifdsl.ir.evaluate import as_declared, evaluate
from ifdsl.ir.instances import Instance, instances
from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import Graded, mask, of_constraint
from ifdsl.linting.lint import lint
from ifdsl.linting.prompts import Prompt
from ifdsl.primitives.undecided import Undecided
from ifdsl.rendering.fill import fill
from ifdsl.rendering.prompt import MissingWording, requirements_text
from ifdsl.source.diagnostic import Diagnostic, Label, quoted
from ifdsl.source.file import SourceFile
from ifdsl.source.span import Span

MOST_INSTANCES = 200
"""Instances of one spec that are looked over."""


def findings(built: Built) -> Iterator[Diagnostic]:
    """The findings on the specs that have a `prompt`, each kind on the first instance where it is found."""
    if built.program is None:
        return
    for spec in built.program.specs:
        said: set[str] = set()
        for instance in islice(instances(spec), MOST_INSTANCES) if spec.stated else ():
            for finding in _of_instance(built.program, instance, built):
                kind = f"{finding.code.id} {finding.paths}"
                if kind not in said:
                    said.add(kind)
                    yield _diagnostic(built, instance, finding)


def _of_instance(program: n.Program, instance: Instance, built: Built) -> list[Finding]:
    spec = instance.spec
    try:
        prompt = Prompt(fill(spec.task, instance.values))
    except (ValueError, Undecided, OverflowError):
        return []  # a prompt that cannot be written is reported where it is to be written
    graded = [
        _graded(program, built.written(("requirement", spec.name, one.id)), path, one, instance.values)
        for path, one in _requirements(spec).items()
    ]
    return lint(prompt, [one for one in graded if one is not None])


def _requirements(spec: n.Spec) -> dict[str, n.Requirement]:
    """The requirements by paths, as findings name them: `must[0]`."""
    members = {"must": spec.must, "should": spec.should}
    return {f"{name}[{place}]": one for name, all_ in members.items() for place, one in enumerate(all_)}


def _graded(
    program: n.Program, title: str, path: str, requirement: n.Requirement, values: Mapping[str, Any]
) -> Graded | None:
    """What a requirement asks to be stated; None where it has no words."""
    if isinstance(requirement, n.Demand):
        constraint = program.constraints[requirement.constraint]
        arguments = [
            as_declared(evaluate(argument, values), parameter.type)
            for parameter, argument in zip(constraint.parameters, requirement.arguments, strict=True)
        ]
        return of_constraint(constraint, arguments, quoted(title), path)
    try:
        rules = requirements_text(program, [requirement], values)
    except (MissingWording, ValueError, Undecided, OverflowError):
        return None
    sentence = " ".join(rule.text for rule in rules)
    masked, texts = mask(sentence, path)
    return Graded(quoted(title), path, (sentence,), (masked,), texts)


def _diagnostic(built: Built, instance: Instance, finding: Finding) -> Diagnostic:
    """A finding where its requirement stands in the file, and where the prompt says otherwise."""
    requirements = _requirements(instance.spec)
    named = dict.fromkeys(path.partition(".")[0] for path in finding.paths)
    keys = [("requirement", instance.spec.name, requirements[path].id) for path in named]
    graded = [built.places[key] for key in keys if key in built.places]
    prompt = SourceFile(f"prompt of {instance.id}", fill(instance.spec.task, instance.values))
    asked = [Label(prompt, Span(*span)) for span in finding.spans]
    first, *others = (*graded, *asked) or (Label(prompt, Span(0, 0)),)
    advice = []
    if finding.repair is not None and finding.repair.sentence:
        advice.append(f"say in the prompt: {quoted(finding.repair.sentence, 300)}")
    if finding.reason:
        advice.append(finding.reason)
    return Diagnostic(finding.code, finding.message, first, tuple(others), help=tuple(advice))
