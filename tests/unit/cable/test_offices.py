"""What judging who held which office costs is bounded, whoever names whom for whatever channel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

import pytest

from engine.model.communities import MemberRole, ModerationKind
from engine.model.ids import PublicKey
from engine.protocols.cable.moderation import officers
from engine.protocols.cable.moderation.deeds import Deed
from engine.protocols.cable.moderation.officers import ruling_of_roles
from engine.protocols.cable.moderation.roles import Charter

READER, ANN, BEN, CLEO, DAN = (PublicKey(bytes([number]) * 32) for number in range(5))
ADMIN, MOD, USER = MemberRole.ADMIN, MemberRole.MODERATOR, MemberRole.USER


def role(by: PublicKey, whom: PublicKey, given: MemberRole, at: float, channel: str = "") -> Deed:
    return Deed(ModerationKind.ROLE, by, whom, channel, at=at, role=given)


def hide(by: PublicKey, at: float, channel: str = "") -> Deed:
    return Deed(ModerationKind.HIDE, by, DAN, channel, at=at)


def counting(given: Sequence[Deed], *done: Deed) -> AbstractSet[Deed]:
    """Of ``done`` what counts."""
    return ruling_of_roles(Charter(READER, tuple(given)), done).counting


@pytest.fixture
def looked_at(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, float | None]]:
    """The channels and moments for which all roles were gone through; None: today."""
    asked: list[tuple[str, float | None]] = []
    roles = Charter.roles

    def noted(
        charter: Charter, channel: str, until: float | None = None
    ) -> Mapping[PublicKey, MemberRole]:
        asked.append((channel, until))
        return roles(charter, channel, until)

    monkeypatch.setattr(Charter, "roles", noted)
    return asked


def test_not_more_pairs_of_channel_and_moment_are_looked_at(
    looked_at: list[tuple[str, float | None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(officers, "PAIRS_MAX", 20)
    given = [role(READER, ANN, ADMIN, 0), role(ANN, BEN, MOD, 1)]
    given += [role(ANN, CLEO, MOD, 2 + n, channel=str(n % 4 or "")) for n in range(40)]
    done = [hide(BEN, at, channel=str(n)) for n in range(4) for at in range(50)]
    ruling_of_roles(Charter(READER, tuple(given)), done)
    pairs = {one for one in looked_at if one[1] is not None}
    assert len(pairs) == len(looked_at) - 4  # each once, and of each channel today
    assert 4 <= len(pairs) <= 20


def test_of_whom_the_reader_has_spoken_nothing_is_gone_through(
    looked_at: list[tuple[str, float | None]],
) -> None:
    given = role(READER, ANN, ADMIN, 0), role(ANN, BEN, MOD, 5), role(READER, ANN, USER, 8)
    ruling = ruling_of_roles(Charter(READER, given), [hide(ANN, at) for at in range(10)])
    assert ruling.counting == {hide(ANN, at) for at in range(8)}
    assert looked_at == [("", None)]


def test_a_change_in_another_channel_is_none_here(
    looked_at: list[tuple[str, float | None]],
) -> None:
    given = [role(READER, ANN, ADMIN, 0), role(ANN, BEN, MOD, 1)]
    given += [role(ANN, CLEO, MOD, 2 + n, channel="yard") for n in range(9)]
    ruling_of_roles(Charter(READER, tuple(given)), [hide(BEN, at) for at in range(2, 20)])
    assert looked_at == [("", 1), ("", None)]


@pytest.mark.parametrize("pairs", [2, 6])
def test_what_is_too_old_to_be_told_apart_counts_of_those_who_were_in_office_ever_since(
    monkeypatch: pytest.MonkeyPatch, pairs: int
) -> None:
    monkeypatch.setattr(officers, "PAIRS_MAX", pairs)
    given = (
        role(READER, ANN, ADMIN, 0),
        role(ANN, BEN, MOD, 1),
        role(ANN, CLEO, MOD, 2),
        role(ANN, CLEO, USER, 4),
        role(ANN, BEN, MOD, 5),
    )
    assert counting(given, hide(BEN, 3), hide(BEN, 0.5)) == {hide(BEN, 3)}
    assert counting(given, hide(CLEO, 3)) == ({hide(CLEO, 3)} if pairs == 6 else set())


def test_what_a_moderator_of_a_channel_did_counts_there_however_often_others_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(officers, "PAIRS_MAX", 8)
    given = [role(READER, ANN, ADMIN, 0), role(ANN, BEN, MOD, 2, "yard")]
    given += [role(ANN, CLEO, MOD, 5 + n, "" if n % 2 else str(n)) for n in range(40)]
    done = hide(BEN, 1, "yard"), hide(BEN, 3, "yard"), hide(BEN, 3, "attic"), hide(BEN, 3)
    assert counting(given, *done) == {hide(BEN, 3, "yard")}


def test_what_somebody_did_before_they_came_into_office_never_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither by the reader's later word nor by another's, and whatever happens besides."""
    monkeypatch.setattr(officers, "PAIRS_MAX", 4)
    given = [
        role(READER, ANN, ADMIN, 0),
        role(ANN, BEN, MOD, 10),
        role(ANN, BEN, USER, 20),
        role(ANN, BEN, MOD, 60),
        role(READER, CLEO, MOD, 60),
    ]
    for at in (5, 50):
        for crowd in (0, 300):
            named = [role(ANN, CLEO, MOD, 100 + n, str(n)) for n in range(crowd)]
            many = [role(ANN, CLEO, MOD, 500 + n) for n in range(crowd)]
            assert not counting([*given, *named, *many], hide(BEN, at), hide(CLEO, at))


def test_no_roles_for_channels_take_back_what_a_former_moderator_did(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(officers, "PAIRS_MAX", 10)
    given = [
        role(READER, ANN, ADMIN, 0),
        role(READER, BEN, ADMIN, 0),
        role(BEN, CLEO, MOD, 1),
        role(BEN, CLEO, USER, 3),
    ]
    given += [role(ANN, CLEO, MOD, 5 + n, str(n)) for n in range(300)]
    done = hide(CLEO, 2), hide(CLEO, 2, channel="7"), hide(CLEO, 4)
    assert counting(given, *done) == set(done[:2])
