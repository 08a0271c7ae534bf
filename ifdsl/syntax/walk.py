"""Take a tree; give all its nodes, or what it is apart from spans and layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache

from ifdsl.syntax.tree import Node


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below `node`, in source order (comments of a module left out)."""
    kind: type = type(node)
    for name in _places_of_children(kind):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, Node):
                    yield item


@cache
def _places_of_children(kind: type) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind) if field.name not in ("start", "end", "comments"))


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, a node before what is in it, otherwise in no set order."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += children(node)


def shape(node: Node) -> object:
    """A value that is equal for two trees exactly when they differ in nothing but spans and layout."""
    parts: list[object] = [type(node).__name__]
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name in ("start", "end", "text", "braces", "own_line") and not isinstance(value, Node):
            continue
        if field.name == "comments":
            parts.append([comment.text.rstrip() for comment in value])
        elif isinstance(value, Node):
            parts.append(shape(value))
        elif isinstance(value, list):
            parts.append([shape(item) if isinstance(item, Node) else item for item in value])
        else:
            parts.append(value)
    return tuple(parts)
