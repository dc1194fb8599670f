"""What is said about one feed, whichever of the two wire protocols says it. Pure values.

Ranges of blocks run from ``start`` to before ``end``; an ``end`` of None is open. Numbers are below
2^62. What a peer said in a packet is a hint and never more, for streams can be tampered with
(reliability H-6); only what ``tree.verification`` passes is known.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.protocols.hypercore.blocks.ranges import Range
from engine.protocols.hypercore.tree.proof import Proof


@dataclass(frozen=True, slots=True)
class Feed:
    """Opens a lane for the feed of that discovery key. DEP-0010: Feed; draft 1: Open.

    ``nonce``: where the sender's cipher begins; None after the first of DEP-0010.
    """

    discovery_key: bytes
    nonce: bytes | None = None


@dataclass(frozen=True, slots=True)
class Handshake:
    """Once a connection, on its first lane. ``id`` is random and proves nothing.

    ``live``: stay connected for what is still to come. ``acknowledge``: wants to hear when Data is
    stored. Extensions are named in sorted order. Draft 1 has ``id`` and ``extensions`` only.
    """

    id: bytes
    live: bool = False
    extensions: tuple[str, ...] = ()
    acknowledge: bool = False


@dataclass(frozen=True, slots=True)
class Info:
    """DEP-0010: whether the sender uploads and downloads here; None: as before."""

    uploading: bool | None = None
    downloading: bool | None = None


@dataclass(frozen=True, slots=True)
class Have:
    """The sender has the blocks of ``ranges``.

    Where ``replaces`` is set (it came as a bitfield) it has no others in that range.
    ``acknowledges``: it has stored what we sent it.
    """

    ranges: tuple[Range, ...]
    replaces: Range | None = None
    acknowledges: bool = False


@dataclass(frozen=True, slots=True)
class Bitfield:
    """DEP-0010, said as a Have: of the blocks of ``range`` the sender has those whose bit is set.

    Bit i is byte i >> 3, mask 128 >> (i & 7). Only we say it so; what is read becomes a Have.
    """

    range: Range
    bits: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Unhave:
    """The sender has these no more, or does not take the one that we sent."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Want:
    """Tell me what you have there, now and from now on."""

    start: int
    end: int | None


@dataclass(frozen=True, slots=True)
class Unwant:
    """Tell me no more about these."""

    start: int
    end: int | None


@dataclass(frozen=True, slots=True)
class Request:
    """Send me block ``block``; or, where ``offset`` is not 0, the one with that byte of the feed.

    ``hash_only``: its hash will do. ``digest``: what the asker holds of its proof.
    """

    block: int
    offset: int = 0
    hash_only: bool = False
    digest: int = 0


@dataclass(frozen=True, slots=True)
class Cancel:
    """Forget the request of the same block, offset and kind. ``hash_only`` None: of either kind, as
    the draft itself knows none.
    """

    block: int
    offset: int = 0
    hash_only: bool | None = False


@dataclass(frozen=True, slots=True)
class Data:
    """Block ``block``, or only its hash (``value`` None), with what proves it."""

    block: int
    value: bytes | None
    proof: Proof


@dataclass(frozen=True, slots=True)
class RunRequest:
    """Send me all blocks below ``node`` at once. Between programs like ours (``exchange.runs``).

    ``digest``: what the asker holds of the proof of that node.
    """

    node: int
    digest: int


@dataclass(frozen=True, slots=True)
class Run:
    """All blocks below ``node``, in order, with what proves that node. Between the same."""

    node: int
    values: tuple[bytes, ...] = field(repr=False)
    proof: Proof


@dataclass(frozen=True, slots=True)
class Pause:
    """Draft 1: ask me for no more blocks."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Draft 1: go on asking."""


@dataclass(frozen=True, slots=True)
class EndOfLane:
    """Draft 1: nothing more comes on this lane."""


@dataclass(frozen=True, slots=True)
class Extension:
    """A message of an extension: its ``number`` in the sender's own sorted list."""

    number: int
    payload: bytes


@dataclass(frozen=True, slots=True)
class Unknown:
    """A type that we do not know: skipped. ``broken``: one whose body cannot be read; counted."""

    kind: int
    broken: bool = False


Packet = (
    Feed
    | Handshake
    | Info
    | Have
    | Bitfield
    | Unhave
    | Want
    | Unwant
    | Request
    | Cancel
    | Data
    | RunRequest
    | Run
    | Pause
    | Resume
    | EndOfLane
    | Extension
    | Unknown
)
