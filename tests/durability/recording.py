"""One long scene of real use on a watched disk, written down call by call, to be cut anywhere.

A profile is made; its owner founds channels, posts, joins a friend's channel, receives all of it
while both write, renames, forgets, closes the program and opens it again.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from app.profile.opening import unlock_profile
from app.profile.paths import Paths
from engine.crypto.entropy import SeededEntropy
from engine.model.address import Address
from engine.model.commands import (
    AcceptInvite,
    CreateChannel,
    CreateIdentity,
    ForgetSpace,
    IssueInvite,
    LeaveSpace,
    Post,
    RenameSpace,
    RenewInvite,
    RequestInvite,
    SetNotifications,
)
from engine.model.ids import NotificationLevel, PostId, SpaceId
from engine.model.peer_commands import AddPeer, BanPeer, Listen
from engine.model.views import IdentityView, PostView
from engine.protocols.peerlinks.trust.chain import chain_window
from engine.store.opening import Store, open_memory_store, open_store
from tests.durability.consistency import deliveries_of
from tests.durability.disk import Image, Mark, Operation
from tests.durability.facts import (
    NOTHING,
    Began,
    Fact,
    Forgotten,
    Identified,
    Kept,
    Known,
    Named,
    Reached,
    Renewed,
)
from tests.durability.file_calls import FileCalls
from tests.durability.household import PEERLINKS, TIDINGS, Person, SetClock, Wires, settle
from tests.durability.power import read_back
from tests.durability.vfs import WatchedVfs

FRIENDS_ADDRESS = Address("127.0.0.2", 7000)
FRIENDS_POSTS = 40
ACTS = 70
POSTS_MAX = 100_000  # far more than the scene has
MEETING = "port"
"""Scenes whose seeds begin so are played over the tidings port."""
WEEKS_SECONDS = 82 * 86_400.0  # so that a link of 99 days has to be renewed
REDIAL_SECONDS = 400.0  # longer than the longest wait before an address is tried again
GATHERED_SECONDS = 1.5
FOLDING_PAGES = 60
"""So small a log, that it is folded back into the file every few posts."""


@dataclass(slots=True)
class Recording:
    """All calls to a disk that held ``start``, with what the person was told in between.

    ``known``: what was relied upon before.
    """

    start: Image
    known: Known = NOTHING
    calls: list[Operation] = field(default_factory=list)


def open_as_program(folder: Path, vfs: str = "", seed: bytes = b"key") -> Store:
    """As the program does: the key first, made if there is none, then the store."""
    paths = Paths(folder, folder / "run")
    return open_store(folder, unlock_profile(paths, _without, SeededEntropy(seed)), vfs)


def _without(*, is_new: bool) -> str | None:
    return None


def record(folder: Path, seed: str, synchronous: str = "FULL", acts: int = ACTS) -> Recording:
    """The scene, from the first start in the empty ``folder`` on."""
    with watched(folder) as (recording, vfs):
        opened = partial(open_as_program, folder, vfs)
        scene = _Scene(recording, random.Random(seed), opened, meets=seed.startswith(MEETING))
        scene.synchronous = synchronous
        scene.play(acts)
    return recording


def record_return(folder: Path, known: Known) -> Recording:
    """The program starts on what ``folder`` holds, its owner posts wherever it may, and ends it."""
    with watched(folder) as (recording, vfs):
        recording.known = known
        store = open_as_program(folder, vfs)
        person = Person(store, "return", Wires(), SetClock(seconds=50_000.0))
        for channel in person.repository.channels():
            if channel.secret_key is not None:
                recording.calls.append(Mark(Began()))
                post = person.do(Post(channel.id, '{"text":"back again"}'))
                recording.calls.append(Mark(Kept(channel.id, post.id)))
        person.close()
    return recording


@contextmanager
def watched(folder: Path) -> Iterator[tuple[Recording, str]]:
    """What happens in ``folder`` is recorded; the second is the VFS to open with."""
    recording = Recording(read_back(folder.resolve()))
    vfs = WatchedVfs(folder, recording.calls.append)
    with FileCalls(folder, recording.calls.append):
        yield recording, vfs.below_encryption
    vfs.unregister()


class _Scene:
    def __init__(
        self,
        recording: Recording,
        dice: random.Random,
        opened: Callable[[], Store],
        *,
        meets: bool,
    ) -> None:
        self._recording = recording
        self._dice = dice
        self._open = opened
        self.synchronous = "FULL"
        self._meets = meets
        self._protocol = TIDINGS if meets else PEERLINKS
        self._clock = SetClock()
        self._wires = Wires()
        self._words = itertools.count(1)
        self._known: dict[SpaceId, set[PostId]] = {}
        self._ours: list[SpaceId] = []
        self._reached: set[Reached] = set()
        memory = open_memory_store()
        self._friend = Person(memory, "ben", self._wires, self._clock, meets=meets)
        theirs = self._friend.do(CreateIdentity("ben")).channel
        assert theirs is not None
        self._theirs = theirs
        for _ in range(FRIENDS_POSTS):
            self._friend.do(Post(theirs, self._body()))
        self._friend.do(Listen(self._protocol, FRIENDS_ADDRESS))

    def play(self, acts: int) -> None:
        """To its end: the program is closed."""
        self._start()
        self._settle_in()
        self._meet()
        for _ in range(acts):
            act = self._dice.choices(
                [
                    self._post,
                    self._both_write,
                    self._found,
                    self._forget,
                    self._rename,
                    self._reopen,
                    self._renew,
                ],
                [10, 6, 1, 1, 2, 1, 1 if self._meets else 0],
            )[0]
            act()
            self._clock.seconds += 1
        self._tell(Began())
        self._person.do(LeaveSpace(self._theirs))
        self._person.close()

    # ---- acts -------------------------------------------------------------------------------

    def _start(self) -> None:
        self._tell(Began())
        store = self._open()
        store.database.run(f"PRAGMA synchronous = {self.synchronous}")
        store.database.rows(f"PRAGMA wal_autocheckpoint = {FOLDING_PAGES}")
        self._person = Person(store, "ann", self._wires, self._clock, meets=self._meets)
        self._settle()

    def _settle_in(self) -> None:
        self._tell(Began())
        self._person.do(CreateIdentity("ann"), self._identified)

    def _identified(self, made: IdentityView) -> None:
        assert made.channel is not None
        self._ours.append(made.channel)
        self._tell(Identified(made.public_key))
        self._tell(Named(made.channel, made.name))

    def _meet(self) -> None:
        self._post_into(self._ours[0], 1)
        self._tell(Began())
        asked = self._person.do(RequestInvite())
        issued = self._friend.do(IssueInvite(self._theirs, asked.request, "Ann"))
        joined = Named(self._theirs, "ben")
        self._person.do(AcceptInvite(issued.invite), lambda _: self._tell(joined))
        self._tell(Began())
        self._person.do(AddPeer(self._protocol, FRIENDS_ADDRESS))
        self._settle()
        assert self._person.repository.count(self._theirs) == FRIENDS_POSTS + 1

    def _post(self) -> None:
        space = self._dice.choice([*self._ours, self._theirs])
        self._post_into(space, self._dice.choice([1, 1, 1, 3]))

    def _post_into(self, space: SpaceId, count: int) -> None:
        self._tell(Began())
        for _ in range(count):
            self._person.ask_for(Post(space, self._body()), partial(self._kept, space))
        self._settle()

    def _kept(self, space: SpaceId, post: PostView) -> None:
        self._know(space, post.id)

    def _both_write(self) -> None:
        self._tell(Began())
        for _ in range(self._dice.randint(1, 4)):
            self._friend.ask_for(Post(self._theirs, self._body()))
        if self._dice.random() < 0.5:
            wish = Post(self._theirs, self._body())
            self._person.ask_for(wish, partial(self._kept, self._theirs))
        self._settle()

    def _found(self) -> None:
        self._tell(Began())
        name = f"garden {next(self._words)}"
        made = self._person.do(CreateChannel(name), lambda one: self._tell(Named(one.id, name)))
        self._ours.append(made.id)
        self._settle()

    def _forget(self) -> None:
        if len(self._ours) > 1:
            self._tell(Began())
            space = self._ours.pop()
            self._person.do(ForgetSpace(space), lambda _: self._tell(Forgotten(space)))
            self._tell(Began())
            while self._person.storage.erase_some():
                pass

    def _rename(self) -> None:
        self._tell(Began())
        space = self._dice.choice([*self._ours, self._theirs])
        name = f"name {next(self._words)}"
        self._person.do(RenameSpace(space, name), lambda _: self._tell(Named(space, name)))
        self._person.do(SetNotifications(space, self._dice.choice(list(NotificationLevel))))
        self._person.do(BanPeer(Address("127.0.0.9", next(self._words))))

    def _reopen(self) -> None:
        self._tell(Began())
        self._person.node.stop()
        self._person.close()
        self._start()  # and the friend's address was remembered

    def _renew(self) -> None:
        """Weeks go by while both computers sleep; then a fresh link is asked for, and given."""
        self._tell(Began())
        self._clock.wall_offset += WEEKS_SECONDS
        self._settle()
        self._clock.seconds += REDIAL_SECONDS
        self._settle()
        key = self._person.repository.identities()[0].public_key
        asked = [one for one in self._friend.repository.renewals() if one.trustee == key]
        if asked:
            self._friend.do(RenewInvite(self._theirs, key))
            self._settle()
            (own,) = self._person.repository.own_chains(self._theirs)
            self._tell(Renewed(self._theirs, chain_window(own.chain)[1]))

    # ---- what is relied upon ----------------------------------------------------------------

    def _settle(self) -> None:
        """Whatever is shown once all have settled is relied upon too."""
        settle(self._wires, self._person, self._friend)
        if self._meets:  # what is gathered for a moment is told
            for _ in range(2):
                self._clock.seconds += GATHERED_SECONDS
                settle(self._wires, self._person, self._friend)
            self._know_deliveries()
        for channel in self._person.repository.channels():
            page = self._person.repository.page_from(channel.id, (0, PostId(b"")), POSTS_MAX)
            for one in page:
                self._know(channel.id, one.hash)

    def _know_deliveries(self) -> None:
        for one in deliveries_of(self._person.store):
            if one not in self._reached:
                self._reached.add(one)
                self._tell(one)

    def _know(self, space: SpaceId, post: PostId) -> None:
        known = self._known.setdefault(space, set())
        if post not in known:
            known.add(post)
            self._tell(Kept(space, post))

    def _tell(self, fact: Fact) -> None:
        self._recording.calls.append(Mark(fact))

    def _body(self) -> str:
        length = self._dice.choice([3, 20, 20, 200, 200, 3_000])
        return f'{{"text":"{next(self._words)} {"word " * (length // 5)}"}}'
