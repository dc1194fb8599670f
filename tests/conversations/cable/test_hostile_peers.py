"""Peers that flood, lie, and go on for ever: what we remember and do stays within bounds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.crypto.blake2b import hash32
from engine.errors import PeerViolation
from engine.model.communities import WireVersion
from engine.model.ids import PostId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.exchange.asking import fetching
from engine.protocols.cable.exchange.asking.named import Named
from engine.protocols.cable.exchange.budget import Needs
from engine.protocols.cable.exchange.circle import Circle
from engine.protocols.cable.limits import (
    BATCH_HASHES,
    BATCHES_IN_FLIGHT,
    FAULTS_MAX,
    HASH_BYTES,
    HASHES_ASKED_MAX,
    LOOPS_REMEMBERED_MAX,
    MESSAGE_BYTES_MAX,
    NAMED_BYTES_MAX,
    NAMES_SENT_MAX,
    NEEDS_ALWAYS,
    PIECES_MAX,
    UNREQUESTED_MAX,
)
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.cable.records import ChannelsHeard, PostsStored
from engine.protocols.cable.wire.messages import MessageReader, read_message, write_message
from engine.protocols.cable.wire.version import VERSIONS
from engine.protocols.contract import Charge, Ending
from engine.wire.varint import encode_varint
from tests.conversations.cable import boundaries
from tests.conversations.cable.stage import HALL, NOON, Peer, Script
from tests.conversations.cable.stored import StoredCable
from tests.memory_cable import MemoryCable

NUMBER = RequestNumber(b"one!")


def noise(count: int, salt: bytes = b"") -> Iterator[PostId]:
    for one in range(count):
        yield PostId(hash32(salt + one.to_bytes(4, "big")))


def range_of(script: Script) -> RequestNumber:
    return next(one.id for one in script.asked if isinstance(one, packets.TimeRange))


def by_hash(said: list[packets.Packet]) -> list[packets.RequestByHash]:
    return [one for one in said if isinstance(one, packets.RequestByHash)]


# ---- frames (A25) -------------------------------------------------------------------------------


@pytest.mark.parametrize("wire", list(WireVersion))
def test_a_length_beyond_the_bound_is_refused_at_once(wire: WireVersion) -> None:
    script = Script(Peer("ann", wire))
    script.hears_bytes(encode_varint(MESSAGE_BYTES_MAX + 1))
    assert script.ending() is Ending.VIOLATION


def test_a_few_messages_that_are_none_are_passed_over_and_many_are_not() -> None:
    script = Script(Peer("ann"))
    strange = b"\x03\x00\x01"  # an answer cut short
    script.hears_bytes(strange * FAULTS_MAX)
    assert script.ending() is None
    script.hears_bytes(strange)
    assert script.ending() is Ending.VIOLATION


@pytest.mark.parametrize(("count", "is_read"), [(PIECES_MAX, True), (PIECES_MAX + 1, False)])
def test_a_message_holds_so_many_pieces_and_no_more(count: int, is_read: bool) -> None:  # noqa: FBT001 - a parameter
    message = packets.DataResponse(NUMBER, (b"x",) * count)
    reader = MessageReader(VERSIONS[WireVersion.S])
    reader.feed(write_message(VERSIONS[WireVersion.S], message))
    payload = reader.next_payload()
    assert payload is not None
    if is_read:
        assert read_message(VERSIONS[WireVersion.S], payload) == message
    else:
        with pytest.raises(PeerViolation):
            read_message(VERSIONS[WireVersion.S], payload)


@pytest.mark.parametrize("wire", list(WireVersion))
@pytest.mark.parametrize("count", [HASHES_ASKED_MAX, HASHES_ASKED_MAX + 1])
def test_of_the_posts_that_are_asked_for_so_many_are_read(wire: WireVersion, count: int) -> None:
    version = VERSIONS[wire]
    hashes = tuple(noise(count))
    number = RequestNumber(bytes(version.request_id_bytes))
    reader = MessageReader(version)
    reader.feed(write_message(version, packets.RequestByHash(number, 0, hashes)))
    payload = reader.next_payload()
    assert payload is not None
    asked = packets.RequestByHash(number, 0, hashes[:HASHES_ASKED_MAX])
    assert read_message(version, payload) == asked


def test_a_message_counts_as_held_until_all_of_it_was_dealt_with() -> None:
    script = Script(Peer("ann"))
    told = packets.HashResponse(range_of(script), tuple(noise(3_000)))
    size = len(b"".join(told.hashes))
    dealt_with = script.machine.receive(write_message(VERSIONS[WireVersion.S], told), NOON)
    next(dealt_with)
    assert script.machine.buffered >= size
    next(dealt_with)
    assert script.machine.buffered >= size
    assert [effects for effects in dealt_with if script.machine.buffered < size] == []
    assert script.machine.buffered == 0


def test_a_message_that_is_broken_off_is_held_no_more() -> None:
    script = Script(Peer("ann"))
    told = packets.HashResponse(range_of(script), tuple(noise(3_000)))
    next(script.machine.receive(write_message(VERSIONS[WireVersion.S], told), NOON))
    assert list(script.machine.receive(b"", NOON)) == []
    assert script.machine.buffered == 0


def test_after_the_end_nothing_has_an_effect() -> None:
    script = Script(Peer("ann"))
    script.hears_bytes(encode_varint(MESSAGE_BYTES_MAX + 1))
    assert script.hears(packets.TimeRange(NUMBER, 0, HALL, 0, 0, 9)) == []
    assert script.machine.wake(NOON) == []
    assert script.machine.reconcile(NOON) == []
    assert script.machine.presence == ()


# ---- answers ------------------------------------------------------------------------------------


def test_hashes_without_end_are_asked_for_some_at_a_time() -> None:
    script = Script(Peer("ann"))
    said: list[packets.Packet] = []
    for one in range(20):
        hashes = tuple(noise(1_000, bytes([one])))
        said += script.hears(packets.HashResponse(range_of(script), hashes))
    requests = by_hash(said)
    assert len(requests) == BATCHES_IN_FLIGHT
    assert all(len(one.hashes) <= BATCH_HASHES for one in requests)


def test_of_hashes_that_wait_no_more_are_kept_than_a_bound() -> None:
    named = Named()
    page = list(noise(1_024))
    for _ in range(NAMED_BYTES_MAX // (1_024 * HASH_BYTES)):
        named.add(page)
    assert named.bytes == NAMED_BYTES_MAX
    assert [named.overflowed] == [False]
    named.add(page[:1])
    assert named.bytes == NAMED_BYTES_MAX
    assert named.overflowed
    assert named.take(10) == page[:10]


def test_posts_that_nobody_asked_for_are_a_fault_in_version_s() -> None:
    script = Script(Peer("ann"))
    for one in range(UNREQUESTED_MAX):
        script.hears(packets.DataResponse(NUMBER, (bytes([one]) * 40,)))
    assert script.ending() is None
    script.hears(packets.DataResponse(NUMBER, (b"one more" * 5,)))
    assert script.ending() is Ending.VIOLATION
    assert script.stored == []


def test_posts_that_are_not_of_whom_they_say_are_a_fault() -> None:
    script, ben = Script(Peer("ann")), Peer("ben")
    made = ben.makes(posts.Text(HALL, "hello"))
    forged = [made.encoded[:-1] + bytes([one]) for one in range(FAULTS_MAX + 1)]
    hashes = tuple(PostId(hash32(one)) for one in forged)
    requests = by_hash(script.hears(packets.HashResponse(range_of(script), hashes)))
    script.hears(packets.DataResponse(requests[0].id, tuple(forged[:FAULTS_MAX])))
    assert script.ending() is None
    script.hears(packets.DataResponse(requests[0].id, tuple(forged[FAULTS_MAX:])))
    assert script.ending() is Ending.VIOLATION


@pytest.mark.parametrize("wire", list(WireVersion))
def test_a_post_that_comes_late_and_twice_at_once_is_stored_once(wire: WireVersion) -> None:
    script, ben = Script(Peer("ann", wire)), Peer("ben", wire)
    made = ben.makes(posts.Text(HALL, "hello"))
    (request, *_) = by_hash(script.hears(packets.HashResponse(range_of(script), (made.hash,))))
    script.waits(60.0)  # given up, and still taken
    script.hears(packets.DataResponse(request.id, (made.encoded, made.encoded)))
    stored = [one for one in script.stored if isinstance(one, PostsStored)]
    assert [one.posts for one in stored] == [(made,)]


def test_an_answer_to_one_request_that_grows_too_long_is_cancelled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fetching, "REQUEST_BYTES_MAX", 20_000)
    script, ben = Script(Peer("ann")), Peer("ben")
    texts = [posts.Text(HALL, f"{one:04} " * 200) for one in range(31)]
    long = [ben.makes(text, NOON - one).encoded for one, text in enumerate(texts)]
    hashes = tuple(PostId(hash32(one)) for one in long)
    (request, *_) = by_hash(script.hears(packets.HashResponse(range_of(script), hashes)))
    cancel = packets.Cancel(request.id, 0, request.id)
    assert cancel not in script.hears(packets.DataResponse(request.id, tuple(long[:15])))
    assert cancel in script.hears(packets.DataResponse(request.id, tuple(long[15:30])))
    assert by_hash(script.waits(100.0)) == []


def test_an_answer_that_drips_is_given_up() -> None:
    script, ben = Script(Peer("ann")), Peer("ben")
    made = [ben.makes(posts.Text(HALL, str(one)), NOON - one) for one in range(31)]
    hashes = tuple(one.hash for one in made)
    (request, *_) = by_hash(script.hears(packets.HashResponse(range_of(script), hashes)))
    said: list[packets.Packet] = []
    for one in made[:14]:
        said += script.hears(packets.DataResponse(request.id, (one.encoded,)))
        said += script.waits(10)
    assert packets.Cancel(request.id, 0, request.id) in said


def test_names_of_channels_are_taken_to_a_bound() -> None:
    script = Script(Peer("ann"))
    (one,) = [each for each in script.asked if isinstance(each, packets.ChannelList)]
    for part in range(3):
        names = tuple(b"%d-%d" % (part, each) for each in range(NAMES_SENT_MAX // 2))
        script.hears(packets.DataResponse(one.id, names))
    heard = [record for record in script.stored if isinstance(record, ChannelsHeard)]
    assert sum(len(record.names) for record in heard) == NAMES_SENT_MAX


# ---- questions ----------------------------------------------------------------------------------


def test_who_asks_more_than_reading_everything_needs_pays_for_it() -> None:
    needs = Needs()
    assert needs.covers(NEEDS_ALWAYS - 1, lambda: 0)
    assert not needs.covers(1, lambda: 0)
    assert needs.covers(1, lambda: 1_000)


def test_what_is_looked_up_for_an_answer_is_paid_for_though_none_of_it_is_given() -> None:
    ann = Peer("ann", channels=())
    ann.holds(*[Peer(f"person {one}").makes(posts.Join(HALL)) for one in range(64)])
    script = Script(ann)
    for one in range(NEEDS_ALWAYS // 64):
        number = RequestNumber(one.to_bytes(4, "big"))
        script.hears(packets.ChannelState(number, 0, HALL, 0, 1))
        script.hears(packets.Cancel(number, 0, number))
    script.hears(packets.ChannelState(NUMBER, 0, HALL, 0, 1))
    assert script.charge() is Charge.FULL


def test_posts_that_are_looked_up_in_vain_are_paid_for() -> None:
    script = Script(Peer("ann"))
    script.hears(packets.RequestByHash(NUMBER, 0, tuple(noise(NEEDS_ALWAYS))))
    assert script.charge() is Charge.FULL


def test_reading_a_history_is_free_and_noise_is_not() -> None:
    script = Script(Peer("ann"))
    script.peer.says("one")
    script.hears(packets.TimeRange(NUMBER, 0, HALL, 0, 0, 9))
    assert script.charge() is Charge.NONE
    script.hears(packets.HashResponse(RequestNumber(b"none"), tuple(noise(9))))
    assert script.charge() is Charge.FULL
    script.hears(packets.HashResponse(range_of(script), tuple(noise(9))))
    assert script.charge() is Charge.IF_IN_VAIN


# ---- memory -------------------------------------------------------------------------------------


def test_loops_are_remembered_to_a_bound_and_for_a_time() -> None:
    circle = Circle()
    for one in range(LOOPS_REMEMBERED_MAX + 1):
        circle.is_known((packets.TimeRange, RequestNumber(one.to_bytes(4, "big"))), NOON)
    assert circle.is_known((packets.TimeRange, RequestNumber((1).to_bytes(4, "big"))), NOON)
    assert not circle.is_known((packets.TimeRange, RequestNumber(bytes(4))), NOON)
    assert not circle.is_known(
        (packets.TimeRange, RequestNumber((2).to_bytes(4, "big"))), NOON + 1_000
    )


# ---- the published programs' habits (protocols/cable.md 2, "Traps") -----------------------------


def test_in_version_m_answers_to_everybody_are_lived_with() -> None:
    script, ben = Script(Peer("ann", WireVersion.M)), Peer("ben", WireVersion.M)
    made = ben.makes(posts.Text(HALL, "hello"))
    for one in range(3 * UNREQUESTED_MAX):
        script.hears(packets.DataResponse(NUMBER, (b"for others" + bytes([one]) * 40,)))
        script.hears(packets.HashResponse(NUMBER, tuple(noise(3))))
    assert script.ending() is None
    hashes = (made.hash,)
    (request,) = by_hash(script.hears(packets.HashResponse(range_of(script), hashes)))
    # Under the number of somebody else's request, twice, and then the end by another.
    script.hears(packets.DataResponse(NUMBER, (made.encoded,)))
    script.hears(packets.DataResponse(request.id, (made.encoded,)))
    script.hears(packets.DataResponse(request.id, ()))
    assert script.peer.held == {made.hash}
    assert [type(one) for one in script.stored] == [PostsStored]


def test_in_version_m_silence_is_no_answer_and_no_fault() -> None:
    script = Script(Peer("ann", WireVersion.M))
    script.hears(packets.HashResponse(range_of(script), tuple(noise(3))))
    script.waits(600)
    assert script.ending() is None


def test_in_version_m_a_whole_history_may_come_in_one_message() -> None:
    script, ben = Script(Peer("ann", WireVersion.M)), Peer("ben", WireVersion.M)
    made = ben.says(*(f"text {one}" for one in range(1_500)), at=NOON - 5_000)
    by = {one.hash: one.encoded for one in made}
    said = script.hears(
        packets.HashResponse(range_of(script), tuple(one.hash for one in reversed(made)))
    )
    while requests := by_hash(said):
        said = []
        for one in requests:
            said += script.hears(
                packets.DataResponse(one.id, tuple(by[each] for each in one.hashes))
            )
    assert script.peer.held == ben.held


def test_a_limit_that_cable_core_does_not_keep_is_no_fault() -> None:
    script = Script(Peer("ann", WireVersion.M))
    number = range_of(script)
    for one in range(5):
        script.hears(packets.HashResponse(number, tuple(noise(100, bytes([one])))))
    assert script.ending() is None


def test_nothing_that_is_said_raises() -> None:
    for wire in WireVersion:
        for kind in range(12):
            script = Script(Peer("ann", wire))
            for size in (0, 3, 4, 8, 40, 100):
                body = bytes([kind]) + bytes(range(size))
                own = 1 if wire is WireVersion.S else 0
                try:
                    script.hears_bytes(encode_varint(len(body) + own) + body)
                except PeerViolation as escaped:
                    raise AssertionError from escaped
            assert script.close is None


@pytest.mark.parametrize("wire", list(WireVersion))
@pytest.mark.parametrize("records", [MemoryCable, StoredCable])
def test_no_number_that_is_asked_with_raises(wire: WireVersion, records: type[MemoryCable]) -> None:
    script = Script(Peer("ann", wire, records=records()))
    script.peer.says("one", "two")
    for asked in boundaries.requests(VERSIONS[wire]):
        script.hears(asked)
        script.waits(0.1)
    assert script.close is None


@pytest.mark.parametrize("wire", list(WireVersion))
def test_no_number_in_a_post_raises(wire: WireVersion) -> None:
    ann = Peer("ann", wire, records=StoredCable())
    script = Script(ann)
    made = boundaries.made_by(Peer("ben", wire), VERSIONS[wire])
    by = {one.hash: one.encoded for one in made}
    said = script.hears(packets.HashResponse(range_of(script), tuple(by)))
    while requests := by_hash(said):
        said = []
        for one in requests:
            said += script.hears(
                packets.DataResponse(one.id, tuple(by[each] for each in one.hashes))
            )
    assert not ann.held.isdisjoint(by)
    for asked in boundaries.requests(VERSIONS[wire]):
        script.hears(asked)
    assert script.close is None
