"""Take a judged item and what is looked for; say whether the item belongs to it.

The page that is one file decides the same in the browser (`assets/source.js`); a test holds the two together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

from ifdsl.report.metrics import FACETS
from ifdsl.store.records import NO_RESPONSE, ItemResult, RequirementResult, Verdict

Wanted = Literal["", "failed", "rescued", "passed", "undecided"]
WANTED: tuple[Wanted, ...] = get_args(Wanted)
_DECIDED: dict[Verdict, bool] = {"pass": True, "fail": False}


class Filters(NamedTuple):
    """What is looked for; an empty member asks for nothing."""

    verdict: Wanted = ""
    """Strict verdict; `rescued` is failed strictly and passed leniently. It is that of the whole item, or, with
    `constraint` or `group`, of one of the requirements that these name."""
    constraint: str = ""
    group: str = ""
    status: str = ""
    pattern: str = ""
    level: str = ""
    language: str = ""
    kind: str = ""
    text: str = ""
    """Stands in the id, in a message of the prompt or in the response, whatever the case of its letters."""
    prompt: str = ""
    """The exact id of the prompt."""
    conversation: str = ""
    """The exact name of the dialogue that the prompt is a turn of."""


def status_of(item: ItemResult) -> str:
    return NO_RESPONSE if item.response is None else item.response.status


def said(item: ItemResult, name: str) -> str:
    """A member of the prompt's `meta` as a text; empty where there is none."""
    value = item.prompt.meta.get(name)
    return "" if value is None else str(value)


def outcome(strict: bool | None, loose: bool | None) -> Wanted:
    """The most exact name of what came of an item or a requirement."""
    if strict is None:
        return "undecided"
    if strict:
        return "passed"
    return "rescued" if loose else "failed"


def matches(item: ItemResult, filters: Filters) -> bool:
    """Whether `item` is one that `filters` look for."""
    return (
        (not filters.prompt or item.prompt_id == filters.prompt)
        and (not filters.conversation or said(item, "conversation") == filters.conversation)
        and (not filters.status or status_of(item) == filters.status)
        and all(not wanted or said(item, name) == wanted for name, wanted in zip(FACETS, _facets(filters), strict=True))
        and _judged(item, filters)
        and (not filters.text or any(filters.text.lower() in text.lower() for text in _texts(item)))
    )


def _facets(filters: Filters) -> tuple[str, str, str, str]:
    return filters.pattern, filters.level, filters.language, filters.kind


def _judged(item: ItemResult, filters: Filters) -> bool:
    if not (filters.constraint or filters.group):
        return _is(outcome(item.strict, item.loose), filters.verdict)
    named = [
        each
        for each in item.requirements
        if filters.constraint in ("", each.constraint) and filters.group in ("", each.group)
    ]
    return any(_is(outcome_of(each, item.answered), filters.verdict) for each in named)


def outcome_of(requirement: RequirementResult, answered: bool) -> Wanted:
    """As `outcome`; whatever got no answer has failed, as the figures have it."""
    if not answered:
        return "failed"
    return outcome(_DECIDED.get(requirement.strict), _DECIDED.get(requirement.loose))


def _is(found: Wanted, wanted: Wanted) -> bool:
    return wanted in ("", found) or (wanted == "failed" and found == "rescued")


def _texts(item: ItemResult) -> Iterator[str]:
    yield item.prompt_id
    yield from (message.content for message in item.prompt.messages)
    if item.response is not None:
        yield item.response.text
