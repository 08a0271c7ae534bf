"""Items and responses to rewards: one response, a batch of rollouts, and the signatures that trainers call."""
