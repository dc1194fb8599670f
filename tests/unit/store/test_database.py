"""The file: what is in it for others to see, what opens it, what survives."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from engine.errors import Fault, FaultReason
from engine.model.address import Address
from engine.model.ids import ProtocolName
from engine.protocols.peerlinks.records import ChannelStored
from engine.store import connection
from engine.store.connection import MEMORY, Location
from engine.store.database import Database, open_read_only
from engine.store.faults import raise_fault
from engine.store.opening import DATABASE_NAME, open_store
from engine.store.reserve import RESERVE_NAME
from tests import peerlinks_samples as a
from tests.unit.store.conftest import KEY, Opened, contents, fault_of
from ui.wording.sentences import sentence_of

MARKER = "a plain word that nobody else may read"


def post_marker(here: Opened) -> None:
    channel = a.channel("garden")
    root = a.message(channel.id)
    post = a.message(channel.id, [root], MARKER, by=a.chain("bob the visible"))
    here.keep(ChannelStored(channel, a.NOW), root, post)


def test_nothing_lies_in_the_clear_in_any_file(here: Opened, profile: Path) -> None:
    post_marker(here)
    while_open = contents(profile)
    here.close()
    closed = contents(profile)
    assert DATABASE_NAME + "-wal" in while_open
    for data in [*while_open.values(), *closed.values()]:
        for word in (b"plain word", b"bob the visible", b"garden", b"SQLite format", KEY):
            assert word not in data


def test_what_was_committed_is_there_after_opening_again(here: Opened, profile: Path) -> None:
    post_marker(here)
    here.close()
    store = open_store(profile, KEY)
    assert store.database.value("SELECT count(*) FROM peerlinks_message") == 2
    store.close()


def test_closing_folds_the_log_into_the_one_file(here: Opened, profile: Path) -> None:
    post_marker(here)
    here.close()
    assert list(contents(profile)) == [RESERVE_NAME, DATABASE_NAME]


def test_files_are_readable_by_their_owner_alone(here: Opened, profile: Path) -> None:
    post_marker(here)
    modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in profile.iterdir()}
    assert set(modes) >= {DATABASE_NAME, DATABASE_NAME + "-wal", DATABASE_NAME + "-shm"}
    assert set(modes.values()) == {0o600}


def test_a_profile_that_others_can_read_is_closed_to_them_at_its_opening(
    here: Opened, profile: Path
) -> None:
    post_marker(here)
    crashed = profile / "crashed"
    crashed.mkdir()
    (crashed / "backup").mkdir()
    copies = [crashed / name for name in (DATABASE_NAME, DATABASE_NAME + "-wal")]
    for copy in copies:
        copy.write_bytes((profile / copy.name).read_bytes())
    (crashed / "backup" / "pre-v1.db").write_bytes(b"an older one")
    loose = [crashed, crashed / "backup", crashed / "backup" / "pre-v1.db", *copies]
    for path in loose:
        path.chmod(0o777 if path.is_dir() else 0o666)
    store = open_store(crashed, KEY)
    for path in loose:
        mode = stat.S_IMODE(path.stat().st_mode)
        assert mode == (0o700 if path.is_dir() else 0o600), path
    store.close()


def test_the_disk_is_waited_for_at_each_commit(here: Opened) -> None:
    database = here.store.database
    assert database.value("PRAGMA journal_mode") == "wal"
    assert database.value("PRAGMA synchronous") == 2
    assert database.value("PRAGMA foreign_keys") == 1
    assert database.value("PRAGMA temp_store") == 2
    assert database.value("PRAGMA secure_delete") == 1
    assert database.value("PRAGMA application_id") == connection.APPLICATION_ID


def test_another_key_is_told_from_a_damaged_file(here: Opened, profile: Path) -> None:
    post_marker(here)
    here.close()
    before = contents(profile)
    assert fault_of(lambda: open_store(profile, b"x" * 32)) is FaultReason.DATABASE_UNREADABLE
    assert contents(profile) == before
    file = profile / DATABASE_NAME
    file.write_bytes(os.urandom(len(before[DATABASE_NAME])))
    assert fault_of(lambda: open_store(profile, KEY)) is FaultReason.DATABASE_CORRUPT


def test_a_damaged_first_page_is_one_right_sentence_and_a_next_step(
    here: Opened, profile: Path
) -> None:
    post_marker(here)
    here.close()
    file = profile / DATABASE_NAME
    damaged = bytearray(file.read_bytes())
    damaged[200] ^= 1
    file.write_bytes(damaged)
    with pytest.raises(Fault) as caught:
        open_store(profile, KEY)
    words = sentence_of(caught.value)
    assert words.message == (
        "The profile's database tidings.db is damaged, or belongs to another key."
    )
    assert "“tidings restore FILE”" in words.hint
    assert file.read_bytes() == bytes(damaged)


def test_a_changed_page_is_noticed_when_it_is_read(here: Opened, profile: Path) -> None:
    post_marker(here)
    here.close()
    file = profile / DATABASE_NAME
    damaged = bytearray(file.read_bytes())
    for page in range(1, len(damaged) // connection.PAGE_BYTES):
        damaged[page * connection.PAGE_BYTES + 100] ^= 1
    file.write_bytes(damaged)

    def read_all() -> None:
        with closing(open_store(profile, KEY)) as store:
            store.database.rows("SELECT wire FROM peerlinks_message")

    assert fault_of(read_all) is FaultReason.DATABASE_CORRUPT


def test_a_database_of_another_program_is_left_alone(profile: Path) -> None:
    location = Location(str(profile / DATABASE_NAME), KEY)
    database = Database(location)
    database.run("CREATE TABLE other (x)")
    database.run("PRAGMA application_id = 7")
    database.close()
    assert fault_of(lambda: open_store(profile, KEY)) is FaultReason.DATABASE_CORRUPT


def test_a_folder_that_cannot_be_written_to_is_a_fault(tmp_path: Path) -> None:
    missing = Location(str(tmp_path / "missing" / "file.db"), KEY)
    assert fault_of(lambda: Database(missing)) is FaultReason.DISK_FAILED


def test_a_rolled_back_transaction_never_was(here: Opened) -> None:
    channel = a.channel("garden")
    root = a.message(channel.id)
    here.storage.begin()
    here.storage.apply(ChannelStored(channel, a.NOW))
    here.storage.apply(root)
    assert here.repository.count(channel.id) == 1
    here.storage.rollback()
    assert here.repository.channel(channel.id) is None
    assert here.repository.count(channel.id) == 0
    post_marker(here)
    assert here.repository.count(channel.id) == 2


def test_counting_writes_nothing_of_what_is_held_back(here: Opened) -> None:
    channel = a.channel("garden")
    root = a.message(channel.id)
    post = a.message(channel.id, [root], "a post", by=a.chain("bob"))
    here.keep(ChannelStored(channel, a.NOW), root)
    here.storage.begin()
    here.storage.apply(post)
    changed = here.store.database.total_changes()
    assert here.repository.count(channel.id) == 2
    assert here.store.database.total_changes() == changed
    here.storage.commit()
    assert here.repository.count(channel.id) == 2


def test_a_rollback_drops_what_was_held_back_in_memory(here: Opened) -> None:
    channel = a.channel("garden")
    root = a.message(channel.id)
    here.keep(ChannelStored(channel, a.NOW), root)
    here.storage.begin()
    here.storage.apply(a.message(channel.id, [root], "lost", by=a.chain("lost")))
    here.storage.rollback()
    here.keep(a.message(channel.id, [root], "kept", by=a.chain("kept")))
    rows = here.store.database.rows("SELECT text FROM timeline ORDER BY order_key")
    assert rows == [("",), ("kept",)]
    assert here.store.database.rows("SELECT path FROM peerlinks_member") == [('["kept"]',)]
    assert here.store.database.rows("SELECT path FROM author") == [("[]",), ('["kept"]',)]


_WRITER = """
import os, sys
from pathlib import Path
from engine.store.opening import open_store
from engine.store.peerlinks import private_channels
from engine.protocols.peerlinks.records import ChannelStored
from tests import peerlinks_samples as a

