"""The settings' view of the open profile: its folder, and its passphrase by the real key file."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.profile.key_ring import KeyRing
from app.profile.opening import open_profile
from app.profile.own import OwnProfileOnDisk
from app.profile.paths import Paths
from engine.errors import Refusal, Refused
from tests.unit.app.test_key_ring import MemoryRing, ring

__all__ = ["ring"]


def nothing(*, is_new: bool) -> str | None:
    return None


def two(*, is_new: bool) -> str | None:
    return "two"


def test_a_passphrase_is_set_changed_and_taken_away(tmp_path: Path) -> None:
    paths = Paths(tmp_path / "profile", tmp_path / "runtime")
    open_profile(paths, nothing).close()
    own = OwnProfileOnDisk(paths)
    assert own.folder == str(tmp_path / "profile")
    assert not own.has_passphrase()

    own.change_passphrase(None, "one")
    assert own.has_passphrase()
    with pytest.raises(Refused) as refused:
        own.change_passphrase("other", "two")
    assert refused.value.reason is Refusal.PASSPHRASE_WRONG
    own.change_passphrase("one", "two")
    open_profile(paths, two).close()

    own.change_passphrase("two", None)
    assert not own.has_passphrase()
    open_profile(paths, nothing).close()


def nobody(*, is_new: bool) -> str | None:
    raise Refused(Refusal.PASSPHRASE_NEEDED)


def test_the_key_ring_opens_it_once_the_right_passphrase_was_given(
    tmp_path: Path, ring: MemoryRing
) -> None:
    paths = Paths(tmp_path / "profile", tmp_path / "runtime")
    open_profile(paths, two).close()
    own = OwnProfileOnDisk(paths).key_ring
    assert own.trouble() is None
    with pytest.raises(Refused) as refused:
        own.remember("one")
    assert refused.value.reason is Refusal.PASSPHRASE_WRONG
    assert own.is_used is False
    own.remember("two")
    open_profile(paths, nobody).close()
    own.forget()
    with pytest.raises(Refused):
        open_profile(paths, nobody)


def test_where_there_is_no_key_ring_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(KeyRing.__init__, "__defaults__", (lambda: None,))
    trouble = OwnProfileOnDisk(Paths(tmp_path, tmp_path)).key_ring.trouble()
    assert trouble is not None
    assert trouble.reason is Refusal.NO_KEY_RING


def test_a_plug_in_that_breaks_counts_as_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks() -> None:
        raise RuntimeError("the bus is gone")

    monkeypatch.setattr(KeyRing.__init__, "__defaults__", (breaks,))
    trouble = OwnProfileOnDisk(Paths(tmp_path, tmp_path)).key_ring.trouble()
    assert trouble is not None
    assert trouble.reason is Refusal.NO_KEY_RING
