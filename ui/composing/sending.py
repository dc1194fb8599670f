"""Sends what was written, one after the other: each post is stored before the next one is made.

Closing the window waits for it. What could not be sent is handed back whole; what a window that
closes could not wait for is neither told nor handed back, and still a draft.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QObject, Signal

from engine.errors import Fault, Refused
from engine.model.commands import Say
from engine.model.ids import SpaceId
from engine.model.views import IdentityView
from ui.attaching.attachments import Waiting
from ui.bridge import Bridge
from ui.composing.about import About
from ui.composing.written import Written, contents_of, left_of
from ui.wording.sentences import sentence_of


@dataclass(frozen=True, slots=True)
class Parcel:
    """All that goes out at one press of Enter. ``files`` are those of ``written``, in order."""

    space: SpaceId
    written: Written
    about: About
    files: tuple[Waiting, ...] = ()
    identity: IdentityView | None = None
    """As whom; None: whoever the engine chooses."""


class Sending(QObject):
    """``sent`` carries the SpaceId once new posts are stored (a change of one is none), be they all
    of a parcel or not; ``returned`` a Parcel with what was not sent, and a sentence that says why.
    ``arrived`` carries the SpaceId, the text and the About of a parcel once its text is stored: its
    first post has it.
    """

    sent = Signal(object)
    arrived = Signal(object, object, object)
    returned = Signal(object, str)

    def __init__(self, bridge: Bridge, parent: QObject) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._turn = asyncio.Lock()
        self._last: dict[SpaceId, asyncio.Task[object]] = {}
        """What was given last for each space, until it is over."""

    def send(self, parcel: Parcel) -> None:
        """Begins; parcels are sent in the order in which they were given."""
        space = parcel.space
        last = self._last[space] = self._bridge.see_through(self._send(parcel))
        last.add_done_callback(partial(self._ended, space))

    async def over(self, space: SpaceId) -> None:
        """Until all that was given for that space is stored or was handed back."""
        last = self._last.get(space)
        if last is not None:
            await asyncio.wait((last,))

    def _ended(self, space: SpaceId, task: asyncio.Task[object]) -> None:
        if self._last.get(space) is task:  # nothing was given since
            del self._last[space]

    async def _send(self, parcel: Parcel) -> None:
        async with self._turn:
            stored, problem = await self._stored(parcel)
        if stored and parcel.written.edits is None:
            self.sent.emit(parcel.space)
        if problem is not None:
            self.returned.emit(_rest(parcel, stored), sentence_of(problem).whole)

    async def _stored(self, parcel: Parcel) -> tuple[int, Refused | Fault | None]:
        """How many of its posts, and what the next one failed of."""
        stored = 0
        identity = None if parcel.identity is None else parcel.identity.name
        for content in contents_of(parcel.written):
            try:
                await self._bridge.perform(Say(parcel.space, content, identity))
            except (Refused, Fault) as problem:
                return stored, problem
            stored += 1
            if stored == 1:
                self.arrived.emit(parcel.space, parcel.written.text, parcel.about)
        return stored, None


def _rest(parcel: Parcel, sent: int) -> Parcel:
    """The parcel without the posts that are stored by now."""
    left = left_of(parcel.written, sent)
    files: Sequence[Waiting] = parcel.files[len(parcel.files) - len(left.files) :]
    about = parcel.about if left.text else About()
    return Parcel(parcel.space, left, about, tuple(files), parcel.identity)
