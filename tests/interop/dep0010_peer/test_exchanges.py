"""Every exchange of DEP-0010 with a peer that keeps to the document, in both roles."""

from __future__ import annotations

import pytest

from engine.model.events import PeerViolated
from engine.model.ids import SpaceId
from tests.interop.dep0010_peer import messages
from tests.interop.dep0010_peer.conversation import Conversation, UnexpectedFeedError
from tests.interop.dep0010_peer.holding import Block, Holding
from tests.interop.dep0010_peer.meeting import Meeting, Opens, text_blocks
from tests.interop.dep0010_peer.messages import Type
from tests.interop.dep0010_peer.stream import StreamClosedError
from tests.interop.document_peer.wire import Fields

WAYS = pytest.mark.parametrize(
    ("opens", "document"),
    [(Opens.IT, False), (Opens.IT, True), (Opens.WE, True)],
    ids=["it-dials", "it-dials-document", "we-dial-document"],
)
"""Without the setting we dial with the published programs' key, which the document's is not."""
BOTH_SETTINGS = pytest.mark.parametrize("document", [False, True], ids=["usual", "document"])


# ---- the simple download, and its other role


@WAYS
def test_it_downloads_a_feed_of_ours_as_in_the_documents_example(
    meeting: Meeting, opens: Opens, *, document: bool
) -> None:
    meeting.settle(document=document)
    space, feed = meeting.ours_at_it(40)
    talk = meeting.conversation(feed, opens=opens)
    meeting.live_until_it_holds(talk, feed, 40)
    assert feed.tree_hash() == meeting.ours.feed(space).tree_hash
    talk.say(feed, Type.INFO, messages.info(uploading=True, downloading=False))
    meeting.ours.appends(space, [b"after it said that it downloads no more"])
    assert talk.theirs is not None
    assert len(talk.theirs.data(1)) == 32


@WAYS
def test_we_download_a_feed_of_its_and_what_it_appends(
    meeting: Meeting, opens: Opens, *, document: bool
) -> None:
    meeting.settle(document=document)
    feed = meeting.its(40)
    talk = meeting.conversation(feed, opens=opens)
    meeting.live_until_we_hold(talk, feed, 40)
    for count in (41, 44, 64):
        talk.append(feed, *text_blocks("later", count)[feed.length :])
        meeting.live_until_we_hold(talk, feed, count)
    assert meeting.ours.feed(SpaceId(feed.key)).tree_hash == feed.tree_hash()


@BOTH_SETTINGS
def test_it_hears_of_what_we_append_where_it_wants(meeting: Meeting, *, document: bool) -> None:
    meeting.settle(document=document)
    space, feed = meeting.ours_at_it(3)
    talk = meeting.conversation(feed)
    meeting.live_until_it_holds(talk, feed, 3)
    meeting.ours.appends(space, [b"four", b"five"])
    meeting.live_until_it_holds(talk, feed, 5)


def test_with_the_documents_nonce_we_answer_in_its_form(meeting: Meeting) -> None:
    meeting.settle(document=True)
    _, feed = meeting.ours_at_it(1)
    talk = meeting.conversation(feed, opens=Opens.WE)
    assert len(talk.their_nonce) == 32
    assert talk.of(Type.FEED)[0].fields.data(1) == feed.discovery_key


def test_without_the_setting_it_does_not_expect_the_key_we_dial_with(meeting: Meeting) -> None:
    meeting.settle()
    _, feed = meeting.ours_at_it(1)
    with pytest.raises(UnexpectedFeedError):
        meeting.conversation(feed, opens=Opens.WE)


@BOTH_SETTINGS
def test_a_feed_that_we_do_not_know_ends_the_connection(
    meeting: Meeting, *, document: bool
) -> None:
    meeting.settle(document=document)
    stranger = Holding.written(meeting.hashes, bytes(32), [b"unknown"])
    with pytest.raises(StreamClosedError):
        meeting.conversation(stranger)


# ---- several feeds over one connection


@BOTH_SETTINGS
def test_it_opens_further_feeds_on_the_connection(meeting: Meeting, *, document: bool) -> None:
    ours = meeting.settle(document=document)
    space, first = meeting.ours_at_it(5)
    second = meeting.its(9)
    talk = meeting.conversation(first)
    lane = talk.open_further(second)
    meeting.live_until_it_holds(talk, first, 5)
    meeting.live_until_we_hold(talk, second, 9)
    assert lane.wanted
    info = talk.wait_for(Type.INFO, second)
    assert (info.fields.number(1), info.fields.number(2)) == (1, 1)
    ours.appends(space, [b"on the first channel still"])
    meeting.live_until_it_holds(talk, first, 6)


