"""The main job: two people, one private channel, an invite shown as a picture, chat over TCP."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.meeting import Meeting, ask_in_picture, meet
from tests.e2e.processes import Document, eventually

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def meeting(person: MakePerson, tmp_path_factory: pytest.TempPathFactory) -> Meeting:
    return meet(person, tmp_path_factory.mktemp("pictures"))


def test_a_request_shown_as_a_picture_is_what_the_other_sees_and_lets_in(
    person: MakePerson, tmp_path: Path
) -> None:
    ann, ben = person("ann"), person("ben")
    identity = ann.do("identity", "new", "ann")
    key = ben.do("identity", "new", "ben")["public_key"]
    ann_serving, ben_serving = ann.serve(), ben.serve()
    asked = ask_in_picture(ben, tmp_path / "request.png")

    seen = ann.do("invite", "show", "--qr", str(tmp_path / "request.png"))
    assert seen == ann.do("invite", "show", asked["link"])
    assert seen["fingerprint"] == asked["fingerprint"]
    assert seen["public_key"] == key
    assert seen["addresses"] == [ben.address]

    issued = ann.do(
        "invite", "issue", "ann", "--qr", str(tmp_path / "request.png"), "--name", "Ben"
    )
    assert issued["delivered"]
    assert issued["path"] == ["Ben"]
    assert issued["request_ids"] == asked["request_ids"]
    space = identity["channel"]["id"]
    ben_serving.wait_for("invite_arrived", space=space)
    ann_serving.wait_for("invite_delivered", space=space, taken=True)
    assert ben.do("invite", "list") == []
    ann_serving.stop()
    ben_serving.stop()


def test_posts_of_both_are_read_by_both_in_one_order(meeting: Meeting) -> None:
    meeting.ann.do("channel", "post", "ann", "Hello, Ben")
    meeting.ben.do("channel", "post", "ann", "Hello, Ann")
    meeting.ben.do("channel", "post", "ann", "-", stdin="Two\nlines\n")
    meeting.ann.do("channel", "post", "ann", "Until tomorrow")
    ids = meeting.wait_until_equal()
    ours, theirs = meeting.ann.read(meeting.space), meeting.ben.read(meeting.space)
    assert [_signed(post) for post in ours] == [_signed(post) for post in theirs]
    assert {post["text"] for post in ours} == {
        "",
        "Hello, Ben",
        "Hello, Ann",
        "Two\nlines",
        "Until tomorrow",
    }
    assert len(ids) == len(ours) == 5
    assert ours[0]["kind"] == "root"


def test_the_author_learns_that_a_post_is_on_another_computer(meeting: Meeting) -> None:
    post = meeting.ann.do("channel", "post", "ann", "are you there?")
    assert post["reached"] == 0

    def reached() -> bool:
        counts = {one["text"]: one["reached"] for one in meeting.ann.read(meeting.space)}
        return bool(counts["are you there?"] == 1)

    assert eventually(reached)
    theirs = {one["text"]: one["reached"] for one in meeting.ben.read(meeting.space)}
    assert theirs["are you there?"] == 0  # not Ben's to know


def test_members_see_each_other(meeting: Meeting) -> None:
    """As soon as both have posted or are connected."""
    meeting.ann.do("channel", "post", "ann", "who is here?")
    meeting.ben.do("channel", "post", "ann", "I am")
    meeting.wait_until_equal()
    for reader, other in ((meeting.ann, "Ben"), (meeting.ben, "ann")):
        members = reader.do("channel", "members", "ann")
        assert {member["name"]: member["path"] for member in members} == {"ann": [], "Ben": ["Ben"]}
        online = {member["name"] for member in members if member["online"] and not member["ours"]}
        assert online == {other}


def test_a_member_who_is_invited_again_is_renamed_and_that_is_said(meeting: Meeting) -> None:
    asked = meeting.ben.do("invite", "request")["request"]
    issue = ("invite", "issue", "ann", asked, "--name", "Benjamin")
    (warning,) = meeting.ann.do(*issue)["warnings"]
    assert warning["code"] == "already_member"
    assert "“Ben”" in warning["message"]


def test_both_know_the_other_as_a_peer_of_the_channel(meeting: Meeting) -> None:
    (bens,) = meeting.ann.do("peers")
    assert (bens["state"], bens["address"]) == ("ready", meeting.ben.address)
    assert bens["spaces"] == [meeting.space]
    (anns,) = meeting.ben.do("peers")
    assert anns["state"] == "ready"
    assert meeting.ann.do("channel", "list")[0]["peers"] == 1


def test_each_side_tells_what_it_sent_and_received(meeting: Meeting) -> None:
    meeting.ben.do("channel", "post", "ann", "counted")
    meeting.wait_until_equal()

    def counts(posts: str, serving: str) -> int:
        side = meeting.ann_serving if serving == "ann" else meeting.ben_serving
        return sum(told[posts] for told in side.heard("reconciled", space=meeting.space))

    meeting.ben_serving.wait_until(lambda: counts("sent", "ben") == counts("received", "ann") > 0)
    meeting.ann_serving.wait_until(lambda: counts("sent", "ann") == counts("received", "ben") > 0)


def _signed(post: Document) -> Document:
    """What its author signed: the same for every reader."""
    return {name: post[name] for name in post if name not in {"received_at", "ours", "reached"}}
