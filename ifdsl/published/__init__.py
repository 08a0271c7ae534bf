"""Take data in the shape that a benchmark was published in; give its items in ours, and results back in its shape."""
