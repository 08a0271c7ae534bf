"""Settings of the whole suite."""

import os

from hypothesis import settings

# In a script that must say the same twice, the drawn examples are the same each time; at a desk they are new ones.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
