"""Emoji: which there are, what they are called, and the picker in which one is chosen."""
