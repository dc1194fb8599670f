"""Two people come to hold the same posts ("Synchronization", "CRDT Order")."""

from __future__ import annotations

import pytest

from engine.model.events import PostsArrived, ReconciliationDone, Reconciling
from engine.protocols.contract import Ending
from engine.protocols.peerlinks.conversation import serving
from engine.protocols.peerlinks.graph.order import order_key
from engine.protocols.peerlinks.limits import BULK_HASHES
from tests.conversations.play import Cut, Play, cut_every, uncut
from tests.conversations.scenes import hashes, lets_in, owner, posts, posts_many, timeline


def test_a_guest_receives_all_there_is_and_both_hold_it_in_the_same_order() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 5)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    assert len(hashes(ben, channel.id)) == 6
    assert timeline(ben, channel.id) == timeline(ada, channel.id)


@pytest.mark.parametrize("cut", [uncut, cut_every(1), cut_every(7), cut_every(1_000)])
def test_however_the_stream_is_cut_the_same_posts_and_events_come_of_it(cut: Cut) -> None:
    told: list[list[object]] = []
    for how in (uncut, cut):
        play = Play()
        ada, channel = owner(play, "ada")
        posts_many(ada, channel.id, 40)
        ben = play.person("ben")
        lets_in(ada, channel.id, ben)
        play.connect(ada, ben, how)
        told.append([hashes(ben, channel.id), list(ben.events), list(ada.events)])
    assert told[0] == told[1]


def test_what_arrived_is_told_packet_by_packet_and_once_as_a_whole() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, BULK_HASHES + 8)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    arrived = [event for event in ben.told(PostsArrived) if event.space == channel.id]
    assert [event.count for event in arrived] == [BULK_HASHES, 9]
    assert arrived[0].first == order_key(0, hashes(ada, channel.id)[0])
    assert arrived[-1].last == order_key(BULK_HASHES + 8, hashes(ada, channel.id)[-1])
    received = [event.received for event in ben.told(Reconciling) if event.space == channel.id]
    assert received == [BULK_HASHES, BULK_HASHES + 9]
    assert ReconciliationDone(channel.id, ada.peer_id, BULK_HASHES + 9, 0) in ben.told(
        ReconciliationDone
    )


def test_who_gave_posts_is_told_how_many_once_it_has_looked_itself() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 3)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.connect(ada, ben)
    play.pass_time(1.0)
    done = [one for one in ada.told(ReconciliationDone) if one.space == channel.id]
    assert sum(one.sent for one in done) == 4
    assert sum(one.received for one in done) == 0


def test_two_that_wrote_apart_hold_the_same_after_meeting_and_the_next_post_merges() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    first = play.connect(ada, ben)[0]
    play.hang_up(first)
    play.run()
    posts_many(ada, channel.id, 12, "from ada")
    posts_many(ben, channel.id, 7, "from ben")
    play.connect(ben, ada)
    play.pass_time(1.0)
    assert len(hashes(ada, channel.id)) == 20
    assert timeline(ada, channel.id) == timeline(ben, channel.id)
    merge = posts(ben, channel.id, "both")
    play.pass_time(1.0)
    assert hashes(ada, channel.id)[-1] == merge
    assert len(timeline(ada, channel.id)[-1].parents) == 2


def test_three_in_a_row_pass_posts_on_to_each_other() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben, cleo = play.person("ben"), play.person("cleo")
    lets_in(ada, channel.id, ben)
    lets_in(ben, channel.id, cleo)
    play.connect(ada, ben)
    play.connect(ben, cleo)
    play.pass_time(1.0)
    word = posts(cleo, channel.id, "from the far end")
    play.pass_time(1.0)
    assert hashes(ada, channel.id)[-1] == word
    assert timeline(ada, channel.id) == timeline(cleo, channel.id)


def test_branches_of_many_writers_are_merged() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    writers = [play.person(f"writer {number}") for number in range(4)]
    for writer in writers:
        lets_in(ada, channel.id, writer)
        end, _ = play.connect(writer, ada)
        play.hang_up(end)
        play.run()
    for writer in writers:
        posts_many(writer, channel.id, 5, writer.name)
    for _ in range(2):
        for writer in writers:
            end, _ = play.connect(writer, ada)
            play.pass_time(1.0)
            play.hang_up(end)
            play.run()
    everybody = [timeline(person, channel.id) for person in (ada, *writers)]
    assert len(everybody[0]) == 21
    assert all(one == everybody[0] for one in everybody)


def test_three_thousand_posts_arrive_over_several_pages() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    posts_many(ada, channel.id, 3_000)
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    ends = play.connect(ada, ben)
    assert len(hashes(ben, channel.id)) == 3_001
    assert hashes(ben, channel.id) == hashes(ada, channel.id)
    assert all(end.ready for end in ends)


# ---- the near future ----------------------------------------------------------------------------


def test_a_post_of_the_near_future_is_held_back_and_comes_when_its_time_has_come() -> None:
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.now += 300.0
    early = posts(ada, channel.id, "from five minutes ahead")
    later = posts(ada, channel.id, "and on top of it")
    play.now -= 300.0
    ends = play.connect(ada, ben)
    play.pass_time(60.0)
    assert early not in hashes(ben, channel.id)
    play.pass_time(125.0)
    assert hashes(ben, channel.id)[-2:] == [early, later]
    assert all(end.ready for end in ends)


def test_a_post_of_the_far_future_is_a_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    # We hide it from others; whoever shows it all the same breaks the rule.
    monkeypatch.setattr(serving, "next_ripe", lambda *_: None)
    play = Play()
    ada, channel = owner(play, "ada")
    ben = play.person("ben")
    lets_in(ada, channel.id, ben)
    play.now += 601.0
    posts(ada, channel.id, "from eleven minutes ahead")
    play.now -= 601.0
    _, bens = play.connect(ada, ben)
    assert bens.closed is not None
    assert bens.closed.ending is Ending.VIOLATION
    assert hashes(ben, channel.id) == []
