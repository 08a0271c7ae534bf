"""Take a task and its requirements in words; give the prompt that a pattern's template makes of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeAlias

from ifdsl.rendering.numerals import letters
from ifdsl.rendering.prose import Part, paragraph
from ifdsl.rendering.sandbox import MOST_SOURCE, run
from ifdsl.rendering.saying import Rule
from ifdsl.rendering.vetting import TemplateProblem
from ifdsl.rendering.weaving import woven
from ifdsl.source.file import system_reason

__all__ = ["SUFFIX", "TemplateProblem", "assemble", "read_templates"]

SUFFIX = ".j2"
_BUILT_IN = Path(__file__).resolve().parent / "templates"
_STOPS = ".!?。！？…"
_INNER_STOP = re.compile(r"[.!?…][\"'”’)\]]*\s|[。！？…]")
_MOST_FILES = 1_000


Shown: TypeAlias = Callable[[int, str], str]
"""Gives what is to stand in the prompt for the words of a requirement; rules are numbered first, clauses after them."""


def assemble(
    pattern: str,
    language: str,
    *,
    task: str,
    rules: Sequence[Rule | str],
    clauses: Sequence[str],
    shown: Shown = lambda number, text: text,
    wording: int = 0,
    register: int = 0,
    shots: Sequence[tuple[str, str]] = (),
    templates: Mapping[str, str] | None = None,
) -> str:
    """The prompt that the pattern's template makes.

    The template sees `task`, `rules`, `clauses`, `wording` and `register`, the shots as `shot_prompts` and
    `shot_answers`, and what is made of these:

    - `prose`: the rules as a paragraph, strung together as the register has it;
    - `woven`: the task with the clauses woven in and the rules as prose after them;
    - `listed`: the rules as the lines of a list, each after a mark such as `1. ` or `- `, by the register;
    - `stem`: the task ready for a clause to follow it (empty where it is a question or more than one sentence);
    - `gap`: what separates the task from text after it (a blank line where the task has several lines or does not end
      like a sentence).

    Args:
        pattern: `listing`, `incorporation`, `example`, or the name of a pattern in `templates`.
        language: the language of the template.
        task: what is asked for.
        rules: requirements as sentences.
        clauses: requirements as clauses that go on from the task.
        shown: what is to stand there for a rule or a clause.
        wording: the number of the wording, for templates that vary their own words.
        register: the number of the way to introduce and to join requirements.
        shots: prompts with their answers, which stand before the task.
        templates: templates by `pattern.language`, or by `pattern` for all languages; these come first.

    Raises:
        TemplateProblem: there is no such template, or it is broken; see `sandbox`.
    """
    name, source = _template(pattern, language, templates or {})
    known = [rule if isinstance(rule, Rule) else Rule(rule, stopped=True) for rule in rules]
    stated = [Part(rule.text, partial(shown, at), rule.opened, rule.stopped) for at, rule in enumerate(known)]
    woven_in = [Part(text, partial(shown, place)) for place, text in enumerate(clauses, start=len(rules))]
    said = [part.show(part.text) for part in stated]
    prose = paragraph(stated, language, register, after=bool(clauses))
    values: dict[str, str | int | list[str]] = {
        "task": task,
        "stem": stem(task),
        "gap": gap(task),
        "woven": woven(stem(task), task, gap(task), woven_in, prose, language, register),
        "prose": prose,
        "listed": [mark + text for mark, text in zip(_marks(len(said), language, register), said, strict=True)],
        "rules": said,
        "clauses": [part.show(part.text) for part in woven_in],
        "wording": wording,
        "register": register,
        "shot_prompts": [prompt for prompt, _ in shots],
        "shot_answers": [answer for _, answer in shots],
    }
    return run(name, source, values)


def is_built_in(pattern: str, language: str, templates: Mapping[str, str] | None) -> bool:
    """Whether a template that ships puts this pattern together, and none of the user's."""
    own = templates or {}
    return not own.keys() & {pattern, f"{pattern}.{language}"} and f"{pattern}.{language}" in _built_in()


_MARKS = {
    "en": ("{n}. ", "- ", "{n}) ", "* ", "({n}) ", "{a}) ", "• "),
    "zh": ("{n}. ", "（{n}）", "- ", "{n}、"),
}
_CYCLE = 15
"""Ways of the listing template: from one round of them to the next the marks go on by one more."""


def _marks(count: int, language: str, register: int) -> list[str]:
    ways = _MARKS.get(language, _MARKS["en"])
    way = ways[(register + register // _CYCLE) % len(ways)]
    return [way.format(n=place + 1, a=letters(place)) for place in range(count)]


def read_templates(folder: Path) -> dict[str, str]:
    """The templates of a folder by name: `listing.en.j2` is `listing.en`.

    Raises:
        TemplateProblem: the folder or one of its templates cannot be read.
    """
    templates = {}
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix == SUFFIX and path.is_file())
    except OSError as error:
        raise TemplateProblem(str(folder), 0, f"the folder cannot be read: {system_reason(error)}") from None
    for path in paths[:_MOST_FILES]:
        try:
            if path.stat().st_size > 4 * MOST_SOURCE:
                raise TemplateProblem(str(path), 0, f"the template is longer than {MOST_SOURCE:,} characters")
            templates[path.stem] = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            raise TemplateProblem(str(path), 0, "the template is not valid UTF-8") from None
        except OSError as error:
            raise TemplateProblem(str(path), 0, f"the template cannot be read: {system_reason(error)}") from None
    return templates


def stem(task: str) -> str:
    """`task` without its full stop where a clause can follow it, else the empty text.

    A clause can follow one statement on one line without a colon, for what follows a colon may be material to work
    on. An abbreviation with a full stop counts as the end of a sentence: a clause after two sentences reads wrongly, a
    sentence after one does not.
    """
    text = task.strip()
    if not text or "\n" in text or ":" in text or "：" in text:
        return ""
    if text.endswith((".", "。")) and not text.endswith(("..", "…")):
        text = text[:-1]
    if text.endswith((*_STOPS, ";", "；", ",", "，")) or _INNER_STOP.search(text):
        return ""
    return text


def gap(task: str) -> str:
    """What separates `task` from text after it: a blank, nothing after a Chinese full stop, or a blank line.

    What follows a colon may be material to work on, which a sentence on the same line would seem to belong to.
    """
    text = task.strip().rstrip("\"'”’」』)]）")
    if any(mark in text for mark in "\n:：") or not text.endswith(tuple(_STOPS)):
        return "\n\n"
    return "" if text.endswith(("。", "！", "？")) else " "


def _template(pattern: str, language: str, templates: Mapping[str, str]) -> tuple[str, str]:
    full = f"{pattern}.{language}"
    for name in (full, pattern):
        if name in templates:
            return name, templates[name]
    built_in = _built_in()
    if full in built_in:
        return full, built_in[full]
    fitting = [name for name in (*templates, *built_in) if "." not in name or name.endswith(f".{language}")]
    known = sorted({name.partition(".")[0] for name in fitting})
    names = ", ".join(f"`{name}`" for name in known)
    raise TemplateProblem(
        full, 0, f"there is no template for the pattern `{pattern}` in `{language}`; there are {names}"
    )


@lru_cache(maxsize=1)
def _built_in() -> Mapping[str, str]:
    return read_templates(_BUILT_IN)
