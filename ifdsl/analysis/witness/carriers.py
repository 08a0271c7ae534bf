"""Take words, names of gaps and numbers that a text must hold; give English sentences that hold them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

_ABOUT = (
    "On the first page somebody had underlined {}.",
    "People here have their own way to say {}.",
    "We stopped for a while at {}.",
    "A poster by the door began with {}.",
    "Somebody asked why everyone was so fond of {}.",
    "Our guide explained what is meant here by {}.",
    "The children wanted to know more about {}.",
    "Nobody could remember who had first come up with {}.",
    "In the guest book we found {} more than once.",
    "That is how I came across {}.",
    "My neighbour likes to tell the story of {}.",
    "One of the old signs still says {}.",
    "Books mention {}.",
)
"""What can be said of any word or phrase, whatever part of speech it is."""

_WHEN = ("", "At noon ", "In the evening ", "On the way home ", "After a while ", "One day ", "The next day ")

_GAPS: dict[str, str] = {
    "name": "Our guest this week is {}.",
    "address": "Please send your answer to {}.",
    "date": "The next meeting takes place on {}.",
    "time": "Doors open at {}.",
    "city": "Most of the visitors come from {}.",
    "phone number": "With any question please call {}.",
    "price": "A ticket costs {}.",
    "email": "You can also write to {}.",
    "street": "The entrance is on {}.",
    "title": "The book is called {}.",
    "topic": "The first talk is about {}.",
    "company": "The music was paid for by {}.",
    "number": "There is room for {} people.",
    "day": "We are closed on {}.",
    "website": "All pictures are shown at {}.",
    "colour": "The door next to it is {}.",
    "language": "The tour is given in {}.",
    "animal": "The children liked the {} best.",
    "country": "The tea comes from {}.",
    "signature": "The letter ends with {}.",
}
"""Names of gaps to be filled in, and where they may stand."""

_COUNTED = (
    "There are {} chairs in the room.",
    "The walk takes about {} minutes.",
    "We counted {} boats from the pier.",
    "A basket of pears costs {} coins.",
    "Only {} of the letters were answered.",
    "The house on the corner is number {}.",
    "Line {} of the bus stops here.",
    "The best picture hangs in room {}.",
    "My cousin has read {} books this year.",
    "A ticket for the boat costs {} coins.",
    "From here it is {} miles to the coast.",
    "Page {} of the journal is missing.",
    "Last winter brought {} days of snow.",
    "The recipe is enough for {} plates of soup.",
    "About {} visitors come on a quiet day.",
    "Bring {} eggs and a little butter.",
)

_OPENERS = """
also and besides but finally first firstly furthermore hence here however later meanwhile moreover next now second
secondly so soon still suddenly then there therefore third thirdly thus today yet
"""
OPENERS = frozenset(_OPENERS.split())
"""Words that can stand before a sentence."""


def named(items: Sequence[str], comma: bool) -> str:
    """Words in a row, the last after `and`, with what they are before them: `the words apple and pear`."""
    kind = ""
    if all(item.replace(" ", "").isalpha() for item in items):
        kind = "name" if all(map(str.istitle, items)) else "phrase" if " " in items[0] else "word"
    row = f"{(', ' if comma else ' and ').join(items[:-1])} and {items[-1]}" if len(items) > 1 else items[0]
    return f"the {kind}{'s' if len(items) > 1 else ''} {row}" if kind else row


def carriers(turn: int = 0) -> Iterator[str]:
    """Sentences with a gap for any word, 91 different ones; another one is the first for another `turn`."""
    at = turn % len(_ABOUT)
    for when in _WHEN:
        for sentence in _ABOUT[at:] + _ABOUT[:at]:
            yield when + (sentence[0].lower() + sentence[1:] if when else sentence)


def carried(groups: Iterable[Sequence[str]], take: Callable[[str], bool], comma: bool, turn: int) -> list[str] | None:
    """A sentence for each group of words; None where no sentence may stand.

    Args:
        take: takes a sentence, if it may stand.
        comma: whether commas may.
        turn: which sentences come first.
    """
    made: list[str] = []
    left: list[str] = []
    for group in groups:
        left = left or list(carriers(turn))
        words = named(group, comma)
        frame = next((frame for frame in left if take(frame.format(words))), None)
        if frame is None:
            return None
        made.append(frame.format(words))
        left.remove(frame)
    return made


def with_gap(number: int) -> tuple[str, str]:
    """A sentence with a gap, and the name of what is to be filled in."""
    names = list(_GAPS)
    lap, place = divmod(number, len(names))
    name = names[place]
    return _GAPS[name], f"{name} {lap + 1}" if lap else name


def with_number(number: int) -> str:
    """A sentence with a gap for a number."""
    return _COUNTED[number % len(_COUNTED)]


def openings(word: str) -> tuple[str, ...]:
    """Sentences that begin with any word; none for a word that other sentences can begin with."""
    if word.lower() in OPENERS:
        return ()
    return (f"{word} is a good word to begin with.", f"{word} is what this part begins with.")


def opened(opening: str, text: str) -> str:
    """A text after a sentence, or a word, that must stand first."""
    return f"{opening} {text if opening.endswith('.') else lowered(text)}"


def lowered(sentence: str) -> str:
    """A sentence for the middle of another one."""
    first = sentence.split(" ", 1)[0]
    return sentence if first == "I" else sentence[:1].lower() + sentence[1:]


def at_place(word: str, place: int | None) -> str | None:
    """A sentence with the word at that place, counted from 0, or from the end; None where none is that long."""
    if place == -1:
        return f"The last entry in the guest book was simply {word}."
    if place == 0:
        return f"{word[:1].upper()}{word[1:]} is the word of the day."
    before = _BEFORE.get(place or 0)
    return None if before is None else f"{before} {word} for a while."


_BEFORE = {
    1: "Consider",
    2: "We discussed",
    3: "Then we discussed",
    4: "After that we discussed",
    5: "Later that day we discussed",
    6: "Late in the evening we discussed",
    7: "Late in the long evening we discussed",
    8: "Back at home in the evening we discussed",
    9: "Back at home in the long evening we discussed",
    10: "When we were back home in the evening we discussed",
}
"""How a sentence begins, by its number of words."""
