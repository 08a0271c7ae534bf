"""Take one record of a published data file; give the rows that it holds, one function for each published shape.

ifeval: an object with `key`, `prompt`, `instruction_id_list` and, for each instruction, an object in `kwargs`. IFBench
and IFEval++ have it too, with further columns; of these `messages`, the chat of IFBench's multi-turn rows, is read. A
key of IFEval++ also says which group a row is of, and its kind.

iftrain: an object with `messages` and, in `ground_truth`, a text that holds a list of one object with `instruction_id`
and `kwargs` as Python writes it (allenai/IF_multi_constraints_upto5); a null in `kwargs` is an instruction without
arguments.

multi_if: a conversation with columns for each turn (facebook/Multi-IF, multiIF_20241018.csv): `turn_1_prompt` is a
message as JSON, `turn_1_instruction_id_list` a JSON list, `turn_1_kwargs` a JSON list of texts that hold JSON objects.
A turn whose prompt is empty or `None` is not there.

muldimif: an object with `id`, `conversations`, `constraints` (three texts each: category, subcategory, sentence),
`constraint_pattern` and `difficulty` (Data/test.json of MulDimIF).

In ifeval and muldimif an object of texts in the column `meta` is read as well: there `ifdsl export` puts what a spec
says of itself and the shape has no place for. No published file has it.
"""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Iterator, Mapping
from typing import Any

from ifdsl.published.categories import is_own
from ifdsl.published.keys import group_of
from ifdsl.published.muldimif import MAPPING, RECORD
from ifdsl.published.records import Record
from ifdsl.published.rows import NOTHING, BadRow, Malformed, Row, key_of, list_of, messages_of, paired, text_of
from ifdsl.source import codes
from ifdsl.source.diagnostic import quoted, suggest
from ifdsl.store.records import Message


def ifeval(record: Record) -> Iterator[Row | BadRow]:
    value = record.value
    raw_key = key_of(value.get("key"))
    try:
        prompt = text_of(value, "prompt")
        ids, arguments = paired(list_of(value, "instruction_id_list"), list_of(value, "kwargs"))
        chat = value.get("messages")
        messages = () if chat is None else messages_of(chat)
    except Malformed as error:
        yield _bad(record, raw_key, value.get("prompt"), error)
        return
    meta = {**group_of(raw_key), **_told(value)} or NOTHING
    yield Row(record.line, _key(raw_key, record), raw_key, prompt, ids, arguments, messages, meta)


_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)


def _told(value: Mapping[str, Any]) -> dict[str, str]:
    """What the column `meta` says of a row."""
    given = value.get("meta")
    if not isinstance(given, dict):
        return {}
    return {name: text for name, text in given.items() if isinstance(text, str) and _NAME.fullmatch(name)}


def iftrain(record: Record) -> Iterator[Row | BadRow]:
    value = record.value
    if "ground_truth" not in value and "instruction_id_list" in value:
        yield from ifeval(record)
        return
    raw_key, prompt = key_of(value.get("key")), None
    try:
        messages = messages_of(value.get("messages"))
        prompt = messages[-1].content
        ids, arguments = _ground_truth(value.get("ground_truth"))
    except Malformed as error:
        yield _bad(record, raw_key, prompt, error)
        return
    chat = messages if len(messages) > 1 else ()
    yield Row(record.line, _key(raw_key, record), raw_key, prompt, ids, arguments, chat)


def _ground_truth(written: object) -> tuple[tuple[str, ...], tuple[dict[str, Any], ...]]:
    truth = _literal(written) if isinstance(written, str) else written
    if isinstance(truth, list) and len(truth) == 1:
        truth = truth[0]
    if not isinstance(truth, dict):
        raise Malformed("`ground_truth` holds a list of one object in this shape")
    given = [{} if one is None else one for one in list_of(truth, "kwargs")]
    return paired(list_of(truth, "instruction_id"), given, names=("instruction_id", "kwargs"))


