"""The tests that declarations bring along: `pass` and `fail` lines, run; constraints, described."""
