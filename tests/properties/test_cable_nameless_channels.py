"""No word on a channel touches posts of none, whoever says what of which channel."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.model.communities import MemberRole, ModerationKind
from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.moderation.deeds import ACTIONS, OF_CHANNELS, Deed, deeds_of_post
from engine.protocols.cable.moderation.officers import ruling_of_roles
from engine.protocols.cable.moderation.roles import Charter
from engine.protocols.cable.posts import Moderation

READER, MODERATOR, SOMEBODY = (PublicKey(bytes([number]) * 32) for number in range(3))
OFFICE = Deed(ModerationKind.ROLE, READER, MODERATOR, at=0.0, role=MemberRole.MODERATOR)
SAID = st.tuples(
    st.sampled_from([READER, MODERATOR, SOMEBODY]),
    st.builds(
        Moderation,
        st.just(""),
        st.integers(0, 1),
        st.sampled_from(["", "garden"]),
        st.lists(st.sampled_from([READER, SOMEBODY, bytes(32)]), max_size=2).map(tuple),
        st.sampled_from([ACTIONS.index(kind) for kind in OF_CHANNELS]) | st.integers(0, 9),
    ),
)


@given(st.lists(SAID, max_size=6))
def test_no_word_on_a_channel_touches_posts_of_none(
    said: list[tuple[PublicKey, Moderation]],
) -> None:
    done = [
        deed
        for at, (by, content) in enumerate(said, start=1)
        for deed in deeds_of_post(by, content, float(at), PostId(bytes([at]) * 32))
    ]
    ruling = ruling_of_roles(Charter(READER, (OFFICE,)), done)
    assert "" not in ruling.dropped_channels
    assert not any(ruling.is_erased_with("", one) for one in (READER, MODERATOR, SOMEBODY))
