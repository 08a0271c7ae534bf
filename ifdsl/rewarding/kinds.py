"""Take the verdicts on one response, or its report; give its reward of each kind.

count      how many requirements are satisfied, from 0 to their number: the reward of MulDimIF's training by GRPO
           (arXiv 2505.07591, Code/rl/verl/workers/reward_manager/muldimif.py)
fraction   their share, in [0, 1]: the partial score of open-instruct's verifier of IFEval
all        1 where every `must` requirement is satisfied, else 0
dense      by how much each is missed, in [0, 1]; see `checking.verdict.dense`

A requirement is satisfied where its verdict is `pass` or `not_applicable`. An `unknown` (a judge that was not asked,
say) is not satisfied and earns nothing: no response gains by what nobody knows of it. A reward compares the responses
to one prompt, so that the number of requirements is the same for them all, and what does not apply is not left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, get_args

from ifdsl.checking.judging import Answers
from ifdsl.checking.lenient import LENIENT, View
from ifdsl.checking.verdict import Outcome, Report, Verdict, credit, dense
from ifdsl.checking.verifier import Verifier

Kind: TypeAlias = Literal["count", "fraction", "all", "dense"]
KINDS: tuple[Kind, ...] = get_args(Kind)

VIEWS: Mapping[str, View] = LENIENT["ifeval"]
"""The texts that the loose verdicts are on; each requirement takes the one that suits it best."""


def graded(verifier: Verifier, text: str, kind: Kind, loose: bool, answers: Answers | None = None) -> float:
    """The reward of `text`, which is not blank."""
    if kind == "all" and not loose:
        return float(verifier.passes(text, answers))
    verdicts: Sequence[Verdict] = verifier.verdicts(text, answers)
    if loose:
        verdicts = verifier.lenient(text, VIEWS, strict=verdicts, answers=answers).verdicts
    satisfied = [verdict.accepted for verdict in verdicts]
    if kind == "all":
        return float(all(satisfied[: verifier.required]))
    if kind == "count":
        return float(sum(satisfied))
    # Where nothing is missed there is nothing to measure, which costs several times the verdicts.
    if kind == "fraction" or all(satisfied):
        return sum(satisfied) / len(satisfied)
    return _dense(verifier, text, satisfied, answers) if loose else verifier.check(text, answers).reward


def _dense(verifier: Verifier, text: str, satisfied: Sequence[bool], answers: Answers | None) -> float:
    """The dense reward where each requirement has the best of what it earns on any of the views."""
    earned = [float(one) for one in satisfied]
    for report in verifier.reports(text, VIEWS, answers):
        for place, outcome in enumerate(_outcomes(report)):
            # What does not apply to a text with a line less is no better than it was.
            if outcome.verdict is Verdict.FAIL:
                earned[place] = max(earned[place], credit(outcome))
    return dense(earned[: verifier.required], earned[verifier.required :])


def _outcomes(report: Report) -> list[Outcome]:
    return [requirement.outcome for requirement in (*report.must, *report.should)]
