"""Posts that are asked for by their hashes, and what becomes of them (protocols/cable.md 3)."""

from __future__ import annotations

import pytest

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.model.communities import WireVersion
from engine.model.ids import ConnectionId, PostId
from engine.protocols.cable import packets, posts
from engine.protocols.cable.exchange.asking import fetching
from engine.protocols.cable.limits import (
    BARREN_MAX,
    BARREN_SECONDS,
    BATCH_HASHES,
    BATCH_HASHES_FIRST,
    BATCHES_IN_FLIGHT,
    ELSEWHERE_SECONDS,
    FUTURE_SECONDS,
    NAMERS_MAX,
    PIECE_POSTS,
)
from engine.protocols.cable.packets import RequestNumber
from engine.protocols.cable.records import (
    PostsRefused,
    PostsStored,
    Reason,
)
from tests.conversations.cable.answers import (
    ALL,
    VERSION_S,
    Answered,
    by_hash,
    range_of,
    texts,
)
from tests.conversations.cable.stage import HALL, NOON, Peer, Script

# ---- posts by their hashes ----------------------------------------------------------------------


@ALL
def test_what_is_named_is_asked_for_of_who_named_it_first_a_few(wire: WireVersion) -> None:
    answered = Answered(wire)
    made = texts(answered.ben, 2_000)
    requests = answered.names(made[:1_000]) + answered.names(made[1_000:])
    assert len(requests) == BATCHES_IN_FLIGHT
    sizes = [len(one.hashes) for one in requests]
    assert sizes[0] == BATCH_HASHES_FIRST
    assert sizes == sorted(sizes)
    assert max(sizes) <= BATCH_HASHES
    named = [one.hash for one in made]
    asked_for = [hashed for one in requests for hashed in one.hashes]
    assert asked_for == named[: len(asked_for)]
    while requests:
        requests += answered.gives(requests.pop(0), made)
        assert all(len(one.hashes) <= BATCH_HASHES for one in requests)
    assert answered.script.peer.held == frozenset(named)
    stored = [one for one in answered.script.stored if isinstance(one, PostsStored)]
    assert all(len(one.posts) <= PIECE_POSTS for one in stored)


def test_what_is_known_or_being_asked_for_is_not_asked_for_again() -> None:
    answered = Answered()
    made = texts(answered.ben, 3)
    answered.script.peer.holds(made[0])
    (request,) = answered.names(made)
    assert request.hashes == (made[1].hash, made[2].hash)
    assert answered.names(made) == []
    answered.gives(request, made)
    assert answered.names(made) == []


def test_hashes_without_a_request_are_not_looked_at() -> None:
    answered = Answered()
    made = texts(answered.ben, 1)
    strange = packets.HashResponse(RequestNumber(b"????"), (made[0].hash,))
    assert answered.script.hears(strange) == []


def test_data_is_stored_only_if_it_was_asked_for_by_its_hash() -> None:
    answered = Answered()
    made = texts(answered.ben, 2)
    (request,) = answered.names(made[:1])
    both = tuple(post.encoded for post in made)
    answered.script.hears(packets.DataResponse(request.id, both))
    assert answered.script.peer.held == {made[0].hash}


def test_a_post_that_its_author_did_not_sign_is_not_stored_nor_asked_for_again() -> None:
    answered = Answered()
    (made,) = texts(answered.ben, 1)
    forged = made.encoded[:-1] + bytes([made.encoded[-1] ^ 1])
    hashed = PostId(hash32(forged))
    number = range_of(answered.script.asked).id
    (request,) = by_hash(answered.script.hears(packets.HashResponse(number, (hashed,))))
    answered.script.hears(packets.DataResponse(request.id, (forged,)))
    assert answered.script.stored == []
    assert by_hash(answered.script.hears(packets.HashResponse(number, (hashed,)))) == []
    assert answered.script.close is None


