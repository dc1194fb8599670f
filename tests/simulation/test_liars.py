"""Somebody in the simulated worlds carries out every attack of the list."""

from __future__ import annotations

from tests.attacks.rows import ROWS
from tests.simulation.peerlinks.liars.crowd import rows
from tests.simulation.peerlinks.liars.forgers import FORGERS
from tests.simulation.peerlinks.scenario import Scenario
from tests.simulation.seeds import Seed

NOT_ON_OUR_WIRE = {"P-14"}
"""Nothing is compressed: there is nothing to unfold."""


def test_every_row_of_the_list_of_attacks_has_its_liars() -> None:
    assert rows() == set(ROWS) - NOT_ON_OUR_WIRE


def test_a_seed_that_names_a_row_has_members_that_do_just_that() -> None:
    crowd = Scenario(Seed("liars-L-3-1"), 1.0).crowd

    assert crowd is not None
    assert all(lies.forgers == FORGERS["L-3"] for lies in crowd.lies)


def test_every_world_of_liars_has_one() -> None:
    for number in range(1, 30):
        crowd = Scenario(Seed(f"liars-{number}"), 1.0).crowd
        assert crowd is not None
        assert crowd.members or crowd.strangers


def test_an_honest_world_has_none() -> None:
    assert Scenario(Seed("honest-1"), 1.0).crowd is None
