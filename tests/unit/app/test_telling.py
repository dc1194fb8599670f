"""A stream that a slow or absent reader cannot use to hold the engine up."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable

import pytest

from app.cli.printing import ReaderGone, TerminalClosed
from app.cli.telling import Teller

WAIT_SECONDS = 10.0


class Reader:
    """Takes lines when it is let; ``heard`` is what it has got."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.taken = threading.Event()
        self.may_go_on = threading.Event()
        self.gone = threading.Event()

    def line(self, text: str) -> Callable[[], None]:
        return lambda: self.heard.append(text)

    def stuck(self) -> None:
        self.taken.set()
        assert self.may_go_on.wait(WAIT_SECONDS)

    def teller(self, waiting_max: int = 100) -> Teller:
        return Teller(self.gone.set, lambda n: self.heard.append(f"{n} left out"), waiting_max)


def broken_off_by(error: Exception) -> Callable[[], None]:
    def break_off() -> None:
        raise error

    return break_off


@pytest.fixture
def reader() -> Reader:
    return Reader()


def test_all_is_told_in_order_before_it_closes(reader: Reader) -> None:
    teller = reader.teller()
    for number in range(100):
        teller.tell(reader.line(str(number)))
    teller.close()
    assert reader.heard == [str(number) for number in range(100)]


def test_a_reader_that_holds_still_holds_nobody_up_and_misses_the_oldest(reader: Reader) -> None:
    teller = reader.teller(waiting_max=2)
    teller.tell(reader.stuck)
    assert reader.taken.wait(WAIT_SECONDS)
    for number in range(5):
        teller.tell(reader.line(str(number)))
    reader.may_go_on.set()
    teller.close()
    assert reader.heard == ["3 left out", "3", "4"]


def test_a_reader_that_has_gone_is_noticed_once_and_nothing_more_is_written(
    reader: Reader,
) -> None:
    teller = reader.teller()
    teller.tell(broken_off_by(ReaderGone()))
    assert reader.gone.wait(WAIT_SECONDS)
    teller.tell(reader.line("nobody hears this"))
    teller.close()
    assert reader.heard == []


def test_a_disk_that_fails_under_it_is_no_reader_that_has_gone(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    unforeseen: list[threading.ExceptHookArgs] = []
    monkeypatch.setattr(threading, "excepthook", unforeseen.append)
    failure = OSError(errno.EIO, os.strerror(errno.EIO))
    teller = reader.teller()
    teller.tell(broken_off_by(failure))
    teller.close()
    assert [one.exc_value for one in unforeseen] == [failure]
    assert not reader.gone.is_set()


def test_a_terminal_that_was_closed_is_told_nothing_more_and_ends_nobody_who_outlives_it(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    unforeseen: list[object] = []
    monkeypatch.setattr(threading, "excepthook", unforeseen.append)
    teller = reader.teller()
    teller.tell(broken_off_by(TerminalClosed()))
    teller.tell(reader.line("nobody hears this"))
    teller.close()
    assert (reader.heard, unforeseen) == ([], [])
    assert not reader.gone.is_set()
