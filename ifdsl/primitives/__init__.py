"""The primitives of the language: types, values, and one table of views and functions."""
