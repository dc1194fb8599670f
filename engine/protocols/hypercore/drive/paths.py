"""The index of names in a folder's metadata, by which others look one up without reading all.

Hyperdrive 9's ``paths``: a varint whose lowest bit says that every list ends with the block's own
number, left out; then for each folder on the way, from the root down, how many blocks are listed,
and their numbers, each as the difference to the one before. Listed is the latest block of each name
in that folder (protocols/hypercore.md section 9). Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from engine.wire.varint import encode_varint

_ENDS_WITH_OWN = 1


@dataclass(slots=True)
class Names:
    """A folder and all below it: the latest block of each name. ``block`` is None for the root."""

    block: int = 0
    inside: dict[str, Names] = field(default_factory=dict)

    def put(self, name: str, block: int) -> bytes:
        """``name`` ("/a/b") is written in metadata block ``block``: the ``paths`` of that."""
        folder, lists = self, list[list[int]]()
        for part in _parts(name):
            folder.block = block
            others = (one.block for key, one in folder.inside.items() if key != part)
            lists.append(sorted(others))
            folder = folder.inside.setdefault(part, Names())
        folder.block = block
        lists.append(sorted(one.block for one in folder.inside.values()))
        return _encode(_ENDS_WITH_OWN, lists)

    def remove(self, name: str, block: int) -> bytes:
        """``name`` goes in metadata block ``block``: the ``paths`` of that."""
        parts = _parts(name)
        folders = [self]
        for part in parts[:-1]:
            folders.append(folders[-1].inside.setdefault(part, Names()))
        folders[-1].inside.pop(parts[-1], None)
        for folder, part in reversed(list(zip(folders, parts[:-1], strict=False))):
            if not folder.inside[part].inside:
                del folder.inside[part]
            else:
                folder.inside[part].block = block
        lists = [sorted(one.block for one in folder.inside.values()) for folder in folders]
        return _encode(0, lists)


def _parts(name: str) -> Sequence[str]:
    return [part for part in name.split("/") if part]


def _encode(head: int, lists: Iterable[Sequence[int]]) -> bytes:
    encoded = bytearray(encode_varint(head))
    for blocks in lists:
        encoded += encode_varint(len(blocks))
        before = 0
        for block in blocks:
            encoded += encode_varint(block - before)
            before = block
    return bytes(encoded)
