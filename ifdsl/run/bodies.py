"""Take a request and how it is to be answered; give the body of a chat completion that asks it."""

from __future__ import annotations

from typing import Any

from ifdsl.store.records import Request, Sampling


def body_of(model: str, request: Request, sampling: Sampling, limit_field: str = "max_tokens") -> dict[str, Any]:
    """The body, a JSON object; what is left to the server is not in it.

    Args:
        model: its name on the server.
        request: the prompt, and which of several answers is wanted.
        sampling: how the answer is to be drawn.
        limit_field: under which name the limit on tokens is sent.
    """
    sampling = sampling.of_repeat(request.repeat)
    messages = [{"role": message.role, "content": message.content} for message in request.prompt.messages]
    named = {"model": model, "messages": messages, limit_field: sampling.max_tokens}
    return {**named, **drawn(sampling), **sampling.extra}


def drawn(sampling: Sampling) -> dict[str, Any]:
    """What says how an answer is drawn, under the names of the protocol; nothing for what is left to the server.

    The limit on tokens, which has several names, and `extra` are not in it.
    """
    members = {
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        "seed": sampling.seed,
        "stop": list(sampling.stop) or None,
    }
    return {name: value for name, value in members.items() if value is not None}
