"""Take an English word; give what it is compared by: the word without its inflection, or without its plural alone."""

from __future__ import annotations

from functools import lru_cache

from ifdsl.rendering.agreement import singular

# fmt: off
_IRREGULAR = {
    "am": "be", "are": "be", "been": "be", "being": "be", "is": "be", "was": "be", "were": "be",
    "had": "have", "has": "have", "having": "have", "did": "do", "does": "do", "doing": "do", "done": "do",
    "an": "a", "began": "begin", "begun": "begin", "children": "child", "criteria": "criterion", "dealt": "deal",
    "felt": "feel", "gave": "give", "given": "give", "indices": "index", "kept": "keep", "made": "make",
    "note": "notice", "noted": "notice", "notes": "notice", "said": "say", "shown": "show", "spoken": "speak",
    "taken": "take", "told": "tell", "used": "use", "uses": "use", "using": "use", "went": "go", "written": "write",
    "wrote": "write",
}
_WHOLE = frozenset({
    "across", "always", "as", "bed", "bus", "during", "feed", "gas", "its", "less", "longer", "media", "need",
    "nothing", "plus", "red", "seed", "something", "speed", "spring", "string", "this", "thus", "unless", "us", "yes",
})
"""Words that only look inflected."""
# fmt: on

_VOWELS = frozenset("aeiouy")


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """`word`, in lower case, without inflection: `includes`, `including` and `included` have one stem.

    The stem is no word of its own. British and American spellings of -ise and -our share theirs.
    """
    word = word.replace("’", "'").removesuffix("'s").removesuffix("'")
    word = _IRREGULAR.get(word, word)
    if len(word) <= 3 or word in _WHOLE or not word.isascii():
        return word
    return _bare(_without_ending(word))


def _without_ending(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ing", "ed"):
        root = word.removesuffix(ending)
        if root != word and len(root) >= 2 and _VOWELS & set(root) and not word.endswith("eed"):
            return root
    return word


def _bare(word: str) -> str:
    """Without the e, the doubled consonant and the spelling that inflection may change."""
    if word.endswith("e") and len(word) > 3:
        word = word[:-1]
    if len(word) > 4 and word[-1] == word[-2] and word[-1] not in "aeious":
        word = word[:-1]
    if word.endswith("is") and len(word) > 5:
        word = word[:-1] + "z"
    if word.endswith("our") and len(word) > 4:
        word = word[:-3] + "or"
    return word


@lru_cache(maxsize=4096)
def without_number(word: str) -> str:
    """`word`, in lower case, without its plural: the way in which a wording may differ from its declaration."""
    return singular(word.replace("’", "'"))
