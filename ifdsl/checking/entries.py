"""Give the entries by which a compiled module lists its functions: one per constraint type, one per spec."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from ifdsl.checking.quick import Quick
from ifdsl.checking.verdict import Outcome, Report

NO_DEFAULTS: Mapping[str, Any] = MappingProxyType({})


class ConstraintEntry(NamedTuple):
    """The functions of a constraint type; each takes a document and the arguments in order.

    `types` are the types of the parameters as the language writes them, `defaults` the values of those that have one.
    `origin` gives the entry anew in another process, where it can be sent there: functions do not travel.
    """

    parameters: tuple[str, ...]
    passes: Callable[..., Quick]
    explain: Callable[..., Outcome]
    types: tuple[str, ...] = ()
    defaults: Mapping[str, Any] = NO_DEFAULTS
    origin: Callable[[], ConstraintEntry] | None = None


class SpecEntry(NamedTuple):
    """The functions of a spec; each takes a document and the spec's values in order.

    `must` and `should` are the ids of the top-level requirements in declared order, `requirements` a function for each
    of them. `passes` is whether every `must` requirement passes or does not apply, found in the cheapest order;
    `verdicts` is the quick verdict of each requirement, in declared order. `types`, `defaults` and `origin` are as for
    constraints.
    """

    parameters: tuple[str, ...]
    must: tuple[str, ...]
    should: tuple[str, ...]
    requirements: tuple[Callable[..., Quick], ...]
    passes: Callable[..., bool]
    verdicts: Callable[..., list[Quick]]
    explain: Callable[..., Report]
    types: tuple[str, ...] = ()
    defaults: Mapping[str, Any] = NO_DEFAULTS
    origin: Callable[[], SpecEntry] | None = None
