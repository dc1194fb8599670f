"""What a reader is shown of an author, by the reader's own flags and by those they follow. Pure.

The reader's own word always wins, over all others (protocols/cable.md 4.1). Nobody's flag counts
against the reader, or against those the reader follows. A block is more than a hide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from engine.model.ids import PublicKey
from engine.protocols.cable.moderation.flags import Flag, Flags


class Standing(Enum):
    """How an author stands with a reader."""

    SHOWN = auto()
    HIDDEN = auto()  #: collapsed, and still stored and passed on
    BLOCKED = auto()  #: not shown, asked for, stored or passed on


@dataclass(frozen=True, slots=True)
class Verdict:
    """``by`` has said so, for ``flag``'s reason; None where nobody has said anything."""

    standing: Standing
    by: PublicKey | None = None
    flag: Flag | None = None


SHOWN = Verdict(Standing.SHOWN)


@dataclass(frozen=True, slots=True)
class Opinion:
    """What one author says. ``shows``: of a reader, whom they show whatever others say."""

    hides: Flags
    blocks: Flags
    shows: frozenset[PublicKey] = frozenset()


@dataclass(frozen=True, slots=True)
class Judge:
    """One reader: who they are, what they say, and whom they follow in this (by a local choice)."""

    reader: PublicKey
    own: Opinion
    followed: Mapping[PublicKey, Opinion]

    def verdict(self, author: PublicKey) -> Verdict:
        """On everything of that author. Of several followed, blocks first, then the lowest key."""
        if author == self.reader:
            return SHOWN
        own = _said(self.own, self.reader, author)
        if own is not None:
            return own
        if author in self.own.shows or author in self.followed:
            return SHOWN
        said = [
            verdict
            for key, opinion in sorted(self.followed.items())
            if (verdict := _said(opinion, key, author)) is not None
        ]
        return max(said, key=lambda one: one.standing is Standing.BLOCKED, default=SHOWN)


def _said(opinion: Opinion, by: PublicKey, author: PublicKey) -> Verdict | None:
    if author in opinion.blocks:
        return Verdict(Standing.BLOCKED, by, opinion.blocks[author])
    if author in opinion.hides:
        return Verdict(Standing.HIDDEN, by, opinion.hides[author])
    return None
