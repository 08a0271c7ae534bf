"""Take a file of data (JSON lines, JSON, CSV, Parquet) and the fields of its rows; give typed rows, or task banks."""
