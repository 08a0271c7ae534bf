"""Take a text; give its sentences by a named, versioned rule, as spans.

`standard` is this language's own definition, `icu` that of Unicode; `ifeval` (also called `nltk`) repeats the English
Punkt model of nltk 3.10.4, `google` an older splitter and `multi_if` a choice by language, so that the verdicts of
published checkers can be reproduced. A rule's module is imported when it is used: its patterns take time to compile.
"""

from __future__ import annotations

from functools import partial

from ifdsl.primitives.primitive import Rule, later


def ifeval(text: str, rule: str = "ifeval") -> list[tuple[int, int]]:
    """Spans of the sentences of `text` by the English Punkt model, as nltk 3.10.4 gives them.

    Args:
        text: any text.
        rule: the name of the rule that asks, for the error.

    Raises:
        MissingExtra: the extra `parity` is not installed.

    Source: IFEval, `length_constraints:number_sentences`, and most of IFBench.
    """
    from ifdsl.primitives import punkt

    return punkt.spans(text, f'sentences(rule="{rule}")')


RULES: dict[str, Rule] = {
    "standard": Rule(
        later("segment_sentences", "standard"),
        "Prose by stops, abbreviations and initials; headings, list items, table rows and code blocks stand alone.",
        version=2,
    ),
    "ifeval": Rule(
        ifeval,
        "The English Punkt model of nltk 3.10.4, as IFEval and IFBench count sentences.",
        needs="parity",
    ),
    "nltk": Rule(
        partial(ifeval, rule="nltk"),
        "The same rule as `ifeval`.",
        needs="parity",
    ),
    "icu": Rule(
        later("icu_breaks", "sentences"),
        "Segments with a letter or digit by UAX #29, as ICU 78.3 cuts them: a line ends a sentence, so does `Dr.`.",
        needs="icu",
    ),
    "multi_if": Rule(
        later("segment_multi_if", "sentences"),
        "As Multi-IF counts: rules of their own in Chinese, Japanese, Hindi and Thai (extra `thai`), else `ifeval`.",
        needs="parity",
    ),
    "google": Rule(
        later("google_splitter", "spans"),
        "The older splitter of Google's checkers, by patterns: a stop of its own is a sentence, a line ends none.",
    ),
    "prose": Rule(
        later("prose", "prose_sentences"),
        "Those of `standard` that do not stand in a heading, a table or a fenced code block.",
    ),
}
"""The sentence rules by name; the first is the default."""
