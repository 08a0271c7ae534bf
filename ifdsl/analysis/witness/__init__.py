"""Construct texts that satisfy whole sets of constraints: witnesses of their consistency."""
