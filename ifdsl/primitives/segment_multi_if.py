"""Take a text; give the words or sentences that Multi-IF counts in it, by the language that langdetect finds first.

Source: Multi-IF (arXiv 2410.15553), `length_constraints:number_words` and `number_sentences`. Thai goes to PyThaiNLP;
Hindi sentences, and Chinese and Japanese words and sentences, to rules of their own; all else is counted as IFEval
does. The language is that of langdetect 1.0.9 with its seed at 0 (the published code sets none); a text that it cannot
tell anything about counts as English.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from ifdsl.primitives import segment_thai
from ifdsl.primitives.extras import MissingExtra
from ifdsl.primitives.undecided import Undecided

_HAN_OR_KANA = ("zh-cn", "zh-tw", "ja")
_LINE_SENTENCE = re.compile("[^!?。.！？．\n]+[!?。.！？．\n]?")
_HINDI_STOP = re.compile(r"[।!?]\s*")
_DELETED = dict.fromkeys(map(ord, "\\.!?．/_,{}<>:;$%^&*(+\"'—！，。？、`~@#￥…）（：；《》“”)[]»〔〕-「」"))
"""What is taken out before Chinese or Japanese words are counted, so that `a-b` is one of them."""
_ONE_EACH = re.compile("[\u4e00-\u9fff\u3400-\u4dbf\u3040-\u30ff\uac00-\ud7af]")
"""Han, kana and hangul: each character of these ranges is a word."""
_OF_EMOJI = (
    "\u00a9\u00ae\u200d\u203c-\u2bff\u3030\u303d\u3297\u3299\ufe0e\ufe0f\U0001f000-\U0001ffff\U000e0020-\U000e007f"
)
_EMOJI_RUN = re.compile(f"[0-9#*{_OF_EMOJI}]++")
_MAY_HOLD_EMOJI = re.compile(f"[{_OF_EMOJI}]")
_JOINER = "\u200d"
_MOST_JOINED = 50_000_000
"""Joiners times characters: the search for emoji looks all joiners up for every character."""


def words(text: str) -> list[tuple[int, int]]:
    """Spans of the words of `text`.

    In Thai a token of white space or punctuation is a word too. In Chinese and Japanese a word is a Han, kana or
    hangul character, an emoji, or a run of anything else between blanks and those characters, punctuation taken out
    beforehand; the span of a run ends before an emoji in it, though what follows the emoji is part of the same word.

    Raises:
        MissingExtra: the extra `parity` is not installed, or on a Thai text the extra `thai`.
        Undecided: a hostile text hits a bound.
    """
    language = _language(text)
    if language == "th":
        return segment_thai.words(text, 'words(rule="multi_if")')
    if language in _HAN_OR_KANA:
        return _character_words(text)
    from ifdsl.primitives.words import ifeval

    return ifeval(text)


def words_count(text: str) -> int:
    """The number of `words`.

    Raises:
        MissingExtra: the extra `parity` is not installed, or on a Thai text the extra `thai`.
        Undecided: a hostile text hits a bound.
    """
    language = _language(text)
    if language == "th":
        return len(words(text))
    if language in _HAN_OR_KANA:
        return _character_count(text)
    from ifdsl.primitives.words import ifeval_count

    return ifeval_count(text)


def sentences(text: str) -> list[tuple[int, int]]:
    """Spans of the sentences of `text`.

    Chinese and Japanese: in each line, a run of anything but stops with the one stop after it. Hindi: what stands
    between two of `।!?`, unless it is blank. Thai: the sentences of each line.

    Raises:
        MissingExtra: the extra `parity` is not installed, or on a Thai text the extra `thai`.
        Undecided: a hostile text hits a bound.
    """
    language = _language(text)
    if language == "th":
        return segment_thai.sentences(text, 'sentences(rule="multi_if")')
    if language == "hi":
        return _hindi_sentences(text)
    if language in _HAN_OR_KANA:
        return _line_sentences(text)
    from ifdsl.primitives.sentences import ifeval

    return ifeval(text, "multi_if")


def _language(text: str) -> str:
    from ifdsl.primitives.langdetect_parity import detect

    return detect(text)


def _line_sentences(text: str) -> list[tuple[int, int]]:
    found = []
    start = 0
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        at = start + len(line) - len(line.lstrip())
        found += [(at + match.start(), at + match.end()) for match in _LINE_SENTENCE.finditer(bare)]
        start += len(line)
    return found


def _hindi_sentences(text: str) -> list[tuple[int, int]]:
    found = []
    start = 0
    for match in _HINDI_STOP.finditer(text):
        found.append((start, match.start() + 1))
        start = match.end()
    if text[start:].strip():
        found.append((start, len(text)))
    return found


def _character_words(text: str) -> list[tuple[int, int]]:
    places = [place for place, char in enumerate(text) if ord(char) not in _DELETED]
    found: list[tuple[int, int]] = []
    growing = running = False
    for start, end, is_emoji in _units("".join(text[place] for place in places)):
        span = places[start], places[end - 1] + 1
        char = text[span[0]]
        if is_emoji:
            found.append(span)
            growing = False
        elif _ONE_EACH.match(char):
            found.append(span)
            growing = running = False
        elif char.isspace():
            growing = running = False
        elif growing:
            found[-1] = found[-1][0], span[1]
        elif not running:
            found.append(span)
            growing = running = True
    return found


def _character_count(text: str) -> int:
    bare = text.translate(_DELETED)
    if _MAY_HOLD_EMOJI.search(bare):
        return len(_character_words(text))
    others, number = _ONE_EACH.subn(" ", bare)
    return number + len(others.split())


def _units(text: str) -> list[tuple[int, int, bool]]:
    """Start and end of each emoji and of each other character that is left once the emoji are taken out.

    Variation selectors go with the emoji, and so do joiners between two of them.
    """
    found = []
    at = 0
    # What no emoji can hold parts the text: the search for emoji, which is slow, sees only the runs in between.
    for run in _EMOJI_RUN.finditer(text):
        if _MAY_HOLD_EMOJI.search(run.group()):
            found += [(place, place + 1, False) for place in range(at, run.start())]
            found += _units_of_run(run.group(), run.start())
            at = run.end()
    found += [(place, place + 1, False) for place in range(at, len(text))]
    return found


def _units_of_run(text: str, start: int) -> list[tuple[int, int, bool]]:
    if text.count(_JOINER) * len(text) > _MOST_JOINED:
        raise Undecided("there are too many joiners in the text to tell emoji from letters in time")
    tokenize = _tokenize()
    found = []
    at = 0
    for chars, value in tokenize(text, keep_zwj=False):
        if isinstance(value, str):
            at = text.index(chars, at)
            found.append((start + at, start + at + 1, False))
            at += 1
        else:
            found.append((start + value.start, start + value.end, True))
            at = value.end
    return found


def _tokenize() -> Any:
    tokenize = _load()
    if tokenize is None:
        raise MissingExtra('the rule words(rule="multi_if") on a Chinese or Japanese text', "parity")
    return tokenize


@cache
def _load() -> Any:
    try:
        from emoji.tokenizer import tokenize
    except ImportError:
        return None
    return tokenize