# ---- Want, Have and their opposites


def test_it_hears_only_of_the_ranges_it_wants(meeting: Meeting) -> None:
    meeting.settle()
    space, feed = meeting.ours_at_it(20)
    talk = Conversation(meeting.stream(), [feed])
    talk.wants = talk.fetches = False
    talk.open()
    talk.want(feed, 4, 24)
    talk.live_until(lambda: talk.lane(feed).theirs >= set(range(4, 20)), "Have")
    assert talk.lane(feed).theirs == set(range(4, 20))
    meeting.ours.appends(space, [b"heard of"])
    talk.live_until(lambda: 20 in talk.lane(feed).theirs, "Have")
    talk.say(feed, Type.UNWANT, messages.span(4, 24))
    talk.request(feed, 0)  # answered after what was said before it
    talk.live_until(lambda: 0 in feed.blocks)
    meeting.ours.appends(space, [b"unheard of"])
    talk.request(feed, 1)
    talk.live_until(lambda: 1 in feed.blocks)
    assert 21 not in talk.lane(feed).theirs


def test_it_hears_of_what_we_have_no_more(meeting: Meeting) -> None:
    meeting.settle()
    feed = meeting.its(20)
    talk = meeting.conversation(feed)
    meeting.live_until_we_hold(talk, feed, 20)
    meeting.ours.drops(SpaceId(feed.key), 5, 8)
    gone: set[int] = set()

    def hears() -> bool:
        for one in talk.of(Type.UNHAVE):
            gone.update(_told(one.fields))
        return gone >= {5, 6, 7}

    talk.live_until(hears, "Unhave")
    assert gone == {5, 6, 7}


def test_what_it_has_no_more_is_not_asked_for(meeting: Meeting) -> None:
    meeting.settle()
    feed = meeting.its(8, whole=False)
    talk = meeting.conversation(feed)
    talk.live_until(lambda: talk.lane(feed).wanted)
    del feed.blocks[3]
    talk.say(feed, Type.UNHAVE, messages.span(3))
    talk.request(feed, 0)  # of what we do not have: its answer shows that we heard
    talk.wait_for(Type.UNHAVE)
    meeting.ours.seeks(SpaceId(feed.key), 2, 5)
    talk.live_until(lambda: {2, 4} <= meeting.ours.blocks(SpaceId(feed.key)).keys())
    asked = {one.fields.number(1) for one in talk.of(Type.REQUEST) if not one.fields.number(3)}
    assert 3 not in asked


def test_while_it_uploads_nothing_we_ask_for_nothing(meeting: Meeting) -> None:
    meeting.settle()
    feed = meeting.its(8, whole=False)
    talk = meeting.conversation(feed)
    talk.live_until(lambda: talk.lane(feed).wanted)
    talk.say(feed, Type.INFO, messages.info(uploading=False, downloading=True))
    talk.request(feed, 0)  # of what we do not have: its answer shows that we heard
    talk.wait_for(Type.UNHAVE)
    before = len(talk.of(Type.REQUEST))
    meeting.ours.seeks(SpaceId(feed.key), 0, 8)
    talk.request(feed, 1)
    talk.wait_for(Type.UNHAVE, beyond=1)
    assert len(talk.of(Type.REQUEST)) == before
    talk.say(feed, Type.INFO, messages.info(uploading=True, downloading=True))
    meeting.live_until_we_hold(talk, feed, 8)


# ---- Request, Cancel, Data


@BOTH_SETTINGS
def test_it_may_ask_by_byte_for_a_hash_and_with_a_digest(
    meeting: Meeting, *, document: bool
) -> None:
    meeting.settle(document=document)
    space, feed = meeting.ours_at_it(16)
    talk = meeting.conversation(feed, fetches=False)
    talk.lane(feed).stores = False

    def asked(body: bytes) -> Block:
        before = len(talk.of(Type.DATA))
        talk.say(feed, Type.REQUEST, body)
        return messages.read_block(talk.wait_for(Type.DATA, beyond=before).body)

    nothing_held = asked(messages.request(6, 0))
    assert [node.index for node in nothing_held.nodes] == [14, 9, 3, 23]
    assert len(nothing_held.signature) == 64
    example = asked(messages.request(3, 0b1011))  # the document's: has 4 and 3, not 1
    assert ([node.index for node in example.nodes], example.signature) == ([1], b"")
    bare = asked(messages.request(6, 1))
    assert (bare.nodes, bare.signature) == ((), b"")
    hashed = asked(messages.request(6, 0, only_hash=True))
    assert (hashed.value, hashed.nodes[0].index) == (None, 12)
    sizes = [len(block) for _, block in sorted(meeting.ours.blocks(space).items())]
    by_byte = asked(messages.request(0, 0, byte=sum(sizes[:7]) + 1))
    assert by_byte.index == 7


