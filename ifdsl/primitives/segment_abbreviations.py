"""Give the abbreviations of French, German, Italian, Portuguese, Russian and Spanish for the standard sentence rule.

The lists were written for this project; no list or model of another project went into them. A form that is an English
word as well is left out, for the rule does not know the language of what it reads.
"""

from __future__ import annotations

_WORDS_BY_KIND = {
    # Something always follows.
    "never": """
        bzw evtl frl ggf inkl exkl sog vgl zzgl bspw hrsg
        mgr env éd réf
        sra srta srs sras dña dra lic ud uds vd vds ej pág págs núm tel
        dott dott.ssa sig sig.ra sig.na sigg avv ing prof.ssa
        exmo exma profa eng
        ул пр просп пер им гл тов напр см ср акад проф доц
    """,
    # A number follows, or the stop is an ordinary one.
    "number": "nr nº bd стр рис табл с",
    # Before any capital the stop ends a sentence.
    "list": "usw ecc chr др пр",
}

FOREIGN_KINDS = {word: kind for kind, words in _WORDS_BY_KIND.items() for word in words.split()}
"""Abbreviations in lower case, without their last full stop, with what they ask for; the kinds are those of `KINDS`."""

BEFORE_ORDINALS = frozenset(
    ["am", "im", "vom", "zum", "zur", "beim", "der", "die", "das", "dem", "den", "des", "ab", "bis", "seit"]
)
"""German words after which a number of one or two digits with a full stop is an ordinal (`am 3. Mai`)."""
