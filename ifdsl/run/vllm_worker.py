"""Take a model and, on the standard input, orders as JSON lines; answer each with one line as soon as it is done.

This is a program of its own, which `ifdsl.run.vllm_engine` runs by its path: the engine spawns processes that load the
main module anew, prints where it likes, and may end in a crash. It imports nothing of this package.

An order is `{"id", "messages", "params", "structured", "template"}`, or `{"id", "cancel": true}`. The first line out
is `{"ready": …}` with what the engine was started with; each later one has the `id` and either the members of a chat
completion with `told`, or `error` with `kind` and `message`.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TextIO

_OVERLONG = ("maximum context length", "maximum model length")
_TAIL_TOKENS = 48

Order = dict[str, Any]
Orders = queue.SimpleQueue["Order | None"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer orders until the standard input closes."""
    parser = argparse.ArgumentParser(description="answer chats with an offline vLLM engine")
    parser.add_argument("--model", required=True, help="a folder, or a name that vLLM can load")
    parser.add_argument("--options", default="{}", help="arguments of `vllm.LLM`, as a JSON object")
    asked = parser.parse_args(arguments)
    # The answers are to be all that comes out; whatever the engine prints goes where its log goes.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as output:
        os.dup2(2, 1)
        import vllm

        llm = vllm.LLM(model=asked.model, **json.loads(asked.options))
        if not hasattr(llm, "enqueue_chat"):
            raise RuntimeError(f"vLLM {vllm.__version__} is too old: its `LLM` has no `enqueue_chat`")
        desk = Desk(llm, asked.model, output)
        desk.write({"ready": _facts(llm, vllm.__version__)})
        orders: Orders = queue.SimpleQueue()
        threading.Thread(target=_read, args=(orders,), daemon=True).start()
        desk.serve(orders)
    return 0


def _read(orders: Orders) -> None:
    for line in sys.stdin.buffer:
        orders.put(json.loads(line))
    orders.put(None)


@dataclass(frozen=True, slots=True)
class _Begun:
    order: int
    internal: str
    """The engine's own name of the request, by which it can be ended."""
    sampling: Mapping[str, object]


@dataclass(slots=True)
class Desk:
    """Hands orders to the engine between two of its steps, so that the batch it works on is always as full as can be.

    `LLM.chat` would hold back every answer until the slowest of its batch is there, and one bad prompt would end it.
    """

    llm: Any
    model: str
    output: TextIO
    begun: dict[str, _Begun] = field(default_factory=dict)
    """By the name under which the engine gives the outcome."""

    def serve(self, orders: Orders) -> None:
        """Work until `None` is ordered; what is under way then is given up."""
        engine = self.llm.llm_engine
        while True:
            for order in _waiting(orders, patient=not self.begun):
                if order is None:
                    engine.abort_request([each.internal for each in self.begun.values()], internal=True)
                    return
                self.take(order)
            if self.begun:
                for result in engine.step():
                    if result.finished:
                        self.tell(result)

    def take(self, order: Order) -> None:
        """Begin an order, say why it cannot be begun, or end one that was begun before."""
        if "cancel" in order:
            for name, begun in list(self.begun.items()):
                if begun.order == order["id"]:
                    self.llm.llm_engine.abort_request([begun.internal], internal=True)
                    del self.begun[name]
            return
        try:
            params = self._params(order)
            (internal,) = self.llm.enqueue_chat(
                [order["messages"]], [params], use_tqdm=False, chat_template_kwargs=order["template"]
            )
        except _request_errors() as error:
            self.write({"id": order["id"], "error": {"kind": _kind(error), "message": str(error)}})
            return
        # The engine adds letters of its own to the number that it counts requests by.
        self.begun[internal.partition("-")[0]] = _Begun(order["id"], internal, _stated(params))

    def tell(self, result: Any) -> None:
        """Write what came of a request that is done."""
        begun = self.begun.pop(result.request_id, None)
        if begun is None:
            return  # cancelled while its end was on the way
        answer = result.outputs[0]
        if answer.finish_reason in ("abort", "error"):
            told = {"kind": "engine", "message": f"the engine ended the request: `{answer.finish_reason}`"}
            self.write({"id": begun.order, "error": told})
            return
        self.write(
            {
                "id": begun.order,
                "model": self.model,
                "choices": [{"message": {"content": answer.text}, "finish_reason": answer.finish_reason}],
                "usage": {
                    "prompt_tokens": len(result.prompt_token_ids),
                    "completion_tokens": len(answer.token_ids),
                },
                "told": {
                    "sampling": begun.sampling,
                    "stop_reason": answer.stop_reason,
                    "prompt_end": self._end(result.prompt_token_ids),
                },
            }
        )

    def write(self, line: Mapping[str, object]) -> None:
        print(json.dumps(line, default=str), file=self.output, flush=True)

    def _params(self, order: Order) -> Any:
        """The model's own defaults, as `vllm serve` takes them, under what the order says."""
        from vllm import SamplingParams
        from vllm.sampling_params import StructuredOutputsParams

        fields = {**_changed(self.llm.get_default_sampling_params()), **order["params"]}
        if order["structured"] is not None:
            fields["structured_outputs"] = StructuredOutputsParams(**order["structured"])
        return SamplingParams(**fields)

    def _end(self, tokens: Sequence[int]) -> str:
        """The last words of the rendered prompt: they show whether the template has opened the thinking."""
        text: str = self.llm.get_tokenizer().decode(list(tokens[-_TAIL_TOKENS:]), skip_special_tokens=False)
        return text


