"""Take a sentence that states demands besides its task; give the stretches of it that can be left out.

A stretch is left out at the end (`…, with at least 400 words`), at the beginning (`Without commas, …`), before what a
noun is about (`a post of at least 400 words about …`) or before a noun (`a 400-word post`). What stays has to be a
sentence that says nothing of what was left out, and something besides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ifdsl.variation.covering import about, uncovered
from ifdsl.variation.knowing import Known
from ifdsl.variation.units import Unit

_OPENERS = (
    r"and|but|all|with|without|using|in|of|containing|including|include|contain"
    r"|that (?:has|have|contains?|is|are|uses|includes?|doesn['’]t|does not)"
    r"|that['’]s|which (?:has|contains|is|includes)|making sure|make sure|while|as|where|so that|by"
    r"|wrapped|written|also|plus|ending|starting|entirely|only|please|not|no|saying|mentioning|having|has|put|wrap|end"
    r"|highlight|avoid|do not|don['’]t|be sure|use|refrain"
)
_OPENING = re.compile(rf"(?:\s*[,;:]|\s+[-–—]{{1,2}})?\s+\(?(?=(?:{_OPENERS})\b)|\s*[,;]\s+|\s+(?=\()", re.IGNORECASE)
_GOES_ON = re.compile(
    r",?\s+(?=(?:about|on|for|that|to|regarding|describing|from|which|who|explaining|why|how|where|when|and (?:add|give"
    r"|write|explain|make|tell|ask|include))\b)|(?=:\s*[\"“'\n])",
    re.IGNORECASE,
)
_ADJECTIVE = re.compile(
    r"(?P<article>\b[Aa]n?\s+)(?P<what>(?:exactly |at least )?"
    r"(?:\d[\d,]*\+?|two|three|four|five|six|seven|eight|nine|ten|twenty|fifty)[- ]"
    r"(?:word|sentence|paragraph|section|line)s?,?)\s+(?=[a-z])"
)
_DANGLING = re.compile(
    r"(?:\b(?:and|but|with|without|using|in|containing|including|that|which|who|as|to|the|a|an|of|for|by|is|are|be|or|on"
    r"|from|at|your|my|its|should|must|will|can|not|only|all|also|please|make|sure|then|so|entire|entirely|about|into|such|avoid|avoiding|use|using|include|contain|say|saying"
    r"|has|have|do|both|it|completely|fully|written|very|more|less|than)|[,:;(\-–—])\s*$",
    re.IGNORECASE,
)
_QUESTION = re.compile(
    r"(?:can|could|would|will|what|which|who|whom|whose|when|where|why|how|is|are|am|do|does|did|was|were|should|may|has"
    r"|have|wherefore)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?:。！？][\"'”’)\]]*\s*$")
_BARE_HEAD = re.compile(
    r"^(?:also|and|then|please|but|make sure|in addition|additionally)*\s*\w+(?: (?:it|me|this|that|them|the|a|an|to"
    r"|you|your|everything))*\s*$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:write|create|give|make|compose|generate|draft|come|tell|explain|describe|list|name|rewrite|summarize|plan|"
    r"invent|provide|suggest|expand|critique|criticize|answer|is|are|was|do|does|did|can|could|would|should|what|why|how|"
    r"who|where|when|which|need|want|like|help|please|think|pretend|imagine|design|develop|brainstorm|produce|improve|"
    r"elaborate|discuss|use|include|be|have|has|must|will|add|focus|target|talk|say|show|build|find|prepare|hallucinate)\b",
    re.IGNORECASE,
)

_UNFINISHED = re.compile(r"(?:please |also )?(?:make sure|be sure|ensure|to)\b", re.IGNORECASE)
_JOINED = re.compile(r"[\s,;]*(?:and|but|also)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Cut:
    """A stretch `[start, end)` that is left out, and what then stands in its place."""

    start: int
    end: int
    instead: str = ""


def cuts_of(
    text: str, unit: Unit, demands: Sequence[Known], subjects: frozenset[str], held: frozenset[int]
) -> Iterator[Cut]:
    """The stretches of a sentence that can be left out, apart from each other.

    Args:
        text: the prompt.
        unit: the sentence.
        demands: what is known of all demands of the prompt.
        subjects: words for what is to be written.
        held: the demands that the sentence states, by their places.
    """
    start, end = unit.start, unit.end
    while True:
        asked = [demands[place] for place in held if about(text[start:end], demands[place])]
        cut = None if not asked else _end_cut(text, start, end, demands, subjects, asked)
        if cut is None:
            break
        yield cut
        end = cut.start
    asked = [demands[place] for place in held if about(text[start:end], demands[place])]
    if asked:
        yield from _inner_cuts(text, start, end, demands, subjects, asked)


def joined(text: str, cuts: Sequence[Cut]) -> str | None:
    """The text without some stretches, each sentence with its mark; None where nothing is left."""
    pieces: list[str] = []
    at = 0
    for cut in cuts:
        pieces.append(text[at : cut.start])
        pieces.append(cut.instead)
        at = cut.end
    pieces.append(text[at:])
    whole = "".join(pieces)
    whole = re.sub(r"[^\S\n]{2,}", " ", re.sub(r"[^\S\n]+\n", "\n", whole))
    whole = re.sub(r"(?m)^\s*(?:\d{1,2}[.)]|[-*•])\s*$\n?", "", whole)
    return re.sub(r"\n{3,}", "\n\n", whole).strip() or None


def _end_cut(
    text: str, start: int, end: int, demands: Sequence[Known], subjects: frozenset[str], asked: Sequence[Known]
) -> Cut | None:
    """The longest end of `[start, end)` that is wholly a statement."""
    said = text[start:end]
    found: int | None = None
    for match in _OPENING.finditer(said):
        if found is not None and _says(said[found : match.start()], asked):
            break
        head, tail = said[: match.start()], said[match.start() :]
        inside = [one for one in asked if about(tail, one)]
        if inside and not uncovered(tail, demands, subjects) and _stands(head, tail, demands, inside):
            found = match.start()
    return None if found is None else Cut(start + found, end, _mark(said[:found], said[found:]))


def _says(stretch: str, asked: Sequence[Known]) -> bool:
    """Whether a stretch says something of the demands, or joins what does."""
    joins = re.match(r"[\s,;]*(?:and|but|with|without|using|that|which|make|making)\b", stretch, re.IGNORECASE)
    return joins is not None or any(about(stretch, one) for one in asked) or bool(re.search(r"\d", stretch))


def _mark(head: str, tail: str) -> str:
    """What ends the sentence that is left."""
    if _SENTENCE_END.search(head):
        return ""
    opening = re.split(r"[.!?]\s|,\s(?=(?:can|could|would|what|how|why|is|are)\b)", head)[-1].lstrip(" \"'“‘(-*")
    last = tail.rstrip().rstrip("\"'”’)")[-1:]
    if last == ":":
        return ":"
    return "?" if _QUESTION.match(opening) or (last == "?" and _QUESTION.search(opening)) else "."


def _stands(head: str, tail: str, demands: Sequence[Known], inside: Sequence[Known]) -> bool:
    """Whether the beginning of a sentence is a sentence still, and a task."""
    bare = head.strip()
    if len(bare.split()) < 3 or _DANGLING.search(bare) or _BARE_HEAD.match(bare) or not _VERB.search(bare):
        return False
    if bare.count("(") != bare.count(")") or bare.count('"') % 2 or bare.count("“") > bare.count("”") + bare.count('"'):
        return False
    last = re.split(r"[.!?;]\s|,\s(?:and|but|then)\s", bare)[-1]
    if not uncovered(last, demands) or any(about(last, one) - one.names for one in inside):
        return False
    if _UNFINISHED.match(last) and not _JOINED.match(tail):
        return False
    return bool(uncovered(bare, demands)) and not any(_tells(bare, one) for one in inside)


def _tells(stretch: str, one: Known) -> bool:
    """Whether a stretch says something of a demand: two words of it, or a word and a number."""
    words = about(stretch, one)
    numbers = {str(number) for number in one.numbers} & set(re.findall(r"\d+", stretch))
    return len(words) > 1 or bool(words and numbers)


def _inner_cuts(
    text: str, start: int, end: int, demands: Sequence[Known], subjects: frozenset[str], asked: Sequence[Known]
) -> Iterator[Cut]:
    """Stretches in the middle and at the beginning, each wholly a statement."""
    said = text[start:end]
    opening = _opening_cut(said, demands, subjects, asked)
    if opening is not None:
        ends, first = opening
        yield Cut(start, start + ends + 1, first)
        return
    adjective = _ADJECTIVE.search(said)
    if adjective is not None and not uncovered(adjective["what"], demands):
        rest = said[: adjective.start("what")] + said[adjective.end() :]
        inside = [one for one in asked if about(adjective["what"], one)]
        if inside and not any(_tells(rest, one) for one in inside):
            article = _article(adjective["article"], said[adjective.end() :])
            yield Cut(start + adjective.start("article"), start + adjective.end(), article)
            return
    for match in _OPENING.finditer(said):
        if not re.match(
            r"\s*,?\s+(?:and|but|with|of|in|all|using|that|containing|without|written|consisting)\b",
            said[match.start() :],
        ):
            continue
        for stop in _GOES_ON.finditer(said, match.end()):
            middle = said[match.start() : stop.start()]
            rest = said[: match.start()] + said[stop.start() :]
            inside = [one for one in asked if about(middle, one)]
            if not inside or uncovered(middle, demands) or _DANGLING.search(middle) or not middle.strip():
                continue
            before = said[: match.start()].rstrip()
            if len(before.split()) < 3 or _DANGLING.search(before) or any(_tells(rest, one) for one in inside):
                continue
            if middle.count('"') % 2 or middle.count("(") != middle.count(")"):
                continue
            comma = middle.lstrip().startswith(",") or said[stop.start()] == ","
            yield Cut(start + match.start(), start + stop.start() + (comma and said[stop.start()] == ","), "")
            return


def _opening_cut(
    said: str, demands: Sequence[Known], subjects: frozenset[str], asked: Sequence[Known]
) -> tuple[int, str] | None:
    """Where a statement at the beginning ends, and the letter with which the sentence then begins."""
    if not re.match(r"(?:without|using|in|with|avoiding|only)\b", said, re.IGNORECASE):
        return None
    comma = said.find(", ")
    if comma < 0 or uncovered(said[:comma], demands, subjects):
        return None
    inside = [one for one in asked if about(said[:comma], one)]
    rest = said[comma + 2 :]
    if not inside or any(_tells(rest, one) for one in inside) or not _VERB.match(rest):
        return None
    return comma + 2, rest[:1].upper()


def _article(written: str, following: str) -> str:
    vowel = following.lstrip()[:1].lower() in "aeiou" and not re.match(
        r"(?:one|uni|use|eu)", following.lstrip().lower()
    )
    letter = "A" if written[0] == "A" else "a"
    return f"{letter}n " if vowel else f"{letter} "
