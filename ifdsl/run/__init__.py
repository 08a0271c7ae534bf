"""Prompts to responses: clients of model servers, bounded concurrency, a local model, recorded answers."""
