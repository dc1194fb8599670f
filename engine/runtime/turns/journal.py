"""The one place that logs inputs and effects: type, length and a short hash, never content."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import assert_never

from engine.crypto.blake2b import hash_of_size
from engine.errors import Fault
from engine.model.address import Address
from engine.model.ids import ProtocolName
from engine.protocols.contract import (
    Answer,
    Close,
    Dial,
    Effect,
    Emit,
    Errand,
    Nudge,
    Ready,
    Send,
    Store,
    WakeAt,
    Whereabouts,
)
from engine.runtime.turns.conversations import Conversation
from engine.runtime.turns.inbox import Asked, Farewell, Input, Wish

_log = logging.getLogger("engine.turn")

_HASH_BYTES = 4


def input_taken(taken: Input) -> None:
    """A turn takes it up."""
    if not _log.isEnabledFor(logging.DEBUG):
        return
    match taken:
        case Wish(Asked(command)):
            _log.debug("> command %s", type(command).__name__)
        case Farewell(conversation):
            _log.debug("> %s farewell", _named(conversation))
        case ProtocolName():
            _log.debug("> %s wake", taken)
        case Conversation():
            _log.debug("> %s", _named(taken))
        case _:
            assert_never(taken)


def bytes_received(conversation: Conversation, data: bytes) -> None:
    """They wait to be taken apart."""
    if _log.isEnabledFor(logging.DEBUG):
        digest = hash_of_size(data, _HASH_BYTES).hex()
        _log.debug("> %s %d bytes %s", _named(conversation), len(data), digest)


def effects_returned(effects: Sequence[Effect]) -> None:
    """A machine answered with them; nothing of it has left yet."""
    if not _log.isEnabledFor(logging.DEBUG):
        return
    for effect in effects:
        _log.debug("<   %s", _described(effect))


def bug(error: Exception) -> None:
    """Something of our own is wrong. A turn that is not committed yet is being rolled back."""
    _log.error("bug in a turn: %s", type(error).__name__, exc_info=error)


def fault(error: Fault) -> None:
    """The machine failed. A turn that is not committed yet is being rolled back."""
    _log.error("fault: %s", error)


def violation(protocol: ProtocolName, address: Address, rule: str, section: str) -> None:
    """A peer broke its specification."""
    _log.info("%s %s: violation: %s (%s)", protocol, address, rule, section)


def closed(conversation: Conversation, close: Close) -> None:
    """A conversation is over."""
    if close.detail:  # the peer's own words: how we seem to it; cleaned by whoever took them
        _log.info("%s closed: %s: %s", _named(conversation), close.ending, close.detail)
    else:
        _log.debug("%s closed: %s", _named(conversation), close.ending)


def network(protocol: ProtocolName, address: Address, code: str) -> None:
    """Something of the network did not work; it is tried again, or the user is told."""
    _log.debug("%s %s: %s", protocol, address, code)


def _named(conversation: Conversation) -> str:
    return f"{conversation.protocol} #{conversation.id} {conversation.role} {conversation.address}"


def _described(effect: Effect) -> str:
    match effect:
        case Send(data):
            return f"Send {len(data)} {hash_of_size(data, _HASH_BYTES).hex()}"
        case Store(record):
            return f"Store {type(record).__name__}"
        case Emit(event):
            return f"Emit {type(event).__name__}"
        case Answer(result):
            return f"Answer {type(result).__name__}"
        case Close(ending):
            return f"Close {ending}"
        case WakeAt() | Ready() | Errand() | Dial() | Nudge() | Whereabouts():
            return type(effect).__name__
        case _:
            assert_never(effect)
