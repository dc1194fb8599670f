"""A profile's key and its database belong together: what a loss of one is, and what a crash."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.crypto.entropy import SeededEntropy
from engine.errors import Fault, FaultReason
from engine.protocols.peerlinks.records import ChannelStored
from engine.store import keys
from engine.store.migrate import latest_format
from engine.store.opening import DATABASE_NAME, open_store
from tests import peerlinks_samples as a
from tests.unit.store.conftest import contents, opened
from ui.wording.sentences import sentence_of


@pytest.fixture
def key(profile: Path) -> bytes:
    """Of a profile that nobody has used yet."""
    return keys.create(profile, None, SeededEntropy(b"opening"))


def use(profile: Path, key: bytes) -> None:
    one = opened(open_store(profile, key))
    one.keep(ChannelStored(a.channel("garden"), a.NOW))
    one.close()


def emptied(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize("lose", [Path.unlink, emptied])
def test_a_lost_database_is_never_taken_for_a_new_profile(
    profile: Path, key: bytes, lose: Callable[[Path], None]
) -> None:
    use(profile, key)
    lose(profile / DATABASE_NAME)
    before = contents(profile)
    with pytest.raises(Fault) as caught:
        open_store(profile, key)
    assert caught.value.reason is FaultReason.DATABASE_MISSING
    words = sentence_of(caught.value)
    assert words.message == (
        f"The profile's database {profile / DATABASE_NAME} is missing or empty, though its key is"
        " there."
    )
    assert "backup" in words.hint
    assert contents(profile) == before


@pytest.mark.parametrize("left", [None, b""])
def test_a_crash_between_the_key_and_the_database_heals(
    profile: Path, key: bytes, left: bytes | None
) -> None:
    if left is not None:
        (profile / DATABASE_NAME).write_bytes(left)
    assert keys.format_version(profile) == keys.FORMAT_UNUSED
    use(profile, key)
    assert keys.format_version(profile) == latest_format()


def test_a_crash_before_the_key_names_the_format_heals(profile: Path, key: bytes) -> None:
    unused = contents(profile)
    use(profile, key)
    for name, data in unused.items():
        (profile / name).write_bytes(data)
    store = open_store(profile, key)
    assert list(store.spaces.names().values()) == ["garden"]
    store.close()
    assert keys.format_version(profile) == latest_format()


def test_a_half_written_format_is_enough_to_notice_the_loss(profile: Path, key: bytes) -> None:
    unused = contents(profile)
    use(profile, key)
    (profile / "key.copy").write_bytes(unused["key.copy"])
    (profile / DATABASE_NAME).unlink()
    with pytest.raises(Fault) as caught:
        open_store(profile, key)
    assert caught.value.reason is FaultReason.DATABASE_MISSING
