"""Take a prompt and what is graded; give the words that it asks for by calling them words, and that nothing grades."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ifdsl.linting.concepts import DENIED
from ifdsl.linting.findings import Finding, Repair
from ifdsl.linting.graded import Graded
from ifdsl.linting.prompts import Prompt, plain_of
from ifdsl.linting.units import words
from ifdsl.recognition.reading import Span
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_ONE = r"(?:[\"'][^\"'\n]{1,40}[\"']|[a-z][a-z-]{2,20})"
_AND = r"(?:, (?:and |or )?| and | or )"
_ASKED = re.compile(
    r"\b(?:includ\w+|us(?:e|es|ing)|contain\w*|has|have|having|mention\w*|incorporat\w+)\b(?: \w+){0,3}? "
    rf"(?:key)?words? (?:of |like |such as )?(?P<words>{_ONE}(?:{_AND}{_ONE}){{0,8}})"
    r"(?= in\b| at least| somewhere|[.,;:!?]|$| once| twice| and (?:make|use|write|must|should|do|have|put|end)|\n)"
)
_QUOTED = re.compile(r"[\"'][^\"'\n]{1,40}[\"'](?:(?:, ?(?:and |or )?| and | or )[\"'][^\"'\n]{1,40}[\"'])+")
_NAMED = re.compile(
    rf"\b(?:key)?words?:? (?:of |like |such as )?(?P<words>{_ONE}(?:{_AND}{_ONE}){{1,12}})"
    r"(?= in\b| at\b| somewhere| cannot| should| must| throughout| anywhere|[.,;:!?]|$|\n)"
)
_MEMBER = re.compile(r"[\"']([^\"'\n]{1,40})[\"']|([a-z][a-z-]{2,20})")
_NO_WORD = words(
    """
    that which with from for each every such like count limit only all any long short more less than and the this these
    those you your are is must should can will not relevant related important following below above descriptive simple
    complex commonly used instead carefully appropriately
    """
)
"""What follows `words` in a sentence that names none."""
_PART = re.compile(r"[^\s,](?:[^,]*[^\s,])?")
_LONG = 60
"""Characters of a text that is no word: what it holds is not graded as words are."""


def unlisted(prompt: Prompt, graded: Sequence[Graded]) -> Iterator[Finding]:
    """A text in a list of texts, of which others are graded."""
    known = {plain_of(str(v.value)).strip(): (one, v) for one in graded for v in one.texts}
    sentences = " ".join(plain_of(sentence) for one in graded if one.literal for sentence in one.sentences)
    for members in _lists(prompt):
        said = [plain_of(text).strip(" .,") for text, _ in members]
        held = [known[text] for text in said if text in known]
        if not held or len(held) == len(members):
            continue
        one, value = held[0]
        where = value.path.rpartition("[")[0] or value.path
        values = [str(v.value) for v in one.texts if v.path.startswith(where + "[")]
        for (written, span), text in zip(members, said, strict=True):
            alike = any(text in other or other in text for other in known if len(other) < _LONG)
            if alike or (sentences and text in sentences):
                continue
            repair = Repair(arguments=((where, [*values, written]),)) if values and not one.literal else None
            beside = quoted(str(value.value))
            message = f"{quoted(written)} is asked for beside {beside}, and {one.title} does not grade it"
            yield Finding(codes.UNGRADED, message, (span,), (where,), repair)


def _lists(prompt: Prompt) -> Iterator[list[tuple[str, Span]]]:
    """The lists of quoted texts of a prompt, and of words that it calls words."""
    seen: list[Span] = []
    for match in _QUOTED.finditer(prompt.plain, prompt.shots):
        members = [q for q in prompt.quoted if match.start() <= q.outer[0] and q.outer[1] <= match.end()]
        seen.append(match.span())
        yield [(q.text, q.span) for q in members]
    for match in _NAMED.finditer(prompt.plain, prompt.shots):
        start, end = match.span("words")
        if not any(first < end and start < last for first, last in seen):
            yield [(prompt.text[slice(*span)], span) for span in _members(prompt, (start, end))]


def _members(prompt: Prompt, span: Span) -> Iterator[Span]:
    for member in _MEMBER.finditer(prompt.plain, *span):
        if member[0] not in ("and", "or"):
            yield member.span(1 if member[1] is not None else 2)


def named_words(prompt: Prompt) -> Iterator[tuple[str, Span]]:
    """The words that a prompt asks for by calling them words, in small letters, with where they stand."""
    for match in _ASKED.finditer(prompt.plain, prompt.shots):
        first, _ = prompt.sentence(match.start())
        if DENIED.search(prompt.plain[first : match.start("words")]):
            continue
        members = list(_members(prompt, match.span("words")))
        if members and prompt.plain[slice(*members[0])] not in _NO_WORD:
            yield from ((prompt.plain[slice(*span)].strip(" .,"), span) for span in members)


def unnamed(prompt: Prompt, graded: Sequence[Graded], apart: Sequence[Span]) -> Iterator[Finding]:
    """Words that are asked for as words, none of which is graded.

    Args:
        prompt: the prompt.
        graded: what is graded.
        apart: stretches that are left out of account.
    """
    known = " ".join(plain_of(str(v.value)) for one in graded for v in one.texts)
    found = [
        part
        for word, span in named_words(prompt)
        if not any(first <= span[0] and span[1] <= last for first, last in apart)
        for part in _parts(word, span)
        if part[0] not in known
    ]
    if found:
        said = ", ".join(quoted(word) for word, _ in found)
        verb, them = ("is", "it") if len(found) == 1 else ("are", "them")
        message = f"{said} {verb} asked for, and nothing grades {them}"
        yield Finding(codes.UNGRADED, message, tuple(span for _, span in found))


def _parts(word: str, span: Span) -> Iterator[tuple[str, Span]]:
    """The words of a quotation that holds several: `"flower, velvet"`."""
    for part in _PART.finditer(word):
        yield part[0], (span[0] + part.start(), span[0] + part.end())
