"""Take a suite that draws flows; give complete dialogues: templates filled with tasks, users, names and constraints.

Dialogue number i takes one of the ways through the suite's templates, spread over them by their weights. Its turns are
made one after another; each asks for a set that is proven together with all that is in force in it and with what shows
its relations, by a text that the compiled checkers accept. So every turn can be answered, whatever was answered before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from ifdsl.analysis.certificate import certify
from ifdsl.analysis.demands import Demand, demands_of_spec
from ifdsl.analysis.issuing import checker
from ifdsl.checking.compile import load
from ifdsl.checking.verifier import verifier
from ifdsl.datasets.tasks import Task
from ifdsl.flows.history import values_in
from ifdsl.flows.turns import GradedTurn, graded_turns
from ifdsl.generation.drawing import demanded, levels, slots
from ifdsl.generation.shelf import Shelf, drawable
from ifdsl.generation.turn_words import ASPECTS, LABELS, USERS, WORDS
from ifdsl.ir import nodes as n
from ifdsl.ir.active import states
from ifdsl.ir.expressions import constant
from ifdsl.ir.layouts import BadLayout, Planned, ways
from ifdsl.model.modules import TERMS
from ifdsl.primitives.undecided import Undecided
from ifdsl.rendering.prompt import LISTING, MissingWording, sentence
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted
from ifdsl.variation.group import Refused

CASES = 20
MOST_TRIED = 60
"""How often a turn is drawn in vain before its dialogue is given up."""
MOST_REDRAWN = 20
LASTING, DROPPED, RESET, REFINED_ANEW = 0.5, 0.4, 0.5, 0.3
"""How often a topic begins with a rule that lasts, a refinement drops a rule, what is dropped must be gone, and a
refinement adds a rule."""
PROOF_BUDGET = 400
"""Texts that are checked for one turn: what takes longer is drawn anew."""


@dataclass(frozen=True, slots=True)
class MadeFlow:
    """A dialogue, the constraint types that it needs, the names among them that it says, and how many sets were drawn
    in vain. A model's words for its turns are in it (`rewritten` of them) or were `refused`."""

    flow: n.Flow
    types: dict[str, n.Constraint]
    said: frozenset[str]
    rejected: int
    refused: tuple[Refused, ...] = ()
    rewritten: int = 0


