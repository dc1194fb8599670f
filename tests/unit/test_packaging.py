"""The lock files, and what the set-up decides: as texts and values, nothing is installed here."""

import re
import tomllib
from pathlib import Path

import bootstrap
import environment
import pytest
import schemas
import system_packages
import translations
from system_packages import Apt

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CARD = ["pyside6", "qasync", "pynacl", "protobuf", "mmh3", "pyspark", "pytest-qt"]


def lock_text(name: str) -> str:
    return (ROOT / "packaging" / "locks" / f"{name}.txt").read_text(encoding="utf-8")


def requirements(name: str) -> dict[str, str]:
    """Each requirement line (name, version, marker) with the hashes below it."""
    found: dict[str, str] = {}
    line = ""
    for text in lock_text(name).splitlines():
        if re.match(r"[a-z0-9]", text):
            line = text.rstrip("\\ ")
            found[line] = ""
        elif "--hash=" in text:
            found[line] += text
    return found


def versions(name: str) -> set[str]:
    return {line.split(" ")[0] for line in requirements(name)}


# ------------------------------------------------------------------------------------------- locks


@pytest.mark.parametrize("name", ["run", "test", "package"])
def test_every_locked_package_carries_a_hash(name: str) -> None:
    without = [line for line, hashes in requirements(name).items() if "sha256:" not in hashes]
    assert requirements(name)
    assert without == []


@pytest.mark.parametrize("name", ["run", "test", "package"])
def test_a_lock_holds_no_address_and_no_path(name: str) -> None:
    text = lock_text(name)
    for forbidden in ("://", "--index", "--extra-index", "--find-links", " @ "):
        assert forbidden not in text
    assert re.search(r"(^|[\s=\"'])/", text) is None


@pytest.mark.parametrize("name", ["run", "test", "package"])
def test_a_lock_says_how_it_is_made(name: str) -> None:
    assert "make lock" in lock_text(name).splitlines()[1]


def test_what_runs_and_what_is_packed_is_what_was_tested() -> None:
    assert versions("run") <= versions("test")
    assert versions("run") <= versions("package")


def test_besides_what_runs_only_what_packs_is_in_the_environment_that_packs() -> None:
    packs = {version.split("==")[0] for version in versions("package") - versions("run")}
    assert {"pyinstaller", "pyinstaller-hooks-contrib"} <= packs
    assert packs.isdisjoint({"pytest", "pyspark", "pyarrow", "ruff"})


def test_the_packages_of_the_card_are_locked() -> None:
    locked = {version.split("==")[0] for version in versions("test")}
    assert set(CARD) <= locked


def test_pyside_stays_at_the_version_that_is_sound_on_this_python() -> None:
    assert "pyside6==6.11.3" in versions("run")
    assert "pyside6>=6.11.3,<6.12" in PYPROJECT["project"]["dependencies"]


def test_every_named_dependency_is_locked() -> None:
    project = PYPROJECT["project"]
    extras = [need for extra in project["optional-dependencies"].values() for need in extra]
    for lock, needs in (("run", project["dependencies"]), ("test", extras)):
        locked = {version.split("==")[0] for version in versions(lock)}
        assert {re.split(r"[><=]", need)[0] for need in needs} <= locked


def test_the_build_tool_is_locked_and_is_the_one_the_set_up_installs_first() -> None:
    assert PYPROJECT["dependency-groups"]["build"] == PYPROJECT["build-system"]["requires"]
    entry = environment.lock_entry(lock_text("run"), environment.BUILD_TOOL)
    assert entry.startswith("setuptools==")
    assert entry.rstrip().splitlines()[-1].strip().startswith("--hash=sha256:")
    assert not entry.rstrip().endswith("\\")


# ------------------------------------------------------------------------------------------- facts


def test_nothing_is_done_when_all_facts_hold() -> None:
    facts = {"packages-run": "a", "qt-widgets": "a"}
    assert environment.unmet(facts, facts | {"packages-test": "b"}) == set()


def test_a_changed_lock_leaves_its_facts_unmet() -> None:
    wanted = {"packages-run": "b", "qt-widgets": "b"}
    have = {"packages-run": "a", "qt-widgets": "b"}
    assert environment.unmet(wanted, have) == {"packages-run"}


def test_the_digest_changes_with_the_lock_the_project_and_the_place() -> None:
    project = '[project]\nname = "tidings"\n'
    known = environment.packages_digest(b"lock", project, Path("here"))
    assert environment.packages_digest(b"lock", project, Path("here")) == known
    assert environment.packages_digest(b"other", project, Path("here")) != known
    assert environment.packages_digest(b"lock", project, Path("there")) != known
    assert environment.packages_digest(b"lock", project + "version='2'\n", Path("here")) != known