def test_a_post_of_an_unknown_type_is_remembered_and_not_asked_for_again() -> None:
    answered = Answered()
    signed = bytes(32) + bytes([40]) + b"of a later time"
    ben = answered.ben.keys
    encoded = ben.public_key + ed25519.sign(signed, ben.secret_key) + signed
    hashed = PostId(hash32(encoded))
    number = range_of(answered.script.asked).id
    (request,) = by_hash(answered.script.hears(packets.HashResponse(number, (hashed,))))
    answered.script.hears(packets.DataResponse(request.id, (encoded,)))
    (record,) = answered.script.stored
    assert isinstance(record, PostsRefused)
    assert [(one.hash, one.why) for one in record.refused] == [(hashed, Reason.UNKNOWN_TYPE)]
    assert by_hash(answered.script.hears(packets.HashResponse(number, (hashed,)))) == []
    given = answered.script.hears(packets.RequestByHash(RequestNumber(b"give"), 0, (hashed,)))
    assert given == [packets.DataResponse(RequestNumber(b"give"), ())]


@ALL
def test_a_post_of_next_week_is_not_taken_and_one_of_this_week_is(wire: WireVersion) -> None:
    answered = Answered(wire)
    units = 1 if wire is VERSION_S else 1_000
    early = answered.ben.makes(posts.Text(HALL, "in a week"), NOON + FUTURE_SECONDS)
    just = answered.ben.makes(posts.Text(HALL, "soon"), NOON + FUTURE_SECONDS - 1 / units)
    (request,) = answered.names([early, just])
    answered.gives(request, [early, just])
    assert answered.script.peer.held == {just.hash}
    assert answered.names([early]) == []
    answered.script.waits(2)
    (request,) = answered.names([early])
    answered.gives(request, [early])
    assert answered.script.peer.held == {early.hash, just.hash}


def test_posts_by_somebody_whom_we_block_are_fetched_once_and_refused() -> None:
    answered = Answered()
    peer = answered.script.peer
    blocks = f'{{"{answered.ben.author.hex()}":{{}}}}'
    answered.script.posts(posts.Info((("blocks", blocks),)))
    made = texts(answered.ben, 2)
    (request,) = answered.names(made)
    answered.gives(request, made)
    assert not peer.held & {post.hash for post in made}
    assert set(peer.records.refused(peer.id).values()) == {Reason.BLOCKED}
    assert answered.names(made) == []
    answered.script.now += 1
    answered.script.posts(posts.Info((("blocks", "{}"),)))
    assert len(answered.names(made)) == 1


def test_a_deleted_post_that_comes_later_is_refused() -> None:
    answered = Answered()
    (made,) = texts(answered.ben, 1)
    delete = answered.ben.makes(posts.Delete((made.hash,)))
    (request,) = answered.names([delete])
    answered.gives(request, [delete])
    (request,) = answered.names([made])
    answered.gives(request, [made])
    assert answered.script.peer.held == {delete.hash}
    assert answered.names([made]) == []


def test_max_age_of_its_author_keeps_old_posts_out() -> None:
    answered = Answered()
    age = answered.ben.makes(posts.Info((("max_age", "100"),)))
    old = answered.ben.makes(posts.Text(HALL, "old"), NOON - 101)
    new = answered.ben.makes(posts.Text(HALL, "new"), NOON - 50)
    for made in (age, old, new):
        (request,) = answered.names([made])
        answered.gives(request, [made])
    assert answered.script.peer.held == {age.hash, new.hash}


# ---- what does not come -------------------------------------------------------------------------


def test_where_a_peer_lets_us_wait_another_who_named_it_is_asked() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    silent = Script(ann)
    made = texts(ben, 3)
    hashes = tuple(one.hash for one in made)
    (request,) = by_hash(silent.hears(packets.HashResponse(range_of(silent.asked).id, hashes)))
    other = Script(ann, number=ConnectionId(2))
    named = other.hears(packets.HashResponse(range_of(other.asked).id, hashes))
    assert by_hash(named) == []
    silent.waits(ELSEWHERE_SECONDS)
    (again,) = by_hash(other.waits(ELSEWHERE_SECONDS + 5))
    assert again.hashes == hashes
    other.hears(packets.DataResponse(again.id, tuple(one.encoded for one in made)))
    assert ann.held == frozenset(hashes)
    assert silent.hears(packets.DataResponse(request.id, (made[0].encoded,))) == []


