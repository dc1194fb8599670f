"""Whom a command means in a community, and what namesakes and channels are called."""

from __future__ import annotations

from itertools import product

import pytest

from engine.model.communities import CommunityMemberView
from engine.model.ids import PublicKey, SpaceId, SpaceKind
from engine.model.views import SpaceView
from tests.fake_history import key_of
from ui.communities import naming
from ui.communities.naming import choices, meant_in
from ui.text.channels import channel_of, channel_title, space_name
from ui.text.namesakes import AND_MORE, CHOICES_MAX, bearers_of, called


def member(name: str, tag: str = "") -> CommunityMemberView:
    return CommunityMemberView(
        key_of(f"{name}{tag}"), name, online=False, ours=False, channels=(), last_post_at=None
    )


JUNE, OTHER = member("June"), member("June", "other")
JUNE_SMITH, MOSS, NOBODY = member("June Smith"), member("Moss"), member("")
STREET = member("Straße")
ALL = (JUNE, OTHER, JUNE_SMITH, MOSS, NOBODY, STREET)


@pytest.mark.parametrize(
    ("text", "members", "rest"),
    [
        ("Moss", (MOSS,), ""),
        ("moss too loud", (MOSS,), "too loud"),
        ("@Moss --reason too loud", (MOSS,), "too loud"),
        ("June Smith spam", (JUNE_SMITH,), "spam"),
        ("June", (JUNE, OTHER), ""),
        (f"June.{OTHER.public_key.hex()[:8]} no", (OTHER,), "no"),
        (f"{NOBODY.public_key.hex()[:8]} who is it", (NOBODY,), "who is it"),
        (NOBODY.public_key.hex(), (NOBODY,), ""),
        ("Mossy", (), "Mossy"),
        ("STRAßE no", (STREET,), "no"),
        ("", (), ""),
        ("June.zz", (), "June.zz"),
    ],
)
def test_the_longest_name_or_the_key_that_fits_is_meant(
    text: str, members: tuple[CommunityMemberView, ...], rest: str
) -> None:
    found = meant_in(text, ALL)
    assert set(found.members) == set(members)
    assert found.rest == rest


@pytest.mark.parametrize(
    ("text", "channel", "reason"),
    [
        ("Moss --channel garden too loud", "garden", "too loud"),
        ("Moss --channel #my garden", "my garden", ""),
        ("Moss --channel my garden too loud", "my garden", "too loud"),
        ("Moss --channel my garden of roses --reason spam", "my garden of roses", "spam"),
        ("Moss --channel my gardening", "my", "gardening"),
        ("Moss --channel nosuch garden", "nosuch", "garden"),
        ("Moss --channel", "", "--channel"),
    ],
)
def test_the_longest_channel_that_fits_is_meant(text: str, channel: str, reason: str) -> None:
    channels = ("garden", "my", "my garden", "my garden of roses")
    found = meant_in(text, ALL, channels)
    assert (found.members, found.channel, found.rest) == ((MOSS,), channel, reason)


def test_namesakes_are_listed_as_a_command_can_mean_them() -> None:
    listed = choices((JUNE, OTHER))
    for text in listed.split(", "):
        assert len(meant_in(text, ALL).members) == 1


def test_of_many_namesakes_the_first_few_are_listed_each_as_a_command_can_mean_it() -> None:
    most = [member("bob", str(number)) for number in range(CHOICES_MAX)]
    assert choices(most).count("bob.") == CHOICES_MAX
    assert not choices(most).endswith(AND_MORE)
    more = [*most, member("bob", "one more"), member("bob", "another")]
    assert choices(more) == f"{choices(most)}{AND_MORE}"


def test_however_many_bear_a_name_each_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def plain(name: str) -> str:
        read.append(name)
        return name

    monkeypatch.setattr(naming, "plain_name", plain)
    spelled = ("".join(one) for one in product(*zip("bobbing", "BOBBING", strict=True)))
    members = [member(name) for name in spelled]
    found = meant_in("bobbing too loud", members)
    assert (set(found.members), found.rest) == (set(members), "too loud")
    assert len(read) == len(members)
    read.clear()
    choices(members)
    assert len(read) <= len(members) + CHOICES_MAX


def test_who_is_called_as_somebody_else_is_told_apart_is_not_meant_in_their_place() -> None:
    false_june = member(f"June.{JUNE.public_key.hex()[:8]}")
    false_key = member(MOSS.public_key.hex()[:8])
    everybody = (*ALL, false_june, false_key)
    for text, true, false in (
        (false_june.name, JUNE, false_june),
        (false_key.name, MOSS, false_key),
        (f"{false_key.name} spam", MOSS, false_key),
    ):
        assert set(meant_in(text, everybody).members) == {true, false}
        listed = choices((true, false)).split(", ")
        assert [meant_in(one, everybody).members for one in listed] == [(true,), (false,)]


def test_a_whole_key_means_its_owner_whatever_others_are_called() -> None:
    false_moss = member(MOSS.public_key.hex())
    found = meant_in(f"{MOSS.public_key.hex()} spam", (*ALL, false_moss))
    assert (found.members, found.rest) == ((MOSS,), "spam")


def test_a_name_that_looks_like_a_key_of_nobody_is_a_name() -> None:
    facade, dotted = member("facade"), member("Moss.zoo")
    assert meant_in("facade too loud", (*ALL, facade)).members == (facade,)
    assert meant_in("Moss.zoo too loud", (*ALL, dotted)).members == (dotted,)


def test_a_name_that_several_bear_is_shown_with_its_key() -> None:
    key, other = PublicKey(bytes.fromhex("a1b2c3d4" + "00" * 28)), PublicKey(bytes(32))
    bearers = bearers_of([(key, "June"), (other, "june"), (other, "Moss"), (key, ""), (other, " ")])
    assert called("June", key, bearers) == "June · a1b2c3d4"
    assert called("Moss", other, bearers) == "Moss"
    assert called("\u200b", key) == "no name"
    assert called("", key) == "a1b2c3d4"


def test_who_has_one_name_twice_shares_it_with_nobody() -> None:
    key, stranger = PublicKey(bytes.fromhex("a1b2c3d4" + "00" * 28)), PublicKey(bytes(32))
    bearers = bearers_of([(key, "June"), (key, "June"), (key, "JUNE")])
    assert called("June", key, bearers) == "June"
    assert called("Jun\u0435", stranger, bearers) == "Jun\u0435 · 00000000"


def channel(name: str) -> SpaceView:
    return SpaceView(
        SpaceId(bytes(32)),
        SpaceKind.COMMUNITY,
        name,
        PublicKey(bytes(32)),
        posts=0,
        unread=0,
        peers=0,
        can_post=True,
        can_invite=False,
        expires_at=None,
        public=False,
    )


@pytest.mark.parametrize(
    ("name", "community", "own"),
    [
        ("Garden#default", "Garden", "default"),
        ("Garden#default", "", "default"),
        ("C# people#default", "C# people", "default"),
        ("Garden#a#b", "Garden", "a#b"),
        ("default", "", "default"),
        ("Garden#default", "Allotments", "default"),
    ],
)
def test_a_channels_own_name_stands_behind_that_of_its_community(
    name: str, community: str, own: str
) -> None:
    assert channel_of(channel(name), community) == own
    assert space_name(channel(name), community) == f"#{own}"


def test_where_the_community_is_not_in_sight_the_title_tells_it() -> None:
    assert channel_title("default", "Garden") == "#default - Garden"
    assert channel_title("default", "") == "#default"
