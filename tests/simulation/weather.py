"""What goes wrong by itself: networks, power, clocks, disks. Names no protocol.

Each seed switches on its own part of it (a swarm): what always happens hides what seldom can.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.simulation.computer import Computer
from tests.simulation.world import World

CLOCK_SECONDS_MAX = 180.0
PARTITION_SECONDS = (20.0, 900.0)
STALL_SECONDS = (1.0, 60.0)
FREEZE_SECONDS = (1.0, 600.0)
DOWN_SECONDS = (0.5, 300.0)
STEPS_TO_CUT_MAX = 60
DAYS_SECONDS = (86_400.0, 40 * 86_400.0)
AHEAD_SECONDS = (300.0, 4_000.0)
AHEAD_FOR_SECONDS = (20.0, 200.0)
AHEAD_MARGIN_SECONDS = 15.0  # until the last that looks at that clock has looked

Deed = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Climate:
    """Mean seconds between two of each kind; a kind that is missing never happens."""

    every: dict[str, float]
    skewed: bool
    drifting: bool
    slow: bool

    @classmethod
    def drawn(cls, dice: random.Random, *, meets: bool = False) -> Climate:
        """A swarm's member. ``meets``: days may be slept through, and clocks be hours ahead."""
        usual = {
            "cut": 400.0,
            "half_cut": 900.0,
            "stall": 300.0,
            "partition": 1_500.0,
            "power": 1_200.0,
            "crash": 2_400.0,
            "restart": 2_400.0,
            "freeze": 1_800.0,
            "clock": 2_400.0,
            "disk_full": 2_400.0,
        }
        chosen = {
            kind: mean * dice.choice([0.5, 1.0, 2.0])
            for kind, mean in usual.items()
            if dice.random() < 0.5
        }
        if meets:
            unusual = {"days": 1_500.0, "ahead": 2_400.0}
            chosen |= {kind: mean for kind, mean in unusual.items() if dice.random() < 0.6}
        return cls(
            chosen,
            skewed=dice.random() < 0.5,
            drifting=dice.random() < 0.3,
            slow=dice.random() < 0.3,
        )