def test_a_request_it_cancels_does_no_harm(meeting: Meeting) -> None:
    meeting.settle()
    _, feed = meeting.ours_at_it(30)
    talk = meeting.conversation(feed, fetches=False)
    for index in range(30):
        talk.request(feed, index)
        talk.say(feed, Type.CANCEL, messages.cancel(index))
        talk.lane(feed).asked.discard(index)
    talk.lane(feed).fetches = True
    talk.want(feed)
    meeting.live_until_it_holds(talk, feed, 30)


def test_what_it_sends_unasked_is_not_stored_and_it_is_told(meeting: Meeting) -> None:
    meeting.settle()
    feed = meeting.its(8, whole=False)
    talk = meeting.conversation(feed)
    talk.live_until(lambda: talk.lane(feed).wanted)
    talk.give(feed, 5)
    rejected = talk.wait_for(Type.UNHAVE)
    assert _told(rejected.fields) == {5}
    assert 5 not in meeting.ours.blocks(SpaceId(feed.key))


def test_a_block_that_does_not_follow_from_its_tree_is_a_violation(meeting: Meeting) -> None:
    ours = meeting.settle()
    meeting.scene.excuse(ours)
    feed = meeting.its(8)
    feed.blocks[5] = b"something else"
    talk = meeting.conversation(feed)
    with pytest.raises(StreamClosedError):
        talk.live_until(lambda: False)
    meeting.scene.news.wait_until(lambda: ours.heard(PeerViolated), "the violation")
    assert 5 not in ours.blocks(SpaceId(feed.key))


# ---- beside the messages


@BOTH_SETTINGS
def test_keep_alives_and_extensions_we_do_not_know_are_ignored(
    meeting: Meeting, *, document: bool
) -> None:
    meeting.settle(document=document)
    space, feed = meeting.ours_at_it(3)
    talk = meeting.conversation(feed, extensions=["bar", "foo"])
    meeting.live_until_it_holds(talk, feed, 3)
    for _ in range(5):
        talk.keep_alive()
    talk.say(feed, Type.EXTENSION, messages.extension(1, b"whatever foo means"))
    talk.say(feed, Type.EXTENSION, messages.extension(7, b"declared by nobody"))
    meeting.ours.appends(space, [b"it goes on"])
    meeting.live_until_it_holds(talk, feed, 4)


def test_it_may_send_byte_by_byte(meeting: Meeting) -> None:
    meeting.settle()
    feed = meeting.its(12)
    stream = meeting.stream()
    stream.bytes_at_once = 1
    talk = Conversation(stream, [feed])
    talk.open()
    meeting.live_until_we_hold(talk, feed, 12)


def test_a_forged_second_history_is_noticed_and_nothing_of_it_is_taken(meeting: Meeting) -> None:
    ours = meeting.settle()
    meeting.scene.excuse(ours)
    feed = meeting.its(8)
    space = SpaceId(feed.key)
    meeting.live_until_we_hold(meeting.conversation(feed), feed, 8)
    other = Holding.written(meeting.hashes, bytes(range(32)), text_blocks("it", 6))
    other.append(*text_blocks("otherwise", 6))
    assert other.key == feed.key
    talk = meeting.conversation(other)

    def is_noticed() -> bool:
        return ours.feed(space).fork is not None

    try:
        talk.live_until(is_noticed, "the fork")
    except StreamClosedError:
        meeting.scene.news.wait_until(is_noticed, "the fork")
    fork = ours.feed(space).fork
    assert fork is not None
    assert fork.common == 6
    assert ours.blocks(space) == feed.blocks


def _told(fields: Fields) -> set[int]:
    start = fields.number(1)
    if fields.has(3):
        return {start + one for one in messages.unpacked(fields.data(3))}
    return set(range(start, start + (fields.number(2) if fields.has(2) else 1)))
