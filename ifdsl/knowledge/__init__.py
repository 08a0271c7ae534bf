"""Take specs over rows of questions; give prompts, expected answers, and what is to be learned from wrong ones."""
