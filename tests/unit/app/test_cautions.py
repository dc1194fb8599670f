"""What a person is told of a wish that is granted all the same."""

from __future__ import annotations

from app.cli import cautions
from engine.model.ids import PublicKey
from engine.model.views import MemberView

BEN = PublicKey(b"b" * 32)
MEMBERS = [
    MemberView(PublicKey(b"a" * 32), "ann", (), None, online=False, ours=True),
    MemberView(BEN, "Ben", ("Ben",), 1.0, online=False),
]


def test_a_newcomer_is_no_reason_for_one() -> None:
    assert cautions.of_inviting(PublicKey(b"c" * 32), "Ben", MEMBERS) == ()


def test_a_member_under_another_name_will_be_renamed() -> None:
    (told,) = cautions.of_inviting(BEN, "Benjamin", MEMBERS)
    assert told.code == "already_member"
    assert "“Ben” is a member already" in told.message
    assert "“Benjamin”" in told.message


def test_a_member_under_the_same_name_is_renewed() -> None:
    (told,) = cautions.of_inviting(BEN, "Ben", MEMBERS)
    assert (told.code, "renews" in told.message) == ("already_member", True)
