"""Whom people hide and block, and what becomes of it for each reader."""
