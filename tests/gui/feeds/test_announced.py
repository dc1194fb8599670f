"""A new entry of a feed is announced; a feed that is being downloaded calls nobody. No window."""

from __future__ import annotations

from dataclasses import replace

from engine.model.ids import NotificationLevel, SpaceId
from engine.model.views import PostView
from tests.fake_engine import FakeEngine
from tests.fake_feed import entry_bytes
from tests.fake_history import EPOCH
from ui.announcing.decision import CATCHING_UP_POSTS, CatchingUp, Circumstances, worth_announcing
from ui.announcing.notice import notice_of
from ui.announcing.piles import Piles

HERE = Circumstances(now=EPOCH + 60, since=EPOCH, level=NotificationLevel.ALL)


def entry(engine: FakeEngine) -> tuple[SpaceId, PostView]:
    space = engine.feeds.add("Harbour news")
    engine.feeds.append(space, entry_bytes("High tide at nine", EPOCH + 30))
    (post,) = engine.spaces[space].history.run(0, 1)
    return space, post


def test_a_new_entry_is_announced() -> None:
    _space, post = entry(FakeEngine())
    assert worth_announcing([post], HERE) == (post,)


def test_an_entry_is_announced_by_the_feeds_name_alone() -> None:
    engine = FakeEngine()
    space, post = entry(engine)
    piles = Piles()
    piles.add(space, [post])
    pile = piles.of(space)
    assert pile is not None
    notice = notice_of(engine.view(space), pile, with_text=True)
    assert notice.title == "Tidings: Harbour news"
    assert notice.text == "High tide at nine"


def test_a_muted_feed_announces_nothing() -> None:
    _space, post = entry(FakeEngine())
    assert not worth_announcing([post], replace(HERE, level=NotificationLevel.NONE))


def test_a_download_of_many_entries_is_catching_up() -> None:
    space, _post = entry(FakeEngine())
    catching_up = CatchingUp()
    for moment in range(CATCHING_UP_POSTS + 1):
        catching_up.came(space, 1, EPOCH + moment * 0.01)
    assert catching_up.is_under_way(space, EPOCH + 1)
    assert not catching_up.is_under_way(space, EPOCH + 60)


def test_a_few_entries_at_once_are_news() -> None:
    space, _post = entry(FakeEngine())
    catching_up = CatchingUp()
    catching_up.came(space, 3, EPOCH)
    assert not catching_up.is_under_way(space, EPOCH + 0.1)
