"""How soon honest peers see each other's posts while four times as many attack (reliability A5).

One line for each kind of attack alone, and one for all kinds together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.load.attacks import ATTACKS
from tests.load.figures import NEVER
from tests.load.port_attacks import PORT_ATTACKS
from tests.load.report import siege_figures
from tests.load.siege import Size, run

ALL = "all"


def measures(folder: Path) -> Iterator[Mapping[str, object]]:
    """Without attackers but one, then all kinds together, then each kind alone."""
    folder.mkdir(parents=True)
    yield _measure(folder / "calm", "none", Size(attackers=1, attacks=["drips_a_greeting"]))
    yield _measure(folder / ALL, ALL, Size())
    for name in (*ATTACKS, *PORT_ATTACKS):
        yield _measure(folder / name, name, Size(attacks=[name], posts=30))


def _measure(folder: Path, name: str, size: Size) -> Mapping[str, object]:
    folder.mkdir()
    outcome = run(folder, size)
    assert NEVER not in (*outcome.delays, *outcome.joining), "it never came to be"
    return {"attack": name, **siege_figures("hostile_load", size, outcome)}
