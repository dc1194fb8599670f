"""Somebody in the simulated worlds carries out every attack of the list."""

from __future__ import annotations

import pytest

from engine.model.ids import ProtocolName
from tests.attacks.rows import ROWS
from tests.simulation.comments.liars.crowd import rows as comment_rows
from tests.simulation.comments.liars.scripts import SCRIPTS as COMMENT_SCRIPTS
from tests.simulation.comments.scenario import CommentScenario
from tests.simulation.communities.liars.crowd import WAYS
from tests.simulation.communities.liars.crowd import rows as community_rows
from tests.simulation.communities.scenario import CommunityScenario
from tests.simulation.conftest import LONG_ENOUGH
from tests.simulation.feeds.liars.crowd import rows as feed_rows
from tests.simulation.feeds.liars.scripts import SCRIPTS
from tests.simulation.feeds.scenario import FeedScenario
from tests.simulation.peerlinks.liars.crowd import rows
from tests.simulation.peerlinks.liars.forgers import FORGERS
from tests.simulation.peerlinks.scenario import Scenario
from tests.simulation.port.liars.scripts import Replays
from tests.simulation.seeds import Seed
from tests.simulation.simulate import simulate

pytestmark = LONG_ENOUGH
NOT_ON_OUR_WIRE = {"P-14"}
"""Nothing is compressed: there is nothing to unfold."""


OF_FEEDS = {"H-1", "H-2", "H-3", "H-4", "H-5", "H-6", "H-7"}
OF_COMMENTS = {"H-6", "H-7", "H-8", "H-9", "H-10", "H-11", "H-12", "H-13"}


def test_every_row_of_the_list_of_attacks_has_its_liars() -> None:
    of_channels = {row for row in ROWS if row.startswith(("L-", "P-"))}
    assert rows() == of_channels - NOT_ON_OUR_WIRE
    assert feed_rows() == OF_FEEDS
    assert comment_rows() == OF_COMMENTS
    assert {row for row in ROWS if row.startswith("H-")} == OF_FEEDS | OF_COMMENTS
    assert community_rows() == {row for row in ROWS if row.startswith("C-")}


def test_a_seed_that_names_a_row_of_comments_has_liars_that_do_just_that() -> None:
    crowd = CommentScenario(Seed("commentliars-H-10-1"), 1.0).crowd

    assert crowd is not None
    assert {type(crowd._script()) for _ in range(30)} == set(COMMENT_SCRIPTS["H-10"])


def test_a_seed_that_names_a_row_of_feeds_has_liars_that_do_just_that() -> None:
    twins = FeedScenario(Seed("feedliars-H-2-1"), 1.0).crowd
    floods = FeedScenario(Seed("feedliars-H-5-1"), 1.0).crowd

    assert twins is not None
    assert twins.twins
    assert len(twins.circle.liars) == 2
    assert floods is not None
    assert {type(floods._script()) for _ in range(30)} == set(SCRIPTS["H-5"])


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


def test_a_seed_that_names_a_rule_of_the_port_has_strangers_that_break_just_that() -> None:
    scenario = Scenario(Seed("portliars-Replays-1"), 1.0)
    crowd = scenario.port_crowd

    assert crowd is not None
    assert {type(crowd._script()) for _ in range(20)} == {Replays}


def test_every_world_of_meetings_has_some_that_meet_and_most_have_some_that_cannot() -> None:
    with_bare_ones = 0
    for number in range(1, 30):
        computers = Scenario(Seed(f"port-{number}"), 1.0).world.computers.values()
        meeting = [one for one in computers if ProtocolName.TIDINGS in one.program.ports]
        assert len(meeting) >= 2
        with_bare_ones += len(meeting) < len(computers)
    assert with_bare_ones > 10


def test_members_of_such_worlds_lie_over_the_port_too() -> None:
    seeds = [Seed(f"portliars-{number}") for number in range(1, 30)]
    programs = [
        member.computer.program
        for seed in seeds
        if (crowd := Scenario(seed, 1.0).crowd) is not None
        for member in crowd.members
    ]
    assert len(programs) > 10
    assert all(ProtocolName.TIDINGS in program.ports for program in programs)


LIES = {
    "C-1": ("questions that go far", "questions that were asked before", "questions sent back"),
    "C-2": ("answers rewritten on the way", "hashes rewritten on the way"),
    "C-3": ("ends that are not said", "answers without end"),
    "C-4": ("subscriptions",),
    "C-5": ("deletes of what others said",),
    "C-6": ("flags beyond number",),
    "C-7": ("posts of another time",),
    "C-8": ("channels that there are not",),
    "C-9": ("posts of another community",),
    "C-10": ("names that look the same",),
    "C-11": ("handshakes that do not end",),
}
"""What is counted once it has really happened."""
DEEDS = ("BlockMember", "ModeratePost", "DropChannel", "ForgetCommunity", "ForgetSpace")
WORLDS = 8


@pytest.mark.parametrize("row", list(WAYS))
def test_what_liars_of_a_row_do_in_communities_really_happens(row: str) -> None:
    counts: dict[str, int] = {}
    for number in range(WORLDS):
        outcome = simulate(f"communityliars-{row}-really-{number}", 0.5)
        assert not outcome.broken, outcome.report
        counts |= {what: counts.get(what, 0) + some for what, some in outcome.counts.items()}
        if all(counts.get(f"lies: {what}") for what in LIES[row]):
            return
    pytest.fail(f"{row}: {counts}")


def test_a_seed_that_names_a_row_of_communities_has_liars_that_do_just_that() -> None:
    for row, ways in WAYS.items():
        lies = CommunityScenario(Seed(f"communityliars-{row}-1"), 1.0).lies
        assert lies
        assert {one.way for one in lies} <= set(ways)


def test_people_of_communities_block_drop_and_forget() -> None:
    counts: dict[str, int] = {}
    for number in range(WORLDS):
        outcome = simulate(f"communities-deeds-{number}", 1.0)
        assert not outcome.broken, outcome.report
        counts |= {what: counts.get(what, 0) + some for what, some in outcome.counts.items()}
        if all(counts.get(deed) for deed in (*DEEDS, "blocks that hold")):
            return
    pytest.fail(f"{counts}")
