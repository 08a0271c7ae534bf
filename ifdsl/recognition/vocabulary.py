"""Take the types of one or more modules; give the vocabulary that sentences are read with."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ifdsl.ir import nodes as n
from ifdsl.recognition.compiling import of_phrasing, of_wording
from ifdsl.recognition.meaning import first_of_each
from ifdsl.recognition.nouns import Nouns, of_pack
from ifdsl.recognition.recogniser import Recogniser
from ifdsl.recognition.tokens import Tokens, literal_tokens
from ifdsl.recognition.words import CARRIERS
from ifdsl.rendering.agreement import singular


@dataclass(slots=True)
class _Compiled:
    """The recognisers, numbered, by the rarest word that each needs; those that need none are under the empty word."""

    by_word: dict[str, list[tuple[int, Recogniser]]]
    significant: frozenset[str]
    proper: frozenset[str]
    meant: dict[str, n.Constraint]


class Vocabulary:
    """The recognisers of the wordings of some constraint types, made when a first sentence is read."""

    def __init__(self, constraints: Iterable[n.Constraint], nouns: Nouns) -> None:
        self.nouns = nouns
        self.constraints = {constraint.name: constraint for constraint in constraints}
        self._made: _Compiled | None = None

    @property
    def significant(self) -> frozenset[str]:
        """Stems of words that alone may tell of one of its types.

        INVARIANT: nothing that could state a constraint of the vocabulary is ever in a gap. Where a wording holds a
        number or a quotation, these can be in none; of any other wording, the words that it cannot be said without.
        """
        return self._compiled.significant

    @property
    def proper(self) -> frozenset[str]:
        """Stems of names that may tell of one, where they are written with a capital."""
        return self._compiled.proper

    @property
    def parts(self) -> frozenset[str]:
        """The plurals by which its nouns name parts of a text."""
        words = (literal_tokens(noun)[-1].text.lower() for noun in self.nouns.the)
        return frozenset(word for word in words if singular(word) != word)

    @property
    def meant(self) -> Mapping[str, n.Constraint]:
        """By the name of a type, the first type that checks the same: readings that differ in no more are one."""
        return self._compiled.meant

    def candidates(self, tokens: Tokens) -> list[Recogniser]:
        """The recognisers all of whose necessary words stand in a sentence, those of the first types first."""
        compiled = self._compiled
        exact = {token.exact for token in tokens.items}
        stems = {token.stem for token in tokens.items}
        found = [
            (place, recogniser)
            for word in exact | stems | {""}
            for place, recogniser in compiled.by_word.get(word, ())
            if recogniser.automaton.needs <= (exact if recogniser.automaton.exact else stems)
        ]
        return [recogniser for _, recogniser in sorted(found, key=lambda pair: pair[0])]

    @property
    def _compiled(self) -> _Compiled:
        if self._made is None:
            self._made = _compile(list(self.constraints.values()), self.nouns)
        return self._made


def vocabulary(constraints: Iterable[n.Constraint], nouns: Nouns | None = None) -> Vocabulary:
    """The vocabulary of `constraints`.

    Args:
        constraints: the types. Where two mean the same, the first of them is what is recognised.
        nouns: what `each NOUN` and its like mean; by default what they mean in the pack that the types are of, and
            the views of a text where the types are of several packs or of none that says more.
    """
    given = list(constraints)
    return Vocabulary(given, nouns or of_pack({constraint.name.partition(".")[0] for constraint in given}))


def _compile(constraints: list[n.Constraint], nouns: Nouns) -> _Compiled:
    made: list[Recogniser] = []
    for constraint in constraints:
        made += [of_wording(constraint, wording) for wording in constraint.wordings]
        made += [of_phrasing(constraint, phrasing, nouns) for phrasing in constraint.phrasings]
    significant = frozenset().union(*(recogniser.telling for recogniser in made)) - CARRIERS
    proper = frozenset().union(*(recogniser.proper for recogniser in made)) - CARRIERS
    frequency: dict[str, int] = defaultdict(int)
    for recogniser in made:
        for word in recogniser.automaton.needs:
            frequency[word] += 1
    by_word: dict[str, list[tuple[int, Recogniser]]] = defaultdict(list)
    for place, recogniser in enumerate(made):
        rarest = min(recogniser.automaton.needs, key=lambda word: (frequency[word], word), default="")
        by_word[rarest].append((place, recogniser))
    return _Compiled(dict(by_word), significant, proper, first_of_each(constraints))
