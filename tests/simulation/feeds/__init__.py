"""Worlds of people with feeds: their program, what they do, what must hold, who lies."""
