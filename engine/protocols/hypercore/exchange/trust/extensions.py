"""Extensions of ours: what else Tidings say to each other on a lane (DEP-0010, "Extension"). Pure.

Each side numbers the names of its own Handshake, sorted; a name counts where both have it.

``tidings-fork``    two answers to the same question that one author signed and that cannot both be
                    true: the bodies of two Data with hashes alone, each behind its length. Whoever
                    holds one of the histories needs only the other.
``tidings-run``     many blocks at a time (``exchange.runs``).
``tidings-author``  that the sender is a device of the feed's author: a signature by the feed's key
                    over the sender's peer id. Said and believed inside the tidings port only, where
                    that id is proven; a bare connection could pass on what it heard elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.crypto.ed25519 import verify
from engine.errors import PeerViolation
from engine.model.ids import PeerId, SpaceId
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.dep0010.messages import Type, decode, encode
from engine.protocols.hypercore.limits import FORK_ANSWERS_MAX
from engine.protocols.hypercore.manner import KIN
from engine.protocols.hypercore.records import Evidence
from engine.protocols.hypercore.tree.proof import Proof
from engine.wire.varint import decode_varint
from engine.wire.varint_frames import encode_varint_frame

FORK = "tidings-fork"
AUTHOR = "tidings-author"
RUN = "tidings-run"

Sign = Callable[[SpaceId, bytes], bytes | None]
"""The signature by a feed's key of a message of ours; None where we do not hold its secret."""

_AUTHOR_CONTEXT = b"tidings author 1"
_SECTION = "Extension Procedure"


def signs_nothing(_space: SpaceId, _message: bytes) -> bytes | None:
    """Of who has no feed."""
    return None


@dataclass(frozen=True, slots=True)
class Terms:
    """What both sides of a connection have said of themselves.

    ``acknowledges``: the peer wants to hear what of it we have stored. ``live``: both stay for
    what is still to come. ``ours`` and ``theirs``: the extensions, as each numbers them.
    ``own_id`` and ``peer_id``: who both are, where that is proven. ``sign``: with our own feeds'
    keys.
    """

    acknowledges: bool = False
    live: bool = True
    ours: Sequence[str] = ()
    theirs: Sequence[str] = ()
    own_id: PeerId | None = None
    peer_id: PeerId | None = None
    sign: Sign = signs_nothing

    @property
    def is_kin(self) -> bool:
        """Whether the peer is a program like ours (``KIN``)."""
        return KIN in self.theirs

    @property
    def takes_runs(self) -> bool:
        """Whether many blocks may be asked for at a time (``exchange.runs``)."""
        return RUN in self.ours and RUN in self.theirs

    def message(self, name: str, payload: bytes) -> packets.Extension | None:
        """What to say; None where the peer would not know it."""
        is_known = name in self.ours and name in self.theirs
        return packets.Extension(self.ours.index(name), payload) if is_known else None

    def name(self, number: int) -> str | None:
        """Which extension the peer's ``number`` is; None for one that we do not have as well."""
        name = self.theirs[number] if number < len(self.theirs) else None
        return name if name in self.ours else None


def our_extensions(*, is_proven: bool, document: bool = False) -> Sequence[str]:
    """As we number them. By the document alone blocks come one at a time."""
    proven = (AUTHOR,) if is_proven else ()
    quick = () if document else (RUN,)
    return sorted((FORK, KIN, *proven, *quick))


# ---- tidings-author -----------------------------------------------------------------------------


def _author_message(feed: SpaceId, peer: PeerId) -> bytes:
    return _AUTHOR_CONTEXT + feed + peer


def author_signature(terms: Terms, feed: SpaceId) -> bytes | None:
    """That we are a device of that feed's author; None where we are not, or nobody could tell."""
    if terms.own_id is None or terms.peer_id is None:
        return None
    return terms.sign(feed, _author_message(feed, terms.own_id))


def is_author(terms: Terms, feed: SpaceId, signature: bytes) -> bool:
    """Whether the peer has proved to be a device of that feed's author."""
    if terms.peer_id is None:
        return False
    return verify(signature, _author_message(feed, terms.peer_id), feed)


# ---- tidings-fork -------------------------------------------------------------------------------


def encode_evidence(evidence: Sequence[Evidence]) -> bytes:
    """Those of both answers that prove themselves; empty where none does."""
    said = bytearray()
    for one in evidence:
        if one.nodes:
            answer = packets.Data(one.block, None, Proof(one.nodes, one.signed.signature))
            said += encode_varint_frame(encode(answer)[1])
    return bytes(said)


def decode_evidence(payload: bytes) -> list[packets.Data]:
    """One answer or two. Raises PeerViolation for anything else."""
    answers: list[packets.Data] = []
    at = 0
    while at < len(payload):
        size, start = decode_varint(payload, at)
        at = start + size
        answer = decode(Type.DATA, payload[start:at])
        if at > len(payload) or not isinstance(answer, packets.Data) or answer.value is not None:
            raise PeerViolation("evidence of a fork that cannot be read", _SECTION)
        answers.append(answer)
        if len(answers) > FORK_ANSWERS_MAX:
            raise PeerViolation("evidence of a fork in more than two answers", _SECTION)
    if not answers:
        raise PeerViolation("evidence of a fork without an answer", _SECTION)
    return answers
