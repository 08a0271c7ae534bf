"""Take what is to come of each attempt; give a client that answers so in this process, and requests to ask it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from ifdsl.run.protocol import Answer, Failure
from ifdsl.store.records import Prompt, Request, Sampling, Subject, Usage, request_of

SUBJECT = Subject("openai", "m")
GREEDY = Sampling(max_tokens=100)


def requests(
    count: int, sampling: Sampling = GREEDY, subject: Subject = SUBJECT, *, repeats: int = 1, changed: str = ""
) -> list[Request]:
    """Requests for the prompts `prompt 0` to `prompt N`, whose ids are their numbers."""
    prompts = [Prompt.of_text(str(n), f"prompt {n}{changed}") for n in range(count)]
    return [request_of(subject, sampling, prompt, repeat) for prompt in prompts for repeat in range(repeats)]


def failure(kind: str, retry_after: float | None = None, *, retried: bool = False) -> Failure:
    return Failure(
        kind, f"no: {kind}", retried, "timeout" if kind == "timeout" else "api_error", retry_after=retry_after
    )


Result = Answer | Failure


@dataclass
class Plain:
    """A client that answers in an order that differs from the order of asking.

    Attributes:
        result: what comes of try `number` (from 1) at a request; `None` stands for an answer.
        asked: the ids of the prompts, as they were asked.
    """

    result: Callable[[Request, int], Result | None] = lambda request, number: None
    slots: int | None = None
    subject: Subject = SUBJECT
    asked: list[str] = field(default_factory=list)
    limits: list[float] = field(default_factory=list)
    under_way: int = 0
    most: int = 0
    entered: int = 0

    async def __aenter__(self) -> Self:
        self.entered += 1
        return self

    async def __aexit__(self, *error: object) -> None:
        self.entered -= 1

    async def attempt(self, request: Request, sampling: Sampling, limit: float) -> Result:
        assert self.entered == 1
        id_ = request.prompt.id
        self.asked.append(id_)
        self.limits.append(limit)
        number = self.asked.count(id_)
        self.under_way += 1
        self.most = max(self.most, self.under_way)
        for _ in range(int(id_) % 3):
            await asyncio.sleep(0)
        self.under_way -= 1
        return self.result(request, number) or answer(request)


USAGE = Usage(2, 3)


def answer(request: Request, usage: Usage = USAGE) -> Answer:
    return Answer(f"re: {request.prompt.text}", "ok", usage=usage)
