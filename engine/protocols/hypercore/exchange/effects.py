"""What a conversation asks of the world, put together. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from engine.protocols.contract import Effect, Send


def joined(effects: Sequence[Effect]) -> list[Effect]:
    """The same with all that is sent in one piece, behind the rest."""
    said = b"".join(effect.data for effect in effects if isinstance(effect, Send))
    others: list[Effect] = [effect for effect in effects if not isinstance(effect, Send)]
    return [*others, Send(said)] if said else others
