"""Give English sentences without a topic, headings, and columns of tables; without end, sentences of what people do.

They are written as those of the topics are: without commas, apostrophes, hyphens and digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import prod

SHORT: tuple[str, ...] = (
    "It rained.",
    "We waited.",
    "Time passed.",
    "Everybody laughed.",
    "We had tea.",
    "Nobody was late.",
    "Snow fell softly.",
    "That was enough.",
    "The room was warm.",
    "Everyone felt at home.",
    "Old friends came by.",
    "A dog slept nearby.",
    "The bells began to ring.",
    "We sat by the fire.",
    "All windows were wide open.",
    "Nobody wanted to go home yet.",
    "Later we told stories and sang.",
)
"""Sentences for little room."""

LEAN: tuple[str, ...] = (
    "Birds sing near tall trees.",
    "Green hills rise behind quiet towns.",
    "Children gather chestnuts every autumn.",
    "Small boats leave early.",
    "Old friends often share long stories.",
    "Fresh bread tastes best warm.",
    "Neighbours help whenever someone needs wood.",
    "Gardens need rain.",
    "Farmers sell ripe apples.",
    "Musicians play until midnight.",
    "Strong winds bring dark clouds.",
    "Everybody enjoys hot soup.",
)
"""Sentences without the commonest words, for where these are forbidden."""

QUESTIONS: tuple[str, ...] = (
    "Have you ever been there?",
    "Who would not like to stay a little longer?",
    "What could be better than that?",
    "Where else can you find such a place?",
    "Does anyone remember how it all began?",
    "Why do so few people know about it?",
)

EXCLAMATIONS: tuple[str, ...] = (
    "What a lovely day that was!",
    "We had never laughed so much!",
    "Come and see it for yourself!",
    "How quickly the time went by!",
    "Nobody should miss it!",
    "Such luck is rare indeed!",
)

HEADINGS: tuple[str, ...] = (
    "First Impressions",
    "What We Saw",
    "The People",
    "A Short History",
    "What It Costs",
    "The Best Time",
    "Things to Remember",
    "A Second Visit",
    "Plans for Next Year",
    "Open Questions",
    "Useful Advice",
    "The Way Home",
)

COLUMNS: dict[str, tuple[str, ...]] = {
    "Item": ("Bread", "Apples", "Cheese", "Honey", "Flowers", "Eggs", "Potatoes", "Tea"),
    "Place": ("Market", "Garden", "Harbour", "Library", "Bakery", "Station", "Mill", "School"),
    "Day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "Colour": ("Red", "Green", "Blue", "Yellow", "White", "Brown", "Grey"),
    "Season": ("Spring", "Summer", "Autumn", "Winter"),
    "Price": ("Low", "Fair", "High"),
    "Person": ("Anna", "Paul", "Clara", "Martin", "Julia", "Thomas"),
    "State": ("Ready", "Open", "Planned", "Closed"),
    "Name": ("Anna", "Paul", "Clara", "Martin", "Julia", "Thomas"),
    "City": ("Oslo", "Riga", "Bern", "Lisbon", "Vienna"),
    "Country": ("Norway", "Latvia", "Switzerland", "Portugal", "Austria"),
    "Date": ("Early May", "Late June", "Early August", "Late October"),
    "Score": ("High", "Fair", "Low"),
    "Rank": ("First", "Second", "Third", "Fourth", "Fifth"),
}
"""Names of columns, and what may stand in their cells."""


# ---------------------------------------------------------------- sentences without end

_TIMES = (
    "On Monday",
    "In the afternoon",
    "Before supper",
    "Early in the morning",
    "After the rain",
    "Late in the evening",
    "A few days later",
    "On the first warm day",
    "During the holidays",
    "One week later",
    "At the end of the month",
)
_PEOPLE = (
    "my sister",
    "the baker",
    "our neighbour",
    "the old captain",
    "a friend of ours",
    "the teacher",
    "my cousin",
    "a young painter",
    "the librarian",
    "one of the farmers",
    "the gardener",
    "our guide",
    "a student",
)
_DEEDS = (
    "sold apples",
    "painted a chair",
    "told a long story",
    "fed the birds",
    "repaired a lamp",
    "read the newspaper",
    "looked for a lost key",
    "planted a tree",
    "made coffee for everyone",
    "wrote a letter",
    "sang an old song",
    "found a silver coin",
    "cleaned the windows",
    "drew a map",
    "waited for the bus",
    "baked a cake",
    "took a photograph",
    "met an old friend",
    "mended a coat",
    "watched the clouds",
    "carried wood",
    "counted the boats",
    "played chess",
)
_PLACES = (
    "at the market",
    "behind the house",
    "by the river",
    "near the station",
    "in the library",
    "under the big tree",
    "on the square",
    "next to the school",
    "at the harbour",
    "in the kitchen",
    "beside the church",
    "along the shore",
)
_PARTS = (_TIMES, _PEOPLE, _DEEDS, _PLACES)


def deeds(allowed: Callable[[str], bool] = lambda part: True) -> Iterator[str]:
    """Sentences about what people do, all different; none that has a part that is not allowed."""
    kept = [[allowed(part) for part in parts] for parts in _PARTS]
    if not all(map(any, kept)):
        return
    for number in range(prod(map(len, _PARTS))):
        # The four lengths have no common factor, so all turn at once and meet again only after all combinations.
        if all(row[number % len(row)] for row in kept):
            yield " ".join(parts[number % len(parts)] for parts in _PARTS) + "."
