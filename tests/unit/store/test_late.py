"""Posts of others that come in below what was read already stay unread until they were seen."""

from __future__ import annotations

import pytest

from engine.model.ids import OrderKey
from engine.model.queries import Extent, Space
from engine.model.views import SpaceView
from engine.protocols.peerlinks.bodies.forms import TextBody
from engine.protocols.peerlinks.records import (
    ChannelForgotten,
    ChannelStored,
    MessageStored,
    PostHidden,
)
from engine.protocols.space_records import ReadUpTo
from engine.store.timeline import late as late_rows
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Opened
from tests.unit.store.garden import AT, GARDEN, HERE, join
from tests.unit.store.talk import BOB, react, retract, said, shown

ROOT = a.message(HERE)
APART = 5


def branch(text: str, length: int, *, ours: bool = False, at: float = a.NOW) -> list[MessageStored]:
    """What somebody wrote apart from the others, from the root on."""
    made = [ROOT]
    for number in range(length):
        when = at + 1 + number
        words, by = f"{text} {number}", () if ours else BOB
        made.append(a.message(HERE, made[-1:], words, by=by, at=when, ours=ours))
    return made[1:]


@pytest.fixture
def here(memory: Opened) -> Opened:
    """Some posts of ours, all in sight."""
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, *branch("in the train", APART, ours=True))
    memory.keep(ReadUpTo(HERE, shown(memory)[-1].order))
    return memory


def view(here: Opened) -> SpaceView:
    return here.reader.answer(Space(HERE), AT)


def order_in(here: Opened, message: MessageStored) -> OrderKey:
    (found,) = [post.order for post in shown(here) if post.id == message.hash]
    return found


def test_what_was_written_apart_from_us_is_unread_wherever_it_stands(here: Opened) -> None:
    here.keep(*branch("elsewhere", APART))
    assert view(here).unread == APART
    late = view(here).late
    assert late is not None
    below = [post.order for post in shown(here) if post.text.startswith("elsewhere")][: late.count]
    assert (late.first, late.last) == (below[0], below[-1])
    extent = here.reader.answer(Extent(HERE), AT)
    assert (extent.unread, extent.late) == (APART, late)


@pytest.mark.parametrize("most", [3, 2])
def test_so_many_of_them_are_counted_and_no_more(
    here: Opened, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(late_rows, "LATE_COUNTED_MAX", most)
    join(here, GARDEN)
    here.keep(*(said(TextBody(f"you! {n}", (a.key("ann"),)), ROOT) for n in range(3)))
    counted = view(here).late
    assert counted is not None
    assert (counted.count, view(here).mentions) == (most, most)


def test_it_is_read_where_it_was_in_sight(here: Opened) -> None:
    apart = branch("elsewhere", APART - 1)
    here.keep(*apart)
    end = shown(here)[-1].order
    assert view(here).unread == 4
    here.keep(ReadUpTo(HERE, end, since=end))
    assert view(here).unread == 4, "the end was in sight, and none of them"
    here.keep(ReadUpTo(HERE, order_in(here, apart[1]), since=order_in(here, apart[1])))
    assert view(here).unread == 3
    assert here.reader.answer(Extent(HERE), AT).read_up_to == end, "the mark moves forward alone"
    here.keep(ReadUpTo(HERE, end))
    assert (view(here).unread, view(here).late) == (0, None)


def test_it_calls_us_as_any_other_does(here: Opened) -> None:
    join(here, GARDEN)
    calling = [said(TextBody(f"you! {n}", (a.key("ann"),)), ROOT) for n in range(2)]
    here.keep(*calling)
    first = here.reader.answer(Extent(HERE), AT).first_mention
    assert first == min(order_in(here, one) for one in calling)
    assert view(here).mentions == 2
    here.keep(retract(calling[0], calling[0]))
    assert view(here).mentions == 1
    here.keep(ReadUpTo(HERE, shown(here)[-1].order))
    assert view(here).mentions == 0


def test_what_was_written_before_we_came_is_history(here: Opened) -> None:
    here.keep(*branch("long ago", APART - 1, at=a.NOW - a.DAY))
    assert (view(here).unread, view(here).late) == (0, None)
    assert view(here).since == a.NOW


def test_before_anything_was_read_nothing_is_late(memory: Opened) -> None:
    memory.keep(ChannelStored(GARDEN, a.NOW), ROOT, *branch("first", APART))
    memory.keep(*branch("second", APART))
    assert (view(memory).unread, view(memory).late) == (2 * APART, None)


def test_neither_our_own_nor_a_mark_is_unread(here: Opened) -> None:
    here.keep(*branch("on the other computer", 2, ours=True), react("👍", ROOT, ROOT))
    assert view(here).unread == 0


def test_what_is_hidden_or_forgotten_is_unread_no_more(here: Opened) -> None:
    apart = branch("elsewhere", 2)
    here.keep(*apart)
    here.keep(PostHidden(HERE, apart[0].hash, hidden=True))
    assert view(here).unread == 1
    here.keep(PostHidden(HERE, apart[0].hash, hidden=False))
    assert view(here).unread == 1, "whoever hid it has seen it"
    here.keep(ChannelForgotten(HERE))
    here.erase_all()
    assert here.store.database.value("SELECT count(*) FROM late_post") == 0


def test_a_timeline_that_is_filled_anew_holds_no_news(here: Opened) -> None:
    here.keep(*branch("elsewhere", 1))
    with here.store.database.atomic():
        here.repository.rebuild_timeline(HERE)
    assert view(here).unread == 0
    here.keep(*branch("and later", 1))
    assert view(here).unread == 1