store = open_store(Path(sys.argv[1]), bytes(range(32)))
repository = private_channels.repository(store)
where = a.channel("garden")
line = a.line(where.id, 3000)
store.database.begin()
repository.apply(ChannelStored(where, a.NOW))
repository.apply(line[0])
store.database.commit()
store.database.begin()
for message in line[1:]:
    repository.apply(message)
repository.leaves(where.id, 1)  # has what was held back written
print("written", flush=True)
sys.stdin.readline()
"""


def test_a_process_killed_before_its_commit_keeps_nothing_half(profile: Path) -> None:
    root = Path(__file__).parents[3]
    with subprocess.Popen(
        [sys.executable, "-c", _WRITER, str(profile)],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "written\n"
        writer.send_signal(signal.SIGKILL)
    store = open_store(profile, KEY)
    for table in ("peerlinks_message", "peerlinks_leaf", "timeline"):
        assert store.database.value(f"SELECT count(*) FROM {table}") == 1
    assert store.database.value("SELECT total(posts) FROM timeline_block") == 1
    assert store.database.value("PRAGMA integrity_check") == "ok"
    store.close()


def test_a_reader_sees_one_state_while_the_writer_goes_on(here: Opened) -> None:
    reading = here.store.database.open_reader()
    with reading.snapshot():
        before = reading.value("SELECT count(*) FROM space")
        post_marker(here)
        assert reading.value("SELECT count(*) FROM space") == before
    assert reading.value("SELECT count(*) FROM space") == before + 1
    reading.close()


def test_a_reader_cannot_write(here: Opened) -> None:
    reading = here.store.database.open_reader()
    reason = fault_of(lambda: reading.rows("INSERT INTO setting VALUES ('x', x'00')"))
    assert reason is FaultReason.DISK_READ_ONLY
    reading.close()


def test_a_full_disk_is_a_fault_and_what_was_there_stays(here: Opened) -> None:
    post_marker(here)
    database = here.store.database
    database.rows(f"PRAGMA max_page_count = {database.value('PRAGMA page_count')}")
    where = a.space("garden")
    grown = a.message(where, a.line(where, 1), "x" * 200_000)

    def keep() -> None:
        here.storage.begin()
        try:
            here.storage.apply(grown)
            here.storage.commit()
        except Fault:
            here.storage.rollback()
            raise

    assert fault_of(keep) is FaultReason.DISK_FULL
    assert here.repository.count(where) == 2
    database.rows("PRAGMA max_page_count = 1000000")
    keep()
    assert here.repository.count(where) == 3


def test_what_follows_a_note_that_undid_the_transaction_is_not_stored(here: Opened) -> None:
    """SQLite takes back all of it; the note's owner goes on, and so would whoever stores."""
    post_marker(here)
    database, where = here.store.database, a.space("garden")
    lines = a.line(where, 3)
    here.storage.begin()
    here.storage.apply(lines[1])
    database.rows(f"PRAGMA max_page_count = {database.value('PRAGMA page_count')}")
    long = Address("x" * 200_000, 1)
    remember = here.store.peers.remember
    assert fault_of(lambda: remember(ProtocolName.TIDINGS, long, 1.0)) is FaultReason.DISK_FULL
    database.rows("PRAGMA max_page_count = 1000000")

    assert not database.in_transaction
    assert fault_of(lambda: here.storage.apply(lines[2])) is FaultReason.DISK_FAILED
    assert fault_of(here.storage.commit) is FaultReason.DISK_FAILED
    here.storage.rollback()
    here.keep(*lines[1:])
    assert here.repository.count(where) == 4


