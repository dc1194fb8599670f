"""Whom to believe: what an author signed, forks of it, and who is the author. Pure."""
