"""What was begun and not sent, one draft a space: it lies in the encrypted database. So does as
whom the person posts there: no draft goes out under another name than it was written under.

Versions before kept them in the settings, in the clear. Those are carried over once, when the
drafts are first asked for, and erased there.

What is on its way to be a post is stored as well, before what is begun meanwhile: should the
program end too soon, it is a draft again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from engine.errors import Fault, Refusal, Refused
from engine.model.body_text import whole_text
from engine.model.commands import KeepDraft
from engine.model.ids import PublicKey, SpaceId
from engine.model.queries import Drafts as AllDrafts
from engine.model.queries import Identities, Spaces
from engine.model.views import DraftView, IdentityView, PosterView
from ui.bridge import Bridge
from ui.composing.begun import Begun, Piece
from ui.services import Settings

OLD_SETTING = "draft."
"""Followed by the space's id in hex."""


class Drafts:
    """Drafts of all spaces of a profile. What cannot be stored is kept while the program lives, in
    ``unstored``, and tried again with whatever is kept next.

    ``posting``: who was picked to post in which space. It is stored beside the draft, if there is
    one: then the draft says whose it is. What was stored of it is there before any draft is known.
    """

    def __init__(
        self,
        bridge: Bridge,
        settings: Settings,
        posting: dict[SpaceId, PosterView],
        unstored: dict[SpaceId, KeepDraft],
    ) -> None:
        self._bridge = bridge
        self._settings = settings
        self._posting = posting
        self._picked_before = dict(posting)
        self._lying: dict[SpaceId, Begun] = {}
        """What is not shown: that of other spaces, and of the open one until it can be read."""
        self._begun: dict[SpaceId, Begun] = {}
        """What has been begun over it in the open one."""
        self._on_the_way: dict[SpaceId, list[Piece]] = {}
        self._stored: dict[SpaceId, KeepDraft] = {}
        """As the engine has them."""
        self._unread: set[SpaceId] = set()
        """Of which something is kept, while that which was stored is not known."""
        self._unstored = unstored
        self._turn = asyncio.Lock()
        self._loading: asyncio.Task[object] | None = None
        self._is_read = False
        """Whether all that was stored lies here: before, nothing may take its place."""
        self._is_told = False

    # ---- of all spaces ----------------------------------------------------------------------

    async def known(self) -> None:
        """Until the stored drafts lie here, or could not be read now: they are asked for again with
        the next space, or the next draft.
        """
        loading = self._loading = self._loading or self._bridge.start(self._load())
        if not loading.done():
            await asyncio.wait((loading,))

    def forget(self, space: SpaceId) -> None:
        """The space is gone from the profile, and its draft with it."""
        for those in (self._lying, self._begun, self._on_the_way, self._stored):
            those.pop(space, None)
        self._unread.discard(space)
        self._unstored.pop(space, None)

    # ---- of one -----------------------------------------------------------------------------

    def lying(self, space: SpaceId) -> Begun:
        """What is there to be taken up, as far as it is known by now."""
        return self._lying.get(space, Begun())

    def take_up(self, space: SpaceId, begun: Begun, left: Begun) -> None:
        """What lay there is shown, as a part of ``begun``, but for what is ``left``."""
        self._lying[space] = left
        self._begun[space] = begun

    def keep(self, space: SpaceId, begun: Begun) -> None:
        """Remembers what has been begun over what lies there."""
        self._begun[space] = begun
        self._store_soon(space)

    def lay_down(self, space: SpaceId) -> None:
        """It is left as it was kept last."""
        self._lying[space] = self._begun.pop(space, Begun()).over(self.lying(space))

    def put_back(self, space: SpaceId, piece: Piece) -> None:
        """``piece`` was sent from there and is no post; another space is open by now."""
        self._lying[space] = self.lying(space).with_before(piece)
        self._store_soon(space)

    def hold(self, space: SpaceId, sent: Piece) -> None:
        """It was sent: it stays stored until ``let_go``, though it is no draft any more."""
        self._on_the_way.setdefault(space, []).append(sent)
        self._store_soon(space)

    def let_go(self, space: SpaceId, sent: Piece) -> None:
        """It is a post, or was handed back and is kept as a draft again."""
        held = self._on_the_way.get(space, [])
        if sent in held:  # not where the space was forgotten meanwhile
            held.remove(sent)
            self._store_soon(space)

    # ---- storing ----------------------------------------------------------------------------

    def _store_soon(self, space: SpaceId) -> None:
        for each in {space, *self._unread, *self._unstored}:
            if self._is_read and self._is_stored(self._to_store(each)):
                self._let_be(each)
            else:
                self._bridge.see_through(self._store(each))

    def _is_stored(self, draft: KeepDraft) -> bool:
        return draft == self._stored.get(draft.space, KeepDraft(draft.space, ""))

    def _to_store(self, space: SpaceId) -> KeepDraft:
        whole = self._begun.get(space, Begun()).over(self.lying(space))
        for sent in reversed(self._on_the_way.get(space, [])):
            whole = whole.with_before(sent)
        draft, picked = whole.draft, self._posting.get(space)
        # Half of a character, which a field may hold, cannot be written.
        text = whole_text(draft.text)
        meant = draft.identity or (None if picked is None else picked.identity)
        identity = None if meant is None else meant.public_key
        return KeepDraft(space, text, draft.reply_to, draft.edits, identity)

    async def _store(self, space: SpaceId) -> None:
        """Asks for it as it is by now, so that of several changes at once the last is stored."""
        await self.known()
        if not self._is_read:
            self._unread.add(space)
            return  # a draft that is not known yet would go
        async with self._turn:  # else the one that came first could be stored last
            draft = self._to_store(space)
            if not self._is_stored(draft):
                self._unstored[space] = draft
                if not await self._has_stored(draft):
                    return
                self._stored[space] = draft
            self._let_be(space)

    def _let_be(self, space: SpaceId) -> None:
        """It is stored as it is."""
        self._unread.discard(space)
        self._unstored.pop(space, None)

    async def _has_stored(self, draft: KeepDraft) -> bool:
        try:
            await self._bridge.perform(draft)
        except (Refused, Fault) as problem:
            self._tell(problem)
            if isinstance(problem, Refused) and problem.reason is Refusal.SPACE_UNKNOWN:
                self.forget(draft.space)  # also what came back from there since
            return False
        self._is_told = False
        return True

    def _tell(self, problem: Refused | Fault) -> None:
        """A space that was forgotten meanwhile needs no draft; a full disk is told once."""
        if isinstance(problem, Fault) and not self._is_told:
            self._is_told = True
            self._bridge.failed.emit(problem)

    # ---- reading ----------------------------------------------------------------------------

    async def _load(self) -> None:
        try:
            drafts = await self._bridge.ask(AllDrafts())
            ours = {one.public_key: one for one in await self._bridge.ask(Identities())}
            if not self._is_read:
                self._find_all({one.space: _as_kept(one) for one in drafts}, ours)
            self._is_read = True
            for view in await self._bridge.ask(Spaces()):
                await self._carry_over(view.id)
        except (Refused, Fault) as problem:
            self._tell(problem)
            self._loading = None

    def _find_all(
        self, stored: Mapping[SpaceId, KeepDraft], ours: Mapping[PublicKey, IdentityView]
    ) -> None:
        """Newer than what is stored is what a window before this one could not store."""
        for draft in ({**stored, **self._unstored}).values():
            self._find(draft, None if draft.identity is None else ours.get(draft.identity))
        for space in self._unstored:
            self._stored[space] = stored.get(space, KeepDraft(space, ""))

    def _find(self, draft: KeepDraft, identity: IdentityView | None = None) -> None:
        """It lay there before all else, unless it was stored by us and is known. ``identity``:
        whose it is, or who was picked. Whether they may still post is asked where it is open.
        """
        space = draft.space
        if space in self._stored:
            return
        self._stored[space] = draft
        is_message = draft.edits is None and bool(draft.text)
        if identity is not None and not is_message:  # nobody may have been picked since
            self._posting.setdefault(space, PosterView(identity, identity.public_key))
        is_newer = self._posting.get(space) is not self._picked_before.get(space)
        whose = identity if is_message and not is_newer else None
        stored = Piece(draft.text, draft.reply_to, draft.edits, identity=whose)
        self._lying[space] = self.lying(space).with_before(stored)

    async def _carry_over(self, space: SpaceId) -> None:
        """An old draft is erased in the settings only once it is stored here."""
        name = f"{OLD_SETTING}{space.hex()}"
        text = self._settings.text(name, "")
        if not text:
            return
        if space not in self._stored:
            await self._bridge.perform(draft := KeepDraft(space, text))
            self._find(draft)
        self._settings.store_text(name, "")


def _as_kept(draft: DraftView) -> KeepDraft:
    return KeepDraft(draft.space, draft.text, draft.reply_to, draft.edits, draft.identity)
