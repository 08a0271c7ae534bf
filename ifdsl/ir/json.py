"""Take a program; give JSON and its JSON Schema. Take JSON; give the program, checked by pydantic, or what is wrong."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import TYPE_CHECKING, Any

from ifdsl.ir import nodes
from ifdsl.ir.fingerprint import plain

if TYPE_CHECKING:
    from pydantic import TypeAdapter


class InvalidIR(ValueError):
    """JSON that is no program of this IR version; the message names the place and says what was expected there."""


@cache
def _adapter() -> TypeAdapter[nodes.Program]:
    from pydantic import ConfigDict, TypeAdapter

    for value in vars(nodes).values():
        if dataclasses.is_dataclass(value):
            value.__pydantic_config__ = ConfigDict(extra="forbid")  # type: ignore[union-attr]
    return TypeAdapter(nodes.Program)


def to_json(program: nodes.Program, *, indent: int | None = None) -> str:
    """The program as JSON text."""
    return written(plain(program), indent=indent)


def written(data: Any, *, indent: int | None = None) -> str:
    """JSON data as text."""
    # What was compiled needs no validator, which takes longer to build than a large program to write.
    from pydantic_core import to_json

    return to_json(data, indent=indent, inf_nan_mode="null").decode("utf-8")


def from_json(text: str | bytes) -> nodes.Program:
    """The program that `text` holds.

    Raises:
        InvalidIR: the text is no JSON, or no program of this version.
    """
    from pydantic import ValidationError

    try:
        return _adapter().validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the whole text"
        raise InvalidIR(f"at `{place}`: {first['msg'][:200].lower()}") from None


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a program."""
    return _adapter().json_schema()
