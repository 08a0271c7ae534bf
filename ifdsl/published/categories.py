"""Give the tables between our groups, patterns and levels and those of MulDimIF, and read them in both directions.

Source: arXiv 2505.07591, and `constraint_mapping` of Code/evaluation/evaluation.py of Junjie-Ye/MulDimIF at efd0c02:
the 36 labels of its data fold into 12 subcategories. The paper's thirteenth, other languages, has no label there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ifdsl.ir import nodes as n

Label = tuple[str, str]
"""A category and a subcategory, as a row has them."""

_GROUPS: dict[str, Label] = {
    "muldimif.content.keywords": ("Content", "Keywords"),
    "muldimif.content.identifiers": ("Content", "Identifiers"),
    "muldimif.content.punctuation": ("Content", "Punctuation"),
    "muldimif.language.english": ("Language", "English"),
    "muldimif.language.chinese": ("Language", "Chinese"),
    "muldimif.format.markdown": ("Format", "Markdown"),
    "muldimif.format.table": ("Format", "Table"),
    "muldimif.format.json": ("Format", "Json"),
    "muldimif.format.xml": ("Format", "XML"),
    "muldimif.length.words": ("Length", "Words"),
    "muldimif.length.sentences": ("Length", "Sentences"),
    "muldimif.length.paragraphs": ("Length", "Paragraphs"),
}
_OTHERS: dict[str, Label] = {
    "Content_Others/sentences": ("Content", "Identifiers"),
    "Content_Others/emoji": ("Content", "Identifiers"),
    "Content_Others/quotes": ("Content", "Punctuation"),
    "Content_Others/citations": ("Content", "Identifiers"),
    "Content_Others/references": ("Content", "Identifiers"),
    "Content_Others/references_format": ("Content", "Identifiers"),
    "Content_Others/sources": ("Content", "Identifiers"),
    "Format_Others/bullets": ("Content", "Identifiers"),
    "Format_Others/no_bullets": ("Content", "Identifiers"),
    "Format_Others/no_numbers": ("Content", "Identifiers"),
    "Format_Others/items": ("Format", "Table"),
    "Format_Others/items_each": ("Format", "Table"),
    "Format_Others/parts": ("Format", "Table"),
    "Length_Others/blurb": ("Length", "Words"),
    "Length_Others/characters": ("Length", "Words"),
    "Length_Others/medium": ("Length", "Words"),
}
"""Types of the pack `muldimif` whose id names no subcategory: where the data has such sentences, by its own mapping."""
_LANGUAGES: dict[str, Label] = {"en": ("Language", "English"), "zh": ("Language", "Chinese")}
"""The subcategory of a type that asks for a language, by the language that it asks for."""

PATTERNS = {"listing": "Listing", "incorporation": "Incorporation", "example": "Example"}
LEVELS = {"I": "Level 1", "II": "Level 2", "III": "Level 3", "IV": "Level 4"}

_OWN = re.compile(r"[a-z]\w*", re.ASCII)
_OURS = {published: ours for table in (PATTERNS, LEVELS) for ours, published in table.items()}


def label_of(constraint: n.Constraint, arguments: Sequence[Any]) -> tuple[Label, bool]:
    """Where a constraint belongs, and whether MulDimIF has that subcategory.

    A constraint without a counterpart has its own group for a category, and of a group of several words the last for a
    subcategory, or else its own name. Names of ours begin in lower case and published ones do not.
    """
    label = _published(constraint, arguments)
    if label is not None:
        return label, True
    category, _, subcategory = constraint.group.rpartition(".")
    if not category:
        return (constraint.group or "own", constraint.short_name), False
    return (category.replace(".", "_"), subcategory), False


def _published(constraint: n.Constraint, arguments: Sequence[Any]) -> Label | None:
    groups = [group for group in (constraint.group, *constraint.also_in) if group.startswith("muldimif.")]
    if constraint.id is not None and groups:
        # A type of the pack `muldimif`: its id begins with the subcategory.
        known = {f"{category}_{subcategory}": (category, subcategory) for category, subcategory in _GROUPS.values()}
        head = constraint.id.partition("/")[0]
        found = _OTHERS.get(constraint.id) or known.get(head)
        return found or (_of_language(arguments) if head == "Language_Others" else None)
    if len(groups) > 1:
        return _of_language(arguments)
    return _GROUPS.get(groups[0]) if groups else None


def _of_language(arguments: Sequence[Any]) -> Label | None:
    code = arguments[0] if arguments else None
    return _LANGUAGES.get(code.partition("-")[0].lower()) if isinstance(code, str) else None


def is_own(category: str, subcategory: str) -> bool:
    """Whether a label is one that `label_of` gives where MulDimIF has none."""
    return bool(_OWN.fullmatch(category) and _OWN.fullmatch(subcategory))


def ours(published: str) -> str:
    """Our name of a pattern or a level; what is none of those published stays as it is."""
    return _OURS.get(published, published)
