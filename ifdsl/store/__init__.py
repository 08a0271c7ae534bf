"""Records on disk: what was asked, what came back, how it was judged."""
