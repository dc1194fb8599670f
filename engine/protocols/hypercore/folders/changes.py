"""What a block of a folder's feed of names changes, as it is kept: one file a block. Pure.

Every rule for names is applied here, once, before anything is stored: what may never become a file
carries its reason from then on (reliability F-1, F-2).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.crypto.blake2b import hash32
from engine.protocols.hypercore.drive.entries import Entry, Stat
from engine.protocols.hypercore.drive.names import Unsafe, collision_key, parts_of

SHOWN_CHARACTERS_MAX = 512  # ours: of a name that is too long to be one
_MARK_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Change:
    """From this block on ``path`` is ``stat``; None: it is gone.

    ``path`` begins without a slash. ``parent`` is the folder in which it is shown: where it would
    lie, or, of a name that is refused, as far down as its parts are sound. ``folded`` is the same
    for two names that are one file somewhere; empty of a name that is refused.
    """

    path: str
    parent: str
    folded: str
    stat: Stat | None
    refusal: Unsafe | None


def change_of(entry: Entry) -> Change:
    """How ``entry`` is kept."""
    path = entry.name.removeprefix("/")
    parts = parts_of(entry.name)
    if isinstance(parts, Unsafe):
        return Change(_bounded(path), _sound_part(path), "", entry.stat, parts)
    parent = "/".join(parts[:-1])
    return Change(path, parent, collision_key(path), entry.stat, _wrong_kind(entry.stat))


def _wrong_kind(stat: Stat | None) -> Unsafe | None:
    return None if stat is None or stat.is_file or stat.is_folder else Unsafe.LINK


def _bounded(path: str) -> str:
    if len(path) <= SHOWN_CHARACTERS_MAX:
        return path
    mark = hash32(path.encode("utf-8", "surrogatepass")).hex()[:_MARK_DIGITS]
    return f"{path[:SHOWN_CHARACTERS_MAX]}\u2026{mark}"


def _sound_part(path: str) -> str:
    sound: list[str] = []
    for part in path[:SHOWN_CHARACTERS_MAX].split("/")[:-1]:
        if isinstance(parts_of("/".join([*sound, part])), Unsafe):
            break
        sound.append(part)
    return "/".join(sound)
