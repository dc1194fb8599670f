"""While the program's own parts are loaded nothing is collected, and what was loaded stays."""

from __future__ import annotations

import gc

import pytest

from app.loading import loading


@pytest.fixture(autouse=True)
def _collecting() -> None:
    gc.enable()


def test_nothing_is_collected_within_and_it_is_again_afterwards() -> None:
    with loading():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_what_was_loaded_is_not_looked_through_again() -> None:
    before = gc.get_freeze_count()
    with loading():
        loaded = [[] for _ in range(1_000)]  # type: ignore[var-annotated]
    assert gc.get_freeze_count() >= before + len(loaded)


def test_who_collects_nothing_before_collects_nothing_afterwards() -> None:
    gc.disable()
    with loading():
        pass
    was_enabled = gc.isenabled()
    gc.enable()
    assert not was_enabled


def test_what_fails_to_load_leaves_it_as_it_was() -> None:
    with pytest.raises(ImportError), loading():
        raise ImportError
    assert gc.isenabled()
