"""Puts liars of the port among honest people, beside those of the protocols inside."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import cast

from engine.model.address import Address
from engine.model.ids import HOME_PROTOCOL, PeerId, PostId, SpaceId
from engine.protocols.peerlinks.records import Records
from engine.protocols.tidings.port.limits import HEADS_MAX
from engine.protocols.tidings.port.records import SharedSpaces
from tests.simulation.computer import Program
from tests.simulation.peerlinks.liars.benders import BentRecords, Lies
from tests.simulation.peerlinks.people import Circle, Person
from tests.simulation.peerlinks.program import Verdicts, repository_of
from tests.simulation.port.liars.members import FalseAddresses, FalseSpaces
from tests.simulation.port.liars.scripts import SCRIPTS
from tests.simulation.port.liars.strangers import Script, Stranger
from tests.simulation.port.program import TIDINGS_PORT, TidingsProgram
from tests.simulation.seeds import Seed

STRANGERS = ("nina", "otto", "paul")
HEADS_ELSEWHERE = 5

_NAMED = re.compile(r"portliars-([A-Z][A-Za-z]+)-")
"""A seed that names a script, such as ``portliars-Replays-17``, has strangers that do just that."""


@dataclass(slots=True)
class PortCrowd:
    """The strangers of one world, and how its members lie over the port."""

    circle: Circle
    seed: Seed
    verdicts: Verdicts
    strangers: list[Stranger] = field(default_factory=list)
    spaces: list[FalseSpaces] = field(default_factory=list)
    dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.dice = (self.seed / "crowd").dice()

    def program(self, name: str, lies: Lies) -> Program:
        """A member's, that lies as ``lies`` has it, and over the port too."""
        dice = (self.seed / name).dice()
        entropy = (self.seed / name / "spaces").entropy()
        is_false = dice.random() < 0.7

        def shared(own: SharedSpaces) -> SharedSpaces:
            if not is_false:
                return own
            false = FalseSpaces(own, dice, entropy, self._heads, lambda: self._spaces(dice))
            self.spaces.append(false)
            return false

        told: Callable[[Sequence[Address]], Sequence[Address]] = lambda addresses: addresses  # noqa: E731
        if dice.random() < 0.5:
            told = FalseAddresses(dice, self._addresses)
        return TidingsProgram(
            self.verdicts,
            bent=lambda records: cast("Records", BentRecords(records, lies)),  # it has all of them
            shared=shared,
            told=told,
        )

    def begin(self) -> None:
        """The strangers come."""
        world = self.circle.world
        targets = [
            one.address_for(HOME_PROTOCOL)
            for one in world.honest
            if HOME_PROTOCOL in one.program.ports
        ]
        if not targets:
            return
        for name in STRANGERS[: self.dice.randint(1, len(STRANGERS))]:
            seed = self.seed / name
            stranger = Stranger(
                world.network, name, self._script(), targets, seed.dice(), seed.entropy()
            )
            stranger.others = self._peer_ids
            stranger.names = self._private
            stranger.heads = self._private_heads
            self.strangers.append(stranger)
            world.liars.add(name)
            world.network.give_number(name)
            stranger.begin()

    @property
    def peer_ids(self) -> list[PeerId]:
        """Of the strangers."""
        return [one.peer_id for one in self.strangers]

    def count(self) -> None:
        """How much was tried, for the report."""
        world = self.circle.world
        world.count("lies about spaces", sum(one.told for one in self.spaces))
        world.count("lines to the port", sum(one.dialled for one in self.strangers))
        world.count("strangers let in", sum(one.let_in for one in self.strangers))

    def _script(self) -> Script:
        named = _NAMED.search(self.seed.path)
        wanted = [one for one in SCRIPTS if named is not None and one.__name__ == named[1]]
        return self.dice.choice(wanted or SCRIPTS)()

    # ---- what has come to their ears ------------------------------------------------------------

    def _running(self) -> list[Person]:
        return [person for person in self.circle.people if person.computer.is_on]

    def _heads(self, space: SpaceId) -> Sequence[PostId]:
        """Of posts that others hold."""
        found: dict[PostId, None] = {}
        for person in self._running():
            leaves = repository_of(person.computer).leaves(space, HEADS_ELSEWHERE)
            found.update(dict.fromkeys(leaf.hash for leaf in leaves))
        return list(found)

    def _spaces(self, dice: random.Random) -> Sequence[SpaceId]:
        people = self._running()
        if not people:
            return ()
        channels = repository_of(people[0].computer).channels()
        return [channel.id for channel in channels][:3]

    def _private(self) -> list[SpaceId]:
        """A guest does not know of a channel whether it is public."""
        found = [repository_of(person.computer).channels() for person in self._running()]
        public = {one.id for some in found for one in some if one.public}  # for membership only
        named = dict.fromkeys(one.id for some in found for one in some)
        return [space for space in named if space not in public]

    def _private_heads(self) -> list[PostId]:
        return [head for space in self._private() for head in self._heads(space)][:HEADS_MAX]

    def _addresses(self) -> Sequence[Address]:
        numbered = self.circle.world.network.numbered
        return [numbered(Address(one.name, TIDINGS_PORT)) for one in self.circle.people]

    def _peer_ids(self) -> list[PeerId]:
        return [one.computer.parts.peer_id for one in self._running() if one.computer.parts]
