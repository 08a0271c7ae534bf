"""Take a JSONL file of responses made elsewhere and the prompts; give each prompt its response, and what did not fit.

A row is an object. The answer stands in the first of `response`, `output`, `completion` that it has, as a text or
`null`. Which prompt it answers is said by `key` or `id` (a text or a whole number, compared with the prompt's id), by
`prompt` (the prompt's exact text), or by both. `model` and `finish_reason` are kept where they are there. What this
program wrote is read too: responses, and the lines of `results.jsonl` and of an export. Of two such rows for one prompt
an answer replaces a failure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ifdsl.run.protocol import plain, status_of
from ifdsl.store.encoding import RecordError, decode_response, kind_of
from ifdsl.store.jsonl import json_lines
from ifdsl.store.records import UNDELIVERED, Problem, Prompt, Response

ANSWER_FIELDS = ("response", "output", "completion")
KEY_FIELDS = ("key", "id", "prompt_id")


@dataclass(frozen=True, slots=True)
class Joined:
    """The response of each prompt that has one, by prompt id in order of the prompts; and all that did not fit.

    Kinds of problem: those of `json_lines`, `malformed`, `no_answer_field`, `unmatched`, `ambiguous`, `contradiction`,
    `text_differs` (joined by key all the same), `duplicate` (the first response stands), `missing`.
    """

    responses: dict[str, Response]
    problems: tuple[Problem, ...]


def join_responses(
    path: str | Path, prompts: Sequence[Prompt], *, by: Literal["key_or_text", "position"] = "key_or_text"
) -> Joined:
    """Read `path` and give each prompt its response; nothing in the file raises.

    Args:
        path: a JSONL file, as described at the top of this module.
        prompts: with ids that differ.
        by: `position` takes the n-th line for the n-th prompt, whatever keys and prompts the rows hold. A bad
            line keeps its place; a blank one has none.

    Raises:
        OSError: the file cannot be read.
    """
    join = _Join(str(path), prompts)
    place = 0
    for line in json_lines(path):
        if line.problem is not None:
            join.problems.append(line.problem)
            place += line.problem.kind != "blank"
            continue
        place += 1
        row = join.row(line.number, line.value)
        if row is None:
            continue
        if by == "key_or_text":
            prompt = join.find(row)
        elif place <= len(prompts):
            prompt = prompts[place - 1]
        else:
            join.report(row.line, "unmatched", f"this is row {place}, and there are {len(prompts)} prompts")
            continue
        if prompt is not None:
            join.enter(prompt, row)
    return join.finish()


@dataclass(frozen=True, slots=True)
class _Row:
    line: int
    response: Response
    key: str | None
    prompt: str | None
    own: bool


@dataclass(slots=True)
class _Join:
    file: str
    prompts: Sequence[Prompt]
    problems: list[Problem] = field(default_factory=list)
    taken: dict[str, _Row] = field(default_factory=dict)
    by_id: dict[str, Prompt] = field(default_factory=dict)
    by_text: dict[str, list[Prompt]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for prompt in self.prompts:
            self.by_id[prompt.id] = prompt
            self.by_text.setdefault(prompt.text, []).append(prompt)

    def report(self, line: int | None, kind: str, message: str) -> None:
        self.problems.append(Problem(self.file, line, kind, message))

    def row(self, line: int, value: object) -> _Row | None:
        try:
            response, key, prompt = read_response(value)
        except NoAnswer as error:
            self.report(line, "no_answer_field", str(error))
            return None
        except RecordError as error:
            self.report(line, "malformed", str(error))
            return None
        return _Row(line, response, key, prompt, _is_own(value))

    def find(self, row: _Row) -> Prompt | None:
        """The prompt that a row answers; where its key and its text say different things, neither is believed."""
        named = self.by_id.get(row.key) if row.key is not None else None
        same = self.by_text.get(row.prompt, []) if row.prompt is not None else []
        if named is not None:
            if row.prompt is None or named in same:
                return named
            if not same:
                self.report(row.line, "text_differs", f"the prompt here is not word for word that of `{named.id}`")
                return named
            whose = _ids(same)
            self.report(row.line, "contradiction", f"the key is `{named.id}`, but the prompt is that of {whose}")
            return None
        if len(same) == 1:
            return same[0]
        if same:
            self.report(row.line, "ambiguous", f"this prompt is that of {_ids(same)}, and no key says which")
        elif row.key is None and row.prompt is None:
            self.report(row.line, "unmatched", "this row has neither a key nor a prompt")
        else:
            self.report(row.line, "unmatched", f"no prompt has {_named_by(row)}")
        return None

    def enter(self, prompt: Prompt, row: _Row) -> None:
        earlier = self.taken.get(prompt.id)
        if earlier is None or (row.own and earlier.own and earlier.response.status in UNDELIVERED):
            self.taken[prompt.id] = row
            return
        which = "the same" if earlier.response.text == row.response.text else "another"
        self.report(row.line, "duplicate", f"`{prompt.id}` has {which} response on line {earlier.line}, which stands")

    def finish(self) -> Joined:
        responses: dict[str, Response] = {}
        for prompt in self.prompts:
            row = self.taken.get(prompt.id)
            if row is None:
                self.report(None, "missing", f"`{prompt.id}` has no response")
            else:
                responses[prompt.id] = row.response._replace(prompt_id=prompt.id)
        return Joined(responses, tuple(self.problems))


class NoAnswer(RecordError):
    """A row without any of the fields that an answer may stand in."""


def read_response(value: object) -> tuple[Response, str | None, str | None]:
    """The response that one row holds, with the key and the prompt that it names, where it names them.

    Raises:
        NoAnswer: the row has no field for an answer.
        RecordError: the value is no row of the shape that this module describes, in plain words.
    """
    if not isinstance(value, dict):
        raise RecordError(f"a row is an object; {kind_of(value)} stands here")
    if _is_own(value.get("response")):
        # A line of `results.jsonl`: the prompt stands beside the response, in parts.
        return decode_response(value["response"]), key_of(value), None
    response = decode_response(value) if _is_own(value) else _foreign(value)
    if response is None:
        names = ", ".join(f"`{name}`" for name in ANSWER_FIELDS)
        raise NoAnswer(f"this row has none of {names}")
    prompt = value.get("prompt")
    return response, key_of(value), prompt if isinstance(prompt, str) else None


def _is_own(value: object) -> bool:
    """Whether a row is one that a run of this program wrote."""
    return isinstance(value, dict) and "prompt_id" in value and "status" in value and "text" in value


def _foreign(row: Mapping[str, object]) -> Response | None:
    """The response of a row that another program wrote; its prompt id is filled in by the join."""
    name = next((each for each in ANSWER_FIELDS if each in row), None)
    if name is None:
        return None
    text = row[name]
    if text is not None and not isinstance(text, str):
        raise RecordError(f"`{name}` is {kind_of(text)}; a text was expected")
    model, finish = row.get("model"), row.get("finish_reason")
    return Response(
        prompt_id="",
        text=text or "",
        status=status_of(text or "", finish),
        model=model if isinstance(model, str) else "",
        finish_reason=finish if isinstance(finish, str) else None,
    )


def key_of(row: Mapping[str, object]) -> str | None:
    """The id of the prompt that a row answers, where it names one."""
    for name in KEY_FIELDS:
        value = row.get(name)
        if isinstance(value, str) or (isinstance(value, int) and not isinstance(value, bool)):
            return str(value)
    return None


def _named_by(row: _Row) -> str:
    text = f"the text `{plain(row.prompt or '', 60)}`"
    if row.key is None:
        return text
    key = f"the key `{plain(row.key, 60)}`"
    return key if row.prompt is None else f"{key} or {text}"


def _ids(prompts: Iterable[Prompt]) -> str:
    ids = [f"`{prompt.id}`" for prompt in prompts]
    return " and ".join(ids[:3]) + (f" and {len(ids) - 3} more" if len(ids) > 3 else "")