def _literal(text: str) -> object:
    """What a Python literal or a JSON text stands for; nothing of it is run."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass  # it is written as Python writes it, as published
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an unknown escape in a text is kept as it stands
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        raise Malformed("`ground_truth` is neither a literal of Python nor JSON") from None


def multi_if(record: Record) -> Iterator[Row | BadRow]:
    value = record.value
    raw_key = key_of(value.get("key"))
    conversation = _key(raw_key, record)
    if "turn_1_prompt" not in value:
        yield _bad(record, raw_key, None, Malformed("the row has no `turn_1_prompt`"))
        return
    turn = 0
    while f"turn_{turn + 1}_prompt" in value:
        turn += 1
        written = value[f"turn_{turn}_prompt"]
        if written in (None, "", "None"):
            continue
        language = value.get("language")
        meta = {"conversation": conversation, "turn": turn, "language": language if isinstance(language, str) else ""}
        key, prompt = turn_key(conversation, turn), None
        try:
            prompt = _message(written, f"turn_{turn}_prompt").content
            names = (f"turn_{turn}_instruction_id_list", f"turn_{turn}_kwargs")
            given = [_json(one, names[1]) if isinstance(one, str) else one for one in _json_list(value, names[1])]
            ids, arguments = paired(_json_list(value, names[0]), given, names=names)
        except Malformed as error:
            problem = record.problem(f"turn {turn}: {error}", error.code)
            yield BadRow(record.line, key, key, prompt, problem, meta)
            continue
        yield Row(record.line, key, key, prompt, ids, arguments, meta=meta)


def turn_key(conversation: str, turn: int) -> str:
    """What one turn of a conversation is called: `1019:16:en` has the turns `1019:16:en:turn_1` and so on."""
    return f"{conversation}:turn_{turn}"


def _message(written: object, name: str) -> Message:
    return messages_of([_json(written, name)], name)[0]


def _json_list(value: Mapping[str, Any], name: str) -> list[Any]:
    if name not in value:
        raise Malformed(f"the row has no {quoted(name)}")
    found = _json(value[name], name)
    if not isinstance(found, list):
        raise Malformed(f"{quoted(name)} holds a JSON list in this shape")
    return found


def _json(written: object, name: str) -> Any:
    if not isinstance(written, str):
        return written
    try:
        return json.loads(written)
    except (ValueError, RecursionError):
        raise Malformed(f"{quoted(name)} holds no JSON") from None


def muldimif(record: Record) -> Iterator[Row | BadRow]:
    value = record.value
    raw_key, prompt = key_of(value.get("id")), None
    try:
        chat = list_of(value, "conversations")
        # A file of results has the answer as the last message of the chat.
        asked = chat[:-1] if len(chat) > 1 and isinstance(chat[-1], dict) and chat[-1].get("role") != "user" else chat
        messages = messages_of(asked, "conversations")
        prompt = messages[-1].content
        constraints = [_constraint(one) for one in list_of(value, "constraints")]
        if not constraints:
            raise Malformed("the row has no constraint")
        pattern, level = (text_of(value, name) for name in ("constraint_pattern", "difficulty"))
        meta = {**_told(value), RECORD: value, "pattern": pattern, "level": level}
    except Malformed as error:
        yield _bad(record, raw_key, prompt, error)
        return
    ids = tuple([id_ for id_, _ in constraints])
    arguments = tuple([{"sentence": sentence} for _, sentence in constraints])
    chat_before = messages if len(messages) > 1 else ()
    yield Row(record.line, _key(raw_key, record), raw_key, prompt, ids, arguments, chat_before, meta)


def _constraint(written: object) -> tuple[str, str]:
    """The subcategory of a constraint, folded as the published evaluator folds it, and its sentence."""
    if not isinstance(written, list) or len(written) != 3 or not all(isinstance(part, str) for part in written):
        raise Malformed("a constraint is a list of three texts in this shape")
    category, subcategory, sentence = written
    label = f"{category}_{subcategory}"
    if label not in MAPPING and is_own(category, subcategory):
        return label, sentence
    if label not in MAPPING:
        nearest = suggest(label, MAPPING)
        hint = f"; there is {quoted(nearest)}" if nearest else ""
        raise Malformed(f"no subcategory is called {quoted(label)}{hint}", codes.UNKNOWN_INSTRUCTION)
    return MAPPING[label], sentence


def _key(raw_key: int | str | None, record: Record) -> str:
    return str(record.line) if raw_key is None else str(raw_key)


def _bad(record: Record, raw_key: int | str | None, prompt: object, error: Malformed) -> BadRow:
    shown = prompt if isinstance(prompt, str) else None
    key = None if raw_key is None else str(raw_key)
    return BadRow(record.line, key, raw_key, shown, record.problem(str(error), error.code))
