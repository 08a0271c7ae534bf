"""Take nothing; give the names that figures of knowledge tasks share: kinds of error, and the plain instructions."""

from __future__ import annotations

from typing import Literal

Kind = Literal["knowledge", "instruction", "both", "either", "unclassified", "blank"]
"""What an answer tells. `either` is an answer that is in the sets of two causes; `blank` is none at all."""

KINDS: tuple[Kind, ...] = ("knowledge", "instruction", "both", "either", "unclassified", "blank")

BASELINES = ("print_correct_answer", "print_correct_answer_label")
"""Instructions that ask for the plain answer, with which the others are compared."""
