"""Take an item; give the function from a response to its reward."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from ifdsl.checking.joint import check_of, joint
from ifdsl.checking.judging import Answers
from ifdsl.checking.verifier import ConstraintChecker, Verifier
from ifdsl.rewarding import kinds
from ifdsl.rewarding.kinds import KINDS, Kind
from ifdsl.run.grading import Item

Rewardable: TypeAlias = Verifier | Item | ConstraintChecker | Sequence[ConstraintChecker]
"""What responses can be rewarded for: an instance of a spec (`ifdsl.load(…).spec(…)`), an item of a published or
generated benchmark, or constraints (`ifdsl.std`), all of which are due."""


@dataclass(frozen=True, slots=True)
class Reward:
    """The reward of responses to one prompt; call it with a response.

    It is pure and keeps nothing, so that any number of threads may call it at once, and it can be pickled. It sets no
    timer and takes no signal: what a check costs is bounded by the length of the text.

    Attributes:
        verifier: what a response has to satisfy.
        kind: see `kinds`.
        loose: whether each requirement may take any of the eight texts that IFEval's loose accuracy tries.
        graded: what of a response is graded, where that is not all of it.
    """

    verifier: Verifier
    kind: Kind = "fraction"
    loose: bool = False
    graded: Callable[[str], str] | None = None

    def __call__(self, response: str | None, answers: Answers | None = None) -> float:
        """The reward of one response; None is an answer that did not come, and is worth what a blank one is: 0.

        Args:
            response: the text of the answer.
            answers: what a judge answered about it; without, requirements that ask one are unknown.

        Raises:
            TypeError: the response is no text.
        """
        if response is None:
            return 0.0
        if not isinstance(response, str):
            raise TypeError(f"a response is a text or None, not {type(response).__name__}")
        text = response if self.graded is None else self.graded(response)
        return kinds.graded(self.verifier, text, self.kind, self.loose, answers) if text.strip() else 0.0


def reward(
    item: Rewardable, kind: Kind = "fraction", *, loose: bool = False, graded: Callable[[str], str] | None = None
) -> Reward:
    """The function from a response to its reward for `item`.

    Args:
        item: an instance of a spec, an item of a benchmark, or constraints.
        kind: `count`, `fraction`, `all` or `dense`; see `kinds` for what each is.
        loose: whether each requirement may take any of the eight texts that IFEval's loose accuracy tries.
        graded: takes what is graded out of a response: what follows the reasoning, say.

    Raises:
        ValueError: there is no such kind, or no constraint.
        TypeError: the item is none of what can be rewarded.
    """
    if kind not in KINDS:
        raise ValueError(f"there is no reward `{kind}`; there are {', '.join(f'`{known}`' for known in KINDS)}")
    return Reward(verifier_of(item), kind, loose, graded)


def verifier_of(item: Rewardable) -> Verifier:
    """What checks the responses to an item.

    Raises:
        ValueError: a list holds no constraint.
        TypeError: the item is none of what can be rewarded.
    """
    if isinstance(item, Verifier):
        return item
    if isinstance(item, Item):
        return item.verifier
    checkers = [item] if isinstance(item, ConstraintChecker) else item
    if not isinstance(checkers, list | tuple) or not all(isinstance(one, ConstraintChecker) for one in checkers):
        wanted = "an instance of a spec, an item of a benchmark or a list of constraints"
        raise TypeError(f"{wanted} can be rewarded, not {type(item).__name__}")
    if not checkers:
        raise ValueError("there is no constraint to be rewarded for")
    names = [one.name for one in checkers]
    ids = [f"{place}:{name}" for place, name in enumerate(names)]
    return Verifier(joint("constraints", ids, names, [check_of(one.entry, one.arguments) for one in checkers]))
