"""Give what each relation between turns means, in the words in which a judge is told of it, and what a turn has."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Posed(NamedTuple):
    """How a turn stands in its dialogue.

    Attributes:
        names: of the turns up to this one, in order; empty where it is of no dialogue.
        relations: those that it has, as pairs of the language's name and the name of a turn, which may be empty.
    """

    names: tuple[str, ...] = ()
    relations: tuple[tuple[str, str], ...] = ()


DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "follows": (
            "Follow-up: the user goes on from the assistant's previous reply. The reply keeps to it when it takes "
            "something up from there and adds to it, and neither begins anew nor merely repeats."
        ),
        "refines": (
            "Refinement: the user asks for the previous reply once more with some requirement changed or dropped. The "
            "reply keeps to it when it treats the same topic, does what was changed, and still does what was not."
        ),
        "recalls": (
            "Recall: the user comes back to a turn further back than the previous one. The reply keeps to it when it "
            "refers to that turn, and not to another."
        ),
        "expands": (
            "Expansion: the user opens up one part of an earlier turn's topic. The reply keeps to it when it goes into "
            "that part, within the topic of the earlier turn."
        ),
        "summarizes": (
            "Summary: the user asks for a summary of earlier turns. The reply keeps to it when it has what matters of "
            "each of those turns, adds nothing that was not in them, and is shorter than they are together."
        ),
        "departs": (
            "Departure: the user begins a topic that has nothing to do with what went before. The reply keeps to it "
            "when it answers on the new topic alone and carries nothing over from the old one."
        ),
    }
)
"""By the language's name of a relation."""