def test_where_a_peer_has_no_more_another_is_asked_at_once() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    made = texts(ben, 3)
    hashes = tuple(one.hash for one in made)
    poor = Script(ann)
    (request,) = by_hash(poor.hears(packets.HashResponse(range_of(poor.asked).id, hashes)))
    rich = Script(ann, number=ConnectionId(2))
    rich.hears(packets.HashResponse(range_of(rich.asked).id, hashes))
    poor.hears(packets.DataResponse(request.id, (made[0].encoded,)))
    poor.hears(packets.DataResponse(request.id, ()))
    (again,) = by_hash(rich.waits(6))
    assert again.hashes == hashes[1:]


def test_who_names_something_after_very_many_others_is_asked_when_these_do_not_give_it() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    made = texts(ben, 3)
    hashes = tuple(one.hash for one in made)
    liars: list[Script] = []
    for one in range(NAMERS_MAX + 1):
        liars.append(Script(ann, number=ConnectionId(10 + one), beside=list(liars)))
    holder = Script(ann, beside=list(liars))
    for script in (*liars, holder):
        script.hears(packets.HashResponse(range_of(script.asked).id, hashes))
        script.take()
    said: list[packets.Packet] = []
    for _ in range(20 * len(liars)):
        for script in liars:
            script.waits(ELSEWHERE_SECONDS / 10)
        said += [*holder.take(), *holder.waits(ELSEWHERE_SECONDS / 10)]
    (request,) = by_hash(said)
    assert request.hashes == hashes


def test_where_a_connection_ends_another_is_asked() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    (made,) = texts(ben, 1)
    gone = Script(ann)
    gone.hears(packets.HashResponse(range_of(gone.asked).id, (made.hash,)))
    other = Script(ann, number=ConnectionId(2))
    assert by_hash(other.hears(packets.HashResponse(range_of(other.asked).id, (made.hash,)))) == []
    assert list(gone.machine.receive(b"", gone.now)) == []
    (again,) = by_hash(other.waits(6))
    assert again.hashes == (made.hash,)


def test_who_names_what_does_not_exist_is_left_alone_for_a_while() -> None:
    answered = Answered()
    number = range_of(answered.script.asked).id
    for one in range(BARREN_MAX):
        hashed = PostId(hash32(bytes([one])))
        (request,) = by_hash(answered.script.hears(packets.HashResponse(number, (hashed,))))
        answered.script.hears(packets.DataResponse(request.id, ()))
    (made,) = texts(answered.ben, 1)
    assert answered.names([made]) == []
    assert by_hash(answered.script.waits(BARREN_SECONDS - 1)) == []
    number = range_of(answered.script.waits(2)).id  # all is to be named anew
    (request,) = by_hash(answered.script.hears(packets.HashResponse(number, (made.hash,))))
    assert request.hashes == (made.hash,)
    assert answered.gives(request, [made]) == []
    assert answered.script.peer.held == {made.hash}


def test_who_keeps_some_posts_back_from_us_is_still_asked_for_all_others() -> None:
    """As a relay does whose people have blocked us: it names what it has, gives what it may."""
    answered = Answered()
    number = range_of(answered.script.asked).id
    kept_back = [PostId(hash32(bytes([one]))) for one in range(BARREN_MAX)]
    for hashed in kept_back:
        (request,) = by_hash(answered.script.hears(packets.HashResponse(number, (hashed,))))
        answered.script.hears(packets.DataResponse(request.id, ()))
    (made,) = texts(answered.ben, 1)
    number = range_of(answered.script.waits(BARREN_SECONDS + 1)).id
    assert by_hash(answered.script.hears(packets.HashResponse(number, tuple(kept_back)))) == []
    (request,) = by_hash(answered.script.hears(packets.HashResponse(number, (made.hash,))))
    assert request.hashes == (made.hash,)


