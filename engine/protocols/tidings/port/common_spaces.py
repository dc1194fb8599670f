"""Spaces in common, found without listing them: keyed hashes, padding, a sorted set (1). Pure.

The key is of this one handshake and of one side, so that a list proves nothing to anybody else, is
of no use a second time, and cannot be sent back. The protocol's text puts handshake hash and role
(65 bytes) where BLAKE2b takes a key of 64: it is their BLAKE2b-512 that is the key.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from engine.crypto.blake2b import hash_of_size
from engine.errors import PeerViolation
from engine.model.ids import SpaceId
from engine.protocols.contract import Role
from engine.protocols.tidings.port.limits import (
    HINT_BYTES,
    PADDING_ENTRIES,
    SPACE_TAG_BYTES,
    SPACES_MAX,
)
from engine.protocols.tidings.port.records import SpaceCode

ENTRY_BYTES = 1 + SPACE_TAG_BYTES
ENTRIES_MAX = SPACES_MAX

_KEY_BYTES = 64
_ROLE_BYTES = {Role.DIALLER: b"\x00", Role.LISTENER: b"\x01"}
_SECTION = "tidings/1, spaces"


class Shared(NamedTuple):
    """A space of ours. ``name``: of the protocol that carries it, which is not told."""

    kind: SpaceCode
    space: SpaceId
    name: str


def space_hint(handshake_hash: bytes, space: SpaceId) -> bytes:
    """How Select names a space: 16 bytes that mean something within this connection alone."""
    return hash_of_size(space, HINT_BYTES, key=handshake_hash)


class Tagging:
    """How one side of one connection names spaces: entries of kind and 16 bytes."""

    __slots__ = ("_key",)

    def __init__(self, handshake_hash: bytes, role: Role) -> None:
        """``role``: of the side that names."""
        self._key = hash_of_size(handshake_hash + _ROLE_BYTES[role], _KEY_BYTES)

    def entry(self, shared: Shared) -> bytes:
        """17 bytes."""
        tag = hash_of_size(shared.space, SPACE_TAG_BYTES, key=self._key)
        return bytes((shared.kind,)) + tag

    def entries(self, spaces: Iterable[Shared]) -> Mapping[bytes, Shared]:
        """Of those that are listed, by entry."""
        return {self.entry(shared): shared for shared in spaces}


class Padding:
    """Entries that mean nothing. The same ones as long as the connection lives: fresh ones in a
    second list would show which of the first were real.
    """

    __slots__ = ("_key",)

    def __init__(self, seed: bytes) -> None:
        """``seed``: 32 bytes of entropy, of this connection alone."""
        self._key = seed

    def fill(self, real: Iterable[bytes]) -> list[bytes]:
        """``real`` with as many others as make the next multiple of 64, at least one; sorted."""
        entries = list(real)
        total = max(1, -(-len(entries) // PADDING_ENTRIES)) * PADDING_ENTRIES
        entries += [self._entry(number) for number in range(total - len(entries))]
        return sorted(entries)

    def _entry(self, number: int) -> bytes:
        made = hash_of_size(number.to_bytes(4, "big"), ENTRY_BYTES, key=self._key)
        kinds = tuple(SpaceCode)
        return bytes((kinds[made[0] % len(kinds)],)) + made[1:]


def encode_entries(entries: Sequence[bytes]) -> bytes:
    """One after another."""
    return b"".join(entries)


def decode_entries(data: bytes) -> Sequence[bytes]:
    """Takes a list apart. Raises PeerViolation unless it is padded, sorted and bounded."""
    count, rest = divmod(len(data), ENTRY_BYTES)
    if rest or not count or count % PADDING_ENTRIES or count > ENTRIES_MAX:
        raise PeerViolation("a list of spaces of another size", _SECTION)
    entries = [data[at : at + ENTRY_BYTES] for at in range(0, len(data), ENTRY_BYTES)]
    if any(first >= second for first, second in pairwise(entries)):
        raise PeerViolation("a list of spaces that is not sorted", _SECTION)
    return entries
