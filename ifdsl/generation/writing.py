"""Take what an item asks for; give its prompt, read back to exactly what is graded, with shots where it has some.

Shots are taken from the other items of the suite. Where these have no three of one kind, as in a small suite, shots are
made: the item's own types with other arguments and tasks, which is the likest that there can be.
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
REGISTERS = 9
"""Ways to introduce and to join requirements that items are spread over."""
_TRIED_FOR_SHOT = 3
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


Pool = Sequence[Candidate[_Answered]]


class Writer:
    """Writes the prompts of a suite. What is asked in words is in `language`."""

    def __init__(self, asker: Asker, language: str = "en") -> None:
        self._asker = asker
        self._language = language
        self._program = n.Program(module="written", constraints=asker.types)
        self._words: Vocabulary | None = None

    def pool(self, asked: Sequence[Asked]) -> Pool:
        """What shots are taken from."""
        return [
            _candidate(_Answered(one.demands, one.task, one.certificate.witness))
            for one in asked
            if one.task is not None and one.certificate.witness is not None
        ]

    def written(self, asked: Asked, pool: Pool, random: Random) -> Written | str:
        """The prompt, or why there is none: it is not read back, or too few shots go with it."""
        if asked.task is None:
            return Written("")
        question = self._question(asked.demands, asked.task, asked.pattern, random)
        if question is None:
            return NOT_READ_BACK
        if asked.pattern != EXAMPLE:
            return Written(question.text)
        assert asked.certificate.witness is not None
        shown = self._shots(_Answered(asked.demands, asked.task, asked.certificate.witness), pool, random)
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
        register = random.randrange(REGISTERS)
        return rendered(self._program, spec, {}, pattern, self._language, register=register, shots=shots)

    def _shots(self, item: _Answered, pool: Pool, random: Random) -> tuple[list[Shot], str] | None:
        found = choose(_candidate(item), pool, self._passes, random)
        if found is None or found[1] > 1:
            made = choose(_candidate(item), self._made(item, random), self._passes, random)
            found = made or found
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

    def _made(self, item: _Answered, random: Random) -> Pool:
        """Candidates with the types of an item, other arguments and other tasks."""
        others = [task for task in self._asker.tasks if task.id != item.task.id]
        if len(others) < SHOTS:
            return ()
        found: list[Candidate[_Answered]] = []
        for task in random.sample(others, min(SHOTS + _TRIED_FOR_SHOT, len(others))):
            made = self._redrawn(item.demands, random)
            if made is not None:
                found.append(_candidate(_Answered(made[0], task, made[1])))
                if len(found) == SHOTS:
                    break
        return found

    def _redrawn(self, demands: Sequence[Demand], random: Random) -> tuple[tuple[Demand, ...], str] | None:
        """The same types with arguments drawn anew, one after the other, and a text that satisfies them all."""
        made: list[Demand] = []
        witness: str | None = None
        seed = random.randrange(1 << 16)
        for demand in demands:
            for _ in range(_TRIED_FOR_DEMAND):
                new = demanded(demand.constraint, random)
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
