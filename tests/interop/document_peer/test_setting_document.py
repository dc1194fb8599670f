"""In which layout we ask: with the setting ``document`` in the document's from the first request.

Every request that its peer can read at all is in the document's layout: it knows no other one.
"""

from __future__ import annotations

import pytest

from tests.interop.document_peer.conversation import Conversation
from tests.interop.document_peer.meeting import Meeting, Opens
from tests.interop.document_peer.trust import ViolationError

BOTH_WAYS = pytest.mark.parametrize("opens", Opens, ids=["we-dial", "it-dials"])


@BOTH_WAYS
def test_with_it_the_first_request_is_in_the_documents_layout(
    meeting: Meeting, opens: Opens
) -> None:
    """Though the peer has shown nothing yet: it only listens."""
    ours = meeting.settle(document=True)
    channel = meeting.it_has_joined_before(ours)
    conversation = Conversation(meeting.person, meeting.line(opens))
    assert conversation.greet()
    asked = conversation.live_until(lambda: conversation.asked, "our first request")
    assert asked[0].request is not None
    meeting.live_until_equal(conversation, channel, 1)
    assert all(one.request is not None for one in conversation.asked)


def test_without_it_a_peer_that_asks_first_is_asked_as_it_asks(meeting: Meeting) -> None:
    ours = meeting.settle()
    channel = meeting.it_has_joined_before(ours)
    conversation = meeting.conversation()  # it asks for its channel at once
    conversation.live_until(lambda: conversation.asked, "our first request")
    meeting.live_until_equal(conversation, channel, 1)


def test_without_it_a_silent_peer_that_complains_is_asked_otherwise_the_next_time(
    meeting: Meeting,
) -> None:
    """The published programs are the many, so the first guess is theirs."""
    ours = meeting.settle()
    meeting.scene.excuse(ours)
    meeting.it_has_joined_before(ours)
    conversation = Conversation(meeting.person, meeting.line())
    assert conversation.greet()
    with pytest.raises(ViolationError):
        conversation.live_until_closed()

    again = Conversation(meeting.person, meeting.line_again())
    assert again.greet()
    again.live_until(lambda: again.asked, "a request in the document's layout")
    assert again.asked[0].request is not None
