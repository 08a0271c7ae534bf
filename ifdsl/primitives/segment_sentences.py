"""Take a text; give the spans of its sentences by this language's own rule, for prose and Markdown alike."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ifdsl.primitives.abbreviations import AFTER_CLOCK, LABELS, STARTERS
from ifdsl.primitives.abbreviations import KINDS as ENGLISH_KINDS
from ifdsl.primitives.paragraphs import code_block_end, line_bounds
from ifdsl.primitives.segment_abbreviations import BEFORE_ORDINALS, FOREIGN_KINDS

KINDS = FOREIGN_KINDS | ENGLISH_KINDS

_STRONG = "。！？｡．।॥؟۔።፧។៕։‼⁇⁈⁉"
_CLOSERS = "\"')]}*_~`’”»›」』）】》〉"
_OPENERS = "\"'([{*_~`“‘«‹„¿¡「『（【《〈>"
_ASCII_STOPS = re.compile(r"([.!?]++)[\"')\]}*_~`]*+")
_UNSPACED = re.compile("[\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_UNSPACED_OPENERS = "“‘「『（【《〈"
_FRENCH_CLOSER = re.compile(r"[ \u00a0\u202f]»(?=[\s.,;:!?)\]]|\Z)")
_SPACED_PART = re.compile(r"[ \u00a0\u202f](?!I\b)[^\W\d_]{1,3}\.")
_AFTER_PART = re.compile(r"(?:^|[^\w.])[^\W\d_]\.[ \u00a0\u202f]\Z")
_CITATIONS = re.compile(r"(?:\[[0-9]{1,3}\])++(?=\s|\Z)")
_NEXT_WORD = re.compile(rf"[\s{re.escape(_OPENERS)}]*+(\w{{0,24}})")
_HAS_WORD = re.compile(r"[^\W_]")
_ACRONYM = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")
_REACH = 24
"""How many characters before a full stop are read for an abbreviation; longer words are ordinary ones."""

_LINE = re.compile(
    r"""
      (?P<heading> \#{1,6} (?=[ \t]|\Z)
                 | (?P<bold> \*\*|__ ) (?=[^*_]++(?P=bold):?[ \t\r]*+\Z)
                 | << (?=.*>>[ \t\r]*+\Z) )
    | (?P<rule>    (?P<mark> [-*_=] ) (?:[ \t]*+(?P=mark)){2,}+ [ \t\r]*+ \Z )
    | (?P<row>     \| )
    | (?P<item>    [•◦▪‣] | (?: [-*+–] | [0-9]{1,3}[.)] | [A-Za-z]\) | [ivxIVX]{1,5}[.)] | \([A-Za-z0-9]{1,3}\)
                              | [A-Ha-h]\.(?![ \t]++[A-Z]\.) ) (?=[ \t]) )
    | (?P<quote>   (?:>\s*+)++ )
    """,
    re.VERBOSE,
)
_AFTER_LETTER = ".)ivxIVX"
"""A line that starts with a letter and none of these is plain."""


def standard(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences of `text`, for prose and Markdown alike.

    The text is first cut into blocks, and every block ends the sentence in it. A block ends at a blank line, at the
    end of a heading (`#` lines, lines wholly in `**`, `__` or `<<>>`), of a table row and of a thematic break, and
    before a list item, a heading, a table row, a thematic break, a quotation (`>`) or a fenced code block. A list item
    goes on over the indented lines below it; its mark is a bullet, a number, a letter from a to h or a small Roman
    numeral. A fenced code block is one sentence. Any other line break is a blank.

    In a block a sentence ends

    * after `。！？｡．।॥؟۔።፧។៕։‼⁇⁈⁉`, also where no white space follows, unless `．` stands between digits;
    * after `?` and `!` before white space, unless a closing quote or bracket and then a lower-case word follow;
    * after `?` and `!` before a Han or Kana character, and after a full stop between two of them;
    * after an ellipsis before white space, unless a lower-case word or a number follows;
    * after a full stop before white space, unless it belongs to an abbreviation (`KINDS` says what may follow each),
      to the number of a German ordinal (`am 3. Mai`), to an initial or acronym (which ends a sentence only before a
      function word with a capital; `I` is no initial, nor is a letter after a word of `LABELS`), to the number of an
      enumeration, or a closing quote or bracket and then a lower-case word follow.

    Closing quotes, brackets and emphasis marks after the stop belong to the sentence, and so do citations like `[1]`; a
    French `»` may stand off by a blank, and a German `“` closes where white space follows.
    A span leaves out white space at its ends and the mark that makes a line a list item, a heading or a quotation. A
    piece without any letter or digit is no sentence and is left out.
    """
    stops = _ASCII_STOPS if text.isascii() else _all_stops()
    found = []
    for start, end, code in _blocks(text):
        begin = start
        if not code:
            for match in stops.finditer(text, start, end):
                if match.start() > begin and (stop := _sentence_end(text, begin, match, end)):
                    if _HAS_WORD.search(text, begin, stop):
                        found.append((begin, stop))
                    begin = stop
                    while begin < end and (text[begin].isspace() or text[begin] == ">"):
                        begin += 1
        if begin < end and _HAS_WORD.search(text, begin, end):
            found.append((begin, end))
    return found


