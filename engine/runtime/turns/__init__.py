"""Turns: what waits for one, what one works on, and what it leads to."""
