"""Take a spec and what is asked for; give its group of cousins, each proven, each stating what is graded.

A member is drawn with random numbers of its own, made from the seed, the name of the original, the kind and the number
of the member, so that a group is the same on every machine and depends on no other. A try that fails (it has no
witness, it is not read back, its prompt is one that the group has) is drawn anew, and what failed is counted by reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, TypeAlias

from ifdsl.ir import nodes as n
from ifdsl.published.keys import SPEC
from ifdsl.rendering.prompt import LISTING, rendered
from ifdsl.variation.agreeing import Disagreement, disagreements, of_no_demand
from ifdsl.variation.distracting import distracted
from ifdsl.variation.group import ALTERATION, DISTRACTOR, ORIGINAL, REPHRASING, SWAP, Group, Member, Missing
from ifdsl.variation.mending import Mended, mended
from ifdsl.variation.originals import Original, numbered, original
from ifdsl.variation.proposing import Bench, Proposal, Propose
from ifdsl.variation.reconfiguring import reconfigured
from ifdsl.variation.rewording import reworded
from ifdsl.variation.stock import Stock
from ifdsl.variation.swapping import swapped
from ifdsl.variation.witnesses import Witnesses
from ifdsl.variation.writing import Writer

MOST_TRIED = 60
"""Tries at one member before it is reported as missing."""
NO_WITNESS: Final = "the original has no witness"
SAME_PROMPT: Final = "a prompt that the group has"
SAME_CHANGE: Final = "a change that the group has"
NOT_STATED: Final = "does not state what is graded"

Told: TypeAlias = Callable[[], None]


@dataclass(slots=True)
class Variation:
    """Makes groups of the specs of one program; what it has proven of one serves the others.

    Attributes:
        program: declares the constraint types.
        stock: types for distractors, and tasks.
        seed: of all groups.
        language: of the words that are written.
        templates: pattern templates of the user.
    """

    program: n.Program
    stock: Stock = field(default_factory=Stock)
    seed: int = 0
    language: str = "en"
    templates: Mapping[str, str] = field(default_factory=dict)
    _witnesses: Witnesses = field(init=False)
    _writer: Writer = field(init=False)
    _writers: dict[str, Writer] = field(default_factory=dict)

    def __post_init__(self) -> None:
        types = {**self.stock.types, **self.program.constraints}
        self._witnesses = Witnesses(types, self.program.conflicts)
        self._writer = Writer(self.program.constraints, self.language, self.templates)

    def group(self, spec: n.Spec, values: Mapping[str, Any], asked: n.Cousins, base: str | None = None) -> Group:
        """The group of one instance of a spec.

        Args:
            spec: the original: a task with requirements, or a prompt that states them itself (`stated`).
            values: a value for each of its parameters.
            asked: how many members of each kind.
            base: the name of the group; by default what the spec says (`meta base`, `meta key`), else its name, without
                what the names of imported rows begin with.
        """
        tasks = {task.id: task.text for task in self.stock.tasks}
        made = original(self.program, spec, values, self.language, tasks)
        base = _base(spec) if base is None else base
        found = mended(made, self._witnesses)
        if found is None:
            missing = tuple(
                Missing(kind, number, ((NO_WITNESS, 1),))
                for kind, count, _, _ in _kinds(asked)
                for number in range(1, count + 1)
            )
            return Group(base, (), (Missing(ORIGINAL, 0, ((NO_WITNESS, 1),)), *missing))
        bench = Bench(found.original, found.witness, self._writer, self._witnesses, self.stock, self._writers)
        return _Making(self, bench, spec.name, base, found, asked).group()


def vary(
    program: n.Program,
    spec: n.Spec,
    values: Mapping[str, Any],
    asked: n.Cousins,
    seed: int = 0,
    stock: Stock | None = None,
) -> Group:
    """The group of one instance of a spec; for several of a program, `Variation` shares what is proven."""
    return Variation(program, stock or Stock(), seed).group(spec, values, asked)


def _kinds(asked: n.Cousins) -> tuple[tuple[str, int, Propose, Propose], ...]:
    """Each kind, how many are asked for, what proposes them, and what does so where that has been in vain."""
    return (
        (REPHRASING, asked.reword, reworded, reworded),
        (DISTRACTOR, asked.distract, distracted, distracted),
        # A prompt that does not let its arguments be altered is asked for with another task.
        (ALTERATION, asked.reconfigure, reconfigured, swapped),
        (SWAP, asked.swap, swapped, swapped),
    )


class _Making:
    """Makes one group."""

    def __init__(
        self, variation: Variation, bench: Bench, name: str, base: str, found: Mended, asked: n.Cousins
    ) -> None:
        self.variation, self.bench, self.name, self.base = variation, bench, name, base
        self.found, self.asked = found, asked
        self.rejected: Counter[str] = Counter()
        self.prompts: set[str] = set()
        self.changes: set[str] = set()
        self.members: list[Member] = []
        self.faults: frozenset[Disagreement] = frozenset()

    def group(self) -> Group:
        first = self._original()
        self.prompts.add(_plain(first.text))
        if self.bench.original.stated:
            self.faults = disagreements(first.text, _flat(first))
        self._add(ORIGINAL, 0, first)
        missing = []
        for kind, count, propose, instead in _kinds(self.asked):
            for number in range(1, count + 1):
                reasons = self._member(kind, number, propose, instead)
                if reasons is not None:
                    missing.append(Missing(kind, number, tuple(sorted(reasons.items()))))
        return Group(self.base, tuple(self.members), tuple(missing), self.rejected)

    def _original(self) -> Proposal:
        one = self.bench.original
        text = one.prompt or (one.text if one.stated else self._rendered(one))
        clean = not one.stated or self.bench.parted.clean or self.bench.parted.request is not None
        meta = () if one.stated or one.prompt else (("pattern", LISTING),)
        return Proposal(text, one.must, one.should, self.bench.witness, meta, clean)

    def _rendered(self, one: Original) -> str:
        spec = n.Spec(name="original", task=n.Template(parts=(one.text,)), must=numbered(one.must), should=one.should)
        variation = self.variation
        made = rendered(variation.program, spec, {}, LISTING, variation.language, templates=variation.templates)
        return made.text

    def _member(self, kind: str, number: int, propose: Propose, instead: Propose) -> Counter[str] | None:
        """Make a member; what was wrong with every try where none succeeds."""
        random = Random(f"{self.variation.seed}:{self.name}:{kind}:{number}")
        reasons: Counter[str] = Counter()
        for tried in range(MOST_TRIED):
            proposal = (propose if tried < MOST_TRIED // 2 else instead)(self.bench, random)
            reason = proposal if isinstance(proposal, str) else self._wrong_with(proposal)
            if reason is None:
                assert isinstance(proposal, Proposal)
                self._add(kind, number, proposal)
                self.rejected.update(reasons)
                return None
            reasons[reason] += 1
        self.rejected.update(reasons)
        return reasons

    def _wrong_with(self, proposal: Proposal) -> str | None:
        if _plain(proposal.text) in self.prompts:
            return SAME_PROMPT
        if dict(proposal.meta).get("change") in self.changes:
            return SAME_CHANGE
        if not all(self.bench.witnesses.check(_flat(proposal))(proposal.witness)):
            return NO_WITNESS
        if self.bench.original.stated:
            found = disagreements(proposal.text, [*_flat(proposal), *proposal.beside])
            if found - of_no_demand(self.faults):
                return NOT_STATED
        return None

    def _add(self, kind: str, number: int, proposal: Proposal) -> None:
        self.prompts.add(_plain(proposal.text))
        self.changes.add(dict(proposal.meta).get("change", ORIGINAL))
        name = self.name if kind == ORIGINAL else f"{self.name}_{kind}_{number}"
        own = {
            key: value
            for key, value in self.bench.original.meta
            if key not in ("base", "kind", "key", "pattern", "change")
        }
        meta = {"base": self.base, "kind": kind, **own, **dict(proposal.meta)}
        if self.found.left_out:
            meta["mended"] = f"left out, as no text could pass all: {', '.join(self.found.left_out)}"
        spec = n.Spec(
            name=name,
            task=n.Template(parts=(proposal.text,)),
            stated=True,
            must=numbered(proposal.must),
            should=proposal.should,
            meta=tuple(meta.items()),
        )
        types = tuple({one.demand.constraint.name: one.demand.constraint for one in proposal.must if one.flat}.values())
        self.members.append(Member(spec, kind, number, proposal.witness, types, proposal.clean))


def _base(spec: n.Spec) -> str:
    meta = dict(spec.meta)
    return meta.get("base") or meta.get("key") or spec.name.removeprefix(SPEC)


def _flat(proposal: Proposal) -> list[Any]:
    return [one.demand for one in proposal.must if one.flat]


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
