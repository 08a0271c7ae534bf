"""Settings of the whole suite."""

import os

from hypothesis import settings

# In a script that must say the same twice, the drawn examples are the same each time; at a desk they are new ones.
# How long an example takes is no verdict on it: a busy machine would fail what is right.
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("desk", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")
