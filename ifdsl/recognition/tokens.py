"""Take a sentence; give its tokens, and the quoted stretches that may stand in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from ifdsl.recognition.stems import stem, without_number

MAX_TOKENS = 500
MAX_QUOTED = 6
"""Ends that are looked for where a quotation opens."""


class Kind(Enum):
    WORD = "word"
    NUMBER = "number"
    HAN = "han"
    STOP = "stop"
    """A mark that ends a sentence."""
    SOFT = "soft"
    """A mark that may stand anywhere and may be left out."""
    QUOTE = "quote"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a number, a Chinese character, or a mark; `exact` and `stem` are what it is compared by."""

    kind: Kind
    text: str
    start: int
    end: int
    exact: str
    stem: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """A sentence in tokens. `quoted[i]` has the quotations that token `i` opens: where they end, and what they hold."""

    sentence: str
    items: tuple[Token, ...]
    quoted: dict[int, tuple[tuple[int, str], ...]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.items)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """Where the tokens from `first` to before `last` stand."""
        return self.items[first].start, self.items[last - 1].end


_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff〇"
_TOKEN = re.compile(
    rf"""(?P<number>(?:(?<![0-9A-Za-z)\]%])[-−])?\d+(?:,\d{{3}})*(?:\.\d+)?(?![^\W_{_HAN}]))
    |(?P<han>[{_HAN}])
    |(?P<word>(?:(?![{_HAN}])[^\W_])+(?:['’](?:(?![{_HAN}])[^\W\d_])+)*)
    |(?P<quote>["'`“”‘’«»„‟「」『』])
    |(?P<sign>(?P<one>[^\w\s])(?P=one)*|_+)""",
    re.VERBOSE,
)
_STOPS = frozenset(".!?;。！？；…")
_SOFT = frozenset(",:-–—()[]{}*·，：、（）【】〔〕《》〈〉‑")
_DASHES = frozenset("-–—‑~～")
_CLOSING = {"“": "”", "„": "“”", "‟": "”", "‘": "’", "«": "»", "「": "」", "『": "』", '"': '"', "'": "'", "`": "`"}
_NEGATED = re.compile(
    r"(?i)(can|do|does|did|is|are|was|were|has|have|had|must|should|need|could|would|will|wo|sha)(n['’]t)"
)


def tokens_of(sentence: str) -> Tokens:
    """The tokens of `sentence`. `don't` is two: `do` and `not`."""
    items = tuple(_tokens(sentence))
    return Tokens(sentence, items, _quotations(sentence, items))


def literal_tokens(text: str) -> list[Token]:
    """The tokens of a literal stretch of a wording that have to be there: no marks that may be left out."""
    return [token for token in _tokens(text) if token.kind not in (Kind.STOP, Kind.SOFT)]


def _tokens(text: str) -> Iterator[Token]:
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        written = match[0]
        if match["number"] is not None:
            plain = written.replace(",", "").replace("−", "-")
            yield Token(Kind.NUMBER, written, start, end, plain, plain)
        elif match["han"] is not None:
            yield Token(Kind.HAN, written, start, end, written, written)
        elif match["word"] is not None:
            yield from _words(written, start)
        elif match["quote"] is not None:
            yield Token(Kind.QUOTE, written, start, end, written, written)
        else:
            yield from _marks(text, written, start)


def _words(written: str, start: int) -> Iterator[Token]:
    lower = written.lower()
    negated = _NEGATED.fullmatch(written)
    if negated is None and lower != "cannot":
        yield Token(Kind.WORD, written, start, start + len(written), without_number(lower), stem(lower))
        return
    cut = 3 if negated is None else len(negated[1])
    first = {"wo": "will", "sha": "shall"}.get(lower[:cut], lower[:cut])
    yield Token(Kind.WORD, written[:cut], start, start + cut, without_number(first), stem(first))
    yield Token(Kind.WORD, written[cut:], start + cut, start + len(written), "not", "not")


def _marks(text: str, written: str, start: int) -> Iterator[Token]:
    char, end = written[0], start + len(written)
    if char in _STOPS:
        # Inside a name (`Next.js`) a full stop ends nothing.
        ends = end == len(text) or not text[end].isalnum() or char > "\u2000"
        yield from _each(Kind.STOP if ends else Kind.SOFT, written, start)
    elif char in _DASHES and _between_digits(text, start, end):
        yield Token(Kind.WORD, written, start, end, "to", "to")
    elif char in _SOFT:
        yield from _each(Kind.SOFT, written, start)
    else:
        yield Token(Kind.SIGN, written, start, end, written, written)


def _each(kind: Kind, written: str, start: int) -> Iterator[Token]:
    for place, char in enumerate(written, start):
        yield Token(kind, char, place, place + 1, char, char)


def _between_digits(text: str, start: int, end: int) -> bool:
    """Whether a dash stands for `to`, as in `20-30`."""
    return text[:start].rstrip()[-1:].isdigit() and text[end:].lstrip()[:1].isdigit()


def _quotations(sentence: str, items: tuple[Token, ...]) -> dict[int, tuple[tuple[int, str], ...]]:
    marks = [(place, token) for place, token in enumerate(items) if token.kind is Kind.QUOTE]
    found = {}
    for order, (place, token) in enumerate(marks):
        if token.text in _CLOSING and _may_open(sentence, token):
            ends = tuple(_ends(sentence, token, marks[order + 1 :]))
            if ends:
                found[place] = ends
    return found


def _ends(sentence: str, opening: Token, later: list[tuple[int, Token]]) -> Iterator[tuple[int, str]]:
    closing, depth, given = _CLOSING[opening.text], 0, 0
    straight = closing == opening.text
    for place, mark in later:
        if mark.text == opening.text and not straight:
            depth += 1
        elif mark.text in closing:
            if depth:
                depth -= 1
                continue
            if _may_close(sentence, mark) and (mark.start > opening.end or closing not in "'’`"):
                yield place + 1, sentence[opening.end : mark.start]
                given += 1
            # What looks like the next opening mark is no part of the quotation.
            if given == MAX_QUOTED or (straight and _opens(sentence, mark)) or not straight:
                return


def _may_open(sentence: str, mark: Token) -> bool:
    before = sentence[mark.start - 1] if mark.start else " "
    return mark.text != "'" or not before.isalnum()


def _opens(sentence: str, mark: Token) -> bool:
    """Whether a straight mark looks like an opening one."""
    before = sentence[mark.start - 1] if mark.start else " "
    after = sentence[mark.end] if mark.end < len(sentence) else " "
    return (before.isspace() or before in "([{—、，：") and not after.isspace()


def _may_close(sentence: str, mark: Token) -> bool:
    after = sentence[mark.end] if mark.end < len(sentence) else " "
    return mark.text not in ("'", "’") or not after.isalnum() or "\u3400" <= after <= "\u9fff"
