"""Give what every kind of cousin is proposed as, and what proposals are made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from ifdsl.analysis.demands import Demand
from ifdsl.ir import nodes as n
from ifdsl.variation.agreeing import Disagreement, disagreements, misstated, of_no_demand
from ifdsl.variation.knowing import known
from ifdsl.variation.originals import Original, Wanted
from ifdsl.variation.parting import Parted, part, requests
from ifdsl.variation.stock import Stock
from ifdsl.variation.witnesses import Witnesses
from ifdsl.variation.writing import Writer


@dataclass(frozen=True, slots=True)
class Proposal:
    """A prompt that may become a member.

    Attributes:
        text: the whole prompt.
        must, should: what is graded.
        witness: satisfies all that is asked for, graded or not.
        meta: `pattern`, `change` and the like.
        clean: whether the task stands apart from the words of the demands.
        beside: what is asked for and not graded.
    """

    text: str
    must: tuple[Wanted, ...]
    should: tuple[n.Requirement, ...]
    witness: str
    meta: tuple[tuple[str, str], ...] = ()
    clean: bool = True
    beside: tuple[Demand, ...] = ()


@dataclass(slots=True)
class Bench:
    """One original with all that its cousins are made with.

    Attributes:
        original: after mending.
        witness: of the original.
        writer: over the types of the program.
        stock: types for distractors, and tasks.
    """

    original: Original
    witness: str
    writer: Writer
    witnesses: Witnesses
    stock: Stock
    writers: dict[str, Writer] = field(default_factory=dict)
    _parted: Parted | None = None
    _faults: frozenset[Disagreement] | None = None

    @property
    def parted(self) -> Parted:
        """The prompt of a stated original in its parts."""
        if self._parted is None:
            text, demands = self.original.text, self.original.demands
            firm = frozenset(place for place, one in enumerate(self.original.must) if not self.writer.says(one))
            self._parted = part(text, demands, firm, misstated(text, demands))
        return self._parted

    @property
    def request(self) -> tuple[int, int] | None:
        """Where a stretch of the prompt stands that is to be repeated."""
        text = self.original.text
        found = [span for one in self.original.must if one.flat for span in requests(text, known(one.demand))]
        return found[0] if found else None

    @property
    def faults(self) -> frozenset[Disagreement]:
        """Where the prompt of the original does not say what is graded, or says it otherwise."""
        if self._faults is None:
            every = disagreements(self.original.text, [one.demand for one in self.original.must if one.flat])
            self._faults = every - of_no_demand(every)
        return self._faults

    @property
    def task(self) -> str:
        """What is asked for besides the demands, as far as that is known."""
        if not self.original.stated:
            return self.original.text
        if self.parted.request is not None:
            return self.original.text[slice(*self.parted.request)]
        return self.parted.task

    def writer_of(self, constraint: n.Constraint) -> Writer:
        """What writes and reads a type of the stock: by the words of its own module alone, as modules share words."""
        home = constraint.name.rpartition(".")[0]
        if home not in self.writers:
            types: Mapping[str, n.Constraint] = {
                name: one for name, one in self.stock.types.items() if name.rpartition(".")[0] == home
            }
            self.writers[home] = Writer(types, self.writer.language)
        return self.writers[home]


Propose: TypeAlias = Callable[[Bench, Random], Proposal | str]
"""Makes one proposal, or says why it could not."""
