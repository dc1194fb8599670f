"""Puts liars among honest people: some are members that run a bent engine, some only dial."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TypeVar, cast

from engine.model.commands import AcceptInvite, IssueInvite
from engine.model.ids import SpaceId
from engine.protocols.peerlinks.records import Channel, Records
from engine.protocols.peerlinks.trust.rights import rights_in
from tests.simulation.computer import Program
from tests.simulation.peerlinks.liars.benders import (
    PAGE_LIES,
    STREAM_LIES,
    WIRE_LIES,
    BentRecords,
    Lies,
)
from tests.simulation.peerlinks.liars.forgers import FORGERS, a_second_root
from tests.simulation.peerlinks.liars.scripts import SCRIPTS
from tests.simulation.peerlinks.liars.strangers import Stranger
from tests.simulation.peerlinks.people import Circle, Habits, Person
from tests.simulation.peerlinks.program import PeerlinksProgram, Verdicts, repository_of
from tests.simulation.seeds import Seed

MEMBERS = ("mallory", "malvin")
STRANGERS = ("trudy", "oscar", "eve")
CODES_SECONDS = 300.0

ROWS_BY_HAND = {"L-13"}
"""Codes shown and pasted that are none: done by ``Crowd.shows_codes``."""

_ROW = re.compile(r"[PL]-\d+")
"""A seed that names a row, such as ``liars-L-3-17``, has members that do nothing else."""

T = TypeVar("T")


def rows() -> set[str]:
    """Of the list of attacks, those that some liar carries out."""
    declared: set[str] = set(ROWS_BY_HAND)
    for table in (FORGERS, PAGE_LIES, WIRE_LIES, STREAM_LIES):
        declared |= set(table)
    return declared | {script.row for script in SCRIPTS}


@dataclass(slots=True)
class Crowd:
    """The liars of one world."""

    circle: Circle
    seed: Seed
    verdicts: Verdicts
    members: list[Person] = field(default_factory=list)
    strangers: list[Stranger] = field(default_factory=list)
    lies: list[Lies] = field(default_factory=list)
    bent_program: Callable[[str, Lies], Program] | None = None
    """Makes a member's program; None: one with a bare port."""
    dice: random.Random = field(init=False)
    row: str | None = field(init=False)

    def __post_init__(self) -> None:
        self.dice = (self.seed / "crowd").dice()
        named = _ROW.search(self.seed.path)
        self.row = None if named is None else named[0]
        members = [0, 1, 1, 2] if self.row is None else [1, 2]
        for name in MEMBERS[: self.dice.choice(members)]:
            self._add_member(name)
        least = 0 if self.members else 1
        for name in STRANGERS[: self.dice.randint(least, len(STRANGERS))]:
            self._add_stranger(name)

    def begin(self) -> None:
        """The strangers dial, the members show codes that are none."""
        for stranger in self.strangers:
            self.circle.world.liars.add(stranger.name)
            stranger.begin()
        for member in self.members:
            self._shows_codes_later(member)

    def count(self) -> None:
        """How much was tried, for the report."""
        self.circle.world.count("lies told", sum(one.told for one in self.lies))
        self.circle.world.count("lines of strangers", sum(one.dialled for one in self.strangers))

    # ---- members --------------------------------------------------------------------------------

    def _add_member(self, name: str) -> None:
        world = self.circle.world
        dice = (self.seed / name).dice()
        computers = world.computers
        lies = Lies(
            dice,
            (self.seed / name / "lies").entropy(),
            lambda: computers[name].clock.now(),  # noqa: PLW0108 - it is not there yet
        )
        lies.forgers = self._some_of(FORGERS, dice, [1, 1, 2, 4, 8])
        lies.page_lies = self._some_of(PAGE_LIES, dice, [0, 0, 1, 2])
        lies.wire_lies = self._some_of(WIRE_LIES, dice, [0, 0, 1, 2])
        if lies.page_lies:  # its channel's first root shall be known before a second one is shown
            lies.forgers = [one for one in lies.forgers if one is not a_second_root]
        for lie in self._some_of(STREAM_LIES, dice, [0, 0, 1]):
            world.network.benders[name] = partial(lie, dice)
        self.lies.append(lies)
        program: Program = PeerlinksProgram(
            self.verdicts,
            bent=lambda records: cast("Records", BentRecords(records, lies)),  # it has all of them
        )
        if self.bent_program is not None:
            program = self.bent_program(name, lies)
        computer = world.add(name, program, lies=True)
        # Without remarks: what a bent program reads of what was said may be no message at all.
        habits = replace(Habits.drawn(self.dice), remarks=0.0)
        self.members.append(Person(self.circle, computer, habits))

    def _some_of(
        self, table: dict[str, list[T]], dice: random.Random, counts: list[int]
    ) -> list[T]:
        """Few enough that each gets its chance: after a broken rule nobody listens for an hour."""
        if self.row is not None:
            mine = table.get(self.row, [])
            return mine if table is FORGERS else [one for one in mine if dice.random() < 0.5]
        every = [one for row in sorted(table) for one in table[row]]
        return dice.sample(every, min(len(every), dice.choice(counts)))

    def _shows_codes_later(self, member: Person) -> None:
        def deed() -> None:
            self.shows_codes(member)
            self._shows_codes_later(member)

        self.circle.world.agenda.after(self.dice.expovariate(1.0 / CODES_SECONDS), deed)

    def shows_codes(self, member: Person) -> None:
        """L-12, L-13: codes that are none are scanned, invites that are none are pasted."""
        entropy = member.computer.seed / "codes" / self.circle.world.agenda.now
        data = entropy.entropy()(self.dice.choice([0, 1, 102, 300, 5_000]))
        victim = self.dice.choice(self.circle.people)
        if not victim.computer.is_on:
            return
        if self.dice.random() < 0.5:
            victim.does(AcceptInvite(data))
        elif spaces := [space for space in victim.spaces() if space.can_invite]:
            victim.does(IssueInvite(spaces[0].id, data, "friend"))

    # ---- strangers ------------------------------------------------------------------------------

    def _add_stranger(self, name: str) -> None:
        dice = (self.seed / name).dice()
        script = dice.choice([one for one in SCRIPTS if one.row == self.row] or SCRIPTS)()
        stranger = Stranger(
            self.circle.world.network,
            name,
            script,
            [person.computer.address for person in self.circle.people],
            dice,
            (self.seed / name).entropy(),
        )
        stranger.is_private = self._is_private
        stranger.find_channel = lambda: self._known_channel(stranger)
        self.strangers.append(stranger)

    def _known_channel(self, stranger: Stranger) -> Channel | None:
        """A channel whose key has come to the stranger's ears; never its secret one."""
        person = stranger.dice.choice(self.circle.people)
        if not person.computer.is_on:
            return None
        repository = repository_of(person.computer)
        channels = repository.channels()
        if not channels:
            return None
        channel = stranger.dice.choice(channels)
        for right in rights_in(repository, channel):
            stranger.foreign_chain = right.chain
        return Channel(channel.id, channel.public_key, channel.name, channel.public, left=False)

    def _is_private(self, space: SpaceId) -> bool:
        """Whether nobody has it as a public one: its owner knows, not everybody who was let in."""
        held = [
            repository_of(person.computer).channel(space)
            for person in self.circle.people
            if person.computer.is_on
        ]
        return not any(channel is not None and channel.public for channel in held)
