"""Take any part of the IR; give its fingerprint, equal exactly when the parts are."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from typing import Any


def fingerprint(node: Any) -> str:
    """The SHA-256 of the node's canonical JSON, as 64 hexadecimal digits."""
    canonical = json.dumps(plain(node), ensure_ascii=True, separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def plain(node: Any) -> Any:
    """The node as JSON data, with nothing but what it holds."""
    if is_dataclass(node):
        return {field.name: plain(getattr(node, field.name)) for field in fields(node)}
    if isinstance(node, tuple | list):
        return [plain(item) for item in node]
    if isinstance(node, dict):
        return {key: plain(value) for key, value in node.items()}
    return node
