"""What queries answer: rights, timelines, members, requests, health."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.errors import Refusal, Refused
from engine.model.ids import OrderKey, PeerId, PostId, PostKind, SpaceId
from engine.model.queries import (
    Extent,
    FindSpace,
    Health,
    Identities,
    InviteRequests,
    Members,
    OnePost,
    PreviewRequest,
    Space,
    Spaces,
    Timeline,
)
from engine.model.views import IdentityView, SpaceView, TimelineExtent
from engine.protocols.peerlinks.messages import decode_invite_request
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import (
    ChainStored,
    Channel,
    ChannelForgotten,
    ChannelLeft,
    ChannelStored,
    IdentityStored,
    MemberSeen,
    OwnChain,
    RequestClosed,
    RequestOpened,
)
from engine.protocols.spaces import ReadUpTo, SpaceMuted, SpaceRenamed
from engine.protocols.tidings.fingerprint import request_fingerprint
from engine.store.migrate import latest_format
from engine.store.opening import open_store
from engine.store.peerlinks_shown import text_of
from tests import peerlinks_samples as a
from tests.unit.store.conftest import KEY, Around, Opened, opened, refusal_of, texts

GARDEN, KITCHEN = a.channel("garden"), a.channel("kitchen", owned=False)
HERE = GARDEN.id
AT = Around()
PEER, OTHER_PEER = PeerId(b"p" * 32), PeerId(b"q" * 32)


def join(here: Opened, where: Channel, *, as_: str = "ann", through: Chain = ()) -> None:
    here.keep(
        ChannelStored(where, a.NOW),
        IdentityStored(a.identity(as_)),
        ChainStored(OwnChain(where.id, a.key(as_), through)),
    )


def seen(here: Opened, where: SpaceId = HERE, now: float = a.NOW) -> SpaceView:
    return here.reader.answer(Space(where), Around(now=now))


# ---- rights -------------------------------------------------------------------------------------


def test_the_owner_may_post_and_invite_for_ever(memory: Opened) -> None:
    join(memory, GARDEN)
    view = seen(memory)
    assert (view.can_post, view.can_invite, view.expires_at) == (True, True, None)
    assert view.own_path == ()


def test_an_empty_chain_without_the_channels_secret_gives_no_right(memory: Opened) -> None:
    join(memory, KITCHEN)
    view = seen(memory, KITCHEN.id)
    assert (view.can_post, view.can_invite, view.own_path) == (False, False, None)


def test_who_was_invited_may_post_until_the_chain_ends_a_little_early(memory: Opened) -> None:
    end = a.NOW + 1_000.0
    join(memory, KITCHEN, through=(a.link("zoe"), a.link("ann", valid_to=end)))
    view = seen(memory, KITCHEN.id)
    assert (view.can_post, view.expires_at, view.own_path) == (True, end, ("zoe", "ann"))
    assert seen(memory, KITCHEN.id, end - 120.5).can_post
    late = seen(memory, KITCHEN.id, end - 120.0)
    assert (late.can_post, late.can_invite, late.expires_at, late.own_path) == (
        False,
        False,
        None,
        None,
    )


@pytest.mark.parametrize(("depth", "may_invite"), [(1, True), (2, True), (3, False)])
def test_a_full_chain_invites_nobody(memory: Opened, depth: int, *, may_invite: bool) -> None:
    join(memory, KITCHEN, through=a.chain(*"xyz"[:depth]))
    view = seen(memory, KITCHEN.id)
    assert (view.can_post, view.can_invite) == (True, may_invite)


def test_a_followed_public_channel_is_only_read(memory: Opened) -> None:
    memory.keep(ChannelStored(replace(KITCHEN, public=True), a.NOW))
    view = seen(memory, KITCHEN.id)
    assert (view.public, view.can_post, view.can_invite) == (True, False, False)


def test_in_a_left_channel_nothing_may_be_done(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(ChannelLeft(HERE))
    view = seen(memory)
    assert (view.left, view.can_post, view.can_invite, view.own_path) == (True, False, False, None)


# ---- spaces -------------------------------------------------------------------------------------


def test_spaces_come_by_name_whatever_its_case(memory: Opened) -> None:
    for name in ("beta", "Alpha", "gamma", "alpha"):
        memory.keep(ChannelStored(a.channel(name), a.NOW))
    views = memory.reader.answer(Spaces(), AT)
    assert [view.name for view in views] == ["Alpha", "alpha", "beta", "gamma"]


def test_a_space_shows_its_posts_its_peers_and_our_marks(memory: Opened) -> None:
    join(memory, GARDEN)
    root = a.message(HERE, ours=True)
    post = a.message(HERE, [root], "hello", by=a.chain("bob"))
    memory.keep(root, post, SpaceMuted(HERE, muted=True), SpaceRenamed(HERE, "yard"))
    presence = {HERE: ((PEER, None), (PEER, a.key("bob")), (OTHER_PEER, None))}
    view = memory.reader.answer(Space(HERE), Around(presence=presence))
    assert (view.posts, view.unread, view.peers) == (2, 1, 2)
    assert (view.name, view.muted) == ("yard", True)
    assert view.last_post_at == post.message.timestamp
    assert view.public_key == GARDEN.public_key


def test_an_unknown_space_is_refused(memory: Opened) -> None:
    stranger = a.space("stranger")
    for query in (Space(stranger), Timeline(stranger), Extent(stranger), Members(stranger)):
        refusal = refusal_of(lambda query=query: memory.reader.answer(query, AT))  # type: ignore[misc]
        assert refusal is Refusal.SPACE_UNKNOWN


def find(here: Opened, text: str) -> SpaceId:
    return here.reader.answer(FindSpace(text), AT).id


def test_a_space_is_found_by_name_id_or_key(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), ChannelStored(KITCHEN, a.NOW))
    for text in (
        "garden",
        " Garden ",
        HERE.hex(),
        HERE.hex().upper(),
        HERE.hex()[:6],
        GARDEN.public_key.hex(),
        GARDEN.public_key.hex()[:10].upper(),
    ):
        assert find(memory, text) == HERE


def test_a_space_is_not_found_by_less_than_six_digits_or_part_of_its_name(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW))
    for text in ("gard", HERE.hex()[:5], "", " ", "zzzzzz", HERE.hex()[1:9]):
        assert refusal_of(lambda text=text: find(memory, text)) is Refusal.SPACE_UNKNOWN  # type: ignore[misc]


def test_what_could_mean_two_spaces_is_refused_with_both(memory: Opened) -> None:
    twin = replace(KITCHEN, name="garden")
    memory.keep(ChannelStored(GARDEN, a.NOW), ChannelStored(twin, a.NOW))
    with pytest.raises(Refused) as caught:
        find(memory, "garden")
    assert caught.value.reason is Refusal.SPACE_AMBIGUOUS
    for one in (GARDEN, twin):
        assert one.id.hex()[:12] in caught.value.detail
    nasty = replace(KITCHEN, name=HERE.hex()[:8])
    memory.keep(ChannelStored(nasty, a.NOW))
    assert refusal_of(lambda: find(memory, nasty.name)) is Refusal.SPACE_AMBIGUOUS
    assert find(memory, HERE.hex()) == HERE


def test_exact_case_wins_over_another_case(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), ChannelStored(replace(KITCHEN, name="Garden"), a.NOW))
    assert find(memory, "garden") == HERE
    assert find(memory, "Garden") == KITCHEN.id
    assert refusal_of(lambda: find(memory, "GARDEN")) is Refusal.SPACE_AMBIGUOUS


# ---- timelines ----------------------------------------------------------------------------------


def test_a_post_is_shown_with_all_that_it_says(memory: Opened) -> None:
    root = a.message(HERE, ours=True)
    post = a.message(HERE, [root], "hello", by=a.chain("zoe", "bob"))
    memory.keep(ChannelStored(GARDEN, a.NOW), root, post)
    first, second = memory.reader.answer(Timeline(HERE), AT).posts
    assert (first.kind, first.body, first.text, first.ours) == (PostKind.ROOT, None, "", True)
    assert first.author.path == ()
    assert second.id == post.hash
    assert second.kind is PostKind.MESSAGE
    assert (second.height, second.parents) == (1, (root.hash,))
    assert (second.timestamp, second.received_at) == (post.message.timestamp, post.received_at)
    assert (second.author.public_key, second.author.path) == (a.key("bob"), ("zoe", "bob"))
    assert (second.text, second.body, second.ours) == ("hello", '{"text":"hello"}', False)
    assert memory.reader.answer(OnePost(HERE, post.hash), AT) == second


def test_a_compact_body_is_not_stored_beside_its_text(memory: Opened) -> None:
    root = a.message(HERE)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, a.message(HERE, [root], "hello"))
    rows = memory.store.database.rows("SELECT text, body FROM timeline ORDER BY order_key")
    assert rows == [("", None), ("hello", "")]


BODIES = [
    ('{"text":"plain"}', "plain"),
    ('{ "text": "spaced" }', "spaced"),
    ('{"text":"caf\\u00e9 \\ud83d\\udc4d"}', "café 👍"),
    ('{"text":"/","unknown":[1,2]}', "/"),
    ('{"text":"a\\u0000b"}', "a\0b"),
    ('{"text":"lone \\ud800"}', "lone \ufffd"),
    ('{"text":"one","text":"two"}', "two"),
    ('{"text":"yes","reply_to":"' + "ab" * 32 + '"}', "yes"),
    ('{"text":"👍","react_to":"' + "ab" * 32 + '"}', "👍"),
    ('{"text":"","retracts":"' + "ab" * 32 + '"}', ""),
    ('{"text":"new","edits":"' + "ab" * 32 + '"}', "new"),
    ('{"text":"see","files":[{"name":"a.txt","content-type":"t","data":"data:,x"}]}', "see\na.txt"),
    ('{"files":[{"name":"a.txt","content-type":"t","data":"data:,x"}]}', "a.txt"),
    ("[1,2,3]", "[1,2,3]"),
    ('"a string"', '"a string"'),
    ("null", "null"),
    ('{"text":7}', '{"text":7}'),
    ("[" * 2_000 + "]" * 2_000, "[" * 2_000 + "]" * 2_000),
    ("9" * 5_000, "9" * 5_000),
]


@pytest.mark.parametrize(("body", "text"), BODIES)
def test_any_body_is_kept_as_it_came_and_shown_as_text(
    memory: Opened, body: str, text: str
) -> None:
    root = a.message(HERE)
    post = a.message(HERE, [root], json_text=body)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, post)
    shown = memory.reader.answer(OnePost(HERE, post.hash), AT)
    assert (shown.body, shown.text) == (body, text)
    assert text_of(body) == text


def test_an_unknown_post_is_refused(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW))
    unknown = OnePost(HERE, PostId(b"u" * 32))
    assert refusal_of(lambda: memory.reader.answer(unknown, AT)) is Refusal.POST_UNKNOWN


def test_a_timeline_is_walked_both_ways_by_its_own_cursors(memory: Opened) -> None:
    line = a.line(HERE, 30)
    memory.keep(ChannelStored(GARDEN, a.NOW), *line)
    ask = memory.reader.answer
    newest = ask(Timeline(HERE, 10), AT)
    assert texts(newest.posts) == [f"number {number}" for number in range(20, 30)]
    assert (newest.before, newest.after) == (20, 0)
    older = ask(Timeline(HERE, 10, before=newest.posts[0].order), AT)
    assert texts(older.posts) == [f"number {number}" for number in range(10, 20)]
    assert (older.before, older.after) == (10, 10)
    assert ask(Timeline(HERE, 10, after=older.posts[-1].order), AT) == newest


def test_reading_marks_only_ever_move_forward(memory: Opened) -> None:
    line = a.line(HERE, 10, by=a.chain("bob"))
    memory.keep(ChannelStored(GARDEN, a.NOW), *line)
    orders = [post.order for post in memory.reader.answer(Timeline(HERE), AT).posts]
    assert extent(memory) == TimelineExtent(10, 9, None, orders[1])
    memory.keep(ReadUpTo(HERE, orders[6]))
    assert extent(memory) == TimelineExtent(10, 3, orders[6], orders[7])
    memory.keep(ReadUpTo(HERE, orders[2]))
    assert extent(memory) == TimelineExtent(10, 3, orders[6], orders[7])
    memory.keep(ReadUpTo(HERE, OrderKey(orders[9])))
    assert extent(memory) == TimelineExtent(10, 0, orders[9], None)


def extent(here: Opened) -> TimelineExtent:
    return here.reader.answer(Extent(HERE), AT)


def test_the_beginning_of_a_channel_is_never_unread(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), a.message(HERE))
    assert extent(memory) == TimelineExtent(1, 0, None, None)


def test_own_posts_are_never_unread(memory: Opened) -> None:
    root = a.message(HERE, ours=True)
    own = a.message(HERE, [root], "mine", ours=True)
    memory.keep(ChannelStored(GARDEN, a.NOW), root, own)
    assert extent(memory) == TimelineExtent(2, 0, None, None)


def test_a_rebuilt_timeline_shows_what_the_grown_one_showed(here: Opened) -> None:
    root = a.message(HERE, ours=True)
    left = a.message(HERE, [root], "left", by=a.chain("zoe", "bob"))
    right = a.message(HERE, [root], "right", ours=True)
    both = a.message(HERE, [left, right], json_text='{"text":"both","mentions":[]}')
    here.keep(ChannelStored(GARDEN, a.NOW), root, right, left, both)
    here.keep(*a.line(HERE, 40, by=a.chain("bob"))[1:])
    grown = here.reader.answer(Timeline(HERE, 100), AT)
    here.storage.begin()
    here.repository.rebuild_timeline(HERE)
    here.storage.commit()
    assert here.reader.answer(Timeline(HERE, 100), AT) == grown
    assert len(grown.posts) == 43
    check = "INSERT INTO timeline_words (timeline_words) VALUES ('integrity-check')"
    here.store.database.run(check)
    here.keep(a.message(HERE, [both], "after"))
    assert texts(here.reader.answer(Timeline(HERE), AT).posts).count("after") == 1


def test_a_forgotten_channel_leaves_no_row_behind(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(*a.line(HERE, 5, by=a.chain("bob")), ChannelForgotten(HERE))
    for table in (
        "space",
        "timeline",
        "timeline_block",
        "author",
        "peerlinks_channel",
        "peerlinks_message",
        "peerlinks_leaf",
        "peerlinks_member",
        "peerlinks_own_chain",
    ):
        assert memory.store.database.value(f"SELECT count(*) FROM {table}") == 0
    assert memory.reader.answer(Spaces(), AT) == ()


# ---- people -------------------------------------------------------------------------------------


def test_members_are_known_from_posts_requests_and_own_chains(memory: Opened) -> None:
    join(memory, GARDEN)
    root = a.message(HERE)
    post = a.message(HERE, [root], "hi", by=a.chain("zoe", "bob"))
    memory.keep(root, post, MemberSeen(HERE, a.chain("cat"), a.NOW))
    presence = {HERE: ((PEER, a.key("bob")),)}
    members = memory.reader.answer(Members(HERE), Around(presence=presence))
    assert [(one.path, one.online) for one in members] == [
        (("zoe", "bob"), True),
        ((), False),
        (("cat",), False),
        (("zoe",), False),
    ]
    owner = members[1]
    assert (owner.public_key, owner.name, owner.valid_to, owner.ours) == (
        GARDEN.public_key,
        "garden",
        None,
        True,
    )
    assert members[0].valid_to == a.link("bob").valid_to


def test_of_a_members_chains_the_longest_lasting_counts(memory: Opened) -> None:
    old, new = a.link("bob"), a.link("bob", valid_to=a.NOW + 500 * a.DAY)
    memory.keep(ChannelStored(GARDEN, a.NOW), MemberSeen(HERE, (a.link("zoe"), new), a.NOW))
    memory.keep(MemberSeen(HERE, (old,), a.NOW), MemberSeen(HERE, (new,), a.NOW))
    memory.keep(MemberSeen(HERE, (old,), a.NOW))
    (bob,) = [m for m in memory.reader.answer(Members(HERE), AT) if m.public_key == a.key("bob")]
    assert (bob.path, bob.valid_to) == (("bob",), new.valid_to)


def test_identities_come_oldest_first_without_their_forgotten_channels(memory: Opened) -> None:
    memory.keep(
        ChannelStored(GARDEN, a.NOW),
        IdentityStored(a.identity("ann", made_with=HERE)),
        IdentityStored(a.identity("bob")),
    )
    ann, bob = memory.reader.answer(Identities(), AT)
    assert ann == IdentityView("ann", a.key("ann"), HERE)
    assert bob == IdentityView("bob", a.key("bob"), None)
    memory.keep(ChannelForgotten(HERE))
    assert memory.reader.answer(Identities(), AT)[0].channel is None


# ---- requests -----------------------------------------------------------------------------------


def test_open_requests_are_shown_with_what_is_compared_aloud(memory: Opened) -> None:
    opened_request = a.request("ann")
    memory.keep(IdentityStored(a.identity("ann")), RequestOpened(opened_request))
    (view,) = memory.reader.answer(InviteRequests(), AT)
    asked = decode_invite_request(opened_request.request)
    assert view.fingerprint == request_fingerprint(asked.trustee, asked.box_public_key)
    assert (view.identity, view.request) == ("ann", opened_request.request)
    assert view.request_ids == opened_request.request_ids
    memory.keep(RequestClosed(opened_request.request_ids[0]))
    assert memory.reader.answer(InviteRequests(), AT) == ()


def test_a_previewed_request_tells_who_asks_and_whether_they_are_here(memory: Opened) -> None:
    request = a.request("bob").request
    asked = decode_invite_request(request)
    preview = memory.reader.answer(PreviewRequest(request), AT)
    assert (preview.public_key, preview.peer_id) == (a.key("bob"), asked.peer_id)
    assert (preview.own, preview.online) == (False, False)
    memory.keep(IdentityStored(a.identity("bob")))
    again = memory.reader.answer(PreviewRequest(request), Around(peers=(asked.peer_id,)))
    assert (again.own, again.online) == (True, True)


@pytest.mark.parametrize("data", [b"", b"x", b"\0" * 102, a.request("bob").request + b"x"])
def test_what_is_no_request_is_refused(memory: Opened, data: bytes) -> None:
    refusal = refusal_of(lambda: memory.reader.answer(PreviewRequest(data), AT))
    assert refusal is Refusal.REQUEST_INVALID


def test_a_closed_requests_secret_is_in_no_page_of_the_file(memory: Opened) -> None:
    opened_request = a.request("ann")
    memory.keep(RequestOpened(opened_request))
    before = memory.store.database._connection.serialize("main")
    assert opened_request.box_seed in before
    memory.keep(RequestClosed(opened_request.request_ids[0]))
    after = memory.store.database._connection.serialize("main")
    assert opened_request.box_seed not in after


# ---- health -------------------------------------------------------------------------------------


def test_health_tells_the_state_of_the_file(here: Opened) -> None:
    here.keep(ChannelStored(GARDEN, a.NOW), *a.line(HERE, 4))
    health = here.reader.answer(Health(), AT)
    assert (health.format_version, health.encrypted, health.intact) == (latest_format(), True, True)
    assert (health.spaces, health.posts) == (1, 4)
    assert health.bytes_on_disk > 10_000


def test_every_answer_survives_opening_again(here: Opened, profile: Path) -> None:
    join(here, GARDEN)
    here.keep(*a.line(HERE, 12, by=a.chain("bob")))
    before = [here.reader.answer(query, AT) for query in (Spaces(), Timeline(HERE), Members(HERE))]
    here.close()
    again = opened(open_store(profile, KEY))
    after = [again.reader.answer(query, AT) for query in (Spaces(), Timeline(HERE), Members(HERE))]
    assert after == before
    again.close()
