"""How many peers are connected: the same words in the sidebar and over the timeline. No Qt."""

from __future__ import annotations

from ui.text.language import tr


def connected_words(peers: int) -> str:
    """As a sentence without its stop."""
    return tr("%n peers connected", "", peers) if peers else tr("Nobody connected")
