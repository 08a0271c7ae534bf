"""Responses in bulk to verdicts: Arrow batches, a pool of processes, Ray, parts that are committed one by one."""
