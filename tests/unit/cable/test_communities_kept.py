"""Communities and channels that are made, joined, left and forgotten, and what is shown of them."""

from __future__ import annotations

from functools import partial

import pytest

from engine.errors import Refusal
from engine.model.commands import ForgetSpace, LeaveSpace, Say
from engine.model.communities import CommunityView, MemberRole, SeededRole, WireVersion
from engine.model.community_commands import (
    BlockMember,
    CreateCommunity,
    DropChannel,
    ForgetCommunity,
    JoinChannel,
    JoinCommunity,
    LeaveCommunity,
    RenameCommunity,
    SetInfo,
)
from engine.model.community_queries import (
    Communities,
    CommunityChannels,
    CommunityMembers,
    FindCommunity,
    OneCommunity,
)
from engine.model.contents import Words
from engine.model.events import (
    CommunityChanged,
    CommunityForgotten,
    PostsChanged,
    SpaceForgotten,
)
from engine.model.ids import PeerId, PostKind, SpaceId, SpaceKind
from engine.model.queries import FindSpace, Space, Spaces
from engine.protocols.cable.keys import channel_space, community_id
from engine.protocols.cable.posts import Delete, Info, Leave, Text
from engine.protocols.cable.records import HeldByPeer, Span
from engine.protocols.spaces import Taken
from engine.store.cable.infos import PAIRS_MAX
from engine.store.database import Row, Values
from tests.unit.cable.desk import NOW, Desk, key_of, said_by

WIRES = [WireVersion.S, WireVersion.M, WireVersion.DRAFT_8]


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def bees(desk: Desk) -> CommunityView:
    return desk.do(CreateCommunity("Bees", nickname="ada"))


@pytest.mark.parametrize("wire", WIRES)
def test_a_new_community_has_a_first_channel_that_we_have_joined(wire: WireVersion) -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("Bees", wire, "ada"))
    assert (view.name, view.wire, view.nickname, view.joined) == ("Bees", wire, "ada", 1)
    (channel,) = desk.ask(CommunityChannels(view.id))
    assert (channel.name, channel.joined, channel.members) == ("default", True, 1)
    space = desk.ask(FindSpace("Bees#default"))
    assert (space.kind, space.community, space.can_post) == (SpaceKind.COMMUNITY, view.id, True)
    assert space.own_path == ("ada",)


@pytest.mark.parametrize("wire", WIRES)
def test_what_is_said_is_a_post_of_the_channel(wire: WireVersion) -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("Bees", wire, "ada"))
    post = desk.do(Say(desk.space(view), Words("hello")))
    assert (post.text, post.kind, post.ours) == ("hello", PostKind.MESSAGE, True)
    assert post.author.path == ("ada",)
    again = desk.do(Say(desk.space(view), Words("world")))
    assert post.id in again.parents
    assert desk.texts(desk.space(view)) == ["hello", "world"]


def test_the_community_itself_is_no_space(desk: Desk, bees: CommunityView) -> None:
    assert [view.name for view in desk.ask(Spaces())] == ["Bees#default"]


def test_a_community_is_found_by_its_name_and_by_digits_of_its_key(
    desk: Desk, bees: CommunityView
) -> None:
    assert desk.ask(FindCommunity("bees")).id == bees.id
    assert desk.ask(FindCommunity(bees.key.hex()[:8])).id == bees.id
    unknown = desk.refusal(lambda: desk.ask(FindCommunity("wasps")))
    assert unknown is Refusal.COMMUNITY_UNKNOWN


def test_names_are_of_one_community_alone(desk: Desk, bees: CommunityView) -> None:
    other = desk.do(CreateCommunity("Wasps", nickname="eve"))
    assert other.own_key != bees.own_key
    renamed = desk.do(RenameCommunity(bees.id, "Honey bees"))
    assert renamed.name == "Honey bees"
    assert [view.name for view in desk.ask(Spaces())] == ["Honey bees#default", "Wasps#default"]


def test_whoever_joins_by_the_key_twice_sees_the_same_one(desk: Desk, bees: CommunityView) -> None:
    assert desk.do(JoinCommunity(bees.key)).id == bees.id
    assert len(desk.ask(Communities())) == 1
    other = JoinCommunity(bees.key, wire=WireVersion.M)
    assert desk.refusal(lambda: desk.do(other)) is Refusal.SPACE_KNOWN
    assert desk.refusal(lambda: desk.do(JoinCommunity(b"short"))) is Refusal.KEY_INVALID


