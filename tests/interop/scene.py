"""Who takes part in a test, the lines between them, and what must hold at its end."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

from published_peers import PublishedPeer

from engine.model.ids import ProtocolName, SpaceId
from tests.interop import js_peer, our_peer
from tests.interop.js_peer import JsPeer, Nature
from tests.interop.news import News
from tests.interop.our_feeds import OurFeeds
from tests.interop.our_peer import OurPeer, Ways
from tests.interop.seen import Seen

_hosts = itertools.count(1)


class Dials(Enum):
    """Who opens the connection; the other listens."""

    WE = "we dial"
    JS = "js dials"


class Scene:
    """The peers of one test. ``check`` demands that none of them had anything to complain of."""

    def __init__(self, folder: Path, published: PublishedPeer | None = None) -> None:
        """``published``: what its published peers are made of."""
        self.news = News()
        self._published = published
        self._folder = folder
        self._ours: list[OurPeer] = []
        self._js: list[JsPeer] = []
        self._excused: list[OurPeer] = []

    def ours(self, name: str = "ours", ways: Ways = our_peer.USUAL) -> OurPeer:
        """A profile of ours, listening: a new one, or that of the name."""
        made = OurPeer(name, self._folder / name, own_host(), self.news, ways)
        self._ours.append(made)
        return made

    def our_feeds(self, name: str = "ours", *, document: bool = False) -> OurFeeds:
        """The same with a bare port for feeds. ``document``: the setting of that name is on."""
        ways = Ways(document=document, protocol=ProtocolName.HYPERCORE)
        made = OurFeeds(name, self._folder / name, own_host(), self.news, ways)
        self._ours.append(made)
        return made

    def js(self, name: str = "js", nature: Nature = js_peer.USUAL) -> JsPeer:
        """A new published peer, listening."""
        assert self._published is not None, "a scene without published peers"
        made = JsPeer(name, self._published, own_host(), self.news, nature)
        self._js.append(made)
        return made

    def js_again(self, gone: JsPeer, nature: Nature) -> JsPeer:
        """One that died, on the address it had."""
        assert self._published is not None, "a scene without published peers"
        host, port = gone.address.host, gone.address.port
        made = JsPeer(gone.name, self._published, host, self.news, nature, port)
        self._js.append(made)
        return made

    def journal(self, name: str) -> Path:
        """Where a published peer may keep what it has."""
        return self._folder / f"{name}.journal"

    # ---- lines

    def connect(self, ours: OurPeer, js: JsPeer, dials: Dials = Dials.WE) -> None:
        """Both have greeted when this returns."""
        if dials is Dials.WE:
            ours.dial(js.address)
        else:
            js.ask("dial", host=ours.address.host, port=ours.address.port)
        self.news.wait_until(lambda: js.id in ours.ready_peers(), "our greeting")
        self.news.wait_until(lambda: ours.id.hex() in js.ask("peers"), "the greeting of js")

    def disconnect(self, ours: OurPeer, js: JsPeer, dials: Dials = Dials.WE) -> None:
        """Neither sees the other any more when this returns."""
        if dials is Dials.WE:
            ours.stop_dialling(js.address)
        else:
            js.ask("hangUp")
        self.news.wait_until(lambda: js.id not in ours.ready_peers(), "our end")
        self.news.wait_until(lambda: ours.id.hex() not in js.ask("peers"), "the end of js")

    # ---- invites

    def js_lets_in(self, js: JsPeer, channel: str, ours: OurPeer, display: str = "Us") -> SpaceId:
        """Over their line. Js invites with the identity that has its own name."""
        before = len(ours.invites())
        js.issues(channel, js.name, ours.requests(), display)
        self.news.wait_until(lambda: len(ours.invites()) > before, "our joining")
        return ours.invites()[-1].space

    def we_let_in(
        self, ours: OurPeer, space: SpaceId, js: JsPeer, channel: str, display: str = "Js"
    ) -> None:
        """Over their line: the identity with the name of ``js`` joins; it gives that name."""
        assert ours.issues(space, js.requests(js.name, channel), display).delivered
        js.wait_for("joined", channel=channel)

    # ---- what they hold

    def wait_until_equal(
        self, ours: OurPeer, space: SpaceId, js: JsPeer, channel: str, count: int
    ) -> list[Seen]:
        """Both hold that many messages, and the same: hash by hash, field by field, in order."""
        self.wait_for_count(ours, space, count)
        self.news.wait_until(lambda: js.count(channel) >= count, f"{count} messages at js")
        held = ours.messages(space)
        assert held == js.messages(channel)
        assert len(held) == count
        return held

    def wait_for_count(self, ours: OurPeer, space: SpaceId, count: int) -> None:
        """We hold that many messages at least."""
        self.news.wait_until(lambda: ours.count(space) >= count, f"{count} messages of ours")

    # ---- the end

    def excuse(self, ours: OurPeer) -> None:
        """What it has to complain of is what the test is about."""
        self._excused.append(ours)

    def check(self) -> None:
        """No ban, no error, no violation, no fault; on no side."""
        for ours in self._ours:
            assert ours in self._excused or ours.troubles() == [], ours.name
        for js in self._js:
            assert js.troubles() == [], js.name

    def stop(self) -> None:
        """Everybody ends."""
        for js in self._js:
            js.stop()
        for ours in self._ours:
            ours.stop()  # those that ended in the middle, too: their threads have to be gone


@contextmanager
def scene_in(folder: Path, published: PublishedPeer | None = None) -> Iterator[Scene]:
    """A scene that is checked at the end of the test and stopped whatever happens."""
    scene = Scene(folder, published)
    try:
        yield scene
        scene.check()
    finally:
        scene.stop()


def own_host() -> str:
    """A loopback address that nobody else of this run, nor of a worker beside it, listens on."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    return f"127.0.{2 + worker % 200}.{1 + next(_hosts) % 250}"
