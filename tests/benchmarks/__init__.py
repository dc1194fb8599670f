"""Measurements (``make bench``). They print numbers and judge nothing but that the work was done."""
