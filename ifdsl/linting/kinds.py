"""Take a prompt and the kinds of constraints that there are; give what it asks for in the words of an ungraded one.

Only a sentence counts that is no question, has nearly all telling words of a wording and few others, and states nothing
else that is graded. A word tells the more, the fewer kinds of constraints there are that use it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from ifdsl.linting.findings import Finding
from ifdsl.linting.graded import Graded, shown
from ifdsl.linting.placing import where_asked
from ifdsl.linting.prompts import Prompt, telling
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted

_MOST = 0.85
"""The part of a wording that a sentence has to have, by what its words tell."""
_REST = 0.5
"""The part of a sentence's telling words that a wording has to have."""
_ENOUGH = 4.0
"""What the shared words tell at least: one word that a single kind of 60 uses tells `log(60)`, about 4.1."""
_FEWEST = 60
"""Kinds from which on words are told apart by their number; of fewer kinds each word would tell too little."""
_ENOUGH_WORDS = 3
"""Shared words that tell enough by themselves; with fewer, the sentence has to speak as a constraint does."""
_COUNTS = re.compile(r"\d|\b(?:at (?:least|most)|exactly|(?:more|less|fewer) than|each|every|all|any)\b")
_OF_RESPONSE = re.compile(r"\b(?:response|answer|reply|output)\b")

Words = frozenset[object]


@dataclass(frozen=True)
class Kinds:
    """The telling words of each wording of each kind of constraint, by its title, and how much each word tells."""

    wordings: Mapping[str, Sequence[Words]]
    tells: Mapping[object, float]

    def weight(self, words: Words) -> float:
        return sum(self.tells[word] for word in words)


def kinds_of(wordings: Mapping[str, Iterable[str]]) -> Kinds:
    """The kinds of constraints by the literal words of their wordings."""
    words = {title: [_words(text) for text in texts] for title, texts in wordings.items()}
    used = Counter(word for texts in words.values() for word in frozenset[object]().union(*texts))
    count = max(len(words), _FEWEST)
    return Kinds(words, {word: log(count / times) for word, times in used.items()})


def unasked(prompt: Prompt, graded: Sequence[Graded], kinds: Kinds) -> Iterator[Finding]:
    """What a prompt asks for in the words of a constraint that is none of those that are graded."""
    titles = {one.title for one in graded}
    taken = None
    for span in prompt.sentences:
        plain = prompt.plain[slice(*span)]
        if plain.endswith("?"):
            continue
        words = _words(plain)
        for title, wordings in kinds.wordings.items():
            if title in titles or not any(_says(plain, words, known, kinds) for known in wordings):
                continue
            if taken is None:
                taken = [stretch for one in graded for stretch in where_asked(prompt, one)]
            if any(start < span[1] and span[0] < end for start, end in taken):
                continue
            sentence = quoted(shown(prompt.text[slice(*span)]), 100)
            yield Finding(codes.UNGRADED, f"{sentence} asks for {title}, and nothing grades it", (span,))
            break


def _words(text: str) -> Words:
    """The telling words of a text without its numbers, which are arguments, or stand there in words too."""
    return frozenset(word for word in telling(text) if not isinstance(word, int))


def _says(plain: str, words: Words, known: Words, kinds: Kinds) -> bool:
    """Whether a sentence with these words says little else than a wording with those."""
    shared = words & known
    if len(shared) < _REST * len(words):
        return False
    if len(shared) < _ENOUGH_WORDS and not _COUNTS.search(plain):
        return False
    if len(shared) == 1 and not _OF_RESPONSE.search(plain):
        return False
    told = kinds.weight(shared)
    return told >= _ENOUGH and told >= _MOST * kinds.weight(known)
