"""Measurements (``make bench``): they print numbers, and judge only that the work was done."""
