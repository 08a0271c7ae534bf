"""Take requirements as sentences; give the paragraph that they make, with the small words that a person would add."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ifdsl.rendering.lowering import Kind, kind_of, lowered


@dataclass(frozen=True, slots=True)
class Part:
    """A requirement in words.

    Attributes:
        text: the sentence or clause.
        show: gives what is to stand in the prompt for its words, which may have lost their capital or full stop.
        opened: whether its first word is its own, and not one of a value.
        stopped: whether it ends in a full stop of its own.
    """

    text: str
    show: Callable[[str], str] = str
    opened: bool = False
    stopped: bool = True


@dataclass(frozen=True, slots=True)
class _Openers:
    """What stands before a sentence: the first of all, those that follow, and the last of four or more."""

    first: str = ""
    then: tuple[str, ...] = ("",)
    last: str = ""

    def at(self, place: int, count: int, after: bool) -> str:
        if place == 0 and not after:
            return self.first
        if place == count - 1 >= _LAST_OF:
            return self.last
        return self.then[(place - (not after)) % len(self.then)]


_PLEASE = ("Please ", "", "Also, please ", "")
_INSTEAD = ("In addition, ", "", "Also, ", "")

_VOICES: tuple[dict[Kind, _Openers], ...] = (
    {
        "asking": _Openers(then=("", "Also, ", ""), last="Finally, "),
        "forbidding": _Openers(then=("", "And please ", "")),
        "saying": _Openers(then=("", "Also, ", ""), last="Finally, "),
    },
    {
        "asking": _Openers("Please ", ("Please also ", "", "Also, please ", ""), "Finally, please "),
        "forbidding": _Openers("Please ", _PLEASE, "And please "),
        "saying": _Openers(then=("", "Also, ", ""), last="Finally, "),
    },
    {
        "asking": _Openers(
            "Make sure to ", ("", "Also make sure to ", "", "", "Remember to "), "And do not forget to "
        ),
        "forbidding": _Openers("Please ", _PLEASE, "And please "),
        "saying": _Openers("Note that ", ("", "Also note that ", "", "", ""), "And remember that "),
    },
    {
        "asking": _Openers(then=_INSTEAD, last="Finally, "),
        "forbidding": _Openers(then=_INSTEAD, last="Finally, "),
        "saying": _Openers(then=_INSTEAD, last="Finally, "),
    },
    {},
    {
        "asking": _Openers("Be sure to ", ("", "And ", "", "Be sure also to "), "And "),
        "forbidding": _Openers(then=("", "And ", "", ""), last="And "),
        "saying": _Openers("Keep in mind that ", ("", "Keep in mind too that ", "", "", "")),
    },
)

VOICES = len(_VOICES)
"""Ways to string sentences together. The fifth adds nothing."""

_ALSO_ZH = ("", "另外，", "此外，")

_LAST_OF = 3
_LONGEST_OF_PAIR = 10
_ONE_SENTENCE = re.compile(r"[^.!?:;,]+\.")
_QUOTED = re.compile(r'"[^"]*"')


def paragraph(parts: Sequence[Part], language: str = "en", voice: int = 0, *, after: bool = False) -> str:
    """The sentences one after the other.

    In English two short ones that ask or forbid may become one (`Use at least 80 words, and do not use any commas.`),
    and words such as `Also` or `Please` may stand before one. No such word says anything of its own.

    Args:
        parts: the sentences, in order.
        language: `en` or `zh`.
        voice: the number of the way to string them together, see `VOICES`.
        after: whether other requirements have been stated before.
    """
    stopped = [part for part in parts if part.stopped]
    # What ends in a text of the user's would seem to go on into the next sentence.
    open_ended = [part.show(part.text) for part in parts if not part.stopped]
    if language == "zh":
        opener = _ALSO_ZH[voice % len(_ALSO_ZH)] if after and stopped else ""
        said = opener + "".join(part.show(part.text) for part in stopped)
    else:
        said = " ".join(_sentences(stopped, voice, after))
    return "\n\n".join([said, *open_ended] if said else open_ended)


def _sentences(parts: Sequence[Part], voice: int, after: bool) -> list[str]:
    openers = _VOICES[voice % VOICES]
    groups = _pairs(parts) if openers else [(part,) for part in parts]
    said = []
    for place, group in enumerate(groups):
        known = openers.get(_kind(group[0]))
        said.append(_sentence(group, "" if known is None else known.at(place, len(groups), after)))
    return said


def _kind(part: Part) -> Kind:
    return kind_of(part.text) if part.opened else ""


def _sentence(group: Sequence[Part], opener: str) -> str:
    shown = []
    for place, part in enumerate(group):
        small = lowered(part.text) if opener or place else None
        text = part.text if small is None else small
        shown.append(part.show(text[:-1] if len(group) > 1 else text))
    return opener + ", and ".join(shown) + ("." if len(group) > 1 else "")


def _pairs(parts: Sequence[Part]) -> list[tuple[Part, ...]]:
    groups: list[tuple[Part, ...]] = []
    for part in parts:
        before = groups[-1] if groups else ()
        if len(before) == 1 and _is_short(before[0]) and _is_short(part):
            groups[-1] = (before[0], part)
        else:
            groups.append((part,))
    return groups


def _is_short(part: Part) -> bool:
    """Whether a sentence asks or forbids, in one breath."""
    plain = _QUOTED.sub("it", part.text)
    few = len(part.text.split()) <= _LONGEST_OF_PAIR
    return few and _kind(part) in ("asking", "forbidding") and _ONE_SENTENCE.fullmatch(plain) is not None
