"""The files that a desktop reads agree with the program, each other, and their formats."""

from __future__ import annotations

import configparser
import json
import struct
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from debian_package import architecture
from desktop_files import APP_ID, ENTRY, ICON, METAINFO, SIDES, lay_out_desktop

from engine.protocols.tidings.links import SCHEME
from ui.announcing.dbus import DESKTOP_ENTRY
from ui.languages import LANGUAGES
from ui.look.application_icon import NAME, PICTURE_SIDES

ROOT = Path(__file__).resolve().parents[2]
DESKTOP = ROOT / "packaging" / "desktop"
SCHEME_TYPE = f"x-scheme-handler/{SCHEME.removesuffix(':')}"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"

Project = dict[str, Any]


@pytest.fixture(scope="module")
def entry() -> configparser.RawConfigParser:
    """The entry of the menu."""
    parser = configparser.RawConfigParser(delimiters=("=",), strict=True)
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys in their own case
    parser.read_string((DESKTOP / ENTRY).read_text(encoding="utf-8"))
    return parser


@pytest.fixture(scope="module")
def metainfo() -> ET.Element:
    """The words for a catalogue of software."""
    return ET.parse(DESKTOP / METAINFO).getroot()


@pytest.fixture(scope="module")
def manifest() -> Any:
    """What Flatpak builds."""
    text = (ROOT / "packaging" / "flatpak" / f"{APP_ID}.json").read_text(encoding="utf-8")
    return json.loads(text)


def test_a_link_of_ours_is_opened_by_the_command_that_shows_links(
    entry: configparser.RawConfigParser, project: Project
) -> None:
    main = entry["Desktop Entry"]
    assert main["Exec"] == "tidings open %u"
    assert "tidings" in project["scripts"]
    assert main["MimeType"].strip(";").split(";") == [SCHEME_TYPE]


def test_the_entry_is_the_one_that_the_window_and_its_notices_name(
    entry: configparser.RawConfigParser,
) -> None:
    assert f"{DESKTOP_ENTRY}.desktop" == ENTRY
    assert entry["Desktop Entry"]["Icon"] == ICON == NAME
    assert entry["Desktop Entry"]["StartupWMClass"] == DESKTOP_ENTRY


def test_the_entry_speaks_every_language_of_the_window(
    entry: configparser.RawConfigParser,
) -> None:
    others = set(LANGUAGES) - {"en"}
    for key in ("GenericName", "Comment", "Keywords"):
        assert {f"{key}[{one}]" for one in others} <= set(entry["Desktop Entry"])
    actions = entry["Desktop Entry"]["Actions"].strip(";").split(";")
    for action in actions:
        assert {f"Name[{one}]" for one in others} <= set(entry[f"Desktop Action {action}"])


def test_the_entry_is_valid() -> None:
    assert _complaints("desktop-file-validate", str(DESKTOP / ENTRY)) == ""


def test_the_metainfo_is_valid() -> None:
    _complaints("appstreamcli", "validate", "--no-net", str(DESKTOP / METAINFO))


def test_the_metainfo_agrees_with_the_project(metainfo: ET.Element, project: Project) -> None:
    assert metainfo.findtext("project_license") == project["license"]
    assert metainfo.findtext("developer/name") == project["authors"][0]["name"]
    newest = metainfo.find("releases/release")
    assert newest is not None
    assert newest.get("version") == project["version"]


def test_the_metainfo_names_the_entry_the_icon_the_program_and_the_scheme(
    metainfo: ET.Element,
) -> None:
    assert metainfo.findtext("id") == APP_ID
    assert metainfo.findtext("launchable") == ENTRY
    assert metainfo.findtext("icon") == ICON
    assert metainfo.findtext("provides/binary") == "tidings"
    assert metainfo.findtext("provides/mediatype") == SCHEME_TYPE


def test_the_metainfo_speaks_every_language_of_the_window(metainfo: ET.Element) -> None:
    for path in ("summary", "description/p", "description/ul/li"):
        spoken = [one.get(LANGUAGE, "en") for one in metainfo.findall(path)]
        assert set(spoken) == set(LANGUAGES)
        assert {spoken.count(one) for one in LANGUAGES} == {spoken.count("en")}


@pytest.mark.parametrize("side", SIDES)
def test_a_picture_of_the_icon_has_the_size_of_its_folder(side: int, tmp_path: Path) -> None:
    lay_out_desktop(ROOT, tmp_path)
    place = tmp_path / "share" / "icons" / "hicolor" / f"{side}x{side}" / "apps" / f"{ICON}.png"
    assert struct.unpack(">II", place.read_bytes()[16:24]) == (side, side)


def test_everything_lies_where_a_desktop_looks_for_it(tmp_path: Path) -> None:
    lay_out_desktop(ROOT, tmp_path)
    share = tmp_path / "share"
    assert (share / "applications" / ENTRY).is_file()
    assert (share / "metainfo" / METAINFO).is_file()
    assert (share / "icons/hicolor/scalable/apps" / f"{ICON}.svg").is_file()
    assert SIDES == PICTURE_SIDES


def test_flatpak_takes_the_archive_that_is_made_and_gives_its_files_our_id(
    manifest: Any, project: Project
) -> None:
    assert manifest["id"] == APP_ID
    assert (manifest["rename-desktop-file"], manifest["rename-icon"]) == (ENTRY, ICON)
    (module,) = manifest["modules"]
    (source,) = module["sources"]
    made = ROOT / "dist" / f"tidings-{project['version']}-linux-amd64.tar.gz"
    assert (ROOT / "packaging" / "flatpak" / source["path"]).resolve() == made
    assert architecture() in {"amd64", "arm64"}


def test_flatpak_gives_no_access_to_files_and_to_no_service_but_two(manifest: Any) -> None:
    given = {one for one in manifest["finish-args"] if "name" in one or "filesystem" in one}
    assert given == {
        "--talk-name=org.freedesktop.Notifications",
        "--talk-name=org.kde.StatusNotifierWatcher",
    }


def _complaints(*command: str) -> str:
    """What a validator that is content said all the same."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr
