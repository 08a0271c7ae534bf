"""Take what an item asks for; give its prompt, read back to exactly what is graded, with shots where it has some.

Shots are made for the item, the likest first: its own types with other arguments and tasks, then its groups with the
same last type, then its groups alone; what is made for one item depends on no other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ifdsl.analysis.demands import Demand, requirements_of
from ifdsl.datasets.tasks import Task
from ifdsl.generation.asking import Asked, Asker
from ifdsl.generation.drawing import demanded
from ifdsl.generation.shots import SHOTS, Candidate, choose
from ifdsl.ir import nodes as n
from ifdsl.recognition import Vocabulary, vocabulary
from ifdsl.recognition.reading_back import read_back
from ifdsl.rendering.prompt import EXAMPLE, INCORPORATION, Rendered, Shot, rendered

NOT_READ_BACK, FEW_SHOTS = "not read back", "fewer than three shots"
REGISTERS = 45
"""Ways to introduce and to join requirements that items are spread over: a multiple of those of each pattern."""
WORDINGS = 60
"""Numbers that the wording of a requirement is drawn from: a multiple of how many a type may have."""
_TRIED_FOR_SHOT = 6
_TRIED_FOR_DEMAND = 4


@dataclass(frozen=True, slots=True)
class Written:
    """A prompt, and what is to be noted of how it was written."""

    text: str
    meta: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Answered:
    """Demands, a task and a text that satisfies them."""

    demands: tuple[Demand, ...]
    task: Task
    answer: str


class Writer:
    """Writes the prompts of a suite. What is asked in words is in `language`."""

    def __init__(self, asker: Asker, language: str = "en") -> None:
        self._asker = asker
        self._language = language
        self._program = n.Program(module="written", constraints=asker.types)
        self._words: Vocabulary | None = None

    def written(self, asked: Asked, random: Random) -> Written | str:
        """The prompt, or why there is none: it is not read back, or too few shots go with it."""
        if asked.task is None:
            return Written("")
        question = self._question(asked.demands, asked.task, asked.pattern, random)
        if question is None:
            return NOT_READ_BACK
        if asked.pattern != EXAMPLE:
            return Written(question.text)
        assert asked.certificate.witness is not None
        shown = self._shots(_Answered(asked.demands, asked.task, asked.certificate.witness), random)
        if shown is None:
            return FEW_SHOTS
        shots, tier = shown
        text = self._rendered(asked.demands, asked.task, EXAMPLE, random, shots).text
        return Written(text, (("tier", tier),))

    def _question(self, demands: Sequence[Demand], task: Task, pattern: str, random: Random) -> Rendered | None:
        """A prompt without shots that is read back; of the pattern `example` the question that comes after them."""
        pattern = INCORPORATION if pattern == EXAMPLE else pattern
        made = self._rendered(demands, task, pattern, random)
        if self._words is None:
            self._words = vocabulary(self._asker.types.values())
        wrong = read_back(made.text, made.spans, requirements_of(demands), self._words)
        return None if wrong else made

    def _rendered(
        self, demands: Sequence[Demand], task: Task, pattern: str, random: Random, shots: Sequence[Shot] = ()
    ) -> Rendered:
        spec = n.Spec(name="item", task=n.Template(parts=(task.text,)), must=requirements_of(demands))
        return rendered(
            self._program,
            spec,
            {},
            pattern,
            self._language,
            wording=[random.randrange(WORDINGS) for _ in demands],
            order=random.sample(range(len(demands)), len(demands)),
            register=random.randrange(REGISTERS),
            shots=shots,
        )

    def _shots(self, item: _Answered, random: Random) -> tuple[list[Shot], str] | None:
        found = choose(_candidate(item), self._candidates(item, random), self._passes, random)
        if found is None:
            return None
        answered, tier = found
        shots = []
        for one in answered:
            question = self._question(one.demands, one.task, EXAMPLE, random)
            if question is None:
                return None
            shots.append(Shot(question.text, one.answer))
        return shots, str(tier)

    def _candidates(self, item: _Answered, random: Random) -> list[Candidate[_Answered]]:
        """What may serve as shots of an item; less like it the longer it takes to have three."""
        types = [demand.constraint for demand in item.demands]
        kin = [[one for one in self._asker.drawable if one.group == type_.group] for type_ in types]
        found: list[Candidate[_Answered]] = []
        for slots in ([[one] for one in types], [*kin[:-1], types[-1:]], kin):
            tasks = [
                task for task in self._asker.tasks if all(task.id != one.task for one in (_candidate(item), *found))
            ]
            for task in random.sample(tasks, min(_TRIED_FOR_SHOT, len(tasks))):
                made = self._redrawn(slots, random)
                if made is not None:
                    found.append(_candidate(_Answered(made[0], task, made[1])))
                    if len(found) == SHOTS:
                        return found
        return found

    def _redrawn(
        self, slots: Sequence[Sequence[n.Constraint]], random: Random
    ) -> tuple[tuple[Demand, ...], str] | None:
        """A demand for each slot, one after the other, and a text that satisfies them all."""
        made: list[Demand] = []
        witness: str | None = None
        seed = random.randrange(1 << 16)
        for slot in slots:
            taken = {demand.constraint.name for demand in made}
            fitting = [one for one in slot if one.name not in taken]
            for _ in range(_TRIED_FOR_DEMAND if fitting else 0):
                new = demanded(random.choice(fitting), random)
                found = self._asker.prover.joined(made, witness, new, seed=seed)
                if found is not None:
                    made, witness = [*made, new], found
                    break
            else:
                return None
        return None if witness is None else (tuple(made), witness)

    def _passes(self, one: _Answered) -> bool:
        return all(self._asker.prover.check(one.demands)(one.answer))


def _candidate(one: _Answered) -> Candidate[_Answered]:
    types = tuple(demand.constraint.name for demand in one.demands)
    groups = tuple(demand.constraint.group for demand in one.demands)
    return Candidate(types, groups, one.task.id, one)
