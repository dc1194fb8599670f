"""The Debian package, of a small bundle: what lies where, what it says, and the archive itself."""

from __future__ import annotations

import gzip
import hashlib
import io
import lzma
import os
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest
from bundling import Bundle
from deb_archive import AR_MAGIC, CONTROL_FOLDER, write_deb
from debian_package import Words, architecture, control_of, copyright_of, depends_of, lay_out

ROOT = Path(__file__).resolve().parents[2]
WORDS = Words("1.2.3", "What it is in one line.", "The Tidings authors")
TIME = 1_700_000_000
SYSTEM = frozenset({"libc.so.6", "libm.so.6", "libdbus-1.so.3"})


@pytest.fixture
def bundle(tmp_path: Path) -> Bundle:
    """A program and a library, and a link between libraries."""
    folder = tmp_path / "room" / "bundle" / "tidings"
    inside = folder / "_internal"
    inside.mkdir(parents=True)
    (folder / "tidings").write_bytes(b"program")
    (folder / "tidings").chmod(0o700)
    (inside / "libone.so.1").write_bytes(b"library")
    (inside / "libone.so.1").chmod(0o700)
    (inside / "libone.so").symlink_to("libone.so.1")
    return Bundle(folder, SYSTEM, (2, 34))


@pytest.fixture
def tree(bundle: Bundle, tmp_path: Path) -> Path:
    """The package's files, laid out."""
    licences = tmp_path / "licences"
    (licences / "Part").mkdir(parents=True)
    (licences / "Part" / "LICENSE.txt").write_text("free")
    lay_out(ROOT, bundle, licences, WORDS, tmp_path / "tree")
    return tmp_path / "tree"


def fields(control: str) -> dict[str, str]:
    """The lines of a control file that begin a field."""
    lines = (line.partition(": ") for line in control.splitlines() if not line.startswith(" "))
    return {name: value for name, _, value in lines}


def test_the_program_can_be_called_and_finds_its_libraries(tree: Path) -> None:
    command = tree / "usr" / "bin" / "tidings"
    assert command.is_symlink()
    assert command.resolve() == tree / "usr" / "lib" / "tidings" / "tidings"
    assert command.read_bytes() == b"program"
    assert (tree / "usr/lib/tidings/_internal/libone.so").readlink() == Path("libone.so.1")


def test_a_desktop_finds_it_and_a_person_finds_the_licences(tree: Path) -> None:
    share = tree / "usr" / "share"
    assert (share / "applications" / "tidings.desktop").is_file()
    assert (share / "icons/hicolor/48x48/apps/tidings.png").is_file()
    assert (share / "doc/tidings/licences/Part/LICENSE.txt").read_text() == "free"
    changes = gzip.decompress((share / "doc/tidings/CHANGELOG.md.gz").read_bytes())
    assert changes == (ROOT / "CHANGELOG.md").read_bytes()


def test_everybody_may_read_it_and_only_root_may_write_it(tree: Path) -> None:
    modes = {oct(path.stat().st_mode & 0o777) for path in tree.rglob("*") if path.is_file()}
    assert modes == {"0o755", "0o644"}
    assert (tree / "usr/lib/tidings/tidings").stat().st_mode & 0o777 == 0o755
    assert (tree / "usr/lib/tidings/_internal/libone.so.1").stat().st_mode & 0o777 == 0o644


def test_it_says_what_it_is_and_whose(bundle: Bundle) -> None:
    told = fields(control_of(bundle, WORDS, 42))
    assert told["Package"] == "tidings"
    assert told["Version"] == "1.2.3"
    assert told["Architecture"] == architecture()
    assert told["Maintainer"] == "The Tidings authors"
    assert told["Installed-Size"] == "42"
    assert told["Description"] == "What it is in one line"


def test_it_depends_on_what_brings_the_libraries_and_on_a_new_enough_c_library(
    bundle: Bundle,
) -> None:
    assert depends_of(bundle) == ["libc6 (>= 2.34)", "libdbus-1-3"]
    assert fields(control_of(bundle, WORDS, 1))["Depends"] == "libc6 (>= 2.34), libdbus-1-3"


def test_its_sums_are_those_of_its_files(tree: Path) -> None:
    lines = (tree / CONTROL_FOLDER / "md5sums").read_text().splitlines()
    sums = {name: digest for digest, name in (line.split("  ") for line in lines)}
    content = (tree / "usr/lib/tidings/tidings").read_bytes()
    assert sums["usr/lib/tidings/tidings"] == hashlib.md5(content).hexdigest()
    assert not any(name.startswith(CONTROL_FOLDER) for name in sums)
    assert "usr/bin/tidings" not in sums, "it is a link"


def test_its_copyright_has_the_whole_licence_in_debians_form() -> None:
    told = copyright_of("One\n\nTwo\n")
    assert told.endswith("License: Expat\n One\n .\n Two\n")
    assert "usr/share/doc/tidings/licences/LICENCES.txt" in told


def members(deb: Path) -> dict[str, bytes]:
    """The files of an ar archive, in their order."""
    content = deb.read_bytes()
    assert content.startswith(AR_MAGIC)
    found, at = {}, len(AR_MAGIC)
    while at < len(content):
        head = content[at : at + 60]
        assert head.endswith(b"`\n")
        size = int(head[48:58])
        found[head[:16].decode().strip()] = content[at + 60 : at + 60 + size]
        at += 60 + size + size % 2
    return found


def test_the_archive_is_as_debian_describes_it(tree: Path, tmp_path: Path) -> None:
    write_deb(tree, tmp_path / "own.deb", TIME)
    found = members(tmp_path / "own.deb")
    assert list(found) == ["debian-binary", "control.tar.xz", "data.tar.xz"]
    assert found["debian-binary"] == b"2.0\n"
    with tarfile.open(fileobj=io.BytesIO(lzma.decompress(found["data.tar.xz"]))) as data:
        entries = {one.name.removeprefix("./"): one for one in data}
    assert {(one.uid, one.gid, one.uname, one.mtime) for one in entries.values()} == {
        (0, 0, "root", TIME)
    }
    files = {path.relative_to(tree).as_posix() for path in tree.rglob("*")}
    assert {name for name in files if not name.startswith(CONTROL_FOLDER)} == entries.keys() - {"."}
    assert entries["usr/bin/tidings"].linkname == "../lib/tidings/tidings"


def test_the_same_files_give_the_same_bytes(tree: Path, tmp_path: Path) -> None:
    write_deb(tree, tmp_path / "one.deb", TIME)
    for path in tree.rglob("*"):
        os.utime(path, (1, 1), follow_symlinks=False)
    write_deb(tree, tmp_path / "two.deb", TIME)
    assert (tmp_path / "one.deb").read_bytes() == (tmp_path / "two.deb").read_bytes()


def test_dpkg_unpacks_what_we_wrote_without_it(tree: Path, tmp_path: Path) -> None:
    deb, unpacked = tmp_path / "own.deb", tmp_path / "unpacked"
    write_deb(tree, deb, TIME)
    if shutil.which("dpkg-deb") is None:  # then nothing here could install it either
        assert members(deb)
        return
    subprocess.run(["dpkg-deb", "--raw-extract", deb, unpacked], check=True)
    assert _contents(unpacked) == _contents(tree)


def _contents(folder: Path) -> dict[str, bytes | Path]:
    return {
        path.relative_to(folder).as_posix(): path.readlink()
        if path.is_symlink()
        else path.read_bytes()
        for path in folder.rglob("*")
        if path.is_symlink() or path.is_file()
    }
