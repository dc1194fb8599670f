"""A link is renewed between two programs: one asks, the other confirms once."""

from __future__ import annotations

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.meeting import Meeting, meet
from tests.e2e.processes import eventually

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def meeting(person: MakePerson, tmp_path_factory: pytest.TempPathFactory) -> Meeting:
    return meet(person, tmp_path_factory.mktemp("pictures"))


def _asks(meeting: Meeting) -> bool:
    (space,) = (one for one in meeting.ann.see("channel", "list") if one["name"] == "ann")
    return bool(space["renewals"] == 1)


def test_who_asks_is_renewed_by_one_confirmation(meeting: Meeting) -> None:
    ann, ben = meeting.ann, meeting.ben
    before = {one["name"]: one["valid_to"] for one in ann.do("channel", "members", "ann")}
    assert ann.refused("invite", "renew", "ann") == "renewal_unknown"
    asked = ben.do("channel", "renew", "ann")
    assert asked["ending"]["asked"] is True
    assert asked["ending"]["path"] == ["Ben"]
    assert eventually(lambda: _asks(meeting))
    assert ann.refused("invite", "renew", "ann", "Nobody") == "member_unknown"
    issued = ann.do("invite", "renew", "ann", "ben")
    assert issued["delivered"]
    assert issued["path"] == ["Ben"]
    assert issued["valid_to"] > before["Ben"]

    def renewed() -> bool:
        space = ben.see("channel", "members", "ann")
        return any(one["name"] == "Ben" and one["valid_to"] == issued["valid_to"] for one in space)

    assert eventually(renewed)
    (space,) = (one for one in ben.do("channel", "list") if one["name"] == "ann")
    assert space["expires_at"] == issued["valid_to"]
    assert space["ending"] is None
    assert ben.do("invite", "list") == []
    assert not _asks(meeting)


def test_what_was_asked_outlives_both_programs(meeting: Meeting) -> None:
    ann, ben = meeting.ann, meeting.ben
    ben.do("channel", "renew", "ann")
    assert eventually(lambda: _asks(meeting))
    meeting.stop()
    meeting.restart()
    assert _asks(meeting)
    issued = ann.do("invite", "renew", "ann")

    def renewed() -> bool:
        (space,) = (one for one in ben.see("channel", "list") if one["name"] == "ann")
        return bool(space["expires_at"] == issued["valid_to"])

    assert eventually(renewed)
