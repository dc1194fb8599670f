"""A signal ends a report, also where what it raises is lost."""

from __future__ import annotations

import logging
import signal
import threading
from contextlib import suppress

import pytest
from typing_extensions import override

from spark_reports.calling_off import SIGNALS, CallingOff
from spark_reports.progress import Step

PY4J = "py4j.java_gateway"
BEGINNING, GOING_ON = Step(2, 5, "read", 0, 1), Step(2, 5, "read", 1, 1)


pytestmark = pytest.mark.usefixtures("signals")


@pytest.fixture
def logged(monkeypatch: pytest.MonkeyPatch) -> list[logging.LogRecord]:
    """What the root logger and py4j's own say, which pytest keeps from where people look."""
    records: list[logging.LogRecord] = []

    class Hearing(logging.Handler):
        @override
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    for logger in (logging.getLogger(), logging.getLogger(PY4J)):
        monkeypatch.setattr(logger, "handlers", [Hearing()])
    return records


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_whose_exception_is_lost_is_heard_at_the_next_stage(
    number: signal.Signals,
) -> None:
    told: list[Step] = []
    calling_off = CallingOff()
    calling_off.begin()
    heard = calling_off.before(told.append)
    heard(BEGINNING)
    with suppress(KeyboardInterrupt):  # as in a finaliser
        signal.raise_signal(number)
    heard(GOING_ON)
    with pytest.raises(KeyboardInterrupt):
        heard(BEGINNING)
    assert told == [BEGINNING, GOING_ON]


def test_another_handler_that_was_put_in_place_is_replaced_at_the_next_stage() -> None:
    heard = CallingOff().before(lambda _step: None)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    heard(BEGINNING)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_once_it_is_called_off_nothing_is_said_of_what_that_interrupts(
    capsys: pytest.CaptureFixture[str], logged: list[logging.LogRecord]
) -> None:
    """As py4j does wherever a signal comes while it waits for Java."""

    class Finalised:
        def __del__(self) -> None:
            raise KeyboardInterrupt

    CallingOff().begin()
    with suppress(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    logging.error("KeyboardInterrupt while sending command.")  # noqa: LOG015 - as py4j has it
    logging.getLogger(PY4J).error("Error while sending.")
    one = Finalised()
    del one
    waiting = threading.Thread(target=[].pop)  # which raises
    waiting.start()
    waiting.join()
    assert capsys.readouterr().err == ""
    assert logged == []
