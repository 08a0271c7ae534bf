"""Take a prompt and what a response to it is graded on; give where the two disagree.

    from ifdsl.linting import Prompt, lint, of_sentence

    prompt = Prompt("Write about rain in at least 400 words.")
    for finding in lint(prompt, [of_sentence("Use at least 336 words.", "word_count", "must[0]")]):
        print(finding.message)

Prompts are free prose: they are read leniently, and only what they plainly say otherwise, or do not say at all, is
found.
See docs/how-to/lint-a-benchmark.md.
"""

from __future__ import annotations

from ifdsl.linting.findings import Finding, Repair
from ifdsl.linting.graded import Graded, Value, of_constraint, of_sentence
from ifdsl.linting.lint import lint
from ifdsl.linting.prompts import Prompt

__all__ = ["Finding", "Graded", "Prompt", "Repair", "Value", "lint", "of_constraint", "of_sentence"]
