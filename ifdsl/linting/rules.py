"""Take a prompt that lists its rules and what is graded; give the rules of the list that nothing grades."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ifdsl.linting.concepts import concepts_in
from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import Graded, shown
from ifdsl.linting.prompts import Prompt, plain_of, telling
from ifdsl.linting.quantities import quantities
from ifdsl.linting.sentences import LEAST
from ifdsl.recognition.reading import Span
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_LIST = re.compile(
    r"^[^\n]{0,160}\b(?:rules|requirements|constraints|conditions|criteria|guidelines)\b[^\n]{0,60}[:：][ \t]*\n"
    r"(?P<items>(?:[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+[^\n]+(?:\n|$)|[ \t]*\n)+)",
    re.MULTILINE | re.IGNORECASE,
)
_ITEM = re.compile(r"^[ \t]*(?:\d{1,2}[.)]|[-*•])[ \t]+(?P<text>[^\n]+?)[ \t]*$", re.MULTILINE)
_RULING = re.compile(
    r"\b(?:must|should|shall|has to|have to|needs? to|at (?:least|most)|no more|exactly|only|not|never|avoid|use|using|"
    r"include|contain|write|keep|limit|end|begin|start|provide|ensure|format)\b"
)
"""What a rule has: a member of a list without any of these is something else."""
_TELLING = frozenset(
    {"upper", "lower", "title_case", "json", "xml", "period", "question_mark", "exclamation_mark", "block_quote"}
)
"""Concepts that alone tell one rule from another."""


def ungraded_rules(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    """Rules of a list of which others are graded; a list of which little is graded belongs to the task."""
    sentences = [sentence for one in graded for sentence in one.sentences]
    enough = 0.0 if any(one.literal for one in graded) else 0.5
    for members in _rules(prompt):
        texts = [(span, prompt.text[slice(*span)]) for span in members]
        covered = [any(_covers(text, sentence) for sentence in sentences) for _, text in texts]
        if not any(covered) or sum(covered) < enough * len(covered):
            continue
        for (span, text), is_graded in zip(texts, covered, strict=True):
            if not is_graded and _RULING.search(plain_of(text)):
                yield Finding(codes.UNGRADED, f"the rule {quoted(shown(text), 100)} is graded by nothing", (span,))


def _rules(prompt: Prompt) -> Iterator[list[Span]]:
    """The lists that are announced as rules, each as its members."""
    for block in _LIST.finditer(prompt.text, prompt.shots):
        yield [item.span("text") for item in _ITEM.finditer(prompt.text, *block.span("items"))]


def _covers(rule: str, sentence: str) -> bool:
    """Whether a sentence that is graded may be the rule: by its numbers, texts and concepts, or else its words."""
    plain, other = plain_of(rule), plain_of(sentence)
    units = {unit for q in quantities(plain) if q.number for unit in q.units if unit.known}
    if units:
        return bool(units & {unit for q in quantities(other) for unit in q.units})
    texts = [plain_of(q.text) for q in Prompt(rule).quoted]
    if texts:
        return any(text in other for text in texts)
    firm = concepts_in(plain) & _TELLING
    if firm:
        return bool(firm & concepts_in(other))
    said = telling(rule)
    return len(said & telling(sentence)) >= LEAST * len(said)