@dataclass(slots=True)
class Weather:
    """Over a world, until it ``clears``."""

    world: World
    climate: Climate
    dice: random.Random = field(init=False)
    is_clear: bool = False
    _ahead: dict[str, float] = field(default_factory=dict)
    while_ahead: Callable[[Computer], None] = field(default=lambda _: None)
    """What its user does on a computer whose clock is far ahead."""

    def __post_init__(self) -> None:
        self.dice = (self.world.seed / "weather").dice()

    def begin(self) -> None:
        """Clocks are set wrong; then one thing after the other."""
        for computer in self.world.computers.values():
            self._set_clock(computer)
        for kind in self.climate.every:
            self._later(kind)

    def clear(self) -> None:
        """No further fault; everything that is off comes on again, every path works."""
        self.is_clear = True
        for computer in self.world.computers.values():
            self._set_back(computer)
        self.world.network.unblock_all()
        for computer in self.world.computers.values():
            computer.fuse = None
            computer.clock.tick = 0.0
            if computer.is_on:
                computer.clear_disk()
                computer.thaw()
            else:
                computer.start()

    def set_clocks_right(self) -> None:
        """As a time server would: they jump."""
        for computer in self.world.computers.values():
            computer.clock.drift = 0.0
            computer.clock.offset = self.dice.uniform(-0.5, 0.5)

    def _set_clock(self, computer: Computer) -> None:
        dice = self.dice
        if self.climate.skewed:
            computer.clock.offset = dice.uniform(-CLOCK_SECONDS_MAX, CLOCK_SECONDS_MAX)
        if self.climate.drifting:
            computer.clock.drift = dice.uniform(-1e-4, 1e-4)
        if self.climate.slow and dice.random() < 0.5:
            computer.clock.tick = dice.choice([1e-5, 1e-4, 1e-3])

    def _later(self, kind: str) -> None:
        def deed() -> None:
            if self.is_clear:
                return
            self.world.count(f"weather {kind}")
            self.world.trace.note(self.world.agenda.now, "weather", kind)
            self._deeds()[kind]()
            self._later(kind)

        mean = self.climate.every[kind]
        self.world.agenda.after(self.dice.expovariate(1.0 / mean), deed)

    def _deeds(self) -> dict[str, Deed]:
        return {
            "cut": lambda: self._cut(both=True),
            "half_cut": lambda: self._cut(both=False),
            "stall": self._stall,
            "partition": self._partition,
            "power": self._light_fuse,
            "crash": self._crash,
            "restart": self._restart,
            "freeze": self._freeze,
            "clock": self._turn_clock,
            "disk_full": self._fill_disk,
            "days": lambda: self.world.skip(self.dice.uniform(*DAYS_SECONDS)),
            "ahead": self._run_ahead,
        }

    def _running(self) -> Computer | None:
        running = [one for one in self.world.computers.values() if one.is_on]
        return self.dice.choice(running) if running else None

    # ---- the network ----------------------------------------------------------------------------

    def _cut(self, *, both: bool) -> None:
        if streams := self.world.network.streams():
            first = self.dice.random() < 0.5
            learns = {0: both or first, 1: both or not first}
            self.world.network.cut(self.dice.choice(streams), learns)

    def _stall(self) -> None:
        names = list(self.world.computers)
        here, there = self.dice.sample(names, 2)
        self.world.network.block(here, there, self.dice.uniform(*STALL_SECONDS))

    def _partition(self) -> None:
        names = list(self.world.computers)
        self.dice.shuffle(names)
        at = self.dice.randrange(1, len(names))
        seconds = self.dice.uniform(*PARTITION_SECONDS)
        one_way = self.dice.random() < 0.3
        for here in names[:at]:
            for there in names[at:]:
                self.world.network.block(here, there, seconds)
                if not one_way:
                    self.world.network.block(there, here, seconds)

    # ---- the computers --------------------------------------------------------------------------

    def _light_fuse(self) -> None:
        """The power goes somewhere in the middle of a turn soon."""
        if (computer := self._running()) is not None:
            computer.fuse = self.dice.randint(1, STEPS_TO_CUT_MAX)
            self._comes_back(computer)

    def _crash(self) -> None:
        if (computer := self._running()) is not None:
            computer.crash(silently=self.dice.random() < 0.5)
            self._comes_back(computer)

    def _restart(self) -> None:
        if (computer := self._running()) is not None:
            computer.stop()
            self._comes_back(computer)

    def _comes_back(self, computer: Computer) -> None:
        life = computer.lives

        def deed() -> None:
            if not computer.is_on and computer.lives == life:
                computer.start()
            elif computer.is_on and computer.lives == life and computer.fuse is not None:
                self.world.agenda.after(60.0, deed)  # it has not burnt down yet

        self.world.agenda.after(self.dice.uniform(*DOWN_SECONDS), deed)

    def _freeze(self) -> None:
        if (computer := self._running()) is not None:
            computer.freeze(self.dice.uniform(*FREEZE_SECONDS))

    def _turn_clock(self) -> None:
        if (computer := self._running()) is not None and computer.name not in self._ahead:
            computer.clock.offset = self.dice.uniform(-CLOCK_SECONDS_MAX, CLOCK_SECONDS_MAX)
            computer.attend()

    def _run_ahead(self) -> None:
        """Cut off from all others, its clock is far ahead for a while; its user notices nothing."""
        if (computer := self._running()) is None:
            return
        seconds = self.dice.uniform(*AHEAD_FOR_SECONDS)
        self._cut_off(computer, seconds + AHEAD_MARGIN_SECONDS)
        before = self._ahead.setdefault(computer.name, computer.clock.offset)
        computer.clock.offset = before + self.dice.uniform(*AHEAD_SECONDS)
        computer.attend()
        for _ in range(self.dice.randint(1, 3)):
            self.world.agenda.after(
                self.dice.uniform(0.0, seconds), lambda: self.while_ahead(computer)
            )

        self.world.agenda.after(seconds, lambda: self._set_back(computer))

    def _set_back(self, computer: Computer) -> None:
        before = self._ahead.pop(computer.name, None)
        if before is not None:
            computer.clock.offset = before
            computer.attend()

    def _cut_off(self, computer: Computer, seconds: float) -> None:
        network = self.world.network
        for streams in network.streams():
            if computer.name in {end.host for end in streams}:
                network.cut(streams, {0: True, 1: True})
        for other in network.hosts():
            if other != computer.name:
                network.block(computer.name, other, seconds)
                network.block(other, computer.name, seconds)

    def _fill_disk(self) -> None:
        if (computer := self._running()) is not None:
            computer.fill_disk()
            life = computer.lives

            def clear() -> None:
                if computer.lives == life:
                    computer.clear_disk()

            self.world.agenda.after(self.dice.uniform(1.0, 600.0), clear)
