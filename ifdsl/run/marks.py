"""Take the names of families of models, or a user's own marks; give how their reasoning is set apart in a message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple


class Family(NamedTuple):
    """How one family of models sets its reasoning apart; `opening`, `closing` and `answer` are regular expressions."""

    opening: str
    closing: str
    answer: str = ""
    """What a family writes before the answer, beyond the closing mark; nothing where it is empty."""
    ends: tuple[str, ...] = ()
    """What may stand after an answer that `answer` or `opening` came before, letter for letter."""
    alone: bool = True
    """Whether a closing mark without an opening one is believed where nobody said that the template opens it."""
    unclosed: bool = True
    """Whether an opening mark is believed without a closing one; not where it is an ordinary word."""


def family(opening: str, closing: str) -> Family:
    """The family that is not in the table, by its marks, as they are written.

    Raises:
        ValueError: a mark is blank.
    """
    if not (opening.strip() and closing.strip()):
        raise ValueError("a mark of reasoning is blank")
    return Family(re.escape(opening.strip()), re.escape(closing.strip()))


# In the harmony format a message is a header up to `<|message|>` and a body up to one of three ends.
_HARMONY_HEADER = r"(?:<\|start\|>assistant)?<\|channel\|>{}[^<]{{0,80}}(?:<\|constrain\|>[^<]{{0,80}})?<\|message\|>"

FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        # DeepSeek R1 and V3.1, Qwen 3, QwQ, GLM 4.5, MiniMax M2, Nemotron, Phi 4, OLMo 3, Ernie 4.5, Kimi K2.
        "think": family("<think>", "</think>"),
        # Magistral, by the special tokens of its tokenizer.
        "mistral": family("[THINK]", "[/THINK]"),
        # Kimi VL and Kimi 1.5.
        "kimi": family("◁think▷", "◁/think▷"),
        "seed_oss": family("<seed:think>", "</seed:think>"),
        # gpt-oss, where the server hands its tokens on (calls of tools count as reasoning); and where it drops them.
        "gpt_oss": Family(
            _HARMONY_HEADER.format("(?:analysis|commentary)"),
            r"<\|(?:end|call|return)\|>|(?=(?:<\|start\|>assistant)?<\|channel\|>)",
            answer=_HARMONY_HEADER.format("final"),
            ends=("<|return|>", "<|end|>"),
            alone=False,
        ),
        "gpt_oss_bare": Family("analysis", "assistantfinal", alone=False, unclosed=False),
        "gemma": family("<|channel>thought", "<channel|>"),
        # Command R7B and Command A.
        "cohere": Family(
            re.escape("<|START_THINKING|>"),
            re.escape("<|END_THINKING|>"),
            answer=re.escape("<|START_RESPONSE|>"),
            ends=("<|END_RESPONSE|>",),
        ),
        "apertus": family("<|inner_prefix|>", "<|inner_suffix|>"),
        "pangu": family("[unused16]", "[unused17]"),
        "longcat": family("<longcat_think>", "</longcat_think>"),
        "k2_fast": family("<think_fast>", "</think_fast>"),
        "k2_faster": family("<think_faster>", "</think_faster>"),
        # EXAONE Deep and Gemini.
        "thought": family("<thought>", "</thought>"),
        # Fine-tuned models and system prompts; plain XML, so that a lone closing mark shows nothing.
        "thinking": family("<thinking>", "</thinking>")._replace(alone=False),
        "reasoning": family("<reasoning>", "</reasoning>")._replace(alone=False),
        # The marks of these also begin answers of other models to prompts that ask for them.
        "granite": Family("Here is my thought process:", "Here is my response:", alone=False, unclosed=False),
        "granite_tags": Family("<think>", "</think>", answer="<response>", ends=("</response>",)),
        "hunyuan": Family("<think>", "</think>", answer="<answer>", ends=("</answer>",)),
    }
)
"""The marks of known families, as their model cards and chat templates give them."""
_NAMED_ONLY = frozenset({"granite", "granite_tags", "hunyuan"})
_USUALLY: tuple[Family, ...] = tuple(each for name, each in FAMILIES.items() if name not in _NAMED_ONLY)
"""The families that are recognised where nothing else is said, the surest first."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Which marks are recognised, and what is known of the chat template."""

    families: tuple[Family, ...] = _USUALLY
    """None turns the splitting off."""
    opened: bool | None = None
    """Whether the chat template opens the thinking.

    `True`: the content up to the first closing mark is reasoning, however it is written. Without a closing mark the
    whole is reasoning where the answer met the limit on tokens, and an answer where it came to its end: the model did
    not think, or the server took the thinking out. `False`: a lone closing mark belongs to the answer. `None`, not
    known: a lone closing mark ends reasoning unless it is spoken of, in code or in a sentence, or an opening one
    stands before it.
    """


USUAL = Marks()


def read_marks(words: Iterable[str], opened: bool | None = None) -> Marks:
    """The marks that a user asks for.

    Args:
        words: `usual`, `off`, names of `FAMILIES`, or marks of the user's own as `<a>...</a>`.
        opened: whether the chat template opens the thinking, where that is known.

    Raises:
        ValueError: a word is none of these, in plain words.
    """
    chosen: list[Family] = []
    given = list(words)
    for word in given:
        opening, dots, closing = word.partition("...")
        if word == "usual":
            chosen += USUAL.families
        elif word in FAMILIES:
            chosen.append(FAMILIES[word])
        elif dots:
            chosen.append(family(opening, closing))
        elif word != "off" or len(given) > 1:
            names = ", ".join(f"`{name}`" for name in ("usual", *FAMILIES))
            raise ValueError(f"`{word}` names no marks of reasoning; `off` alone, {names} or `<a>...</a>` do")
    return Marks(tuple(dict.fromkeys(chosen)), opened)
