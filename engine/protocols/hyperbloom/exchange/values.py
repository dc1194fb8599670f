"""Values on their way, as Data: signed and verified, taken once, and not given back. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from engine.crypto import ed25519
from engine.errors import PeerViolation
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange.answering import cut
from engine.protocols.hyperbloom.exchange.greeting import Remote
from engine.protocols.hyperbloom.exchange.surroundings import Surroundings
from engine.protocols.hyperbloom.keys import hyperbloom_hash
from engine.protocols.hyperbloom.limits import FAULTS_MAX, HEARD_MAX, SIGNATURE_BYTES
from engine.protocols.hyperbloom.records import Ledger, Membership, Taken
from engine.protocols.hyperbloom.room import Room
from engine.protocols.hyperbloom.trust.signed import values_hash


class Values:
    """Of one connection, from the Handshakes on."""

    __slots__ = ("_around", "_faults", "_heard", "_ledger", "_own", "_remote")

    def __init__(
        self, around: Surroundings, ledger: Ledger, own: Membership | None, remote: Remote
    ) -> None:
        """``own``: as whom we have shown ourselves; None: as a reader."""
        self._around = around
        self._ledger = ledger
        self._own = own
        self._remote = remote
        self._heard: dict[bytes, None] = {}
        self._faults = 0

    def note_fault(self, section: str) -> None:
        """The peer said there what it should not have. Raises PeerViolation for one too many."""
        self._faults += 1
        if self._faults > FAULTS_MAX:
            raise PeerViolation("what was refused, over and over", section)

    def admits(self, data: packets.Data) -> bool:
        """Whether its values may be taken. Raises PeerViolation for a fault too many."""
        if not self._is_signed(data):
            self.note_fault("3 Data")
            return False
        return True

    def step(self, values: tuple[bytes, ...]) -> tuple[bytes, ...]:
        """The first of them: as many as are taken in one step."""
        return values[: self._around.policy.step(self._ledger.feed, values)]

    def take(self, values: Sequence[bytes], now: float) -> Sequence[Taken]:
        """What is new of values that came in a Data, lawful, and not too much. What is dropped is
        counted.
        """
        if not self._around.has_room():
            return ()
        space, feed = self._ledger.space, self._ledger.feed
        unknown = self._around.records.unknown(space, values)
        room = Room(self._around.records, space)
        lawful = self._around.policy.lawful(feed, unknown, now)
        taken = [one for one in lawful if room.takes(one)]
        self._remember(taken)
        if dropped := len(unknown) - len(taken):
            self._around.refused[space] += dropped
        return taken

    def _is_signed(self, data: packets.Data) -> bool:
        values = data.values
        if not values or not all(values) or len(set(values)) < len(values):
            return False
        if self._remote.chain is None:
            return True  # a reader of ours; the port has proven who it is, and values themselves
        hashed = values_hash(self._ledger.feed, values)
        return ed25519.verify(data.signature, hashed, self._remote.chain.holder)

    def _remember(self, taken: Sequence[Taken]) -> None:
        """By their hashes: a peer can make values large, and have as many kept."""
        self._heard |= dict.fromkeys(hyperbloom_hash(one.value) for one in taken)
        # At once: each search for the first one would walk over all that were deleted before it.
        for one in tuple(islice(self._heard, max(0, len(self._heard) - HEARD_MAX))):
            del self._heard[one]

    def given(self, values: Sequence[bytes]) -> list[packets.Packet]:
        """So many Data as they need."""
        return [self._data(piece) for piece in cut(values)]

    def not_heard(self, values: Sequence[bytes]) -> list[bytes]:
        """Those that did not come from this peer."""
        return [value for value in values if hyperbloom_hash(value) not in self._heard]

    def _data(self, values: Sequence[bytes]) -> packets.Data:
        if self._own is None:
            return packets.Data(tuple(values), bytes(SIGNATURE_BYTES))
        hashed = values_hash(self._ledger.feed, values)
        return packets.Data(tuple(values), ed25519.sign(hashed, self._own.secret_key))
