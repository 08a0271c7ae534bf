"""Take a number or a list, and the English beside it; give that English with the noun in the singular for one thing."""

from __future__ import annotations

import re

from ifdsl.rendering.numerals import Number

# fmt: off
_SINGULAR = {
    "entries": "entry", "boxes": "box", "quizzes": "quiz", "axes": "axis", "cookies": "cookie", "movies": "movie",
    "calories": "calorie", "ties": "tie", "pies": "pie", "lies": "lie", "zombies": "zombie", "selfies": "selfie",
    "leaves": "leaf", "halves": "half", "knives": "knife", "wives": "wife", "lives": "life", "shelves": "shelf",
    "wolves": "wolf", "loaves": "loaf", "thieves": "thief", "selves": "self", "calves": "calf", "hooves": "hoof",
    "heroes": "hero", "echoes": "echo", "potatoes": "potato", "tomatoes": "tomato", "vetoes": "veto",
    "analyses": "analysis", "parentheses": "parenthesis", "hypotheses": "hypothesis", "theses": "thesis",
    "syntheses": "synthesis", "crises": "crisis", "ellipses": "ellipsis", "synopses": "synopsis",
    "emphases": "emphasis", "diagnoses": "diagnosis", "indices": "index", "matrices": "matrix",
    "vertices": "vertex", "appendices": "appendix", "buses": "bus", "gases": "gas", "lenses": "lens",
    "statuses": "status", "viruses": "virus", "bonuses": "bonus", "campuses": "campus", "choruses": "chorus",
    "focuses": "focus", "biases": "bias", "aliases": "alias", "canvases": "canvas", "atlases": "atlas",
    "caches": "cache", "headaches": "headache", "menus": "menu", "gurus": "guru", "emus": "emu", "skis": "ski",
    "emojis": "emoji", "taxis": "taxi", "haikus": "haiku", "zeroes": "zero", "niches": "niche", "pluses": "plus",
}
"""Plurals that the regular rules would get wrong, and the two that people look for here first."""

_NOT_PLURAL = frozenset({
    "across", "afterwards", "alias", "always", "appears", "as", "atlas", "backwards", "begins", "besides", "bias",
    "bus", "canvas", "chaos", "chess", "christmas", "comes", "contains", "cosmos", "does", "downwards", "economics",
    "ends", "ethos", "follows", "forwards", "gas", "gets", "gives", "goes", "has", "helps", "hers", "his", "holds",
    "includes", "inwards", "is", "its", "keeps", "lacks", "lens", "less", "lots", "makes", "mathematics", "means",
    "minus", "needs", "news", "occurs", "onwards", "ours", "outwards", "perhaps", "physics", "plus", "politics",
    "pyjamas", "says", "seems", "series", "sideways", "sometimes", "species", "starts", "takes", "theirs", "this",
    "thus", "towards", "unless", "upwards", "us", "uses", "versus", "was", "whereas", "yes", "yours",
})
"""Words in -s that no counted noun is the singular of: function words, verbs that follow a number, nouns in -s."""

_MODIFIERS = frozenset({
    "additional", "alphabetic", "bare", "blank", "block", "body", "bold", "bracketed", "bullet", "bulleted",
    "capital", "capitalised", "capitalized", "chinese", "code", "common", "complete", "consecutive", "currency",
    "data", "decimal", "different", "distinct", "emoji", "empty", "english", "exclamation", "external", "extra",
    "first", "foreign", "full", "further", "heading", "highlighted", "html", "inline", "internal", "italic", "item",
    "json", "key", "last", "latin", "leading", "letter", "level", "line", "link", "list", "long", "lower",
    "lowercase", "main", "markdown", "more", "named", "nested", "non-empty", "nonempty", "numbered", "numeric",
    "open", "ordered", "other", "paragraph", "person", "placeholder", "proper", "punctuation", "question",
    "quotation", "quote", "quoted", "real", "reference", "repeated", "rhyming", "section", "sentence", "separate",
    "short", "simple", "single", "square", "stop", "sub", "substantive", "table", "top", "trailing", "underlined",
    "unique", "unordered", "upper", "uppercase", "valid", "vowel", "web", "whole", "word", "xml",
})
"""Words that stand between a number and the noun that it counts. Any other word ends the search for that noun."""

_LABELS = frozenset({
    "chapter", "column", "day", "example", "figure", "grade", "heading", "item", "level", "line", "no", "number",
    "option", "page", "paragraph", "part", "point", "question", "row", "rule", "section", "sentence", "stage",
    "step", "table", "version", "week", "word", "year",
})
"""Words that a number names rather than counts with: in `level 1 headings` the 1 does not make one heading."""

# fmt: on

_COUNTED_PER = frozenset({"each", "every", "per", "any"})
_WORD = re.compile(r"(\s+)([A-Za-z]+(?:-[A-Za-z0-9]+)*)(?![\w'’-])")
_NUMERAL = re.compile(r"\s+\d+(?![\w.,'’-])")
_LAST_WORDS = re.compile(r"(?:([A-Za-z]+)\s+)?\b([A-Za-z]+)\s+\Z")
_BEFORE_LIST = re.compile(r"\bthe (?:[a-z]+ )?([a-z]{2,}s)(\s)\Z")
_LONGEST_LABEL = 40
_MOST_MODIFIERS = 4


def agree(number: Number | None, following: str) -> str:
    """`following` with its counted noun made singular if `number` is 1: `exactly 1` + ` words` → ` word`.

    Only that noun changes: the first word, or the one after a few modifiers (`bullet points`, `different words`).
    Words that do not end in -s, verbs and words such as `less` or `across` stay.
    """
    return carry(number, following)[0]


def carry(number: Number | None, following: str) -> tuple[str, bool]:
    """What `agree` gives, and whether the text ended in a label (` level `) before the noun was found."""
    if number is None or number != 1:
        return following, False
    position = 0
    for _ in range(_MOST_MODIFIERS + 1):
        match = _WORD.match(following, position)
        if match is None:
            return following, False
        word = match[2]
        single = singular(word)
        if single != word:
            return following[: match.start(2)] + single + following[match.end(2) :], False
        if word in _LABELS and not following[match.end() :].strip(" \t"):
            return following, True
        if word.lower() not in _MODIFIERS and "-" not in word:
            return following, False
        position = match.end()
        numeral = _NUMERAL.match(following, position) if word in _LABELS else None
        position = numeral.end() if numeral else position
    return following, False


def is_label(preceding: str) -> bool:
    """Whether a number after `preceding` is a name (`level 1`, `step 2`) and so governs no noun.

    `each line 1 word` counts, though `line` is a label elsewhere.
    """
    match = _LAST_WORDS.search(preceding[-_LONGEST_LABEL:])
    return match is not None and match[2].lower() in _LABELS and (match[1] or "").lower() not in _COUNTED_PER


def name_one(preceding: str) -> str:
    """`preceding` with the noun that a list of one element follows made singular: `the words "tea"` → `the word`.

    Only a plural right before the list changes, and only where `the` stands before it.
    """
    match = _BEFORE_LIST.search(preceding[-_LONGEST_LABEL:])
    if match is None:
        return preceding
    start = len(preceding) - len(match[1]) - len(match[2])
    return preceding[:start] + singular(match[1]) + match[2]


def singular(word: str) -> str:
    """The singular of a lower-case English plural; a word that is not plainly one comes back as it is."""
    if word in _SINGULAR:
        return _SINGULAR[word]
    if not word.islower() or len(word) < 3 or not word.endswith("s") or word in _NOT_PLURAL:
        return word
    if word.endswith(("ss", "us", "is", "wards", "selves")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]
