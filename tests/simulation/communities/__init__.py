"""Worlds of communities: people in channels, over the tidings port, with the weather of all others.

Read ``program``, ``people``, ``laws``, ``scenario``.
"""
