"""The catalogues of the window's languages: `python packaging/translations.py write`, or `check`.

`write` gathers all texts of the code into `resources/languages/tidings_CODE.ts` (what was
translated is kept) and makes the `.qm` that the program reads. Both are kept in the repository, so
that neither the program nor its set-up needs Qt's tools. `check` says what is missing or drifted.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path("resources") / "languages"
ROOMS = ("ui", "app")
USAGE = "Use: python packaging/translations.py write|check"
TOOL_SECONDS = 120
LOADER = "from PySide6.scripts.pyside_tool import {tool}; {tool}()"

Text = tuple[str, str]
"""A text in English, and the comment that tells it apart."""


def catalogues(root: Path) -> list[Path]:
    """The `.ts` files of all languages but English."""
    return sorted((root / FOLDER).glob("tidings_*.ts"))


def sources(root: Path) -> list[str]:
    """All modules whose texts a person can see, from the root."""
    return sorted(
        str(path.relative_to(root)) for room in ROOMS for path in (root / room).rglob("*.py")
    )


def gather(root: Path, catalogue: Path) -> None:
    """Brings `catalogue` up to the code: new texts are unfinished, vanished ones are gone."""
    options = ["-no-obsolete", "-locations", "none", "-sort-messages", "-silent"]
    _run("lupdate", [*options, *sources(root), "-ts", str(catalogue)], root)


def compiled(root: Path, catalogue: Path) -> bytes:
    """What the program reads."""
    with tempfile.TemporaryDirectory() as scratch:
        made = Path(scratch) / "made.qm"
        _run("lrelease", ["-silent", str(catalogue), "-qm", str(made)], root)
        return made.read_bytes()


def bring_up_to_date(root: Path, catalogue: Path) -> None:
    """Writes both files of a language. Whoever reads them meanwhile sees the old or the new."""
    with tempfile.TemporaryDirectory() as scratch:
        fresh = Path(scratch) / catalogue.name
        fresh.write_bytes(catalogue.read_bytes())
        gather(root, fresh)
        _replace(catalogue, fresh.read_bytes())
    _replace(catalogue.with_suffix(".qm"), compiled(root, catalogue))


def _replace(file: Path, content: bytes) -> None:
    """By renaming a file that is whole: beside it, as a rename does not cross disks."""
    with tempfile.NamedTemporaryFile(dir=file.parent, prefix=".new-", delete=False) as fresh:
        try:
            fresh.write(content)
            fresh.close()
            Path(fresh.name).chmod(0o644)
            Path(fresh.name).replace(file)
        except BaseException:
            Path(fresh.name).unlink(missing_ok=True)
            raise


def texts(catalogue: Path) -> dict[Text, list[str]]:
    """The texts, and what they are in that language: one form, or one for each plural."""
    return {key: forms for key, forms, _finished in _messages(catalogue)}


def unfinished(catalogue: Path) -> list[str]:
    """Texts that nobody has translated yet."""
    return [
        key[0] for key, forms, finished in _messages(catalogue) if not finished or not all(forms)
    ]


def drift(root: Path) -> list[str]:
    """One sentence for each thing that is not as it should be."""
    sentences = []
    for catalogue in catalogues(root):
        with tempfile.TemporaryDirectory() as scratch:
            fresh = Path(scratch) / catalogue.name
            fresh.write_bytes(catalogue.read_bytes())
            gather(root, fresh)
            here, there = set(texts(catalogue)), set(texts(fresh))
        sentences += [f"{catalogue.name} lacks “{text}”." for text, _ in sorted(there - here)]
        sentences += [f"{catalogue.name} still has “{text}”." for text, _ in sorted(here - there)]
        sentences += [f"{catalogue.name}: “{text}” is not done." for text in unfinished(catalogue)]
        kept = catalogue.with_suffix(".qm")
        if not kept.exists() or kept.read_bytes() != compiled(root, catalogue):
            sentences.append(f"{kept.name} is not what {catalogue.name} gives.")
    return sentences


def _messages(catalogue: Path) -> Iterator[tuple[Text, list[str], bool]]:
    for message in ET.parse(catalogue).getroot().iter("message"):  # noqa: S314 - our own file
        translation = message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation.findall("numerusform")]
        key = (message.findtext("source", ""), message.findtext("comment", ""))
        yield key, forms or [translation.text or ""], translation.get("type") is None


def _run(tool: str, arguments: list[str], root: Path) -> None:
    command = [sys.executable, "-c", LOADER.format(tool=tool), *arguments]
    done = subprocess.run(
        command, cwd=root, check=False, capture_output=True, text=True, timeout=TOOL_SECONDS
    )
    if done.returncode != 0:
        raise SystemExit(f"{tool} failed:\n{done.stdout}{done.stderr}")


def main(arguments: list[str]) -> int:
    root = Path(__file__).resolve().parents[1]
    match arguments:
        case ["write"]:
            for catalogue in catalogues(root):
                bring_up_to_date(root, catalogue)
                left = unfinished(catalogue)
                sys.stdout.write(f"{catalogue.name}: {len(left)} to be translated\n")
            return 0
        case ["check"]:
            sentences = drift(root)
            sys.stdout.writelines(f"{sentence}\n" for sentence in sentences)
            return 1 if sentences else 0
        case _:
            sys.stderr.write(f"{USAGE}\n")
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
