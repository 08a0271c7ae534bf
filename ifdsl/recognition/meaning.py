"""Take constraint types; give by name the first of those that check the same, parameter by parameter."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.fingerprint import plain


def first_of_each(constraints: Iterable[n.Constraint]) -> dict[str, n.Constraint]:
    """For each type, the first one with the same check: the same expression of parameters of the same types, in order.

    Types whose checks are written differently are told apart, also where they agree on every text.
    """
    known: dict[str, n.Constraint] = {}
    return {constraint.name: known.setdefault(_meaning(constraint), constraint) for constraint in constraints}


def _meaning(constraint: n.Constraint) -> str:
    """The check as text, its parameters and `let` names numbered; the name where more than the check may matter."""
    if not isinstance(constraint.check, n.ExprCheck):
        return constraint.name
    names = [*(parameter.name for parameter in constraint.parameters), *(let.name for let in constraint.check.lets)]
    numbered = {name: f"${place}" for place, name in enumerate(names)}
    check = _renamed(plain(constraint.check), numbered)
    types = [parameter.type for parameter in constraint.parameters]
    return json.dumps([types, check], sort_keys=True, ensure_ascii=False)


def _renamed(node: Any, names: dict[str, str]) -> Any:
    if isinstance(node, list):
        return [_renamed(item, names) for item in node]
    if not isinstance(node, dict):
        return node
    found = {key: _renamed(value, names) for key, value in node.items()}
    if node.get("kind") == "variable" or set(node) == {"name", "value"}:
        found["name"] = names.get(node["name"], node["name"])
    return found
