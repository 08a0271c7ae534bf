"""Take groups and a model's other words for their prompts; give the groups with those that are read back.

A rephrasing is offered the whole prompt of its original to reword, a member with another task the words of that task.
What is graded stays as it is, so that the witness of a member serves its new words too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from ifdsl.ir import nodes as n
from ifdsl.variation.agreeing import disagreements, of_no_demand
from ifdsl.variation.group import ORIGINAL, REPHRASING, SWAP, Group, Member, Refused
from ifdsl.variation.originals import original
from ifdsl.variation.rewriting import unlike
from ifdsl.variation.writing import Writer

NOT_APART: Final = "the task does not stand apart in the prompt"
NOT_STATED: Final = "the proposal does not state what is graded"
SAME_PROMPT: Final = "a prompt that the group has"
REWRITTEN: Final = "rewritten by a model"
MANNERS = (
    "Write as to a colleague.",
    "Write briefly.",
    "Write politely and in full sentences.",
    "Say first what the answer has to keep to, and then what it is about.",
    "Write casually.",
    "Write as someone who explains what they need it for.",
)
"""Ways of writing, by the number of the member, so that one prompt is not reworded alike each time."""
ASKING = """\
Put the request below in other words. Keep all that it asks for: each number, each name and each quoted text stay
exactly as they are. Ask for nothing more and leave nothing out. {manner}
Answer with the new request alone.

Request:
{text}"""


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked to put in other words. `id` is the group, the kind and the number of the member."""

    id: str
    text: str
    manner: str

    @property
    def prompt(self) -> str:
        return ASKING.format(manner=self.manner, text=self.text)


Rewriter: TypeAlias = Callable[[Sequence[Question]], Mapping[str, str]]
"""Gives other words by the ids of questions; a question that got no answer is left out."""


def revised(
    program: n.Program, groups: Sequence[Group], rewriter: Rewriter, tasks: Mapping[str, str]
) -> tuple[Group, ...]:
    """The groups with the words of a rewriter wherever they are read back to what is graded.

    Args:
        program: declares the constraint types of what is graded.
        groups: with members in words of their own, which stay where the rewriter's are not accepted.
        rewriter: is asked once for all members.
        tasks: texts of tasks by their ids.
    """
    questions = [each for group in groups for each in _questions(group, tasks)]
    answers = rewriter(questions)
    writer = Writer(program.constraints)
    asked = {one.id: one for one in questions}
    return tuple(_Revising(program, writer, group, asked, answers).group() for group in groups)


def _questions(group: Group, tasks: Mapping[str, str]) -> Iterator[Question]:
    if not group.members or group.members[0].kind != ORIGINAL:
        return
    for member in group.members:
        text = _text(group.members[0]) if member.kind == REPHRASING else None
        if member.kind == SWAP:
            text = tasks.get(dict(member.spec.meta).get("task", ""))
        if text is not None:
            yield Question(_id(group, member), text, MANNERS[(member.number - 1) % len(MANNERS)])


class _Revising:
    """Revises one group."""

    def __init__(
        self,
        program: n.Program,
        writer: Writer,
        group: Group,
        asked: Mapping[str, Question],
        answers: Mapping[str, str],
    ) -> None:
        self.program, self.writer, self.made = program, writer, group
        self.asked, self.answers = asked, answers
        self.prompts = {_plain(_text(member)) for member in group.members}

    def group(self) -> Group:
        members: list[Member] = []
        refused: list[Refused] = []
        rewritten = 0
        for member in self.made.members:
            id_ = _id(self.made, member)
            if id_ not in self.asked or id_ not in self.answers:
                members.append(member)
                continue
            answer = self.answers[id_].strip()
            text, reason = self._proposed(member, self.asked[id_], answer)
            if reason:
                refused.append(Refused(member.kind, member.number, answer, reason))
                members.append(member)
                continue
            self.prompts.add(_plain(text))
            members.append(_with_words(member, text))
            rewritten += 1
        rejected = self.made.rejected + Counter(one.reason for one in refused)
        return replace(
            self.made, members=tuple(members), rejected=rejected, refused=tuple(refused), rewritten=rewritten
        )

    def _proposed(self, member: Member, question: Question, answer: str) -> tuple[str, str]:
        """The new prompt, and why it is not accepted."""
        before = question.text
        text = answer
        if member.kind == SWAP:
            before = _text(member)
            if before.count(question.text) != 1 or not answer:
                return text, NOT_APART
            text = before.replace(question.text, answer)
        reason = unlike(text, before, member.spec.must, self.writer.words)
        if not reason and _plain(text) in self.prompts:
            reason = SAME_PROMPT
        if not reason and self._says_otherwise(member, before, text):
            reason = NOT_STATED
        return text, reason

    def _says_otherwise(self, member: Member, before: str, text: str) -> bool:
        demands = [one.demand for one in original(self.program, member.spec, {}).must if one.flat]
        excused = of_no_demand(disagreements(before, demands))
        return bool(disagreements(text, demands) - excused)


def _with_words(member: Member, text: str) -> Member:
    meta = {key: value for key, value in member.spec.meta if key != "pattern"}
    meta["change"] = REWRITTEN if member.kind == REPHRASING else f"{meta.get('change', '')} ({REWRITTEN})".strip()
    spec = replace(member.spec, task=n.Template(parts=(text,)), meta=tuple(meta.items()))
    return replace(member, spec=spec, clean=False)


def _id(group: Group, member: Member) -> str:
    return f"{group.base}:{member.kind}:{member.number}"


def _text(member: Member) -> str:
    (text,) = member.spec.task.parts
    assert isinstance(text, str)
    return text


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
