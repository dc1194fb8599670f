"""The published programs that tests talk to: their lock, and how they are found and kept."""

from __future__ import annotations

import json
import re
from pathlib import Path

import published_peers
import pytest
from system_packages import SetupError

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = ROOT / "tests" / "interop" / "peerlinks_js"


def lock() -> dict[str, dict[str, str]]:
    packages = json.loads((MANIFEST / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert isinstance(packages, dict)
    return {name: entry for name, entry in packages.items() if name}


def test_every_locked_npm_package_carries_its_hash() -> None:
    assert lock()
    assert [name for name, entry in lock().items() if "sha512-" not in entry["integrity"]] == []


def test_the_npm_lock_holds_no_address() -> None:
    text = (MANIFEST / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in text
    assert "://" not in text


def test_the_published_implementation_is_pinned_to_the_version_that_was_studied() -> None:
    wanted = json.loads((MANIFEST / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert wanted["@peerlinks/protocol"] == "7.4.8"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted.values())
    locked = {name: lock()[f"node_modules/{name}"]["version"] for name in wanted}
    assert locked == wanted


@pytest.mark.parametrize(
    ("told", "version"), [("v20.18.0\n", 20), ("v8.1.0", 8), ("v24.0.0-rc.1", 24), ("node", None)]
)
def test_the_version_of_node_is_read(told: str, version: int | None) -> None:
    assert published_peers.node_version(told) == version


def test_what_is_installed_is_known_by_what_it_was_made_from(tmp_path: Path) -> None:
    for name in published_peers.MANIFESTS:
        (tmp_path / name).write_text(name, encoding="utf-8")
    known = published_peers.digest(tmp_path, "node")
    assert published_peers.digest(tmp_path, "node") == known
    assert published_peers.digest(tmp_path, "another node") != known
    (tmp_path / "package-lock.json").write_text("newer", encoding="utf-8")
    assert published_peers.digest(tmp_path, "node") != known


def test_a_folder_without_its_note_is_not_complete(tmp_path: Path) -> None:
    assert published_peers.read_digest(tmp_path) is None
    (tmp_path / published_peers.COMPLETE_FILE).write_text("made from this", encoding="utf-8")
    assert published_peers.read_digest(tmp_path) == "made from this"


def test_a_locked_package_without_content_is_absent(tmp_path: Path) -> None:
    """npm makes the folders first, and may end well though nothing followed."""
    packages: dict[str, object] = {"": {}, "node_modules/whole": {}, "node_modules/empty": {}}
    (tmp_path / "package-lock.json").write_text(json.dumps({"packages": packages}))
    for package in filter(None, packages):
        (tmp_path / package).mkdir(parents=True)
    (tmp_path / "node_modules" / "whole" / "package.json").touch()
    assert published_peers.absent(tmp_path) == ["node_modules/empty"]


def test_where_there_is_no_node_a_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SetupError, match=r"Node\.js 20 or newer is needed.*make setup-test"):
        published_peers.find_node(tmp_path)


def test_the_node_of_the_lock_is_preferred_to_the_machines() -> None:
    node = published_peers.find_node(ROOT)
    assert Path(node.program).is_relative_to(ROOT / ".venv")
    assert Path(node.npm[-1]).exists()