class DialogueMaker:
    """Makes the dialogues of one suite.

    Raises:
        CannotDraw: a module, a template or a source that the suite draws from cannot be had.
    """

    def __init__(self, shelf: Shelf, suite: n.Suite) -> None:
        self._shelf, self._suite = shelf, suite
        self._place = ("suite", suite.name)
        self._types = shelf.types(suite.draw_from, self._place)
        self._drawable = drawable(self._types)
        self._all = {**shelf.types([TERMS], self._place), **self._types}
        self._levels = levels(suite, self._drawable)
        self._tasks = self._by_topic(shelf.tasks(suite.tasks, self._place))
        self._ways = list(self._found_ways())
        self.cases = CASES if suite.cases is None else suite.cases

    def dialogues(self) -> Iterator[MadeFlow]:
        """
        Raises:
            CannotDraw: a dialogue was drawn in vain too often.
        """
        plan = _spread([weight for _, weight, _ in self._ways], self.cases)
        for number, place in enumerate(plan):
            name, _, planned = self._ways[place]
            yield self._made(number, name, planned)

    def _made(self, number: int, template: str, planned: Sequence[Planned]) -> MadeFlow:
        random = Random(f"{self._suite.name}:{self._suite.seed}:dialogue {number}")
        user = USERS[number % len(USERS)]
        width = len(str(self.cases))
        name = f"{self._suite.name}_{number + 1:0{width}}"
        rejected = 0
        for _ in range(MOST_TRIED):
            making = _Making(self, random, user, name, template.rpartition(".")[2], self._drawn_tasks(planned, random))
            if making.lay(planned):
                used = _constraints_of(making.flow)
                types = {one: self._all[one] for one in self._all if one in used or one.startswith(f"{TERMS}.")}
                return MadeFlow(making.flow, types, frozenset(used), rejected + making.rejected)
            rejected += making.rejected
        message = f"dialogue {number + 1} of {quoted(self._suite.name)} was drawn {MOST_TRIED} times in vain"
        raise self._shelf.refusal(self._place, message, codes.UNDRAWABLE)

    def _found_ways(self) -> Iterator[tuple[str, float, tuple[Planned, ...]]]:
        for name in self._suite.flows:
            found = self._shelf.layouts(name, self._place)
            for qualified, template, known in found:
                try:
                    for way in ways(template, known):
                        if way.turns:
                            yield qualified, way.weight, way.turns
                except BadLayout as error:
                    message = f"{quoted(qualified)} cannot be laid out: {error}"
                    raise self._shelf.refusal(self._place, message, codes.BAD_LAYOUT) from None

    def _by_topic(self, tasks: Sequence[Task]) -> dict[str, list[Task]]:
        found: dict[str, list[Task]] = {}
        for task in tasks:
            found.setdefault(task.topic, []).append(task)
        if not found:
            raise self._shelf.refusal(self._place, "dialogues need tasks to begin with: add `tasks from …`")
        return found

    def _drawn_tasks(self, planned: Sequence[Planned], random: Random) -> list[Task]:
        """A task for each topic of a dialogue, on different topics as far as there are any."""
        count = 1 + sum(("departs", None) in turn.relations for turn in planned)
        topics = sorted(self._tasks)
        chosen = random.sample(topics, min(count, len(topics)))
        return [random.choice(self._tasks[chosen[place % len(chosen)]]) for place in range(count)]

    # What the turns of a dialogue ask of the suite.

    def demands(self, level: int | None, random: Random) -> list[Demand]:
        """A set of a level, drawn at random; of one group where none is named."""
        wanted = 1 if level is None else level
        found: list[Demand] = []
        for slot in slots(self._suite, self._drawable, wanted, random):
            left = [one for one in slot if one.name not in {demand.constraint.name for demand in found}]
            found.append(demanded(random.choice(left), random))
        return found

    def level(self, random: Random) -> int:
        return random.choice(list(self._levels))

    def redrawn(self, demand: n.Demand, random: Random) -> n.Demand | None:
        """The same constraint with other arguments; None where none are drawn."""
        for _ in range(MOST_REDRAWN):
            other = replace(demand, arguments=_constants(demanded(self._all[demand.constraint], random)))
            if other != demand:
                return other
        return None

    def is_varied(self, demand: n.Requirement) -> bool:
        return isinstance(demand, n.Demand) and bool(self._all[demand.constraint].vary)

    def rule(self, requirement: n.Requirement) -> str:
        """A requirement in words."""
        assert isinstance(requirement, n.Demand)
        program = n.Program(module="drawn", constraints=self._all)
        spec = n.Spec(name="rule", task=n.Template(parts=()), must=(requirement,))
        (demand,) = demands_of_spec(program, spec, {})
        return sentence(demand.constraint, demand.arguments, LISTING, "en")

    def is_provable(self, turn: GradedTurn) -> bool:
        """Whether a text is found that does all that a turn is graded on."""
        must = tuple(one for one in turn.spec.must if turn.roles[one.id].kind != "stale")
        spec = replace(turn.spec, must=must)
        program = n.Program(module="drawn", constraints=self._all, specs=(spec,))
        values = values_in(turn, {}, {})
        try:
            demands = demands_of_spec(program, spec, values)
            check = checker(verifier(load(program), spec.name, values), len(demands))
            return certify(demands, check, details=False, budget=PROOF_BUDGET).verdict == "consistent"
        except (Undecided, OverflowError):
            return False

    @property
    def types(self) -> dict[str, n.Constraint]:
        return self._all


