"""Take the rows of a published file and what they ask for; give `.ifc` text that a person can read, one spec a row."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from ifdsl.published.categories import ours
from ifdsl.published.instructions import Instruction
from ifdsl.published.keys import SPEC, Keys
from ifdsl.published.rows import Row
from ifdsl.syntax.lexing import MAX_DIGITS
from ifdsl.syntax.literals import quote, quote_line

if TYPE_CHECKING:
    from ifdsl.ir import nodes as n


_NOTED = ("conversation", "language")
"""What is said of a turn in a comment."""


class Unwritable(ValueError):
    """A row that the language has no words for; the message says why."""


class Line(NamedTuple):
    """A line of a `must` block: the constraint that it calls, by its qualified name, and what it says of it.

    Without a name the text is the whole line, and needs the modules `uses`.
    """

    name: str
    text: str
    uses: tuple[str, ...] = ()


def calls(instructions: Iterable[Instruction]) -> list[Line]:
    """
    Raises:
        Unwritable: an argument is a text or a number that no literal stands for.
    """
    return [Line(one.signature.name, f"({_arguments(one)})") for one in instructions]


def statements(sentences: Sequence[str], requirements: Sequence[n.Requirement | None]) -> list[Line]:
    """What sentences state, each below the sentence itself as a comment; of one not recognised the comment alone.

    Raises:
        Unwritable: a text in a requirement has no literal.
    """
    from ifdsl.published.sentences import constraints_in

    lines = []
    for sentence, requirement in zip(sentences, requirements, strict=True):
        if requirement is None:
            lines.append(Line("", f"# not recognised: {_comment(sentence)}"))
            continue
        uses = tuple(name.rpartition(".")[0] for name in constraints_in(requirement))
        lines.append(Line("", f"# {_comment(sentence)}"))
        lines += [Line("", line, uses) for line in _printed(requirement)]
    return lines


def _printed(requirement: n.Requirement) -> list[str]:
    from ifdsl.ir import nodes as n
    from ifdsl.ir.printer import print_spec

    spec = n.Spec(name="s", task=n.Template(parts=()), must=(requirement,))
    try:
        lines = print_spec(spec, n.Program(module="m")).split("\n")
    except ValueError as error:
        raise Unwritable(str(error)) from None
    body = lines[lines.index("  must {") + 1 : -2]
    return [line.removeprefix("    ") for line in body]


@dataclass(slots=True)
class SpecFile:
    """The text of a file that asks what rows ask. Spec names come from the keys; equal keys get a number.

    `known` are the names of the constraints of the modules that calls may be of: one that two of them have is written
    with its module.
    """

    benchmark: str
    known: Container[str] = ()
    _specs: list[tuple[str, list[Line]]] = field(default_factory=list)
    _taken: dict[str, int] = field(default_factory=dict)
    _keys: Keys = field(default_factory=Keys)

    @property
    def count(self) -> int:
        return len(self._specs)

    def add(self, row: Row, lines: list[Line]) -> None:
        """Add the spec of one row.

        Raises:
            Unwritable: the row holds a text that no literal stands for.
        """
        prompt = _text(row.prompt, template=True, indent=2)
        turn = row.meta.get("turn")
        note = "" if turn is None else f"# turn {turn}, {_comment(row.meta['language'])}\n"
        name = self._name(row.key)
        head = [f"spec {name} {{", *(f"  meta   {word} {text}" for word, text in self._meta(name, row))]
        self._specs.append((note + "\n".join([*head, f"  prompt {prompt}"]), lines))

    def _meta(self, name: str, row: Row) -> Iterator[tuple[str, str]]:
        """What the row says of itself, and its key where no rule gives it back."""
        meta = {word: text for word, text in row.meta.items() if isinstance(text, str) and word not in _NOTED}
        meta |= {word: ours(meta[word]) for word in ("pattern", "level") if word in meta}
        meta.pop("key", None)
        if self._keys.of(name, meta) != row.key:
            meta["key"] = row.key
        # A pattern or level that a row leaves open is nothing that it says.
        left_open = [word for word in ("pattern", "level") if not meta.get(word)]
        return ((word, _line(text)) for word, text in meta.items() if word not in left_open)

    def specs(self) -> Iterator[str]:
        """The text of each spec."""
        modules = self._modules()
        for head, lines in self._specs:
            yield "\n".join([head, "  must {", *(f"    {self._line(line, modules)}" for line in lines), "  }", "}"])

    def text(self, file: str) -> str:
        """The whole file. `file` is the name of the data, which is put in a comment."""
        count = "1 prompt" if self.count == 1 else f"{self.count} prompts"
        title = _comment(f"{file}, {count} in the shape of {self.benchmark}.")
        uses = "\n".join(f"use {module}" for module in self._modules())
        return "\n\n".join([f"ifdsl 1\n\n# {title}", *([uses] if uses else []), *self.specs()]) + "\n"

    def _modules(self) -> list[str]:
        """The modules of what is called, sorted."""
        lines = [line for _, lines in self._specs for line in lines]
        called = {line.name.rpartition(".")[0] for line in lines if line.name}
        return sorted(called.union(*(line.uses for line in lines)))

    def _line(self, line: Line, modules: list[str]) -> str:
        if not line.name:
            return line.text
        module, _, short = line.name.rpartition(".")
        clash = any(f"{other}.{short}" in self.known for other in modules if other != module)
        return (line.name if clash else short) + line.text

    def _name(self, key: str) -> str:
        base = SPEC + (re.sub(r"[^A-Za-z0-9]+", "_", key).strip("_") or "row")
        name = base
        while name in self._taken:
            self._taken[base] += 1
            name = f"{base}_{self._taken[base]}"
        self._taken[name] = 1
        return name


def _comment(text: str) -> str:
    return "".join(char if char.isprintable() else " " for char in text)


def _arguments(instruction: Instruction) -> str:
    parameters = instruction.signature.parameters
    return ", ".join(
        f"{parameter.name}={_literal(value)}"
        for parameter, value in zip(parameters, instruction.arguments, strict=True)
    )


def _literal(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return f"[{', '.join(_literal(item) for item in value)}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    # A float is written without an exponent, which the language has not.
    number = format(Decimal(repr(value)), "f")
    if any(len(digits) > MAX_DIGITS for digits in number.lstrip("-").split(".")):
        raise Unwritable(f"a number has at most {MAX_DIGITS} digits on either side of its point")
    return number


def _line(value: str) -> str:
    try:
        return quote_line(value)
    except ValueError as error:
        raise Unwritable(str(error)) from None


def _text(value: str, *, template: bool = False, indent: int = 0) -> str:
    try:
        return quote(value, template=template, indent=indent)
    except ValueError as error:
        raise Unwritable(str(error)) from None
