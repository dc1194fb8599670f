"""What lies where in a shared folder of the fake engine. See ``tests.fake_folders``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.model.feeds import FolderEntryView


def is_below(path: str, folder: str) -> bool:
    """Whether the file of that path lies in ``folder``, or in one inside of it."""
    return not folder or path.startswith(f"{folder}/")


def direct(below: Mapping[str, FolderEntryView], folder: str) -> Iterator[FolderEntryView]:
    """The files directly in ``folder``, and the folders in it as sums of theirs."""
    start = len(folder) + 1 if folder else 0
    inside: dict[str, list[FolderEntryView]] = {}
    for path, one in below.items():
        name, slash, _rest = path[start:].partition("/")
        if slash:
            inside.setdefault(path[:start] + name, []).append(one)
        else:
            yield one
    for path, files in inside.items():
        yield FolderEntryView(
            path,
            is_folder=True,
            size=sum(one.size for one in files),
            mtime=max(one.mtime for one in files),
            have=sum(one.have for one in files),
            files=len(files),
            version=max(one.version for one in files),
            wanted=any(one.wanted for one in files),
        )
