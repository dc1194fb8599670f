"""What holds for every stream: how it is cut does not matter, and no bytes make a machine raise."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.model.commands import CreateIdentity, RequestInvite
from engine.model.ids import PeerId, PostId
from engine.protocols.contract import Close, Effect, Ending
from engine.protocols.peerlinks.conversation.handshake import we_shake
from engine.protocols.peerlinks.conversation.reconciliation import Extent
from engine.protocols.peerlinks.conversation.surroundings import Policy
from engine.protocols.peerlinks.conversation.unresolved import UnresolvedParents
from engine.protocols.peerlinks.messages import encode_hello, encode_packet
from engine.protocols.peerlinks.packets import Ping
from engine.wire.frames import encode_frame
from tests.conversations.play import Person, Play
from tests.conversations.scenes import lets_in, owner, posts_many, timeline

PEER_ID = PeerId(bytes(31) + b"\x01")
FAR_ID = PeerId(b"\x30" * 32)
"""Larger than PEER_ID and near it, so that the script shakes."""


def greeted_stream() -> bytes:
    """What a peer of id PEER_ID sends until the greeting is done."""
    assert we_shake(PEER_ID, FAR_ID)
    return encode_frame(encode_hello(PEER_ID, ours=True)) + encode_frame(b"\x08\x00")


ids = st.binary(min_size=32, max_size=32).map(PeerId)


@given(a=ids, b=ids)
def test_of_two_different_ids_exactly_one_shakes(a: PeerId, b: PeerId) -> None:
    assert a == b or we_shake(a, b) != we_shake(b, a)


def effects_of(chunks: list[bytes]) -> list[list[Effect]]:
    """What a machine with an identity and an open request makes of a stream in these pieces."""
    play = Play()
    person = play.person("ada", peer_id=FAR_ID)
    person.does(CreateIdentity("ada"))
    person.does(RequestInvite())
    end = play.open(person)
    found = [end.machine.start(play.now)]
    for chunk in chunks:
        found.extend(end.machine.receive(chunk, play.now))
    return found


def cut_at(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted({place % (len(data) + 1) for place in places}), len(data)]
    pieces = [data[start:end] for start, end in pairwise(edges)]
    return [piece for piece in pieces if piece]


packets = st.one_of(
    st.binary(max_size=300),
    st.builds(lambda seq: encode_packet(Ping(seq)), st.integers(0, (1 << 32) - 1)),
    # A field that exists, with anything inside.
    st.builds(
        lambda field, content: bytes([field << 3 | 2, len(content)]) + content,
        st.integers(1, 7),
        st.binary(max_size=127),
    ),
    # A channel id of the right length, with anything behind it.
    st.builds(
        lambda field, rest: (
            bytes([field << 3 | 2, 34 + len(rest)]) + b"\x0a\x20" + bytes(32) + rest
        ),
        st.integers(2, 5),
        st.binary(max_size=90),
    ),
)


@settings(max_examples=60)
@given(payloads=st.lists(packets, max_size=6), places=st.lists(st.integers(0, 5_000), max_size=12))
def test_any_cut_of_the_stream_leads_to_the_same_effects(
    payloads: list[bytes], places: list[int]
) -> None:
    stream = greeted_stream() + b"".join(encode_frame(one) for one in payloads)
    whole = effects_of([stream])
    assert repr(effects_of(cut_at(stream, places))) == repr(whole)


@settings(max_examples=60)
@given(stream=st.binary(min_size=1, max_size=2_000))
def test_no_bytes_make_a_machine_raise_before_the_greeting(stream: bytes) -> None:
    for effects in effects_of([stream]):
        for effect in effects:
            assert not isinstance(effect, Close) or effect.ending in set(Ending)


@settings(max_examples=100)
@given(payloads=st.lists(packets, max_size=8))
def test_no_frames_make_a_machine_raise_after_the_greeting(payloads: list[bytes]) -> None:
    stream = greeted_stream() + b"".join(encode_frame(one) for one in payloads)
    closes = [
        effect
        for effects in effects_of([stream])
        for effect in effects
        if isinstance(effect, Close)
    ]
    assert len(closes) <= 1


@settings(max_examples=40)
@given(
    before=st.integers(0, 6),
    mine=st.integers(0, 12),
    theirs=st.integers(0, 12),
    size=st.integers(1, 3_000),
    page=st.integers(1, 9),
    unresolved_max=st.integers(0, 3),
)
def test_two_who_wrote_apart_agree_after_meeting_however_small_the_pages_and_reads(
    before: int, mine: int, theirs: int, size: int, page: int, unresolved_max: int
) -> None:
    policy = Policy(extent=Extent(page, unresolved_max))

    def cut(data: bytes) -> Iterator[bytes]:
        for start in range(0, len(data), size):
            yield data[start : start + size]

    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, before)
    ben = play.person("ben", policy)
    lets_in(ada, channel.id, ben)
    end, _ = play.connect(ada, ben, cut)
    play.hang_up(end)
    play.run()
    posts_many(ada, channel.id, mine, "from ada")
    posts_many(ben, channel.id, theirs, "from ben")
    play.connect(ben, ada, cut)
    play.pass_time(1.0)
    assert len(timeline(ada, channel.id)) == 1 + before + mine + theirs
    assert timeline(ada, channel.id) == timeline(ben, channel.id)


NUMBERS = [PostId(number.to_bytes(32, "big")) for number in range(41)]


@given(
    steps=st.lists(
        st.tuples(st.booleans(), st.lists(st.sampled_from(NUMBERS), max_size=8)), max_size=30
    ),
)
def test_the_packed_set_of_parents_is_a_set(steps: list[tuple[bool, list[PostId]]]) -> None:
    packed, model = UnresolvedParents(), set[PostId]()
    for adds, some in steps:
        if adds:
            packed.add_all(some, count_max=1_000)
            model.update(some)
        else:
            packed.discard_all(some)
            model.difference_update(some)
        assert len(packed) == len(model)
        assert [one in packed for one in NUMBERS] == [one in model for one in NUMBERS]


@settings(max_examples=25)
@given(
    acts=st.lists(
        st.one_of(
            st.tuples(st.just("posts"), st.integers(0, 3)),
            st.tuples(st.just("meets"), st.integers(0, 3)),
        ),
        max_size=40,
    ),
    page=st.integers(1, 9),
)
def test_whoever_wrote_and_met_in_whatever_order_all_agree_in_the_end(
    acts: list[tuple[str, int]], page: int
) -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    policy = Policy(extent=Extent(page))
    people = [ada, *(play.person(name, policy) for name in ("ben", "cleo", "dan"))]
    for guest in people[1:]:
        lets_in(ada, channel.id, guest)
        meet(play, ada, guest)
    for act, number in acts:
        if act == "posts":
            posts_many(people[number], channel.id, 3, people[number].name)
        else:
            meet(play, people[number], people[(number + 1) % 4])
    for guest in (*people[1:], *people[1:]):
        meet(play, ada, guest)
    timelines = [timeline(person, channel.id) for person in people]
    assert all(one == timelines[0] for one in timelines)
    assert len(timelines[0]) == 1 + 3 * sum(act == "posts" for act, _ in acts)


def meet(play: Play, a: Person, b: Person) -> None:
    end, _ = play.connect(a, b)
    play.pass_time(1.0)
    play.hang_up(end)
    play.run()
