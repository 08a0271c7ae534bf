"""Take a judged item; give the JSON value that the page draws it from: spans in UTF-16 units, long texts cut."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ifdsl.report.filtering import outcome, outcome_of, said, status_of
from ifdsl.report.page.offsets import in_utf16
from ifdsl.store.encoding import plain
from ifdsl.store.records import ItemResult, RequirementResult, Response

MOST_TEXT = 40_000
"""Code points of one text that a page shows; how many there are is said beside it."""
MOST_SPANS = 300
"""Spans of one requirement that a page shows."""
MOST_TURNS = 40
"""Turns of a dialogue that a page draws."""
_MOST_VALUE = 400
_MOST_NAME = 60
_DRAWN = ("shape", "roles", "relations")
_PLACED = ("conversation", "turn", "name")
"""What the `meta` of a turn says that the page has beside the requirements, and what the drawing of a dialogue says."""
_ROLES = {
    "new": "",
    "changed": "changed in this turn",
    "refined": "kept from {turn}",
    "kept": "kept from {turn}",
    "lasting": "still in force from {turn}",
    "stale": "{relation}: the change is heeded",
    "reset": "{relation}: what was dropped is gone",
    "leak": "{relation}: nothing of the topic that was left",
}
"""What a requirement is to its turn (`ifdsl.flows.roles`), where that is not the relation alone."""


def row(item: ItemResult, run: int) -> dict[str, Any]:
    """The item of the run with the index `run` as the page reads it (`assets/item.js`)."""
    judged = "" if item.response is None else item.response.text
    dialogue = dialogue_of(item)
    drawn = _DRAWN if dialogue is None else (*_DRAWN, *_PLACED)
    in_response, in_prompt = in_utf16(judged[:MOST_TEXT]), in_utf16(item.prompt.text[:MOST_TEXT])
    return {
        "run": run,
        "id": item.prompt_id,
        "repeat": item.repeat,
        "outcome": outcome(item.strict, item.loose),
        "answered": item.answered,
        "status": status_of(item),
        "pattern": said(item, "pattern"),
        "level": said(item, "level"),
        "language": said(item, "language"),
        "kind": said(item, "kind"),
        "conversation": said(item, "conversation"),
        "meta": {name: _value(value) for name, value in item.prompt.meta.items() if name not in drawn},
        "dialogue": dialogue,
        "messages": [{"role": message.role, "content": _text(message.content)} for message in item.prompt.messages],
        "asked": _asked(item),
        "response": None if item.response is None else _response(item.response),
        "requirements": [
            {
                **_requirement(each, item.answered),
                "role": _role(item, each.id),
                "evidence": [
                    [in_response(one.start), in_response(one.end), one.role, one.label]
                    for one in each.evidence[:MOST_SPANS]
                ],
                "phrases": [[in_prompt(start), in_prompt(end)] for start, end in each.phrases[:MOST_SPANS]],
            }
            for each in item.requirements
        ],
    }


def dialogue_of(item: ItemResult) -> dict[str, Any] | None:
    """The dialogue that an item is a turn of, with all of its turns and their relations; None where it is of none.

    Whatever a file says that is no such thing is left out.
    """
    meta = item.prompt.meta
    conversation, turn, shape = (meta.get(name) for name in ("conversation", "turn", "shape"))
    if not isinstance(conversation, str) or not isinstance(turn, int) or not isinstance(shape, list | tuple):
        return None
    turns = []
    for one in shape[:MOST_TURNS]:
        if isinstance(one, list | tuple) and len(one) == 2 and isinstance(one[1], list | tuple):
            pairs = [pair for pair in one[1][:MOST_TURNS] if isinstance(pair, list | tuple) and len(pair) == 2]
            turns.append([str(one[0])[:_MOST_NAME], [[str(part)[:_MOST_NAME] for part in pair] for pair in pairs]])
    return {"conversation": conversation, "turn": turn, "turns": turns} if 0 < turn <= len(turns) else None


def _role(item: ItemResult, id_: str) -> str:
    """What a requirement is to its turn, in a few words; empty where it is new, or of no dialogue."""
    roles = item.prompt.meta.get("roles")
    role = roles.get(id_) if isinstance(roles, Mapping) else None
    if not isinstance(role, list | tuple) or len(role) < 3:
        return ""
    kind, relation, turn = (str(part)[:_MOST_NAME] for part in role[:3])
    return _ROLES.get(kind, "{relation} {turn}").format(relation=relation, turn=turn).strip(" :")


def _asked(item: ItemResult) -> int:
    """The index of the message that `phrases` are spans of, or -1."""
    users = [index for index, message in enumerate(item.prompt.messages) if message.role == "user"]
    return users[-1] if users else -1


def _response(response: Response) -> dict[str, Any]:
    raw = response.text if response.raw is None else response.raw
    place = in_utf16(raw[:MOST_TEXT])
    slices = ((0, len(raw)),) if response.raw is None else response.slices
    return {
        "text": _text(response.text),
        "raw": _text(raw),
        "slices": [[place(start), place(end)] for start, end in slices],
        "reasoning": None if response.reasoning is None else _text(response.reasoning),
        "model": response.served_model or response.model,
        "finish": response.finish_reason or "",
        "error": response.error or "",
        "error_kind": response.error_kind or "",
        "attempts": response.attempts,
        "seconds": f"{response.latency:.2f}" if response.latency else "",
        "prompt_tokens": response.usage.prompt_tokens,
        "completion_tokens": response.usage.completion_tokens,
        "effective": _value(response.effective) if response.effective else "",
    }


def _requirement(each: RequirementResult, answered: bool) -> dict[str, Any]:
    return {
        "constraint": each.constraint,
        "group": each.group,
        "outcome": outcome_of(each, answered),
        "strict": each.strict,
        "loose": each.loose,
        "required": each.required,
        "measured": _value(each.measured),
        "expected": _value(each.expected),
        "message": each.message,
        "margin": None if each.margin is None else f"{each.margin:+.3g}",
        "view": each.view,
        "source": each.source,
        "spans": len(each.evidence),
    }


def _text(text: str) -> dict[str, Any]:
    """A text, cut where it is long, and how many code points it has."""
    return {"text": text[:MOST_TEXT], "size": len(text)}


def _value(value: object) -> str:
    """A JSON value as a person reads it; a text without its quotation marks."""
    if value is None:
        return ""
    found = plain(value, "a value")
    written = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False)
    return written if len(written) <= _MOST_VALUE else written[:_MOST_VALUE] + "…"
