r'''Take a text literal; give the text that it stands for, or the other way round.

A literal stands between `"` on one line, or between `"""` on any number. In both, these escapes stand for a character:

    \n newline    \t tab    \r carriage return    \\ backslash    \" quote    \{ \} braces    \u{1F600} code point

A literal between `"""` that begins with a line break is laid out: the text is what lies between the lines of the
quotes. Exactly: the first line break is dropped; so is the last line where it holds blanks alone, with the line break
before it; so is the longest run of spaces and tabs that begins every line (lines of blanks alone do not count, the
last line before the quotes always does), and lines of blanks alone become empty. An escape is a character like any
other here: `\n` breaks no line of the layout, and `\u{20}` is no blank.
'''

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile

from ifdsl.syntax import tree as t

ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", '"': '"', "{": "{", "}": "}"}

ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|([\s\S]))")
"""A backslash and what it takes: the digits of a code point, or one character, which need not be known."""

_SHOWN = {value: f"\\{letter}" for letter, value in ESCAPES.items() if letter not in "{}"}
# Control characters, line separators and what changes the direction of the text round it are never put in a source.
_HIDDEN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a literal at `[start, end)` of its file."""

    start: int
    end: int
    message: str


def value_of(text: t.Text) -> str | Problem:
    """The text that a literal stands for, or the first escape in it that stands for nothing."""
    if "\\" not in text.literal and not text.literal.startswith('"""'):
        return text.literal[1:-1]
    pieces: list[str] = []
    for start, stretch in stretches(text):
        at = 0
        for escape in ESCAPE.finditer(stretch):
            char = character(escape)
            if char is None:
                return bad_escape(escape, start)
            pieces += (stretch[at : escape.start()], char)
            at = escape.end()
        pieces.append(stretch[at:])
    return "".join(pieces)


def character(escape: re.Match[str]) -> str | None:
    """What a match of `ESCAPE` stands for; None where it is no escape."""
    if escape[1] is None:
        return ESCAPES.get(escape[2])
    code = int(escape[1], 16)
    return None if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF else chr(code)


def bad_escape(escape: re.Match[str], offset: int) -> Problem:
    """What to say of a match of `ESCAPE` that is no escape, in a stretch that begins at `offset`."""
    if escape[1] is not None:
        message = f"`{escape[0]}` is no character: code points go up to `10FFFF`, without `D800` to `DFFF`"
    elif escape[2] == "u":
        message = "`\\u` is followed by one to six hexadecimal digits in braces, as in `\\u{1F600}`"
    elif escape[2] == "\n":
        message = "a backslash at the end of a line is no escape"
    else:
        message = f"`{escape[0]}` is no escape"
    return Problem(offset + escape.start(), offset + escape.end(), message)


def stretches(text: t.Text) -> list[tuple[int, str]]:
    """What of a literal belongs to its text, escapes as they are: `(offset in the file, stretch)` in order.

    Joined, the stretches are the literal without its quotes and without what the layout drops.
    """
    literal = text.literal
    if not literal.startswith('"""'):
        return [(text.start + 1, literal[1:-1])]
    body, start = literal[3:-3], text.start + 3
    if not body.startswith("\n"):
        return [(start, body)]
    lines = body[1:].split("\n")
    offsets = [start + 1]
    for line in lines:
        offsets.append(offsets[-1] + len(line) + 1)
    indents = [_blanks(line) for line in lines if line.strip(" \t")]
    if not lines[-1].strip(" \t"):
        indents.append(lines.pop())
    # The least and the greatest of the indents differ first where any two do.
    drop = len(_shared(min(indents), max(indents))) if indents else 0
    last = len(lines) - 1
    found = []
    for number, (offset, line) in enumerate(zip(offsets, lines, strict=False)):
        kept = line[drop:] if line.strip(" \t") else ""
        found.append((offset + len(line) - len(kept), kept + "\n" * (number < last)))
    return found


def quote(value: str, *, template: bool = False, indent: int = 0) -> str:
    r"""A literal that stands for `value`: on one line, or laid out between `\"""` where the text has several lines.

    Args:
        value: any text without lone surrogates, which no source can hold.
        template: whether the literal will be read as a template, so that the braces in `value` need escapes.
        indent: spaces before each line of a laid out literal but the first.

    Raises:
        ValueError: `value` holds a lone surrogate.
    """
    if any("\ud800" <= char <= "\udfff" for char in value):
        raise ValueError("a lone surrogate has no literal")
    if "\n" not in value.strip("\n"):
        return f'"{_escaped(value, template)}"'
    margin = " " * indent
    lines = [_laid_out(line, template) for line in value.split("\n")]
    return "\n".join(['"""', *(margin + line if line else "" for line in lines), f'{margin}"""'])


def quote_line(value: str, *, template: bool = False) -> str:
    """What `quote` gives, on one line: line breaks are escapes.

    Raises:
        ValueError: `value` holds a lone surrogate.
    """
    return '"' + "\\n".join(quote(line, template=template)[1:-1] for line in value.split("\n")) + '"'


def _escaped(value: str, template: bool, quotes: bool = True) -> str:
    shown = re.sub(r'[\\"\n\t\r]' if quotes else r"[\\\t\r]", lambda match: _SHOWN[match[0]], value)
    if template:
        shown = re.sub(r"[{}]", r"\\\g<0>", shown)
    return _HIDDEN.sub(lambda match: f"\\u{{{ord(match[0]):X}}}", shown)


def _laid_out(line: str, template: bool) -> str:
    shown = _escaped(line, template, quotes=False).replace('"""', '""\\"')
    # A line of blanks alone would become empty.
    return shown[:-1] + "\\u{20}" if shown and not shown.strip(" ") else shown


def _blanks(line: str) -> str:
    return line[: len(line) - len(line.lstrip(" \t"))]


def _shared(one: str, other: str) -> str:
    return "".join(char for char, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
