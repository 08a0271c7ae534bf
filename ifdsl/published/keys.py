"""Take the key of a published row; give the group of cousins that it names, and the other way round.

A key of IFEval++ (jianshuod/IFEval-pp at 722fe95) is `12:original` or `12:rephrasing:3`: the group, the kind, and of
the cousins of a kind a number. A spec says the same in `meta base "12"` and `meta kind "rephrasing"`; its number is its
place among the prompts of that group and kind, from 1. What no rule gives stands in `meta key`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

ORIGINAL = "original"
KINDS = ("rephrasing", "distractor", "ct_alteration")
"""The kinds that have a name in published keys."""
PUBLISHED_AS = {"task_swap": "ct_alteration"}
"""Kinds of ours that are one of them there: IFEval++ alters the constraints or the task."""
SPEC = "prompt_"
"""What the name of an imported spec begins with; its key follows."""


def group_of(key: object) -> dict[str, str]:
    """`base` and `kind`, where a key names them; else nothing."""
    base, _, rest = key.partition(":") if isinstance(key, str) else ("", "", "")
    kind, numbered, number = rest.partition(":")
    is_cousin = kind in KINDS and number and ":" not in number
    named = not numbered if kind == ORIGINAL else is_cousin
    return {"base": base, "kind": kind} if base and named else {}


@dataclass(slots=True)
class Keys:
    """Gives the prompts of a file their keys, one after another in the order of the file."""

    _numbers: dict[tuple[str, str], int] = field(default_factory=dict)

    def of(self, name: str, meta: Mapping[str, str]) -> str:
        """The key of a prompt: the one that its `meta` states, else by its group and kind, else by its name.

        Args:
            name: that of its spec; of several instances of one the id of the instance.
            meta: what the spec says of itself.
        """
        base, kind = meta.get("base"), meta.get("kind")
        if base and kind:
            derived = self._of_group(base, PUBLISHED_AS.get(kind, kind))
        else:
            derived = name.removeprefix(SPEC)
        return meta.get("key") or derived

    def _of_group(self, base: str, kind: str) -> str:
        if kind == ORIGINAL:
            return f"{base}:{kind}"
        number = self._numbers[base, kind] = self._numbers.get((base, kind), 0) + 1
        return f"{base}:{kind}:{number}"


def written(key: str) -> int | str:
    """A key as it stands in a row: what is a whole number is written as one, as in IFEval's data."""
    plain = key.isascii() and key.isdigit() and len(key) <= 18 and (key == "0" or key[0] != "0")
    return int(key) if plain else key
