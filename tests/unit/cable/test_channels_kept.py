"""What others say in channels, of themselves, and take back; and what is shown of it."""

from __future__ import annotations

import pytest

from engine.errors import Refusal, Refused
from engine.model.commands import HidePost, MarkRead, Say
from engine.model.communities import CommunityView, WireVersion
from engine.model.community_commands import (
    CreateCommunity,
    DeletePost,
    JoinChannel,
    SetInfo,
    SetTopic,
)
from engine.model.community_queries import (
    CommunityChannels,
    CommunityMembers,
    OneCommunity,
)
from engine.model.contents import Edit, Retraction, Words
from engine.model.events import (
    PostsArrived,
)
from engine.model.ids import PeerId, PostKind, SpaceId
from engine.model.queries import Members, OnePost, Search, Space, Weigh
from engine.protocols.cable.posts import Delete, Info, Join, Leave, Text, Topic
from engine.protocols.cable.records import HeldByPeer, PostsStored, Span
from tests.unit.cable.desk import NOW, Desk, key_of, said_by

WIRES = [WireVersion.S, WireVersion.M, WireVersion.DRAFT_8]


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def bees(desk: Desk) -> CommunityView:
    return desk.do(CreateCommunity("Bees", nickname="ada"))


def test_others_posts_are_shown_in_order_and_counted_unread(
    desk: Desk, bees: CommunityView
) -> None:
    space = desk.space(bees)
    first = said_by(7, Text("default", "first"), NOW + 1)
    second = said_by(8, Text("default", "second"), NOW, [first.hash])
    desk.now = NOW + 10
    desk.told(PostsArrived)
    desk.receive(bees, second)
    assert desk.texts(space) == ["second"]
    desk.receive(bees, first)
    assert desk.texts(space) == ["first", "second"]
    assert [(event.count, event.own) for event in desk.told(PostsArrived)] == [(1, 0), (1, 0)]
    assert desk.ask(Space(space)).unread == 2
    assert desk.ask(OneCommunity(bees.id)).unread == 2
    desk.do(MarkRead(space, desk.posts(space)[-1].order))
    assert desk.ask(Space(space)).unread == 0


def test_who_joins_and_who_is_called_what_counts_as_unread_for_nobody(
    desk: Desk, bees: CommunityView
) -> None:
    desk.told(PostsArrived)
    desk.receive(
        bees,
        said_by(7, Join("default"), NOW),
        said_by(7, Info((("name", "grace"),)), NOW),
        said_by(7, Topic("default", "hives"), NOW),
    )
    space = desk.ask(Space(desk.space(bees)))
    assert (space.unread, space.topic) == (0, "hives")
    assert all(event.count == event.own for event in desk.told(PostsArrived))


