"""What we write ourselves, of every kind and in every form, broken in the ways that are judged.

Inputs that random changes hardly come upon, because a length, a nesting or a count has to be right,
and large ones. The corpus begins with all of them (``seeds``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.fuzz.target import Target
from tests.fuzz.written import bodies, cable, hyperbloom, hypercore, peerlinks, tidings

Given = Iterator[tuple[int, bytes]]
"""The number of a reader of the target, and what it is given."""

_WRITTEN: dict[str, Callable[[], Given]] = {
    "peerlinks": peerlinks.written,
    "cable": cable.written,
    "dep0010": hypercore.written_of_dep0010,
    "draft1": hypercore.written_of_draft1,
    "bitfields": hypercore.written_bitfields,
    "hyperbloom": hyperbloom.written,
    "port": tidings.written_on_the_port,
    "codes": tidings.written_in_codes,
    "bodies": bodies.written,
}


def written(target: Target) -> list[bytes]:
    """Inputs of the target."""
    return [bytes((reader,)) + given for reader, given in _WRITTEN[target.name]()]
