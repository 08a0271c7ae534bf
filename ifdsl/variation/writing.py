"""Take a task and requirements; give a prompt that asks for both, read back to exactly these requirements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from ifdsl.ir import nodes as n
from ifdsl.recognition import Reading, Vocabulary, vocabulary
from ifdsl.recognition.reading_back import read_back, same
from ifdsl.rendering.patterns import TemplateProblem
from ifdsl.rendering.prompt import INCORPORATION, LISTING, MissingWording, rendered, requirements_text
from ifdsl.variation.originals import Wanted, numbered
from ifdsl.variation.sounding import joins, sounds

NO_WORDING: Final = "no wording"
NOT_READ_BACK: Final = "not read back"
WAYS = 45
"""Registers to choose from: a multiple of the ways that each built-in pattern has."""
_WORDINGS = 60
_STOPPED_TWICE = re.compile(r"[.!?][\"”'’]\.(?=\s|$)")
_HEADED = (1, 2, 3, 4, 6)
"""Registers of `listing` in which a single rule has words before it that set it apart from what it follows."""


@dataclass(frozen=True, slots=True)
class Written:
    """A prompt, and the pattern that it has."""

    text: str
    pattern: str


@dataclass(slots=True)
class Writer:
    """Writes prompts over some constraint types, in one language.

    Attributes:
        types: by their qualified names.
        language: `en` or `zh`.
        templates: pattern templates of the user.
    """

    types: Mapping[str, n.Constraint]
    language: str = "en"
    templates: Mapping[str, str] = field(default_factory=dict)
    _words: Vocabulary | None = None
    _program: n.Program | None = None

    def written(
        self,
        task: str,
        must: Sequence[Wanted],
        should: Sequence[n.Requirement],
        random: Random,
        *,
        pattern: str | None = None,
        said: str = "",
    ) -> Written | str:
        """A prompt in words and an order drawn at random, or why there is none.

        Args:
            task: what is asked for besides.
            must, should: what the prompt is to state.
            pattern: by default one of the two that need no examples.
            said: words of a person; what these state, the task may state too.
        """
        pattern = random.choice((LISTING, LISTING, INCORPORATION)) if pattern is None else pattern
        requirements = [*numbered(must), *should]
        order = random.sample(range(len(requirements)), len(requirements))
        wordings = [self._wording(one, pattern, random) for one in requirements]
        register = random.randrange(WAYS)
        if pattern == LISTING and "\n" in task and len(requirements) == 1:
            register = random.choice(_HEADED)
        must_count = len(must)
        spec = n.Spec(
            name="cousin",
            task=n.Template(parts=(task,)),
            must=tuple(requirements[:must_count]),
            should=tuple(requirements[must_count:]),
        )
        try:
            made = rendered(
                self.program,
                spec,
                {},
                pattern,
                self.language,
                wordings,
                self.templates,
                order=order,
                register=register,
            )
        except MissingWording:
            if pattern == LISTING:
                return NO_WORDING
            return self.written(task, must, should, random, pattern=LISTING, said=said)
        except (TemplateProblem, ValueError):
            return NO_WORDING
        text = made.text.strip()
        shift = len(made.text) - len(made.text.lstrip())
        spans = [[(start - shift, end - shift) for start, end in each] for each in made.spans]
        if not joins(_without(text, spans, task)) or (_STOPPED_TWICE.search(text) and not _STOPPED_TWICE.search(task)):
            return NO_WORDING
        for wrong in read_back(text, spans, requirements, self.words):
            if wrong.place is not None or not self._is_known(wrong.words, wrong.found, requirements, f"{task}\n{said}"):
                return NOT_READ_BACK
        return Written(text, pattern)

    def sentences(self, must: Sequence[Wanted], random: Random) -> list[str] | str:
        """Each requirement in a sentence of its own, read back; or why not."""
        said = []
        for one in must:
            wording = self._wording(one.requirement, LISTING, random)
            text = self._text(one.requirement, LISTING, wording)
            if text is None:
                return NO_WORDING
            if read_back(text, [[(0, len(text))]], [one.requirement], self.words):
                return NOT_READ_BACK
            said.append(text)
        return said

    @property
    def program(self) -> n.Program:
        if self._program is None:
            self._program = n.Program(module="written", constraints=dict(self.types))
        return self._program

    @property
    def words(self) -> Vocabulary:
        if self._words is None:
            self._words = vocabulary(self.types.values())
        return self._words

    def says(self, one: Wanted) -> bool:
        """Whether some wording sounds right with the values of a requirement."""
        return any(self._sounds(one.requirement, LISTING, way) for way in range(self._count(one.requirement, LISTING)))

    def _wording(self, requirement: n.Requirement, pattern: str, random: Random) -> int:
        """A wording drawn among those that sound right with these values; any where none does."""
        count = self._count(requirement, pattern)
        ways = random.sample(range(count), count)
        return next((way for way in ways if self._sounds(requirement, pattern, way)), ways[0])

    def _sounds(self, requirement: n.Requirement, pattern: str, wording: int) -> bool:
        text = self._text(requirement, pattern, wording)
        return text is not None and sounds(text)

    def _count(self, requirement: n.Requirement, pattern: str) -> int:
        """How many wordings there are to choose from."""
        if not isinstance(requirement, n.Demand):
            return 6
        constraint = self.types[requirement.constraint]
        fitting = [one for one in constraint.wordings if (one.pattern, one.language) == (pattern, self.language)]
        if not fitting:
            fitting = [one for one in constraint.wordings if (one.pattern, one.language) == (LISTING, self.language)]
        return max(1, len(fitting))

    def _text(self, requirement: n.Requirement, pattern: str, wording: int) -> str | None:
        try:
            rules = requirements_text(self.program, (requirement,), {}, pattern, self.language, wording)
        except (MissingWording, ValueError):
            return None
        return " ".join(rule.text for rule in rules)

    def _is_known(self, words: str, found: object, wanted: Iterable[n.Requirement], said: str) -> bool:
        """Whether what was read stands in the words of a person, or is only what is asked for anyway."""
        if words.strip().rstrip(".") in said:
            return True
        if not isinstance(found, Reading):
            return False
        return all(any(same(one, other, self.words) for other in wanted) for one in found.requirements)


def _without(text: str, spans: Sequence[Sequence[tuple[int, int]]], task: str) -> str:
    """The words that a pattern puts around a task and its rules, each with an end of what it stands beside."""
    return re.sub(r"\s+", " ", text.replace(task.rstrip(" ."), " ", 1)) if task else text
