"""Take a published row and the signatures of a pack; give the constraints that it asks for, with their arguments.

Published files disagree with their own checkers in small ways that their readers have to bear. Whole numbers stored as
floats are read as meant, and so is a text that is the only one of a list. A text where a list of texts belongs is read
as the published checkers read it, letter by letter, for their verdicts rest on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, NamedTuple

from ifdsl.compiler import REQUIRED, Parameter, Signature
from ifdsl.primitives.types import choices_of, item_of
from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import quoted, suggest
from ifdsl.store.encoding import kind_of


class Instruction(NamedTuple):
    """One instruction of a row: the constraint that checks it and its arguments in order."""

    id: str
    signature: Signature
    arguments: tuple[Any, ...]


class BadInstruction(ValueError):
    """An instruction that cannot be checked; `code` is its kind and the message says why."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code


def by_published_id(signatures: Mapping[str, Signature]) -> dict[str, Signature]:
    """The signatures of a pack by the name that each constraint was published under."""
    return {signature.id: signature for signature in signatures.values() if signature.id}


def read_instruction(id_: str, given: Mapping[str, Any], known: Mapping[str, Signature]) -> Instruction:
    """Find the constraint of an instruction and give each of its parameters a value.

    Raises:
        BadInstruction: no constraint was published under that name, or the arguments do not fit it.
    """
    signature = known.get(id_)
    if signature is None:
        nearest = suggest(id_, known)
        hint = f"; there is {quoted(nearest)}" if nearest else ""
        raise BadInstruction(codes.UNKNOWN_INSTRUCTION, f"no instruction is called {quoted(id_)}{hint}")
    parameters = signature.parameters
    if given and sum([parameter.name in given for parameter in parameters]) < len(given):
        names = [parameter.name for parameter in parameters]
        name = next(name for name in given if name not in names)
        nearest = suggest(name, names)
        hint = f"; there is {quoted(nearest)}" if nearest else ""
        raise _misfit(id_, f"no parameter is called {quoted(name)}{hint}")
    values = tuple([_value(id_, parameter, given.get(parameter.name, REQUIRED)) for parameter in parameters])
    return Instruction(id_, signature, values)


def _value(id_: str, parameter: Parameter, value: Any) -> Any:
    if value is REQUIRED:
        if parameter.default is REQUIRED:
            raise _misfit(id_, f"{quoted(parameter.name)} is missing")
        return parameter.default
    wanted = parameter.type
    if type(value) is _EXACT.get(wanted):
        return value
    if wanted.startswith('"'):
        choices = choices_of(wanted)
        if value in choices:
            return value
        known = " or ".join(quoted(choice) for choice in choices)
        raise _misfit(id_, f"{quoted(parameter.name)} is {_shown(value)}; it is {known}")
    if wanted in ("int", "number") and isinstance(value, float) and value.is_integer():
        return int(value)
    if wanted == "list[text]" and isinstance(value, str):
        return list(value)
    if wanted == "text" and isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
        return value[0]
    if not _fits(value, wanted):
        raise _misfit(id_, f"{quoted(parameter.name)} is {_shown(value)}, which is no {wanted}")
    return value


def _fits(value: Any, wanted: str) -> bool:
    if wanted == "bool" or isinstance(value, bool):
        return wanted == "bool" and isinstance(value, bool)
    item = item_of(wanted)
    if item is not None:
        return isinstance(value, list) and all(_fits(one, item) for one in value)
    if isinstance(value, float) and not isfinite(value):
        return False
    return wanted in _KINDS and isinstance(value, _KINDS[wanted])


_KINDS: dict[str, type | tuple[type, ...]] = {"int": int, "number": (int, float), "text": str}
_EXACT: dict[str, type] = {"int": int, "text": str, "bool": bool}
"""Types whose values need no further look."""


def _shown(value: Any) -> str:
    """A value for a message. A list may nest deeper than Python writes one."""
    return kind_of(value) if isinstance(value, list | dict) else quoted(repr(value))


def _misfit(id_: str, message: str) -> BadInstruction:
    return BadInstruction(codes.BAD_ARGUMENTS, f"{id_}: {message}")