def _waiting(orders: Orders, *, patient: bool) -> Iterator[Order | None]:
    """All orders that are there now; where the caller has nothing else to do, at least one."""
    if patient:
        yield orders.get()
    while True:
        try:
            yield orders.get_nowait()
        except queue.Empty:
            return


def _kind(error: BaseException) -> str:
    if any(words in str(error) for words in _OVERLONG):
        return "context_length"
    import jinja2

    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, jinja2.TemplateError):
            return "template_error"
        cause = cause.__cause__ or cause.__context__
    return "invalid_request"


def _request_errors() -> tuple[type[Exception], ...]:
    """What the engine raises about one request; before it had a class for that, it raised `ValueError`."""
    import jinja2

    found = getattr(import_module("vllm.exceptions"), "VLLMClientError", ValueError)
    return (jinja2.TemplateError, ValueError, TypeError, found)


def _changed(params: Any) -> dict[str, Any]:
    """The public fields of sampling parameters that are not as a new object has them."""
    plain = type(params)()
    fields = [name for name in params.__struct_fields__ if not name.startswith("_")]
    return {name: getattr(params, name) for name in fields if getattr(params, name) != getattr(plain, name)}


def _stated(params: Any) -> dict[str, object]:
    """The sampling parameters in force, fit for JSON; those that are vLLM's defaults are left out."""
    changed = _changed(params)
    # How outcomes are handed over and how much text is held back say nothing of how the answer is drawn.
    for name in ("output_kind", "output_text_buffer_length", "skip_clone"):
        changed.pop(name, None)
    structured = changed.get("structured_outputs")
    if structured is not None:
        members = {name: value for name, value in vars(structured).items() if not name.startswith("_")}
        changed["structured_outputs"] = {name: value for name, value in members.items() if value}
    return changed


def _facts(llm: Any, version: str) -> dict[str, object]:
    config = llm.llm_engine.vllm_config
    model = config.model_config
    return {
        "vllm": version,
        "dtype": str(model.dtype).removeprefix("torch."),
        "quantization": model.quantization,
        "max_model_len": model.max_model_len,
        "max_num_seqs": config.scheduler_config.max_num_seqs,
        "generation_config": _stated(llm.get_default_sampling_params()),
    }


if __name__ == "__main__":
    raise SystemExit(main())
