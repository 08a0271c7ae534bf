"""Take a document and a question; give a judge's answer, where one was recorded. Nothing here asks a judge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from ifdsl.checking import wording as w
from ifdsl.checking.distances import certain
from ifdsl.checking.findings import Finding, Telling
from ifdsl.primitives.doc import Doc
from ifdsl.primitives.undecided import Undecided

Answers: TypeAlias = Mapping["str | tuple[str, str]", bool]
"""A judge's answers. The key is the question where it was asked of the whole response; else question and part."""


class Question(NamedTuple):
    """A question about a text: the response, or where `whole` is false a part of it."""

    question: str
    text: str
    whole: bool

    @property
    def key(self) -> str | tuple[str, str]:
        """Under what the answer is looked up."""
        return self.question if self.whole else (self.question, self.text)


class JudgedDoc(Doc):
    """A document with the answers that a judge gave on it; `whole` where it is the response itself."""

    __slots__ = ("answers", "whole")

    def __init__(self, text: str, answers: Answers, whole: bool = True) -> None:
        super().__init__(text)
        self.answers = answers
        self.whole = whole


class Recorder(dict["str | tuple[str, str]", bool]):
    """Answers that are none, and remember what was asked, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: dict[Question, None] = {}


def part(doc: Doc, text: str) -> Doc:
    """The document for a part of a document, on which what was answered for the whole says nothing."""
    return JudgedDoc(text, doc.answers, whole=False) if isinstance(doc, JudgedDoc) else Doc(text)


def judged(doc: Doc, question: str) -> bool:
    """The recorded answer to `question` on this document.

    Raises:
        Undecided: there is none, or it is neither yes nor no.
    """
    answer: Any = None
    if isinstance(doc, JudgedDoc):
        asked = Question(question, str(doc.text), doc.whole)
        if isinstance(doc.answers, Recorder):
            doc.answers.asked.setdefault(asked)
        answer = doc.answers.get(asked.key)
    if not isinstance(answer, bool):
        raise Undecided(f"no judge has answered {w.ticked(question)}")
    return answer


def judgement(doc: Doc, question: str) -> Finding:
    """The finding of a judge's answer."""
    answer = judged(doc, question)
    message = f"a judge answered {'yes' if answer else 'no'} to {w.ticked(question)}"
    return Finding(answer, certain(answer), lambda: Telling(message, answer, "yes"))


def filled(value: Any, form: str = "") -> str:
    """The words for a value in a question: a list with commas, and with `and` or `or` where `form` says so."""
    if isinstance(value, list | tuple) and form in ("and", "or"):
        return w.listing(value, f" {form} ")
    return w.phrase(value)
