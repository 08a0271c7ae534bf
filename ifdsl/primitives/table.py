"""Give `TABLE`, all primitives of the language by name; adding one means adding its declaration to one of the parts."""

from __future__ import annotations

from ifdsl.primitives.parts import declarations
from ifdsl.primitives.primitive import Primitive

TABLE: dict[str, Primitive] = {primitive.name: primitive for primitive in declarations()}
"""Every view and function of the language; nothing that only running them needs is imported."""
