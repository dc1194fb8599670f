"""How long a reconciliation walks where nothing comes of it."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.crypto.blake2b import hash32
from engine.model.ids import PostId
from engine.protocols.peerlinks.conversation.reconciliation import Extent, Reconciliation
from engine.protocols.peerlinks.limits import HELD_BACK_MAX
from engine.protocols.peerlinks.packets import Abbreviated, Query, QueryResponse
from tests.grown_channel import CHANNEL
from tests.memory_records import MemoryRecords

PAGE = 3


def _named(*what: object) -> PostId:
    return PostId(hash32(repr(what).encode()))


def _pages_walked(walk: Reconciliation, pages: Iterable[tuple[PostId, ...]]) -> int:
    """How many of these pages it asks for. All of what they show builds on one message."""
    asks = walk.begin()
    for number, shown in enumerate(pages):
        if not asks:
            return number
        (query,) = asks
        assert isinstance(query, Query)
        entries = tuple(Abbreviated((_named("withheld"),), one) for one in shown)
        asks = walk.take_page(query, QueryResponse(entries, _named("next", number), None))
    raise AssertionError("it walks on and on")


@pytest.mark.parametrize(("idle_max", "pages"), [(2 * PAGE + 1, 2), (2 * PAGE + 2, 3)])
def test_it_gives_up_with_the_first_entry_beyond_those_that_may_be_walked_in_vain(
    idle_max: int, pages: int
) -> None:
    """A page counts for one more than its entries: empty ones come to an end, too."""
    shown = [tuple(_named(page, entry) for entry in range(PAGE)) for page in range(5)]
    walk = Reconciliation(
        CHANNEL.id,
        MemoryRecords(),
        lambda: False,
        [one for page in shown for one in page],
        Extent(query_limit=PAGE, idle_max=idle_max),
    )
    assert _pages_walked(walk, shown) == pages


@pytest.mark.parametrize(("first", "pages"), [(HELD_BACK_MAX - 1, 2), (HELD_BACK_MAX, 1)])
def test_no_more_is_passed_over_than_the_limit(first: int, pages: int) -> None:
    """Beside what the channel held back before."""
    shown = [tuple(_named(0, entry) for entry in range(first)), (_named(1),), (_named(2),)]
    extent = Extent(query_limit=HELD_BACK_MAX)
    held_back = [_named("withheld")]
    walk = Reconciliation(CHANNEL.id, MemoryRecords(), lambda: False, held_back, extent)
    assert _pages_walked(walk, shown) == pages
