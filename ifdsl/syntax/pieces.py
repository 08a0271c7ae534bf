"""Take a text that is wrong somewhere; give where its declarations begin, as well as can be told."""

from __future__ import annotations

import re

_TRIPLE = r'"""[^\\"]*+(?:(?:\\[\s\S]|"(?!""))[^\\"]*+)*+"""'
_HEADER = (
    r"(?:ifdsl[ \t]+\d|use[ \t]+\w|pack[ \t]*\"|conflict[ \t]*\"|cousins[ \t]+of\b|source[ \t]+\w+[ \t]+from\b"
    r"|(?:fn|constraint)[ \t]+\w+[ \t]*\(|(?:spec|suite)[ \t]+\w|flow[ \t]+\w+[ \t]*[({=])"
)
_TOKEN = re.compile(
    rf'(?P<skip>\#[^\n]*+|{_TRIPLE}|""(?!")|"(?!"")[^\\"\n]*+(?:\\[^\n][^\\"\n]*+)*+"?)|(?P<triple>""")'
    rf"|(?P<open>[({{\[])|(?P<close>[)}}\]])|^(?P<header>[ \t]*{_HEADER})|^(?P<word>[^\W\d])",
    re.MULTILINE,
)
_TOKEN_AFTER_TRIPLE = re.compile(_TOKEN.pattern.replace(_TRIPLE, '"""'), re.MULTILINE)


def boundaries(text: str) -> list[int]:
    """The offsets between which the declarations stand, from 0 to the length of the text.

    A declaration begins with a line that stands outside all brackets and begins with a word in the first column or
    with the first words of a declaration; or, as brackets may be what is wrong, with a line whose first column begins
    the first words of a declaration.
    """
    found = [0]
    depth = at = 0
    token = _TOKEN
    while match := token.search(text, at):
        at = match.end()
        kind = match.lastgroup
        if kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
        elif kind == "triple":
            # A text that never ends would be looked for in vain again and again.
            token = _TOKEN_AFTER_TRIPLE
        elif kind in ("header", "word") and (depth == 0 or (kind == "header" and text[match.start()] not in " \t")):
            depth = 0
            if match.start() > 0:
                found.append(match.start())
            # A header may hold what opens a text or a bracket.
            at = match.start() + len(match[0]) - len(match[0].lstrip(" \t")) + 1
    return [*found, len(text)]
