"""Take a check of a list by the places of its elements; give what it asks of each element, its place being known."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from ifdsl.analysis.witness import facts as f
from ifdsl.analysis.witness.places import listed, predicate_of
from ifdsl.ir import nodes as n
from ifdsl.ir.walk import free_variables, replaced

_ELEMENT = n.Variable(name="#element", type="text")
_PLACE = n.Variable(name="#place", type="int")
# No name of an author's begins with that mark, so nothing in the check is hidden by these.


def by_place(node: n.Quantifier) -> f.Ranked | None:
    """What `all(… items[i] … for i in indices(items))` asks of the items; None where it is no check like that."""
    domain = node.domain
    if not isinstance(domain, n.Call) or domain.function != "indices" or node.condition is not None:
        return None
    items, index = domain.arguments[0], n.Variable(name=node.variable, type="int")
    path = listed(items)
    asked = replaced(_with_element(node.element, items, index), {node.variable: _PLACE})
    if not path or not free_variables(asked) <= {_ELEMENT.name, _PLACE.name}:
        return None
    return f.Ranked(path, predicate_of(path, _ELEMENT.name, asked), _PLACE.name)


def beginning(left: Any, right: Any) -> f.Ranked | None:
    """What `read == known[:len(read)]` asks of the elements that `read` is made from; None where it is nothing like it.

    Args:
        left: the elements read one by one, those that meet a condition.
        right: so many of the known values as there are of them.
    """
    match right:
        case n.Slice(subject=n.Value(value=list(known)), low=None, high=n.Call(function="len", arguments=(counted,))):
            path = listed(left.domain) if isinstance(left, n.Quantifier) and counted == left else None
            if not path or left.quantifier != "list":
                return None
        case _:
            return None
    wanted = n.Index(subject=right.subject, index=_PLACE, type="text")
    asked = n.Logic(
        operator="and",
        operands=(
            n.Compare(operators=("<",), operands=(_PLACE, n.Value(value=len(known), type="int"))),
            n.Compare(operators=("==",), operands=(left.element, wanted)),
        ),
    )
    among = None if left.condition is None else predicate_of(path, left.variable, left.condition)
    return f.Ranked(path, predicate_of(path, left.variable, asked), _PLACE.name, among)


def _with_element(node: Any, items: n.Expr, index: n.Expr) -> Any:
    """The expression with the element in the place of `items[index]`."""
    if not is_dataclass(node) or isinstance(node, type):
        return node
    if isinstance(node, n.Index) and (node.subject, node.index) == (items, index):
        return _ELEMENT
    changes: dict[str, Any] = {}
    for field in fields(node):
        part = getattr(node, field.name)
        if isinstance(part, tuple):
            changes[field.name] = tuple(_with_element(each, items, index) for each in part)
        elif is_dataclass(part):
            changes[field.name] = _with_element(part, items, index)
    return replace(node, **changes) if changes else node
