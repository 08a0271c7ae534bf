"""Give what is put around a prompt whose text stays whole: openings, closings, and reminders of what it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

OPENINGS = (
    "Please help me with the following.",
    "Here is what I would like you to do.",
    "I have a request for you.",
    "Could you take care of this for me?",
    "Hi! Here is my request.",
    "Please read the whole request before you start.",
    "I need your help with something.",
    "Here is a task for you.",
)
CLOSINGS = (
    "Thank you!",
    "Please keep to everything that is asked for above.",
    "Please check your answer against this request before you send it.",
    "Thanks in advance for keeping to all of this.",
    "Make sure that you do not miss any part of it.",
    "Thanks a lot for your help!",
)
_REMINDERS = (
    "To recap:",
    "As a reminder:",
    "To be clear:",
    "In short, please keep to the following:",
    "Once more, what matters for the form of your answer:",
    "Before you answer, please check these points:",
    "Again:",
)
_BULLETS = ("- ", "* ", "{number}. ", "{number}) ")


def reminded(text: str, rules: Sequence[str], random: Random) -> str:
    """The text, and after it what it asks for once more, in other words."""
    heading = random.choice(_REMINDERS)
    if len(rules) == 1:
        return f"{text}\n\n{heading} {rules[0]}"
    bullet = random.choice(_BULLETS)
    lines = [bullet.format(number=place) + rule for place, rule in enumerate(rules, start=1)]
    return "\n".join([f"{text}\n", heading, *lines])


def framed(text: str, random: Random) -> str:
    """The text with an opening, a closing or both."""
    opening, closing = random.choice(((True, False), (False, True), (True, True)))
    parts = [random.choice(OPENINGS)] if opening else []
    parts.append(text)
    if closing:
        parts.append(random.choice(CLOSINGS))
    return "\n\n".join(parts)


def opened(text: str, random: Random) -> str:
    """The text with an opening, on its own line or on that of the text."""
    return f"{random.choice(OPENINGS)}{random.choice((chr(10) * 2, ' '))}{text}"
