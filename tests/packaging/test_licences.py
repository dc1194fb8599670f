"""Every part of a bundle brings its licence, and a part without one is an error."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

import pytest
from environment import lock_path
from licences import LIST_NAME, Part, gather, licence_of, locked_names, parts_of_python
from system_packages import SetupError

ROOT = Path(__file__).resolve().parents[2]
LOCK = lock_path(ROOT, "run").read_text(encoding="utf-8")


def test_every_package_that_runs_says_its_licence_and_brings_a_text() -> None:
    parts = parts_of_python(ROOT, LOCK)
    assert {"PyNaCl", "rich", "zeroconf"} <= {part.name for part in parts}
    assert [part.name for part in parts if not part.texts] == []
    assert all(text.is_file() for part in parts for text in part.texts)


def test_qt_comes_with_the_licences_it_names() -> None:
    (qt,) = (part for part in parts_of_python(ROOT, LOCK) if part.name == "PySide6_Essentials")
    assert "LGPL" in qt.licence
    assert {text.name for text in qt.texts} == {"LGPL-3.0.txt", "GPL-3.0.txt", "LGPL-2.1.txt"}


def test_all_of_it_is_laid_down_under_a_list(tmp_path: Path) -> None:
    parts = gather(ROOT, LOCK, [], tmp_path / "licences")
    told = (tmp_path / "licences" / LIST_NAME).read_text(encoding="utf-8")
    for part in parts:
        assert f"\n{part.name} {part.version}: {part.licence}" in told
        assert len(list((tmp_path / "licences" / part.name).iterdir())) == len(part.texts)
    own = (tmp_path / "licences" / "Tidings" / "LICENSE.txt").read_bytes()
    assert own == (ROOT / "LICENSE").read_bytes()
    assert (tmp_path / "licences" / "Tidings" / "lucide.txt").is_file()


def test_a_part_without_a_text_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = Part("bare", "1", "who knows", [])
    monkeypatch.setattr("licences.parts_of_python", lambda *_: [bare])
    with pytest.raises(SetupError, match="bare"):
        gather(ROOT, LOCK, [], tmp_path / "licences")


def test_a_licence_is_said_in_one_line() -> None:
    assert licence_of(distribution("zeroconf")) == "LGPL-2.1-or-later"
    assert "\n" not in licence_of(distribution("pyside6"))


def test_the_names_of_a_lock_are_its_packages_alone() -> None:
    lock = "# via x\nalpha==1 \\\n    --hash=sha256:00\nbeta-two==2.0 ; marker\n    # via alpha\n"
    assert locked_names(lock) == {"alpha", "beta-two"}