@dataclass(slots=True)
class _Making:
    """One dialogue as it grows."""

    maker: DialogueMaker
    random: Random
    user: str
    name: str
    template: str
    tasks: list[Task]
    flow: n.Flow = field(init=False)
    labels: list[str] = field(default_factory=list)
    rejected: int = 0
    _begin: int = 0
    _topic: int = -1

    def __post_init__(self) -> None:
        meta = (("template", self.template), ("user", self.user), ("topic", ", ".join(t.topic for t in self.tasks)))
        self.flow = n.Flow(name=self.name, turns=(), meta=meta)

    def lay(self, planned: Sequence[Planned]) -> bool:
        """Make all turns; False where one of them cannot be had."""
        text = " ".join(task.text for task in self.tasks).casefold()
        free = [label for label in LABELS if label.casefold() not in text]
        self.labels = self.random.sample(free, len(planned))
        return all(self._added(place, plan) for place, plan in enumerate(planned))

    def _added(self, place: int, plan: Planned) -> bool:
        opens = not plan.relations or plan.relations[0][0] == "departs"
        if opens:
            self._begin, self._topic = place, self._topic + 1
        for _ in range(MOST_TRIED):
            turn = self._turn(place, plan, opens)
            flow = replace(self.flow, turns=(*self.flow.turns, turn))
            if self.maker.is_provable(graded_turns(flow, self.maker.types)[-1]):
                self.flow = flow
                return True
            self.rejected += 1
        return False

    def _turn(self, place: int, plan: Planned, opens: bool) -> n.Turn:
        kinds = [kind for kind, _ in plan.relations]
        relations = tuple(
            n.Relation(kind=kind, turn=None if target is None else f"t{target + 1}") for kind, target in plan.relations
        )
        steps: list[n.Step] = []
        said = [self._asked(kind, place, plan, steps) for kind in dict.fromkeys(kinds)] or [self._say("root", place)]
        if "refines" in kinds:
            said += self._refined(place, relations, steps)
        if not opens:
            said.append(self._say("name", place))
        said += self._new(place, opens, len(steps) > 0 and "refines" in kinds, steps)
        text = " ".join(one if one.endswith(_STOPS) else f"{one}." for one in said)
        return n.Turn(name=f"t{place + 1}", relations=relations, user=n.Template(parts=(text,)), steps=tuple(steps))

    def _say(self, what: str, place: int, **words: str) -> str:
        ways = WORDS[self.user][what]
        frame = ways if isinstance(ways, str) else self.random.choice(ways)
        return frame.format(task=self.tasks[self._topic].text, label=self.labels[place], **words)

    def _asked(self, kind: str, place: int, plan: Planned, steps: list[n.Step]) -> str:
        """What the user says for one relation; what shows that it is kept is added to the steps."""
        targets = [target for other, target in plan.relations if other == kind and target is not None]
        match kind:
            case "follows":
                steps.append(_mention(self.labels[place - 1]))
            case "recalls":
                (target,) = targets
                steps.insert(0, _mention(self.labels[target]))
                if [other for other, _ in plan.relations if other not in ("recalls", "refines")] == []:
                    others = [self.labels[each] for each in range(self._begin, place) if each != target]
                    steps.append(n.Avoid(terms=tuple(_text(label) for label in others)))
                return self._say(kind, place, number=str(target - self._begin + 1))
            case "expands":
                aspect = self.random.choice(ASPECTS)
                steps.append(_mention(aspect))
                return self._say(kind, place, aspect=aspect)
            case "summarizes":
                steps += [n.Cover(turn=f"t{target + 1}", terms=(_text(self.labels[target]),)) for target in targets]
        return self._say(kind, place)

    def _refined(self, place: int, relations: tuple[n.Relation, ...], steps: list[n.Step]) -> list[str]:
        """Change something that is in force, and perhaps drop something; give what the user says of that."""
        probe = n.Turn(name=f"t{place + 1}", relations=relations, user=n.Template(parts=()))
        found, _ = states(replace(self.flow, turns=(*self.flow.turns, probe)))
        inherited = {id_: entry.requirement for id_, entry in found[-1].active.items()}
        said: list[str] = []
        varied = [id_ for id_, requirement in inherited.items() if self.maker.is_varied(requirement)]
        after = None
        if varied:
            id_ = self.random.choice(varied)
            before = inherited[id_]
            assert isinstance(before, n.Demand)
            after = self.maker.redrawn(before, self.random)
        if after is not None:
            del inherited[after.id]
            steps.append(n.Change(requirement=after))
        if inherited and (after is None or self.random.random() < DROPPED):
            id_ = self.random.choice(sorted(inherited))
            reset = self.random.random() < RESET
            try:
                rule = self.maker.rule(inherited[id_])
            except (MissingWording, ValueError):
                return said
            steps.append(n.Drop(id=id_, reset=reset))
            said.append(self._say("reset" if reset else "drop", place, rule=rule))
        return said

    def _new(self, place: int, opens: bool, refines: bool, steps: list[n.Step]) -> list[str]:
        """New requirements of a turn; give what the user says of how long they hold."""
        if refines and self.random.random() >= REFINED_ANEW:
            return []
        demands = self.maker.demands(self.maker.level(self.random) if opens else None, self.random)
        lasting = opens and self.random.random() < LASTING
        scope = self.random.choice(["topic", "topic", "session"]) if lasting else "turn"
        for number, demand in enumerate(demands):
            id_ = f"r{place + 1}_{number + 1}"
            made = n.Demand(id=id_, constraint=demand.constraint.name, arguments=_constants(demand))
            steps.append(n.Add(requirement=made, scope=scope if number == 0 else "turn"))  # type: ignore[arg-type]
        return [self._say(scope, place)] if lasting else []


_STOPS = (".", "!", "?", "”")


def _constants(demand: Demand) -> tuple[n.Expr, ...]:
    return tuple(constant(value) for value in demand.arguments)


def _text(text: str) -> n.Value:
    return n.Value(value=text, type="text")


def _mention(term: str) -> n.Mention:
    return n.Mention(terms=(_text(term),))


def _spread(weights: Sequence[float], count: int) -> list[int]:
    """Which way each of `count` dialogues takes: each way as often as its weight says, taken in turn."""
    taken: Counter[int] = Counter()
    found = []
    for _ in range(count):
        place = min(range(len(weights)), key=lambda way: ((taken[way] + 1) / weights[way], way))
        taken[place] += 1
        found.append(place)
    return found


def _constraints_of(flow: n.Flow) -> set[str]:
    return {
        step.requirement.constraint
        for turn in flow.turns
        for step in turn.steps
        if isinstance(step, n.Add | n.Change) and isinstance(step.requirement, n.Demand)
    }


def dialogues_of(shelf: Shelf, suite: n.Suite) -> Iterator[MadeFlow]:
    """The dialogues of a suite, in order; the same ones for the same suite and seed on every machine.

    Raises:
        CannotDraw: something that it draws from cannot be had, or a dialogue was drawn in vain too often.
    """
    return DialogueMaker(shelf, suite).dialogues()
