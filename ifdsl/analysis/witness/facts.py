"""Give the facts that a check asks of a text, as far as a constructor can use them: counts, places, words, letter case.

A fact is a hint, never a proof: what comes of it is checked by the compiled checkers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from ifdsl.primitives.ranges import Range


@dataclass(frozen=True, slots=True)
class Step:
    """From a text to a list of its parts (`words`, `sentences`, …), and to one of them where `place` is given."""

    view: str
    rule: str | None
    arguments: tuple[Any, ...] = ()
    place: int | None = None
    folded: bool = False
    bare: bool = False
    """Whether the text is put in lower case, or has its marks deleted, before it is divided."""


_ANY = Range()

Path: TypeAlias = tuple[Step, ...]
"""From the response to a part of it; `()` is the response."""


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is asked of an element: an expression over the variable of that name."""

    variable: str
    node: Any
    folded: bool = False
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Needle:
    """A text or pattern that occurs so often, in the part at `path`."""

    text: str
    times: Range
    whole_word: bool = False
    ignore_case: bool = False
    as_pattern: bool = False
    path: Path = ()


@dataclass(frozen=True, slots=True)
class Size:
    """A view has so many elements; with a predicate, only those that meet it count; `distinct`: different ones."""

    path: Path
    times: Range
    predicate: Predicate | None = None
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """Of these groups of facts, so many hold."""

    options: tuple[tuple[Fact, ...], ...]
    times: Range


@dataclass(frozen=True, slots=True)
class Every:
    """Each element of the view meets the predicate."""

    path: Path
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class Ranked:
    """Each element of the view, of those `among` it if that is given, meets a predicate that knows its place from 0."""

    path: Path
    predicate: Predicate
    place: str
    """The variable that is the place."""
    among: Predicate | None = None


@dataclass(frozen=True, slots=True)
class Start:
    text: str
    ignore_case: bool = False
    path: Path = ()


@dataclass(frozen=True, slots=True)
class End:
    text: str
    ignore_case: bool = False
    path: Path = ()


@dataclass(frozen=True, slots=True)
class Same:
    """The part at `path` is one of these texts, letter case aside if `loose`."""

    texts: tuple[str, ...]
    path: Path = ()
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Shape:
    """The whole response matches the pattern."""

    pattern: str
    path: Path = ()


@dataclass(frozen=True, slots=True)
class Case:
    upper: bool


@dataclass(frozen=True, slots=True)
class Language:
    code: str


@dataclass(frozen=True, slots=True)
class Data:
    """The response is data of that form (`json`, `object`, `array`, `xml`), has the key, or its measure is in range."""

    form: str
    times: Range = _ANY
    key: str = ""


@dataclass(frozen=True, slots=True)
class Nested:
    """Brackets or quotes of these pairs are nested so deep."""

    pairs: str
    depth: Range


@dataclass(frozen=True, slots=True)
class Shares:
    """Of the sequences of `length` elements, characters or words, a share in [low, high] is the reference's too."""

    reference: str
    length: int
    low: float
    high: float
    by_word: bool = False


@dataclass(frozen=True, slots=True)
class Other:
    """A part of a check of which nothing is known but that it mentions these texts."""

    mentions: tuple[str, ...]


Fact: TypeAlias = (
    Needle
    | Size
    | Chosen
    | Every
    | Ranked
    | Start
    | End
    | Same
    | Shape
    | Case
    | Language
    | Data
    | Nested
    | Shares
    | Other
)
