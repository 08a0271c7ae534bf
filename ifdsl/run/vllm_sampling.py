"""Take how answers are drawn; give the fields of vLLM's `SamplingParams` that say the same, or why nothing does."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from ifdsl.run.bodies import drawn
from ifdsl.store.records import Sampling

_OUTDATED = {
    "guided_json": '{"json": …}',
    "guided_regex": '{"regex": …}',
    "guided_choice": '{"choice": […]}',
    "guided_grammar": '{"grammar": …}',
    "guided_json_object": '{"json_object": true}',
    "guided_whitespace_pattern": '{…, "whitespace_pattern": …}',
    "guided_decoding": "{…}",
    "guided_decoding_backend": "{…}",
}
"""The present form of what older versions of vLLM took, as the value of `structured_outputs`."""


class Drawing(NamedTuple):
    """One sampling in vLLM's own terms.

    Attributes:
        params: fields of `SamplingParams`; what is missing is left to the model's `generation_config.json`.
        structured: fields of `StructuredOutputsParams`, or `None`.
        template: arguments of the chat template.
    """

    params: Mapping[str, object]
    structured: Mapping[str, object] | None
    template: Mapping[str, object]


def outdated(extra: Mapping[str, object]) -> str | None:
    """Why `extra` must not go to a vLLM engine or server, in plain words, or `None`.

    Servers accept the names of former versions and ignore them: answers would be free, and nothing would say so.
    """
    for name in extra:
        if name in _OUTDATED:
            return f'vLLM ignores `{name}`; the present form is `"structured_outputs": {_OUTDATED[name]}`'
    return None


def drawing(sampling: Sampling) -> Drawing:
    """Say `sampling` in vLLM's terms.

    Of `extra`, `structured_outputs`, `response_format`, `chat_template_kwargs` and `reasoning_effort` mean what they
    mean in a request to `vllm serve`; every other member is a field of `SamplingParams`, whose names the engine checks.

    Raises:
        ValueError: a member of `extra` is outdated or not of the shape that it has to be.
    """
    old = outdated(sampling.extra)
    if old is not None:
        raise ValueError(old)
    params = {"max_tokens": sampling.max_tokens, **drawn(sampling)}
    further = dict(sampling.extra)
    template = dict(_object(further, "chat_template_kwargs") or {})
    if "reasoning_effort" in further:
        # The server does the same: templates know one switch or the other.
        effort = further.pop("reasoning_effort")
        template = {"enable_thinking": effort != "none", "reasoning_effort": effort, **template}
    structured = _object(further, "structured_outputs")
    format_ = _object(further, "response_format")
    if format_ is not None:
        if structured is not None:
            raise ValueError("`response_format` and `structured_outputs` are two names of one thing; one is enough")
        structured = _of_format(format_)
    return Drawing({**further, **params}, structured, template)


def _object(members: dict[str, object], name: str) -> Mapping[str, object] | None:
    value = members.pop(name, None)
    if value is not None and not isinstance(value, Mapping):
        raise ValueError(f"`{name}` is not an object")
    return value


def _of_format(format_: Mapping[str, object]) -> Mapping[str, object] | None:
    """OpenAI's `response_format` as vLLM's server reads it."""
    schema = format_.get("json_schema")
    match format_.get("type"):
        case "text":
            return None
        case "json_object":
            return {"json_object": True}
        case "json_schema" if isinstance(schema, Mapping) and isinstance(schema.get("schema"), Mapping):
            return {"json": schema["schema"]}
    raise ValueError("`response_format` is none of `text`, `json_object`, and `json_schema` with its `schema`")
