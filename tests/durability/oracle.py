"""Looks at what a cut left: opens it as the program does, and tells what is there or wrong.

Every image is opened, unless it is the very one that was looked at last. What depends on the
content alone (the file's own check, the graph, the timeline, that life goes on) is looked at once
for each content, for a thousand cuts leave the same.
"""

from __future__ import annotations

import itertools
import shutil
from dataclasses import dataclass
from pathlib import Path

import apsw

from engine.crypto.blake2b import hash32
from engine.errors import Fault
from engine.model.commands import Post
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.protocols.peerlinks.records import Channel
from engine.protocols.peerlinks.trust.chain import chain_window
from engine.store.connection import PAGE_BYTES
from engine.store.opening import Store
from engine.store.peerlinks import private_channels
from engine.store.peerlinks.records import PeerlinksRepository
from tests.durability.consistency import deliveries_of, troubles_of
from tests.durability.disk import Image, lay_down
from tests.durability.facts import NOTHING, Known
from tests.durability.household import Person, SetClock, Wires
from tests.durability.recording import open_as_program

_RESERVED_AT = 20  # of the file's header
FOLDED_EVERY = 16
"""So often the recovered file is closed, opened again, and must be what it was."""


@dataclass(frozen=True, slots=True)
class Finding:
    """``trouble`` is empty where all is well; ``content`` tells equal files from others."""

    trouble: str
    content: bytes = b""
    known: Known = NOTHING


class Oracle:
    """Works in a folder of its own."""

    def __init__(self, folder: Path, *, syncs: bool = True) -> None:
        """``syncs``: each commit was, and so at most one is cut off."""
        self.syncs = syncs
        self._folder = folder
        self._numbers = itertools.count(1)
        self._seen: dict[bytes, Finding] = {}
        self._last: tuple[Image, Finding] | None = None

    @property
    def contents(self) -> int:
        """How many different ones were found."""
        return len(self._seen)

    def examine(self, image: Image) -> Finding:
        """What a person finds who starts the program on ``image``."""
        number = next(self._numbers)
        fold = number % FOLDED_EVERY == 0
        if self._last is None or fold or self._last[0] != image:
            self._last = (image, self._start_on(image, self._folder / str(number), fold=fold))
        return self._last[1]

    def _start_on(self, image: Image, folder: Path, *, fold: bool) -> Finding:
        lay_down(image, folder)
        try:
            return self._open(folder, fold=fold)
        except (Fault, apsw.Error) as error:
            return Finding(f"refused: {error!r}")
        finally:
            shutil.rmtree(folder)

    def _open(self, folder: Path, *, fold: bool) -> Finding:
        store = open_as_program(folder)
        try:
            if store.troubles and self.syncs:
                return Finding(f"a cut is taken for rot: {store.troubles[0]}")
            content = content_of(store)
            finding = self._seen.get(content)
            if finding is None:
                finding = self._seen[content] = _look(store, content)
                if not finding.trouble:
                    finding = self._seen[content] = _live_on(store, finding)
                fold = False
        finally:
            store.close()
        if fold:
            store = open_as_program(folder)
            folded = content_of(store)
            store.close()
            if folded != content:
                return Finding("closing changed what was stored")
        return finding


def content_of(store: Store) -> bytes:
    """A hash of all pages as SQLite sees them, the log included."""
    pages = store.database._connection.serialize("main")
    # Each page ends with what the cipher keeps of it, which is another one for each copy.
    kept = PAGE_BYTES - pages[_RESERVED_AT] if pages else 0
    starts = range(0, len(pages), PAGE_BYTES)
    return hash32(b"".join([pages[start : start + kept] for start in starts]))


def _look(store: Store, content: bytes) -> Finding:
    return Finding("; ".join(troubles_of(store)), content, _known(store))


def _known(store: Store) -> Known:
    repository = private_channels.repository(store)
    posts: dict[SpaceId, frozenset[PostId]] = {}
    for space in store.spaces.names():
        rows = store.database.rows(
            "SELECT hash FROM peerlinks_message JOIN space ON number = channel WHERE id = ?",
            (space,),
        )
        posts[space] = frozenset(PostId(post) for (post,) in rows)
    keys = frozenset(PublicKey(one.public_key) for one in repository.identities())
    return Known(
        posts,
        dict(store.spaces.names()),
        keys,
        reached=frozenset(deliveries_of(store)),
        rights={channel.id: _right_ends(repository, channel) for channel in repository.channels()},
    )


def _right_ends(repository: PeerlinksRepository, channel: Channel) -> float:
    return max((chain_window(own.chain)[1] for own in repository.own_chains(channel.id)), default=0)


def _live_on(store: Store, finding: Finding) -> Finding:
    """The owner posts in every channel that was founded here; the forgotten is erased."""
    person = Person(store, "later", Wires(), SetClock(seconds=100_000.0))
    for channel in person.repository.channels():
        if channel.secret_key is not None:
            post = person.do(Post(channel.id, '{"text":"still here"}'))
            if not person.repository.known(channel.id, [post.id]):
                return Finding("a post after the cut is not there", finding.content)
    while person.storage.erase_some():
        pass
    person.reader.close()
    trouble = "; ".join(troubles_of(store))
    return Finding(f"later: {trouble}" if trouble else "", finding.content, finding.known)
