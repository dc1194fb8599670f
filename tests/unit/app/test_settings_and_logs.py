"""What the program remembers and writes down: never in the way, and never telling secrets."""

from __future__ import annotations

import contextlib
import json
import logging
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from app import logs
from app.logs import RedactingFormatter, start_logging
from app.profile import settings
from app.profile.settings import Settings, StoredSettings
from engine.errors import Fault, FaultReason
from engine.store.files import replace_file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_what_is_stored_is_there_after_a_restart(file: Path) -> None:
    StoredSettings(file).store_text("port", "4711")
    assert Settings.of(StoredSettings(file)).port == 4711
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_without_a_file_all_is_usual_and_none_is_made(file: Path) -> None:
    assert Settings.of(StoredSettings(file)) == Settings()
    assert not file.exists()


@pytest.mark.parametrize("name", ["feeds_relaxed", "feeds_unencrypted", "cable_short_prologue"])
def test_how_programs_of_others_are_spoken_with_is_a_setting(tmp_path: Path, name: str) -> None:
    file = tmp_path / "settings.json"
    assert not getattr(Settings.of(StoredSettings(file)), name)
    StoredSettings(file).store_now(name, "on")
    assert getattr(Settings.of(StoredSettings(file)), name)


@pytest.mark.parametrize(
    ("stored", "taken"),
    [("4096", 4_096), ("0", 0), ("", 10 << 30), ("much", 10 << 30), ("9" * 19, 10 << 30)],
)
def test_how_much_of_the_disk_a_feed_may_take_is_a_setting(
    tmp_path: Path, stored: str, taken: int
) -> None:
    file = tmp_path / "settings.json"
    StoredSettings(file).store_now("feed_bytes_max", stored)
    assert Settings.of(StoredSettings(file)).feed_bytes_max == taken


def test_what_a_later_program_wrote_is_kept(file: Path) -> None:
    file.write_text('{"colour": {"of": ["a", 1]}, "port": "1"}')
    StoredSettings(file).store_text("port", "2")
    assert json.loads(file.read_text()) == {"colour": {"of": ["a", 1]}, "port": "2"}


def test_a_name_with_another_kind_of_value_counts_as_not_stored(file: Path) -> None:
    file.write_text('{"port": 4711, "discovery": null}')
    assert Settings.of(StoredSettings(file)) == Settings()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"x"', b"\xff\x00", b"[" * 100_000])
