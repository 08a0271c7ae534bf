"""Take responses and questions that no code decides; ask a model, read its answers, and say how far to trust it."""
