"""A profile with a long channel and a short one, written through the real store; made once.

The posts are signed and chained as any are, by a dozen authors over as long as their links hold, so
that other peers take them too: words of uneven frequency, answers, reactions, edits, messages taken
back, names. A million take some minutes.
"""

from __future__ import annotations

import asyncio
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from app.compose import open_engine
from app.profile.opening import open_profile
from app.profile.paths import PROGRAM, Paths
from app.profile.settings import StoredSettings
from engine.crypto.ed25519 import KeyPair, from_seed, sign
from engine.model.commands import CreateChannel, CreateIdentity
from engine.model.ids import PostId, ProtocolName, PublicKey, SpaceId
from engine.protocols.peerlinks.bodies import forms
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.messages import encode_message, message_hash, message_tbs
from engine.protocols.peerlinks.packets import ChannelMessage, Json, Link
from engine.protocols.peerlinks.records import MessageStored
from engine.protocols.peerlinks.trust.link import issue_link
from engine.protocols.space_records import ReadUpTo
from engine.store.files import make_private_folder
from engine.store.opening import Store
from engine.store.peerlinks import private_channels
from engine.store.peerlinks.records import PeerlinksRepository
from tests.wrong_clock import clock_set_wrong
from ui.main_window.going import SETTING_OPEN

KEPT = Path(__file__).parents[2] / "build" / "benchmarks"
SECONDS = 80 * 86_400.0
LINK_SECONDS = 99 * 86_400.0
AUTHORS = 12
UNREAD = 200
SHORT_POSTS = 500
POSTS_A_COMMIT = 2_048
MARKED = ("☺", "♥", "✓", "☂")
SYLLABLES = "ba be bi bo da de di do ga ge go ka ke ki la le li lo ma me mi mo na ne no ra re ri ro"
RARE_WORDS = 20_000
COMMON_WORDS = (
    "the of and to a in is it you that he was for on are with as they at one have this from or had "
    "by not what all we when can there use an each which do how if will up about out many then "
    "them mountain garden water fork shed kettle compost saturday"
)


def long_profile(posts: int) -> Path:
    """The folder of the profile with a channel of ``posts`` posts; makes it if it is not there."""
    folder = KEPT / f"profile-{posts}"
    if not (folder / "done").exists():
        sys.stderr.write(f"making a profile of {posts:,} posts in {folder}\n")
        _make(folder, posts)
        (folder / "done").touch()
    return folder


def _make(folder: Path, posts: int) -> None:
    make_private_folder(folder)
    paths = Paths(folder.resolve(), folder.resolve() / PROGRAM)

    async def begin() -> tuple[SpaceId, SpaceId]:
        async with open_engine(paths, lambda *, is_new: None) as opened:
            identity = await opened.engine.perform(CreateIdentity("ann"))
            assert identity.channel is not None
            short = await opened.engine.perform(CreateChannel("garden"))
            return identity.channel, short.id

    with clock_set_wrong(-SECONDS):  # a post is never older than what it builds on
        long, short = asyncio.run(begin())
    store = open_profile(paths, lambda *, is_new: None)
    writer = _Writer(private_channels.repository(store), store)
    writer.fill(long, posts)
    writer.fill(short, SHORT_POSTS)
    store.close()
    StoredSettings(paths.settings).store_text(SETTING_OPEN, long.hex())


@dataclass(frozen=True, slots=True)
class _Author:
    pair: KeyPair
    chain: tuple[Link, ...]
    ours: bool


@dataclass
class _Writer:
    """Writes as a reconciliation would, without the network."""

    repository: PeerlinksRepository
    store: Store
    chance: random.Random = field(default_factory=lambda: random.Random(20_261_121))

    def __post_init__(self) -> None:
        self.storage = self.store.storage({ProtocolName.PEERLINKS: self.repository})
        syllables = SYLLABLES.split()
        rare = ["".join(self.chance.choices(syllables, k=3)) for _ in range(RARE_WORDS)]
        common = COMMON_WORDS.split()
        weights = [1 / (place + 2) for place in range(len(common))]
        self.words = self.chance.choices(common, weights, k=100_000)
        for place in range(0, len(self.words), 9):
            at = min(int(self.chance.paretovariate(0.6)), len(rare)) - 1
            self.words[place] = rare[at]

    def fill(self, space: SpaceId, count: int) -> None:
        """Adds ``count`` posts to a channel of ours that holds its root alone."""
        authors = self._authors(space)
        (root,) = self.repository.leaves(space, 1)
        parent, height = root.hash, root.height
        now = time.time()
        recent: list[tuple[PostId, int]] = []
        self.storage.begin()
        for number in range(count):
            at = now - SECONDS + SECONDS * (number + 1) / count
            who = self.chance.randrange(len(authors))
            body = self._body(who, recent)
            height += 1
            parent = self._store(space, authors[who], (parent, height, at), body)
            if not isinstance(body, forms.ReactionBody | forms.EditBody | forms.RetractBody):
                recent = [*recent[-60:], (parent, who)]
            if number == count - UNREAD:
                self.storage.apply(ReadUpTo(space, order_key(height, parent)))
            if number % POSTS_A_COMMIT == POSTS_A_COMMIT - 1:
                self.storage.commit()
                self.storage.begin()
        self.storage.commit()

    def _authors(self, space: SpaceId) -> list[_Author]:
        channel = self.repository.channel(space)
        assert channel is not None
        assert channel.secret_key is not None
        owner = KeyPair(channel.public_key, channel.secret_key)
        now = time.time()
        authors = [_Author(owner, (), ours=True)]
        for number in range(AUTHORS - 1):
            pair = from_seed(bytes((number,)) * 16 + space[:16])
            key, name = PublicKey(pair.public_key), f"Member {number}"
            begins = now - SECONDS
            ends = begins + LINK_SECONDS
            link = issue_link(owner.secret_key, space, key, name, begins, ends)
            authors.append(_Author(pair, (link,), ours=False))
        return authors

    def _body(self, who: int, recent: Sequence[tuple[PostId, int]]) -> forms.Body:
        dice = self.chance.random()
        own = [post for post, author in recent if author == who]
        if not recent or dice < 0.92 or not own:
            return forms.TextBody(self._sentence())
        if dice < 0.96:
            return forms.ReplyBody(self._sentence(), self.chance.choice(recent)[0])
        if dice < 0.99:
            return forms.ReactionBody(self.chance.choice(MARKED), self.chance.choice(recent)[0])
        if dice < 0.998:
            return forms.EditBody(self._sentence(), own[-1])
        return forms.RetractBody(own[-1])

    def _sentence(self) -> str:
        length = min(120, max(2, int(self.chance.expovariate(1 / 14))))
        at = self.chance.randrange(len(self.words) - length)
        return " ".join(self.words[at : at + length]).capitalize() + "."

    def _store(
        self, space: SpaceId, author: _Author, place: tuple[PostId, int, float], body: forms.Body
    ) -> PostId:
        parent, height, at = place
        text = Json(forms.compose_body(body))
        unsigned = ChannelMessage((parent,), height, author.chain, at, text, b"")
        signature = sign(message_tbs(unsigned), author.pair.secret_key)
        message = replace(unsigned, signature=signature)
        wire = encode_message(message)
        post = message_hash(wire)
        key = PublicKey(author.pair.public_key)
        self.storage.apply(MessageStored(space, post, message, wire, at + 1, key, author.ours))
        return post
