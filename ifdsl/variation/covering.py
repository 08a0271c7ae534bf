"""Take a stretch of a prompt and what is known of its demands; give the words that no demand accounts for.

A sentence is a statement of demands, and nothing besides, where every word of it is one that such a statement is made
of: a word of a wording, an argument, an example of the form that is asked for, a word that carries any sentence, or the
name of what is written (`the poem must …`), which the task has named before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ifdsl.recognition.numbers import is_number_word, occasions_at, ordinal_at
from ifdsl.recognition.stems import stem
from ifdsl.recognition.tokens import Kind, Token, Tokens, literal_tokens
from ifdsl.recognition.words import COMPARING, SIGNIFICANT, stems_of
from ifdsl.rendering.agreement import singular
from ifdsl.variation.knowing import Known

CARRYING = (
    stems_of(
        """
        a an the this that these those it its they them their there here you your my me i we us one
        what which who and or but yet so then as of in on at by for from to into with about than if when
        be have do will would can could may might shall must should need want like wish
        please make sure ensure remember forget note try keep mind
        response respond reply answer output text result whole entire complete full total overall
        use write give provide include contain put add mention show say get let start begin end finish
        appear occur follow consist require request place represent mark indicate express
        also additionally furthermore moreover finally lastly just even still throughout anywhere within
        not no never only all any every each both other another same own exact exactly explicitly precisely
        such example following below format form way style symbol least most more less few fewer many much
        time allow basically simply whatsoever very carefully actual actually between after before
        somewhere anything else nothing really some particular completely next final now last
        syntax etc e g i p s ie eg i'd i'm let's it's that's here's
        """
    )
    | SIGNIFICANT
    | COMPARING
)
"""Words that carry a statement, whatever it states."""

_COMMON = stems_of("long short out line new number name first")
"""Words of wordings that tell of nothing, though no statement is carried by them."""

_DIVIDED = re.compile(
    r"\b(?:separat\w*|divid\w*|split|break|broken)((?: (?:the|your|this|my|and|those|them|\w+)){1,5})", re.IGNORECASE
)
"""What is divided is no name for the whole: `separate the essay and the poem`."""
_SHOWN = re.compile(
    r"<<[^<>\n]*>>|\[[^\[\]\n]*\]|(?<!\*)\*{1,2}(?=\S)[^*\n]+\*{1,2}(?!\*)|```[a-zA-Z]*"
    r"|^\s*[*•-] .*$|^\s*\d[.)]\s*\.*\s*$",
    re.MULTILINE,
)
"""What stands in marks, or on the lines of an example, is an example of the form."""
_FOR_EXAMPLE = re.compile(
    r"(?:\bi\.e\.|\be\.g\.|\bsuch as|\blike|\b(?:for )?example:?|\bexample,)[,:]?\s*"
    r"(?P<what>(?:\(?[\"'“‘][^\"'”’\n]{1,60}[\"'”’]\)?(?:,? (?:and |or )?)?)+)"
)
_LIST_MARK = re.compile(r"(?:(?<=\n)|^|(?<=[(;] )|(?<=[(:;]))\s*\(?\d{1,2}[.)]\s")
_BLOCK = re.compile(r":[ \t]*\n(?P<what>.+)", re.DOTALL)
_SUBJECT = re.compile(r"\b[a-z]{3,}\b")


def uncovered(stretch: str, demands: Sequence[Known], subjects: Iterable[str] = ()) -> tuple[str, ...]:
    """The words of a stretch that are no part of a statement of these demands.

    Args:
        stretch: a sentence or a part of one, with the lines of its example.
        demands: what is known of the demands.
        subjects: words for what is to be written, in the singular.
    """
    text = _without_examples(_spelled(stretch))
    for known in demands:
        for value in known.texts:
            text = without(value, text)
    stems = CARRYING.union(*(known.stems for known in demands))
    names = frozenset(subjects).difference(*(match[1].lower().split() for match in _DIVIDED.finditer(stretch)))
    numbers = frozenset[int | float]().union(*(known.numbers for known in demands))
    return tuple(_left(literal_tokens(text), stems, numbers, names))


def about(stretch: str, known: Known) -> frozenset[str]:
    """The words of a stretch that tell of a demand, and of no other sentence; and languages."""
    found = {token.stem for token in literal_tokens(_spelled(stretch)) if token.kind is Kind.WORD}
    names = {name for name in known.names if without(name, stretch) != stretch}
    return frozenset(found & known.stems - CARRYING - _COMMON) | names


def tells(stretch: str, known: Known) -> bool:
    """Whether a stretch has a word that tells of a demand, or one of its texts."""
    return bool(about(stretch, known)) or any(without(value, stretch) != stretch for value in known.texts)


def is_wordy(text: str, demands: Sequence[Known]) -> bool:
    """Whether a text says anything besides demands."""
    return bool(uncovered(text, demands))


def subjects_in(task: str) -> frozenset[str]:
    """The words by which a task may name what is to be written: `the poem`, `your post`."""
    return frozenset(word for word in _SUBJECT.findall(task.lower()) if singular(word) == word)


def without(value: str, text: str) -> str:
    """A text without a value, wherever it stands as whole words."""
    value = value.strip()
    if not value:
        return text
    before = r"(?<![^\W_])" if value[0].isalnum() else ""
    after = r"(?![^\W_])" if value[-1].isalnum() else ""
    pattern = r"\s+".join(map(re.escape, value.split()))
    return re.sub(f"{before}{pattern}{after}", " ", text, flags=re.IGNORECASE)


def _spelled(text: str) -> str:
    return re.sub(r"\bpost[- ]script", "postscript", text, flags=re.IGNORECASE)


def _without_examples(text: str) -> str:
    block = _BLOCK.search(text)
    if block is not None:
        text = text[: block.start("what")]
    text = _LIST_MARK.sub(" ", _FOR_EXAMPLE.sub(" ", text))
    return _SHOWN.sub(" ", text)


def _left(
    tokens: Sequence[Token], stems: frozenset[str], numbers: frozenset[int | float], names: frozenset[str]
) -> Iterator[str]:
    for place, token in enumerate(tokens):
        lower = token.text.lower()
        if token.kind is Kind.HAN:
            yield token.text
        elif token.kind is Kind.NUMBER or is_number_word(token):
            if token.stem not in stems and not _is_one_of(tokens, place, numbers):
                yield token.text
        elif token.kind is Kind.WORD and token.stem not in stems and stem(lower) not in stems and lower not in names:
            yield token.text


def _is_one_of(tokens: Sequence[Token], place: int, numbers: frozenset[int | float]) -> bool:
    window = Tokens("", tuple(tokens[place : place + 6]))
    found = {value for _, value in occasions_at(window, 0)}
    ordinal = ordinal_at(window, 0)
    if ordinal is not None:
        found.add(ordinal[1])
    return bool(found & numbers)
