"""The settings' view of the open profile: its folder, and its passphrase by the real key file."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.profile.opening import open_profile
from app.profile.own import OwnProfileOnDisk
from app.profile.paths import Paths
from engine.errors import Refusal, Refused


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
