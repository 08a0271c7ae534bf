"""Take a path or bytes; give a `SourceFile` that locates offsets in lines, or why there is none."""

from __future__ import annotations

import os
import stat
from bisect import bisect_right
from dataclasses import dataclass, field

from ifdsl.source import codes
from ifdsl.source.diagnostic import Diagnostic, Label, quoted
from ifdsl.source.span import Span

MAX_BYTES = 4 * 1024 * 1024
"""The largest file that is read unless the caller says otherwise: 4 MiB."""

_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A text and where it came from.

    Offsets count code points of `text`. Lines end at `\\n` alone (not at form feeds or U+2028), and lines
    and columns count from 1, columns in code points. `read_source` turns `\\r\\n` and `\\r` into `\\n` and
    drops a byte order mark, so lines and columns are those of the file on disk and offsets are those of the
    text; `newline` and `bom` remember what was there (`newline` is the first one in the file), and `encode`
    puts it back. Of a large file of data `text` may be one stretch alone, which begins with line `first`.
    """

    path: str
    text: str
    newline: str = field(default="\n", compare=False)
    bom: bool = field(default=False, compare=False)
    first: int = 1
    _starts: list[int] = field(default_factory=list, init=False, repr=False, compare=False)

    def _line_starts(self) -> list[int]:
        if not self._starts:
            found, at = [0], self.text.find("\n")
            while at >= 0:
                found.append(at + 1)
                at = self.text.find("\n", at + 1)
            self._starts[:] = found
        return self._starts

    @property
    def line_count(self) -> int:
        """At least 1; a text that ends in a newline has an empty last line."""
        return len(self._line_starts())

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset; one outside the text counts as its start or end."""
        offset = max(0, min(offset, len(self.text)))
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return self.first + line - 1, offset - starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, the inverse of `position`.

        Raises:
            ValueError: the file has no such line, or the line no such column.
        """
        has_line = 0 <= line - self.first < self.line_count
        if not has_line or not 1 <= column <= len(self.line_text(line)) + 1:
            raise ValueError(f"the file has no line {line}, column {column}")
        return self._line_starts()[line - self.first] + column - 1

    def line_span(self, line: int) -> Span:
        """The offsets of a line, its newline left out.

        Raises:
            ValueError: the file has no such line.
        """
        starts, place = self._line_starts(), line - self.first
        if not 0 <= place < len(starts):
            raise ValueError(f"the file has no line {line}")
        return Span(starts[place], starts[place + 1] - 1 if place + 1 < len(starts) else len(self.text))

    def line_text(self, line: int) -> str:
        """The text of a line, its newline left out.

        Raises:
            ValueError: the file has no such line.
        """
        return self.excerpt(self.line_span(line))

    def excerpt(self, span: Span) -> str:
        """The words that a span covers."""
        return self.text[span.start : span.end]

    def encode(self, text: str) -> bytes:
        """The bytes of a new text of this file, with its newlines and byte order mark put back."""
        body = text.replace("\n", self.newline) if self.newline != "\n" else text
        return (_BOM if self.bom else b"") + body.encode("utf-8")


def read_source(path: str | os.PathLike[str], limit: int = MAX_BYTES) -> SourceFile | Diagnostic:
    """Read a UTF-8 text file of at most `limit` bytes.

    Gives a diagnostic, not an exception, where the path names no regular file that may be read
    (`unreadable-file`; pipes and devices are refused, for they may never end), where it is too large
    (`file-too-large`), or where it is not UTF-8 (`invalid-utf8`).
    """
    name = os.fspath(path)
    try:
        data = _read_bytes(name, limit + 1)
    except OSError as error:
        return _unreadable(name, _reason(name, error))
    except ValueError:
        return _unreadable(name, "no path can hold one of its characters")
    return _unreadable(name, data) if isinstance(data, str) else decode_source(name, data, limit)


def decode_source(path: str, data: bytes, limit: int = MAX_BYTES) -> SourceFile | Diagnostic:
    """Read a file's bytes, however they came; `path` is only its name. Gives what `read_source` gives."""
    if len(data) > limit:
        message = f"the file is larger than the limit of {limit:,} bytes"
        return about(path, message, codes.FILE_TOO_LARGE, "split the file, or check that it is the one that was meant")
    bom = data.startswith(_BOM)
    body = data[len(_BOM) :] if bom else data
    try:
        return _decoded(path, body.decode("utf-8"), bom)
    except UnicodeDecodeError as error:
        start = len(_decoded(path, body[: error.start].decode("utf-8"), bom).text)
        return Diagnostic(
            codes.INVALID_UTF8,
            f"byte 0x{body[error.start]:02x} is not valid UTF-8",
            # INVARIANT: the decoder puts one character for a stretch of bad bytes; what is before stays put.
            Label(_decoded(path, body.decode("utf-8", "replace"), bom), Span(start, start + 1)),
            help=("save the file as UTF-8",),
        )


def _decoded(path: str, text: str, bom: bool) -> SourceFile:
    if "\r" not in text:
        return SourceFile(path, text, bom=bom)
    first = min(at for at in (text.find("\r"), text.find("\n")) if at >= 0)
    newline = "\n" if text[first] == "\n" else "\r\n" if text.startswith("\r\n", first) else "\r"
    return SourceFile(path, text.replace("\r\n", "\n").replace("\r", "\n"), newline, bom)


def _read_bytes(path: str, count: int) -> bytes | str:
    """Up to `count` bytes of a regular file, or the reason why there are none."""
    # A pipe without a writer would block in `open`; with O_NONBLOCK it does not, and a file reads as ever.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        return "it is a folder" if stat.S_ISDIR(mode) else "it is not a regular file"
    with open(descriptor, "rb") as file:
        return file.read(count)


def about(path: str | os.PathLike[str], message: str, code: codes.Code, *help: str) -> Diagnostic:
    """A diagnostic about a file as a whole, whose text is not shown."""
    return Diagnostic(code, message, Label(SourceFile(os.fspath(path), ""), Span(0, 0)), help=help)


def system_reason(error: OSError) -> str:
    """Why the system refused, in its own words."""
    return (error.strerror or str(error) or "no reason is given").lower()


def _reason(path: str, error: OSError) -> str:
    # Windows opens no folder and calls that a lack of permission.
    if os.path.isdir(path):
        return "it is a folder"
    reasons = {
        FileNotFoundError: "there is no such file",
        PermissionError: "permission is denied",
        NotADirectoryError: "a part of the path is not a folder",
    }
    return reasons.get(type(error)) or system_reason(error)


def _unreadable(path: str, reason: str) -> Diagnostic:
    return about(path, f"cannot read {quoted(path, 200)}: {reason}", codes.UNREADABLE_FILE)
