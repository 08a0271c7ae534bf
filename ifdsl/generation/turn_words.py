"""Give what users say in the turns of generated dialogues, by relation and kind of user; and the names that bind turns.

A turn files its answer under a name. What goes on from it has to give that name back, so that code can tell whether the
response refers to the right turn: the name stands in the history alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

USERS = ("expert", "layperson")
"""Kinds of user, as StructFlowBench has them: one words requests with care, the other offhand."""

LABELS = (
    "Kestrel", "Osprey", "Lapwing", "Dunlin", "Wigeon", "Fulmar", "Gannet", "Siskin", "Plover", "Curlew", "Avocet",
    "Bittern", "Merlin", "Puffin", "Whimbrel", "Redstart", "Goldcrest", "Chiffchaff", "Nightjar", "Sandpiper",
    "Turnstone", "Guillemot", "Shearwater", "Pochard", "Goosander", "Nuthatch", "Treecreeper", "Wheatear", "Stonechat",
    "Yellowhammer",
)  # fmt: skip
"""Names of birds, which no task is about."""

ASPECTS = (
    "cost", "risks", "origins", "tools", "mistakes", "children", "weather", "time", "neighbours", "winter", "rules",
    "beginners", "habits", "future",
)  # fmt: skip
"""What can be asked about any topic."""

_EXPERT: dict[str, str | tuple[str, ...]] = {
    "root": ("{task} File your answer under the name {label}.", "{task} For our records, this item is called {label}."),
    "departs": (
        "Let us turn to another matter. {task} File your answer under the name {label}.",
        "That will do for this subject. {task} For our records, this item is called {label}.",
    ),
    "follows": (
        "Please take your last answer one step further, and state the name under which it was filed.",
        "Building on what you have just written, what comes next? State the name of the item that you go on from.",
    ),
    "refines": (
        "Please redo your last answer. Everything that I asked for still applies, but for what is said here.",
        "I should like your last answer once more, revised as follows; all else stays as it was.",
    ),
    "recalls": (
        "Please return to the item filed as number {number} on this subject, and state its name.",
        "Going back to your answer number {number} on this subject: restate its main point, under its name.",
    ),
    "expands": (
        "Please expand on one aspect of the first item: {aspect}.",
        "With regard to your first answer, I should like to know more about its {aspect}.",
    ),
    "summarizes": (
        "Please summarize all of your answers on this subject, and give the name of each item.",
        "Draw up a summary of this subject so far that names every item filed under it.",
    ),
    "name": "The new answer is filed under {label}.",
    "drop": "The following no longer applies: “{rule}”",
    "reset": "The opposite of the following applies from now on: “{rule}”",
    "topic": "The first rule applies to everything on this subject.",
    "session": "The first rule applies for the rest of our conversation.",
}
_LAYPERSON: dict[str, str | tuple[str, ...]] = {
    "root": ("{task} oh and call this one {label}", "hey! {task} let's name it {label}, ok?"),
    "departs": (
        "ok something totally different now. {task} call that one {label}",
        "enough of that lol. {task} and name this one {label}",
    ),
    "follows": (
        "nice, go on from there. and what did we call it again?",
        "ok and then? say which one you're going on from, by name",
    ),
    "refines": (
        "hmm do that again but a bit different, rest stays the same",
        "can you redo it? all the same except this",
    ),
    "recalls": (
        "wait, back to thing number {number} here, what was its name and what was it about?",
        "remember number {number} on this? tell me its name and the gist",
    ),
    "expands": (
        "tell me more about the {aspect} of the first one",
        "and what about {aspect}? for the first one i mean",
    ),
    "summarizes": (
        "sum it all up for me pls, with the names of everything",
        "quick recap of all this? use the names we gave them",
    ),
    "name": "call the new one {label}",
    "drop": "forget this one: “{rule}”",
    "reset": "don't do this any more: “{rule}”",
    "topic": "first rule goes for everything about this",
    "session": "first rule goes for our whole chat",
}
Ways = str | tuple[str, ...]
WORDS: Mapping[str, Mapping[str, Ways]] = MappingProxyType({"expert": _EXPERT, "layperson": _LAYPERSON})
"""By kind of user: several ways to ask for each relation, and a way to say what goes with it."""
