"""Take a prompt and what is graded; give what the prompt asks for and rules out by itself.

A text that has to be written as it stands and a letter case that it breaks; a language alone and words of another; two
numbers of one thing; a number of marks and marks that are more or fewer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ifdsl.linting.concepts import language_words, named
from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import LONGEST, Graded, Value
from ifdsl.linting.prompts import Prompt
from ifdsl.linting.quantities import Quantity
from ifdsl.linting.tongues import rather_english
from ifdsl.recognition.reading import Span
from ifdsl.rendering.languages import language_name
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_ONLY = re.compile(
    r"\b(?:no other languages?|only"
    r"|(?:entirely|completely|solely|exclusively|fully|purely) (?:be )?(?:written )?(?:in|using)?"
    r"|(?:entire|whole) (?:response|answer|reply|output))\b"
)
_FORM = re.compile(
    r"\b(?:exact(?:ly)?|following|this|below) (?:\w+ )?(?:format|template|structure|form)\b|\bformat below\b"
)
_SHOWN = re.compile(r"\*{3}|\[")
_LATIN = re.compile(r"[A-Za-z]{3,}")
_NUMBERS = {
    word: place for place, word in enumerate(("two", "three", "four", "five", "six", "seven", "eight"), start=2)
}
_MARKS = re.compile(
    rf"(?P<number>\d{{1,2}}|{'|'.join(_NUMBERS)})[ -]"
    r"(?P<name>asterisks?|stars?|hyphens?|dashes|hash(?:es)?|equals signs?|underscores?)\b"
    r"(?: symbols?| signs?| marks?)?[ :,(\"'`-]{0,4}(?P<run>\*+|-+|#+|=+|_+)(?![*\-#=_])"
)


def tensions(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    """What a prompt asks for that cannot be had together, by its own words."""
    yield from _casing(prompt, graded)
    yield from _tongues(prompt, graded)
    yield from _two_numbers(prompt, graded)
    yield from _marks(prompt)


def _bounded(one: Graded) -> bool:
    """Whether a text need not occur: it is counted, and none of it is enough."""
    return bool(one.quantities) and one.quantities[0].range.lo in (None, 0)


def _as_written(prompt: Prompt, text: str) -> Span | None:
    """Where the prompt says how a text is written: as it is graded, in quotation marks, or where it stands first."""
    whole = [span for span, whole in prompt.find(text) if whole]
    exact = [span for span in whole if prompt.text[slice(*span)] == text.strip() != text.strip().lower()]
    if exact:
        return exact[0]
    for quotation in prompt.quoted:
        if quotation.text.strip().lower() == text.strip().lower():
            return quotation.span
    return whole[0] if len(text.strip()) > 1 and whole else None


# ---------------------------------------------------------------- letter case


def _casing(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    for case in graded:
        wanted = next((name for name in ("lower", "upper") if name in case.concepts and not case.numbers), None)
        asked = () if wanted is None or "title_case" in case.concepts else named(prompt.plain, wanted)
        if not asked:
            continue
        for value in _required(graded):
            span = _as_written(prompt, str(value.value))
            said = "" if span is None else prompt.text[slice(*span)].strip()
            # A word in small letters is taken for the word in capitals; a sentence is meant as it stands.
            breaks = said != said.lower() if wanted == "lower" else said != said.upper() and " " in said
            if span is not None and breaks:
                what = "a capital letter" if wanted == "lower" else "a small letter"
                message = f"{quoted(said)} has {what}, and the response is to have none"
                yield Finding(codes.PROMPT_CONFLICT, message, (span, asked[0]), (value.path, case.path))


def _required(graded: Sequence[Graded]) -> Iterator[Value]:
    """The texts that a response must hold."""
    for one in graded:
        if one.denied or one.literal or "repeat" in one.concepts or _bounded(one):
            continue
        for value in one.texts:
            text = str(value.value)
            if len(text) <= LONGEST and "\n" not in text and any(char.isalpha() for char in text):
                yield value


# ---------------------------------------------------------------- languages


def _tongues(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    for one in graded:
        for value in one.languages:
            code = str(value.value).lower()
            words = language_words(code)
            stands = None if words is None or code == "en" else _alone(prompt, words)
            if stands is not None:
                yield from _foreign(prompt, [other for other in graded if other is not one], value, stands)


def _alone(prompt: Prompt, words: re.Pattern[str]) -> Span | None:
    """Where a prompt asks for a language and rules out any other."""
    found = (match.span() for match in words.finditer(prompt.plain))
    return next((span for span in found if _ONLY.search(prompt.plain, *prompt.sentence(span[0]))), None)


def _foreign(prompt: Prompt, others: Sequence[Graded], value: Value, stands: Span) -> Iterator[Finding]:
    code = str(value.value).lower()
    name = language_name(code, "en")
    for other in others:
        texts = [v for v in other.texts if len(str(v.value)) > 1]
        together = " ".join(str(v.value) for v in texts)
        if other.denied or other.literal or _bounded(other) or not rather_english(together, code):
            continue
        spans = [span for v in texts if (span := _as_written(prompt, str(v.value))) is not None]
        said = ", ".join(quoted(str(v.value), 30) for v in texts[:4])
        verb = "is" if len(texts) == 1 else "are"
        message = f"{said} {verb} asked for, and the response is to be in {name} alone"
        yield Finding(codes.PROMPT_CONFLICT, message, (*spans, stands), (*(v.path for v in texts), value.path))
    form = _FORM.search(prompt.plain)
    if form is not None and _SHOWN.search(prompt.plain, form.end()) and _LATIN.search(prompt.text, form.end()):
        message = f"the exact form of the response is given in English, and it is to be in {name} alone"
        yield Finding(codes.PROMPT_CONFLICT, message, (form.span(), stands), (value.path,))


# ---------------------------------------------------------------- numbers


def _two_numbers(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    """One thing that is counted twice, and not alike: `exactly one bullet point … a few bullet points`."""
    for one in graded:
        for wanted in one.quantities:
            units = {unit for unit in wanted.units if unit.known}
            said = [q for q in prompt.quantities if units & set(q.units[:1]) and not q.each and not _is_article(q)]
            exact = next((q for q in said if not q.vague and not q.bare and q.range.lo == q.range.hi), None)
            other = None if exact is None else next((q for q in said if _contradicts(q, exact)), None)
            if exact is not None and other is not None:
                spans = tuple(sorted((exact.span, other.span)))
                first, second = (quoted(prompt.text[slice(*span)]) for span in spans)
                message = f"the prompt says {first} and {second}"
                yield Finding(codes.PROMPT_CONFLICT, message, spans, (one.path,))
                return


def _is_article(quantity: Quantity) -> bool:
    return quantity.vague and quantity.range.hi is not None


def _contradicts(one: Quantity, other: Quantity) -> bool:
    apart = one.range.max < other.range.min or other.range.max < one.range.min
    return one.units[:1] == other.units[:1] and apart and (one.vague or not one.bare)


def _marks(prompt: Prompt) -> Iterator[Finding]:
    for match in _MARKS.finditer(prompt.plain):
        number = _NUMBERS.get(match["number"]) or int(match["number"])
        run = match["run"]
        if 1 < len(run) != number:
            message = f"the prompt says {match['number']} {match['name']}, and shows {len(run)}: {quoted(run)}"
            yield Finding(codes.PROMPT_CONFLICT, message, (match.span("run"),))