def test_what_has_the_id_of_something_else_is_not_joined(desk: Desk, bees: CommunityView) -> None:
    wasps, key = bytes(32), key_of(1)
    ids = community_id(wasps), channel_space(bees.key, "garden")
    with desk.store.database.atomic():
        for taken in map(SpaceId, ids):
            desk.store.spaces.store_inner(taken, SpaceKind.FOLDER, key, NOW)
        first = channel_space(key, "default")
        desk.store.spaces.store(first, SpaceKind.FEED, "news", key, NOW)
    before = desk.store.database.rows("SELECT * FROM space")
    for command in (JoinCommunity(wasps), JoinCommunity(key), JoinChannel(bees.id, "garden")):
        assert desk.refusal(partial(desk.do, command)) is Refusal.SPACE_KNOWN
    assert desk.store.database.rows("SELECT * FROM space") == before


def test_whatever_has_the_id_of_a_community_hears_which_one_it_is(
    desk: Desk, bees: CommunityView
) -> None:
    for kind in SpaceKind:
        assert desk.store.spaces.taken(SpaceId(bees.id), kind) == Taken(bees.name)


def test_a_community_that_was_left_is_read_and_taken_up_again(
    desk: Desk, bees: CommunityView
) -> None:
    space = desk.space(bees)
    desk.do(Say(space, Words("hello")))
    assert desk.do(LeaveCommunity(bees.id)).left
    assert desk.texts(space) == ["hello"]
    assert desk.refusal(lambda: desk.do(Say(space, Words("x")))) is Refusal.READ_ONLY
    assert desk.refusal(lambda: desk.do(JoinChannel(bees.id, "x"))) is Refusal.READ_ONLY
    back = desk.do(JoinCommunity(bees.key))
    assert (back.left, back.nickname) == (False, "ada")
    desk.do(Say(space, Words("again")))
    assert desk.texts(space) == ["hello", "again"]


@pytest.mark.parametrize("wire", WIRES)
def test_who_leaves_a_community_leaves_its_channels_for_all_to_see(wire: WireVersion) -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("Bees", wire, "ada"))
    garden = desk.do(JoinChannel(view.id, "garden")).id
    desk.now += 60
    desk.do(LeaveCommunity(view.id))
    assert desk.ask(CommunityMembers(view.id, "garden")) == ()
    assert desk.posts(garden)[-1].kind is PostKind.LEAVE
    desk.do(LeaveCommunity(view.id))
    desk.now += 60
    desk.do(JoinCommunity(view.key, wire=wire))
    kinds = [one.kind for one in desk.posts(desk.space(view)) if one.kind is not PostKind.INFO]
    assert kinds == [PostKind.JOIN, PostKind.LEAVE, PostKind.JOIN]


def test_a_forgotten_community_is_erased_with_its_key_pair(desk: Desk, bees: CommunityView) -> None:
    desk.do(Say(desk.space(bees), Words("hello")))
    desk.do(JoinChannel(bees.id, "garden"))
    desk.told(CommunityChanged)
    assert desk.do(ForgetCommunity(bees.id)).name == "Bees"
    assert [event.community for event in desk.told(CommunityForgotten)] == [bees.id]
    assert len(desk.told(SpaceForgotten)) == 2
    assert desk.ask(Communities()) == ()
    assert desk.ask(Spaces()) == ()
    while desk.storage.erase_some():
        pass
    for table in ("post", "link", "author", "channel", "community", "info", "member"):
        count = f"SELECT count(*) FROM cable_{table}"
        assert desk.store.database.value(count) == 0, table
    assert desk.store.database.value("SELECT count(*) FROM timeline") == 0
    assert desk.do(JoinCommunity(bees.key)).own_key != bees.own_key


def test_a_channel_is_joined_left_and_joined_again(desk: Desk, bees: CommunityView) -> None:
    space = desk.do(JoinChannel(bees.id, "#garden"))
    assert (space.name, space.can_post) == ("Bees#garden", True)
    assert desk.do(LeaveSpace(space.id)).left
    names = [(one.name, one.joined, one.members) for one in desk.ask(CommunityChannels(bees.id))]
    assert names == [("default", True, 1), ("garden", False, 0)]
    assert desk.refusal(lambda: desk.do(Say(space.id, Words("x")))) is Refusal.READ_ONLY
    assert not desk.do(JoinChannel(bees.id, "garden")).left
    kinds = [post.kind for post in desk.posts(space.id) if post.kind is not PostKind.INFO]
    assert kinds == [PostKind.JOIN, PostKind.LEAVE, PostKind.JOIN]


@pytest.mark.parametrize("name", ["garden", " garden ", "#garden", " # garden "])
def test_a_channel_is_named_with_or_without_the_sign_and_blanks_around_it(
    desk: Desk, bees: CommunityView, name: str
) -> None:
    assert desk.do(JoinChannel(bees.id, name)).name == "Bees#garden"


