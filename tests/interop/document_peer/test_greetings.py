"""The initialization sequence, with a peer that keeps to the document."""

from __future__ import annotations

import pytest

from tests.interop.document_peer.conversation import HALF_OF_ALL_IDS, Conversation
from tests.interop.document_peer.line import Line, LineClosedError
from tests.interop.document_peer.meeting import Meeting, Opens
from tests.interop.document_peer.packets import encode_hello, encode_shake
from tests.interop.document_peer.wire import data, number

OFFSETS = [1, -1, HALF_OF_ALL_IDS - 1, HALF_OF_ALL_IDS, HALF_OF_ALL_IDS + 1]
BOTH_WAYS = pytest.mark.parametrize("opens", Opens, ids=["we-dial", "it-dials"])


@BOTH_WAYS
def test_two_who_greet_are_connected(meeting: Meeting, opens: Opens) -> None:
    """Its peer id is a string of 32 characters, as the document has it; ours are any bytes."""
    ours = meeting.settle()
    assert meeting.conversation(opens).remote == ours.id
    assert ours.ready_peers() == [meeting.person.peer_id]


@pytest.mark.parametrize("offset", OFFSETS, ids=["near", "before", "almost", "half", "beyond"])
def test_whoever_has_to_shake_does(meeting: Meeting, offset: int) -> None:
    ours = meeting.settle()
    _have_id_beside(meeting, offset)
    meeting.conversation()
    assert ours.ready_peers() == [meeting.person.peer_id]


@BOTH_WAYS
@pytest.mark.parametrize("offset", [1, -1], ids=["we-shake", "it-shakes"])
def test_of_two_connections_the_first_is_kept(meeting: Meeting, opens: Opens, offset: int) -> None:
    ours = meeting.settle()
    _have_id_beside(meeting, offset)
    channel = meeting.person.founds("its")
    first = meeting.conversation(Opens.IT)
    meeting.we_join(first, channel)
    second = Conversation(meeting.person, meeting.line(opens))
    assert not second.greet()
    assert ours.ready_peers() == [meeting.person.peer_id]
    first.post(channel, "still here")
    meeting.live_until_equal(first, channel, 2)


def test_another_version_is_answered_with_an_error_and_an_end(meeting: Meeting) -> None:
    meeting.scene.excuse(meeting.settle())
    line = meeting.line()
    line.send(number(1, 2) + data(2, meeting.person.peer_id))
    assert b"version" in _last_words(line)


def test_a_peer_id_that_is_not_32_bytes_ends_it(meeting: Meeting) -> None:
    meeting.scene.excuse(meeting.settle())
    line = meeting.line()
    line.send(encode_hello(meeting.person.peer_id[:31]))
    assert b"32 bytes" in _last_words(line)


def test_a_shake_of_the_wrong_side_ends_it(meeting: Meeting) -> None:
    ours = meeting.settle()
    meeting.scene.excuse(ours)
    _have_id_beside(meeting, 1)  # so that the Shake is ours
    line = meeting.line()
    line.send(encode_hello(meeting.person.peer_id))
    line.send(encode_shake(is_duplicate=False))
    _last_words(line)
    meeting.scene.news.wait_until(lambda: not ours.ready_peers(), "our end")


def test_an_error_of_the_peer_ends_it_and_is_told(meeting: Meeting) -> None:
    ours = meeting.settle()
    meeting.scene.excuse(ours)
    conversation = meeting.conversation()
    conversation.complain("I have had enough")
    meeting.scene.news.wait_until(
        lambda: [gone.reason for gone in ours.gone()] == ["error_from_peer"], "our end"
    )


def _have_id_beside(meeting: Meeting, offset: int) -> None:
    id_ = (int.from_bytes(meeting.ours.id, "big") + offset) % (1 << 256)
    meeting.person.peer_id = id_.to_bytes(32, "big")


def _last_words(line: Line) -> bytes:
    """All that comes until the end."""
    words = b""
    try:
        while (message := line.receive(30.0)) is not None:
            words = message
    except LineClosedError:
        return words
    raise AssertionError("it does not end")
