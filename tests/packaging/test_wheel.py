"""The wheel holds everything, and runs where nothing of the project's folder is."""

from __future__ import annotations

import os
import subprocess
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest
from wheel_making import FILES, ROOMS, copy_sources, files_of, install_wheel, make_wheel

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 120.0  # far beyond what a start takes

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the wheel is built from, as it is now: somebody may be at work in the project."""
    place = tmp_path_factory.mktemp("sources") / "project"
    copy_sources(ROOT, place)
    return place


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `make package` builds it, without the network."""
    return make_wheel(sources, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command `tidings` in a fresh environment; what it needs is found where it is."""
    place = tmp_path_factory.mktemp("installed") / "environment"
    venv.create(place, with_pip=False, symlinks=True)
    python = place / "bin" / "python"
    told = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    )
    # A line of a path file brings the packages, but not the project: that lies behind another one.
    needs = Path(told.stdout.strip()) / "needs.pth"
    needs.write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    install_wheel(wheel, place)
    return place / "bin" / "tidings"


def run(program: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command in an empty folder, with nothing of ours in its environment."""
    clean = {"HOME": str(folder), "PATH": os.defpath, "LANG": "C.UTF-8", "COLUMNS": "100"}
    return subprocess.run(
        [program, *words],
        cwd=folder,
        env=clean,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def test_it_holds_every_file_of_every_room_and_nothing_else(wheel: Path, sources: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert packed == set(files_of(sources))


def test_it_says_its_version_from_an_empty_folder(
    program: Path, tmp_path: Path, project: dict[str, Any]
) -> None:
    done = run(program, tmp_path, "--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == f"Tidings {project['version']}"


def test_it_says_what_it_can_do_from_an_empty_folder(program: Path, tmp_path: Path) -> None:
    done = run(program, tmp_path, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    for command in ("channel", "community", "feed", "folder", "serve", "open"):
        assert command in done.stdout


def test_it_makes_a_profile_from_what_was_packed(program: Path, tmp_path: Path) -> None:
    made = run(program, tmp_path, "--profile", "new", "identity", "new", "Ann")
    assert made.returncode == 0, made.stderr
    posted = run(program, tmp_path, "--profile", "new", "channel", "post", "Ann", "from a wheel")
    assert posted.returncode == 0, posted.stderr
    read = run(program, tmp_path, "--profile", "new", "channel", "read", "Ann")
    assert "from a wheel" in read.stdout


def test_what_is_left_from_an_older_build_gets_into_no_wheel(sources: Path, tmp_path: Path) -> None:
    (sources / "build" / "lib" / "app").mkdir(parents=True)
    (sources / "app" / "__pycache__").mkdir()
    (sources / "app" / "__pycache__" / "gone.pyc").touch()
    copy_sources(sources, tmp_path / "copy")
    found = {path.name for path in (tmp_path / "copy").iterdir()}
    assert found == {*ROOMS, *FILES}
    assert list((tmp_path / "copy").rglob("__pycache__")) == []
