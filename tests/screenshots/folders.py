"""Made-up shared folders: one that fills itself, and one of our own."""

from __future__ import annotations

from engine.model.feeds import FeedState, FolderUse
from engine.model.ids import SpaceId
from tests.fake_admission import DAY_SECONDS
from tests.fake_engine import FakeEngine

KILOBYTE = b"\0" * 1_000


def a_folder_on_its_way(engine: FakeEngine, now: float) -> SpaceId:
    """Somebody else's, half of it here."""
    folders = engine.folders
    space = folders.add("Seed library", state=FeedState.DOWNLOADING, peers=2, holders=1)
    for path, kilobytes, days, here in (
        ("Beans/climbing/photo 1.jpg", 852, 3, True),
        ("Beans/list.txt", 2, 3, True),
        ("Potatoes/harvest.ods", 20, 300, True),
        ("Potatoes/map.pdf", 1_520, 9, False),
        ("Read me first.txt", 1, 40, True),
        ("Catalogue.pdf", 3_434, 2, False),
        ("Cover.png", 434, 2, False),
        ("Squash, all sorts.pdf", 966, 12, True),
    ):
        at = now - days * DAY_SECONDS
        wanted = {} if here else {"wanted": True}
        folders.write(space, path, KILOBYTE * kilobytes, here=here, mtime=at, **wanted)
    folders.arrive(space, "Catalogue.pdf", 1_900_000)
    use = FolderUse.MIRRORED
    folders.change(space, directory="/srv/juniper/Documents/Seed library", use=use)
    return space


def a_folder_of_ours(engine: FakeEngine, now: float) -> SpaceId:
    """Shared from a directory; two others have all of it."""
    folders = engine.folders
    space = folders.add("Plans", own=True, peers=2, holders=2)
    for path, kilobytes in (("Beds.svg", 12), ("Paths/north.pdf", 340), ("Paths/south.pdf", 290)):
        folders.write(space, path, KILOBYTE * kilobytes, mtime=now - DAY_SECONDS)
    folders.change(space, directory="/srv/juniper/Plans", use=FolderUse.SHARED)
    return space
