"""The three messages of XXpsk0, and which community they are about (protocols/cable.md 5). Pure.

Whoever dials knows the key. Whoever is dialled tries its keys on the first message, and says not a
byte before one fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.crypto.boxes import BoxKeyPair
from engine.crypto.entropy import Entropy
from engine.crypto.noise import KEY_BYTES, Handshake, Pattern, Secured, Side, key_pair
from engine.errors import PeerViolation
from engine.protocols.cable.keys import static_pair
from engine.protocols.cable.limits import COMMUNITIES_TRIED_MAX
from engine.protocols.cable.records import Community
from engine.protocols.contract import Role

_FIRST_BYTES = 48  # an ephemeral key, and an authenticator


class Greeting:
    """``feed`` what was read, then ``step`` as long as it gives something.

    ``community`` is whom it is about, once that is known; ``secured`` what came of it. ``is_lost``:
    no community of ours has the key with which the peer begins.
    """

    __slots__ = (
        "_buffer",
        "_candidates",
        "_ephemeral",
        "_handshake",
        "_prologue",
        "community",
        "is_lost",
        "secured",
    )

    def __init__(
        self, role: Role, candidates: Sequence[Community], prologue: bytes, entropy: Entropy
    ) -> None:
        """``candidates``: exactly one for who dials."""
        self._candidates = candidates[:COMMUNITIES_TRIED_MAX]
        self._prologue = prologue
        self._ephemeral = key_pair(entropy(KEY_BYTES))
        self._buffer = bytearray()
        self._handshake: Handshake | None = None
        self.community: Community | None = None
        self.secured: Secured | None = None
        self.is_lost = False
        if role is Role.DIALLER:
            (self.community,) = candidates
            self._handshake = self._made(self.community, Side.INITIATOR)

    @property
    def buffered(self) -> int:
        """Bytes fed and not yet taken."""
        return len(self._buffer)

    @property
    def meets_itself(self) -> bool:
        """Whether the peer has shown our own static key."""
        if self.community is None or self._handshake is None:
            return False
        return self._handshake.remote_static == static_pair(self.community.own).public_key

    def start(self) -> bytes:
        """What the dialler begins with; nothing for a listener."""
        return b"" if self._handshake is None else self._handshake.write()

    def feed(self, data: bytes) -> None:
        """What was read from the peer, cut anywhere."""
        self._buffer += data

    def rest(self) -> bytes:
        """What follows the handshake, taken out."""
        rest = bytes(self._buffer)
        self._buffer.clear()
        return rest

    def step(self) -> bytes | None:
        """Takes the peer's next message; what to answer (maybe nothing). None: it is incomplete.

        Raises PeerViolation.
        """
        size = _FIRST_BYTES if self._handshake is None else self._handshake.message_bytes()
        if self.secured is not None or len(self._buffer) < size:
            return None
        message = bytes(self._buffer[:size])
        del self._buffer[:size]
        if self._handshake is None:
            self._handshake = self._recognised(message)
        else:
            self._handshake.read(message)
        if self._handshake is None or self.meets_itself:
            return b""
        reply = self._handshake.write() if self._handshake.writes_next else b""
        if self._handshake.is_done:
            self.secured = self._handshake.secured()
        return reply

    def _recognised(self, message: bytes) -> Handshake | None:
        for community in self._candidates:
            trial = self._made(community, Side.RESPONDER, self._ephemeral)
            try:
                trial.read(message)
            except PeerViolation:
                continue
            handshake = self._made(community, Side.RESPONDER)
            handshake.read(message)
            self.community = community
            return handshake
        self.is_lost = True
        return None

    def _made(
        self, community: Community, side: Side, static: BoxKeyPair | None = None
    ) -> Handshake:
        """``static``: in the place of ours, where it makes no difference yet and saves time."""
        ours = static or static_pair(community.own)
        return Handshake(
            Pattern.XX_PSK0, side, self._prologue, ours, self._ephemeral, community.key
        )
