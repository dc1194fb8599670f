"""Where a command copies a history, Python looks for rings rarely, and as before afterwards."""

from __future__ import annotations

import gc

from app.cli.collecting import rarely_collected


def test_it_is_rare_within_and_as_before_afterwards() -> None:
    before = gc.get_threshold()
    with rarely_collected():
        within = gc.get_threshold()
    assert all(now > then for now, then in zip(within, before, strict=True))
    assert gc.get_threshold() == before
