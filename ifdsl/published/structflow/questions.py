"""Take a question of a checklist; give the requirement that code can decide in its place, where it says what to count.

A question is turned into a statement (`Is the response limited to 50 words?` is `The response must be limited to 50
words.`) and read by the wordings of the pack `structflow`. Only what is asked of the whole response is read.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ifdsl import data
from ifdsl.ir import nodes as n
from ifdsl.published.sentences import words_of
from ifdsl.published.structflow.dialogues import Question
from ifdsl.recognition import Reading, Vocabulary, recognise

PACK = "structflow"

JUDGED: Mapping[str, str] = {
    "Content Constraint": "content",
    "Keyword/Element Constraint": "keyword_element",
    "Style Constraint": "style",
    "Basic Format Constraint": "basic_format",
    "Quantity Format Constraint": "quantity_format",
    "Template Format Constraint": "template_format",
    "Situation Constraint": "situation",
    "Inverse Constraint": "inverse",
    "follow-up": "is_follow_up",
    "refinement": "is_refinement",
    "recall": "is_recall",
    "expansion": "is_expansion",
    "summary": "is_summary",
}
"""The constraint of the pack that asks a judge, by the type of a question."""

_WHOLE = r"(the (?:entire |whole |final )?(?:response|information|answer|explanation|summary|output|text))"
_IS = re.compile(rf"Is {_WHOLE} (.+?)\?", re.IGNORECASE)
_DOES = re.compile(rf"Does {_WHOLE} (.+?)\?", re.IGNORECASE)
_OF_PARTS = re.compile(r"\b(per|each|every)\b", re.IGNORECASE)


def statement_of(question: str) -> str | None:
    """The question as what the response must do; None where it is of another form, or of parts of the response."""
    if _OF_PARTS.search(question):
        return None
    for pattern, verb in ((_IS, "must be"), (_DOES, "must")):
        found = pattern.fullmatch(question.strip())
        if found is not None:
            return f"{found[1][:1].upper()}{found[1][1:]} {verb} {found[2]}."
    return None


@dataclass(slots=True)
class Questions:
    """Reads questions; each text is read once."""

    words: Vocabulary
    _known: dict[str, n.Demand | None] = field(default_factory=dict)

    @classmethod
    def of_pack(cls) -> Questions:
        """
        Raises:
            CompileFailed: the pack has errors.
        """
        return cls(words_of([data.stdlib_path() / f"{PACK}.ifc"]))

    def decided(self, question: Question) -> n.Demand | None:
        """What code checks in the place of the question; None where it takes a judge."""
        if question.relation:
            return None
        if question.content not in self._known:
            self._known[question.content] = self._read(question.content)
        return self._known[question.content]

    def _read(self, content: str) -> n.Demand | None:
        statement = statement_of(content)
        found = None if statement is None else recognise(statement, self.words)
        if not isinstance(found, Reading) or len(found.requirements) != 1:
            return None
        (requirement,) = found.requirements
        return requirement if isinstance(requirement, n.Demand) else None
