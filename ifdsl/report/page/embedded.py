"""Take a JSON value; give a text of it that is inert between the tags of a `script` element of an HTML page."""

from __future__ import annotations

import json
import re
from typing import Any

# `<`, `>` and `&` could end the element or begin a comment; U+2028 and U+2029 end a line of JavaScript; a lone
# surrogate has no UTF-8; the rest is invisible or turns text round, and would deceive who reads the page's source.
_UNSAFE = re.compile(
    "[<>&\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]"
)


def embedded(value: Any) -> str:
    """JSON of `value` that holds no character with a meaning in HTML, and that UTF-8 can carry.

    A JSON parser reads the value back as it was, half a surrogate pair included.

    Raises:
        ValueError: the value holds a number that JSON cannot express.
        TypeError: the value is not JSON.
    """
    return _UNSAFE.sub(_escape, json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")))


def _escape(found: re.Match[str]) -> str:
    return f"\\u{ord(found[0]):04x}"
