"""Take the IR and the values of an instance; give prompts."""
