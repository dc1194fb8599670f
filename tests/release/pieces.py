"""The pieces: names, what each proves, and the commands that prove it. Values only.

They are the column "Per release" of the project's goals (reliability.md 5), as far as it is built.
Each is made for at most 75 minutes on two cores.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.readers import TARGETS
from tests.load.goals import LOADS

SIMULATED_HOURS, SIMULATION_PARTS = 5_000, 4  # of an hour each: as many worlds
CUTS, CUTS_A_SCENE = 1_000_000, 5_000
KILLS, KILLS_A_RUN, BATCHES_A_RUN = 5_000, 100, 4  # the others: of tests/durability/test_kills.py
TOGETHER_WORLDS, TOGETHER_HOURS = 8, 1.0
FUZZING_MINUTES_A_TARGET = 8  # on two cores
FUZZING_EXECUTIONS = 10_000_000  # of all targets
FUZZED_AT_ONCE = 5  # targets a piece
SIGNED_TIMES = 20  # those of tests/fuzz/test_signed.py, 260,000 cases; so 5.2 million
SCRIPTS = 50_000
FEEDS_UP_TO = 60  # blocks: 6 million flips
MESSAGES = 1_000_000  # in 8 encodings each
FLIPS = 2_000
MIGRATION_CUTS = 20_000
SAME_SEEDS = 5  # of ten kinds of worlds
ON_A_SCREEN = (
    "tests/gui/everywhere/test_ways.py",
    "tests/gui/codes/test_invite_by_qr.py",
    "tests/gui/codes/test_invite_between_engines.py",
    "tests/gui/codes/test_scanning_by_camera.py",
)

Command = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Piece:
    """``commands`` are run ``at_a_time``; all of them must end with 0."""

    name: str
    proves: str
    commands: Sequence[Command]
    at_a_time: int = 1


def all_pieces(room: Path) -> Sequence[Piece]:
    """In their order. ``room``: where the simulation keeps what it did, for its next part."""
    return [
        Piece(
            "packages",
            "bundle and Debian package run where nothing else of ours is",
            [_tests("tests/packaging/test_bundle.py")],
        ),
        Piece(
            "window",
            "every page and dialog by keys and by mouse, and an invite by camera, on a screen",
            [_module("tests.release.on_a_screen", *ON_A_SCREEN)],
        ),
        *_fuzzing(),
        _signed(),
        _talks(),
        _attacks(),
        Piece(
            "kills",
            f"{KILLS:,} times kill -9, nothing acknowledged lost (D1)",
            [_kills(run) for run in range(-(-KILLS // KILLS_A_RUN))],
        ),
        Piece(
            "power-cuts",
            f"{CUTS:,} power cuts, nothing acknowledged lost, nothing damaged (D2)",
            [_scene(number) for number in range(CUTS // CUTS_A_SCENE)],
            at_a_time=2,
        ),
        *_disks(),
        *(_simulation(part, room) for part in range(1, SIMULATION_PARTS + 1)),
        Piece(
            "same",
            "fifty worlds go the same way under two ways of hashing (S2)",
            [_amounts(_tests("tests/simulation/test_determinism.py"), SAME_SEEDS=SAME_SEEDS)],
        ),
        Piece(
            "planted",
            "every planted bug is found, in a world that is sound without it (S3)",
            [_module("tests.simulation.planted")],
        ),
        Piece(
            "together",
            "one profile in everything among thirty others, no law broken, nothing starves",
            [_together(number) for number in range(1, TOGETHER_WORLDS + 1)],
            at_a_time=2,
        ),
        *(_load(name) for name in LOADS),
    ]


def _fuzzing() -> Sequence[Piece]:
    names = list(TARGETS)
    return [
        _fuzzed(number, names[start : start + FUZZED_AT_ONCE], len(names))
        for number, start in enumerate(range(0, len(names), FUZZED_AT_ONCE), start=1)
    ]


def _fuzzed(number: int, targets: Sequence[str], of_all: int) -> Piece:
    minutes = FUZZING_MINUTES_A_TARGET * len(targets)
    executions = FUZZING_EXECUTIONS * len(targets) // of_all
    limits = ("--minutes", str(minutes), "--executions", str(executions))
    return Piece(
        f"fuzz-{number}",
        f"readers answer only with documented errors: {', '.join(targets)} (F1)",
        [_module("tests.fuzz", *targets, *limits)],
    )


def _signed() -> Piece:
    return Piece(
        "signed",
        "five million signed cases are judged as a second implementation does (F2)",
        [_amounts(_tests("tests/fuzz/test_signed.py"), SIGNED_TIMES=SIGNED_TIMES)],
    )


def _talks() -> Piece:
    seeds = (10**9, 2 * 10**9)
    halves = ("tests.fuzz.talks", "--scripts", str(SCRIPTS // len(seeds)), "--seed")
    return Piece(
        "talks",
        f"{SCRIPTS:,} scripts of conversations are borne (F4)",
        [_module(*halves, str(seed)) for seed in seeds],
        at_a_time=2,
    )


def _attacks() -> Piece:
    proofs = _tests("tests/properties/test_hypercore_proofs.py", "-k", "flipped")
    content = _tests("tests/attacks/test_p_content.py", "-k", "p4")
    return Piece(
        "attacks",
        "no flipped bit of a proof is taken, no message has a second hash (A3, A4)",
        [_amounts(proofs, FEEDS_UP_TO=FEEDS_UP_TO), _amounts(content, MESSAGES=MESSAGES)],
        at_a_time=2,
    )


def _kills(run: int) -> Command:
    command = _tests("tests/durability/test_kills.py")
    return _amounts(command, FIRST_BATCH_OF_KILLS=run * BATCHES_A_RUN)


def _disks() -> Sequence[Piece]:
    failing = _tests("tests/durability/test_io_errors.py")
    rotten = _tests("tests/durability/test_bit_rot.py")
    migrating = _tests("tests/durability/test_migration_cuts.py", "-n", "2")
    return [
        Piece(
            "disk",
            "a disk that fails at any call, or flips a bit, loses nothing unnoticed (D3, D4)",
            [_amounts(failing, LATER_CALLS_EVERY=1), _amounts(rotten, FLIPS=FLIPS)],
            at_a_time=2,
        ),
        *(
            Piece(
                f"migration-cuts-{number}",
                f"{MIGRATION_CUTS:,} power cuts in migrating each older profile, {state} (D5)",
                [_amounts((*migrating, "-k", state), CUTS_OF_A_MIGRATION=MIGRATION_CUTS)],
            )
            for number, state in enumerate(("closed", "killed"), start=1)
        ),
    ]


def _simulation(part: int, room: Path) -> Piece:
    hours, log = SIMULATED_HOURS * part // SIMULATION_PARTS, str(room / "worlds.jsonl")
    return Piece(
        f"simulation-{part}",
        f"{hours:,} simulated hours in all, no law broken (S1; the speed is said: S4)",
        [_module("tests.simulation", "--hours", str(hours), "--each", "1", "--log", log)],
    )


def _together(number: int) -> Command:
    seed = f"together-release-{number}"
    return _module("tests.simulation", "--seed", seed, "--hours", str(TOGETHER_HOURS))


def _load(name: str) -> Piece:
    return Piece(f"load-{name}", (LOADS[name].__doc__ or "").strip(), [_module("tests.load", name)])


def _scene(number: int) -> Command:
    kind = "port" if number % 2 else "scene"
    seed = f"{kind} release {number}"
    return _module("tests.durability", "--seed", seed, "--cuts", str(CUTS_A_SCENE))


def _tests(*words: str) -> Command:
    """Without the bound of a test: the piece has one."""
    return _module("pytest", "-q", "-p", "no:cacheprovider", "--timeout", "4500", *words)


def _amounts(command: Command, **amounts: int) -> Command:
    """See ``tests/amounts.py``."""
    return ("env", *(f"TIDINGS_TESTS_{name}={much}" for name, much in amounts.items()), *command)


def _module(name: str, *words: str) -> Command:
    return (sys.executable, "-m", name, *words)
