"""Which signals end the program in good order."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from ui.starting.ending import ending_signals


@pytest.fixture
def outlived() -> Iterator[None]:
    """As nohup starts a program."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGHUP, before)


def test_a_terminal_that_closes_is_heard_unless_it_is_to_be_outlived(outlived: None) -> None:
    assert set(ending_signals()) == {signal.SIGINT, signal.SIGTERM}
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    assert set(ending_signals()) == {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
