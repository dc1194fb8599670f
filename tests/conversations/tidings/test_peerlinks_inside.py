"""PeerLinks says inside the port what it says bare, byte for byte (1: unchanged)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from engine.crypto.blake2b import hash32
from engine.crypto.entropy import SeededEntropy
from engine.crypto.noise import key_pair
from engine.model.ids import ConnectionId, PeerId, PostId, ProtocolName, PublicKey, SpaceId
from engine.protocols.contract import Charge, Connection, Effect, Ending, Record, Role, Send
from engine.protocols.peerlinks.conversation.accepting import PORTION_BYTES
from engine.protocols.peerlinks.conversation.handshake import we_shake
from engine.protocols.peerlinks.limits import BULK_HASHES, REQUEST_TIMEOUT_SECONDS
from engine.protocols.peerlinks.records import Channel
from engine.protocols.peerlinks.shared import SharedChannels
from engine.protocols.tidings.port.connection import TidingsConnection
from engine.protocols.tidings.port.neighbours import Neighbours
from engine.protocols.tidings.port.records import Carried, SpaceCode
from engine.protocols.tidings.port.surroundings import PortSurroundings, Purpose
from tests.conversations.play import Cut, End, Person, Play, cut_every, uncut
from tests.conversations.scenes import hashes, lets_in, owned_by, posts, posts_many

NAMES = ("ann", "ben")
STATIC = {
    name: key_pair(hash32(f"secret of {name}".encode())) for name in (*NAMES, "gil", "impostor")
}


@dataclass
class Overheard:
    """Passes everything on to a machine, and keeps what it writes."""

    machine: Connection
    written: list[bytes] = field(default_factory=list)

    @property
    def presence(self) -> Sequence[tuple[SpaceId, PublicKey | None]]:
        return self.machine.presence

    @property
    def charge(self) -> Charge:
        return self.machine.charge

    @property
    def buffered(self) -> int:
        return self.machine.buffered

    def start(self, now: float) -> list[Effect]:
        return self._kept(self.machine.start(now))

    def receive(self, data: bytes, now: float) -> Iterator[list[Effect]]:
        for effects in self.machine.receive(data, now):
            yield self._kept(effects)

    def wake(self, now: float) -> list[Effect]:
        return self._kept(self.machine.wake(now))

    def notice(self, records: Sequence[Record], now: float) -> list[Effect]:
        return self._kept(self.machine.notice(records, now))

    def reconcile(self, now: float) -> list[Effect]:
        return self._kept(self.machine.reconcile(now))

    def _kept(self, effects: list[Effect]) -> list[Effect]:
        self.written += [effect.data for effect in effects if isinstance(effect, Send)]
        return effects


@dataclass
class HeldUp:
    """The first long thing that is written, and all behind it, stays on its way."""

    data: list[bytes] = field(default_factory=list)

    def cut(self, data: bytes) -> Iterator[bytes]:
        if self.data or len(data) > PORTION_BYTES:
            self.data.append(data)
        else:
            yield data


Bring = Callable[[Person, Connection], Connection]
"""What is to sit at a person's end of the wire, given that person's PeerLinks machine."""


def bare(_: Person, machine: Connection) -> Connection:
    return machine


def inside(person: Person, machine: Connection) -> Connection:
    role = Role.LISTENER if person.name == "ben" else Role.DIALLER
    carried = Carried(
        "peerlinks/1",
        ProtocolName.PEERLINKS,
        SpaceCode.PRIVATE,
        SharedChannels(person.records),
        lambda _connection, _role, _space, _shares: machine,
    )
    surroundings = PortSurroundings(
        static=STATIC[person.name],
        peer_id=person.peer_id,
        entropy=SeededEntropy(f"port of {person.name}".encode()),
        carried={carried.name: carried},
        neighbours=Neighbours(person.peer_id),
        addresses=tuple,
        refuses=lambda _: False,
    )
    purpose = Purpose(carried.name, None, id_of("ben")) if role is Role.DIALLER else None
    return TidingsConnection(surroundings, ConnectionId(1), role, purpose)


def id_of(name: str) -> PeerId:
    return PeerId(hash32(STATIC[name].public_key))


def gardeners() -> tuple[Play, Person, Person, Channel]:
    """Ann has let Ben into her garden."""
    play = Play()
    ann, ben = (play.person(name, peer_id=id_of(name)) for name in NAMES)
    garden = owned_by(ann)
    lets_in(ann, garden.id, ben)
    return play, ann, ben, garden


def connect(play: Play, ends: tuple[End, End]) -> None:
    """What follows at once has happened when this returns."""
    ends[0].other, ends[1].other = ends[1], ends[0]
    for end in ends:
        play.start(end)
    play.run()


def converse(bring: Bring, cut: Cut = uncut) -> tuple[list[bytes], list[list[PostId]]]:
    """The same story each time: what each PeerLinks machine wrote, and what both hold at last."""
    play, ann, ben, garden = gardeners()
    posts_many(ann, garden.id, 40)
    ends = play.open(ann, Role.DIALLER), play.open(ben)
    overheard = [Overheard(end.machine) for end in ends]
    for end, heard in zip(ends, overheard, strict=True):
        end.machine, end.cut = bring(end.person, heard), cut
    connect(play, ends)
    posts(ben, garden.id, "I have read it all")
    play.pass_time(300.0)
    posts(ann, garden.id, "good")
    play.pass_time(1.0)
    assert all(end.ready for end in ends)
    written = [b"".join(heard.written) for heard in overheard]
    return written, [hashes(one, garden.id) for one in (ann, ben)]


@pytest.mark.parametrize("cut", [uncut, cut_every(1_000), cut_every(7)])
def test_what_peerlinks_says_is_the_same_bare_and_inside(cut: Cut) -> None:
    written, (anns, bens) = converse(inside, cut)
    assert anns == bens
    assert len(anns) == 43
    assert (written, [anns, bens]) == converse(bare)


def test_nobody_is_late_by_what_others_did_while_the_records_of_one_read_were_taken() -> None:
    play, ann, ben, garden = gardeners()
    for _ in range(5):
        posts(ann, garden.id, "x" * PORTION_BYTES)
    posts_many(ann, garden.id, 2 * BULK_HASHES)
    ends = play.open(ann, Role.DIALLER), play.open(ben)
    for end in ends:
        end.machine = inside(end.person, end.machine)
    held = HeldUp()
    ends[0].cut = held.cut
    connect(play, ends)
    *read, rest = held.data
    assert len(read) > 1, "the long answer, and others behind it"
    for effects in ends[1].machine.receive(b"".join(read), play.now):
        ben.carry_out(effects, ends[1])
        play.now += REQUEST_TIMEOUT_SECONDS
    ben.carry_out(ends[1].machine.wake(play.now), ends[1])
    assert ends[1].closed is None
    play.deliver(ends[1], rest)
    ends[0].cut = uncut
    play.run()
    assert hashes(ben, garden.id) == hashes(ann, garden.id)


def test_who_claims_the_id_of_somebody_else_takes_nothing_from_what_they_have_proven() -> None:
    play = Play()
    gil, ben = (play.person(name, peer_id=id_of(name)) for name in ("gil", "ben"))
    assert not we_shake(ben.peer_id, gil.peer_id), "else the impostor is taken for a second one"
    garden = owned_by(gil)
    lets_in(gil, garden.id, ben)
    lines = open_proven(play, gil), open_proven(play, ben)
    connect(play, lines)
    assert ben.protocol.takes_part(garden.id, gil.peer_id, play.now)
    impostor = play.person("impostor", peer_id=gil.peer_id)
    strange = open_proven(play, impostor), open_proven(play, ben)
    connect(play, strange)
    assert strange[1].closed is not None
    assert strange[1].closed.ending is Ending.VIOLATION
    assert all(end.ready for end in lines)
    assert ben.protocol.takes_part(garden.id, gil.peer_id, play.now)


def open_proven(play: Play, person: Person) -> End:
    """A connection whose peer id is proven by its key, and whose peer lists every channel."""
    end = play.open(person)
    machine = person.protocol.connect(end.id, Role.LISTENER, lambda _: True)
    end.machine = inside(person, machine)
    return end
