"""Communities between two programs, in both wire versions, by the command line alone."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import Document, Person, Serve, eventually

pytestmark = pytest.mark.slow


@dataclass
class Bees:
    """Ann made a community, Ben joined it by its link; both serve."""

    ann: Person
    ben: Person
    ann_serving: Serve
    ben_serving: Serve
    wire: str


@pytest.fixture(params=["S", "M"])
def bees(person: MakePerson, request: pytest.FixtureRequest) -> Bees:
    ann, ben = person("ann"), person("ben")
    ann.settle()
    ben.settle()
    ann_serving, ben_serving = ann.serve(), ben.serve()
    wire = str(request.param)
    made = ann.do("community", "new", "Bees", "--wire", wire, "--nick", "ann")
    assert (made["name"], made["wire"], made["nickname"]) == ("Bees", wire, "ann")
    ann.do("channel", "post", "Bees#default", "The first flight")
    link = ann.do("community", "link", "Bees")["link"]
    joined = ben.do("community", "join", link, "--nick", "ben")
    assert (joined["key"], joined["name"], joined["wire"]) == (made["key"], "Bees", wire)
    return Bees(ann, ben, ann_serving, ben_serving, wire)


def texts(person: Person, channel: str, *wanted: str) -> None:
    """Waits until these texts, and no others, are there, in that order."""
    eventually(lambda: person.texts(channel) == list(wanted))


def members(person: Person) -> dict[str, Document]:
    return {one["name"]: one for one in person.see("community", "members", "Bees")}


def test_two_people_talk_in_channels_and_see_who_they_are(bees: Bees) -> None:
    ann, ben = bees.ann, bees.ben
    texts(ben, "Bees#default", "The first flight")
    ben.do("channel", "post", "Bees#default", "Hello, ann")
    texts(ann, "Bees#default", "The first flight", "Hello, ann")
    eventually(lambda: {"ann", "ben"} <= set(members(ann)) and {"ann"} <= set(members(ben)))
    said = [post for post in ann.read("Bees#default") if post["text"] == "Hello, ann"]
    assert said[0]["author"]["path"] == ["ben"]
    assert said[0]["speaks_to_us"]
    garden = ben.do("channel", "join", "Bees#garden")
    assert (garden["kind"], garden["name"]) == ("community", "Bees#garden")
    ben.do("channel", "topic", "Bees#garden", "roses")
    ben.do("channel", "post", "Bees#garden", "Weeds!")
    ann.do("channel", "join", "Bees#garden")
    texts(ann, "Bees#garden", "Weeds!")
    eventually(lambda: ann.see("channel", "topic", "Bees#garden")["topic"] == "roses")
    eventually(
        lambda: (
            [
                (one["name"], one["joined"], one["topic"], one["members"])
                for one in ann.see("community", "channels", "Bees")
            ]
            == [("default", True, "", 2), ("garden", True, "roses", 2)]
        )
    )
    listed = ann.do("channel", "list")
    assert {"Bees#default", "Bees#garden"} <= {one["name"] for one in listed}


def test_what_is_deleted_and_renamed_is_so_for_the_others_too(bees: Bees) -> None:
    ann, ben = bees.ann, bees.ben
    texts(ben, "Bees#default", "The first flight")
    slip = ann.do("channel", "post", "Bees#default", "a slip")["id"]
    texts(ben, "Bees#default", "The first flight", "a slip")
    deleted = ann.run("channel", "delete", "Bees#default", slip)
    assert (deleted.status, deleted.document["kind"]) == (0, "delete")
    texts(ben, "Bees#default", "The first flight")
    assert ben.refused("channel", "delete", "Bees#default", slip) == "post_unknown"
    told = ann.do("profile", "set", "Bees", "name", "Anna")
    assert told["kind"] == "info"
    eventually(lambda: "Anna" in members(ben))
    (said,) = [post for post in ben.read("Bees#default") if post["kind"] == "message"]
    assert said["author"]["path"] == ["Anna"]


def test_whom_we_hide_is_folded_away_here_alone(bees: Bees) -> None:
    ann, ben = bees.ann, bees.ben
    texts(ben, "Bees#default", "The first flight")
    ben.do("channel", "post", "Bees#default", "Buy honey!")
    texts(ann, "Bees#default", "The first flight", "Buy honey!")
    eventually(lambda: "ben" in members(ann))
    hidden = ann.do("moderate", "hide", "Bees", "ben", "--reason", "advertising")
    assert hidden["standing"] == "hidden"
    folded = {post["text"]: post["folded"] for post in ann.read("Bees#default")}
    assert folded["Buy honey!"]["reason"] == "advertising"
    assert folded["The first flight"] is None
    (deed, *_) = ann.do("moderate", "log", "Bees")
    assert (deed["kind"], deed["by_name"], deed["counts"]) == ("hide", "ann", True)
    eventually(lambda: ben.see("moderate", "log", "Bees"))
    assert all(post["folded"] is None for post in ben.read("Bees#default"))
    assert ann.do("moderate", "unhide", "Bees", "ben")["standing"] == "shown"


def test_a_community_is_left_taken_up_again_and_forgotten(bees: Bees) -> None:
    ann, ben = bees.ann, bees.ben
    texts(ben, "Bees#default", "The first flight")
    assert ben.do("community", "leave", "Bees")["left"]
    assert ben.refused("channel", "post", "Bees#default", "x") == "read_only"
    ann.do("channel", "post", "Bees#default", "Where is ben?")
    key = ann.do("community", "link", "Bees")["key"]
    assert not ben.do("community", "join", key, "--wire", bees.wire)["left"]
    texts(ben, "Bees#default", "The first flight", "Where is ben?")
    bees.ben_serving.stop()
    assert len(ben.texts("Bees#default")) == 2
    forgotten = ben.run("community", "forget", "Bees")
    assert (forgotten.status, forgotten.document["name"]) == (0, "Bees")
    assert ben.do("community", "list") == []
    assert ben.refused("community", "channels", "Bees") == "community_unknown"


def test_what_cannot_be_is_refused_with_a_code(person: MakePerson) -> None:
    ann = person("ann")
    ann.settle()
    ann.do("community", "new", "Bees")
    assert ann.refused("community", "join", "no key at all") == "link_foreign"
    assert ann.refused("channel", "post", "Bees#nowhere", "x") == "space_unknown"
    assert ann.refused("channel", "join", "Wasps#garden") == "community_unknown"
    assert ann.refused("profile", "set", "Bees", "name", "x" * 33) == "name_invalid"
    assert ann.refused("moderate", "role", "Bees", "nobody", "admin") == "member_unknown"
    assert ann.refused("moderate", "drop-channel", "Bees", status=2) == "usage"


@pytest.mark.parametrize("protocol", ["cable", "cable+noise"])
def test_bare_connections_carry_a_community_without_our_port(
    person: MakePerson, protocol: str
) -> None:
    ann, ben = person("ann"), person("ben")
    ann.protocol = ben.protocol = protocol
    key = ann.do("community", "new", "Bees", "--wire", "M", "--nick", "ann")["key"]
    ann.do("channel", "post", "Bees#default", "The first flight")
    ben.do("community", "join", key, "--name", "Bees", "--nick", "ben")
    ann.serve()
    ben.serve("--peer", ann.endpoint)
    texts(ben, "Bees#default", "The first flight")
    ben.do("channel", "post", "Bees#default", "Hello, ann")
    texts(ann, "Bees#default", "The first flight", "Hello, ann")
    eventually(lambda: "ben" in members(ann))
