"""Take any part of the IR; give its fingerprint, equal exactly when the parts are."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any


def fingerprint(node: Any) -> str:
    """The SHA-256 of the node's canonical JSON, as 64 hexadecimal digits."""
    return fingerprint_of(plain(node))


def fingerprint_of(data: Any) -> str:
    """The fingerprint of the node that `data` is the JSON data of."""
    return hashlib.sha256(_CANONICAL.encode(data).encode("ascii")).hexdigest()


_CANONICAL = json.JSONEncoder(ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def plain(node: Any) -> Any:
    """The node as JSON data, with nothing but what it holds."""
    kind: type = type(node)
    if kind is str or kind is int or node is None:
        return node
    names = _names(kind)
    if names is not None:
        return {name: plain(getattr(node, name)) for name in names}
    if isinstance(node, tuple | list):
        return [plain(item) for item in node]
    if isinstance(node, dict):
        return {key: plain(value) for key, value in node.items()}
    return node


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """The fields of a kind of node; None for what is no node."""
    return tuple(field.name for field in fields(kind)) if is_dataclass(kind) else None
