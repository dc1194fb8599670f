"""The licences of everything that lies in a bundle, gathered from where it came from.

Packages of Python say theirs in their metadata; of those that only name it, and of Python itself,
the text is added. Libraries of the system that had to be taken along bring their Debian copyright
file. `LICENCES.txt` is the list; a package without any text is an error, not a gap.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from pathlib import Path

from system_packages import SetupError

LIST_NAME = "LICENCES.txt"
TEXTS = "licence_texts"
NOT_IN_A_BUNDLE = frozenset({"setuptools", "pip", "tidings"})
PACKER = "pyinstaller"  # the start of the bundle's program is a part of it
_QT = ("LGPL-3.0.txt", "GPL-3.0.txt", "LGPL-2.1.txt")
ADDED: Mapping[str, Sequence[str]] = {
    # Their wheels name the licence only. The third is that of FFmpeg, which comes with Qt.
    "pyside6": _QT,
    "pyside6-essentials": _QT,
    "pyside6-addons": _QT,
    "shiboken6": _QT[:2],
}
HEAD = """\
Tidings itself is under the MIT licence (Tidings/LICENSE.txt). What it is made of is below, each
part with its licence; the texts lie in the folders of these names. Qt and its FFmpeg are libraries
of their own in the folder PySide6/Qt/lib, unchanged: they can be replaced by others of the same
version. Of what they are made in their turn, https://doc.qt.io/qt-6/licenses-used-in-qt.html tells.
"""

_TEXT_NAME = re.compile(r"licen[cs]e|copying|notice|authors|copyright", re.IGNORECASE)
_BROUGHT = re.compile(r"^(\S+): (/.*)$", re.MULTILINE)
_NOT_IN_A_NAME = re.compile(r"[-_.]+")


@dataclass(frozen=True, slots=True)
class Part:
    """Something in the bundle: its licence in words, and the texts to be laid beside."""

    name: str
    version: str
    licence: str
    texts: Sequence[Path]


def gather(root: Path, lock: str, taken_along: Iterable[Path], to: Path) -> Sequence[Part]:
    """Writes the list and all texts into ``to``. Raises SetupError for a part without a text.

    ``lock``: what the program needs to run. ``taken_along``: libraries that are no package's of
    Python, where they were on this machine.
    """
    parts = [*parts_of_python(root, lock), python_itself(), *parts_of_debian(taken_along)]
    if bare := [part.name for part in parts if not part.texts]:
        raise SetupError(f"No licence text was found for: {', '.join(bare)}.")
    shutil.rmtree(to, ignore_errors=True)
    to.mkdir(parents=True)
    own = Part("Tidings", "", "MIT", [root / "LICENSE", *_own_texts(root)])
    for part in (own, *parts):
        _lay_down(part, to / part.name)
    lines = sorted((f"{part.name} {part.version}: {part.licence}" for part in parts), key=str.lower)
    (to / LIST_NAME).write_text(HEAD + "\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return parts


def parts_of_python(root: Path, lock: str) -> Sequence[Part]:
    """The installed packages of the lock, and what starts the bundle."""
    names = locked_names(lock) - NOT_IN_A_BUNDLE | {PACKER}
    found = {normal(one.name): one for one in distributions() if normal(one.name) in names}
    return [part_of(found[name], root) for name in sorted(found)]


def part_of(one: Distribution, root: Path) -> Part:
    """What an installed package says of itself."""
    texts = [root / "packaging" / TEXTS / name for name in ADDED.get(normal(one.name), ())]
    inside = [
        Path(str(one.locate_file(file)))
        for file in one.files or ()
        if ".dist-info" in file.parts[0] and _TEXT_NAME.search(file.name)
    ]
    return Part(one.name, one.version, licence_of(one), [*inside, *texts])


def licence_of(one: Distribution) -> str:
    """In one line: the expression, else the words, else the classifiers."""
    told = one.metadata
    for field in ("License-Expression", "License"):
        for words in told.get_all(field) or ():
            if words.strip() and words != "UNKNOWN":
                return str(words).strip().splitlines()[0]
    classifiers = [one for one in told.get_all("Classifier") or () if one.startswith("License")]
    return ", ".join(one.rpartition(" :: ")[2] for one in classifiers) or "see its text"


def python_itself() -> Part:
    """Its text lies beside its library; Debian has it elsewhere."""
    version = sysconfig.get_python_version()
    places = [
        Path(sysconfig.get_path("stdlib")) / "LICENSE.txt",
        Path(f"/usr/share/doc/python{version}/copyright"),
    ]
    texts = [place for place in places if place.is_file()][:1]
    return Part("Python", version, "PSF-2.0", texts)


def parts_of_debian(files: Iterable[Path]) -> Sequence[Part]:
    """The Debian packages of libraries that were taken along, one each."""
    return [
        Part(name, "", "as Debian tells it", [text])
        for name in sorted(set(packages_of(list(files)).values()))
        if (text := Path(f"/usr/share/doc/{name}/copyright")).is_file()
    ]


def packages_of(files: Sequence[Path]) -> Mapping[Path, str]:
    """The Debian packages that brought these files; none of a file that no package brought."""
    if not files or shutil.which("dpkg-query") is None:
        return {}
    names = {file: _names_of(file) for file in files}
    asked = dict.fromkeys(name for some in names.values() for name in some)
    done = subprocess.run(
        ["dpkg-query", "--search", *asked], capture_output=True, text=True, check=False
    )
    brought = {path: name.partition(":")[0] for name, path in _BROUGHT.findall(done.stdout)}
    return {file: brought[name] for file, some in names.items() for name in some if name in brought}


def _names_of(file: Path) -> Sequence[str]:
    """A merged /usr knows a file by a shorter name as well."""
    real = str(file.resolve())
    return list(dict.fromkeys((str(file), real, real.removeprefix("/usr"))))


def locked_names(lock: str) -> frozenset[str]:
    """The packages that a lock file names."""
    return frozenset(re.findall(r"^([a-z0-9][a-z0-9._-]*)==", lock, re.MULTILINE))


def normal(name: str) -> str:
    """A package's name as lock files write it."""
    return _NOT_IN_A_NAME.sub("-", name).lower()


def _own_texts(root: Path) -> Sequence[Path]:
    return sorted((root / "resources" / "licences").glob("*.txt"))


def _lay_down(part: Part, folder: Path) -> None:
    folder.mkdir(parents=True)
    for number, text in enumerate(part.texts):
        name = text.name if text.suffix else f"{text.name}.txt"
        place = folder / name
        shutil.copyfile(text, place if not place.exists() else folder / f"{number}-{name}")