def test_the_digest_does_not_change_with_the_rules_of_a_linter() -> None:
    project = '[project]\nname = "tidings"\n'
    known = environment.packages_digest(b"lock", project, Path("here"))
    with_rules = project + "[tool.ruff]\nline-length = 90\n"
    assert environment.packages_digest(b"lock", with_rules, Path("here")) == known


def test_tests_want_the_packages_of_a_run_too() -> None:
    run = environment.facts_wanted(ROOT, "run", [system_packages.WIDGETS])
    test = environment.facts_wanted(ROOT, "test", [system_packages.WIDGETS])
    assert run.items() <= test.items()
    assert test.keys() - run.keys() == {"packages-test"}


def made_environment(root: Path) -> Path:
    python = environment.venv_python(root)
    python.parent.mkdir(parents=True)
    python.touch()
    return python


def test_facts_are_read_as_they_were_written(tmp_path: Path) -> None:
    made_environment(tmp_path)
    environment.write_facts(tmp_path, {"packages-run": "a"})
    environment.add_facts(tmp_path, {"qt-widgets": "b"})
    assert environment.read_facts(tmp_path) == {"packages-run": "a", "qt-widgets": "b"}


def test_an_unfinished_environment_has_no_facts_and_is_made_anew(tmp_path: Path) -> None:
    python = made_environment(tmp_path)
    (tmp_path / ".venv" / environment.FACTS_FILE).write_text(environment.UNFINISHED)
    assert environment.read_facts(tmp_path) == {}
    assert environment.must_begin_anew(tmp_path / ".venv", python)


def test_an_environment_whose_python_was_removed_is_made_anew(tmp_path: Path) -> None:
    python = made_environment(tmp_path)
    environment.write_facts(tmp_path, {"packages-run": "a"})
    python.unlink()
    python.symlink_to(tmp_path / "a-python-that-was-removed")
    assert environment.read_facts(tmp_path) == {}
    assert environment.must_begin_anew(tmp_path / ".venv", python)


def test_a_finished_environment_is_kept(tmp_path: Path) -> None:
    python = made_environment(tmp_path)
    environment.write_facts(tmp_path, {"packages-run": "of an older lock"})
    assert not environment.must_begin_anew(tmp_path / ".venv", python)
    assert not environment.must_begin_anew(tmp_path / "none", python)


# --------------------------------------------------------------------------------- system packages


def test_the_apt_command_is_one_that_can_be_typed() -> None:
    assert system_packages.apt_command(["libpulse0", "libegl1"], root=False) == (
        "sudo apt-get update && "
        "sudo apt-get install --yes --no-install-recommends libpulse0 libegl1"
    )
    assert "sudo" not in system_packages.apt_command(["libpulse0"], root=True)


@pytest.mark.parametrize(
    ("apt", "usable"),
    [
        (Apt(present=True, root=True, sudo_silent=False), True),
        (Apt(present=True, root=False, sudo_silent=True), True),
        (Apt(present=True, root=False, sudo_silent=False), False),
        (Apt(present=False, root=True, sudo_silent=False), False),
    ],
)
def test_apt_is_used_only_where_it_asks_nobody(apt: Apt, *, usable: bool) -> None:
    assert apt.usable is usable


def test_who_may_not_install_is_given_the_command() -> None:
    apt = Apt(present=True, root=False, sudo_silent=False)
    sentence = system_packages.missing_sentence("Sound is needed.", ["libpulse0"], apt)
    assert sentence.startswith("Sound is needed. Install it with this command")
    assert system_packages.apt_command(["libpulse0"], root=False) in sentence


def test_on_another_system_the_command_is_named_as_debians() -> None:
    apt = Apt(present=False, root=False, sudo_silent=False)
    sentence = system_packages.missing_sentence("Sound is needed.", ["libpulse0"], apt)
    assert "your system's package manager" in sentence
    assert "On Debian and Ubuntu" in sentence


def test_the_missing_library_is_read_from_the_loaders_complaint() -> None:
    complaint = "ImportError: libpulse.so.0: cannot open shared object file: No such file"
    assert system_packages.missing_library(complaint) == "libpulse.so.0"
    assert system_packages.missing_library("Aborted") is None


def probe_names(purpose: str, system: str, environ: dict[str, str]) -> list[str]:
    return [probe.name for probe in system_packages.probes_for(purpose, system, environ)]