@pytest.mark.parametrize("name", ["", "  ", "#", "# ", "x" * 65])
def test_what_is_no_name_of_a_channel_is_refused(
    desk: Desk, bees: CommunityView, name: str
) -> None:
    assert desk.refusal(lambda: desk.do(JoinChannel(bees.id, name))) is Refusal.NAME_INVALID


def test_a_name_of_a_channel_is_counted_in_bytes_where_published_programs_do() -> None:
    desk = Desk()
    ours = desk.do(CreateCommunity("S"))
    theirs = desk.do(CreateCommunity("M", WireVersion.M))
    name = "ü" * 64
    assert desk.do(JoinChannel(ours.id, name)).name == f"S#{name}"
    assert desk.refusal(lambda: desk.do(JoinChannel(theirs.id, name))) is Refusal.NAME_TOO_LONG


def test_of_a_forgotten_channel_only_that_we_left_is_kept(desk: Desk, bees: CommunityView) -> None:
    space = desk.do(JoinChannel(bees.id, "garden")).id
    desk.do(Say(space, Words("hello")))
    desk.do(ForgetSpace(space))
    while desk.storage.erase_some():
        pass
    assert desk.refusal(lambda: desk.ask(Space(space))) is Refusal.SPACE_UNKNOWN
    state = desk.cable.state(bees.id, "garden", None, 100)
    contents = [
        post.content for post in desk.cable.given(bees.id, [mark.hash for mark in state], None)
    ]
    assert Leave("garden") in contents
    everything = Span("garden", 0, None)
    assert len(desk.cable.in_span(bees.id, everything, None, 10)) == 1
    assert desk.do(JoinChannel(bees.id, "garden")).posts == 3  # leaving, joining, and a name


def test_a_channel_that_is_forgotten_and_joined_again_is_received_anew(
    desk: Desk, bees: CommunityView
) -> None:
    """Also before what is left of it has been erased: then it would count as known."""
    garden = desk.do(JoinChannel(bees.id, "garden")).id
    said = [said_by(7, Text("garden", f"{number}"), NOW + number) for number in range(600)]
    desk.receive(bees, *said)
    desk.do(ForgetSpace(garden))
    hashes = [post.hash for post in said]
    assert desk.cable.given(bees.id, hashes, None) == []
    desk.do(JoinChannel(bees.id, "garden"))
    assert set(desk.cable.unknown(bees.id, hashes)) == set(hashes)
    desk.receive(bees, *said)
    assert len(desk.texts(garden)) == len(said)
    desk.receive(bees, said_by(7, Delete((said[0].hash,)), NOW + 700))
    assert len(desk.texts(garden)) == len(said) - 1


@pytest.mark.parametrize("is_deleted", [True, False])
def test_what_goes_of_a_forgotten_channel_that_is_not_erased_yet_is_in_no_timeline_any_more(
    desk: Desk, bees: CommunityView, *, is_deleted: bool
) -> None:
    """It is erased bit by bit. What was built on a post that goes moves there, too."""
    garden = desk.do(JoinChannel(bees.id, "garden")).id
    first = said_by(7, Text("garden", "first"), NOW + 9)
    second = said_by(8, Text("garden", "second"), NOW + 1, [first.hash])
    desk.receive(bees, first, second)
    desk.do(ForgetSpace(garden))
    desk.events.clear()
    if is_deleted:
        desk.receive(bees, said_by(7, Delete((first.hash,)), NOW + 10))
    else:
        desk.do(BlockMember(bees.id, key_of(7), drop=True))
    spaces = {event.space for event in desk.told(PostsChanged)}
    assert spaces <= {desk.space(bees)}
    assert desk.cable.unknown(bees.id, [first.hash]) == ([] if is_deleted else [first.hash])
    assert desk.store.database.value("SELECT count(*) FROM late_post") == 0
    while desk.storage.erase_some():
        pass
    theirs = "SELECT count(*) FROM cable_post WHERE channel > 1 AND author > 1"
    assert desk.store.database.value(theirs) == 0


@pytest.mark.parametrize("is_erased", [True, False])
def test_what_was_deleted_is_not_shown_by_who_forgot_its_channel_and_joins_it_again(
    desk: Desk, bees: CommunityView, *, is_erased: bool
) -> None:
    """Of somebody who never heard of the delete it may well come once more (C-5): they are told of
    it then.
    """
    garden = desk.do(JoinChannel(bees.id, "garden")).id
    regretted = said_by(7, Text("garden", "regretted"), NOW + 1)
    other = said_by(7, Text("garden", "other"), NOW + 2)
    desk.receive(bees, regretted, other)
    delete = said_by(7, Delete((regretted.hash,)), NOW + 10)
    desk.receive(bees, delete)
    desk.do(ForgetSpace(garden))
    while is_erased and desk.storage.erase_some():
        pass
    desk.do(JoinChannel(bees.id, "garden"))
    desk.receive(bees, regretted, other)
    assert desk.texts(garden) == ["other"]
    told = desk.cable.in_span(bees.id, Span("garden", 0, None), None, 10)
    assert delete.hash in {mark.hash for mark in told}


