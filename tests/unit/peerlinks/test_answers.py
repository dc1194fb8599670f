"""What we answer to a Query or a Bulk (note 2), beyond the recorded cases."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from typing_extensions import override

from engine.model.ids import PostId, SpaceId
from engine.protocols.peerlinks.graph.answers import answer_bulk, answer_query
from engine.protocols.peerlinks.limits import BULK_ANSWER_BYTES_MAX
from engine.protocols.peerlinks.packets import Bulk, BulkResponse, Query, QueryResponse
from tests.grown_channel import CHANNEL, GrownChannel, message
from tests.memory_records import MemoryRecords

EMPTY = QueryResponse((), None, None)
UNKNOWN = PostId(b"\x07" * 32)


def _line(count: int) -> tuple[MemoryRecords, list[PostId]]:
    """A channel of ``count`` messages one after another, and their hashes."""
    channel = GrownChannel()
    posts = [channel.begin()]
    while len(posts) < count:
        posts.append(channel.post())
    return channel.records, [hashed for _, _, hashed in posts]


def _ask(records: MemoryRecords, query: Query) -> tuple[list[PostId], PostId | None, PostId | None]:
    answer = answer_query(records, CHANNEL.id, query)
    return [one.hash for one in answer.messages], answer.forward_hash, answer.backward_hash


# ---- Query ----------------------------------------------------------------------------------


def test_a_channel_without_messages_gives_empty_pages() -> None:
    records = MemoryRecords()
    for cursor in (0, 5, -1, None, UNKNOWN):
        for is_backward in (False, True):
            assert answer_query(records, CHANNEL.id, Query(cursor, is_backward, 10)) == EMPTY


def test_no_cursor_reads_as_height_0() -> None:
    records, posts = _line(3)
    assert _ask(records, Query(None, is_backward=False, limit=2)) == (posts[:2], posts[2], None)


def test_a_height_above_our_lowest_leaf_is_lowered_to_it() -> None:
    channel = GrownChannel()
    first = channel.begin()
    channel.keep(message([first], body="1"))
    leaf = channel.keep(message([first], body="2"))
    channel.keep(message([leaf]))
    page, _, _ = _ask(channel.records, Query(2, is_backward=False, limit=10))
    assert len(page) == 3


@pytest.mark.parametrize(("limit", "given"), [(1, 1), (1024, 1024), (1025, 1024), (2**31, 1024)])
def test_a_page_has_at_most_1024_messages(limit: int, given: int) -> None:
    channel = GrownChannel()
    first = channel.begin()
    for number in range(1030):
        channel.keep(message([first], body=f"{number}"))
    page, forward, backward = _ask(channel.records, Query(0, is_backward=False, limit=limit))
    assert len(page) == given
    assert forward is not None
    assert backward is None
    page, _, _ = _ask(channel.records, Query(forward, is_backward=True, limit=limit))
    assert len(page) == given


def test_a_limit_of_0_gives_an_empty_page_wherever_it_stands() -> None:
    records, posts = _line(3)
    assert _ask(records, Query(posts[0], is_backward=False, limit=0)) == ([], posts[0], None)
    assert _ask(records, Query(posts[1], is_backward=False, limit=0)) == ([], posts[1], posts[1])
    assert _ask(records, Query(posts[1], is_backward=True, limit=0)) == ([], posts[1], posts[1])
    assert _ask(records, Query(0, is_backward=False, limit=0)) == ([], posts[0], None)


def test_the_cursors_lead_through_the_whole_channel_both_ways() -> None:
    records, posts = _line(10)
    forward: list[PostId] = []
    cursor: PostId | None = posts[0]
    while cursor is not None:
        page, cursor, _ = _ask(records, Query(cursor, is_backward=False, limit=3))
        forward += page
    backward: list[PostId] = []
    cursor = posts[-1]
    while cursor is not None:
        page, _, cursor = _ask(records, Query(cursor, is_backward=True, limit=3))
        backward = page + backward
    assert forward == posts
    assert backward == posts[:-1]


# ---- Bulk -----------------------------------------------------------------------------------


class CountingRecords(MemoryRecords):
    """Counts how many messages were read."""

    read = 0

    @override
    def wires(self, channel: SpaceId, hashes: Sequence[PostId]) -> Sequence[bytes | None]:
        self.read += len(hashes)
        return super().wires(channel, hashes)


def _channel_of_large(
    count: int, text_bytes: int, small_ones: int = 0
) -> tuple[CountingRecords, list[PostId]]:
    """The small ones come first."""
    channel = GrownChannel()
    channel.records = CountingRecords()
    channel.begin()
    sizes = [1] * small_ones + [text_bytes] * count
    posts = [channel.post(f'"{number:0{size}}"')[2] for number, size in enumerate(sizes)]
    return channel.records, posts


def _asked(records: MemoryRecords, hashes: Sequence[PostId], bytes_max: int) -> BulkResponse:
    return answer_bulk(records, CHANNEL.id, Bulk(tuple(hashes)), bytes_max).answer


def test_an_answer_stops_before_it_grows_beyond_its_bytes_and_says_where() -> None:
    records, posts = _channel_of_large(20, 1000)
    size = sum(len(wire or b"") for wire in records.wires(CHANNEL.id, posts[:12]))
    assert _asked(records, posts, size).forward_index == 12
    assert _asked(records, posts, size - 1).forward_index == 11
    assert len(_asked(records, posts, size).messages) == 12


def test_an_answer_has_one_message_however_large_it_is() -> None:
    records, posts = _channel_of_large(3, 1000)
    answer = _asked(records, [UNKNOWN, *posts], 10)
    assert (len(answer.messages), answer.forward_index) == (1, 2)


def test_asking_on_from_the_index_gets_everything() -> None:
    records, posts = _channel_of_large(30, 1000)
    wanted = [UNKNOWN, *posts, UNKNOWN]
    messages: list[bytes] = []
    while wanted:
        answer = _asked(records, wanted, 5_000)
        assert answer.forward_index > 0
        messages += answer.messages
        wanted = wanted[answer.forward_index :]
    assert messages == list(records.wires(CHANNEL.id, posts))


def test_large_messages_are_not_all_read_to_send_a_few() -> None:
    records, posts = _channel_of_large(128, 10_000)
    records.read = 0
    assert len(_asked(records, posts, 100_000).messages) == 9
    assert records.read == 9


def test_what_is_not_sent_is_not_read_however_small_what_stands_before_it() -> None:
    """The posts of an owner may have any length: a hundred of them are more than a memory holds."""
    records, posts = _channel_of_large(20, 10_000, small_ones=8)
    records.read = 0
    answer = _asked(records, posts, 30_000)
    assert (len(answer.messages), answer.forward_index) == (10, 10)
    assert records.read == 10


def test_small_messages_are_all_given_at_once() -> None:
    records, posts = _line(130)
    answer = _asked(records, posts, BULK_ANSWER_BYTES_MAX)
    assert (len(answer.messages), answer.forward_index) == (128, 128)
