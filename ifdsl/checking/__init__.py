"""Take the IR; give executable verifiers and, of a response, three-valued verdicts with evidence and margins."""
