"""Give the English words that matter to every sentence, and those that carry a sentence and state nothing."""

from __future__ import annotations

from ifdsl.recognition.stems import stem


def stems_of(text: str) -> frozenset[str]:
    """The stems of the words of a text."""
    return frozenset(stem(word) for word in text.split())


SIGNIFICANT = stems_of(
    """
    not no never without avoid nor neither none nothing exclude omit refrain except forbid prohibit
    each every any all only
    if unless when whenever otherwise
    must should shall
    """
)
"""Words that deny, quantify, condition or demand: no gap passes over one, whatever the vocabulary."""

PARTS = stems_of(
    """
    introduction conclusion abstract preamble headline footer header subtitle subheading
    """
)
"""Words that name a part of a text: what is said of it is not said of the whole, so only a wide gap passes over one."""

COMPARING = stems_of(
    """
    least most more less few fewer exceed limit restrict cap maximum minimum exactly precisely between within under over
    above below max min longer shorter greater larger higher up
    """
)
"""Words that bound a number. No gap passes over one that a number follows."""

PIECES = stems_of(
    """
    section paragraph sentence heading subheading row column cell table list item bullet line entry word character
    keyword letter level time symbol attribute quotation
    """
)
"""Pieces of a text that are counted, and of which something may be said each."""

MANNER = stems_of("in into as with use by via through within under include contain like such without inside per")
"""Words after which something is named that a text has, or how it is written."""

CARRIERS = stems_of(
    """
    a an the this that these those it its they them their your you my our one's who whom whose which what
    and or but yet so then as of in on at by for from to into with about across along among around per like such via
    be have do will would can could may might
    response answer reply output result text content information detail whole entire full complete thing
    use write contain include provide give make ensure present put add mention show state say get let start begin end
    appear occur follow consist compose comprise keep set allow accord cover describe explain discuss draw divide
    organize structure create choose require remember support separate format form style way manner kind type
    also additionally furthermore moreover finally please here there even still just
    total length long number amount count size different other another same own part piece element aspect point
    topic subject issue matter idea name example case main key specific particular essential important necessary
    crucial general common good clear simple short small large high low top new true real free sure possible
    note rule title section question character list throughout final last close conclude finish requirement purpose
    reason order place time people company description explanation multiple several various fully properly
    """
)
"""Words of wordings that are as common elsewhere: of a wording's words, these alone are no vocabulary."""


LEADING_ON = stems_of(
    """
    to and but which that as while so because since with without using by when if ensure ensuring maintaining providing
    must should be
    """
)
"""Words that end a description and lead on to something else."""
