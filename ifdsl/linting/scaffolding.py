"""Take a prompt or an argument; give what the pipeline that wrote it has left in it.

Such are the marks of chat templates, remarks of a model that rewrote a prompt, the lists that a generator works by,
holes of a template that were not filled, and values as programs write them.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import shown
from ifdsl.linting.prompts import Prompt
from ifdsl.linting.units import words
from ifdsl.recognition.reading import Span
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_PART = r"(?:prompt|question|instruction|query|request|task|text|version)"
_NEW = (
    r"(?:re-?written|revised|rephrased|reworded|paraphrased|modified|updated|improved|refined|generated|synthesi[sz]ed|"
    r"augmented|final|new|original)"
)
_MARKERS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "a heading of the pipeline",
        re.compile(
            r"【 ?(?:(?:original|new|rewritten|revised|final|given|input|output) )?"
            r"(?:data|questions?|prompts?|instructions?|constraints?|constraint list|output|input|answers?|responses?|"
            r"examples?|task)(?: \d)? ?】",
            re.IGNORECASE,
        ),
    ),
    (
        "a mark of a chat template",
        re.compile(
            r"\[/?INST\]|<</?SYS>>|<\|[a-z_]{2,24}\|>|</?s>(?!\w)|<(?:start|end)_of_turn>"
            r"|^#{2,4} ?(?:Instructions?|Response|Input|Human|Assistant|System|User)\b ?:?[ \t]*$",
            re.MULTILINE,
        ),
    ),
    (
        "a remark about the rewriting",
        re.compile(
            rf"\bhere(?:'s|’s| is| are) (?:the |a |an |your |my )?(?:\w+ )?{_NEW} (?:\w+ )?{_PART}s?\b[^\n]{{0,40}}"
            rf"|^[\W_]{{0,6}}(?:the )?{_NEW} {_PART}s?[\W_]{{0,3}}[:：]"
            rf"|#[ ]?{_NEW} {_PART}s?[ ]?#|#[ ]?given {_PART}[ ]?#|\[{_NEW} {_PART}s?\]"
            rf"|\b(?:i have|i've|i) {_NEW} the {_PART}\b",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
    (
        "a list that is meant for the generator",
        re.compile(
            r"\bconstraint[ _]list\b|\binstruction_id_list\b|\bkwargs\b|\[\[ ?['\"]\w[\w :]{0,40}['\"], ?['\"]"
            r"|\badded constraints?\s*[:：]",
            re.IGNORECASE,
        ),
    ),
    (
        "nothing where a value belongs",
        re.compile(
            r"\bNone-?th\b|\[object Object\]"
            r"|\b(?:None|nan|NaN|null|undefined) (?:words?|sentences?|times|paragraphs?|sections?)\b"
        ),
    ),
)
_ESCAPED = re.compile(r"(?:\\n){2,}|(?<=[.!?:;,'\"*\w)])\s?\\n\s?(?=[A-Z'\"\-*•\d])|\\\"(?=\w)[^\"\\\n]{1,200}\\\"")
_CODE = re.compile(
    r"```|printf|print\(|System\.out|console\.log|\\begin\{|\\frac|regex|\bstring\b|=>|#include|\bdef \w+\(|;\s*$",
    re.MULTILINE,
)
"""Signs that a prompt speaks of code, in which backslashes and brackets have a meaning."""
_SPOKEN_OF = 12
"""Code points of a quotation that speaks of an escape: `separate paragraphs by '\\n\\n'`."""
_FLOAT = re.compile(
    r"\b(?:at least|at most|exactly|than|to|of|contain|use|include|every|between|and) (\d{1,4}\.0)(?= [a-z])"
)
_LIST = re.compile(r"\['[^'\]\n]{1,60}'(?:, '[^'\]\n]{1,60}'){1,40}\]")
_HOLE = re.compile(
    r"\{\{? ?(?P<braces>[a-z][a-z0-9_]{0,30}) ?\}?\}|\$\{(?P<shell>[a-z][a-z0-9_]{0,30})\}"
    r"|(?<!<)<(?:keywords?\d?|numbers?|n|language|letter|relation|frequency|topic|phrase|end_phrase|first_word|placeholder|"
    r"num_\w{2,16}|insert [a-z ]{2,20})>|\[(?:insert|your) [a-z ]{2,30}(?: here)?\]"
)
_HOLES = words(
    """
    keyword keywords word words letter number numbers num n m language topic question answer constraint constraints
    instruction instructions phrase count relation frequency first_word last_word end_phrase forbidden_words placeholder
    value name response prompt task title section paragraph sentence sentences
    """
)
"""What templates of prompts call their holes."""


def leaked(prompt: Prompt, names: Collection[str]) -> Iterator[Finding]:
    """What of the pipeline stands in a prompt.

    Args:
        prompt: the prompt.
        names: the parameters of the constraints that the row is graded on, which templates have holes for.
    """
    marks = sorted(_marks(prompt.text))
    if marks:
        said = ", ".join(dict.fromkeys(quoted(shown(prompt.text[slice(*span)], 40)) for span in marks[:4]))
        message = f"{said} is no part of a request: it was left by what wrote the prompt"
        yield Finding(codes.SCAFFOLDING, message, tuple(marks))
    if not _CODE.search(prompt.text):
        yield from _escaped(prompt)
        for match in _LIST.finditer(prompt.text) if not marks else ():
            said = quoted(shown(match[0], 50))
            yield Finding(codes.TEMPLATE_REMNANT, f"{said} is a list as a program writes it", (match.span(),))
    for match in _FLOAT.finditer(prompt.plain):
        said = quoted(match[1])
        yield Finding(codes.TEMPLATE_REMNANT, f"{said} is a count as a program writes it", (match.span(1),))
    for match in _HOLE.finditer(prompt.text):
        name = match["braces"] or match["shell"]
        if name is None or name in _HOLES or name in names:
            yield Finding(codes.TEMPLATE_REMNANT, f"the hole {quoted(match[0])} was not filled", (match.span(),))


def _marks(text: str) -> list[Span]:
    found: list[Span] = []
    for _, pattern in _MARKERS:
        for match in pattern.finditer(text):
            if not any(start < match.end() and match.start() < end for start, end in found):
                found.append(match.span())
    return found


def _escaped(prompt: Prompt) -> Iterator[Finding]:
    apart = [q.outer for q in prompt.quoted if q.outer[1] - q.outer[0] < _SPOKEN_OF]
    found = [
        match.span()
        for match in _ESCAPED.finditer(prompt.text)
        if not any(start <= match.start() and match.end() <= end for start, end in apart)
    ]
    if found:
        said = quoted(shown(prompt.text[slice(*found[0])], 40))
        message = f"{said}: line breaks or quotation marks are escaped once too often"
        yield Finding(codes.SCAFFOLDING, message, tuple(found))


def leaked_into(prompt: Prompt, argument: str, path: str) -> Iterator[Finding]:
    """What of the pipeline stands in an argument that is a text, or a sentence.

    Args:
        prompt: the prompt that the argument belongs to.
        argument: the text.
        path: where it stands in the parameters.
    """
    for what, pattern in _MARKERS:
        match = pattern.search(argument)
        if match is not None:
            said = quoted(shown(match[0], 40))
            yield Finding(codes.SCAFFOLDING, f"the argument holds {said}, {what}", (), (path,))
            return
    header = _header(prompt, argument)
    if header is not None:
        said = quoted(shown(prompt.text[slice(*header)], 60))
        message = f"the argument begins with {said}, which heads the list of rules and is none of them"
        yield Finding(codes.SCAFFOLDING, message, (header,), (path,))


_HEADER = re.compile(r"[^\n:]{8,120}:(?= )")
_THEN_LIST = re.compile(r"[ \t]*\n\s*(?:\d+[.)]|[-*•])")


def _header(prompt: Prompt, argument: str) -> Span | None:
    """Where the words before the first colon of a sentence head a list in the prompt."""
    match = _HEADER.match(argument.strip())
    if match is None:
        return None
    return next((span for span, _ in prompt.find(match[0]) if _THEN_LIST.match(prompt.plain, span[1])), None)
