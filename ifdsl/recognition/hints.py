"""Take a sentence that was not read; give the wording that is nearest to it, as a hint for people."""

from __future__ import annotations

from functools import lru_cache

from ifdsl.ir import nodes as n
from ifdsl.recognition.reading import Nearest
from ifdsl.recognition.tokens import Kind, Tokens, literal_tokens
from ifdsl.recognition.vocabulary import Vocabulary
from ifdsl.recognition.words import CARRIERS

LEAST = 0.34
"""Share of telling words that a wording and a sentence have in common at least, to be called near."""


def nearest(tokens: Tokens, vocabulary: Vocabulary) -> Nearest | None:
    """The wording that shares most of its telling words with the sentence, if it shares enough of them."""
    said = frozenset(token.stem for token in tokens.items if token.kind in (Kind.WORD, Kind.HAN)) - CARRIERS
    best: tuple[float, Nearest] | None = None
    for constraint in vocabulary.constraints.values():
        for wording in constraint.wordings:
            words = _words(wording.text)
            shared = len(words & said) / len(words | said) if words else 0.0
            if shared >= LEAST and (best is None or shared > best[0]):
                best = shared, Nearest(constraint.name, shown(wording.text))
    return None if best is None else best[1]


@lru_cache(maxsize=8_192)
def _words(text: n.Template) -> frozenset[str]:
    literal = (part for part in text.parts if isinstance(part, str))
    return frozenset(token.stem for part in literal for token in literal_tokens(part)) - CARRIERS


def shown(text: n.Template) -> str:
    """A wording with the names of its parameters in braces."""
    return "".join(part if isinstance(part, str) else "{" + _name(part.expression) + "}" for part in text.parts)


def _name(expression: n.Expr) -> str:
    return expression.name if isinstance(expression, n.Variable) else "…"
