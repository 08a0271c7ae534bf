"""Take made dialogues and a model's other words for what their users say; give them with those that keep what counts.

Names, numbers, quoted rules and terms that a check rests on have to stand in the new words, and no demand may be read
in them that was not there. What else they mean no program can judge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ifdsl.generation.dialogues import MadeFlow
from ifdsl.generation.turn_words import LABELS
from ifdsl.ir import nodes as n
from ifdsl.recognition import Vocabulary
from ifdsl.variation.group import Refused
from ifdsl.variation.revising import Question, Rewriter
from ifdsl.variation.rewriting import unlike
from ifdsl.variation.writing import Writer

NOT_KEPT = "the proposal leaves out what a check rests on"
OTHER_NAME = "the proposal gives another name"
MANNERS = {"expert": "Write with care and in full sentences.", "layperson": "Write offhand, as one does in a chat."}
"""How each kind of user writes."""
TURN = "turn"
_QUOTED = re.compile(r"“[^”]+”|\"[^\"\n]+\"")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def phrased(flows: Sequence[MadeFlow], rewriter: Rewriter) -> tuple[MadeFlow, ...]:
    """The dialogues with the words of a rewriter wherever they keep what counts.

    Args:
        flows: dialogues in words of their own, which stay where the rewriter's are not accepted.
        rewriter: is asked once for all turns.
    """
    answers = rewriter([question for made in flows for question in _questions(made)])
    types = {name: type_ for made in flows for name, type_ in made.types.items()}
    words = Writer(types).words
    return tuple(_phrased(made, answers, words) for made in flows)


def _questions(made: MadeFlow) -> Iterator[Question]:
    manner = MANNERS.get(dict(made.flow.meta).get("user", ""), "")
    for turn in made.flow.turns:
        yield Question(_id(made.flow, turn), _said(turn), manner)


def _phrased(made: MadeFlow, answers: Mapping[str, str], words: Vocabulary) -> MadeFlow:
    turns: list[n.Turn] = []
    refused: list[Refused] = []
    rewritten = 0
    for number, turn in enumerate(made.flow.turns, start=1):
        answer = answers.get(_id(made.flow, turn))
        reason = None if answer is None else _wrong_with(answer.strip(), turn, words)
        if answer is None or reason:
            refused += [Refused(TURN, number, answer.strip(), reason)] if answer is not None and reason else []
            turns.append(turn)
        else:
            turns.append(replace(turn, user=n.Template(parts=(answer.strip(),))))
            rewritten += 1
    flow = replace(made.flow, turns=tuple(turns))
    return replace(made, flow=flow, refused=tuple(refused), rewritten=rewritten)


def _wrong_with(text: str, turn: n.Turn, words: Vocabulary) -> str:
    before = _said(turn)
    if not all(part in text for part in _counting(before, turn)):
        return NOT_KEPT
    if any(label in text for label in LABELS if label not in before):
        return OTHER_NAME
    return unlike(text, before, (), words)


def _counting(text: str, turn: n.Turn) -> Iterator[str]:
    """What has to stand in other words too: names, quotations, numbers, and terms that a check looks for."""
    yield from (label for label in LABELS if label in text)
    yield from _QUOTED.findall(text)
    yield from _NUMBER.findall(text)
    for step in turn.steps:
        if isinstance(step, n.Mention):
            terms = [term.value for term in step.terms if isinstance(term, n.Value)]
            yield from (term for term in terms if isinstance(term, str) and term in text)


def _id(flow: n.Flow, turn: n.Turn) -> str:
    return f"{flow.name}:{turn.name}:user"


def _said(turn: n.Turn) -> str:
    return "".join(part for part in turn.user.parts if isinstance(part, str))
