"""Figures and answers to the page that people look at: one HTML file, or the same served page by page."""
