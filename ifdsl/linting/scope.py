"""Take a prompt and what is graded on the whole response; give where the prompt says it of a part alone.

Also given are limits that fall on a text which has to be repeated, and words that are graded as they stand and may be
read as words of the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ifdsl.linting.concepts import named
from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import Graded
from ifdsl.linting.placing import where_asked
from ifdsl.linting.prompts import Prompt
from ifdsl.linting.units import TIMES, words
from ifdsl.recognition.reading import Span
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_CASES = ("upper", "lower", "title_case")
_WHOLE = words(
    """
    response answer reply output text letter character word sentence line everything it all they essay story poem song
    email content writing article post piece one part
    """
)
"""Nouns by which prompts speak of the whole response, or of all that it is made of."""
_SUBJECT = re.compile(
    r"\b(?P<whose>your|the|these|those|all|each|every)(?: of (?:your|the))? (?P<noun>[a-z]{3,16}s)\b(?: [a-z]+){0,2} "
    r"(?:should|must|are|be|need to|have to|which are|that are|to be)\b[^.;!?\n]*$"
)
_OF_WORD = re.compile(
    r"\b(?P<what>the (?:key)?word [\"']?[\w-]+[\"']?),? (?:should|must)\b[^.;!?\n]*"
    r"\b(?:and|,) (?:also )?(?:be|must be|should be)\b[^.;!?\n]*$"
)
"""The word of which two things are said, the second of which is meant of the whole."""
_READS_ON = re.compile(r"[a-z]{2}(?:ing|[cst]hes|[^su'i]s(?<!hes))$")
"""Plurals and participles: after `the word` they may be read as part of the sentence, as other words may not."""
_SINGULAR = re.compile(r" (?:appears|occurs|is|shows|comes)\b")
_VERB = re.compile(r" (?:to|should|must|has to|can|may|will|shall)\b")
"""What goes on after a noun alone: a participle before it is the word that is spoken of."""
_WORD_THEN = re.compile(r"\b(?:key)?(?:words?|terms?|phrase|name) (?:of )?$")
_COUNTS_TOO = re.compile(
    r"\b(?:includ\w+|counting|as well as|and) (?:(?:the|this|your|that) )?(?:\w+ )?"
    r"(?:repeat\w*|repetition|copy|copied)(?: \w+)?\b"
)
"""What says that the copy is meant as well."""
_LONG = 20
"""Code points of a text to repeat that limits may fall on."""


def narrower(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    """A letter case that is graded on the whole response and stated of a part of it."""
    for one in graded:
        name = next((name for name in _CASES if name in one.concepts), None)
        if name is None or one.literal or one.numbers:
            continue
        found = named(prompt.plain, name)
        parts = [_part(prompt, span) for span in found]
        part = parts[0] if parts and None not in parts else None
        if part is not None:
            said = quoted(prompt.text[slice(*part)])
            message = f"the prompt says it of {said} alone, and {one.title} grades the whole response"
            yield Finding(codes.OTHER_SCOPE, message, (part, found[0]), (one.path,))


def _part(prompt: Prompt, span: Span) -> Span | None:
    """The part that is spoken of in the sentence before a demand; None where it is no part."""
    first, _ = prompt.sentence(span[0])
    before = prompt.plain[first : span[0]]
    of_word = _OF_WORD.search(before)
    if of_word is not None:
        return first + of_word.start("what"), first + of_word.end("what")
    match = _SUBJECT.search(before)
    if match is None or match["noun"].removesuffix("s") in _WHOLE:
        return None
    return first + match.start("whose"), first + match.end("noun")


def copied(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    """Limits on the whole response where a text has to be repeated first: the copy is graded by them too.

    The copy is not the model's to write. What asks for more of something is only helped by it.
    """
    for one in graded:
        text = next((str(v.value) for v in one.texts if "repeat" in one.concepts and len(str(v.value)) > _LONG), None)
        if text is None:
            continue
        for other in graded:
            if other is not one and _limits(other) and not _is_meant_too(prompt, other):
                count = len(text.split())
                message = (
                    f"{other.title} limits the whole response, and with it the text of {count} words that is to be "
                    "repeated first"
                )
                yield Finding(codes.OTHER_SCOPE, message, where_asked(prompt, other)[:1], (other.path, one.path))


def _is_meant_too(prompt: Prompt, one: Graded) -> bool:
    """Whether the prompt says of a limit that it holds for the copy too."""
    asked = where_asked(prompt, one)
    return any(_COUNTS_TOO.search(prompt.plain, *prompt.sentence(start)) for start, _ in asked)


def _limits(one: Graded) -> bool:
    """Whether more text can only break it."""
    bounded = any(quantity.range.hi is not None for quantity in one.quantities)
    return one.denied or bounded or bool(set(_CASES) & set(one.concepts))


def unmarked(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    """Single words that are counted as they stand, and that may be read as words of the prompt."""
    for one in graded:
        if one.literal or not one.quantities or one.quantities[0].units[0] != TIMES:
            continue
        for value in one.texts:
            text = str(value.value).strip()
            places = [span for span, whole in prompt.find(text) if whole]
            if not (text.isalpha() and text.islower() and _READS_ON.search(text)):
                continue
            if any(_is_apart(prompt, span) for span in places):
                continue
            span = next((span for span in places if _may_read_on(prompt, span)), None)
            if span is not None:
                message = (
                    f"{quoted(text)} is counted as it stands, and nothing sets it apart from the prompt's own words"
                )
                yield Finding(codes.UNMARKED_TEXT, message, (span,), (value.path,))


def _may_read_on(prompt: Prompt, span: Span) -> bool:
    before = prompt.plain[max(0, span[0] - 24) : span[0]]
    if prompt.plain.startswith("ing", span[1] - 3) and _VERB.match(prompt.plain, span[1]):
        return False
    return _WORD_THEN.search(before) is not None and _SINGULAR.match(prompt.plain, span[1]) is None


def _is_apart(prompt: Prompt, span: Span) -> bool:
    """Whether marks or capitals set a word apart."""
    if any(q.outer[0] <= span[0] and span[1] <= q.outer[1] for q in prompt.quoted):
        return True
    before, after = prompt.plain[span[0] - 1 : span[0]], prompt.plain[span[1] : span[1] + 1]
    return before in ("*", "'", '"', "[", "<") or after in ("*", "'", '"', "]") or prompt.text[slice(*span)].isupper()
