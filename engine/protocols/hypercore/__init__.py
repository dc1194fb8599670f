"""Signed append-only feeds: Hypercore as DEP-0010 has it, and as the older draft 1 does (D10)."""
