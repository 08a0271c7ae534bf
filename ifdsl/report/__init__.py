"""Judged items to figures and tables."""
