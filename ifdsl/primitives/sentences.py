"""Take a text; give its sentences by a named, versioned rule, as spans.

`standard` is this language's own definition; `ifeval` (also called `nltk`) repeats the English Punkt model of nltk
3.10.4, so that the verdicts of published checkers can be reproduced.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ifdsl.primitives import punkt
from ifdsl.primitives.abbreviations import AFTER_CLOCK, KINDS, STARTERS
from ifdsl.primitives.paragraphs import code_block_end, line_bounds
from ifdsl.primitives.primitive import Rule

_STRONG = "。！？｡।॥؟۔።፧។៕။։‼⁇⁈⁉"
_CLOSERS = "\"')]}*_~`’”»›」』）】》〉"
_OPENERS = "\"'([{*_~`‘“«‹„¿¡「『（【《〈>"
_ASCII_STOP = re.compile(r"([.!?]++)[\"')\]}*_~`]*+")
_STOP = re.compile(rf"([.!?…{_STRONG}]++)[{re.escape(_CLOSERS)}]*+")
_CITATION = re.compile(r"(?:\[[0-9]{1,3}\])++(?=\s|\Z)")
_NEXT_WORD = re.compile(rf"[\s{re.escape(_OPENERS)}]*+(\w{{0,24}}+)")
_WORD_BEFORE = re.compile(r"(?:\w++|\.(?=\w))*+\Z")
_HAS_WORD = re.compile(r"[^\W_]")
_ACRONYM = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")

_LINE = re.compile(
    r"""
      (?P<heading> \#{1,6} (?=[ \t]|\Z) | (?P<bold>\*\*|__) (?=[^*_\n]++(?P=bold):?[ \t\r]*+\Z) | <<(?=[^\n]*>>[ \t\r]*+\Z) )
    | (?P<rule>    (?P<mark>[-*_=]) (?:[ \t]*+(?P=mark)){2,}+ [ \t\r]*+\Z )
    | (?P<row>     \| )
    | (?P<item>    (?: [-*+•◦▪‣–] | [0-9]{1,3}[.)] | [A-Za-z][.)] | [ivxIVX]{1,5}[.)] | \([A-Za-z0-9]{1,3}\) ) (?=[ \t]) )
    | (?P<quote>   >+ )
    """,
    re.VERBOSE,
)
