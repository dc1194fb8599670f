"""Only the window's thread collects garbage while a window lives."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication

from ui.starting.garbage import OLDEST_EVERY_LOOKS, Collector


class Ring:
    """Something only a collection can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collector(qapp: QApplication) -> Collector:
    return Collector(QObject(qapp))


def test_another_thread_that_allocates_frees_no_ring(collector: Collector) -> None:
    collector.start()
    try:
        ring = weakref.ref(Ring())
        allocating = threading.Thread(target=lambda: [Ring() for _ring in range(100_000)])
        allocating.start()
        allocating.join()
        assert ring() is not None
        for _look in range(OLDEST_EVERY_LOOKS):
            collector.look()
        assert ring() is None
    finally:
        collector.stop()


def test_python_collects_again_afterwards(collector: Collector) -> None:
    collector.start()
    assert not gc.isenabled()
    collector.stop()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
