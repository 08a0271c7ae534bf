"""Take two texts; give how many single-character edits lead from one to the other, up to a bound."""

from __future__ import annotations

MOST_EDITS = 32
"""Edits that are told apart; the work grows with their number and with the length of the texts, not their product."""


def edit_distance(text: str, other: str, at_most: int = 4, substitution: int = 1) -> int:
    """The least cost of edits that make one text of the other; `at_most + 1` where that is more.

    An inserted or a deleted character costs 1 (Levenshtein's distance).

    Args:
        text: one text.
        other: the other.
        at_most: the largest cost that matters, 0 to 32.
        substitution: what a character in the place of another costs, 1 or 2; with 2 it is a deletion and an insertion.
    """
    bound = min(max(at_most, 0), MOST_EDITS)
    if text == other:
        return 0
    if abs(len(text) - len(other)) > bound:
        return bound + 1
    text, other = _trimmed(text, other)
    price = 1 if substitution <= 1 else 2
    over = bound + 1
    # Only the cells next to the diagonal can be within the bound.
    before = [place if place <= bound else over for place in range(2 * bound + 1)][: bound + 1]
    row = [over] * bound + before
    for down, char in enumerate(text, start=1):
        made = [over] * len(row)
        for place in range(len(row)):
            across = down + place - bound
            if across < 0 or across > len(other):
                continue
            best = row[place + 1] + 1 if place + 1 < len(row) else over
            if across:
                best = min(best, made[place - 1] + 1 if place else over)
                best = min(best, row[place] + (0 if char == other[across - 1] else price))
            made[place] = min(best, over)
        row = made
        if min(row) > bound:
            return over
    found = row[len(other) - len(text) + bound]
    return min(found, over)


def _trimmed(text: str, other: str) -> tuple[str, str]:
    """Both without what they begin and end with alike."""
    start = 0
    while start < min(len(text), len(other)) and text[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(text), len(other)) - start and text[-1 - end] == other[-1 - end]:
        end += 1
    return text[start : len(text) - end], other[start : len(other) - end]
