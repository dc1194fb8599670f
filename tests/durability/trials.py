"""One piece of use on a disk that fails at its n-th call, and what must hold afterwards."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar, cast

from engine.errors import Fault, FaultReason, Refused
from engine.model.address import Address
from engine.model.commands import (
    AcceptInvite,
    Command,
    CreateIdentity,
    ForgetSpace,
    IssueInvite,
    Post,
    RenameSpace,
    RequestInvite,
)
from engine.model.peer_commands import AddPeer, Listen
from engine.model.queries import Timeline
from engine.store.opening import Store, open_memory_store
from tests.durability.consistency import troubles_of
from tests.durability.disk import Disk, Image, lay_down
from tests.durability.facts import NOTHING, Fact, Forgotten, Kept, Named
from tests.durability.faults import Failing
from tests.durability.household import PEERLINKS, Person, SetClock, Wires, settle
from tests.durability.oracle import Oracle, content_of
from tests.durability.power import read_back
from tests.durability.recording import open_as_program
from tests.durability.vfs import WatchedVfs

R = TypeVar("R")

FRIENDS_ADDRESS = Address("127.0.0.2", 7000)
OWN_POSTS = 12
FRIENDS_POSTS = 30
FOLDING_PAGES = 12
REDIAL_SECONDS = 400.0  # longer than the longest wait before an address is tried again
CUTS = 2


class Ground:
    """Where every trial begins: a profile with a channel and an invite at hand, and a friend."""

    def __init__(self, folder: Path) -> None:
        """Made once; the friend goes on from trial to trial."""
        self.folder = folder
        self.wires = Wires()
        self.clock = SetClock()
        self.oracle = Oracle(folder / "oracle")
        self._sound: set[bytes] = set()
        self.friend = Person(open_memory_store(), "friend", self.wires, self.clock)
        theirs = self.friend.do(CreateIdentity("ben")).channel
        person = Person(open_as_program(folder / "here"), "person", self.wires, self.clock)
        own = person.do(CreateIdentity("ann")).channel
        assert theirs is not None
        assert own is not None
        self.own, self.theirs = own, theirs
        self.posts = [person.do(Post(own, f'{{"text":"post {n}"}}')).id for n in range(OWN_POSTS)]
        asked = person.do(RequestInvite())
        self.invite = self.friend.do(IssueInvite(theirs, asked.request, "Ann")).invite
        for number in range(FRIENDS_POSTS):
            self.friend.do(Post(theirs, f'{{"text":"theirs {number}"}}'))
        self.friend.do(Listen(PEERLINKS, FRIENDS_ADDRESS))
        self.killed = read_back(folder / "here")
        """As a program left it that was killed: all of it in the log."""
        person.do(AcceptInvite(self.invite))
        person.close()
        self.joined = read_back(folder / "here")
        """Closed well, and a member of the friend's channel that has nothing of it yet."""

    def troubles_of(self, store: Store) -> list[str]:
        """What is wrong with it. It depends on the content alone, which many trials end with."""
        content = content_of(store)
        if content in self._sound:
            return []
        troubles = troubles_of(store)
        if not troubles:
            self._sound.add(content)
        return troubles


