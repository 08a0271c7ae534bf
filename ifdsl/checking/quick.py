"""Take quick verdicts (True, False, or a `Verdict` that is neither); give their combinations, stopping early.

This is what the fast functions of a compiled module call. `verdict` says the same of outcomes in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any, TypeAlias

from ifdsl.checking.verdict import Verdict
from ifdsl.primitives.undecided import Undecided

Quick: TypeAlias = bool | Verdict
"""True for pass, False for fail, else `UNKNOWN` or `NOT_APPLICABLE`."""

UNKNOWN = Verdict.UNKNOWN
NOT_APPLICABLE = Verdict.NOT_APPLICABLE

# Arithmetic on numbers and texts of a stranger's making may outgrow the machine; that too is no verdict.
UNDECIDED: tuple[type[Exception], ...] = (Undecided, OverflowError, MemoryError, RecursionError)
"""What a check may raise; the verdict is then `unknown`."""


def verdict_of(quick: Quick) -> Verdict:
    if quick is True:
        return Verdict.PASS
    return Verdict.FAIL if quick is False else Verdict(quick)


def accepted(verdict: Quick) -> bool:
    """Whether a requirement with this verdict leaves its response passing: it holds, or it does not apply."""
    return verdict is True or verdict is NOT_APPLICABLE


def reason(error: Exception) -> str:
    """Why a check could not be decided, in words for a message."""
    if isinstance(error, Undecided):
        return " ".join(str(error).split())
    if isinstance(error, OverflowError):
        return "a number grew too large"
    return "the check needs more room than there is"


def all_hold(claims: Iterable[bool], if_empty: Quick) -> Quick:
    """Whether all claims hold; `if_empty` where there are none."""
    verdict = if_empty
    for claim in claims:
        if not claim:
            return False
        verdict = True
    return verdict


def all_of(verdicts: Iterable[Quick], if_empty: Quick = NOT_APPLICABLE) -> Quick:
    """Strong Kleene `and`; stops at the first failure. `if_empty` is for no verdicts at all."""
    result = if_empty
    first = True
    for verdict in verdicts:
        if verdict is False:
            return False
        if first:
            result = verdict
            first = False
        elif result is not UNKNOWN and verdict is not NOT_APPLICABLE:
            result = verdict
    return result


def any_of(verdicts: Iterable[Quick]) -> Quick:
    """Strong Kleene `or`; stops at the first pass."""
    result: Quick = NOT_APPLICABLE
    for verdict in verdicts:
        if verdict is True:
            return True
        if result is not UNKNOWN and verdict is not NOT_APPLICABLE:
            result = verdict
    return result


def none_of(verdicts: Iterable[Quick]) -> Quick:
    """Strong Kleene `not` of `or`."""
    verdict = any_of(verdicts)
    return not verdict if isinstance(verdict, bool) else verdict


_TARGET = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


@lru_cache(maxsize=256)
def _target(target: str) -> Any:
    module, _, name = target.partition(":")
    return getattr(import_module(module), name)


def python(allowed: bool, target: str, text: str, arguments: Mapping[str, Any]) -> bool:
    """Run the function `package.module:name` on a text and a constraint's arguments.

    Raises:
        Undecided: Python checks are not allowed here, or the function is missing, fails, or gives no truth value.
    """
    if not allowed:
        raise Undecided(f"`{target}` was not run: python checks are not allowed here")
    if _TARGET.fullmatch(target) is None:
        raise Undecided(f"`{target}` does not name a function; `package.module:function` was expected")
    try:
        answer = _target(target)(str(text), **arguments)
    except (Exception, SystemExit) as error:
        # The function is its author's: whatever it raises is no verdict, and ends no run.
        words = " ".join(str(error).split())[:200]
        raise Undecided(f"`{target}` failed: {type(error).__name__}: {words}") from error
    if not isinstance(answer, bool):
        raise Undecided(f"`{target}` gave no truth value")
    return answer
