"""Take bytes, paths and texts; give source files with lines, spans, diagnostics and their four renderings.

The lowest stage: standard library only. `file` reads and locates, `span` marks a stretch of a text, `codes`
is the catalogue of diagnostics, `diagnostic` holds one with its labels and fixes, `render` writes them for
people (human, plain) and for programs (JSON, SARIF).
"""
