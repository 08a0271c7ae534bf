"""Take a sentence and a vocabulary of constraint types; give the requirements that it states, or what was not read.

    from ifdsl.recognition import Reading, recognise, vocabulary

    words = vocabulary(program.constraints.values())
    found = recognise("Any table included must not exceed 3 rows.", words)
    if isinstance(found, Reading):
        found.requirements    # IR, ready for a spec: if_present table { row_count(..3) }
    else:
        found.message(sentence)

Rendering read backwards: each wording of each type is a recogniser, and so is each `read` line. Nothing is guessed:
every word of the sentence is accounted for, or the sentence is `Unrecognised`. The same sentence and vocabulary always
give the same result. See docs/design/011-recognition.md.
"""

from __future__ import annotations

from ifdsl.recognition.nouns import Nouns
from ifdsl.recognition.reading import Nearest, Reading, Span, Stated, Unrecognised
from ifdsl.recognition.recognise import MAX_LENGTH, recognise
from ifdsl.recognition.vocabulary import Vocabulary, vocabulary

__all__ = [
    "MAX_LENGTH",
    "Nearest",
    "Nouns",
    "Reading",
    "Span",
    "Stated",
    "Unrecognised",
    "Vocabulary",
    "recognise",
    "vocabulary",
]