def test_the_screen_decides_what_a_run_must_find() -> None:
    assert probe_names("run", "linux", {}) == ["widgets", "multimedia"]
    assert probe_names("run", "linux", {"DISPLAY": ":0"})[2:] == ["xcb"]
    assert probe_names("run", "linux", {"WAYLAND_DISPLAY": "wayland-0"})[2:] == ["wayland"]
    assert probe_names("run", "darwin", {"DISPLAY": ":0"}) == ["widgets", "multimedia"]


def test_tests_must_find_a_screens_library_without_a_screen() -> None:
    assert probe_names("test", "linux", {}) == ["widgets", "multimedia", "xcb"]


# ----------------------------------------------------------------------------------- old Pythons


def test_an_old_python_is_told_what_is_needed_and_what_to_type() -> None:
    sentence = bootstrap.old_python_sentence((3, 9))
    assert "needs Python 3.11 or newer; this one is 3.9" in sentence
    assert sentence.endswith("make PYTHON=python3.11 run")


def test_the_set_up_and_the_project_agree_on_the_oldest_python() -> None:
    oldest = ".".join(map(str, bootstrap.PYTHON_OLDEST))
    assert PYPROJECT["project"]["requires-python"] == f">={oldest}"
    assert bootstrap.newer_pythons()[0] == f"python{oldest}"


def test_a_purpose_nobody_knows_is_answered_with_the_usage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert bootstrap.main(["walk"]) == 1
    assert capsys.readouterr().err.strip() == bootstrap.USAGE


# ------------------------------------------------------------------------------- generated code


def test_generated_code_that_fits_its_schemas_has_not_drifted() -> None:
    files = {"a_pb2.py": b"1", "a_pb2.pyi": b"2"}
    assert schemas.generated_names(["a.proto"]) == list(files)
    assert schemas.drift(files, files) == []
    assert schemas.drift({}, {}) == []


def test_each_way_of_drifting_has_its_sentence() -> None:
    kept = {"a_pb2.py": b"old", "gone_pb2.py": b""}
    fresh = {"a_pb2.py": b"new", "b_pb2.py": b""}
    assert schemas.drift(kept, fresh) == [
        "a_pb2.py is not what its schema gives.",
        "b_pb2.py has not been generated.",
        "gone_pb2.py belongs to no schema.",
    ]


SCHEMA = """syntax = "proto3";
package tidings.trial;
message Trial { optional uint32 zero = 1; }
"""


def test_a_schema_gives_code_and_types_and_its_removal_removes_them(tmp_path: Path) -> None:
    folder = tmp_path / schemas.FOLDER
    folder.mkdir(parents=True)
    (folder / "trial.proto").write_text(SCHEMA, encoding="utf-8")

    assert schemas.main(["check"], tmp_path) == 1
    assert schemas.main(["write"], tmp_path) == 0
    assert schemas.main(["check"], tmp_path) == 0
    assert (folder / "trial_pb2.pyi").exists()

    (folder / "trial.proto").unlink()
    assert schemas.main(["check"], tmp_path) == 1
    assert schemas.main(["write"], tmp_path) == 0
    assert list(folder.iterdir()) == []


# -------------------------------------------------------------------------------------- catalogues
@pytest.fixture
def catalogue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A language whose tools give what is asked for."""
    file = tmp_path / "tidings_xx.ts"
    file.write_bytes(b"old texts")
    file.with_suffix(".qm").write_bytes(b"old catalogue")
    monkeypatch.setattr(translations, "gather", lambda _root, it: it.write_bytes(b"new texts"))
    monkeypatch.setattr(translations, "compiled", lambda _root, _it: b"new catalogue")
    return file


def test_who_reads_a_catalogue_while_it_is_made_anew_sees_the_old_one_whole(
    catalogue: Path,
) -> None:
    with catalogue.with_suffix(".qm").open("rb") as texts, catalogue.open("rb") as words:
        translations.bring_up_to_date(catalogue.parent, catalogue)
        assert (texts.read(), words.read()) == (b"old catalogue", b"old texts")
    assert catalogue.read_bytes() == b"new texts"
    assert catalogue.with_suffix(".qm").read_bytes() == b"new catalogue"
    assert sorted(one.name for one in catalogue.parent.iterdir()) == [
        "tidings_xx.qm",
        "tidings_xx.ts",
    ]


def test_a_tool_that_fails_leaves_the_catalogue_as_it_was(
    catalogue: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_root: Path, _catalogue: Path) -> None:
        raise SystemExit("lupdate failed")

    monkeypatch.setattr(translations, "gather", fail)
    with pytest.raises(SystemExit):
        translations.bring_up_to_date(catalogue.parent, catalogue)
    assert catalogue.read_bytes() == b"old texts"
    assert catalogue.with_suffix(".qm").read_bytes() == b"old catalogue"
