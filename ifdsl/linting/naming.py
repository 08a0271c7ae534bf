"""Take a prompt and something that is graded; give the texts among its values that the prompt does not name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from ifdsl.linting.findings import Finding, Repair
from ifdsl.linting.graded import LONGEST, Graded, Value
from ifdsl.linting.prompts import Prompt, plain_of
from ifdsl.linting.repairing import sentence_of
from ifdsl.linting.sentences import in_example
from ifdsl.recognition.reading import Span
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_LIKE = 0.75
"""How like a quoted text of the prompt must be to one that is graded, to be what was meant."""
_LETTER = re.compile(r"\bletters? [\"']?([a-z])[\"']?(?![\w'])")
_MARKS = re.compile(r"[\W_]+")
_MOST_WORDS = 400
_MOST_SHOWN = 5


def misnamed(prompt: Prompt, one: Graded, graded: Sequence[Graded]) -> Iterator[Finding]:
    """The texts of one thing that is graded which the prompt lacks, or has otherwise.

    Args:
        prompt: the prompt.
        one: what is graded.
        graded: all that is graded: a text that is another's is not meant here.
    """
    if one.literal:
        yield from _of_sentence(prompt, one)
        return
    for value in one.texts:
        text = str(value.value)
        if len(text.strip()) == 1 and text.strip().isalnum() and not value.path.endswith("]"):
            yield from _letter(prompt, one, value)
        elif not _is_named(prompt, text):
            yield _missing(prompt, one, value, graded)


def _of_sentence(prompt: Prompt, one: Graded) -> Iterator[Finding]:
    """What a sentence of the data quotes and the prompt lacks, all of it in one."""
    missing = [str(value.value) for value in one.texts if not _is_named(prompt, str(value.value), inside=True)]
    if missing:
        words = ", ".join(quoted(text, 40) for text in missing[:_MOST_SHOWN])
        message = f"{one.title} names {words}, and the prompt does not{in_example(prompt, one)}"
        yield Finding(codes.UNSTATED, message, (), (one.path,), sentence_of(one))


def _is_named(prompt: Prompt, text: str, *, inside: bool = False) -> bool:
    """Whether the words of a text stand in the prompt one after another, whatever marks are between them.

    Args:
        prompt: the prompt.
        text: the text.
        inside: whether a part of a longer word is enough.
    """
    if any(whole or inside for _, whole in prompt.find(text)):
        return True
    words = [word for word in _MARKS.split(plain_of(text)) if word]
    if not words:
        return text.strip() in prompt.text
    pattern = r"[\W_]+".join(map(re.escape, words[:_MOST_WORDS]))
    return re.search(rf"(?<![^\W_]){pattern}(?![^\W_])", prompt.plain) is not None


def _missing(prompt: Prompt, one: Graded, value: Value, graded: Sequence[Graded]) -> Finding:
    text, paths = str(value.value), (value.path,)
    if len(text) > LONGEST or "\n" in text:
        message = f"{one.title} grades a text of {len(text)} characters that does not stand in the prompt"
        return Finding(codes.OTHER_VALUE, message, (), paths)
    nearest = _nearest(prompt, text, graded)
    if nearest is not None:
        said = prompt.text[slice(*nearest)]
        message = f"the prompt says {quoted(said)}, and {one.title} grades {quoted(text)}"
        return Finding(codes.OTHER_VALUE, message, (nearest,), paths, Repair(arguments=((value.path, said),)))
    spans = tuple(span for span, _ in prompt.find(text)[:1])
    where = "stands in the prompt only inside of another word" if spans else "does not stand in the prompt"
    return Finding(codes.UNSTATED, f"{one.title} grades {quoted(text)}, which {where}", spans, paths, sentence_of(one))


def _letter(prompt: Prompt, one: Graded, value: Value) -> Iterator[Finding]:
    """A single letter stands in every prompt; what counts is which one is called a letter."""
    letter = str(value.value).strip().lower()
    called = {match[1]: match.span(1) for match in _LETTER.finditer(prompt.plain)}
    if not called:
        called = {q.text.lower(): q.span for q in prompt.quoted if len(q.text) == 1 and q.text.isalnum()}
    if called and letter not in called:
        said, span = next(iter(called.items()))
        message = f"the prompt says the letter {quoted(said)}, and {one.title} grades {quoted(letter)}"
        yield Finding(codes.OTHER_VALUE, message, (span,), (value.path,), Repair(arguments=((value.path, said),)))
    elif not called and not any(whole for _, whole in prompt.find(letter)):
        message = f"{one.title} grades the letter {quoted(letter)}, which the prompt does not name"
        yield Finding(codes.UNSTATED, message, (), (value.path,), sentence_of(one))


def _nearest(prompt: Prompt, text: str, graded: Sequence[Graded]) -> Span | None:
    """A quotation of the prompt that is nearly the text, and that nothing else grades."""
    known = {plain_of(str(value.value)).strip() for one in graded for value in one.texts}
    best: tuple[float, Span] | None = None
    for quotation in prompt.quoted:
        said = plain_of(quotation.text).strip()
        if said in known or not said:
            continue
        likeness = SequenceMatcher(None, said, plain_of(text), autojunk=False).ratio()
        if likeness >= _LIKE and (best is None or likeness > best[0]):
            best = likeness, quotation.span
    return None if best is None else best[1]
