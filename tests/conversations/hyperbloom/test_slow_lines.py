"""A published program answers in one message, which may be long on its way."""

from __future__ import annotations

from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange.policy import Raw
from engine.protocols.hyperbloom.limits import IDLE_SECONDS, SILENCE_SECONDS
from tests.conversations.hyperbloom.scripted import Scripted, ann
from tests.conversations.hyperbloom.stage import NOON

VALUES = [b"%08d" % number + bytes(92) for number in range(2_000)]


def asked(scripted: Scripted) -> list[packets.Request | packets.Sync]:
    return [one for one in scripted.hears() if isinstance(one, packets.Request | packets.Sync)]


def wakes(scripted: Scripted, at: float) -> None:
    """If the machine has asked for it by then."""
    scripted.stage.now = at
    if scripted.end.wake_at is not None and scripted.end.wake_at <= at:
        scripted.stage.do(scripted.end, scripted.end.machine.wake(at))


def test_the_first_page_is_short_so_that_a_value_to_end_answers_by_is_known_soon() -> None:
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    (first,) = asked(scripted)
    assert first.limit == 64
    scripted.gives(*VALUES[:64])
    (fence,) = asked(scripted)
    assert fence.limit == 1
    scripted.gives(VALUES[0])
    rest, _ = asked(scripted)
    assert rest.limit == 800


def test_an_answer_that_comes_after_silence_has_us_ask_on() -> None:
    """Nothing ties a Data to its question: the first that a peer says at all may be an answer."""
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    (first,) = asked(scripted)
    wakes(scripted, NOON + SILENCE_SECONDS + 1)
    scripted.gives(*VALUES[: first.limit])
    everything, fence = asked(scripted)
    assert everything == packets.Request(packets.EVERYTHING, 800)
    assert fence.limit == 1


def test_what_is_pushed_later_has_nobody_ask_anew() -> None:
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    scripted.gives(VALUES[0])
    asked(scripted)
    wakes(scripted, NOON + 100)
    scripted.gives(VALUES[1])
    assert not asked(scripted)


def test_a_message_that_is_coming_in_is_no_silence() -> None:
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    asked(scripted)
    data = scripted.said_as_data(*VALUES[:64])
    now = NOON
    for start in range(0, len(data), 1_000):
        now += SILENCE_SECONDS - 1
        wakes(scripted, now)
        scripted.raw(data[start : start + 1_000])
    (fence,) = asked(scripted)
    assert fence == packets.Request(packets.Bounds(VALUES[0], VALUES[0] + b"\0"), 1)
    assert now < NOON + IDLE_SECONDS


def test_an_answer_that_reads_like_a_fence_ends_no_question_behind_it() -> None:
    """Somebody says something while we ask, and it is all of the answer, too."""
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    asked(scripted)
    said, *later = VALUES[:3]
    scripted.gives(said)
    (fence,) = asked(scripted)
    scripted.gives(said)  # our question's answer, or the fence's: nobody can tell
    (sync,) = asked(scripted)
    assert isinstance(sync, packets.Sync)
    scripted.gives(said)  # what that fence asked for
    assert asked(scripted) == [fence]
    scripted.gives(*later)
    assert asked(scripted) == []
    scripted.gives(said)
    assert [type(one) for one in asked(scripted)] == [packets.Sync, packets.Request]
