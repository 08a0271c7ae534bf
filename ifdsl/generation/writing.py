"""Take a proven set of demands and a task; give the prompt that asks for both, read back to exactly these demands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from ifdsl.analysis.demands import Demand, requirements_of
from ifdsl.datasets.tasks import Task
from ifdsl.generation.proving import Prover
from ifdsl.ir import nodes as n
from ifdsl.rendering.prompt import render

NOT_READ_BACK, FEW_SHOTS = "not read back", "fewer than three shots"


@dataclass(frozen=True, slots=True)
class Written:
    """A prompt, and what is to be noted of how it was written."""

    text: str
    meta: tuple[tuple[str, str], ...] = ()


class Writer:
    """Writes prompts over some constraint types."""

    def __init__(self, types: dict[str, n.Constraint], prover: Prover) -> None:
        self._program = n.Program(module="written", constraints=types)
        self._prover = prover

    def pool(self, asked: Sequence[object]) -> Sequence[object]:
        return asked

    def written(
        self, pattern: str, demands: Sequence[Demand], task: Task | None, pool: Sequence[object], random: Random
    ) -> Written | str:
        """The prompt, or why there is none: it is not read back, or too few shots go with it."""
        if task is None:
            return Written("")
        spec = n.Spec(name="item", task=n.Template(parts=(task.text,)), must=requirements_of(demands))
        return Written(render(self._program, spec, {}, pattern))
