"""Codes of ours: shown, saved, copied; and following one that was given to us."""