def test_that_a_post_of_a_forgotten_channel_arrived_is_not_noted(
    desk: Desk, bees: CommunityView
) -> None:
    garden = desk.do(JoinChannel(bees.id, "garden")).id
    ours = desk.do(Say(garden, Words("hello")))
    desk.do(ForgetSpace(garden))
    desk.keep(HeldByPeer(bees.id, PeerId(bytes(32)), (ours.id,), NOW))
    assert desk.store.database.value("SELECT count(*) FROM delivery") == 0


def test_a_first_channel_that_is_forgotten_is_received_anew_by_who_takes_part_again(
    desk: Desk, bees: CommunityView
) -> None:
    said = [said_by(7, Text("default", f"{number}"), NOW + number) for number in range(600)]
    desk.receive(bees, *said)
    desk.do(ForgetSpace(desk.space(bees)))
    desk.do(LeaveCommunity(bees.id))
    desk.do(JoinCommunity(bees.key, nickname="ada"))
    assert len(desk.cable.unknown(bees.id, [post.hash for post in said])) == len(said)
    desk.receive(bees, *said)
    assert len(desk.texts(desk.space(bees))) == len(said)


def test_who_takes_part_again_is_in_the_channels_that_they_name_but_for_dropped_ones(
    desk: Desk, bees: CommunityView
) -> None:
    for channel in ("garden", "hives", "spam"):
        desk.do(JoinChannel(bees.id, channel))
    desk.do(LeaveSpace(desk.space(bees)))
    joined = tuple(desk.cable.joined(bees.id))
    desk.do(DropChannel(bees.id, "spam"))
    desk.do(LeaveCommunity(bees.id))
    back = desk.do(JoinCommunity(bees.key, nickname="ada", channels=joined))
    assert (back.left, back.joined) == (False, 2)
    assert desk.cable.joined(bees.id) == ["garden", "hives"]


def test_who_takes_part_again_by_a_link_takes_over_the_name_and_the_roles_in_it(
    desk: Desk,
) -> None:
    view = desk.do(CreateCommunity("Hive", WireVersion.M, "ada"))
    desk.do(LeaveCommunity(view.id))
    roles = (SeededRole(key_of(7), MemberRole.ADMIN),)
    again = desk.do(JoinCommunity(view.key, "Beehive", WireVersion.M, roles=roles))
    assert (again.name, again.left) == ("Beehive", False)
    (admin,) = [one for one in desk.ask(CommunityMembers(view.id)) if not one.ours]
    assert (admin.public_key, admin.role) == (key_of(7), MemberRole.ADMIN)


@pytest.mark.parametrize("wire", WIRES[1:])
def test_who_takes_part_again_under_another_name_still_says_all_else_of_themselves(
    wire: WireVersion,
) -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("Hive", wire, "ada"))
    desk.do(SetInfo(view.id, "accept-role", "0"))
    desk.do(LeaveCommunity(view.id))
    desk.now += 1
    desk.do(JoinCommunity(view.key, None, wire, "ben"))
    assert desk.cable.infos(view.id) == [("accept-role", "\0"), ("name", "ben")]


def test_what_we_say_of_ourselves_is_behind_our_last_word_though_our_clock_runs_back(
    desk: Desk, bees: CommunityView
) -> None:
    for name, now in (("one", NOW + 500), ("two", NOW), ("three", NOW + 50), ("four", NOW + 20)):
        desk.now = now
        desk.do(SetInfo(bees.id, "name", name))
    assert desk.ask(OneCommunity(bees.id)).nickname == "four"


def test_of_all_that_somebody_says_of_themselves_only_what_means_something_is_read(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In version S each pair is a post: their number, and that of the keys, has no end."""
    most, rows = 0, desk.store.database.rows

    def counted(sql: str, values: Values = ()) -> list[Row]:
        nonlocal most
        found = rows(sql, values)
        most = max(most, len(found))
        return found

    monkeypatch.setattr(desk.store.database, "rows", counted)
    desk.receive(bees, said_by(9, Text("default", "hello"), NOW))
    desk.receive(bees, *[said_by(9, Info(((f"{n}", "x"),)), NOW + n) for n in range(200)])
    desk.receive(bees, said_by(9, Info((("name", "bob"),)), NOW + 200))
    assert most < PAIRS_MAX
    assert "bob" in [one.name for one in desk.ask(CommunityMembers(bees.id))]
