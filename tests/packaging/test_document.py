"""docs/packaging.md says what is: names of files, commands, packages and pieces."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import system_packages
from desktop_files import APP_ID
from package import KINDS

from app.diagnosis import QT_PACKAGES
from tests.release.pieces import all_pieces

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "packaging.md").read_text(encoding="utf-8")
PLAIN = TEXT.replace("\\\n", " ")


def test_it_names_the_packages_that_the_doctor_names_and_the_set_up_knows() -> None:
    assert QT_PACKAGES in re.sub(r" +", " ", PLAIN)
    probes = (system_packages.WIDGETS, system_packages.MULTIMEDIA, system_packages.XCB)
    assert set(QT_PACKAGES.split()) <= {name for probe in probes for name in probe.packages}


@pytest.mark.parametrize("target", sorted(set(re.findall(r"(?m)(?:^|`)make ([a-z-]+)", TEXT))))
def test_what_it_tells_to_make_can_be_made(target: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_it_names_every_kind_of_package() -> None:
    assert f"one alone: {', '.join(KINDS[:-1])} or {KINDS[-1]}" in TEXT


def test_it_names_every_piece_of_the_release_test(tmp_path: Path) -> None:
    names = {piece.name for piece in all_pieces(tmp_path)}
    told = set(re.findall(r"^\| `([a-z]+(?:-[a-z]+)*(?:-\d)?)`", TEXT, re.MULTILINE))
    parts = {name for name in names if name.startswith("simulation-")}
    assert names - parts <= told
    assert "`simulation-1` to `-4`" in TEXT
    assert len(parts) == 4


NAMED = re.findall(r"`((?:packaging|resources)/[\w./-]+)`", TEXT)


@pytest.mark.parametrize("path", sorted(set(NAMED)))
def test_the_files_it_names_are_there(path: str) -> None:
    assert (ROOT / path).exists()


def test_its_links_lead_to_its_headings() -> None:
    headings = re.findall(r"^## (.+)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings}
    assert set(re.findall(r"\(#([^)]+)\)", TEXT)) == anchors
    assert APP_ID in TEXT