@cache
def _all_stops() -> re.Pattern[str]:
    # Compiling a set of characters from all over Unicode takes milliseconds, which a run over ASCII texts can save.
    return re.compile(rf"([.!?…{_STRONG}]++)[{re.escape(_CLOSERS)}]*+")


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Start and end of each block without marks and outer white space, and whether it is code."""
    start = end = -1
    mode = ""
    at = 0
    while at < len(text):
        first, line_end = line_bounds(text, at)
        code_end = code_block_end(text, first, line_end)
        kind, body = ("code", first) if code_end >= 0 else _line_kind(text, first, line_end)
        if kind == mode == "quote" or (
            kind == "plain" and (mode in ("plain", "quote") or (mode == "item" and first > at))
        ):
            end = line_end
        else:
            if mode:
                yield *_trimmed(text, start, end), False
            start, end = body, line_end
            mode = kind if kind in ("plain", "item", "quote") else ""
            if kind == "code":
                line_end = code_end
                yield *_trimmed(text, first, code_end), True
            elif not mode and kind != "blank":
                yield *_trimmed(text, start, end), False
        at = line_end + 1
    if mode:
        yield *_trimmed(text, start, end), False


def _line_kind(text: str, first: int, line_end: int) -> tuple[str, int]:
    """What the line is, and where its text starts after the mark."""
    if first == line_end:
        return "blank", first
    if text[first].isalpha() and text[first + 1 : first + 2] not in _AFTER_LETTER:
        return "plain", first
    match = _LINE.match(text, first, line_end)
    if match is None:
        return "plain", first
    kind = match.lastgroup or "plain"
    if kind == "rule":
        return "blank", first
    body = match.end() if kind in ("item", "quote") or text[first] == "#" else first
    while body < line_end and text[body].isspace():
        body += 1
    if kind == "quote":
        inner, body = _line_kind(text, body, line_end)
        return ("quote" if inner == "plain" else inner), body
    return kind, body


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1].isspace():
        end -= 1
    while start < end and text[start].isspace():
        start += 1
    return start, end


def _sentence_end(text: str, begin: int, match: re.Match[str], end: int) -> int:
    """Where the sentence from `begin` ends if it ends at the stops that were matched, else 0."""
    stop, after, marks = match.start(), match.end(), match.group(1)
    closed = after > match.end(1)
    if marks[-1] in _STRONG or marks[0] in _STRONG:
        if marks == "．" and text[stop - 1].isdigit() and text[after : after + 1].isdigit():
            return 0
        # Japanese goes on with a particle after a quotation.
        return 0 if closed and text[after : after + 1] in ("と", "、", "，") else after
    if after < end and not text.isascii():
        if _ends_before_unspaced(text, stop, marks, after):
            return after
        after, closed = _closed_abroad(text, after, end, closed)
    if after < end and not text[after].isspace():
        citations = _CITATIONS.match(text, after, end)
        if citations is None:
            return 0
        after = citations.end()
    if marks == "." and not closed:
        tail = text[max(begin, stop - _REACH) : stop].rpartition(" ")[2]
        if len(tail) > 1 and tail.isalpha() and tail.lower() not in KINDS:
            return after
    following = _NEXT_WORD.match(text, after, end)
    word = following.group(1) if following else ""
    if not word and (following is None or following.end() == end):
        return after
    lower = word[:1].islower()
    if closed and lower:
        return 0
    if "?" in marks or "!" in marks:
        return after
    if marks == ".":
        return after if _full_stop_ends(text, begin, stop, word) else 0
    return 0 if lower or word[:1].isdigit() else after


def _ends_before_unspaced(text: str, stop: int, marks: str, after: int) -> bool:
    """Whether `.`, `?` or `!` ends a sentence because a script without blanks goes on right after it."""
    following = text[after]
    if following in _UNSPACED_OPENERS:
        return marks[-1] in ".?!" and marks != "..." and _UNSPACED.match(text[stop - 1]) is not None
    if _UNSPACED.match(following) is None:
        return False
    return "?" in marks or "!" in marks or (marks == "." and _UNSPACED.match(text[stop - 1]) is not None)


def _closed_abroad(text: str, after: int, end: int, closed: bool) -> tuple[int, bool]:
    """Where a sentence that ends at `after` ends with the closing quotation marks of French and German after it."""
    if text[after] in "“‘" and (after + 1 == end or text[after + 1].isspace()):
        return after + 1, True
    spaced = _FRENCH_CLOSER.match(text, after, end)
    return (after, closed) if spaced is None else (spaced.end(), True)


def _full_stop_ends(text: str, begin: int, stop: int, following: str) -> bool:
    """Whether a full stop before white space ends the sentence from `begin`, given the word that follows, if any."""
    start, floor = stop, max(begin, stop - _REACH)
    while start > floor and (text[start - 1].isalnum() or text[start - 1] == "."):
        start -= 1
    word = text[start:stop].lstrip(".")
    low = word.lower()
    starter = following[:1].isupper() and following.lower() in STARTERS
    if (len(word) == 1 or (word.isdigit() and len(word) <= 3)) and _is_enumerator(text, begin, start, low):
        return False
    if word.isdigit() and len(word) <= 2 and following[:1].isupper() and not starter:
        return BEFORE_ORDINALS.isdisjoint(text[max(begin, start - _REACH) : start].lower().split()[-1:])
    if word.islower() and low != "m":
        if len(word) == 1 and (_SPACED_PART.match(text, stop + 1) or ("а" <= word <= "я" and following[:1].islower())):
            return False
        if len(word) <= 3 and _AFTER_PART.search(text, max(0, start - 4), start):
            return following[:1].isupper() and (starter or word > "\u036f")
    if len(word) == 1 and word.isupper() and word != "I":
        labelled = text[max(begin, start - _REACH) : start].lower().split()[-1:]
        return starter or not LABELS.isdisjoint(labelled)
    kind = KINDS.get(low)
    if kind is None:
        return starter or not _ACRONYM.fullmatch(word)
    if kind == "title":
        return not word[0].isupper()
    if kind == "number":
        return not following[:1].isdigit()
    if kind == "date":
        return not (word[0].isupper() and (following[:1].isdigit() or following[:1].islower()))
    if kind == "list":
        return following[:1].isupper()
    if kind == "clock":
        return following[:1].isupper() and following.lower() not in AFTER_CLOCK
    return kind == "name" and starter


def _is_enumerator(text: str, begin: int, start: int, word: str) -> bool:
    """Whether a number or letter numbers what follows: it opens the sentence, or counts as first after a colon."""
    before = start - 1
    while before >= begin and text[before].isspace():
        before -= 1
    return before < begin or (text[before] == ":" and word in ("1", "a", "i"))
