"""What the parts of a conversation want done: messages to be said, and effects. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.model.ids import PostId
from engine.protocols.cable import packets
from engine.protocols.cable.limits import DATA_BYTES_SENT, HASHES_SENT_MAX
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.cable.wire.messages import write_message
from engine.protocols.cable.wire.version import Version
from engine.protocols.contract import Effect, Send

Doing = packets.Request | packets.Response | Effect


def carried_out(version: Version, doings: Iterable[Doing]) -> list[Effect]:
    """As effects: all that is said goes out in one piece, before the rest."""
    said: list[bytes] = []
    effects: list[Effect] = []
    for doing in doings:
        if isinstance(doing, packets.Request | packets.Response):
            said.append(write_message(version, doing))
        else:
            effects.append(doing)
    return [Send(b"".join(said)), *effects] if said else effects


def hash_responses(request: RequestNumber, hashes: Sequence[PostId]) -> list[packets.HashResponse]:
    """Answers that are not too long; none for no hashes."""
    return [
        packets.HashResponse(request, tuple(hashes[at : at + HASHES_SENT_MAX]))
        for at in range(0, len(hashes), HASHES_SENT_MAX)
    ]


def data_responses(request: RequestNumber, data: Iterable[bytes]) -> list[packets.DataResponse]:
    """Answers of as many pieces as are not too long together; none for no data."""
    answers: list[packets.DataResponse] = []
    pieces: list[bytes] = []
    size = 0
    for piece in data:
        if pieces and size + len(piece) > DATA_BYTES_SENT:
            answers.append(packets.DataResponse(request, tuple(pieces)))
            pieces, size = [], 0
        pieces.append(piece)
        size += len(piece)
    return [*answers, packets.DataResponse(request, tuple(pieces))] if pieces else answers
