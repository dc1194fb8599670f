"""Brings the blocks of one file here when a person wants it, and says how far that is.

They are fetched before all others. Who closes the dialog wants them no more, nor does anybody once
waiting for them has failed.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.errors import Fault, Refusal, Refused
from engine.model.events import BlocksArrived
from engine.model.feed_commands import SeekBlocks
from engine.model.feed_queries import Blocks, OneFeed
from engine.model.ids import SpaceId
from engine.model.queries import OnePost
from engine.model.views import PostView
from ui.bridge import Bridge
from ui.feeds.pieces import file_blocks
from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.text.numbers import number as in_figures
from ui.timeline.parts.file_words import file_name
from ui.widgets.buttons import push_button
from ui.widgets.labels import plain_label
from ui.widgets.placing import FittedDialog
from ui.widgets.progress import ThinProgress

WIDTH = 440
LOOKED_AT = 16  # blocks at a time: what is counted need not all be read at once


class FetchDialog(FittedDialog):
    """What is being fetched, how much of it is here, and a way to stop."""

    def __init__(self, parent: QWidget, theme: Theme, name: str) -> None:
        super().__init__(parent, WIDTH)
        title = tr("Downloading {name}").format(name=file_name(name))
        self.setWindowTitle(title)
        self.progress = ThinProgress(theme, title)
        self.amount = plain_label(role="hint")
        self.cancel = push_button(tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.addStretch()
        foot.addWidget(self.cancel)
        column = QVBoxLayout(self.content)
        column.setContentsMargins(Gap.XL, Gap.XL, Gap.XL, Gap.L)
        column.setSpacing(Gap.S)
        column.addWidget(plain_label(title, "title"))
        column.addWidget(self.amount)
        column.addWidget(self.progress)
        column.addLayout(foot)

    def reach(self, here: int, whole: int, peers: int) -> None:
        """``here`` of ``whole`` pieces; ``peers`` are connected for the feed."""
        words = tr("{here} of {whole} pieces are here.")
        said = words.format(here=in_figures(here), whole=in_figures(whole))
        nobody = tr("Nobody who has it is connected: it comes as soon as somebody is.")
        self.amount.setText(said if peers else f"{said} {nobody}")
        self.progress.reach(here, whole)


@dataclass(frozen=True, slots=True, eq=False)
class _Wait:
    """Somebody waits for these blocks; ``news``: some have come since it was cleared."""

    space: SpaceId
    blocks: range
    news: asyncio.Event = field(default_factory=asyncio.Event)


class Fetching(QObject):
    """Of the files of entries, any number at a time."""

    def __init__(self, bridge: Bridge, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._theme = theme
        self._parent = parent
        self._waits: set[_Wait] = set()
        bridge.blocks_arrived.connect(self._on_blocks)

    async def bring(self, space: SpaceId, post: PostView, number: int) -> bool:
        """Returns once all of that file is here; False: the person did not wait.

        Refused with FILE_UNKNOWN where the entry has no such file.
        """
        body = post.body
        if body is None:
            body = (await self._bridge.ask(OnePost(space, post.id))).body
        blocks = file_blocks(body or "", post.height, number)
        if not blocks:
            raise Refused(Refusal.FILE_UNKNOWN)
        wait = _Wait(space, blocks)
        self._waits.add(wait)
        try:
            await self._bridge.perform(SeekBlocks(space, blocks.start, blocks.stop))
            name = post.files[number].name
            came = await self._waited(FetchDialog(self._parent.window(), self._theme, name), wait)
        except BaseException:
            with suppress(Refused, Fault):  # what failed first is told
                await self._end(wait, came=False)
            raise
        await self._end(wait, came=came)
        return came

    async def _end(self, wait: _Wait, *, came: bool) -> None:
        """What did not come is wanted no more, unless somebody else waits for it."""
        self._waits.discard(wait)
        space, blocks = wait.space, wait.blocks
        if not came and not self._is_waited_for(space, blocks):
            await self._bridge.perform(SeekBlocks(space, blocks.start, blocks.stop, wanted=False))

    def _is_waited_for(self, space: SpaceId, blocks: range) -> bool:
        return any((one.space, one.blocks) == (space, blocks) for one in self._waits)

    async def _waited(self, dialog: FetchDialog, wait: _Wait) -> bool:
        shut: asyncio.Event = asyncio.Event()
        dialog.finished.connect(lambda _code: shut.set())
        dialog.open()
        watching = asyncio.ensure_future(self._watched(dialog, wait))
        closing = asyncio.ensure_future(shut.wait())
        try:
            await asyncio.wait((watching, closing), return_when=asyncio.FIRST_COMPLETED)
            if watching.done():
                watching.result()  # what failed is told by whoever asked
            return watching.done()
        finally:
            watching.cancel()
            closing.cancel()
            dialog.hide()
            dialog.deleteLater()

    async def _watched(self, dialog: FetchDialog, wait: _Wait) -> None:
        space, blocks = wait.space, wait.blocks
        first = blocks.start
        while True:
            wait.news.clear()
            first = await self._first_missing(space, first, blocks.stop)
            feed = await self._bridge.ask(OneFeed(space))
            dialog.reach(first - blocks.start, len(blocks), feed.peers)
            if first >= blocks.stop:
                return
            await wait.news.wait()

    async def _first_missing(self, space: SpaceId, first: int, end: int) -> int:
        while first < end:
            found = await self._bridge.ask(Blocks(space, first, min(end, first + LOOKED_AT)))
            here = 0
            while here < len(found) and found[here].data is not None:
                here += 1
            first += here
            if not here or here < len(found):
                return first
        return first

    def _on_blocks(self, event: BlocksArrived) -> None:
        for wait in self._waits:
            if wait.space == event.space:
                wait.news.set()
