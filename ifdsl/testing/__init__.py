"""The tests that declarations bring along: `pass` and `fail` lines, run; texts made at each bound; strategies."""
