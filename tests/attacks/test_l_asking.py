"""Peers that ask too much, or answer what nobody asked: L-1, L-4 (requests), L-9, L-10, L-11."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import pytest

from engine.crypto import boxes, ed25519
from engine.crypto.blake2b import hash32
from engine.errors import PeerViolation
from engine.model.ids import PeerId, PostId, PublicKey, SpaceId
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation.connection import PeerlinksConnection
from engine.protocols.peerlinks.conversation.reconciliation import Batch
from engine.protocols.peerlinks.conversation.requests import Answered, Outstanding
from engine.protocols.peerlinks.graph.answers import answer_query
from engine.protocols.peerlinks.limits import (
    ANSWERS_AHEAD_BYTES_MAX,
    BULK_HASHES,
    BULKS_IN_FLIGHT,
    QUERY_LIMIT_MAX,
    UNRESOLVED_PARENTS_IN_ALL_MAX,
)
from engine.protocols.peerlinks.messages import (
    decode_request_content,
    encode_request_content,
    encode_request_tbs,
)
from engine.protocols.peerlinks.packets import (
    Abbreviated,
    Bulk,
    BulkResponse,
    Layout,
    Notification,
    Query,
    QueryResponse,
    SyncRequest,
    SyncResponse,
)
from engine.protocols.peerlinks.trust.link import issue_link
from engine.wire.varint import encode_varint
from tests.attacks.attack import attack, replaced
from tests.attacks.scenes import ALL, Siege, by_owner, chain_of, is_refused, secret_of
from tests.conversations.scenes import hashes, posts
from tests.conversations.scripted import ScriptedPeer

DAY = 86_400.0
ANSWERS = "engine.protocols.peerlinks.graph.answers"
CONVERSATION = "engine.protocols.peerlinks.conversation"
SERVING = f"{CONVERSATION}.serving"
REQUESTS = "engine.protocols.peerlinks.messages.requests"
READER = ed25519.from_seed(b"r" * 32)
NOTHING = QueryResponse((), None, None)


def invented(*what: object) -> PostId:
    return PostId(hash32(repr(what).encode()))


# ---- answers ------------------------------------------------------------------------------------


def _without_counting(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(
        f"{CONVERSATION}.unresolved.UnresolvedParents.__len__", lambda one: one._count > 0
    )
    patch.setattr(f"{CONVERSATION}.reconciliation.Reconciliation._walks_in_vain", lambda _: False)


@attack("L-1", without=_without_counting)
def test_l1_parents_without_number_cost_little_and_end_the_conversation() -> None:
    siege = Siege()
    for page in range(12):
        if siege.peer.closed is not None:
            break
        entries = tuple(
            Abbreviated(tuple(invented(page, entry, n) for n in range(128)), invented(page, entry))
            for entry in range(1_000)
        )
        siege.peer.answers(
            siege.channel, QueryResponse(entries, invented("f", page), invented("b", page))
        )
    assert siege.is_refused


@attack("L-1", without=replaced(f"{CONVERSATION}.unresolved.Room.enter", lambda *_: None))
def test_l1_parents_without_number_are_bounded_for_all_peers_together() -> None:
    siege = Siege()
    crowd = [siege.peer]
    crowd += [
        ScriptedPeer(siege.play, siege.ben, peer_id=PeerId(hash32(bytes([one])))).greets()
        for one in range(4)
    ]
    entries = tuple(
        Abbreviated(tuple(invented(entry, n) for n in range(128)), invented(entry))
        for entry in range(1_000)
    )
    for peer in crowd:
        peer.answers(siege.channel, QueryResponse(entries, invented("f"), invented("b")))
    remembered = 0
    for peer in crowd:
        machine = peer.end.machine
        assert isinstance(machine, PeerlinksConnection)
        if machine._session is not None:
            course = machine._session._asking._courses[siege.channel.id]
            remembered += 0 if course.running is None else len(course.running._unresolved)
    assert 0 < remembered <= UNRESOLVED_PARENTS_IN_ALL_MAX


PASSES_OVER = f"{CONVERSATION}.reconciliation.Reconciliation._passes_over_too_many"


@attack("L-1", without=replaced(PASSES_OVER, lambda _: False))
def test_l1_what_builds_on_a_message_that_is_not_given_is_remembered_within_a_bound() -> None:
    """Each page may bring a message, too, so that it is not walked in vain."""
    siege, withheld = Siege(), invented("withheld")
    siege.peer.answers(siege.channel, QueryResponse((Abbreviated((), withheld),), withheld, None))
    siege.peer.answers(siege.channel, BulkResponse((), 1))
    for page in range(12):
        if not isinstance(siege.peer.asked(siege.channel)[-1], Query) or _is_done(siege):
            break
        entries = tuple(
            Abbreviated((withheld,), invented(page, entry)) for entry in range(QUERY_LIMIT_MAX)
        )
        siege.peer.answers(siege.channel, QueryResponse(entries, invented("f", page), None))
    assert _is_done(siege)
    assert siege.peer.closed is None, "a peer may have lost a message"


def _is_done(siege: Siege) -> bool:
    machine = siege.peer.end.machine
    assert isinstance(machine, PeerlinksConnection)
    assert machine._session is not None
    return machine._session._asking._courses[siege.channel.id].running is None


def _of_no_conversation(_requests: object, response: SyncResponse) -> Answered:
    keys = boxes.from_seed(bytes(32))
    unasked = Outstanding(SpaceId(bytes(32)), response.seq, ALL, keys, 0.0)
    return Answered(unasked, None)


ASKED_BY_NOBODY = replaced(f"{CONVERSATION}.requests.Requests.take", _of_no_conversation)
"""Any answer is taken, and put to no use."""


@attack("L-10", without=ASKED_BY_NOBODY)
def test_l10_an_answer_counts_once() -> None:
    siege = Siege()
    request = siege.peer.requests()[-1]
    page = answer_query(siege.ada.records, siege.channel.id, ALL)
    for _ in range(100):
        if siege.peer.closed is None:
            siege.peer.answers(siege.channel, page, request=request)
    assert siege.is_refused


@attack("L-10", without=replaced(f"{CONVERSATION}.reconciliation.ANSWERS_AHEAD_BYTES_MAX", 1 << 40))
def test_l10_huge_answers_before_their_turn_are_not_kept() -> None:
    siege = Siege(posts=1)
    names = [invented(number) for number in range(BULKS_IN_FLIGHT * BULK_HASHES)]
    shown = tuple(Abbreviated((), name) for name in names)
    siege.peer.answers(siege.channel, QueryResponse(shown, None, None))
    huge = BulkResponse((bytes(3 << 20),), 1)
    for request in siege.peer.requests()[-(BULKS_IN_FLIGHT - 1) :]:  # all but the first
        siege.peer.answers(siege.channel, huge, request=request)
    machine = siege.peer.end.machine
    assert isinstance(machine, PeerlinksConnection)
    assert machine._session is not None
    running = machine._session._asking._courses[siege.channel.id].running
    assert running is not None
    held = [fetch.response for fetch in running._fetches if fetch.response is not None]
    assert 0 < sum(len(wire) for one in held for wire in one.messages) <= ANSWERS_AHEAD_BYTES_MAX


@attack("L-10", without=ASKED_BY_NOBODY)
def test_l10_a_recorded_answer_is_worthless_in_another_conversation() -> None:
    siege = Siege()
    siege.peer.answers(siege.channel, answer_query(siege.ada.records, siege.channel.id, ALL))
    recorded = siege.peer.end.received[-1]
    again = ScriptedPeer(siege.play, siege.ben, peer_id=siege.ada.peer_id).greets()
    again.sends_raw(recorded)
    assert again.closed is not None
    assert again.closed.ending is Ending.VIOLATION


def _of_any_kind(patch: pytest.MonkeyPatch) -> None:
    for kind in ("QueryResponse", "BulkResponse"):
        patch.setattr(f"{CONVERSATION}.requests.{kind}", object)


@attack("L-10", without=_of_any_kind)
def test_l10_an_answer_of_another_kind_than_the_question_ends_the_conversation() -> None:
    siege = Siege()
    question = siege.peer.requests()[-1]
    assert isinstance(siege.peer.asked(siege.channel)[-1], Query)
    with suppress(AssertionError):  # of ours: where it would be dealt with, nobody expects it
        siege.peer.answers(siege.channel, BulkResponse((), 0), request=question)
    assert siege.is_refused


class _Everything:
    """Whatever comes was asked for."""

    def __contains__(self, _: object) -> bool:
        return True


def _batch_of_anything(wires: tuple[bytes, ...], _: object, dealt: tuple[PostId, ...]) -> Batch:
    return Batch(wires, _Everything(), dealt)  # type: ignore[arg-type]  # for membership only


@attack("L-10", without=replaced(f"{CONVERSATION}.reconciliation.Batch", _batch_of_anything))
def test_l10_a_message_nobody_asked_for_is_taken_from_nobody_however_right_it_is() -> None:
    siege = Siege()
    unasked = by_owner(siege.channel, siege.message())
    siege.brings(unasked, names=(invented("what was asked for"),))
    assert siege.is_refused


# ---- questions ----------------------------------------------------------------------------------


@attack("L-4", without=replaced(f"{CONVERSATION}.serving.is_chain_valid_at", lambda *_: True))
def test_l4_a_request_counts_by_the_time_it_comes() -> None:
    for valid_from, valid_to, allowed in (
        (-DAY, DAY, True),
        (0.0, 1.0, True),
        (1.0, DAY, False),
        (-DAY, 0.0, False),
    ):
        siege = Siege()
        now = siege.play.now
        key = PublicKey(READER.public_key)
        secret = siege.channel.secret_key
        assert secret is not None
        link = issue_link(secret, siege.channel.id, key, "r", now + valid_from, now + valid_to)
        peer = ScriptedPeer(siege.play, siege.ada).greets()
        answer = peer.asks(siege.channel, ALL, READER.secret_key, (link,))
        assert (answer is not None) == allowed
        assert peer.end.ready


@attack("L-9", without=replaced(f"{ANSWERS}.QUERY_LIMIT_MAX", 1 << 32), succeeds_by=PeerViolation)
def test_l9_a_page_has_at_most_1024_entries_however_many_are_asked_for() -> None:
    siege = Siege(posts=1_100)
    peer = ScriptedPeer(siege.play, siege.ada).greets()
    chain, secret = chain_of(siege.ben, siege.channel), secret_of(siege.ben)
    for limit, count in ((0, 0), (1, 1), (1_024, 1_024), (1_025, 1_024), ((1 << 32) - 1, 1_024)):
        answer = peer.asks(siege.channel, Query(0, is_backward=False, limit=limit), secret, chain)
        assert isinstance(answer, QueryResponse)
        assert len(answer.messages) == count


def _without_a_length(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(f"{REQUESTS}.QUERY_BYTES_MAX", 1 << 32)
    patch.setattr(f"{REQUESTS}.REQUEST_RUNS_MAX", 1 << 32)


@attack(
    "L-9",
    without=replaced(f"{ANSWERS}.BULK_ANSWER_HASHES_MAX", 1 << 32),
    succeeds_by=PeerViolation,
)
def test_l9_a_bulk_answers_at_most_128() -> None:
    siege = Siege(posts=300)
    peer = ScriptedPeer(siege.play, siege.ada).greets()
    wanted = Bulk(tuple(hashes(siege.ada, siege.channel.id)))
    answer = peer.asks(
        siege.channel, wanted, secret_of(siege.ben), chain_of(siege.ben, siege.channel)
    )
    assert isinstance(answer, BulkResponse)
    assert (len(answer.messages), answer.forward_index) == (128, 128)


@attack("L-9", without=_without_a_length)
def test_l9_a_question_that_costs_more_than_any_answer_is_refused() -> None:
    """One number said again and again is well-formed, and is walked one field at a time."""
    tbs = encode_request_tbs(ALL, (), bytes(32), Layout.PUBLISHED)
    bulk_tbs = encode_request_tbs(Bulk(()), (), bytes(32), Layout.PUBLISHED)
    again = encode_varint(4 << 3) + encode_varint(1)
    for asked, kind in ((tbs, 2), (bulk_tbs, 3)):
        for times in (100_000, 140_000):  # below and beyond what is counted before it is read
            repeated = again * times
            more = encode_varint(kind << 3 | 2) + encode_varint(len(repeated)) + repeated
            content = encode_request_content(asked + more, bytes(64))
            assert is_refused(partial(decode_request_content, content))


@attack("L-9", without=replaced(f"{CONVERSATION}.session.Allowance.spend", lambda *_: True))
def test_l9_a_flood_of_questions_ends_the_conversation() -> None:
    siege = Siege(posts=0)
    peer = ScriptedPeer(siege.play, siege.ada).greets()
    unknown = SpaceId(bytes(32))
    for _ in range(300):
        peer.says(*(SyncRequest(unknown, seq, bytes(24), bytes(64)) for seq in range(100)))
    assert peer.closed is not None
    assert peer.closed.ending is Ending.TOO_MANY


@attack("L-11", without=replaced(f"{CONVERSATION}.asking.RECONCILIATION_PAUSE_SECONDS", 0.0))
def test_l11_a_storm_of_news_leads_to_few_questions() -> None:
    siege = Siege(posts=0)
    siege.peer.answers(siege.channel, NOTHING)
    before = answered = len(siege.peer.requests())
    for _ in range(1_000):
        siege.peer.says(*[Notification(siege.channel.id)] * 10)
        for request in siege.peer.requests()[answered:]:
            siege.peer.answers(siege.channel, NOTHING, request=request)
            answered += 1
        siege.play.pass_time(0.001)
        assert len(siege.peer.requests()) - before <= 5


@attack("L-11", without=replaced(f"{CONVERSATION}.session.NOTIFICATION_DELAY_SECONDS", 0.0))
def test_l11_posts_of_one_moment_are_one_piece_of_news() -> None:
    siege = Siege(posts=0)
    peer = ScriptedPeer(siege.play, siege.ada).greets()
    for number in range(50):
        posts(siege.ada, siege.channel.id, str(number))
        siege.play.pass_time(0.001)
    siege.play.pass_time(1.0)
    assert len(peer.said(Notification)) <= 2
