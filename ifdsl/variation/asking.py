"""Take a task; give it in another register: `Write …` as `Please write …`, or as `Could you write …?`.

Only a first sentence that begins with a plain verb, or that asks `can you`, is put otherwise, and only where the
change is one of a word or two at its beginning. Anything else stays as it is.
"""

from __future__ import annotations

import re
from random import Random

_VERBS = (
    "write|create|give|make|compose|generate|draft|tell|explain|describe|list|name|rewrite|summarize|plan|invent|provide"
    "|suggest|expand|critique|criticize|design|develop|brainstorm|produce|improve|elaborate|discuss|prepare|imagine|come"
    "|put|work|review|compare|argue|outline|sum|turn|recommend|translate|complete|answer"
)
_PLAIN = re.compile(rf"(?P<verb>{_VERBS})\b(?=\s)", re.IGNORECASE)
_CAN_YOU = re.compile(rf"(?:can|could) you (?:please )?(?P<verb>{_VERBS})\b(?=\s)(?P<rest>[^?\n]*)\?", re.IGNORECASE)
_SENTENCE = re.compile(r"[^.?!\n:\"“(]+\.(?=\s|$)")
_STOPPED = re.compile(r"[.!?][\"'”’]$")
_POLITE = ("Please {}", "Please {}", "I would like you to {}", "I need you to {}", "I want you to {}")
_QUESTIONS = ("Could you {}?", "Can you {}?", "Would you please {}?")


def posed(task: str, random: Random) -> str:
    """The task in a register drawn at random, often its own."""
    if random.randrange(2):
        return task
    asked = _CAN_YOU.match(task)
    if asked is not None:
        plain = f"{asked['verb'].lower()}{asked['rest']}"
        form = random.choice(("{}", *_POLITE))
        stop = "" if _STOPPED.search(plain) else "."
        return _begun(form.format(plain)) + stop + task[asked.end() :]
    plain_verb = _PLAIN.match(task)
    if plain_verb is None:
        return task
    lowered = task[0].lower() + task[1:]
    sentence = _SENTENCE.match(task)
    if sentence is not None and random.randrange(2):
        return random.choice(_QUESTIONS).format(lowered[: sentence.end() - 1]) + task[sentence.end() :]
    return random.choice(_POLITE).format(lowered)


def _begun(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
