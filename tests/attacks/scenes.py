"""Ada owns a channel, Ben is a member of it, and somebody scripted speaks to Ben."""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.model.ids import PostId
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.graph.answers import answer_query
from engine.protocols.peerlinks.messages import encode_message, message_hash, message_tbs
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    BulkResponse,
    Chain,
    ChannelMessage,
    Json,
    Query,
    QueryResponse,
)
from engine.protocols.peerlinks.records import Channel
from tests.conversations.play import Person, Play
from tests.conversations.scenes import hashes, identity_of, lets_in, owner, posts_many
from tests.conversations.scripted import ScriptedPeer

ALL = Query(0, is_backward=False, limit=1_024)


@dataclass
class Siege:
    """Ben knows of Ada's channel and has none of her posts; he has asked the scripted peer."""

    posts: int = 3
    play: Play = field(default_factory=Play)

    def __post_init__(self) -> None:
        self.ada, self.channel = owner(self.play, "ada")
        posts_many(self.ada, self.channel.id, self.posts)
        self.ben = self.play.person("ben")
        lets_in(self.ada, self.channel.id, self.ben)
        self.peer = ScriptedPeer(self.play, self.ben).greets()

    # ---- what the attacker does -----------------------------------------------------------------

    def brings(self, *more: bytes, names: Sequence[PostId] = ()) -> None:
        """Shows and gives all of Ada's posts, and these encoded messages after them.

        ``names``: under which it shows them, if not by their hashes.
        """
        page = answer_query(self.ada.records, self.channel.id, ALL)
        known = hashes(self.ada, self.channel.id)
        wires = [one for one in self.ada.records.wires(self.channel.id, known) if one is not None]
        tip = (known[-1],)
        shown = [Abbreviated(tip, one) for one in names or map(message_hash, more)]
        self.peer.answers(self.channel, QueryResponse((*page.messages, *shown), None, None))
        if self.peer.closed is None:
            bulk = BulkResponse((*wires, *more), len(wires) + len(more))
            self.peer.answers(self.channel, bulk)

    def begins_with(self, wire: bytes) -> None:
        """Shows and gives this encoded message alone, so that it is the first of the channel."""
        shown = Abbreviated((), message_hash(wire))
        self.peer.answers(self.channel, QueryResponse((shown,), None, None))
        if self.peer.closed is None:
            self.peer.answers(self.channel, BulkResponse((wire,), 1))

    def message(self, **changes: object) -> ChannelMessage:
        """Ada's next message as the rules demand, but for ``changes``; not signed."""
        (tip,) = self.ada.records.leaves(self.channel.id, 1)
        usual = ChannelMessage(
            (tip.hash,), tip.height + 1, (), self.play.now, Json('{"text":"next"}'), b""
        )
        return replace(usual, **changes)  # type: ignore[arg-type]  # a table's columns

    # ---- what became of it ----------------------------------------------------------------------

    @property
    def is_refused(self) -> bool:
        """The peer was closed upon for a violation, and nothing it brought was stored."""
        closed = self.peer.closed
        return (
            closed is not None
            and closed.ending is Ending.VIOLATION
            and not hashes(self.ben, self.channel.id)
        )

    @property
    def has_all(self) -> bool:
        """Ben holds Ada's posts and one more."""
        return len(hashes(self.ben, self.channel.id)) == len(hashes(self.ada, self.channel.id)) + 1


def signed(message: ChannelMessage, secret_key: bytes | None) -> ChannelMessage:
    """With that key's signature."""
    assert secret_key is not None
    return replace(message, signature=ed25519.sign(message_tbs(message), secret_key))


def by_owner(channel: Channel, message: ChannelMessage) -> bytes:
    """Encoded, signed by the channel's own key."""
    return encode_message(signed(message, channel.secret_key))


def secret_of(person: Person) -> bytes:
    """Of the person's first identity."""
    return identity_of(person).secret_key


def chain_of(person: Person, channel: Channel) -> Chain:
    """Through which that person is a member."""
    return person.records.own_chains(channel.id)[0].chain


def is_refused(work: Callable[[], object]) -> bool:
    """Whether it raised PeerViolation, and not another thing."""
    try:
        work()
    except PeerViolation:
        return True
    return False


def peak_rss(work: Callable[[], object]) -> int:
    """How many bytes more than before this process had in memory while it worked (proc(5)).

    What earlier tests have freed is given back first: in it much could be done unseen.
    """
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5")  # the high-water mark begins anew
    before = _status("VmRSS")
    work()
    return _status("VmHWM") - before


def _status(field: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(field)).split()[1]) * 1_024
