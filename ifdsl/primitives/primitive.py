"""Give the record that describes one primitive: name, type, cost, implementation, abstraction, example.

A primitive is declared once, as a value of `Primitive`; the checker compiler, the reference evaluator, the type
checker, the cost bound, the documentation and (later) the conflict analyser all read that one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any

from ifdsl.primitives.piece import Piece
from ifdsl.primitives.ranges import Range
from ifdsl.primitives.types import TEXT, TEXTS, Type, item_of

Spans = Sequence[tuple[int, int]]
"""Half-open `[start, end)` offsets in code points of the text that was segmented."""


class _Marker:
    """A default that is no value, told apart by identity; it stays the same one when copied."""

    __slots__ = ("_name",)

    def __init__(self, name: str) -> None:
        self._name = name

    def __repr__(self) -> str:
        return self._name

    def __reduce__(self) -> str:
        return self._name


REQUIRED = _Marker("REQUIRED")
ZERO = _Marker("ZERO")
"""A default that stands for the zero value of the first argument's element type: `zero(element)`."""


@dataclass(frozen=True, slots=True)
class Param:
    """A parameter of a primitive. A `flag` is written by its bare name (`whole_word`) and is false where absent.

    `also` is a second type that the parameter takes, such as text beside list in `len`.
    """

    name: str
    type: Type
    default: object = REQUIRED
    flag: bool = False
    also: Type | None = None

    def accepts(self, other: Type) -> bool:
        """Whether a value of `other` can be given here."""
        return self.type.accepts(other) or (self.also is not None and self.also.accepts(other))


@dataclass(frozen=True, slots=True)
class Cost:
    """A static upper bound in steps: `base + per_char * len(text)`, where the text is the first argument.

    A step is about one interpreted operation (roughly 50 ns); regular expressions count one step a character.
    """

    base: float = 1.0
    per_char: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One named, versioned way to segment a text, such as `words(rule="ifeval")`; calling it gives the pieces.

    `spans` is the definition. `texts` and `count` are faster ways to the same answer; a property test holds them to
    `[text[a:b] for a, b in spans(text)]` and `len(spans(text))`. All three take the view's further arguments, such as
    the separator of `split`. Rules are compared by identity, which makes them cheap keys of a memo.
    """

    spans: Callable[..., Spans]
    doc: str
    version: int = 1
    texts: Callable[..., list[str]] | None = None
    count: Callable[..., int] | None = None
    needs: str | None = None
    """The extra that must be installed for this rule (`"parity"`), or None."""

    def pieces(self, text: str, *args: object) -> list[str]:
        """The elements of the view; those of a `Piece` are `Piece`s that know where they start in the graded text."""
        if isinstance(text, Piece):
            base = text.start
            return [Piece(text[start:end], base + start) for start, end in self.spans(text, *args)]
        if self.texts is not None:
            return self.texts(text, *args)
        return [text[start:end] for start, end in self.spans(text, *args)]

    __call__ = pieces

    def size(self, text: str, *args: object) -> int:
        """How many elements the view has."""
        return self.count(text, *args) if self.count is not None else len(self.spans(text, *args))


class Rules(Mapping[str, Rule]):
    """The rules that a module of this package exports as `RULES`; it is imported when one of them is asked for.

    Their names are given beforehand, so that a program can be checked without loading what only running it needs.
    """

    __slots__ = ("_module", "_names")

    def __init__(self, module: str, *names: str) -> None:
        self._module = module
        self._names = names

    def __getitem__(self, name: str) -> Rule:
        if name not in self._names:
            raise KeyError(name)
        rule = _loaded(self._module, "RULES")[name]
        assert isinstance(rule, Rule)
        return rule

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def later(module: str, name: str) -> Callable[..., Any]:
    """Give a function of another module of this package, which is imported at the first call."""

    def call(*args: object) -> Any:
        return _loaded(module, name)(*args)

    return call


@cache
def _loaded(module: str, name: str) -> Any:
    return getattr(import_module(f"ifdsl.primitives.{module}"), name)


@dataclass(frozen=True, slots=True)
class Primitive:
    """A view or a function of the language.

    A *view* has `rules` (its first is the default) and gives `list[text]`; a *function* has `run`, called with all
    parameters in order. `x.f(a)` and `f(x, a)` are one call. Each is total: a value comes back for all arguments of
    the right types, or `Undecided` is raised where a bound is hit.
    """

    name: str
    params: tuple[Param, ...]
    returns: Type
    doc: str
    cost: Cost
    run: Callable[..., Any] | None = None
    rules: Mapping[str, Rule] = field(default_factory=dict)
    noun: tuple[str, str] | None = None
    """What one element is called in messages, singular and plural: `("word", "words")`."""
    overlap: int = 1
    """In how many elements of a view a character can stand at most, where elements may lie in one another."""
    growth: float = 1.0
    """How many characters of the result one character of the first argument can become."""
    extra: int = 0
    """How many characters more than that the result can have, whatever the length of the first argument."""
    longest: int | None = None
    """How many characters a text that it gives, or each in a list, has at most whatever the arguments; else None."""
    generic: bool = False
    """Where true, `any` in `returns` is the element type of the first argument, or its own type where it is no list."""
    abstraction: str = "opaque"
    """What the conflict analyser may know: `opaque`, `measure`, `prefix`, `suffix`, `contains`, `alphabet`."""
    example: tuple[tuple[Any, ...], Any] | None = None
    """Arguments and the value they give; shown in the docs and run as a test."""

    @property
    def is_view(self) -> bool:
        return bool(self.rules)

    @property
    def default_rule(self) -> str:
        return next(iter(self.rules))


def view(
    name: str,
    doc: str,
    *,
    noun: tuple[str, str],
    rules: Mapping[str, Rule],
    cost: Cost,
    params: tuple[Param, ...] = (),
    overlap: int = 1,
    abstraction: str = "measure",
    example: tuple[tuple[Any, ...], Any] | None = None,
) -> Primitive:
    """Declare a view: a segmentation of a text into elements that are texts again.

    `params` are what it takes besides the text, such as the separator of `split`.
    """
    return Primitive(
        name=name,
        params=(Param("text", TEXT), *params),
        returns=TEXTS,
        doc=doc,
        cost=cost,
        rules=rules,
        noun=noun,
        overlap=overlap,
        abstraction=abstraction,
        example=example,
    )


def zero(type_name: str) -> Any:
    """The zero value of a type, by its name: what an operation gives where there is nothing to give."""
    if item_of(type_name) is not None:
        return []
    return {"int": 0, "number": 0, "range": Range(), "bool": False}.get(type_name, "")
