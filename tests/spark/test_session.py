"""What Spark is allowed to do here: no page of its own, no socket for others, secrets where due."""

from __future__ import annotations

import os
import shlex
import tempfile
from pathlib import Path

import pytest

from spark_reports import session as sessions
from spark_reports.read import readable, spelled
from spark_reports.session import Placement, neutrally_named, options_of, session


class Silent:
    """A session in which nothing is done."""

    @property
    def sparkContext(self) -> Silent:  # noqa: N802 - Spark's name
        return self

    def setLogLevel(self, level: str) -> None:  # noqa: N802 - Spark's name
        assert level

    def stop(self) -> None: ...


def test_on_this_computer_nothing_is_open_to_others() -> None:
    options = options_of(Placement(Path("s")))
    assert options["spark.ui.enabled"] == options["spark.eventLog.enabled"] == "false"
    assert options["spark.driver.bindAddress"] == options["spark.driver.host"] == "127.0.0.1"
    assert options["spark.sql.session.timeZone"] == "UTC"
    assert options["spark.sql.sources.partitionColumnTypeInference.enabled"] == "false"
    assert options["spark.local.dir"] == "s"
    assert options["spark.authenticate"] == "true", "others may have an account here, too"


@pytest.mark.parametrize(
    ("master", "alone"),
    [
        ("local[2]", True),
        ("spark://127.0.0.1:7077", True),
        ("spark://localhost:7077", True),
        ("spark://10.0.0.1:7077", False),
        ("spark://localhost.example:7077", False),
        ("spark://127.0.0.1:7077,10.0.0.1:7077", False),
        ("yarn", False),
    ],
)
def test_workers_on_other_computers_reach_the_driver(master: str, *, alone: bool) -> None:
    options = options_of(Placement(Path("s"), master))
    assert ("spark.driver.bindAddress" in options) == alone
    assert ("spark.driver.host" in options) == alone
    makes_the_secret = master.startswith("local")
    assert ("spark.authenticate" in options) == makes_the_secret, "a cluster has one, or none"


@pytest.mark.parametrize("of", ["driver", "executor"])
def test_words_are_made_small_in_the_same_way_whatever_language_the_computer_speaks(
    of: str,
) -> None:
    given = options_of(Placement(Path("s")))[f"spark.{of}.extraJavaOptions"].split()
    assert "-Duser.language=en" in given
    assert "-Duser.country=US" in given


def test_where_a_submitted_job_goes_is_what_it_was_submitted_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Placement] = []

    def begun(placement: Placement, *, is_submitted: bool) -> Silent:
        assert is_submitted
        given.append(placement)
        return Silent()

    monkeypatch.setenv("PYSPARK_GATEWAY_PORT", "1")
    monkeypatch.setenv("PYSPARK_GATEWAY_SECRET", "x")
    monkeypatch.setattr(sessions, "_submitted_to", lambda: "spark://10.0.0.1:7077")
    monkeypatch.setattr(sessions, "_begun", begun)
    for master in (None, "local[2]"):
        with session(Placement(tmp_path, master)):
            pass
    assert [one.master for one in given] == ["spark://10.0.0.1:7077", "local[2]"]


def test_a_folder_has_a_name_meanwhile_that_tells_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "Ann, Bob" / "scratch"
    folder.mkdir(parents=True)
    with neutrally_named(folder) as other:
        assert "," not in str(other)
        assert "Ann" not in str(other)
        (other / "shuffled").write_bytes(b"private")
        assert other.parent.stat().st_mode & 0o077 == 0
    assert not other.parent.exists()
    assert (folder / "shuffled").read_bytes() == b"private"


def test_a_comma_in_the_folder_for_temporary_files_is_not_brought_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a,b").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "a,b"))
    with neutrally_named(tmp_path) as other:
        assert "," not in str(other)
    assert list((tmp_path / "a,b").iterdir()) == []


def test_java_is_told_of_any_folder() -> None:
    options = options_of(Placement(Path('/a "b" \\ c/s')))
    told = shlex.split(options["spark.driver.extraJavaOptions"])
    assert told[-1] == '-Djava.io.tmpdir=/a "b" \\ c/s'


def test_what_spark_reads_is_one_path_whatever_it_is_called() -> None:
    assert spelled(Path("/a b/c=1/d.parquet")) == "/a b/c=1/d.parquet"
    assert spelled(Path("/a[b]{c}/*?/d\\e")) == r"/a\[b\]\{c\}/\*\?/d\\e"


@pytest.mark.parametrize("name", ["10:30 [Ann]", "a:b {c}", ":*", "a?:", "a:\\b"])
def test_what_spark_cannot_spell_has_another_name_meanwhile(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name / "dataset"
    folder.mkdir(parents=True)
    with readable(folder) as other:
        assert spelled(other) == other.as_posix()
        (other / "part").write_bytes(b"private")
        assert other.parent.stat().st_mode & 0o077 == 0
    assert not other.parent.exists()
    assert (folder / "part").read_bytes() == b"private"


@pytest.mark.parametrize("name", ["10:30", "[Ann], {a,b} *? \\"])
def test_what_spark_can_spell_keeps_its_name(tmp_path: Path, name: str) -> None:
    with readable(tmp_path / name) as same:
        assert same == tmp_path / name


def test_a_cluster_of_ours_has_authentication_and_encryption_on() -> None:
    options = options_of(Placement(Path("s"), "spark://10.0.0.1:7077", secret="x" * 32))
    assert options["spark.authenticate"] == options["spark.network.crypto.enabled"] == "true"
    assert options["spark.io.encryption.enabled"] == "true"
    assert "x" * 32 not in options.values(), "everybody can read the command line of Java"
    assert "spark.driver.bindAddress" not in options


@pytest.mark.parametrize(
    ("rows", "partitions"), [(0, "1"), (249_999, "1"), (10_000_000, "40"), (10**12, "4096")]
)
def test_there_are_as_many_pieces_as_the_posts_need(rows: int, partitions: str) -> None:
    assert options_of(Placement(Path("s"), rows=rows))["spark.sql.shuffle.partitions"] == partitions


@pytest.mark.parametrize(
    ("rows", "compiles", "optimizes"),
    [(1_000, False, False), (1_000_000, True, False), (10_000_000, True, True)],
)
def test_what_is_compiled_is_worth_it(rows: int, *, compiles: bool, optimizes: bool) -> None:
    options = options_of(Placement(Path("s"), rows=rows))
    assert ("spark.sql.codegen.wholeStage" not in options) == compiles
    for who in ("driver", "executor"):
        java = options[f"spark.{who}.extraJavaOptions"]
        assert ("TieredStopAtLevel=1" not in java) == optimizes, who


@pytest.mark.parametrize(
    ("platform", "encoding", "said"),
    [
        ("linux", "ANSI_X3.4-1968", "C.UTF-8"),
        ("linux", "ISO-8859-1", "C.UTF-8"),
        ("linux", "UTF-8", None),
        ("darwin", "US-ASCII", None),
        ("win32", "cp1252", None),
    ],
)
def test_java_can_name_every_file_whatever_the_locale(
    platform: str, encoding: str, said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over ssh a locale is often named that does not exist, and Java goes back to ASCII."""
    monkeypatch.setenv("LC_ALL", "as it was")  # so that it is put back
    monkeypatch.delenv("LC_ALL")
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr("locale.getencoding", lambda: encoding)
    sessions._name_files_in_utf8()
    assert os.environ.get("LC_ALL") == said
