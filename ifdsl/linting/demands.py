"""Take a prompt and what is graded; give the demands on a whole response that it plainly makes and nothing grades.

Only what is said beyond doubt counts: a number of words, sentences, paragraphs or bullet points, a letter case, a
language, words in a list with others that are graded, and what is said in one of the usual ways (`phrases`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ifdsl.linting.concepts import all_languages, named
from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import Graded, shown
from ifdsl.linting.listed import unlisted, unnamed
from ifdsl.linting.phrases import PHRASES
from ifdsl.linting.prompts import Prompt
from ifdsl.linting.quantities import Quantity
from ifdsl.linting.units import Unit, words
from ifdsl.recognition.reading import Span
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_COUNTED = ("word", "sentence", "paragraph", "bullet")
_ASKS = re.compile(
    r"\b(?:your|the|entire|whole|this|it) ?(?:entire |whole |final )?(?:response|answer|reply|output|summary|essay|"
    r"poem|story|article|post|email|letter|song|riddle|joke|blog)?\b[^.;!?\n]{0,60}"
    r"\b(?:should|must|be|has|have|contains?|is|in|with|exceed)\b[^.;!?\n]{0,40}$"
    r"|\b(?:write|answer|respond|reply|create|compose|generate|give|use|using|limit|keep|make|include|draft|provide|with|"
    r"in|within|of|to|under|than)\b[^.;!?\n]{0,60}$"
)
_ELSEWHERE = re.compile(
    r"\b(?:first|last|next|previous|following|above|original|these|those|the|each|every|per|passage|text|input|given|"
    r"half of|of the|consists of|consisted of) (?:\w+ )?$"
)
_OF_A_NAME = re.compile(
    r"\b(?:names?|titles?|brand|username|password|slogan|tagline|headline|caption|chapter|subject line)\b"
)
_AFTER = re.compile(r" (?:above|below|that|i |you )")
_OF_ALL = re.compile(
    r"\b(?:respon\w+|answer\w*|repl(?:y|ies)|output|write|written|use|using|entire|whole|everything|be|it)\b[^.;!?\n]{0,60}$"
)
_OF_PART = re.compile(r"\b(?:words?|letters?|names?|title|heading|first)\b")
_IN_LANGUAGE = re.compile(
    r"\b(?:respond|answer|reply|(?:your|the|entire|whole) (?:response|answer|reply|output)(?: \w+){0,3}|"
    r"write (?:your|the) (?:response|answer|reply))\b[^.;!?\n]{0,24}\b(?:in|using|use)(?: only)?(?: the)? $"
)
_LONG = 40
"""Characters of a quoted text that is spoken of: what it asks for is not asked for."""
_NO_WORD = words(
    """
    should must may can will before after more less than any all every other only same that which with from for each in
    your the this these and or to of is are as at a an like such
    """
)
"""What follows `word` in a sentence that names none."""


def ungraded(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    """Demands that a prompt makes and nothing grades."""
    listed = list(unlisted(prompt, graded))
    yield from listed
    if any(one.literal for one in graded):
        return  # its demands are sentences, and a rule that none of them covers is found as one
    apart = _spoken_of(prompt, graded)
    yield from unnamed(prompt, graded, [*apart, *(span for one in listed for span in one.spans)])
    for span in (*_counted(prompt, graded), *_cased(prompt, graded), *_phrased(prompt, graded)):
        if not _inside(span, apart):
            said = quoted(shown(prompt.text[slice(*span)]))
            yield Finding(codes.UNGRADED, f"{said} is asked for, and nothing grades it", (span,))
    for span in _spoken(prompt, graded):
        if not _inside(span, apart):
            said = prompt.text[slice(*span)]
            message = f"a response in {said} is asked for, and nothing grades its language"
            yield Finding(codes.UNGRADED, message, (span,))


def _spoken_of(prompt: Prompt, graded: Sequence[Graded]) -> list[Span]:
    """Stretches that are quoted, or only repeated: they ask for nothing by themselves."""
    found = [q.span for q in prompt.quoted if len(q.text) > _LONG]
    for one in graded:
        for value in one.texts:
            if len(str(value.value)) > _LONG and "repeat" not in one.concepts:
                found += [span for span, _ in prompt.find(str(value.value))]
    return found


def _inside(span: Span, stretches: Sequence[Span]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in stretches)


def _phrased(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Span]:
    """Demands that are made in one of the usual ways."""
    for phrase in PHRASES:
        for match in phrase.pattern.finditer(prompt.plain, prompt.shots):
            groups = match.groupdict()
            text = groups.get("quoted") or groups.get("bare") or ""
            if text not in _NO_WORD and not phrase.known(graded, text):
                yield match.span()
                break


# ---------------------------------------------------------------- counts


def _counted(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Span]:
    units = {unit for one in graded for q in one.quantities for unit in q.units}
    numbers = {value.value for one in graded for value in one.numbers}
    for quantity in prompt.quantities:
        unit = quantity.units[0] if quantity.units else None
        if numbers & set(quantity.number):
            continue  # it is graded, as something else
        if unit is None or unit.name not in _COUNTED or quantity.vague or quantity.each or not quantity.number:
            continue
        if unit in units or _is_alike(unit, units) or _of_capitals(prompt, quantity) or not _is_asked(prompt, quantity):
            continue
        if unit.name != "bullet" or "bullet" in prompt.plain[slice(*quantity.span)]:
            yield quantity.span


def _is_alike(unit: Unit, units: set[Unit]) -> bool:
    return unit.name in ("paragraph", "bullet") and bool({Unit("part"), Unit("paragraph"), Unit("item")} & units)


def _of_capitals(prompt: Prompt, quantity: Quantity) -> bool:
    return re.search(r"\bcap|upper", prompt.plain[slice(*prompt.sentence(quantity.span[0]))]) is not None


def _is_asked(prompt: Prompt, quantity: Quantity) -> bool:
    """Whether the response is to have so many, and not something that is spoken of."""
    start, end = quantity.span
    first, _ = prompt.sentence(start)
    before = prompt.plain[first:start]
    if _ELSEWHERE.search(before) or _OF_A_NAME.search(before) or _AFTER.match(prompt.plain, end):
        return False
    return _ASKS.search(before) is not None


# ---------------------------------------------------------------- letter case and language


def _cased(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Span]:
    if any({"upper", "lower", "title_case"} & set(one.concepts) for one in graded):
        return
    for name in ("upper", "lower"):
        for span in named(prompt.plain, name):
            first, _ = prompt.sentence(span[0])
            before = prompt.plain[first : span[0]]
            if _OF_ALL.search(before) and not _OF_PART.search(before):
                yield span
                break


def _spoken(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Span]:
    if any(one.languages or one.language_names for one in graded):
        return
    for match in all_languages().finditer(prompt.plain):
        first, _ = prompt.sentence(match.start())
        if _IN_LANGUAGE.search(prompt.plain[first : match.start()]):
            yield match.span()
            return
