"""Take prices and limits; give whether one more request is within them, and what was spent."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from ifdsl.source.diagnostic import counted
from ifdsl.store.database import Spent
from ifdsl.store.records import Prompt, Sampling, Usage

_PER_MESSAGE = 16
"""Tokens that a chat template puts around a message, at most."""


class Prices(NamedTuple):
    """What a model costs, in one currency, per million tokens."""

    prompt: float
    completion: float

    def cost(self, prompt_tokens: float, completion_tokens: float) -> float:
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1e6


class Limits(NamedTuple):
    """What a run may come to, requests that failed included; `None` sets no limit.

    They hold for all that a run's folder holds, so that going on with a run does not begin its budget anew.
    """

    cost: float | None = None
    tokens: int | None = None
    requests: int | None = None


UNLIMITED = Limits()


class Reservation(NamedTuple):
    """What one request may come to at most."""

    prompt_tokens: int
    completion_tokens: int


def reserved(prompt: Prompt, sampling: Sampling) -> Reservation:
    """What a request for one answer may come to at most.

    No tokenizer makes more tokens of a text than it has bytes, and none of the answers is longer than was asked for.
    """
    text = sum(len(message.content.encode("utf-8", "surrogatepass")) + _PER_MESSAGE for message in prompt.messages)
    return Reservation(text, sampling.max_tokens)


def expected(prompts: Iterable[Prompt], sampling: Sampling) -> tuple[Reservation, Reservation]:
    """What asking some prompts may come to: with answers of no length, and with the longest ones.

    A token is taken to be between two and five bytes of a prompt, which holds of most languages and tokenizers.
    """
    size = count = 0
    for prompt in prompts:
        size += sum(len(message.content.encode("utf-8", "surrogatepass")) for message in prompt.messages)
        count += 1
    return Reservation(size // 5, 0), Reservation(-(-size // 2), count * sampling.max_tokens)


@dataclass(slots=True)
class Budget:
    """Admits requests while what they come to stays within the limits even if each comes to its most.

    Attributes:
        limits: of the run.
        prices: needed where the cost has a limit.
        requests, prompt_tokens, completion_tokens: spent so far, before and within this command.
    """

    limits: Limits = UNLIMITED
    prices: Prices | None = None
    requests: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    _held_requests: int = 0
    _held_prompt: int = 0
    _held_completion: int = 0

    def __post_init__(self) -> None:
        if self.limits.cost is not None and self.prices is None:
            raise ValueError("a limit on the cost needs the prices of the model")

    @classmethod
    def after(cls, spent: Spent, limits: Limits, prices: Prices | None) -> Budget:
        """The budget of a run that has spent something already."""
        return cls(limits, prices, spent.requests, spent.prompt_tokens, spent.completion_tokens)

    @property
    def cost(self) -> float | None:
        """What was spent, in the currency of the prices."""
        return None if self.prices is None else self.prices.cost(self.prompt_tokens, self.completion_tokens)

    def admit(self, most: Reservation) -> str | None:
        """Hold what a request may come to; give what stands against it, in plain words, or `None`."""
        requests = self.requests + self._held_requests + 1
        prompt = self.prompt_tokens + self._held_prompt + most.prompt_tokens
        completion = self.completion_tokens + self._held_completion + most.completion_tokens
        limits = self.limits
        if limits.requests is not None and requests > limits.requests:
            return f"the limit of {counted(limits.requests, 'request')} is reached"
        if limits.tokens is not None and prompt + completion > limits.tokens:
            return f"one more request could go beyond the limit of {limits.tokens} tokens"
        if limits.cost is not None and self.prices is not None and self.prices.cost(prompt, completion) > limits.cost:
            return f"one more request could go beyond the limit of {limits.cost:g} on the cost"
        self._held_requests += 1
        self._held_prompt += most.prompt_tokens
        self._held_completion += most.completion_tokens
        return None

    @property
    def holds(self) -> bool:
        """Whether requests are under way, at whose end there may be more room than now."""
        return self._held_requests > 0

    def settle(self, most: Reservation, usage: Usage) -> None:
        """Put what a request came to in the place of what was held for it."""
        self._held_requests -= 1
        self._held_prompt -= most.prompt_tokens
        self._held_completion -= most.completion_tokens
        self.requests += 1
        self.prompt_tokens += usage.prompt_tokens or 0
        self.completion_tokens += usage.completion_tokens or 0
