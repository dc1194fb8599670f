"""In sync after any restart: of both, of one that was killed, with posts written apart."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from app.control.client import RemoteEngine, connect
from engine.errors import Fault
from engine.model.commands import Post
from engine.model.ids import SpaceId
from tests.e2e.conftest import MakePerson
from tests.e2e.meeting import Meeting, meet
from tests.e2e.processes import Person, Serve, eventually

pytestmark = pytest.mark.slow

POSTS_BEFORE_THE_END = 40
ANSWERED_ALREADY = {"invite_not_for_us"}


@pytest.fixture(scope="module")
def meeting(person: MakePerson, tmp_path_factory: pytest.TempPathFactory) -> Meeting:
    return meet(person, tmp_path_factory.mktemp("pictures"))


def test_what_both_wrote_apart_is_equal_after_they_meet_again(meeting: Meeting) -> None:
    meeting.stop()
    meeting.ann.do("channel", "post", "ann", "Ann, alone")
    meeting.ben.do("channel", "post", "ann", "Ben, alone")
    meeting.ben.do("channel", "post", "ann", "Ben, alone again")
    meeting.restart()
    meeting.wait_until_equal()
    assert set(meeting.ann.texts("ann")) == {"Ann, alone", "Ben, alone", "Ben, alone again"}


def test_a_program_killed_while_posting_loses_nothing_that_it_acknowledged(
    meeting: Meeting,
) -> None:
    acknowledged = asyncio.run(_post_until_killed(meeting.ann, meeting.ann_serving, meeting.space))
    assert len(acknowledged) >= POSTS_BEFORE_THE_END
    meeting.ann_serving = meeting.ann.serve()
    assert acknowledged <= set(meeting.ann.ids("ann"))
    meeting.ann.do("channel", "post", "ann", "and on it goes")
    assert acknowledged <= set(meeting.wait_until_equal())
    heights = [post["height"] for post in meeting.ann.read("ann") if post["text"].isdigit()]
    assert heights == sorted(set(heights)), "two posts of one author claim the same place"


async def _post_until_killed(person: Person, serving: Serve, space: str) -> set[str]:
    """The ids whose storing was acknowledged. The end comes while further posts are under way."""
    engine = await connect(person.paths.socket)
    assert isinstance(engine, RemoteEngine)
    acknowledged: set[str] = set()
    number = 0
    try:
        while True:
            wish = Post(SpaceId(bytes.fromhex(space)), f'{{"text":"{number}"}}')
            posting = asyncio.create_task(engine.perform(wish))
            if number == POSTS_BEFORE_THE_END:
                await asyncio.sleep(0)  # it is on its way
                await asyncio.to_thread(serving.kill)
            acknowledged.add((await posting).id.hex())
            number += 1
    except Fault:
        return acknowledged
    finally:
        await engine.close()


def test_a_request_shown_before_a_restart_is_answered_after_it(
    person: MakePerson, tmp_path: Path
) -> None:
    ann, ben = person("ann"), person("ben")
    ann.settle()
    ben.settle()
    before = ben.serve()
    asked = ben.do("invite", "request")
    before.stop()
    after = ben.serve()
    assert [one["request"] for one in ben.do("invite", "list")] == [asked["request"]]
    ann_serving = ann.serve()
    assert ann.do("invite", "issue", "ann", asked["link"], "--name", "Ben")["delivered"]
    after.wait_for("invite_arrived")
    ann_serving.stop()
    after.stop()


def test_an_invite_given_by_hand_needs_no_connection(person: MakePerson, tmp_path: Path) -> None:
    ann, ben = person("ann"), person("ben")
    space = ann.settle()
    ben.settle()
    ann_serving = ann.serve()
    asked = ben.do("invite", "request")
    letter = tmp_path / "invite.png"
    issued = ann.do(
        "invite", "issue", "ann", asked["request"], "--name", "Ben", "--out", str(letter)
    )
    assert issued["delivered"] is False

    accepted = ben.do("invite", "accept", "--qr", str(letter))
    assert accepted["channel"]["id"] == space
    assert accepted["channel"]["can_post"] is True
    assert accepted["path"] == ["Ben"]
    assert accepted["valid_to"] == issued["valid_to"]
    assert ben.refused("invite", "accept", issued["link"]) in ANSWERED_ALREADY

    synced = ben.do(
        "sync", "--no-discovery", "--until-quiet", "0.5"
    )  # the invite said where Ann is
    assert synced["peers"] == 1
    assert synced["received"] == {space: 1}
    ben.do("channel", "post", "ann", "in by hand")
    synced = ben.do("sync", "--no-discovery", "--until-quiet", "0.5")
    assert synced["sent"] == {space: 1}
    eventually(lambda: ann.texts("ann") == ["in by hand"])
    ann_serving.stop()
