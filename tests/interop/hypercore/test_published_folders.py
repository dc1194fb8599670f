"""Published hyperdrive 9.16.0 and our whole engine: each reads the other's folder."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest
from published_peers import PublishedPeer

from engine.model.address import Address
from tests.interop.hypercore_peers import JsFolders
from tests.interop.our_feeds import MODE, MTIME, OurFeeds
from tests.interop.scene import Scene, own_host, scene_in

FILES = {
    "readme.txt": b"hello",
    "empty": b"",
    "pictures/large.bin": bytes(range(256)) * 1_000,
    "pictures/deep/er/small": b"small",
    "pictures/\u00fcber.txt": b"names are UTF-8",
}


class Dials(Enum):
    """Who opens the connection."""

    WE = "we dial"
    THEY = "they dial"


BOTH_WAYS = pytest.mark.parametrize("dials", Dials, ids=lambda dials: dials.value)


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """Nobody yet; at the end we may not have had anything to complain of."""
    with scene_in(tmp_path) as made:
        yield made


@pytest.fixture
def js(published_feeds: PublishedPeer, scene: Scene) -> Iterator[JsFolders]:
    """Nobody may have had anything to complain of at the end."""
    with JsFolders(published_feeds, scene.news) as started:
        yield started
        assert started.troubles() == []


@pytest.fixture
def ours(scene: Scene) -> OurFeeds:
    """Our profile."""
    return scene.our_feeds()


def connect(ours: OurFeeds, js: JsFolders, dials: Dials) -> None:
    """About their folder 0."""
    if dials is Dials.WE:
        host = own_host()
        ours.dial(Address(host, js.ask("listen", drive=0, host=host)))
    else:
        address = ours.address
        js.ask("dial", drive=0, host=address.host, port=address.port)


def names_at(js: JsFolders, path: str = "/") -> list[str]:
    """What they see there."""
    listed: list[str] = js.ask("list", drive=0, path=path)
    return listed


@BOTH_WAYS
def test_we_read_their_folder_and_what_becomes_of_it(
    scene: Scene, js: JsFolders, ours: OurFeeds, dials: Dials
) -> None:
    key = bytes.fromhex(js.ask("create")["key"])
    for path, content in FILES.items():
        js.writes(f"/{path}", content)
    space = ours.follows_folder(key)
    connect(ours, js, dials)
    scene.news.wait_until(lambda: ours.files(space) == FILES, "all files")
    js.writes("/readme.txt", b"hello again")
    js.writes("/new/one", b"1" * 70_000)
    js.ask("unlink", drive=0, path="/pictures/deep/er/small")
    changed = {**FILES, "readme.txt": b"hello again", "new/one": b"1" * 70_000}
    del changed["pictures/deep/er/small"]
    scene.news.wait_until(lambda: ours.files(space) == changed, "what was changed")


@BOTH_WAYS
def test_they_read_our_folder_and_what_becomes_of_it(
    scene: Scene, js: JsFolders, ours: OurFeeds, dials: Dials
) -> None:
    folder = ours.makes_folder("ours", FILES)
    js.ask("follow", key=folder.feed.key.hex())
    connect(ours, js, dials)
    tops = sorted({path.split("/")[0] for path in FILES})
    scene.news.wait_until(lambda: names_at(js) == tops, "all names")
    assert {path: js.reads(f"/{path}") for path in FILES} == FILES
    said = js.ask("stat", drive=0, path="/readme.txt")
    assert (said["size"], said["mode"] & 0o777, said["mtime"]) == (5, MODE, MTIME * 1_000)
    ours.puts(folder.feed.space, {"new/one": b"1" * 70_000})
    scene.news.wait_until(lambda: "new" in names_at(js), "the new file")
    assert names_at(js, "/new") == ["one"]
    assert js.reads("/new/one") == b"1" * 70_000


def test_what_they_gave_us_we_give_to_another(
    published_feeds: PublishedPeer, scene: Scene, js: JsFolders, ours: OurFeeds
) -> None:
    key = bytes.fromhex(js.ask("create")["key"])
    for path, content in FILES.items():
        js.writes(f"/{path}", content)
    space = ours.follows_folder(key)
    connect(ours, js, Dials.WE)
    scene.news.wait_until(lambda: ours.files(space) == FILES, "all files")
    with JsFolders(published_feeds, scene.news) as second:
        second.ask("follow", key=key.hex())
        connect(ours, second, Dials.THEY)
        tops = sorted({path.split("/")[0] for path in FILES})
        scene.news.wait_until(lambda: names_at(second) == tops, "all names at the second")
        assert {path: second.reads(f"/{path}") for path in FILES} == FILES
        assert second.troubles() == []
