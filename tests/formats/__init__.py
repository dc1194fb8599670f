"""Profiles as programs of every format left them: rows that nobody changes any more."""
