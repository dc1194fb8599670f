"""What a bundle needs is read from its libraries, and what nobody needs is removed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import mmh3
from bundling import INSIDE, looked_at, remove_what_nobody_needs
from licences import packages_of
from needed import Library, libraries_in, missing, reached
from system_libraries import PACKAGES

TOLD = """
/b/one.so:     file format elf64-x86-64

Dynamic Section:
  NEEDED               libtwo.so.2
  NEEDED               libc.so.6

Version References:
  required from libc.so.6:
    0x069691b2 0x00 03 GLIBC_2.17
    0x09691a75 0x00 02 GLIBC_2.34

/b/libtwo.so.2:     file format elf64-x86-64

Dynamic Section:
  NEEDED               libc.so.6
  SONAME               libtwo.so.2
  RUNPATH              $ORIGIN:/opt/builder/lib
"""

ONE = Library(Path("/b/one.so"), frozenset({"libtwo.so.2", "libc.so.6"}), (2, 34))
PLACES = ("$ORIGIN", "/opt/builder/lib")
TWO = Library(Path("/b/libtwo.so.2"), frozenset({"libc.so.6"}), (0, 0), PLACES)
LONELY = Library(Path("/b/liblonely.so"), frozenset({"libtwo.so.2"}), (2, 4))


def test_needs_and_the_oldest_c_library_are_read_from_what_objdump_says() -> None:
    assert libraries_in(TOLD) == [ONE, TWO]
    assert libraries_in("") == []


def test_what_is_needed_is_reached_and_the_rest_is_not() -> None:
    assert reached([ONE, TWO, LONELY], {ONE.path}, set()) == {ONE.path, TWO.path}


def test_what_the_system_brings_is_not_followed() -> None:
    assert reached([ONE, TWO], {ONE.path}, {"libtwo.so.2"}) == {ONE.path}


def test_libraries_that_need_each_other_are_no_trouble() -> None:
    circle = Library(TWO.path, frozenset({"one.so"}), (0, 0))
    assert reached([ONE, circle], {ONE.path}, set()) == {ONE.path, TWO.path}


def test_a_library_that_nobody_brings_is_named_with_one_that_needs_it() -> None:
    assert missing([ONE, TWO], {"libc.so.6"}) == {"libtwo.so.2": ONE.path}
    assert missing([ONE, TWO], {"libc.so.6", "libtwo.so.2"}) == {}


def test_places_of_the_computer_that_built_it_are_told_from_neighbours() -> None:
    assert TWO.foreign_places == ("/opt/builder/lib",)
    assert ONE.foreign_places == ()


def bundle_of(folder: Path) -> Path:
    """A folder with one real module of Python in it."""
    inside = folder / INSIDE
    inside.mkdir(parents=True)
    shutil.copy(mmh3.__file__, inside)
    return folder


def test_a_bundle_tells_what_it_leaves_to_the_system(tmp_path: Path) -> None:
    bundle = looked_at(bundle_of(tmp_path))
    assert "libc.so.6" in bundle.system
    assert bundle.system <= PACKAGES.keys()
    assert bundle.glibc > (2, 0)


def test_only_what_somebody_needs_stays_of_the_libraries(tmp_path: Path) -> None:
    inside = bundle_of(tmp_path) / INSIDE
    lonely, system = inside / "liblonely.so.1", inside / "libz.so.1"
    for library in (lonely, system):
        shutil.copy(mmh3.__file__, library)
    (inside / "libz.so").symlink_to("libz.so.1")
    remove_what_nobody_needs(tmp_path)
    assert [path.name for path in inside.iterdir()] == [Path(mmh3.__file__).name]


def test_plug_ins_and_words_that_are_never_asked_for_go(tmp_path: Path) -> None:
    qt = tmp_path / INSIDE / "PySide6" / "Qt"
    ours = tmp_path / INSIDE / "resources" / "languages"
    kept = [
        *(qt / "plugins" / "platforms" / "libqxcb.so", qt / "plugins/imageformats/libqjpeg.so"),
        *(qt / "translations" / "qtbase_de.qm", ours / "tidings_de.qm"),
    ]
    gone = [
        *(qt / "plugins" / "platforms" / "libqvnc.so", qt / "plugins/sqldrivers/libqsqlite.so"),
        *(qt / "translations" / "qtbase_fr.qm", ours / "tidings_de.ts"),
    ]
    for path in (*kept, *gone):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    remove_what_nobody_needs(tmp_path)
    files = {path for path in tmp_path.rglob("*") if not path.is_dir()}
    assert files == set(kept)
    assert not (qt / "plugins" / "sqldrivers").exists()


def test_the_debian_packages_are_those_that_bring_the_libraries_here() -> None:
    told = subprocess.run(
        ["/sbin/ldconfig", "--print-cache"], capture_output=True, text=True, check=False
    ).stdout
    here = dict(re.findall(r"^\s+(\S+) .*=> (\S+)$", told, re.MULTILINE))
    brought = packages_of([Path(here[name]) for name in PACKAGES if name in here])
    # Newer systems have some under a name with a later end, and still answer to this one.
    named = {path.name: name.removesuffix("t64") for path, name in brought.items()}
    assert named == {name: PACKAGES[name] for name in named}
