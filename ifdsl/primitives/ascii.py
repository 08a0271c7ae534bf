"""Take a text; give what of it can be written in ASCII: letters without their accents, digits of any script."""

from __future__ import annotations

from unicodedata import category, decimal, normalize

from ifdsl.primitives.primitive import Cost, Param, Primitive
from ifdsl.primitives.texts import checked_length
from ifdsl.primitives.types import TEXT

LONGEST_DECOMPOSITION = 5
"""ASCII characters that one character can become: `㎯` is `rads2`."""


def unaccented(text: str) -> str:
    """The ASCII characters of the compatibility decomposition (NFKD): `São` is `Sao`, `ﬁ` is `fi`, `ø` is nothing.

    Raises:
        Undecided: the result would be too long.
    """
    if text.isascii():
        return text
    checked_length(LONGEST_DECOMPOSITION * len(text))
    return normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")


def plain_digits(text: str) -> str:
    """The text with each decimal digit of any script (category Nd) as one of `0` to `9`."""
    if text.isascii():
        return text
    return "".join(str(decimal(char)) if char > "9" and category(char) == "Nd" else char for char in text)


_TEXT = Param("text", TEXT)

PRIMITIVES = (
    Primitive(
        "unaccented", (_TEXT,), TEXT,
        "The ASCII characters of the text after compatibility decomposition (NFKD): letters without their accents, "
        "and nothing for a character that has no ASCII part.",
        Cost(120, 20.0), unaccented, example=(("São Tomé, 北京",), "Sao Tome, "), growth=len("rads2"),  # from `㎯`
    ),
    Primitive(
        "plain_digits", (_TEXT,), TEXT, "The text with each decimal digit of any script as one of `0` to `9`.",
        Cost(120, 12.0), plain_digits, example=(("١٢ x ３",), "12 x 3"),
    ),
)  # fmt: skip
