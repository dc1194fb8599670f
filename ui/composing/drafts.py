"""What was begun and not sent, one draft a space: it lies in the encrypted database.

Versions before kept them in the settings, in the clear. Those are carried over once, when the
drafts are first asked for, and erased there.

What is on its way to be a post is stored as well, before what is begun meanwhile: should the
program end too soon, it is a draft again.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from engine.errors import Fault, Refused
from engine.model.body_text import whole_text
from engine.model.commands import KeepDraft
from engine.model.ids import SpaceId
from engine.model.queries import Drafts as AllDrafts
from engine.model.queries import Spaces
from engine.model.views import DraftView
from ui.bridge import Bridge
from ui.services import Settings

OLD_SETTING = "draft."
"""Followed by the space's id in hex."""


class Drafts:
    """Drafts of all spaces of a profile. What cannot be stored is kept while the program lives."""

    def __init__(self, bridge: Bridge, settings: Settings) -> None:
        self._bridge = bridge
        self._settings = settings
        self._known: dict[SpaceId, DraftView] = {}
        self._on_the_way: dict[SpaceId, list[DraftView]] = {}
        self._stored: dict[SpaceId, DraftView] = {}
        """As the engine has them, or was last asked to."""
        self._loading: asyncio.Task[object] | None = None
        self._is_told = False

    async def of(self, space: SpaceId) -> DraftView:
        """The draft of ``space``, an empty one if there is none, or if it could not be read now."""
        loading = self._loading = self._loading or self._bridge.start(self._load())
        await asyncio.wait((loading,))
        if loading.cancelled() or loading.exception() is not None:
            self._loading = None  # it was told, and is tried again with the next space
        return self.known(space)

    def known(self, space: SpaceId) -> DraftView:
        """The same as far as it is known by now."""
        return self._known.get(space, DraftView(space, ""))

    def keep(self, draft: DraftView) -> None:
        """Remembers it. One that holds nothing is erased."""
        # Half of a character, which a field may hold, cannot be written.
        whole = DraftView(draft.space, whole_text(draft.text), draft.reply_to, draft.edits)
        if whole != self.known(whole.space):
            self._known[whole.space] = whole
            self._bridge.see_through(self._store(whole.space))

    def hold(self, sent: DraftView) -> None:
        """It was sent: it stays stored until ``let_go``, though it is no draft any more."""
        self._on_the_way.setdefault(sent.space, []).append(sent)
        self._bridge.see_through(self._store(sent.space))

    def let_go(self, sent: DraftView) -> None:
        """It is a post, or was handed back and is kept as a draft again."""
        held = self._on_the_way.get(sent.space, [])
        if sent in held:  # not where the space was forgotten meanwhile
            held.remove(sent)
            self._bridge.see_through(self._store(sent.space))

    def forget(self, space: SpaceId) -> None:
        """The space is gone from the profile, and its draft with it."""
        for those in (self._known, self._on_the_way, self._stored):
            those.pop(space, None)

    def _to_store(self, space: SpaceId) -> DraftView:
        draft = self.known(space)
        for sent in reversed(self._on_the_way.get(space, [])):
            draft = with_before(draft, sent)
        return replace(draft, text=whole_text(draft.text))

    async def _store(self, space: SpaceId) -> None:
        """Asks for it as it is by now, so that of several changes at once the last is stored."""
        if self._loading is not None and not self._loading.done():
            await asyncio.wait((self._loading,))  # else a draft that is not known yet would go
        draft = self._to_store(space)
        if draft == self._stored.get(space, DraftView(space, "")):
            return
        self._stored[space] = draft
        command = KeepDraft(draft.space, draft.text, draft.reply_to, draft.edits)
        try:
            await self._bridge.perform(command)
        except (Refused, Fault) as problem:
            # A space that was forgotten meanwhile needs no draft; a full disk is told once.
            if isinstance(problem, Fault) and not self._is_told:
                self._is_told = True
                self._bridge.failed.emit(problem)
        else:
            self._is_told = False

    async def _load(self) -> None:
        for draft in await self._bridge.ask(AllDrafts()):
            self._stored[draft.space] = draft
            self._known.setdefault(draft.space, draft)
        for view in await self._bridge.ask(Spaces()):
            await self._carry_over(view.id)

    async def _carry_over(self, space: SpaceId) -> None:
        """An old draft is erased in the settings only once it is stored here."""
        name = f"{OLD_SETTING}{space.hex()}"
        text = self._settings.text(name, "")
        if not text:
            return
        if space not in self._known:
            await self._bridge.perform(KeepDraft(space, text))
            self._known[space] = self._stored[space] = DraftView(space, text)
        self._settings.store_text(name, "")


def with_before(kept: DraftView, sent: DraftView) -> DraftView:
    """``kept`` with what was sent before it; a begun change gives way to a message."""
    if not kept.text.strip() or (kept.edits is not None and sent.edits is None):
        return sent
    return replace(kept, text=joined(sent.text, kept.text))


def joined(text: str, later: str) -> str:
    """Both, each on lines of its own."""
    return "\n".join(part for part in (text, later) if part.strip())
