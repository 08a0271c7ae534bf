"""Take a text with holes and the values of its variables; give the text."""

from __future__ import annotations

from typing import Any

from ifdsl.ir import nodes as n
from ifdsl.ir.evaluate import Environment, as_declared, evaluate
from ifdsl.ir.walk import free_variables
from ifdsl.rendering.agreement import carry, is_label, name_one
from ifdsl.rendering.phrases import governing, phrase


def fill(template: n.Template, environment: Environment, language: str = "en") -> str:
    """`template` with each hole as the phrase of its value.

    An English noun after a hole whose number is 1 becomes singular, and one before a list of one element; nothing else
    of the template changes, and no value does. Values are never read as templates.

    Raises:
        ValueError: a hole has no value or its value no phrase, in plain words.
        Undecided: a primitive hit one of its bounds.
    """
    written: list[str] = []
    number = None
    before = ""
    for part in template.parts:
        if isinstance(part, str):
            unfinished = False
            if language == "en":
                part, unfinished = carry(number, part)
            if not unfinished:
                number = None
            written.append(part)
            before = part
            continue
        value = value_of(part.expression, environment)
        if not is_label(before):
            number = governing(value, part.format)
        if language == "en" and before and isinstance(value, list | tuple) and len(value) == 1:
            written[-1] = name_one(before)
        written.append(phrase(value, part.format, language))
        before = ""
    return "".join(written)


def value_of(expression: n.Expr, environment: Environment) -> Any:
    """The value of an expression that stands in a prompt or a spec; a number where a range is due is that range.

    Raises:
        ValueError: the expression needs something that is known only once there is a response.
    """
    missing = sorted(free_variables(expression) - environment.keys())
    if missing:
        raise ValueError(f"`{missing[0]}` has no value in a prompt")
    return as_declared(evaluate(expression, environment), expression.type)