def test_what_was_left_to_others_is_named_anew_too_by_who_names_what_does_not_exist() -> None:
    ann, ben = Peer("ann"), Peer("ben")
    hashes = tuple(one.hash for one in texts(ben, 3))
    others = [Script(ann, number=ConnectionId(10 + one)) for one in range(NAMERS_MAX + 1)]
    script = Script(ann)
    for one in (*others, script):
        one.hears(packets.HashResponse(range_of(one.asked).id, hashes))
    number = range_of(script.asked).id
    for made_up in range(BARREN_MAX):
        nothing = PostId(hash32(bytes([made_up])))
        (request,) = by_hash(script.hears(packets.HashResponse(number, (nothing,))))
        script.hears(packets.DataResponse(request.id, ()))
    for gone in others:
        assert list(gone.machine.receive(b"", gone.now)) == []
    script.now += BARREN_SECONDS
    said = script.waits(1)
    assert by_hash(said) == []
    (request,) = by_hash(script.hears(packets.HashResponse(range_of(said).id, hashes)))
    assert request.hashes == hashes


def test_a_post_is_had_though_very_much_that_does_not_exist_was_named_before_it() -> None:
    """A relay names what others behind it say: what it has itself must not wait for ever."""
    answered = Answered()
    number = range_of(answered.script.asked).id
    nothing = [PostId(hash32(b"%d" % one)) for one in range(20_000)]
    requests = by_hash(answered.script.hears(packets.HashResponse(number, tuple(nothing))))
    while requests:
        ended = [packets.DataResponse(one.id, ()) for one in requests]
        requests = by_hash(answered.script.hears(*ended))
    (made,) = texts(answered.ben, 1)
    number = range_of(answered.script.waits(BARREN_SECONDS + 1)).id
    (request, *_) = by_hash(
        answered.script.hears(packets.HashResponse(number, (made.hash, *nothing)))
    )
    assert made.hash in request.hashes


def test_what_an_answer_leaves_out_is_asked_for_again_as_long_as_much_of_it_comes() -> None:
    """Answers are cut where they would be too long."""
    answered = Answered()
    made = texts(answered.ben, BATCH_HASHES_FIRST)
    (request,) = answered.names(made)
    (again,) = answered.gives(request, made[:5])
    assert again.hashes == tuple(one.hash for one in made[5:])
    assert answered.gives(again, made[5:]) == []
    assert answered.script.peer.held == {one.hash for one in made}


def test_what_an_answer_leaves_out_nearly_whole_is_not_asked_for_again() -> None:
    answered = Answered()
    made = texts(answered.ben, BATCH_HASHES_FIRST)
    (request,) = answered.names(made)
    assert answered.gives(request, made[:3]) == []


@pytest.mark.parametrize("seconds", [3 * ELSEWHERE_SECONDS, 40 * ELSEWHERE_SECONDS])
def test_a_peer_that_was_away_and_then_answers_everything_is_no_liar(seconds: float) -> None:
    """As a computer does that was asleep. What it was asked for is taken, however late."""
    answered = Answered()
    made = texts(answered.ben, 20 * BATCH_HASHES)
    requests = answered.names(made)
    requests += by_hash(answered.script.waits(seconds))
    assert len(requests) > BATCHES_IN_FLIGHT
    for request in requests:
        answered.gives(request, made)
        assert answered.script.close is None
    assert {one for request in requests for one in request.hashes} <= answered.script.peer.held


def test_what_was_given_up_is_taken_late_so_much_of_it_and_the_latest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fetching, "_LATE_MAX", 3)
    ann = Peer("ann")
    script, made = Script(ann), texts(Peer("ben"), 4)
    hashes = tuple(one.hash for one in made)
    named = packets.HashResponse(range_of(script.asked).id, hashes)
    (request,) = by_hash(script.hears(named))
    script.waits(60.0)
    script.hears(packets.DataResponse(request.id, tuple(one.encoded for one in made)))
    assert ann.held == frozenset(hashes[1:])
