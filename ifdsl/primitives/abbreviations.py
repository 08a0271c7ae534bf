"""Give the English abbreviations and function words by which the standard sentence rule reads a full stop.

The lists were written for this project; no list or model of another project went into them.
"""

from __future__ import annotations


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_WORDS_BY_KIND = {
    # Something always follows.
    "never": """
        mr mrs ms mx dr prof messrs mmes mme mlle capt cmdr lt sgt supt
        e.g i.e eg ie vs v cf viz approx ca resp incl
    """,
    # A name follows where the abbreviation is capitalised; without a capital it is another word.
    "title": "rev fr hon gen col maj cpl pvt adm gov sen rep pres mt",
    # A number follows, or the stop is an ordinary one.
    "number": "no nos fig figs eq eqs vol vols ch chap sec sect p pp art ex ver op tab",
    # Before a number or a lower-case word the stop does not end a sentence (where the abbreviation is capitalised).
    "date": "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun",
    # Before a function word with a capital the stop ends a sentence, before anything else it does not.
    "name": """
        inc ltd co corp llc bros jr sr esq al ibid ph.d st ave blvd rd ste dept univ assn est
    """,
    # Before any capital the stop ends a sentence.
    "list": "etc",
    # Before any capital but a time zone, day or month the stop ends a sentence.
    "clock": "a.m p.m",
}

KINDS = {word: kind for kind, words in _WORDS_BY_KIND.items() for word in words.split()}
"""Abbreviations in lower case, without their last full stop, with what they ask for."""

AFTER_CLOCK = _words(
    """
    est edt et cst cdt ct mst mdt mt pst pdt pt gmt utc bst cet eastern central mountain pacific
    monday tuesday wednesday thursday friday saturday sunday
    january february march april may june july august september october november december
    """
)
"""What may follow `a.m.` and `p.m.` with a capital inside a sentence, in lower case."""

STARTERS = _words(
    """
    a an the this that these those it its he she we they you i my your our his her their there here
    what when where who whose which why how
    in on at by for from with without within to of into after before during since until under over through between
    among upon about according
    and but or so yet nor for if unless because although though while whereas as once whenever
    then thus hence therefore however moreover furthermore additionally also besides meanwhile nevertheless nonetheless
    instead finally lastly first firstly second secondly third next later still even indeed perhaps maybe overall
    consequently similarly likewise otherwise today tomorrow yesterday now
    all any both each either every few many more most much neither no none not one only other others several some such
    is are was were am be do does did have has had can could may might must shall should will would
    let please yes no well
    """
)
"""Words that, with a capital, most likely start a sentence, in lower case."""

LABELS = _words(
    "is option answer choice plan vitamin grade type class group part point section team level letter hepatitis"
)
"""Words after which a single capital letter is a label and not the initial of a name, in lower case."""
