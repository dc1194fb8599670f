"""What has changed in a shared directory since it was published. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from app.folders.ignoring import is_only_a_mark
from app.folders.inside import Seen
from app.folders.scanning import Found
from engine.model.feeds import FolderEntryView
from engine.model.file_times import is_as_old, noted_time

SETTLE_SECONDS = 1.5  # ours: so long a file stays as it is before it is read
REST_SECONDS_MAX = 300.0  # ours: or up to so long, after it has changed while it was read
RESTLESS_SECONDS = 60.0  # ours: a file that changes for so long may go on for ever, as logs do
_DOUBLINGS_MAX = 32  # ours: more than REST_SECONDS_MAX, however little it begins with
_EXECUTE_BITS = 0o111
_MILLISECOND_NS = 1_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """``to_read``: new, or changed, and come to rest; ``unsettled`` are those that have not.

    ``restless`` are those of them that keep changing. ``gone``: published, and not there any more.
    """

    to_read: tuple[str, ...]
    unsettled: tuple[str, ...]
    gone: tuple[str, ...]
    restless: tuple[str, ...] = ()


@dataclass(slots=True)
class Rest:
    """Since when each file that is about to be read looks as it does, and is about to be read."""

    _since: dict[str, tuple[Seen, float]] = field(default_factory=dict)
    _changed: dict[str, float] = field(default_factory=dict)
    _disturbed: dict[str, int] = field(default_factory=dict)

    def note(self, path: str, seen: Seen, now: float) -> float:
        """How many seconds it has looked so."""
        self._changed.setdefault(path, now)
        before = self._since.get(path)
        if before is None or before[0] != seen:
            self._since[path] = seen, now
            return 0.0
        return now - before[1]

    def keep(self, paths: Collection[str]) -> None:
        """All others are of no interest any more."""
        kept = set(paths)
        self._since = {path: one for path, one in self._since.items() if path in kept}
        self._changed = {path: at for path, at in self._changed.items() if path in kept}
        self._disturbed = {path: one for path, one in self._disturbed.items() if path in kept}

    def has_rested(self, path: str) -> None:
        """It was read: should it change again, it does so anew."""
        self._changed.pop(path, None)
        self._disturbed.pop(path, None)

    def was_disturbed(self, path: str) -> None:
        """It changed while it was read: so much was read in vain, and perhaps put."""
        self._disturbed[path] = self._disturbed.get(path, 0) + 1

    def is_enough(self, path: str, seconds: float, settle_seconds: float) -> bool:
        """Whether it is read when it has looked as it does for so long: the oftener that was in
        vain the longer it has to be.
        """
        doublings = min(self._disturbed.get(path, 0), _DOUBLINGS_MAX)
        wanted = settle_seconds * (1 << doublings)
        return seconds >= min(wanted, REST_SECONDS_MAX)

    def is_restless(self, path: str, now: float) -> bool:
        """Whether it was noted, and about to be read, for RESTLESS_SECONDS."""
        return now - self._changed[path] >= RESTLESS_SECONDS


def plan(
    found: Found,
    published: Mapping[str, FolderEntryView],
    rest: Rest,
    now: float,
    settle_seconds: float = SETTLE_SECONDS,
) -> Plan:
    """What is to be done, by path, in order. What could not be looked at is not taken for gone."""
    files = found.files
    changed = [path for path, seen in files.items() if _is_changed(path, seen, published.get(path))]
    waits = {path: rest.note(path, files[path], now) for path in changed}
    rest.keep(changed)
    rested = {path for path in changed if rest.is_enough(path, waits[path], settle_seconds)}
    unsettled = tuple(path for path in changed if path not in rested)
    return Plan(
        tuple(path for path in changed if path in rested),
        unsettled,
        tuple(path for path in published if path not in files and not lies_in(path, found.unread)),
        tuple(path for path in unsettled if rest.is_restless(path, now)),
    )


def _is_changed(path: str, seen: Seen, entry: FolderEntryView | None) -> bool:
    if entry is None:
        return not is_only_a_mark(path, seen.size)
    return not is_as_published(seen, entry)


def lies_in(path: str, places: Collection[str]) -> bool:
    """Whether that path is one of those, or below one."""
    return bool(places) and any(way in places for way in ways_to(path))


def ways_to(path: str) -> tuple[str, ...]:
    """That path and those of all folders it lies in."""
    return (path, *(path[:at] for at, one in enumerate(path) if one == "/"))


def names_on_the_way(paths: Iterable[str]) -> int:
    """How many lie, at most, in all the folders together that one of those paths leads through:
    files and folders, the root's as well.
    """
    beside = Counter[str]()
    for path in paths:
        name, is_new = path, True
        while name and is_new:
            name = _folder_of(name)
            is_new = name not in beside
            beside[name] += 1
    on_the_way: dict[str, int] = {}
    for folder in sorted(beside, key=len):  # after the one it lies in
        on_the_way[folder] = on_the_way.get(_folder_of(folder), 0) + beside[folder]
    return max(on_the_way.values(), default=0)


def _folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def is_as_published(seen: Seen, entry: FolderEntryView) -> bool:
    """The same size, time (to the millisecond) and executable bit."""
    is_executable = bool(seen.mode & _EXECUTE_BITS)
    is_alike = seen.size == entry.size and is_executable == entry.executable
    return is_alike and is_as_old(seen.mtime_ns, entry.mtime)


def mtime_of(seen: Seen) -> float:
    """As it is published."""
    return noted_time(seen.mtime_ns // _MILLISECOND_NS / 1_000)
