"""A backup is written beside a profile that goes on; it is there whole, or what was there is."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path

import pytest

from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.protocols.peerlinks.records import ChannelStored
from engine.store.backup.contents import DATABASE, KEY, MANIFEST, decode_manifest
from engine.store.backup.placing import OUTGOING_NAME
from engine.store.backup.sealed_file import SealedReader
from engine.store.backup.writing import Backups, Source
from engine.store.connection import Location
from engine.store.database import Database
from engine.store.migrate import latest_format
from engine.store.opening import DATABASE_NAME, open_store
from tests import peerlinks_samples as a
from tests.unit.store.conftest import KEY as DATABASE_KEY
from tests.unit.store.conftest import Opened
from tests.unit.store.conftest import opened as open_parts

WORDS = "correct horse"
NOW = 1_700_000_000.0


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    folder = tmp_path / "profile"
    folder.mkdir(mode=0o700)
    return folder


@pytest.fixture
def here(profile: Path) -> Opened:
    one = open_parts(open_store(profile, DATABASE_KEY))
    one.keep(ChannelStored(a.channel("garden"), a.NOW))
    return one


def source(profile: Path, *beside: Path) -> Source:
    return Source(Location(str(profile / DATABASE_NAME), DATABASE_KEY), beside, "0.1", NOW)


def backups() -> Backups:
    return Backups(SeededEntropy(b"backups"), MINIMAL)


def members(file: Path) -> dict[str, bytes]:
    with file.open("rb") as stream:
        reader = SealedReader(stream, WORDS)
        return {member.name: b"".join(member.pieces) for member in reader.members()}


def test_it_holds_the_database_its_key_and_what_lies_beside(
    here: Opened, profile: Path, tmp_path: Path
) -> None:
    (profile / "settings.json").write_text("{}")
    beside = (profile / "settings.json", profile / "not there")
    file = tmp_path / "saved"
    view = backups().write(source(profile, *beside), file, WORDS)
    assert (view.file, view.bytes, view.made_at) == (str(file), file.stat().st_size, NOW)
    found = members(file)
    assert list(found) == [MANIFEST, KEY, "beside/settings.json", DATABASE]
    manifest = decode_manifest(found[MANIFEST])
    assert (manifest.format, manifest.made_at, manifest.program) == (latest_format(), NOW, "0.1")
    assert found[KEY] == DATABASE_KEY
    (tmp_path / "copy.db").write_bytes(found[DATABASE])
    copy = Database(Location(str(tmp_path / "copy.db"), DATABASE_KEY))
    assert copy.value("SELECT name FROM space") == "garden"
    copy.close()
    here.close()


def test_what_was_committed_a_moment_ago_is_in_it_and_the_profile_goes_on(
    here: Opened, profile: Path, tmp_path: Path
) -> None:
    here.keep(ChannelStored(a.channel("orchard"), a.NOW))
    here.storage.begin()  # somebody writes all the while
    here.storage.apply(ChannelStored(a.channel("meadow"), a.NOW))
    backups().write(source(profile), tmp_path / "saved", WORDS)
    here.storage.commit()
    (tmp_path / "copy.db").write_bytes(members(tmp_path / "saved")[DATABASE])
    copy = Database(Location(str(tmp_path / "copy.db"), DATABASE_KEY))
    names = {name for (name,) in copy.rows("SELECT name FROM space")}
    assert names == {"garden", "orchard"}
    copy.close()
    assert set(here.store.spaces.names().values()) == {"garden", "orchard", "meadow"}
    here.close()


def test_it_is_its_owners_alone_and_nothing_stays_in_the_profile(
    here: Opened, profile: Path, tmp_path: Path
) -> None:
    file = tmp_path / "saved"
    file.write_text("an older one, which others could read")
    file.chmod(0o644)
    backups().write(source(profile), file, WORDS)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["saved"]
    assert not (profile / OUTGOING_NAME).exists()
    here.close()


def test_nobody_who_has_the_file_reads_anything_in_it(
    here: Opened, profile: Path, tmp_path: Path
) -> None:
    backups().write(source(profile), tmp_path / "saved", WORDS)
    content = (tmp_path / "saved").read_bytes()
    for secret in (b"garden", DATABASE_KEY, DATABASE_KEY.hex().encode(), b"SQLite", WORDS.encode()):
        assert secret not in content
    here.close()


@pytest.mark.parametrize("name", ["tidings.db", "key", "backup/saved", "anything"])
def test_it_never_goes_into_the_profiles_own_folder(here: Opened, profile: Path, name: str) -> None:
    before = (profile / DATABASE_NAME).read_bytes()
    with pytest.raises(Refused) as refused:
        backups().write(source(profile), profile / name, WORDS)
    assert refused.value.reason is Refusal.FILE_UNWRITABLE
    assert (profile / DATABASE_NAME).read_bytes() == before
    here.close()


def test_where_it_cannot_be_written_nothing_is_left(
    here: Opened, profile: Path, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()
    for place in (tmp_path / "nowhere" / "saved", tmp_path / "folder"):
        with pytest.raises(Refused) as refused:
            backups().write(source(profile), place, WORDS)
        assert refused.value.reason is Refusal.FILE_UNWRITABLE
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "profile"]
    assert not (profile / OUTGOING_NAME).exists()
    here.close()


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_disk_that_fails_leaves_the_older_backup(
    here: Opened, profile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    file = tmp_path / "saved"
    file.write_text("an older one")

    def fails(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, call, fails)
        with pytest.raises(Fault) as fault:
            backups().write(source(profile), file, WORDS)
    assert fault.value.reason is FaultReason.DISK_FULL
    assert file.read_text() == "an older one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["profile", "saved"]
    here.close()


def test_a_disk_that_gives_back_something_else_is_noticed(
    here: Opened, profile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read again before it takes its name."""
    file = tmp_path / "saved"
    file.write_text("an older one")
    sync = os.fsync

    def garbles(descriptor: int) -> None:
        sync(descriptor)
        if stat.S_ISREG(os.fstat(descriptor).st_mode):
            with (tmp_path / "saved.tidings-new").open("r+b") as written:
                written.seek(-9, os.SEEK_END)
                written.write(b"x")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", garbles)
        with pytest.raises(Fault) as fault:
            backups().write(source(profile), file, WORDS)
    assert fault.value.reason is FaultReason.DISK_FAILED
    assert file.read_text() == "an older one"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["profile", "saved"]
    here.close()


def test_when_the_program_ends_it_ends_as_well(here: Opened, profile: Path, tmp_path: Path) -> None:
    stopped = backups()
    stopped.stop()
    with pytest.raises(Fault) as fault:
        stopped.write(source(profile), tmp_path / "saved", WORDS)
    assert fault.value.reason is FaultReason.ENGINE_CLOSED
    assert [path.name for path in tmp_path.iterdir()] == ["profile"]
    assert not (profile / OUTGOING_NAME).exists()
    here.close()


def test_two_at_once_come_one_after_the_other(here: Opened, profile: Path, tmp_path: Path) -> None:
    both = backups()
    files = [tmp_path / "one", tmp_path / "two"]
    threads = [
        threading.Thread(target=both.write, args=(source(profile), file, WORDS)) for file in files
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [next(iter(members(file))) for file in files] == [MANIFEST, MANIFEST]
    here.close()