class Trial:
    """One run. Acts call ``do``; ``faults`` and ``known`` are what the person was told."""

    def __init__(self, ground: Ground, failing: Failing, start: Image) -> None:
        self.ground = ground
        self.faults: list[FaultReason] = []
        self.known = NOTHING.with_fact(Named(ground.own, "ann"))
        for post in ground.posts:
            self.known = self.known.with_fact(Kept(ground.own, post))
        self._failing = failing
        self._folder = ground.folder / "trial"
        lay_down(start, self._folder)
        self._disk = Disk(start)
        self._vfs = WatchedVfs(self._folder, self._disk.do, failing)
        self._person: Person | None = None

    def run(self, act: Act) -> list[str]:
        """What should not be; empty if all is well."""
        try:
            self._failing.armed = act.from_the_start
            self._start()
            self._failing.armed = True
            if self._person is not None:
                act.play(self)
            self._failing.armed = False
            return list(self._aftermath(act))
        finally:
            self._failing.armed = False
            if self._person is not None:
                self._leave(self._person)
            self._vfs.unregister()
            shutil.rmtree(self._folder)

    # ---- what acts do -----------------------------------------------------------------------

    def do(self, command: Command[R], fact: Callable[[R], Fact | None] = lambda _: None) -> None:
        """``fact`` is what the person knows once it is done."""
        assert self._person is not None
        reply = self._person.ask_for(command)
        self.settle()
        (outcome,) = reply.outcomes
        if isinstance(outcome, Fault):
            self.faults.append(outcome.reason)
        elif isinstance(outcome, Refused):
            raise outcome
        elif (known := fact(cast("R", outcome))) is not None:  # as the command says
            self.known = self.known.with_fact(known)

    def post(self, text: str) -> None:
        """Into the person's own channel."""
        self.do(
            Post(self.ground.own, f'{{"text":"{text}"}}'), lambda one: Kept(self.ground.own, one.id)
        )

    def look(self) -> None:
        """At the own channel, as the window does."""
        assert self._person is not None
        try:
            self._person.answer(Timeline(self.ground.own, limit=50))
        except Fault as fault:
            self.faults.append(fault.reason)

    def erase(self) -> None:
        """What was forgotten."""
        assert self._person is not None
        try:
            while self._person.storage.erase_some():
                pass
        except Fault as fault:
            self.faults.append(fault.reason)

    def settle(self) -> None:
        """Until nobody has anything to do now."""
        assert self._person is not None
        settle(self.ground.wires, self._person, self.ground.friend)

    # ---- before and after -------------------------------------------------------------------

    def _start(self) -> None:
        store = None
        try:
            store = open_as_program(self._folder, self._vfs.below_encryption)
            store.database.rows(f"PRAGMA wal_autocheckpoint = {FOLDING_PAGES}")
            self._person = Person(store, "person", self.ground.wires, self.ground.clock)
        except Fault as fault:
            self.faults.append(fault.reason)
            if store is not None:
                with suppress(Fault):  # of a disk that fails for good: it is let go all the same
                    store.close()

    def _aftermath(self, act: Act) -> Iterator[str]:
        """The disk works again."""
        if self._person is None:
            self._start()
        if self._person is None:
            yield f"it does not start again: {self.faults[-1]}"
            return
        before = len(self.faults)
        self.post("and on it goes")
        self.look()
        if len(self.faults) > before:
            yield f"it does not go on: {self.faults[-1]}"
        if act.receives:
            yield from self._catches_up()
        yield from self.ground.troubles_of(self._person.store)
        dice = random.Random(self._failing.first)
        for _ in range(CUTS):
            found = self.ground.oracle.examine(self._disk.cut(dice))
            if trouble := found.trouble or self.known.missing_in(found.known):
                yield f"after a power cut: {trouble}"

    def _catches_up(self) -> Iterator[str]:
        assert self._person is not None
        self.do(AddPeer(PEERLINKS, FRIENDS_ADDRESS))  # it may be that this was not done
        for _ in range(2):
            self.ground.clock.seconds += REDIAL_SECONDS
            self.settle()
        theirs = self.ground.friend.repository.count(self.ground.theirs)
        ours = self._person.repository.count(self.ground.theirs)
        if ours != theirs:
            yield f"of {theirs} posts it never got more than {ours}"

    def _leave(self, person: Person) -> None:
        person.node.stop()
        self.settle()
        person.close()


# ---- acts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Act:
    """A piece of use. ``from_the_start``: the disk fails already while the program starts."""

    name: str
    play: Callable[[Trial], None]
    from_the_start: bool = False
    receives: bool = False
    killed: bool = False


def _posts(trial: Trial) -> None:
    for number in range(3):
        trial.post(f"number {number}")
        trial.look()


def _receives(trial: Trial) -> None:
    trial.do(AddPeer(PEERLINKS, FRIENDS_ADDRESS, remember=True))
    trial.post("in the middle of it")
    trial.ground.clock.seconds += REDIAL_SECONDS
    trial.settle()


def _accepts(trial: Trial) -> None:
    trial.do(AcceptInvite(trial.ground.invite), lambda _: Named(trial.ground.theirs, "ben"))


def _forgets(trial: Trial) -> None:
    trial.do(ForgetSpace(trial.ground.theirs), lambda _: Forgotten(trial.ground.theirs))
    trial.erase()


def _renames(trial: Trial) -> None:
    trial.known = replace(trial.known, names={})  # done or not, where it fails
    trial.do(RenameSpace(trial.ground.own, "ours"), lambda _: Named(trial.ground.own, "ours"))


ACTS = (
    Act("starts", lambda _: None, from_the_start=True),
    Act("starts after a kill", lambda _: None, from_the_start=True, killed=True),
    Act("posts", _posts),
    Act("receives", _receives, receives=True),
    Act("accepts an invite", _accepts, killed=True),
    Act("forgets", _forgets),
    Act("renames", _renames),
)
