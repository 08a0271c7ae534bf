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
    body: dict[str, Any] = {"model": model, "messages": messages, limit_field: sampling.max_tokens}
    for name in ("temperature", "top_p", "seed"):
        if getattr(sampling, name) is not None:
            body[name] = getattr(sampling, name)
    if sampling.stop:
        body["stop"] = list(sampling.stop)
    return {**body, **sampling.extra}
