"""Run the command line as `python -m ifdsl.cli`."""

import sys

from ifdsl.cli import main

sys.exit(main())