def test_after_a_failed_sync_the_file_is_opened_and_checked_anew(here: Opened) -> None:
    post_marker(here)
    database = here.store.database
    first = database._connection
    failed = apsw.exception_for(apsw.SQLITE_IOERR_FSYNC)
    assert isinstance(failed, apsw.Error)
    database._note(failed)
    database.begin()
    assert database._connection is not first
    assert here.repository.count(a.space("garden")) == 2
    database.rollback()


def _extended(code: int) -> apsw.Error:
    error = apsw.exception_for(code)
    assert isinstance(error, apsw.Error)
    return error


def test_what_the_disk_reports_is_told_by_its_reason() -> None:
    cases: list[tuple[apsw.Error, FaultReason]] = [
        (apsw.FullError(), FaultReason.DISK_FULL),
        (apsw.ReadOnlyError(), FaultReason.DISK_READ_ONLY),
        (apsw.IOError(), FaultReason.DISK_FAILED),
        (_extended(apsw.SQLITE_IOERR_SHMSIZE), FaultReason.DISK_FULL),
        (_extended(apsw.SQLITE_IOERR_READ), FaultReason.DISK_FAILED),
        (apsw.CorruptError(), FaultReason.DATABASE_CORRUPT),
        (apsw.NotADBError(), FaultReason.DATABASE_CORRUPT),
        (apsw.BusyError(), FaultReason.PROFILE_IN_USE),
        (apsw.LockedError(), FaultReason.PROFILE_IN_USE),
    ]
    for error, reason in cases:
        assert fault_of(lambda error=error: raise_fault(error, "x")) is reason  # type: ignore[misc]


def test_a_mistake_of_ours_is_no_fault(here: Opened) -> None:
    with pytest.raises(apsw.SQLError):
        here.store.database.rows("SELECT nothing FROM nowhere")


def test_a_file_without_a_key_is_never_made(tmp_path: Path) -> None:
    with pytest.raises(AssertionError):
        Location(str(tmp_path / "plain.db"), None)
    assert Location(MEMORY, None).name == MEMORY


def test_no_key_stands_in_a_repr() -> None:
    assert KEY.hex() not in repr(Location("x", KEY))
    assert repr(KEY) not in repr(Location("x", KEY))


def test_another_vfs_may_lie_below_the_encryption(tmp_path: Path) -> None:
    class Passing(apsw.VFS):
        def __init__(self) -> None:
            super().__init__("passing", "unix")

    passing = Passing()
    location = Location(str(tmp_path / "x.db"), KEY, "multipleciphers-passing")
    database = Database(location)
    database.run("CREATE TABLE t (x)")
    database.close()
    reading = open_read_only(Location(str(tmp_path / "x.db"), KEY))
    assert reading.value("SELECT count(*) FROM t") == 0
    reading.close()
    passing.unregister()
