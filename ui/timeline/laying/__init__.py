"""Rows: where everything stands in them, and how they are painted."""
