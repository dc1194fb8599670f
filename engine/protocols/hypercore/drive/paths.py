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
    """A folder and all below it: the latest block of each name. ``block`` is 0 for the root.

    ``is_name``: it was written itself, and is no mere way to others.

    ``inside`` is in the order of blocks, as every change puts a name at its end. The list of all
    but the last of them is kept encoded: who adds ten thousand names to a folder copies bytes.
    """

    block: int = 0
    inside: dict[str, Names] = field(default_factory=dict)
    is_name: bool = False
    _listed: _Listed | None = None

    def put(self, name: str, block: int) -> bytes:
        """``name`` ("/a/b") is written in metadata block ``block``: the ``paths`` of that."""
        folder, lists = self, list[_Listed]()
        for part in _parts(name):
            folder.block = block
            lists.append(folder.put_last(part))
            folder = folder.inside[part]
        folder.block, folder.is_name = block, True
        lists.append(_list_of(one.block for one in folder.inside.values()))
        return _encode(_ENDS_WITH_OWN, lists)

    def remove(self, name: str, block: int) -> bytes:
        """``name`` goes in metadata block ``block``: the ``paths`` of that."""
        parts = _parts(name)
        folders = [self]
        for part in parts[:-1]:
            folders.append(folders[-1].inside.setdefault(part, Names()))
        folders[-1].drop(parts[-1])
        for folder, part in reversed(list(zip(folders, parts[:-1], strict=False))):
            below = folder.inside[part]
            if below.inside or below.is_name:
                folder.put_last(part)
                below.block = block
            else:
                folder.drop(part)
        lists = [_list_of(one.block for one in folder.inside.values()) for folder in folders]
        return _encode(0, lists)

    def put_last(self, part: str) -> _Listed:
        """Moves that name behind all others, or makes it: the list of those others."""
        last = next(reversed(self.inside), None)
        if self._listed is None or (part in self.inside and part != last):
            mine = self.inside.pop(part, None) or Names()
            self._listed = _list_of(one.block for one in self.inside.values())
            self.inside[part] = mine
        elif part != last:
            if last is not None:
                self._listed.append(self.inside[last].block)
            self.inside[part] = Names()
        return self._listed

    def drop(self, part: str) -> None:
        """That name is gone; what lies below it stays."""
        gone = self.inside.get(part)
        if gone is not None and gone.inside:
            gone.is_name = False
        elif gone is not None:
            del self.inside[part]
            self._listed = None


@dataclass(slots=True)
class _Listed:
    """Numbers of blocks, ascending: how many, each as the difference to the one before."""

    count: int = 0
    last: int = 0
    differences: bytearray = field(default_factory=bytearray)

    def append(self, block: int) -> None:
        """A further one, not below the last."""
        self.differences += encode_varint(block - self.last)
        self.count += 1
        self.last = block


def _list_of(blocks: Iterable[int]) -> _Listed:
    listed = _Listed()
    for block in blocks:
        listed.append(block)
    return listed


def _parts(name: str) -> Sequence[str]:
    return [part for part in name.split("/") if part]


def _encode(head: int, lists: Iterable[_Listed]) -> bytes:
    encoded = bytearray(encode_varint(head))
    for listed in lists:
        encoded += encode_varint(listed.count) + listed.differences
    return bytes(encoded)
