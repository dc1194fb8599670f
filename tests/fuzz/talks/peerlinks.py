"""PeerLinks: a peer that may read a channel asks, answers and tells, after the greeting."""

from __future__ import annotations

from random import Random

from engine.crypto import boxes, ed25519
from engine.model.ids import PostId, RequestId
from engine.protocols.contract import Close
from engine.protocols.peerlinks.keys import symmetric_key
from engine.protocols.peerlinks.messages import (
    encode_packet,
    encode_request_content,
    encode_request_tbs,
    encode_response_content,
)
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    Bulk,
    BulkResponse,
    EncryptedInvite,
    Error,
    Layout,
    Notification,
    Packet,
    Ping,
    Pong,
    Query,
    QueryResponse,
    SyncRequest,
    SyncResponse,
)
from tests.conversations.peerlinks.asking import MEMBER, membership
from tests.conversations.play import Play
from tests.conversations.scenes import hashes, owner, posts_many
from tests.conversations.scripted import ScriptedPeer

_RARELY = 0.01
_MORE = 0.2
_ANSWERED_AGAIN, _ASKS = 0.04, 0.7


class Peerlinks:
    """Implements ``Talk``: the machine is of a channel's owner."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._play = Play()
        self._ada, self._channel = owner(self._play, "ada")
        posts_many(self._ada, self._channel.id, 4)
        self.begins_again()

    def begins_again(self) -> None:
        self._peer = ScriptedPeer(self._play, self._ada).greets()
        self._answered: set[int] = set()

    def says(self, chance: Random) -> bytes:
        return encode_packet(self._packet(chance))

    def sends(self, message: bytes) -> None:
        self._peer.sends(message)

    def waits(self, seconds: float) -> None:
        self._play.pass_time(seconds)

    @property
    def close(self) -> Close | None:
        return self._peer.closed

    @property
    def buffered(self) -> int:
        return self._peer.end.machine.buffered

    def _packet(self, chance: Random) -> Packet:
        space = self._channel.id
        drawn = chance.random()
        if drawn < _RARELY:
            return chance.choice(
                (Error("no more"), EncryptedInvite(RequestId(bytes(32)), chance.randbytes(60)))
            )
        if self._open() or (drawn < _ANSWERED_AGAIN and self._peer.requests()):
            return self._answer(chance)
        if drawn < _ASKS:
            return self._question(chance)
        return chance.choice(
            (Ping(chance.randrange(9)), Pong(chance.randrange(9)), Notification(space, None))
        )

    def _hashes(self, chance: Random) -> tuple[PostId, ...]:
        known = [*hashes(self._ada, self._channel.id), PostId(chance.randbytes(32))]
        return tuple(chance.choices(known, k=chance.randrange(6)))

    def _open(self) -> list[SyncRequest]:
        return [one for one in self._peer.requests() if one.seq not in self._answered]

    def _question(self, chance: Random) -> SyncRequest:
        space = self._channel.id
        cursor = chance.choice([None, chance.randrange(9), *self._hashes(chance)])
        query = Query(cursor, chance.random() < 0.5, chance.choice((0, 1, 9, 2_000)))
        content = query if chance.random() < 0.5 else Bulk(self._hashes(chance))
        chain = membership(self._channel) if chance.random() < 0.9 else ()
        key = boxes.from_seed(chance.randbytes(32)).public_key
        tbs = encode_request_tbs(content, chain, key, chance.choice(list(Layout)))
        sealed = encode_request_content(tbs, ed25519.sign(tbs, MEMBER.secret_key))
        nonce = chance.randbytes(24)
        box = boxes.secretbox(sealed, nonce, symmetric_key(self._channel.public_key))
        return SyncRequest(space, chance.randrange(9), nonce, box)

    def _answer(self, chance: Random) -> SyncResponse:
        asked = chance.choice(self._open() or self._peer.requests())
        self._answered.add(asked.seq)
        if asked.channel_id != self._channel.id or chance.random() < 0.1:
            return SyncResponse(asked.channel_id, asked.seq, b"")
        opened = self._peer.opened(asked, self._channel)
        is_query = isinstance(opened.content, Query) != (chance.random() < _RARELY)
        named = self._hashes(chance)
        page = tuple(Abbreviated(named[:2], one) for one in named)
        cursors = (chance.choice(named) if named and chance.random() < _MORE else None, None)
        content: QueryResponse | BulkResponse = (
            QueryResponse(page, *cursors, len(named))
            if is_query
            else BulkResponse((chance.randbytes(99),) * chance.randrange(3), chance.randrange(3))
        )
        sealed = encode_response_content(content)
        box = boxes.seal_with(
            sealed, opened.response_public_key, boxes.from_seed(chance.randbytes(32))
        )
        return SyncResponse(asked.channel_id, asked.seq, box)
