"""Beyond two people: an invited member invites a third, and strangers read a public channel."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.meeting import meet

pytestmark = pytest.mark.slow


def test_three_members_invited_one_through_another_converge(
    person: MakePerson, tmp_path_factory: pytest.TempPathFactory
) -> None:
    meeting = meet(person, tmp_path_factory.mktemp("pictures"))
    cleo = person("cleo")
    cleo.settle()
    cleo_serving = cleo.serve()
    link = cleo.do("invite", "request")["link"]
    issued = meeting.ben.do("invite", "issue", "ann", link, "--name", "Cleo")
    assert issued["delivered"]
    assert issued["path"] == ["Ben", "Cleo"]
    cleo_serving.wait_for("invite_arrived", space=meeting.space)
    cleo_serving.wait_for("posts_arrived", space=meeting.space)

    people = (meeting.ann, meeting.ben, cleo)
    for one in people:  # Cleo is connected with Ben alone
        one.do("channel", "post", "ann", f"from {one.name}")

    def all_equal() -> bool:
        first, *others = (one.ids("ann") for one in people)
        return len(first) == 4 and all(ids == first for ids in others)

    cleo_serving.wait_until(all_equal, "three equal channels")
    authors = {post["text"]: post["author"]["path"] for post in cleo.read("ann")}
    assert authors == {"": [], "from ann": [], "from ben": ["Ben"], "from cleo": ["Ben", "Cleo"]}
    names = {member["name"] for member in meeting.ann.do("channel", "members", "ann")}
    assert names == {"ann", "Ben", "Cleo"}
    cleo_serving.stop()
    meeting.stop()


def test_a_stranger_reads_a_public_channel_by_its_key_and_cannot_post(person: MakePerson) -> None:
    ann, stranger = person("ann"), person("stranger")
    ann.settle()
    news = ann.do("channel", "new", "News", "--public")
    assert news["public"] is True
    ann.do("channel", "post", "News", "The first issue")
    ann_serving = ann.serve()
    serving = stranger.serve("--peer", ann.endpoint)
    serving.wait_for("peer_ready", address=ann.address)

    followed = stranger.do("channel", "follow", news["public_key"], "--name", "News of Ann")
    assert (followed["id"], followed["name"]) == (news["id"], "News of Ann")
    assert (followed["can_post"], followed["public"]) == (False, True)
    serving.wait_until(lambda: stranger.texts("News of Ann") == ["The first issue"])
    ann.do("channel", "post", "News", "The second issue")
    serving.wait_until(lambda: stranger.ids("News of Ann") == ann.ids("News"))
    assert stranger.texts("News of Ann") == ["The first issue", "The second issue"]
    stranger.do("identity", "new", "stranger")
    assert stranger.refused("channel", "post", "News of Ann", "me too") == "read_only"
    serving.stop()
    ann_serving.stop()


def test_a_private_channel_is_not_read_by_who_only_knows_its_key(person: MakePerson) -> None:
    ann, stranger = person("ann"), person("stranger")
    key = ann.do("identity", "new", "ann")["public_key"]
    ann.do("channel", "post", "ann", "for members")
    ann_serving = ann.serve()
    stranger.do("channel", "follow", key, "--name", "Ann")
    synced = stranger.do("sync", "--no-discovery", "--peer", ann.endpoint, "--until-quiet", "1")
    assert synced["received"] == {}
    assert stranger.read("Ann") == []
    ann_serving.stop()
