"""Take a prompt and something that is graded; give the stretches of the prompt that ask for it."""

from __future__ import annotations

from ifdsl.linting.graded import Graded
from ifdsl.linting.prompts import Prompt
from ifdsl.recognition.locating import Asked, locate
from ifdsl.recognition.reading import Span


def where_asked(prompt: Prompt, one: Graded) -> tuple[Span, ...]:
    """The stretches that ask for what is graded, as far as the prompt does; none where none does."""
    values = tuple(value.value for value in one.values if not value.choice)
    name = "" if one.literal else one.title.rpartition(":")[2]
    return locate(prompt.text, [Asked(name, one.masked[:1], one.masked[1:], values)])[0]
