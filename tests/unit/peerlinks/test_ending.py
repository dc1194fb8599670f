"""When a chain ends, with whose link, and from when on it is to be renewed."""

from __future__ import annotations

import pytest

from engine.protocols.peerlinks.trust.ending import ChainEnd, chain_end
from tests import peerlinks_samples as a

DAY = 86_400.0
ISSUED = a.NOW
NINETY_NINE = ISSUED + 99 * DAY


def test_an_owners_chain_never_ends() -> None:
    assert chain_end(()) is None


def test_a_usual_link_is_renewed_from_day_80_on() -> None:
    link = a.link("bob", ISSUED - 120.0, NINETY_NINE)
    assert chain_end((link,)) == ChainEnd(NINETY_NINE, 1, ISSUED + 80 * DAY)


def test_a_longer_link_is_renewed_as_late_as_a_usual_one() -> None:
    link = a.link("bob", ISSUED, ISSUED + 1_000 * DAY)
    end = chain_end((link,))
    assert end is not None
    assert end.at - end.renew_from == 19 * DAY


def test_a_shorter_link_is_renewed_in_its_last_fifth() -> None:
    link = a.link("bob", ISSUED, ISSUED + 9.9 * DAY)
    end = chain_end((link,))
    assert end is not None
    assert end.renew_from == pytest.approx(ISSUED + 8.0 * DAY)


@pytest.mark.parametrize(
    ("days", "depth"),
    [((99, 50, 70), 2), ((99, 98, 97), 3), ((10, 98, 97), 1), ((99, 99, 99), 1), ((99, 50, 50), 2)],
)
def test_a_chain_ends_with_the_link_that_ends_first(days: tuple[int, int, int], depth: int) -> None:
    """Of several that end together the nearest to the owner has to be renewed first."""
    names = ("ann", "bob", "cat")
    chain = tuple(
        a.link(name, ISSUED, ISSUED + count * DAY) for name, count in zip(names, days, strict=True)
    )
    end = chain_end(chain)
    assert end is not None
    assert end.depth == depth
    assert end.at == ISSUED + min(days) * DAY