def test_a_damaged_file_counts_as_empty_and_is_kept_beside(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    stored = StoredSettings(file)
    assert stored.text("port", "none") == "none"
    assert (file.parent / "settings.json.damaged").read_bytes() == content
    stored.store_now("port", "1")
    assert StoredSettings(file).text("port", "") == "1"


def test_a_file_without_end_is_not_read_whole(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "SETTINGS_BYTES_MAX", 20)
    file.write_text('{"a": "' + "x" * 30 + '"}')
    assert StoredSettings(file).text("a", "") == ""


def test_a_disk_that_takes_nothing_is_a_fault_and_nothing_changed(file: Path) -> None:
    stored = StoredSettings(file.parent / "nowhere" / "settings.json")
    with pytest.raises(Fault) as fault:
        stored.store_now("port", "1")
    assert fault.value.reason is FaultReason.DISK_FAILED
    assert stored.text("port", "none") == "none"


def test_a_choice_of_the_window_does_not_wait_for_the_disk(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writers: list[str] = []
    written = threading.Event()

    def replace(path: Path, content: bytes) -> None:
        writers.append(threading.current_thread().name)
        replace_file(path, content)
        written.set()

    monkeypatch.setattr(settings, "replace_file", replace)
    monkeypatch.setattr(settings, "WRITING_SECONDS", 0.05)
    stored = StoredSettings(file)
    for width in range(50):
        stored.store_text("sidebar", str(width))
    assert stored.text("sidebar", "") == "49"
    assert written.wait(30)
    assert threading.current_thread().name not in writers
    stored.flush()
    assert StoredSettings(file).text("sidebar", "") == "49"


def test_a_choice_that_the_disk_refuses_holds_and_is_written_later(
    file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = file.parent / "later" / "settings.json"
    stored = StoredSettings(path)
    stored.store_text("sidebar", "200")
    stored.flush()
    assert "could not be written" in caplog.text
    assert stored.text("sidebar", "") == "200"
    path.parent.mkdir()
    stored.flush()
    assert StoredSettings(path).text("sidebar", "") == "200"


def test_what_is_stored_at_once_takes_along_what_waits(file: Path) -> None:
    stored = StoredSettings(file)
    stored.store_text("sidebar", "200")
    stored.store_now("port", "1")
    assert json.loads(file.read_text()) == {"sidebar": "200", "port": "1"}


def test_a_program_that_ends_writes_what_waits(file: Path) -> None:
    code = (
        "import sys, pathlib; from app.profile.settings import StoredSettings;"
        "kept = StoredSettings(pathlib.Path(sys.argv[1])); kept.store_text('sidebar', '200')"
    )
    subprocess.run([sys.executable, "-c", code, str(file)], check=True, timeout=60)
    assert StoredSettings(file).text("sidebar", "") == "200"


def test_an_empty_text_erases_what_was_stored(file: Path) -> None:
    file.write_text('{"draft.1": "", "draft.2": "a thought"}')
    stored = StoredSettings(file)
    stored.store_text("draft.2", "")
    stored.store_now("port", "1")
    assert json.loads(file.read_text()) == {"port": "1"}
    stored.store_now("port", "")
    assert json.loads(file.read_text()) == {}


def test_what_would_make_the_file_unreadable_is_refused_and_nothing_changed(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "SETTINGS_BYTES_MAX", 20_000)
    monkeypatch.setattr(settings, "KEPT_FOR_SHORT_BYTES", 5_000)
    stored = StoredSettings(file)
    draft = "\N{SNOWMAN}\n" * 1_400
    stored.store_text("draft.1", draft)
    stored.store_text("draft.2", draft)
    for store in (stored.store_text, stored.store_now):
        with pytest.raises(Fault) as fault:
            store("draft.3", draft)
        assert fault.value.reason is FaultReason.SETTINGS_FULL
    assert stored.text("draft.3", "none") == "none"
    for number in range(40):
        stored.store_text(f"choice.{number}", "short")  # there is a place kept for these
    stored.flush()
    assert file.stat().st_size <= 20_000
    assert StoredSettings(file).text("draft.2", "") == draft
    stored.store_text("draft.1", "")
    stored.store_text("draft.3", draft[:-1_000])


def test_a_file_that_is_as_large_as_it_may_be_can_shrink_and_is_never_larger(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "SETTINGS_BYTES_MAX", 2_000)
    monkeypatch.setattr(settings, "KEPT_FOR_SHORT_BYTES", 0)
    stored = StoredSettings(file)
    number = 0
    with contextlib.suppress(Fault):
        for number in range(1_000):
            stored.store_text(f"choice.{number}", '"' * (number % 5 + 1))
    assert 39 < number < 999
    stored.flush()
    assert 1_000 < file.stat().st_size <= 2_000
    stored.store_text("choice.39", "shorter")
    stored.flush()
    assert StoredSettings(file).text("choice.39", "") == "shorter"
    assert StoredSettings(file).text(f"choice.{number}", "none") == "none"


def test_settings_that_others_can_read_are_closed_to_them(file: Path) -> None:
    file.write_text('{"port": "1"}')
    file.chmod(0o644)
    assert StoredSettings(file).text("port", "") == "1"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "port", ["-1", "65536", "99999999999", "0x10", "", "\N{ARABIC-INDIC DIGIT ONE}"]
)
def test_a_port_that_is_none_counts_as_not_chosen(file: Path, port: str) -> None:
    StoredSettings(file).store_text("port", port)
    assert Settings.of(StoredSettings(file)).port == 0


def test_what_can_be_switched(file: Path) -> None:
    stored = StoredSettings(file)
    stored.store_text("discovery", "off")
    stored.store_text("document", "on")
    assert Settings.of(stored) == Settings(port=0, discovery=False, document=True)


# ---- logs ---------------------------------------------------------------------------------------

HEX_KEY = "0123456789abcdef" * 4
SECRETS = {
    "hexadecimal": HEX_KEY,
    "base 32": "tidings:AEBPYAQKEDY6QPROHEDQ7IMPMYWQCKPRG45ATY2Y",
    "base 58": "8fn431K6hw1tRjqbEHfR6tTPP5apCxK4if5CkT9e6zZWwsuPia",
    "base 64": "dGhpcyBpcyBub3QgYSBzZWNyZXQgYXQgYWxsIDEyMw==",
}


def formatted(message: str, *, error: BaseException | None = None) -> str:
    trace = None if error is None else (type(error), error, None)
    record = logging.LogRecord("app", logging.INFO, "file", 1, message, None, trace)
    return RedactingFormatter("%(message)s").format(record)


@pytest.mark.parametrize("secret", SECRETS.values(), ids=SECRETS)
def test_what_looks_like_a_key_is_cut_wherever_it_stands(secret: str) -> None:
    token = secret.rpartition(":")[2]
    for line in (
        formatted(f"before {secret} after"),
        formatted(f"({secret})"),
        formatted("said", error=ValueError(secret)),
    ):
        assert token not in line
        assert token[:8] in line
        assert token[8:20] not in line


@pytest.mark.parametrize(
    "words",
    [
        "/srv/somebody/.local/share/tidings/profile1/tidings.db",
        "engine.protocols.peerlinks.conversation.reconciliation",
        "a_very_long_name_of_a_function_that_does_something",
    ],
)
def test_paths_and_words_stay(words: str) -> None:
    assert formatted(f"in {words}") == f"in {words}"


@pytest.mark.usefixtures("own_logging")
def test_the_log_is_its_owners_alone_and_begins_with_its_first_line(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    start_logging(folder)
    assert not folder.exists(), "who has nothing to say leaves no trace"
    logging.getLogger("app").info("key %s", HEX_KEY)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    (file,) = folder.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.read_text().endswith(f"INFO app: key {HEX_KEY[:8]}…\n")


@pytest.mark.usefixtures("own_logging")
def test_the_log_never_grows_beyond_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logs, "LOG_BYTES_MAX", 500)
    start_logging(tmp_path / "logs")
    for number in range(200):
        logging.getLogger("app").info("line %d", number)
    files = sorted((tmp_path / "logs").iterdir())
    assert len(files) == logs.LOG_FILES_KEPT + 1
    assert all(file.stat().st_size <= 500 for file in files)
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}


@pytest.mark.usefixtures("own_logging")
def test_a_disk_that_takes_no_log_stops_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "logs").touch()  # a file where the folder should be
    start_logging(tmp_path / "logs")
    logging.getLogger("app").error("unheard")
    assert capsys.readouterr().err == ""
