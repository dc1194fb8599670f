"""How much of a message's room is taken by what is being written: asked a moment after each change.

The engine weighs, as the encoded form counts (tidings.md 3). It is not asked where the answer is
plain: short words alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import Fault, Refused
from engine.model.contents import Content, Files
from engine.model.ids import SpaceId
from engine.model.queries import Weigh
from engine.model.views import Weight
from ui.bridge import Bridge
from ui.composing.written import Written, contents_of
from ui.text.markdown import utf16_length

PAUSE_MS = 150  # ours: not for every letter
NEAR = 0.8  # ours: from here on the room that is left is told
UNITS_A_UNIT_MAX = 6  # a control character in JSON
FORM_UNITS_MAX = 200  # ours: of the keys and signs around a text
MENTION_UNITS = 68  # a key in hex with its marks
FILE_BYTES_LEAST = 8 << 10  # ours: with less room than this files do not go at all


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the fullest of the posts takes of its ``limit`` (None: there is none).

    ``over``: how many units it is too long by (0: it fits). ``number``: which of the waiting files
    is too large, if one is, and ``file_room`` how many bytes it may have.
    """

    units: int
    limit: int | None
    over: int = 0
    number: int | None = None
    file_room: int = 0

    @property
    def is_near(self) -> bool:
        """Whether the room that is left is worth a word."""
        return self.limit is not None and self.units > NEAR * self.limit


FITS = Verdict(0, None)


def takes_files(limit: int | None) -> bool:
    """Whether a body of at most ``limit`` units has room for a file worth the name."""
    return limit is None or base64_bytes(limit - FORM_UNITS_MAX) >= FILE_BYTES_LEAST


def base64_bytes(units: int) -> int:
    """How many bytes have room in so many characters of base64."""
    return max(0, units // 4 * 3)


def base64_units(size: int) -> int:
    """How many characters of base64 so many bytes make."""
    return (size + 2) // 3 * 4


def is_plainly_small(written: Written, limit: int | None) -> bool:
    """Whether nobody needs to weigh it: words alone, far from the limit."""
    if written.files:
        return False
    most = FORM_UNITS_MAX + UNITS_A_UNIT_MAX * utf16_length(written.text)
    return limit is None or most + MENTION_UNITS * len(written.mentions) < limit * NEAR


def verdict_of(contents: tuple[Content, ...], weights: tuple[Weight, ...]) -> Verdict:
    """The verdict over posts and their weights, one each: of the first that does not fit, else of
    the fullest.
    """
    fullest = FITS
    number = -1
    for content, weight in zip(contents, weights, strict=True):
        number += isinstance(content, Files)
        if weight.limit is not None and not weight.fits:
            over = weight.units - weight.limit
            if not isinstance(content, Files):
                return Verdict(weight.units, weight.limit, over)
            around = weight.units - base64_units(len(content.files[0].data))
            room = base64_bytes(weight.limit - around)
            return Verdict(weight.units, weight.limit, over, number, room)
        if weight.limit is not None and weight.units > fullest.units:
            fullest = Verdict(weight.units, weight.limit)
    return fullest


def verdict_of_bytes(text: str, most: int) -> Verdict:
    """The verdict where at most so many bytes of UTF-8 go."""
    size = len(text.strip().encode("utf-8", "surrogatepass"))
    return Verdict(size, most, max(0, size - most))


class Weighing(QObject):
    """``weighed``: ``verdict`` is another."""

    weighed = Signal()

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._wish: tuple[SpaceId, Written, str | None] | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._weigh)
        self.verdict = FITS
        self.bytes_max: int | None = None
        """Of a text, where that alone is counted, in UTF-8: then the engine is not asked."""

    @property
    def is_pending(self) -> bool:
        """Whether the verdict is about what was written before."""
        return self._wish is not None

    def weigh(
        self, space: SpaceId, written: Written, limit: int | None, identity: str | None
    ) -> None:
        """This is written now; ``limit`` is that of the space's next post."""
        if self.bytes_max is not None:
            self._wish = None
            self._pause.stop()
            self._say(verdict_of_bytes(written.text, self.bytes_max))
            return
        if written.is_empty or is_plainly_small(written, limit):
            self.forget()
            return
        self._wish = (space, written, identity)
        self._pause.start()

    def forget(self) -> None:
        """Nothing that needs to be weighed is written any more."""
        self._wish = None
        self._pause.stop()
        self._say(FITS)

    def _weigh(self) -> None:
        if self._wish is not None:
            self._bridge.start(self._ask(self._wish))

    async def _ask(self, wish: tuple[SpaceId, Written, str | None]) -> None:
        space, written, identity = wish
        contents = contents_of(written)
        weights = []
        for content in contents:
            try:
                weights.append(await self._bridge.ask(Weigh(space, content, identity)))
            except (Refused, Fault):
                weights.append(Weight(0, None))  # sending it will say what is wrong
        if wish is self._wish:  # else something else was written meanwhile
            self._wish = None
            self._say(verdict_of(contents, tuple(weights)))

    def _say(self, verdict: Verdict) -> None:
        if verdict != self.verdict:
            self.verdict = verdict
            self.weighed.emit()
