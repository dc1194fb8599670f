"""Hostile peers of comment sets: ``strangers`` dial, with a chain or without; ``scripts`` say what.

``crowd`` puts them into a world.
"""

from tests.simulation.comments.liars.crowd import CommentCrowd, rows

__all__ = ["CommentCrowd", "rows"]
