"""Take one spec; give a group of cousins: the same checks in other words, beside distractors, with other arguments."""
