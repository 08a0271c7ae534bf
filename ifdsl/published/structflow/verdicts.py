"""Take recorded verdicts of a judge on StructFlowBench's checklists; give judged requirements, for each model.

A row has the dialogue `d` (from 0), the turn `t` (from 1), the place `c` of the question in its checklist (from 0), its
`type` and `content`, and `verdicts`: one text for each model. As in the released scorer (evaluation/score.py), what is
not `Yes` is no: so is the one `N/A` among the released verdicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ifdsl.flows.metrics import STRUCTURAL_WEIGHT, Judged
from ifdsl.published.records import Unreadable, records
from ifdsl.published.rows import Malformed, text_of
from ifdsl.published.structflow.dialogues import RELATIONS
from ifdsl.source.diagnostic import Diagnostic, quoted

YES = "Yes"


class Recorded(NamedTuple):
    """A question with the judge's answer to it for each model."""

    dialogue: int
    turn: int
    place: int
    type: str
    content: str
    verdicts: Mapping[str, str]

    @property
    def where(self) -> tuple[int, int, int]:
        return self.dialogue, self.turn, self.place

    def judged(self, model: str) -> Judged:
        """What the judge said of a model.

        Raises:
            KeyError: nothing is recorded for it.
        """
        relation = RELATIONS.get(self.type, "")
        return Judged(
            str(self.dialogue),
            self.turn,
            "" if relation else self.type,
            self.verdicts[model] == YES,
            relation,
            # The data gives no requirement an identity. A question that is asked again word for word is the same one.
            "" if relation else f"{self.type}: {self.content}",
            STRUCTURAL_WEIGHT if relation else 1.0,
        )


def read_verdicts(path: Path) -> Iterator[Recorded | Diagnostic]:
    """Read the file; a row that is wrong is given as what is wrong with it, and the reading goes on.

    Raises:
        OSError: the file cannot be read.
    """
    for record in records(path):
        if isinstance(record, Unreadable):
            yield record.diagnostic
            continue
        try:
            value = record.value
            dialogue, turn, place = (_number(value, name) for name in "dtc")
            verdicts = value.get("verdicts")
            if not isinstance(verdicts, dict) or not all(isinstance(one, str) for one in verdicts.values()):
                raise Malformed("`verdicts` is an object of texts in this shape")
            yield Recorded(dialogue, turn, place, text_of(value, "type"), text_of(value, "content"), verdicts)
        except Malformed as error:
            yield record.problem(str(error), error.code)


def _number(value: Mapping[str, object], name: str) -> int:
    found = value.get(name)
    if not isinstance(found, int) or isinstance(found, bool):
        raise Malformed(f"{quoted(name)} is a whole number in this shape")
    return found
