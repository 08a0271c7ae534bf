"""Give the declared sets of views under which a response may be graded leniently: names with functions on texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping

View = Callable[[str], str]


def original(text: str) -> str:
    return text


def without_asterisks(text: str) -> str:
    return text.replace("*", "")


def without_first_line(text: str) -> str:
    return text.partition("\n")[2].strip()


def without_last_line(text: str) -> str:
    return text.rpartition("\n")[0].strip()


def without_outer_lines(text: str) -> str:
    return text.partition("\n")[2].rpartition("\n")[0].strip()


def without_first_line_and_asterisks(text: str) -> str:
    # Asterisks go after the strip, as published: `* x` at an end keeps the blank beside the asterisk.
    return without_asterisks(without_first_line(text))


def without_last_line_and_asterisks(text: str) -> str:
    return without_asterisks(without_last_line(text))


def without_outer_lines_and_asterisks(text: str) -> str:
    return without_asterisks(without_outer_lines(text))


LENIENT: Mapping[str, Mapping[str, View]] = {
    "ifeval": {
        view.__name__: view
        for view in (
            original,
            without_asterisks,
            without_first_line,
            without_last_line,
            without_outer_lines,
            without_first_line_and_asterisks,
            without_last_line_and_asterisks,
            without_outer_lines_and_asterisks,
        )
    }
}
"""`ifeval`: the eight texts that `evaluation_lib.py` of instruction_following_eval (google-research) tries in turn."""
