"""Take a built file; give the prompts of its suites and cousins, each certified and read back, as ordinary specs."""
