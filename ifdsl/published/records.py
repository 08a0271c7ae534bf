"""Take a published data file in JSON lines, JSON, CSV or Parquet; give its records one by one, each with its place.

The reading is that of `datasets.records`, where it bears with what published files hold.
"""

from __future__ import annotations

from ifdsl.datasets.record import MAX_SHOWN, Record, Unreadable, problem_at
from ifdsl.datasets.records import records
from ifdsl.datasets.tables import MAX_CELL

__all__ = ["MAX_CELL", "MAX_SHOWN", "Record", "Unreadable", "problem_at", "records"]
