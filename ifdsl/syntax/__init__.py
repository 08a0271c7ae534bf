"""Take source text; give a lossless tree (nodes, spans, comments), and print one back in the house format."""
