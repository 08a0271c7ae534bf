"""Take StructFlowBench's dialogues; give what is wrong with them that code can see, each finding with its place.

That is: relations that reach a turn they cannot, turn names that begin anew, turns that stand in two dialogues, golden
answers that break what their own checklist counts, items that their prompt does not ask for, items of another type than
they have, and members of another name than the shape's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ifdsl.checking.verdict import Verdict
from ifdsl.published.structflow.dialogues import Dialogue, Question, Turn
from ifdsl.published.structflow.questions import Questions
from ifdsl.published.structflow.regrading import Decider
from ifdsl.source import codes
from ifdsl.source.codes import Code
from ifdsl.source.diagnostic import Diagnostic, quoted

FORMATS = ("json", "xml", "csv", "yaml", "html", "latex", "markdown", "table", "list", "bullet", "numbered")
"""What a Basic Format item names, in the paper's words (arXiv 2502.14494, table 7)."""

_ASKED = {
    "json": ("json",),
    "markdown": ("markdown", "md"),
    "table": ("table", "tabular"),
    "email": ("email", "e-mail", "mail"),
    "letter": ("letter",),
    "bullet": ("bullet", "list", "point"),
}
"""Words of an item, and what a prompt that asks for it has one of."""
_NUMBER = re.compile(r"\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|couple|few|half)\b", re.IGNORECASE)
_TEMPLATE = re.compile(r"template|\[|\.\.\.|'|start|begin|end\b|conclu|layout|section|label|follow", re.IGNORECASE)
_SHORTEST = 2


def faults(dialogues: Sequence[Dialogue], questions: Questions) -> Iterator[Diagnostic]:
    """What is wrong with the dialogues, in their order.

    Raises:
        CompileFailed: the pack has errors.
    """
    decider = Decider.of_pack()
    repeated = _repeated(dialogues)
    for dialogue in dialogues:
        found = [
            *_names(dialogue),
            *repeated.get(dialogue.index, ()),
            *_relations(dialogue),
            *(one for place, turn in enumerate(dialogue.turns, 1) for one in _turn(place, turn, questions, decider)),
            *_members(dialogue),
        ]
        for code, place, message in found:
            where = f"dialogue {dialogue.index}" + (f", turn {place}" if place else "")
            yield dialogue.record.problem(f"{where}: {message}", code)


_Found = tuple[Code, int, str]
"""A kind of fault, the turn that it is in (0 for the dialogue), and what it is."""


def _names(dialogue: Dialogue) -> Iterator[_Found]:
    if dialogue.repeated:
        names = ", ".join(quoted(name) for name in dialogue.repeated)
        yield codes.RESTARTED_NAMES, 0, f"the names of turns begin anew: {names} twice"


def _repeated(dialogues: Iterable[Dialogue]) -> dict[int, list[_Found]]:
    """Runs of turns that stand in an earlier dialogue too, by the later dialogue."""
    seen: dict[tuple[str, str], tuple[int, int]] = {}
    found: dict[int, list[_Found]] = {}
    for dialogue in dialogues:
        texts = [turn.prompt for turn in dialogue.turns]
        place = 0
        while place + _SHORTEST <= len(texts):
            first = seen.get((texts[place], texts[place + 1]))
            if first is None:
                seen[texts[place], texts[place + 1]] = dialogue.index, place
                place += 1
                continue
            length = _SHORTEST
            while place + length < len(texts) and seen.get((texts[place + length - 1], texts[place + length])) == (
                first[0],
                first[1] + length - 1,
            ):
                length += 1
            message = f"turns {place + 1} to {place + length} are turns {first[1] + 1} to {first[1] + length}"
            message += f" of dialogue {first[0]}"
            found.setdefault(dialogue.index, []).append((codes.REPEATED_TURNS, place + 1, message))
            place += length
    return found


def _relations(dialogue: Dialogue) -> Iterator[_Found]:
    """Relations that reach where they cannot; in the released data there is none."""
    for edge in dialogue.edges:
        for target in edge.targets:
            for source in edge.sources:
                far = target - source
                near = edge.relation in ("follows", "refines", "departs")
                if far < 1 or (near and far > 1) or (edge.relation == "recalls" and far < 2):
                    message = f"`{edge.relation}` cannot stand between turn {source} and turn {target}"
                    yield codes.MISPLACED_RELATION, target, message


def _turn(place: int, turn: Turn, questions: Questions, decider: Decider) -> Iterator[_Found]:
    for question in turn.questions:
        demand = questions.decided(question)
        if demand is not None:
            outcome = decider.outcome(demand, turn.golden)
            if outcome.verdict is Verdict.FAIL:
                message = f"the golden answer breaks {quoted(question.content)}: {outcome.message}"
                yield codes.GOLDEN_FAILS, place, message
        missing = _missing(question, turn.prompt)
        if missing is not None:
            message = f"{quoted(question.content)} is graded, and the prompt says nothing of {quoted(missing)}"
            yield codes.UNSTATED, place, message
        other = _other_type(question)
        if other is not None:
            yield codes.OTHER_TYPE, place, f"{quoted(question.content)} is called a {question.type}, and {other}"


def _missing(question: Question, prompt: str) -> str | None:
    """What a question about the form of the response asks for and its prompt has no word of."""
    if question.type not in ("Basic Format Constraint", "Template Format Constraint"):
        return None
    said, asked = prompt.casefold(), question.content.casefold()
    for word, ways in _ASKED.items():
        if re.search(rf"\b{word}", asked) and not any(way in said for way in ways):
            return word
    return None


def _other_type(question: Question) -> str | None:
    """Why a question is not of the type that it has."""
    content = question.content.casefold()
    if question.type == "Quantity Format Constraint" and not _NUMBER.search(content):
        return "has no number"
    if question.type == "Basic Format Constraint" and not any(word in content for word in FORMATS):
        return "names no format"
    if question.type == "Template Format Constraint" and not _TEMPLATE.search(content):
        named = next((word for word in ("table", "list", "bullet") if word in content), None)
        return None if named is None else f"asks for a {named}, which is a basic format"
    return None


def _members(dialogue: Dialogue) -> Iterator[_Found]:
    """Members of items that have another name than in the rest of the data."""
    for place, turn in enumerate(dialogue.record.value["whole_conv"], start=1):
        for one in turn["constraints"]:
            for name in one.keys() - {"type", "content", "explanation"}:
                yield codes.MALFORMED_ROW, place, f"an item has {quoted(name)} in the place of `explanation`"
