"""The pieces: names, what each proves, and the commands that prove it. Values only.

They are the column "Per release" of the project's goals (reliability.md 5), as far as it is built.
Each is made for at most 75 minutes on two cores.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from tests.load.goals import LOADS

SIMULATED_HOURS, SIMULATION_PARTS = 5_000, 4
CUTS, CUTS_A_SCENE = 1_000_000, 5_000
KILLS, KILLS_A_RUN = 5_000, 100  # the second: of tests/durability/test_kills.py
TOGETHER_WORLDS, TOGETHER_HOURS = 8, 1.0
FUZZING_MINUTES = 64  # 8 targets, 8 minutes on two cores each
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
        Piece(
            "kills",
            f"{KILLS:,} times kill -9, nothing acknowledged lost (D1)",
            [_tests("tests/durability/test_kills.py")] * -(-KILLS // KILLS_A_RUN),
        ),
        Piece(
            "power-cuts",
            f"{CUTS:,} power cuts, nothing acknowledged lost, nothing damaged (D2)",
            [_scene(number) for number in range(CUTS // CUTS_A_SCENE)],
            at_a_time=2,
        ),
        *(_simulation(part, room) for part in range(1, SIMULATION_PARTS + 1)),
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
    if find_spec("tests.fuzz.__main__") is None:
        return []
    command = _module("tests.fuzz", "--minutes", str(FUZZING_MINUTES))
    return [Piece("fuzz", "readers answer only with documented errors (F1)", [command])]


def _simulation(part: int, room: Path) -> Piece:
    hours = SIMULATED_HOURS * part // SIMULATION_PARTS
    return Piece(
        f"simulation-{part}",
        f"{hours:,} simulated hours in all, no law broken (S1)",
        [_module("tests.simulation", "--hours", str(hours), "--log", str(room / "worlds.jsonl"))],
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


def _tests(*paths: str) -> Command:
    return _module("pytest", "-q", "-p", "no:cacheprovider", *paths)


def _module(name: str, *words: str) -> Command:
    return (sys.executable, "-m", name, *words)
