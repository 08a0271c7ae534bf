"""Take a text that nobody vouches for; give it on one line, with whatever cannot be seen in it written as an escape."""

from __future__ import annotations

import re

from ifdsl.source.excerpt import visible

# What a terminal shows, or leaves out in its own way, but a browser draws as nothing: joiners, fillers, selectors of
# variants (Unicode's Default_Ignorable_Code_Point, as far as `visible` lets it through) and the blank of Braille.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2065\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)


def seen(text: str) -> str:
    """The text with nothing in it that hides, turns text round, or breaks the line."""
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", visible(text))
