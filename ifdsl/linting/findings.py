"""Give what is found in a prompt and its parameters: the kind, the words, where it stands in both, and the repair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ifdsl.recognition.reading import Span
from ifdsl.source.codes import Code


@dataclass(frozen=True, slots=True)
class Repair:
    """What would mend a finding: parameters by their paths with new values, or a sentence for the prompt."""

    arguments: tuple[tuple[str, Any], ...] = ()
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    Attributes:
        code: its kind.
        message: what is wrong, in plain words.
        spans: where it stands in the prompt, in code points; none where that is what is wrong.
        paths: where it stands in the parameters, as `kwargs[1].num_words`.
        repair: what would mend it, where there is such a thing.
        reason: why it is so, where the message does not say it.
    """

    code: Code
    message: str
    spans: tuple[Span, ...] = ()
    paths: tuple[str, ...] = ()
    repair: Repair | None = None
    reason: str = ""
