"""A backup that is restored on the first page: the program starts again, on what it held."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.backups.beside import RestoresOnDisk
from app.profile.lock import try_lock
from app.profile.paths import Paths, paths_of
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.protocols.peerlinks.records import ChannelStored
from engine.store import keys
from engine.store.backup.placing import has_staged
from engine.store.backup.writing import Backups, Source
from engine.store.connection import Location
from engine.store.opening import DATABASE_NAME, open_store
from tests import peerlinks_samples as a
from tests.unit.app.terminal import Terminal
from tests.unit.store.conftest import opened

WORDS = "correct horse"
KEY = bytes(range(32))


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Of a profile whose only channel is “garden”."""
    profile, file = tmp_path / "before", tmp_path / "saved"
    profile.mkdir(mode=0o700)
    one = opened(open_store(profile, KEY))
    one.keep(ChannelStored(a.channel("garden"), a.NOW))
    one.close()
    location = Location(str(profile / DATABASE_NAME), KEY)
    Backups(SeededEntropy(b"x"), MINIMAL).write(Source(location, [], "0", 0.0), file, WORDS)
    return file


def test_the_window_ends_and_the_program_begins_anew_with_the_lock_free(
    tina: Terminal, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Path] = []
    paths = paths_of(tina.folder)

    def window(there: Paths, *_: object, **__: object) -> int:
        """As a window in which somebody restores on the first page."""
        RestoresOnDisk(there).here(backup, WORDS)
        assert has_staged(there.profile)
        return 0

    def begin_anew(folder: Path) -> None:
        lock = try_lock(paths.lock)
        assert lock is not None, "nobody could open it"
        lock.release()
        begun.append(folder)

    monkeypatch.setattr("app.cli.window._window", lambda: window)
    monkeypatch.setattr("app.cli.window.begin_anew", begin_anew)
    assert tina.run()[0] == 0
    assert begun == [paths.profile]
    assert tina.fail("identity", "list") == (1, "passphrase_needed")
    words = tina.folder.parent / "words"
    words.write_text(WORDS)
    assert tina.do("--passphrase-file", str(words), "identity", "list") == []
    assert not has_staged(paths.profile)
    store = open_store(paths.profile, keys.unlock(paths.profile, WORDS, 99))
    assert list(store.spaces.names().values()) == ["garden"]
    store.close()


def test_a_wrong_passphrase_leaves_the_new_profile_as_it_is(ann: Terminal, backup: Path) -> None:
    paths = paths_of(ann.folder)
    with pytest.raises(Refused) as refused:
        RestoresOnDisk(paths).here(backup, "correct hoarse")
    assert refused.value.reason is Refusal.PASSPHRASE_WRONG
    assert not has_staged(paths.profile)
    assert ann.do("identity", "list")[0]["name"] == "ann"


def test_it_goes_into_a_folder_of_its_own_beside_a_profile_in_use(
    ann: Terminal, tmp_path: Path, backup: Path
) -> None:
    there = tmp_path / "there"
    RestoresOnDisk(paths_of(ann.folder)).into(there, backup, WORDS)
    assert keys.unlock(there, WORDS, 99) == KEY
    with pytest.raises(Refused) as refused:
        RestoresOnDisk(paths_of(ann.folder)).into(there, backup, WORDS)
    assert refused.value.reason is Refusal.PROFILE_THERE
    held = try_lock(there / "lock")
    assert held is not None
    with pytest.raises(Fault) as fault:
        RestoresOnDisk(paths_of(ann.folder)).into(there, backup, WORDS)
    assert fault.value.reason is FaultReason.PROFILE_IN_USE
    held.release()
