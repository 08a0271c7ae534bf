"""Take the rows of a published file of conversations; give flows with the model's own history that ask the same.

The turns of a conversation are rows of their own. An instruction that a turn has and all turns after it have too is
added for the topic in the first of them; in any other turn it stands for that turn alone. So a turn is graded on its
own list, as published, and figures know what was carried over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.expressions import constant
from ifdsl.ir.printer import print_program
from ifdsl.published.instructions import Instruction
from ifdsl.published.reading import ReadItem
from ifdsl.published.rows import Row
from ifdsl.published.spec_file import Unwritable
from ifdsl.source.file import SourceFile
from ifdsl.syntax.printer import format_file


@dataclass(slots=True)
class FlowFile:
    """The text of a file with a flow for each conversation; names come from the conversations' keys."""

    benchmark: str
    _flows: list[n.Flow] = field(default_factory=list)
    _modules: dict[str, None] = field(default_factory=dict)
    _taken: dict[str, int] = field(default_factory=dict)

    @property
    def count(self) -> int:
        return len(self._flows)

    def add(self, rows: Sequence[tuple[Row, Sequence[Instruction]]]) -> None:
        """Add one conversation: its turns in order.

        Raises:
            Unwritable: a turn holds a text that no literal stands for.
        """
        first = rows[0][0]
        name = self._name(str(first.meta.get("conversation", first.key)))
        language = str(first.meta.get("language") or "")
        flow = n.Flow(
            name=name,
            turns=tuple(_turns(rows)),
            meta=(("language", language),) if language else (),
        )
        try:
            print_program(n.Program(module="prompts", flows=(flow,)))
        except ValueError as error:
            raise Unwritable(str(error)) from None
        self._flows.append(flow)
        used = [one.signature.name.rpartition(".")[0] for _, instructions in rows for one in instructions]
        self._modules |= dict.fromkeys(used)

    def text(self, file: str) -> str:
        """The whole file. `file` is the name of the data, which is put in a comment."""
        program = n.Program(module="prompts", uses=tuple(sorted(self._modules)), flows=tuple(self._flows))
        head, _, rest = print_program(program).partition("\n\n")
        count = "1 conversation" if self.count == 1 else f"{self.count} conversations"
        title = f"{file}, {count} in the shape of {self.benchmark}."
        title = "".join(char if char.isprintable() else " " for char in title)
        text = f"{head}\n\n# {title}\n\n{rest}".rstrip("\n") + "\n"
        laid_out = format_file(SourceFile(file, text))
        return laid_out if isinstance(laid_out, str) else text

    def _name(self, key: str) -> str:
        base = "conversation_" + (re.sub(r"[^A-Za-z0-9]+", "_", key).strip("_") or "row")
        count = self._taken[base] = self._taken.get(base, 0) + 1
        return base if count == 1 else f"{base}_{count}"


def conversations(items: Iterator[ReadItem]) -> Iterator[list[ReadItem]]:
    """The rows of each conversation, which stand one after another in the file."""
    held: list[ReadItem] = []
    for read in items:
        source = read.row if read.row is not None else read.bad
        key = None if source is None else source.meta.get("conversation")
        before = held[-1].row if held and held[-1].row is not None else held[-1].bad if held else None
        if held and (before is None or before.meta.get("conversation") != key):
            yield held
            held = []
        held.append(read)
    if held:
        yield held


def _turns(rows: Sequence[tuple[Row, Sequence[Instruction]]]) -> Iterator[n.Turn]:
    asked = [
        [_demand(one, f"i{row.meta.get('turn', 1)}_{place}") for place, one in enumerate(given, start=1)]
        for row, given in rows
    ]
    kept: list[n.Demand] = []
    for place, (row, _) in enumerate(rows):
        steps: list[n.Step] = []
        left = list(kept)
        for demand in asked[place]:
            same = next((one for one in left if _same(one, demand)), None)
            if same is not None:
                left.remove(same)
                continue
            later = asked[place + 1 :]
            lasts = bool(later) and all(any(_same(demand, one) for one in given) for given in later)
            if lasts:
                kept.append(demand)
            steps.append(n.Add(requirement=demand, scope="topic" if lasts else "turn"))
        before = () if place == 0 else (n.Relation(kind="follows", turn=_turn_name(rows[place - 1][0])),)
        prompt = n.Template(parts=(row.prompt,) if row.prompt else ())
        yield n.Turn(name=_turn_name(row), relations=before, user=prompt, stated=True, steps=tuple(steps))


def _turn_name(row: Row) -> str:
    return f"turn_{row.meta.get('turn', 1)}"


def _same(one: n.Demand, other: n.Demand) -> bool:
    return one.constraint == other.constraint and one.arguments == other.arguments


def _demand(instruction: Instruction, id_: str) -> n.Demand:
    pairs = zip(instruction.signature.parameters, instruction.arguments, strict=True)
    arguments = tuple(_constant(value, parameter.type) for parameter, value in pairs)
    return n.Demand(id=id_, constraint=instruction.signature.name, arguments=arguments)


def _constant(value: Any, type_: str) -> n.Expr:
    return n.Pattern(pattern=value) if type_ == "regex" else constant(value)
