"""Give `Piece`, a text that remembers where in the graded text it starts, so that evidence can point at it."""

from __future__ import annotations


class Piece(str):
    """A slice of the graded text: `graded[piece.start : piece.start + len(piece)] == piece`, in code points."""

    __slots__ = ("start",)
    start: int

    def __new__(cls, text: str, start: int) -> Piece:
        piece = super().__new__(cls, text)
        piece.start = start
        return piece
