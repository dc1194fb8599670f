"""How many peers are connected: the same words in the sidebar and over the timeline. No Qt."""

from __future__ import annotations


def connected_words(peers: int) -> str:
    """As a sentence without its stop."""
    match peers:
        case 0:
            return "Nobody connected"
        case 1:
            return "1 peer connected"
        case _:
            return f"{peers:,} peers connected"
