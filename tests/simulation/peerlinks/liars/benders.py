"""Members whose answers are not what was asked for, and whose bytes are not what was said."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.crypto.entropy import SeededEntropy
from engine.model.ids import PostId, SpaceId
from engine.protocols.peerlinks.packets import Abbreviated
from engine.protocols.peerlinks.records import Channel, Records
from engine.protocols.peerlinks.trust.rights import rights_in
from tests.simulation.peerlinks.liars.forgers import Forge, Forged, Forger

FORGE_AGAIN_SECONDS = 240.0

Page = Sequence[Abbreviated]
PageLie = Callable[["BentRecords", SpaceId, Page], Page]
WireLie = Callable[["BentRecords", SpaceId, list[bytes | None]], list[bytes | None]]


@dataclass(slots=True)
class Lies:
    """What one liar tells. Each is drawn from its own dice."""

    dice: random.Random
    entropy: SeededEntropy
    now: Callable[[], float]
    forgers: list[Forger] = field(default_factory=list)
    page_lies: list[PageLie] = field(default_factory=list)
    wire_lies: list[WireLie] = field(default_factory=list)
    told: int = 0


class BentRecords:
    """The liar's records as its serving half reads them; all else it reads as it is.

    Only answers are read through ``page_from``, ``page_before`` and ``wires``.
    """

    def __init__(self, records: Records, lies: Lies) -> None:
        self._records = records
        self.lies = lies
        self._forged: dict[SpaceId, dict[PostId, Forged]] = {}
        self._forged_at: dict[SpaceId, float] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._records, name)

    def page_from(self, channel: SpaceId, start: tuple[int, PostId], limit: int) -> Page:
        """Ends with what was forged."""
        page = list(self._records.page_from(channel, start, limit))
        if len(page) < limit:
            page += [one.shown for one in self._forgeries(channel).values()][: limit - len(page)]
        return self._bent(channel, page)

    def page_before(self, channel: SpaceId, end: tuple[int, PostId], limit: int) -> Page:
        """As it is, and then bent."""
        return self._bent(channel, list(self._records.page_before(channel, end, limit)))

    def _bent(self, channel: SpaceId, page: Page) -> Page:
        for lie in self.lies.page_lies:
            page = lie(self, channel, page)
            self.lies.told += 1
        return page

    def sizes(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[int | None]:
        """Of what was forged, too."""
        forged = self._forged.get(channel, {})
        found = self._records.sizes(channel, hashes)
        return [
            len(forged[name].wire) if name in forged else size
            for name, size in zip(hashes, found, strict=True)
        ]

    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]:
        """What was forged, too."""
        forged = self._forged.get(channel, {})
        found = list(self._records.wires(channel, hashes))
        for place, name in enumerate(hashes):
            if name in forged:
                found[place] = forged[name].wire
                self.lies.told += 1
        for lie in self.lies.wire_lies:
            found = lie(self, channel, found)
            self.lies.told += 1
        return found

    def _forgeries(self, space: SpaceId) -> dict[PostId, Forged]:
        now = self.lies.now()
        if now - self._forged_at.get(space, 0.0) < FORGE_AGAIN_SECONDS:
            return self._forged[space]
        channel = self._records.channel(space)
        forge = None if channel is None else self._forge(channel, now)
        forged: dict[PostId, Forged] = {}
        if forge is not None and self.lies.forgers:
            one = self.lies.dice.choice(self.lies.forgers)(forge)
            if one is not None:
                forged[one.shown.hash] = one
        self._forged[space] = forged
        self._forged_at[space] = now
        return forged

    def _forge(self, channel: Channel, now: float) -> Forge | None:
        rights = rights_in(self._records, channel)
        if not rights or not self._records.leaves(channel.id, 1):
            return None
        others = [one for one in self._records.channels() if one.id != channel.id]
        foreign = [right for one in others for right in rights_in(self._records, one)]
        return Forge(
            self._records,
            channel,
            rights[0],
            foreign[0] if foreign else None,
            now,
            self.lies.dice,
            self.lies.entropy,
        )


# ---- pages --------------------------------------------------------------------------------------


def parents_nobody_has(bent: BentRecords, channel: SpaceId, page: Page) -> Page:
    """L-1: everything stands on something else that is never shown."""
    entropy = bent.lies.entropy
    invented = [
        Abbreviated(tuple(PostId(entropy(32)) for _ in range(8)), PostId(entropy(32)))
        for _ in range(bent.lies.dice.choice([1, 20]))
    ]
    return [*page[: max(0, len(page) - len(invented))], *invented]


def always_the_same_page(bent: BentRecords, channel: SpaceId, page: Page) -> Page:
    """L-9: wherever one asks, one is led in circles."""
    start = list(bent._records.page_from(channel, (0, PostId(bytes(32))), len(page) or 1))
    return start or page


def half_of_it(bent: BentRecords, channel: SpaceId, page: Page) -> Page:
    """L-1: holes everywhere."""
    return [one for one in page if bent.lies.dice.random() < 0.5] or page[:1]


def in_disorder(bent: BentRecords, channel: SpaceId, page: Page) -> Page:
    """L-8: children before parents."""
    shuffled = list(page)
    bent.lies.dice.shuffle(shuffled)
    return shuffled


# ---- messages -----------------------------------------------------------------------------------


def nothing_at_all(
    bent: BentRecords,
    channel: SpaceId,
    found: list[bytes | None],
) -> list[bytes | None]:
    """L-1: shown, never given."""
    return [None for _ in found]


def flipped_bits(
    bent: BentRecords,
    channel: SpaceId,
    found: list[bytes | None],
) -> list[bytes | None]:
    """P-15: nearly what was asked for."""
    dice = bent.lies.dice
    bent_ones: list[bytes | None] = []
    for wire in found:
        if wire is None or dice.random() < 0.5:
            bent_ones.append(wire)
            continue
        changed = bytearray(wire)
        changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
        bent_ones.append(bytes(changed))
    return bent_ones


def something_else(
    bent: BentRecords, channel: SpaceId, found: list[bytes | None]
) -> list[bytes | None]:
    """L-10: messages that nobody asked for."""
    page = bent._records.page_from(channel, (0, PostId(bytes(32))), 3)
    others = list(bent._records.wires(channel, [one.hash for one in page]))
    return (others * len(found))[: len(found)] or found


def bombs(
    bent: BentRecords,
    channel: SpaceId,
    found: list[bytes | None],
) -> list[bytes | None]:
    """P-3: messages of thousands of empty links, a few bytes each."""
    bomb = b"\x0a\xa0\x1f" + b"\x1a\x00" * 2_000
    return [bomb for _ in found]


PAGE_LIES: dict[str, list[PageLie]] = {
    "L-1": [parents_nobody_has, half_of_it],
    "L-8": [in_disorder],
    "L-9": [always_the_same_page],
}
WIRE_LIES: dict[str, list[WireLie]] = {
    "L-1": [nothing_at_all],
    "L-10": [something_else],
    "P-3": [bombs],
    "P-15": [flipped_bits],
}


# ---- bytes --------------------------------------------------------------------------------------

StreamLie = Callable[[random.Random, bytes], bytes]


def noise_on_the_line(dice: random.Random, data: bytes) -> bytes:
    """P-13: now and then a bit is another one."""
    if dice.random() > 0.05:
        return data
    changed = bytearray(data)
    changed[dice.randrange(len(changed))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def cut_short(dice: random.Random, data: bytes) -> bytes:
    """P-9: a frame that never ends."""
    return data[: dice.randrange(len(data))] if dice.random() < 0.03 else data


def said_twice(dice: random.Random, data: bytes) -> bytes:
    """L-10: everything comes back once more."""
    return data * 2 if dice.random() < 0.1 else data


STREAM_LIES: dict[str, list[StreamLie]] = {
    "P-13": [noise_on_the_line],
    "P-9": [cut_short],
    "L-10": [said_twice],
}