def test_a_name_shows_on_all_that_its_bearer_has_said(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    desk.receive(bees, said_by(7, Text("default", "hello"), NOW))
    (said,) = [post for post in desk.posts(space) if post.kind == "message"]
    assert said.author.path == (key_of(7).hex()[:8],)
    old = said_by(7, Info((("name", "grace"),)), NOW + 1)
    desk.receive(bees, old)
    assert [post.author.path for post in desk.posts(space) if post.kind == "message"] == [
        ("grace",)
    ]
    desk.receive(bees, said_by(7, Info((("name", "hopper"),)), NOW + 2, [old.hash]))
    assert [post.text for post in desk.posts(space) if post.kind == "info"] == ["ada", "hopper"]
    assert [post.author.path for post in desk.posts(space) if post.kind == "message"] == [
        ("hopper",)
    ]
    assert desk.cable.unknown(bees.id, [old.hash]) == []
    assert desk.cable.given(bees.id, [old.hash], None) == []


def test_a_text_that_names_us_speaks_to_us(desk: Desk, bees: CommunityView) -> None:
    desk.receive(
        bees,
        said_by(7, Text("default", "Ada: are you there?"), NOW),
        said_by(7, Text("default", "adamant"), NOW),
    )
    shown = {post.text: post.speaks_to_us for post in desk.posts(desk.space(bees))}
    assert shown["Ada: are you there?"]
    assert not shown["adamant"]
    assert desk.ask(OneCommunity(bees.id)).mentions == 1


def test_our_own_post_can_be_deleted_and_others_not(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    post = desk.do(Say(space, Words("a mistake")))
    other = said_by(7, Text("default", "mine"), NOW)
    desk.receive(bees, other)
    deleted = desk.do(Say(space, Retraction(post.id)))
    assert (deleted.kind, deleted.target) == (PostKind.DELETE, post.id)
    assert desk.texts(space) == ["mine"]
    assert desk.ask(Search("mistake")).hits == ()
    refused = desk.refusal(lambda: desk.do(DeletePost(space, other.hash)))
    assert refused is Refusal.POST_NOT_OURS
    assert desk.refusal(lambda: desk.ask(OnePost(space, post.id))) is Refusal.POST_UNKNOWN
    in_channel = desk.cable.in_span(bees.id, Span("default", 0, None), None, 100)
    assert deleted.id in [mark.hash for mark in in_channel]


@pytest.mark.parametrize("delete_first", [False, True])
def test_a_delete_counts_whenever_it_comes(
    desk: Desk,
    bees: CommunityView,
    delete_first: bool,  # noqa: FBT001 - by pytest
) -> None:
    text = said_by(7, Text("default", "gone"), NOW)
    delete = said_by(7, Delete((text.hash,)), NOW + 1)
    for post in (delete, text) if delete_first else (text, delete):
        desk.receive(bees, post)
    assert desk.texts(desk.space(bees)) == []
    assert desk.cable.unknown(bees.id, [text.hash]) == []
    assert desk.cable.channel_of(bees.id, text.hash) == "default"
    assert delete.hash in [mark.hash for mark in desk.cable.state(bees.id, "default", None, 100)]


def test_nobody_deletes_what_others_have_said(desk: Desk, bees: CommunityView) -> None:
    text = said_by(7, Text("default", "stays"), NOW)
    delete = said_by(8, Delete((text.hash,)), NOW + 1)
    again = said_by(7, Delete((delete.hash,)), NOW + 2)
    desk.receive(bees, text, delete, again)
    assert desk.texts(desk.space(bees)) == ["stays"]
    assert len(desk.cable.given(bees.id, [delete.hash, again.hash], None)) == 2


def test_who_wants_everything_gone_is_obeyed_until_they_say_otherwise(
    desk: Desk, bees: CommunityView
) -> None:
    texts = [said_by(7, Text("default", f"{n}"), NOW - 100 + n) for n in range(3)]
    desk.receive(bees, *texts)
    wish = said_by(7, Info((("max_age", "0"),)), NOW)
    desk.receive(bees, wish)
    while desk.wake() < 1:
        pass
    assert desk.texts(desk.space(bees)) == []
    assert desk.receive(bees, said_by(7, Text("default", "more"), NOW + 1)) == []
    other = said_by(7, Info((("max_age", "99999"),)), NOW + 2, [wish.hash])
    assert desk.receive(bees, other) == [other.hash]
    assert desk.receive(bees, texts[2]) == [texts[2].hash]


def test_what_is_older_than_its_author_wants_goes_by_itself(
    desk: Desk, bees: CommunityView
) -> None:
    desk.receive(
        bees,
        said_by(7, Info((("max_age", "60"),)), NOW),
        said_by(7, Text("default", "short-lived"), NOW),
    )
    desk.wake()
    assert desk.texts(desk.space(bees)) == ["short-lived"]
    desk.now = NOW + 61
    desk.wake()
    assert desk.texts(desk.space(bees)) == []


def test_our_own_posts_stay_whatever_we_have_asked_of_others(
    desk: Desk, bees: CommunityView
) -> None:
    desk.do(SetInfo(bees.id, "max_age", "0"))
    desk.do(Say(desk.space(bees), Words("kept")))
    desk.now = NOW + 100
    desk.wake()
    assert desk.texts(desk.space(bees)) == ["kept"]


def test_a_topic_is_set_and_cleared(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    assert desk.do(SetTopic(space, "hives")).kind is PostKind.TOPIC
    assert desk.ask(Space(space)).topic == "hives"
    (channel,) = desk.ask(CommunityChannels(bees.id))
    assert (channel.topic, channel.topic_by) == ("hives", bees.own_key)
    desk.do(SetTopic(space, ""))
    assert desk.ask(Space(space)).topic == ""


@pytest.mark.parametrize(
    ("wire", "letter", "limit", "said"),
    [(WireVersion.S, "ü", 512, "512 characters"), (WireVersion.M, "ü", 256, "512 bytes")],
)
def test_a_topic_is_as_long_as_its_form_counts(
    wire: WireVersion, letter: str, limit: int, said: str
) -> None:
    desk = Desk()
    space = desk.space(desk.do(CreateCommunity("Bees", wire)))
    assert desk.do(SetTopic(space, letter * limit)).text == letter * limit
    with pytest.raises(Refused, match=said) as caught:
        desk.do(SetTopic(space, letter * (limit + 1)))
    assert caught.value.reason is Refusal.TOPIC_TOO_LONG


def test_where_a_topic_is_deleted_the_one_before_counts(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    desk.do(SetTopic(space, "hives"))
    newer = desk.do(SetTopic(space, "wasps"))
    desk.do(DeletePost(space, newer.id))
    assert desk.ask(Space(space)).topic == "hives"


@pytest.mark.parametrize(
    ("wire", "key", "value", "refusal"),
    [
        (WireVersion.S, "name", "x" * 33, Refusal.NAME_INVALID),
        (WireVersion.S, "name", " ", Refusal.NAME_INVALID),
        (WireVersion.S, "max_age", "soon", Refusal.NAME_INVALID),
        (WireVersion.S, "max_age", "9" * 14, Refusal.TEXT_TOO_LONG),
        (WireVersion.S, "max_age", "9" * 140_000, Refusal.TEXT_TOO_LONG),
        (WireVersion.S, "hides", "{}", Refusal.CONTENT_UNSUPPORTED),
        (WireVersion.S, "accept-role", "0", Refusal.CONTENT_UNSUPPORTED),
        (WireVersion.S, "colour", "x" * 4_097, Refusal.TEXT_TOO_LONG),
        (WireVersion.M, "max_age", "0", Refusal.CONTENT_UNSUPPORTED),
        (WireVersion.M, "name", "x" * 33, Refusal.NAME_INVALID),
        (WireVersion.M, "name", "Ü" * 17, Refusal.NAME_TOO_LONG),
        (WireVersion.M, "accept-role", "2", Refusal.NAME_INVALID),
    ],
)
def test_what_cannot_be_said_of_oneself_is_refused(
    wire: WireVersion, key: str, value: str, refusal: Refusal
) -> None:
    desk = Desk()
    view = desk.do(CreateCommunity("Bees", wire))
    assert desk.refusal(lambda: desk.do(SetInfo(view.id, key, value))) is refusal


def test_an_age_of_as_many_digits_as_are_read_is_said(desk: Desk, bees: CommunityView) -> None:
    desk.do(SetInfo(bees.id, "max_age", "9" * 13))
    assert ("max_age", "9" * 13) in desk.cable.infos(bees.id)


def test_what_cable_cannot_carry_is_refused(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    post = desk.do(Say(space, Words("hello")))
    for content in (Words("hi", reply_to=post.id), Edit(post.id, "other")):
        refused = desk.refusal(lambda: desk.do(Say(space, content)))  # noqa: B023 - called at once
        assert refused is Refusal.CONTENT_UNSUPPORTED
    assert desk.refusal(lambda: desk.do(Say(space, Words(" ")))) is Refusal.TEXT_EMPTY


def test_a_text_is_weighed_in_bytes(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    most = "ü" * 2_048
    assert desk.ask(Weigh(space, Words(most))).fits
    assert not desk.ask(Weigh(space, Words(most + "x"))).fits
    assert desk.do(Say(space, Words(most))).text == most
    long = Say(space, Words(most + "x"))
    assert desk.refusal(lambda: desk.do(long)) is Refusal.TEXT_TOO_LONG


def test_members_are_listed_online_first_with_their_channels(
    desk: Desk, bees: CommunityView
) -> None:
    desk.receive(
        bees,
        said_by(7, Info((("name", "grace"),)), NOW),
        said_by(7, Join("default"), NOW),
        said_by(8, Text("garden", "hello"), NOW),
        said_by(9, Join("default"), NOW),
        said_by(9, Leave("default"), NOW + 1),
    )
    desk.around.presence = {SpaceId(bees.id): [(PeerId(bytes(32)), key_of(7))]}
    found = desk.ask(CommunityMembers(bees.id))
    assert [(one.name, one.online, one.channels) for one in found] == [
        ("ada", True, ("default",)),
        ("grace", True, ("default",)),
        ("", False, ("garden",)),
    ]
    assert found[2].last_post_at == NOW
    here = desk.ask(CommunityMembers(bees.id, "garden"))
    assert [one.public_key for one in here] == [key_of(8)]
    view = desk.ask(OneCommunity(bees.id))
    assert (view.members, view.online, view.peers, view.channels) == (3, 1, 1, 2)
    names = [one.name for one in desk.ask(Members(desk.space(bees)))]
    assert sorted(names) == ["ada", "grace"]


def test_posts_from_before_we_joined_are_shown_once_we_join(
    desk: Desk, bees: CommunityView
) -> None:
    desk.receive(
        bees,
        said_by(7, Topic("garden", "beds"), NOW),
        said_by(7, Text("garden", "hello"), NOW + 1),
    )
    space = desk.do(JoinChannel(bees.id, "garden"))
    assert (space.topic, desk.texts(space.id)) == ("beds", ["hello"])


def test_a_post_hidden_for_ourselves_is_shown_no_more(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    text = said_by(7, Text("default", "noise"), NOW)
    desk.receive(bees, text)
    desk.do(HidePost(space, text.hash))
    assert desk.texts(space) == []
    desk.do(HidePost(space, text.hash, hidden=False))
    assert desk.texts(space) == ["noise"]
    assert len(desk.cable.given(bees.id, [text.hash], None)) == 1


def test_our_posts_count_the_peers_that_asked_for_them(desk: Desk, bees: CommunityView) -> None:
    post = desk.do(Say(desk.space(bees), Words("hello")))
    other = said_by(7, Text("default", "theirs"), NOW)
    desk.receive(bees, other)
    desk.keep(HeldByPeer(bees.id, PeerId(b"p" * 32), (post.id, other.hash), NOW))
    reached = {one.id: one.reached for one in desk.posts(desk.space(bees))}
    assert (reached[post.id], reached[other.hash]) == (1, 0)


def test_a_flood_of_channels_by_one_author_is_listed_in_part(
    desk: Desk, bees: CommunityView
) -> None:
    desk.receive(bees, *[said_by(7, Join(f"spam{n:03}"), NOW) for n in range(40)])
    assert len(desk.ask(CommunityChannels(bees.id))) == 21
    assert desk.do(JoinChannel(bees.id, "spam039")).name == "Bees#spam039"
    assert len(desk.ask(CommunityChannels(bees.id))) == 22


def test_names_that_look_alike_are_marked(desk: Desk, bees: CommunityView) -> None:
    for name in ("Default", "b\u0435es", "bees", "wasps"):
        desk.do(JoinChannel(bees.id, name))
    marked = {one.name: one.look_alike for one in desk.ask(CommunityChannels(bees.id))}
    assert marked == {
        "Default": "default",
        "default": "Default",
        "b\u0435es": "bees",
        "bees": "b\u0435es",
        "wasps": None,
    }


def test_a_clock_far_ahead_puts_a_post_where_it_came(desk: Desk, bees: CommunityView) -> None:
    desk.receive(bees, said_by(7, Text("default", "from the future"), NOW + 5 * 86_400))
    desk.now = NOW + 10
    desk.receive(bees, said_by(8, Text("default", "now"), NOW + 10))
    assert desk.texts(desk.space(bees)) == ["from the future", "now"]


def test_a_timeline_filled_anew_is_the_one_that_grew(desk: Desk, bees: CommunityView) -> None:
    space = desk.space(bees)
    first = said_by(7, Text("default", "one"), NOW)
    desk.receive(bees, first, said_by(7, Info((("name", "grace"),)), NOW))
    desk.receive(bees, said_by(8, Text("default", "two"), NOW - 5, [first.hash]))
    desk.do(HidePost(space, first.hash))
    grown = desk.posts(space)
    with desk.store.database.atomic():
        desk.cable.rebuild_timeline(space)
    assert desk.posts(space) == grown


def test_what_is_rolled_back_was_never_there(desk: Desk, bees: CommunityView) -> None:
    text = said_by(7, Text("default", "undone"), NOW)
    desk.storage.begin()
    desk.storage.apply(PostsStored(bees.id, (text,), NOW))
    desk.storage.rollback()
    assert desk.cable.unknown(bees.id, [text.hash]) == [text.hash]
    assert desk.receive(bees, text) == [text.hash]
    assert desk.texts(desk.space(bees)) == ["undone"]


def test_a_channel_of_a_turn_that_was_rolled_back_gives_its_news_to_no_other(
    desk: Desk, bees: CommunityView, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next channel has its number."""
    with monkeypatch.context() as full:
        full.setattr(desk.storage, "commit", desk.storage.rollback)
        with pytest.raises(Refused):
            desk.do(JoinChannel(bees.id, "garden"))
    shed = desk.do(JoinChannel(bees.id, "shed"))
    desk.told(PostsArrived)
    desk.receive(bees, said_by(7, Text("shed", "new"), NOW))
    assert [one.space for one in desk.told(PostsArrived)] == [shed.id]
