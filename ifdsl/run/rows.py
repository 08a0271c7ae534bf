"""Take a program with specs over rows, and the folder of their data; give an item for each row: prompt and verifier."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache, partial
from pathlib import Path

from ifdsl.checking.module import Module
from ifdsl.checking.verifier import Verifier
from ifdsl.ir import nodes as n
from ifdsl.ir.fingerprint import fingerprint, fingerprint_of
from ifdsl.ir.instances import Instance
from ifdsl.ir.posing import Posed
from ifdsl.knowledge.asking import Asked, asked_of
from ifdsl.rendering.prompt import rendered
from ifdsl.run.grading import Diagnosis, Item, Label
from ifdsl.run.items import Rendering, Sources, label_of
from ifdsl.source.diagnostic import Diagnostic
from ifdsl.store.records import Prompt


def posed_rows(
    program: n.Program,
    module: Module,
    rendering: Rendering,
    home: Path,
    problems: list[Diagnostic],
    sources: Sources,
    *,
    only: Collection[str] | None = None,
) -> Iterator[tuple[Instance, Item]]:
    """Each row that a spec asks, with its item, spec by spec; made as it is asked for.

    Args:
        home: the folder of the sources.
        problems: gets a diagnostic for each row that cannot be read or asked.
        sources: where each requirement is written.
        only: the names of the specs that are wanted; without it all.

    Raises:
        MissingWording: a constraint has no wording in that pattern and language.
        ValueError: a value has no phrase, or a template is wrong, in plain words.
    """
    prints = cache(lambda: {name: fingerprint(constraint) for name, constraint in program.constraints.items()})
    labels: dict[str, tuple[Label, ...]] = {}
    for asked in asked_of(program, module, home, problems, only=only):
        name = asked.knowledge.name
        if name not in labels:
            labels[name] = tuple(_labels(asked.pipeline.posed, program, sources))
        yield asked.instance, _item(asked, program, module, rendering, labels[name], prints)


def _item(
    asked: Asked,
    program: n.Program,
    module: Module,
    rendering: Rendering,
    labels: tuple[Label, ...],
    prints: Callable[[], Mapping[str, str]],
) -> Item:
    instance, made = asked.instance, asked.pipeline.posed
    # What the prompt may say is all but the requirements that judge the answer: these would give it away.
    shown = rendered(
        program,
        made.asked,
        instance.values,
        pattern=rendering.pattern,
        language=rendering.language,
        wording=rendering.wording,
        templates=rendering.templates,
    )
    prompt = Prompt.of_text(instance.id, shown.text, system=rendering.system, meta=asked.meta())
    entry = module.specs[made.spec.name]
    verifier = Verifier(entry, [instance.values[name] for name in entry.parameters])
    spans = dict(zip((one.id for one in (*made.asked.must, *made.asked.should)), shown.spans, strict=True))
    located = tuple(label._replace(phrases=spans.get(id_, ())) for id_, label in zip(verifier.ids, labels, strict=True))
    named = partial(_named, made.spec, prints, verifier)
    return Item(prompt, verifier, located, named, attempts=asked.attempts, diagnose=partial(diagnosis, asked))


def _labels(made: Posed, program: n.Program, sources: Sources) -> Iterator[Label]:
    requirements = [(one, True) for one in made.spec.must] + [(one, False) for one in made.spec.should]
    for requirement, required in requirements:
        # The scope around a matcher is of the compiler's making.
        told = (
            requirement.body[0]
            if isinstance(requirement, n.Within) and requirement.id in made.matchers
            else requirement
        )
        yield label_of(told, program, required)._replace(source=sources.get((made.spec.name, requirement.id), ""))


def _named(spec: n.Spec, prints: Callable[[], Mapping[str, str]], verifier: Verifier) -> str:
    return fingerprint_of([fingerprint([spec.must, spec.should, prints()]), repr(verifier.values)])


def diagnosis(asked: Asked, response: str) -> Diagnosis:
    """What a wrong answer to a row tells."""
    kind, why = asked.fault(response)
    return Diagnosis(kind, why, asked.answer_span(response))
