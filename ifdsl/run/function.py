"""Take the name of a Python function; give a client that answers by calling it.

The function takes the messages (a list of objects with `role` and `content`) and the sampling (an object), and gives
the answer as a text, or an object like the body of a chat completion. It may be `async`.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from types import TracebackType
from typing import Any, Self

from ifdsl.run.address import ClientSetupError
from ifdsl.run.protocol import Answer, Failure, plain, read_answer, status_of
from ifdsl.store.records import Request, Sampling, Subject, plain_sampling

SLOTS = 8
"""Calls at once: a function is somebody's own code, which may not bear many."""


class Function:
    """A client over a function of the user's own.

    Args:
        function: the function, or its name as `module:function`. A name is imported, which runs the module: it is to
            come from the user alone, and never from a file of somebody else's.
        name: what the model is called; by default the name of the function.
        slots: calls at once.

    Raises:
        ClientSetupError: there is no such function.
    """

    def __init__(self, function: str | Callable[..., Any], name: str | None = None, slots: int = SLOTS) -> None:
        self._function = _found(function) if isinstance(function, str) else function
        self.slots: int | None = slots
        named = function if isinstance(function, str) else getattr(function, "__qualname__", type(function).__name__)
        self.subject = Subject("python", name or named)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    async def attempt(self, request: Request, sampling: Sampling, limit: float) -> Answer | Failure:
        """Call the function once; see `Client`. What it raises is the failure of this request alone."""
        messages = [message._asdict() for message in request.prompt.messages]
        asked = plain_sampling(sampling.of_repeat(request.repeat))
        waited = asyncio.timeout(limit)
        try:
            async with waited:
                # A coroutine function runs in the loop; any other may block, and gets a thread.
                if inspect.iscoroutinefunction(self._function):
                    answer = await self._function(messages, asked)
                else:
                    answer = await _in_thread(self._function, messages, asked)
                if inspect.isawaitable(answer):
                    answer = await answer
        except TimeoutError as error:
            # The function may have limits of its own, which are met for as passing a reason.
            words = f"no answer within {limit:.3g} s" if waited.expired() else plain(f"TimeoutError: {error}")
            return Failure("timeout", words, retried=True, status="timeout")
        except Exception as error:  # noqa: BLE001 - it is somebody else's code, and others of its answers are paid for
            return Failure("function", plain(f"{type(error).__name__}: {error}"), retried=False)
        return _read(answer)


async def _in_thread(function: Callable[..., Any], *arguments: object) -> Any:
    """Call a function in a thread of its own. The end of the run does not wait for one that never comes back."""
    loop = asyncio.get_running_loop()
    answered: asyncio.Future[Any] = loop.create_future()

    def settle(answer: object, error: Exception | None) -> None:
        if answered.done():
            return
        if error is None:
            answered.set_result(answer)
        else:
            answered.set_exception(error)

    def work() -> None:
        answer: object = None
        raised: Exception | None = None
        try:
            answer = function(*arguments)
        except StopIteration as error:
            # The one exception that a future cannot hold.
            raised = RuntimeError(f"StopIteration: {error}")
        except Exception as error:  # noqa: BLE001 - it is raised where the answer is waited for
            raised = error
        # The loop is closed where the run ended before the function did.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, answer, raised)

    threading.Thread(target=work, name="ifdsl-function", daemon=True).start()
    return await answered


def _read(answer: object) -> Answer | Failure:
    if isinstance(answer, str):
        return Answer(text=answer, status=status_of(answer, None))
    if isinstance(answer, dict):
        try:
            body = json.dumps(answer).encode("utf-8")
        except (TypeError, ValueError, RecursionError):
            return Failure("malformed", "the function gave an object that is not JSON", retried=False)
        read = read_answer(body)
        return read if isinstance(read, Answer) else Failure("malformed", read.message, retried=False)
    return Failure("malformed", f"the function gave a `{type(answer).__name__}`, and no text", retried=False)


def _found(name: str) -> Callable[..., Any]:
    module, colon, function = name.partition(":")
    if not colon or not module or not function:
        raise ClientSetupError(f"`{plain(name)}` names no function: it looks like `module:function`")
    try:
        found: Any = import_module(module)
        for part in function.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise ClientSetupError(f"the function `{plain(name)}` is not there: {plain(str(error))}") from error
    except Exception as error:
        reason = plain(f"{type(error).__name__}: {error}")
        raise ClientSetupError(f"the module of `{plain(name)}` cannot be imported: {reason}") from error
    if not callable(found):
        raise ClientSetupError(f"`{plain(name)}` is no function")
    return found  # type: ignore[no-any-return]
