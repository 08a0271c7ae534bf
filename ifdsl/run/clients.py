"""Take a prompt, ask a server that speaks the OpenAI chat protocol, give a response; a failure is one too."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Literal, Protocol, Self

from ifdsl.primitives.extras import MissingExtra
from ifdsl.run.address import ClientSetupError, is_loopback, read_address, read_key
from ifdsl.run.protocol import Answer, Failure, plain, read_answer, read_error, unaskable
from ifdsl.run.retry import RetryPolicy, retry_after
from ifdsl.store.records import Prompt, Response, Sampling, fingerprint

OPENAI_URL = "https://api.openai.com/v1"
_LARGEST_ANSWER = 16 * 1024 * 1024
_CONNECT_SECONDS = 10.0


class Client(Protocol):
    """Something that answers prompts. It is entered once per run, inside the event loop of that run."""

    @property
    def model(self) -> str: ...

    async def ask(self, prompt: Prompt, sampling: Sampling) -> Response: ...

    async def __aenter__(self) -> Self: ...

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A model on a server, and the patience for it.

    `timeout` bounds one attempt, `deadline` all attempts for one prompt and the waits between, in seconds.
    """

    model: str
    base_url: str = OPENAI_URL
    key_variable: str | None = None
    """The environment variable that holds the key; see `read_key` for what happens without one."""
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    timeout: float = 120.0
    deadline: float = 600.0
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    """Under which name the limit on tokens is sent: some hosted models refuse the older `max_tokens`."""


class OpenAIClient:
    """A client over the `openai` package, whose own retries are off so that each attempt is counted once.

    Raises:
        MissingExtra: the `openai` package is not installed.
        ClientSetupError: the address or the key cannot be used.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        if find_spec("openai") is None:
            raise MissingExtra("a model server", "openai")
        if not (endpoint.model.strip() and endpoint.model.isprintable()):
            raise ClientSetupError("the name of the model is blank or has characters that cannot be sent")
        self.endpoint = endpoint
        self._address = read_address(endpoint.base_url)
        self._key = read_key(self._address, endpoint.key_variable)
        self._api: Any = None
        self._lost: tuple[type[Exception], ...] = ()

    def __repr__(self) -> str:
        return f"OpenAIClient(model={self.endpoint.model!r}, base_url={self.endpoint.base_url!r})"

    @property
    def model(self) -> str:
        return self.endpoint.model

    async def __aenter__(self) -> Self:
        import openai

        self._lost = (openai.APIConnectionError, *_transport_errors())
        # A proxy that the environment names for the outside must not be asked for this machine.
        transport = openai.DefaultAsyncHttpxClient(trust_env=not is_loopback(self._address))
        self._api = openai.AsyncOpenAI(
            base_url=self.endpoint.base_url,
            api_key=self._key,
            max_retries=0,
            timeout=openai.Timeout(None, connect=_CONNECT_SECONDS),
            http_client=transport,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        api, self._api = self._api, None
        await api.close()

    async def ask(self, prompt: Prompt, sampling: Sampling) -> Response:
        """Ask once, and again as the retry policy says.

        Returns:
            The response; where there is no answer, `error` says why.
        """
        blank = Response(
            prompt_id=prompt.id,
            text="",
            status="api_error",
            model=self.model,
            request=fingerprint(self.model, sampling, prompt.messages),
        )
        fault = unaskable(prompt)
        if fault is not None:
            return blank._replace(attempts=0, error=fault, error_kind="invalid_prompt")
        clock = asyncio.get_running_loop().time
        end = clock() + self.endpoint.deadline
        attempt = 0
        while True:
            attempt += 1
            started = clock()
            result = await self._attempt(prompt, sampling, min(self.endpoint.timeout, end - started))
            tried = blank._replace(attempts=attempt, latency=round(clock() - started, 6))
            if isinstance(result, Answer):
                return _answered(tried, result)
            message = self._redacted(result.message)
            failed = tried._replace(status=result.status, error=message, error_kind=result.kind)
            if not result.retried or attempt >= self.endpoint.retry.attempts:
                return failed
            wait = self.endpoint.retry.delay(prompt.id, attempt, result.retry_after)
            if clock() + wait >= end:
                late = f"the next try would come after the deadline of {self.endpoint.deadline:g} s"
                return failed._replace(error=f"{message}; {late}")
            await asyncio.sleep(wait)

    async def _attempt(self, prompt: Prompt, sampling: Sampling, limit: float) -> Answer | Failure:
        import openai

        try:
            async with asyncio.timeout(limit):
                return read_answer(await self._send(prompt, sampling))
        except (TimeoutError, openai.APITimeoutError):
            words = f"no complete answer within {limit:.3g} s"
            return Failure("timeout", words, retried=True, status="timeout")
        except _TooLargeError:
            words = f"the server's answer is larger than {_LARGEST_ANSWER} bytes"
            return Failure("too_large", words, retried=False)
        except openai.APIStatusError as error:
            wait = retry_after(error.response.headers, time.time())
            return read_error(error.status_code, error.body, wait)
        except self._lost as error:
            cause = plain(str(error.__cause__ or error)) or "no reason given"
            return Failure("connection", f"the connection to the server failed: {cause}", retried=True)

    async def _send(self, prompt: Prompt, sampling: Sampling) -> bytes:
        asked: dict[str, Any] = {}
        for name in ("temperature", "top_p", "seed"):
            if getattr(sampling, name) is not None:
                asked[name] = getattr(sampling, name)
        if sampling.stop:
            asked["stop"] = list(sampling.stop)
        async with self._api.chat.completions.with_streaming_response.create(
            model=self.model,
            messages=[{"role": m.role, "content": m.content} for m in prompt.messages],
            # Older packages know no `max_completion_tokens`; as an extra member any of them sends it.
            extra_body={**sampling.extra, self.endpoint.limit_field: sampling.max_tokens},
            **asked,
        ) as response:
            return await _read_capped(response.iter_bytes())

    def _redacted(self, text: str) -> str:
        return text if self._key == "none" else text.replace(self._key, "[key]")


def _answered(tried: Response, answer: Answer) -> Response:
    return tried._replace(
        text=answer.text,
        status=answer.status,
        finish_reason=answer.finish_reason,
        usage=answer.usage,
        reasoning=answer.reasoning,
        served_model=answer.served_model,
    )


class _TooLargeError(Exception):
    pass


async def _read_capped(chunks: AsyncIterator[bytes]) -> bytes:
    # A server that never stops must cost neither the memory nor, with the timeout, the time of the run.
    body = bytearray()
    async for chunk in chunks:
        body += chunk
        if len(body) > _LARGEST_ANSWER:
            raise _TooLargeError
    return bytes(body)


def _transport_errors() -> tuple[type[Exception], ...]:
    """What is raised where a connection breaks within an answer: older `openai` has another transport."""
    return tuple(import_module(name).HTTPError for name in ("httpx2", "httpx") if find_spec(name) is not None)
