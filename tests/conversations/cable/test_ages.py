"""``max_age`` while both sides are connected (protocols/cable.md 1.5, A20)."""

from __future__ import annotations

from engine.protocols.cable import packets, posts
from engine.store.cable.anew import ANEW_SECONDS
from tests.conversations.cable.stage import HALL, NOON, End, Peer, Stage
from tests.conversations.cable.stored import StoredCable


def age(seconds: int) -> posts.Info:
    return posts.Info((("max_age", str(seconds)),))


def asked(end: End) -> int:
    """How often the channel's posts were asked for so far."""
    return sum(isinstance(one, packets.TimeRange) for one in end.said)


def met(ann: Peer, ben: Peer) -> tuple[Stage, End]:
    """Ann knows that Ben wants his posts to be kept for a minute, and meets him."""
    short = ben.makes(age(60), NOON - 500)
    ben.holds(short)
    ann.holds(short)
    stage = Stage()
    end, _ = stage.connect(ann, ben)
    stage.run()
    return stage, end


def test_who_takes_a_short_max_age_back_is_heard_again_without_a_new_connection() -> None:
    ann, ben = Peer("ann", records=StoredCable()), Peer("ben")
    ben.holds(ben.makes(posts.Join(HALL), NOON - 1_001))
    ben.says("one", "two", at=NOON - 1_000)
    stage, _ = met(ann, ben)
    assert ann.texts() == []
    stage.post(ben, age(999_999_999))
    stage.run()
    assert ann.texts() == ["one", "two"]
    assert ann.held == ben.held


def test_who_says_another_max_age_all_the_time_does_not_have_everybody_ask_all_the_time() -> None:
    ann, ben = Peer("ann", records=StoredCable()), Peer("ben")
    ben.says("one", at=NOON - 1_000)
    stage, end = met(ann, ben)
    before = asked(end)
    for minute in range(20):
        stage.say(ben, "long ago")
        stage.post(ben, age(999_999_999 if minute % 2 == 0 else 0))
        stage.run()
    assert stage.now - NOON < ANEW_SECONDS
    assert asked(end) - before <= 2  # at once, and a little later


def test_what_was_not_asked_for_at_once_is_asked_for_later() -> None:
    ann, ben = Peer("ann", records=StoredCable()), Peer("ben")
    ben.says("one", at=NOON - 1_000)
    stage, _ = met(ann, ben)
    stage.post(ben, age(9_999))
    stage.run()
    stage.post(ben, age(60))
    stage.run()
    ben.says("two", at=NOON - 900)
    stage.part(stage.pairs[0])
    stage.connect(ann, ben)
    stage.run()
    stage.post(ben, age(99_999))
    stage.run()
    assert ann.texts() == ["one"]
    stage.run(ANEW_SECONDS)
    stage.say(ben, "three")
    stage.run()
    assert ann.texts() == ["one", "two", "three"]
