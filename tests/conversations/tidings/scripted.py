"""A peer that keeps to the handshake and then says what a script tells it to."""

from __future__ import annotations

from engine.crypto.blake2b import hash32
from engine.crypto.boxes import BoxKeyPair
from engine.crypto.noise import key_pair
from engine.model.ids import PeerId
from engine.protocols.contract import Role
from engine.protocols.tidings.port.channel import SecureChannel
from engine.protocols.tidings.port.common_spaces import Padding
from engine.protocols.tidings.port.messages import Message, Spaces, decode_message, encode_message
from engine.protocols.tidings.port.select import Answer, Select, encode_select
from engine.wire.frames import FrameReader
from tests.conversations.tidings.stage import End, Party, Stage

SECRET = hash32(b"secret of a scripted peer")


class ScriptedPeer:
    """Talks to a machine of ``party``. ``role``: its own."""

    def __init__(
        self,
        stage: Stage,
        party: Party,
        role: Role = Role.DIALLER,
        *,
        static: BoxKeyPair | None = None,
        end: End | None = None,
    ) -> None:
        self.stage = stage
        self.party = party
        self.role = role
        self.static = static or key_pair(SECRET)
        self.peer_id = PeerId(hash32(self.static.public_key))
        self.channel = SecureChannel(role, self.static, key_pair(hash32(b"ephemeral")))
        theirs = Role.LISTENER if role is Role.DIALLER else Role.DIALLER
        self.end = end or stage.end(party, theirs)
        self._taken = 0
        self._plain = b""
        self._frames = FrameReader(1 << 20)
        stage.carry_out(self.end, self.end.machine.start(stage.now))

    # ---- speaking -------------------------------------------------------------------------------

    def sends(self, data: bytes) -> None:
        """Bytes as they are."""
        self.stage.deliver(self.end, data)
        self.stage.run()

    def says(self, plain: bytes) -> None:
        """In records."""
        self.sends(self.channel.seal(plain))

    def tells(self, *messages: Message) -> None:
        """In ``tidings/1``."""
        self.says(b"".join(map(encode_message, messages)))

    def shakes_hands(self) -> ScriptedPeer:
        """The whole handshake, whoever dialled."""
        if first := self.channel.start():
            self.sends(first)
        while self.channel.secured is None:
            reply = self._step()
            assert reply is not None, "the machine said too little"
            if reply:
                self.sends(reply)
        return self

    def _step(self) -> bytes | None:
        self.channel.feed(self.bytes_heard())
        return self.channel.next_step()

    def selects(self, name: str = "tidings/1", hint: bytes = b"") -> Answer:
        """What the machine answers."""
        self.says(encode_select(Select(name, hint)))
        plain = self.heard()
        self._plain = plain[1:]
        return Answer(plain[0])

    def meets(self) -> ScriptedPeer:
        """A meeting in which nothing is shared yet."""
        self.shakes_hands()
        if self.role is Role.DIALLER:
            assert self.selects() is Answer.GO
        else:
            assert self.heard() == encode_select(Select("tidings/1"))
            self.says(bytes((Answer.GO,)))
        return self

    def lists(self, *entries: bytes) -> None:
        """These spaces, padded as they have to be."""
        self.tells(Spaces(Padding(bytes(32)).fill(entries)))

    # ---- listening ------------------------------------------------------------------------------

    def bytes_heard(self) -> bytes:
        """What the machine has written since the last look."""
        new = self.end.bytes_sent[self._taken :]
        self._taken += len(new)
        return new

    def heard(self) -> bytes:
        """The plaintext of it."""
        self.channel.feed(self.bytes_heard())
        plain = b""
        while (more := self.channel.next_plaintext()) is not None:
            plain += more
        return plain

    def messages(self) -> list[Message | None]:
        """What the machine has told since the last look, after the answer to Select."""
        self._frames.feed(self._plain + self.heard())
        self._plain = b""
        return [decode_message(payload) for payload in self._frames]
