"""Take a prompt and all that is graded of a response to it; give every finding, in the order of the prompt."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ifdsl.linting.counting import miscounted
from ifdsl.linting.demands import ungraded
from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import Graded
from ifdsl.linting.kinds import Kinds, unasked
from ifdsl.linting.prompts import Prompt
from ifdsl.linting.rules import ungraded_rules
from ifdsl.linting.scaffolding import leaked, leaked_into
from ifdsl.linting.scope import copied, narrower, unmarked
from ifdsl.linting.stating import misstated
from ifdsl.linting.tensions import tensions
from ifdsl.source import codes

_TAKEN_BACK = re.compile(
    r"\b(?:ignore|disregard|forget) (?:all |any |every )?(?:the |your )?(?:other|remaining|rest of the) "
    r"(?:request|instruction|requirement|demand|task|command|rule)"
)
"""What asks for nothing but what stands beside it."""


def lint(
    prompt: Prompt, graded: Sequence[Graded], names: Collection[str] = (), kinds: Kinds | None = None
) -> list[Finding]:
    """Where a prompt and what is graded disagree, and what else is wrong with the prompt.

    Args:
        prompt: the prompt.
        graded: all that is graded of a response.
        names: the names of parameters, which templates of prompts have holes for.
        kinds: the constraints that there are, for what a prompt asks and nothing grades.
    """
    found = [*leaked(prompt, names)]
    if prompt.is_readable:
        found += [
            *miscounted(prompt, graded),
            *misstated(prompt, graded),
            *narrower(prompt, graded),
            *copied(prompt, graded),
            *unmarked(prompt, graded),
            *tensions(prompt, graded),
        ]
    if prompt.is_readable and not _TAKEN_BACK.search(prompt.plain):
        found += [
            *ungraded(prompt, graded),
            *ungraded_rules(prompt, graded),
            *(unasked(prompt, graded, kinds) if kinds is not None else ()),
        ]
    for one in graded:
        if one.literal:
            found += leaked_into(prompt, one.sentences[0], one.path)
        else:
            for value in one.texts:
                found += leaked_into(prompt, str(value.value), value.path)
    found = _apart(found)
    return sorted(
        (one for place, one in enumerate(found) if one not in found[:place]),
        key=lambda one: (one.spans[:1] or ((len(prompt.text), 0),), one.code.number, one.paths),
    )


def _apart(found: Sequence[Finding]) -> list[Finding]:
    """Without what is said of a sentence as a whole where it is known what of it the prompt says otherwise."""
    otherwise = {
        one.paths for one in found if one.code in (codes.OTHER_NUMBER, codes.OTHER_RELATION, codes.OTHER_VALUE)
    }
    return [one for one in found if one.code != codes.UNSTATED or one.paths not in otherwise or one.spans]
