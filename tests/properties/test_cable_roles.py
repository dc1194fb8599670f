"""Who is admin, moderator or user, judged in one pass and in rounds until nothing changes."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from engine.model.communities import MemberRole, ModerationKind, SeededRole
from engine.model.ids import PostId, PublicKey
from engine.protocols.cable.moderation.deeds import ROLES, Deed
from engine.protocols.cable.moderation.officers import ruling_of_roles
from engine.protocols.cable.moderation.roles import Charter

READER, *OTHERS = (PublicKey(bytes([number]) * 32) for number in range(6))
CHANNELS = st.sampled_from(["", "garden"])
GIVEN = st.builds(
    Deed,
    st.just(ModerationKind.ROLE),
    st.sampled_from(OTHERS),
    st.sampled_from([READER, *OTHERS]),
    CHANNELS,
    at=st.integers(1, 4).map(float),
    post=st.binary(min_size=32, max_size=32).map(PostId),
    role=st.sampled_from(MemberRole),
)


def in_rounds(given: list[Deed], first: PublicKey, channel: str) -> Mapping[PublicKey, MemberRole]:
    """The reader made ``first`` an admin before all else."""
    newest = {
        (one.by, one.about, one.channel): one
        for one in sorted(given, key=lambda deed: deed.moment)
        if one.channel in {"", channel} and one.about not in {READER, first}
    }
    held = {READER: MemberRole.ADMIN, first: MemberRole.ADMIN}
    admins = {first: 0.0}
    while True:
        before = dict(admins), dict(held)
        for one in newest.values():
            about = PublicKey(one.about)
            if one.role is None or one.moment[0] < admins.get(one.by, float("inf")):
                continue
            held[about] = min(one.role, held.get(about, MemberRole.USER), key=ROLES.index)
            if one.role is MemberRole.ADMIN:
                admins[about] = min(one.moment[0], admins.get(about, one.moment[0]))
        if before == (admins, held):
            return {key: role for key, role in held.items() if role is not MemberRole.USER}


@given(st.lists(GIVEN, max_size=20), CHANNELS)
def test_one_pass_finds_what_rounds_until_nothing_changes_find(
    given: list[Deed], channel: str
) -> None:
    first = OTHERS[0]
    start = Deed(ModerationKind.ROLE, READER, first, at=0.0, role=MemberRole.ADMIN)
    charter = Charter(READER, (start, *sorted(given, key=lambda deed: deed.moment)))
    assert charter.roles(channel) == in_rounds(given, first, channel)


STRANGER = PublicKey(bytes([9]) * 32)
BY_ANYBODY = st.builds(
    Deed,
    st.just(ModerationKind.ROLE),
    st.sampled_from([READER, *OTHERS]),
    st.sampled_from([READER, *OTHERS]),
    CHANNELS,
    at=st.integers(1, 4).map(float),
    post=st.binary(min_size=32, max_size=32).map(PostId),
    role=st.sampled_from(MemberRole),
)
HIDES = st.builds(
    Deed,
    st.just(ModerationKind.HIDE),
    st.sampled_from(OTHERS),
    st.just(STRANGER),
    st.sampled_from(["", "garden", "yard"]),
    at=st.integers(0, 9).map(lambda half: half / 2),
)


@given(
    st.lists(BY_ANYBODY, max_size=16),
    st.lists(HIDES, max_size=8),
    st.lists(
        st.builds(SeededRole, st.sampled_from(OTHERS), st.sampled_from(MemberRole)), max_size=2
    ),
    st.frozensets(st.sampled_from(OTHERS), max_size=1),
)
def test_what_is_done_counts_if_who_did_it_was_more_than_a_user_there_and_then(
    given: list[Deed], done: list[Deed], seeds: list[SeededRole], unwilling: frozenset[PublicKey]
) -> None:
    given.sort(key=lambda deed: deed.moment)
    charter = Charter(READER, tuple(given), tuple(seeds), unwilling)
    counting = ruling_of_roles(charter, done).counting
    for deed in done:
        assert (deed in counting) == (deed.by in charter.roles(deed.channel, deed.moment[0]))
