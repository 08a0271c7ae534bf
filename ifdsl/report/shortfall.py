"""Take the judged items of the oracle; give those that it did not answer, each with the reason."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ifdsl.source.diagnostic import counted
from ifdsl.source.excerpt import visible
from ifdsl.store.records import NO_TEXT_PASSES, NOT_KNOWN, ItemResult

MOST_NAMED = 20
"""Items of one kind that a terminal is told of by name; JSON has them all."""


class Unanswered(NamedTuple):
    """An item without a response, and why there is none."""

    key: str
    reason: str


def _none() -> dict[str, list[Unanswered]]:
    return {NO_TEXT_PASSES: [], NOT_KNOWN: []}


@dataclass(slots=True)
class Shortfall:
    """Collects what keeps the oracle from 100 %: impossible items, and apart from them those that may be possible."""

    by_kind: dict[str, list[Unanswered]] = field(default_factory=_none)

    def add(self, item: ItemResult) -> None:
        response = item.response
        if response is not None and response.error_kind in self.by_kind:
            self.by_kind[response.error_kind].append(Unanswered(item.prompt_id, response.error or ""))

    def text(self) -> str:
        """The items by name for a terminal, at most `MOST_NAMED` of a kind; empty where all were answered."""
        headings = {
            NO_TEXT_PASSES: "no response can pass {}:",
            NOT_KNOWN: "whether a response can pass {} is not known:",
        }
        lines: list[str] = []
        for kind, found in self.by_kind.items():
            if found:
                lines += ["", headings[kind].format(counted(len(found), "prompt"))]
                lines += [visible(f"  {one.key}: {one.reason}") for one in found[:MOST_NAMED]]
            if len(found) > MOST_NAMED:
                lines.append(f"  and {len(found) - MOST_NAMED} more")
        return "".join(f"{line}\n" for line in lines)

    def to_dict(self) -> dict[str, list[dict[str, str]]]:
        """All of them as JSON values, by kind: `conflict` and `unknown`."""
        return {kind: [one._asdict() for one in found] for kind, found in self.by_kind.items()}
