"""Take checkers; give Hypothesis strategies of texts that pass them, or that fail one and pass the rest.

    from ifdsl.testing.strategies import satisfying, violating

    words = ifdsl.constraint("std.length.word_count")("5..9")

    @given(satisfying([words]))
    def test_a_short_answer(text): ...

A text is built for what the checkers ask, then edited; each edit that changes a verdict is taken back. So every text
has been checked by the compiled checkers before it is given, and none is drawn in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ifdsl.analysis.demands import Demand
from ifdsl.analysis.witness.build import BUDGET, Witness, build
from ifdsl.checking.verifier import ConstraintChecker, Verifier
from ifdsl.testing.declared import Checker, Declared, all_pass, declared
from ifdsl.testing.edits import KINDS, edited

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

SEEDS = 4
"""Texts that are built before any is edited."""

MOST_EDITS = 8

MOST_BASES = 48
"""Texts that are built where there are many ways to fail."""

LEAST = 150
"""Texts that are checked for each way, however many there are."""


class NoText(ValueError):
    """No text with the wanted verdicts was found; the message says of what."""


def satisfying(
    checkers: Checker | Sequence[Checker], *, file: str | Path | None = None, seeds: int = SEEDS
) -> SearchStrategy[str]:
    """Texts that pass all checkers; what does not apply passes, as everywhere.

    Args:
        checkers: what `ifdsl.constraint(…)(…)` gives, or the `constraint` and `spec` of `ifdsl.load(…)`.
        file: the file that declares them, where that is no installed module. Without, texts are looked for blindly.
        seeds: texts that are built before any is edited.

    Raises:
        NoText: at the first draw, where no text was found.
    """
    group = _declared(checkers, file)

    @cache
    def bases() -> tuple[str, ...]:
        demands = [demand for one in group for demand in one.demands]

        def check(text: str) -> list[bool]:
            return [verdict.accepted for one in group for verdict in one.verdicts(text)]

        return _bases([(demands, check)], seeds, f"passes {_named(group)}")

    return _edited(bases, lambda text: all_pass(group, text))


def violating(
    checker: Checker,
    keeping: Checker | Sequence[Checker] = (),
    *,
    file: str | Path | None = None,
    seeds: int = SEEDS,
) -> SearchStrategy[str]:
    """Texts that fail a checker and pass all others: near misses of it, and texts that are far off.

    Args:
        checker: the one that every text fails; of a spec, at least one requirement of `must`.
        keeping: the others.
        file: as in `satisfying`.
        seeds: as in `satisfying`.

    Raises:
        NoText: at the first draw, where no text was found.
    """
    one, kept = declared(checker, file), _declared(keeping, file)
    rest = [demand for other in kept for demand in other.demands]

    def holds(text: str) -> bool:
        return one.fails(text) and all_pass(kept, text)

    @cache
    def bases() -> tuple[str, ...]:
        sought: list[_Sought] = []
        for demands in one.opposites():

            def check(text: str, count: int = len(demands)) -> list[bool]:
                # Which demand of the checker fails does not matter; all of them stand or fall together.
                passed = [verdict.accepted for other in kept for verdict in other.verdicts(text)]
                return [*passed, *[one.fails(text)] * count]

            sought.append(([*rest, *demands], check))
        also = f" and passes {_named(kept)}" if kept else ""
        return _bases(sought, seeds, f"fails {_named([one])}{also}")

    return _edited(bases, holds)


# ---------------------------------------------------------------- how texts are found


_Sought = tuple[Sequence[Demand], Callable[[str], list[bool]]]


def _bases(sought: Sequence[_Sought], seeds: int, what: str) -> tuple[str, ...]:
    found: dict[str, None] = {}
    budget = max(BUDGET // max(1, len(sought)), LEAST)
    for demands, check in sought:
        # What can go wrong in many ways gets fewer texts of each.
        for seed in range(max(1, min(seeds, MOST_BASES // len(sought)))):
            built = build(demands, check, budget=budget, seed=seed)
            if not isinstance(built, Witness):
                break
            found[built.text] = None
    if not found:
        raise NoText(f"no text was found that {what}")
    return tuple(found)


def _edited(bases: Callable[[], tuple[str, ...]], holds: Callable[[str], bool]) -> SearchStrategy[str]:
    from hypothesis import strategies as st

    edits = st.lists(
        st.tuples(st.integers(0, KINDS - 1), st.integers(0, 2**16), st.integers(0, 2**16)), max_size=MOST_EDITS
    )

    @st.composite
    def texts(draw: Any) -> str:
        text: str = draw(st.sampled_from(bases()))
        for kind, at, what in draw(edits):
            other = edited(text, kind, at, what)
            # INVARIANT: whatever the edits, the text that is given has been checked.
            if other != text and holds(other):
                text = other
        return text

    return texts()


def _declared(checkers: Checker | Sequence[Checker], file: str | Path | None) -> list[Declared]:
    if isinstance(checkers, ConstraintChecker | Verifier):
        checkers = [checkers]
    return [declared(checker, file) for checker in checkers]


def _named(group: Sequence[Declared]) -> str:
    return " and ".join(f"`{demand.name}`" for one in group for demand in one.demands) or "nothing"
