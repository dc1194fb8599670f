"""Previews of pictures: fetched from the engine when their row is near, decoded on another thread.

At most two at a time, those in sight first. What is kept is bounded in bytes; the sizes of
pictures are kept longer, so that a row that comes back has its room at once.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from engine.errors import Refusal, Refused
from engine.model.events import BlocksArrived
from engine.model.ids import PostId, SpaceId
from engine.model.queries import OneFile
from ui.bridge import Bridge
from ui.timeline.loading.run import Entry
from ui.timeline.parts.cards import (
    CARDS_MAX,
    PICTURE_HEIGHT_MAX,
    PICTURE_WIDTH_MAX,
    Seen,
)
from ui.timeline.parts.decoding import Decoded, decode, picture_size
from ui.timeline.parts.file_words import may_be_picture

AT_ONCE = 2
KEPT_BYTES_MAX = 32 << 20  # ours: some seventy previews
SIZES_KEPT_MAX = 4_096
AGAIN_MS = 1_000  # ours: while a feed comes in, what lacks pictures is looked at so often
PREPARED_SECONDS_MAX = 0.08

Key = tuple[PostId, int]


class Pictures(QObject):
    """Of one space at a time. ``known`` carries the PostId of which something is known now."""

    known = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._space: SpaceId | None = None
        self._ratio = 1.0
        self._sizes: OrderedDict[Key, QSize | None] = OrderedDict()  # None: it is no picture
        self._pixmaps: OrderedDict[Key, QPixmap] = OrderedDict()
        self._bytes = 0
        self._near: list[Key] = []  # of the rows in sight and near them, the first first
        self._wanted: OrderedDict[Key, None] = OrderedDict()
        self._busy: dict[Key, asyncio.Task[object]] = {}
        self._absent: set[Key] = set()  # of an entry of a feed whose blocks are not here yet
        self._again = QTimer(self, singleShot=True, interval=AGAIN_MS)
        self._again.timeout.connect(self._try_absent)
        bridge.blocks_arrived.connect(self._on_blocks)

    def open(self, space: SpaceId | None, ratio: float) -> None:
        """Shows pictures of ``space`` on a screen of that pixel ratio."""
        if (space, ratio) != (self._space, self._ratio):
            self._space, self._ratio = space, ratio
            self._near.clear()
            self._wanted.clear()
            self._forget_absent(set(self._absent))
            self._pixmaps.clear()
            self._bytes = 0

    def seen(self, post: PostId, number: int) -> Seen:
        """What is known of that picture, without asking for more."""
        key = post, number
        if key not in self._sizes:
            return Seen()
        size = self._sizes[key]
        if key in self._pixmaps:
            self._pixmaps.move_to_end(key)
        return Seen(size, self._pixmaps.get(key), broken=size is None)

    def want(self, entries: Sequence[Entry]) -> None:
        """Rows in sight, and then those near it: what they lack is fetched, in that order.

        No more are wanted than are kept, else they would push each other out for ever.
        """
        keys = [key for entry in entries for key in _pictures_of(entry)]
        self._near = keys[: self._kept_at_least()]
        for key in reversed(self._near):
            if key in self._pixmaps:
                self._pixmaps.move_to_end(key)
        self._want_near()

    def _want_near(self) -> None:
        lacking = (key for key in reversed(self._near) if self._lacks(key))
        self._wanted = OrderedDict.fromkeys(lacking)
        self._begin()

    def _kept_at_least(self) -> int:
        largest = PICTURE_WIDTH_MAX * PICTURE_HEIGHT_MAX * 4 * self._ratio**2
        return max(1, int(KEPT_BYTES_MAX / largest))

    def try_again(self, post: PostId) -> None:
        """What was not here of that post may be now: fetched at once where it is near."""
        self._look_again((post,), {key for key in self._absent if key[0] == post})

    def _look_again(self, posts: Iterable[PostId], absent: set[Key]) -> None:
        """``absent``: what of ``posts`` was not here."""
        self._forget_absent(absent)
        for post in posts:
            self.known.emit(post)
        self._want_near()

    def _forget_absent(self, keys: set[Key]) -> None:
        self._absent -= keys
        for key in keys:
            self._sizes.pop(key, None)

    def _on_blocks(self, event: BlocksArrived) -> None:
        if event.space == self._space and self._absent and not self._again.isActive():
            self._again.start()

    def _try_absent(self) -> None:
        self._look_again(dict.fromkeys(key[0] for key in self._absent), set(self._absent))

    async def prepare(self, entries: Sequence[Entry]) -> None:
        """Waits a short while for the first of these pictures: a place is about to be shown."""
        self.want([entry for entry in entries if entry.post.files])
        if self._busy:
            await asyncio.wait(set(self._busy.values()), timeout=PREPARED_SECONDS_MAX)

    def _lacks(self, key: Key) -> bool:
        if key in self._busy or key in self._pixmaps:
            return False
        return key not in self._sizes or self._sizes[key] is not None

    def _begin(self) -> None:
        if self._bridge.is_closed:
            return
        while self._wanted and len(self._busy) < AT_ONCE and self._space is not None:
            key, _ = self._wanted.popitem()
            if self._lacks(key):
                self._busy[key] = self._bridge.start(self._fetch(self._space, key))

    async def _fetch(self, space: SpaceId, key: Key) -> None:
        ratio = self._ratio
        try:
            self._take(space, key, ratio, await self._decoded(space, key, ratio))
        finally:  # the others wait for nothing else, also where this one failed
            self._busy.pop(key, None)
            self._begin()

    def _take(self, space: SpaceId, key: Key, ratio: float, decoded: Decoded | None) -> None:
        if (space, ratio) == (self._space, self._ratio):
            self._keep(key, decoded)
            self.known.emit(key[0])
        elif space == self._space:
            self._wanted[key] = None  # the window stands on a screen of another ratio by now

    async def _decoded(self, space: SpaceId, key: Key, ratio: float) -> Decoded | None:
        try:
            content = await self._bridge.ask(OneFile(space, *key))
        except Refused as refused:
            if refused.reason is Refusal.BLOCKS_MISSING and space == self._space:
                self._absent.add(key)
            return None  # or its author attached something else; the card says so
        loop = asyncio.get_running_loop()
        size = await loop.run_in_executor(None, picture_size, content.data)
        if size is None:
            return None
        if space == self._space:
            self._keep_size(key, size)  # a row laid out meanwhile has its room at once
        box = QSize(round(PICTURE_WIDTH_MAX * ratio), round(PICTURE_HEIGHT_MAX * ratio))
        return await loop.run_in_executor(None, _for_screen, content.data, box)

    def _keep(self, key: Key, decoded: Decoded | None) -> None:
        self._keep_size(key, None if decoded is None else decoded.size)
        if decoded is None:
            return
        pixmap = QPixmap.fromImage(decoded.image)
        pixmap.setDevicePixelRatio(self._ratio)
        if decoded.image.size() == decoded.size:
            pixmap.setDevicePixelRatio(1.0)  # it is shown as large as it is
        self._pixmaps[key] = pixmap
        self._bytes += _bytes_of(pixmap)
        while self._bytes > KEPT_BYTES_MAX and len(self._pixmaps) > 1:
            self._bytes -= _bytes_of(self._pixmaps.popitem(last=False)[1])

    def _keep_size(self, key: Key, size: QSize | None) -> None:
        self._sizes[key] = size
        self._sizes.move_to_end(key)
        if len(self._sizes) > SIZES_KEPT_MAX:
            self._sizes.popitem(last=False)


def _pictures_of(entry: Entry) -> list[Key]:
    return [
        (entry.post.id, number)
        for number, file in enumerate(entry.post.files[:CARDS_MAX])
        if may_be_picture(file)
    ]


def _for_screen(data: bytes, box: QSize) -> Decoded | None:
    """Decoded, and in the format in which it is drawn fastest."""
    decoded = decode(data, box)
    if decoded is None:
        return None
    best = QImage.Format.Format_ARGB32_Premultiplied
    image = decoded.image.convertToFormat(best, Qt.ImageConversionFlag.AutoColor)
    return Decoded(decoded.size, image)


def _bytes_of(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4
