"""Only the window's thread collects garbage while a window lives."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication
from typing_extensions import override

from app.engine_thread import EngineThread
from app.profile.paths import paths_of
from app.window_start import run
from ui.starting.garbage import OLDEST_EVERY_LOOKS, Collector, collected_here


class Ring:
    """Something only a collection can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _python_collects() -> Iterator[None]:
    """As it does before there is a window."""
    gc.enable()
    yield
    gc.disable()


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


def test_within_the_block_nobody_collects_also_once_the_window_is_gone(
    collector: Collector,
) -> None:
    with collected_here():
        collector.start()
        collector.stop()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_is_left_at_the_end_of_the_block_is_freed_on_its_thread() -> None:
    freed_on: list[int] = []
    with collected_here():
        ring = Ring()
        weakref.finalize(ring, lambda: freed_on.append(threading.get_ident()))
        del ring
        assert not freed_on
    assert freed_on == [threading.get_ident()]


def test_nobody_collects_on_the_engines_thread_while_it_ends(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window is unused by then, and lies about in rings."""
    collects: list[bool] = []

    class Ending(EngineThread):
        @override
        def join(self, seconds: float) -> bool:
            collects.append(gc.isenabled())
            return super().join(seconds)

    monkeypatch.setattr("app.window_start.EngineThread", Ending)
    monkeypatch.setattr("app.window_start.run_window", lambda *_given, **_named: 0)
    monkeypatch.setattr("signal.signal", lambda _number, _handler: None)
    monkeypatch.setattr("app.window_start.open_profile", lambda *_given: None)
    monkeypatch.setattr("app.compose.run_engine", lambda *_given, **_named: None)
    paths = paths_of(tmp_path / "profile")
    paths.profile.mkdir()
    assert run(paths, lambda *, is_new: None, None, asks=False) == 0
    assert collects == [False]
    assert gc.isenabled()
