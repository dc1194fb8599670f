"""What has been begun in the open space: its words, and the post that it answers or changes.

It outlives the window as a draft (``Drafts``), and a change of an own post lets what was being
written wait until that is done.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import Fault, Refused
from engine.model.ids import PostId, SpaceId
from engine.model.queries import OnePost
from engine.model.views import DraftView, PostView
from ui.bridge import Bridge
from ui.composing.about import NOTHING, About
from ui.composing.completing import Completing
from ui.composing.drafts import Drafts, joined, with_before
from ui.composing.field import MessageEdit
from ui.services import Settings

DRAFT_PAUSE_MS = 400  # ours: the disk is not asked for every letter


class Begun(QObject):
    """``changed``: another post is answered or changed, or none any more."""

    changed = Signal()

    def __init__(
        self, bridge: Bridge, settings: Settings, edit: MessageEdit, completing: Completing
    ) -> None:
        super().__init__(edit)
        self._bridge = bridge
        self._edit = edit
        self._completing = completing
        self._drafts = Drafts(bridge, settings)
        self._is_loaded = False
        self._visit = 0
        self._behind: DraftView | None = None
        """The stored draft of the open space, until it is shown: what is typed goes behind it."""
        self._typed_before: dict[SpaceId, str] = {}
        """What was typed where the stored draft has not come yet."""
        self._aside: DraftView | None = None
        self.space: SpaceId | None = None
        self.about = NOTHING
        self._pause = QTimer(self, singleShot=True, interval=DRAFT_PAUSE_MS)
        self._pause.timeout.connect(self.keep)
        edit.textChanged.connect(self._pause.start)

    @property
    def is_change(self) -> bool:
        """Whether an own post is being changed."""
        return self.about.edits is not None

    # ---- spaces -----------------------------------------------------------------------------

    def turn_to(self, space: SpaceId | None) -> None:
        """Another space is open; what was begun there is shown as soon as it is known."""
        self.keep()
        self.space = space
        self._is_loaded = False
        self._behind = None
        self._visit += 1
        self._aside = None
        self._edit.clear()
        self._be_about(NOTHING)
        if space is not None:
            if typed := self._typed_before.get(space):
                self._edit.write(typed)
            self._bridge.start(self._show_draft(space, self._visit))

    def forget(self, space: SpaceId) -> None:
        """The space is gone, and its draft with it."""
        self._drafts.forget(space)
        self._typed_before.pop(space, None)
        if space == self.space:
            self.space = None
            self.turn_to(None)

    # ---- what it is about -------------------------------------------------------------------

    def answer(self, post: PostView) -> None:
        """What is written next answers ``post``."""
        self._end_change()
        self._be_about(About(reply=post))

    def change(self, post: PostView) -> None:
        """``post``, an own one, stands in the field; what was there waits."""
        self._end_change()
        self._aside = self._draft()
        self._edit.write(post.text)
        self._be_about(About(edits=post))

    def leave(self) -> None:
        """Answers and changes nothing any more; what was being written before is there again."""
        if self.is_change:
            self._end_change()
        else:
            self._be_about(NOTHING)

    def sent(self, text: str) -> None:
        """``text`` is on its way: the field is empty, and it is stored until ``arrived``."""
        assert self.space is not None, "nothing is sent before a space is open"
        if text:
            self._drafts.hold(_draft(self.space, text, self.about))
        self._clear()
        self.keep()

    def arrived(self, space: SpaceId, text: str, about: About) -> None:
        """It is a post by now."""
        self._drafts.let_go(_draft(space, text, about))

    def handed_back(self, space: SpaceId, text: str, about: About) -> None:
        """It was sent and is no post: as ``put_back``."""
        self.put_back(space, text, about)
        self.keep()
        self._drafts.let_go(_draft(space, text, about))

    def _clear(self) -> None:
        if self.is_change:
            self._end_change()
        else:
            self._edit.clear()
            self._completing.begin_with(())
            self._be_about(NOTHING)

    def put_back(self, space: SpaceId, text: str, about: About) -> None:
        """It was refused: it stands before whatever was written since, and is about the same."""
        if not text:
            return
        if space != self.space:
            self._drafts.keep(with_before(self._drafts.known(space), _draft(space, text, about)))
        elif self._aside is not None and about.edits is None:
            self._aside = with_before(self._aside, _draft(space, text, about))
        elif about.edits is not None and not self.is_change:
            self._aside = self._draft()
            self._edit.write(text)
            self._be_about(about)
        else:
            self._edit.write(joined(text, self._edit.toPlainText()))
            if self.about == NOTHING:
                self._be_about(about)

    # ---- drafts -----------------------------------------------------------------------------

    def keep(self) -> None:
        """Remembers what stands in the field."""
        self._pause.stop()
        if self.space is None:
            return
        if self._is_loaded:
            self._drafts.keep(self._draft_to_keep())
        elif self._behind is not None:
            self._drafts.keep(_with_behind(self._behind, self._edit.toPlainText()))
        else:
            self._keep_behind(self.space, self._edit.toPlainText())

    def _keep_behind(self, space: SpaceId, typed: str) -> None:
        """What was begun before the stored draft had come stands behind it, as it was at last."""
        is_waiting = space in self._typed_before
        if is_waiting or typed.strip():
            self._typed_before[space] = typed
        if typed.strip() and not is_waiting:
            self._bridge.see_through(self._kept_behind(space))

    async def _kept_behind(self, space: SpaceId) -> None:
        stored = await self._drafts.of(space)
        typed = self._typed_before.pop(space, "")
        if space == self.space:
            self._behind = self._behind or stored
            self.keep()
        elif typed.strip():
            self._drafts.keep(_with_behind(stored, typed))

    def _draft(self) -> DraftView:
        assert self.space is not None, "nothing is written before a space is open"
        return _draft(self.space, self._edit.toPlainText(), self.about)

    def _draft_to_keep(self) -> DraftView:
        """One draft has room: a message that was begun is worth more than a change of one."""
        aside = self._aside
        if aside is not None and aside.text.strip():
            return aside
        draft = self._draft()
        if draft.text.strip() or draft.edits is not None:
            return draft
        return DraftView(draft.space, "")

    async def _show_draft(self, space: SpaceId, visit: int) -> None:
        stored = await self._drafts.of(space)
        if visit != self._visit:
            return
        stored = self._behind = self._behind or stored
        draft, about = await self._readable(stored)
        if visit != self._visit:
            return
        self._is_loaded = True
        # A change of a post that is gone meanwhile has no text worth keeping.
        if draft.text and (draft.edits is None or about.edits is not None):
            self._edit.write(joined(draft.text, self._edit.toPlainText()))
        if self.about == NOTHING and about != NOTHING:
            self._be_about(about)

    async def _readable(self, draft: DraftView) -> tuple[DraftView, About]:
        """The draft with what it is about; its words alone where that cannot be read now."""
        try:
            return draft, await self._about_of(draft)
        except Fault as problem:
            self._bridge.failed.emit(problem)
            return DraftView(draft.space, draft.text), NOTHING

    # ---- inside -----------------------------------------------------------------------------

    def _be_about(self, about: About) -> None:
        changed = about != self.about
        self.about = about
        self._completing.commands_allowed = about.edits is None
        if about.edits is not None:
            self._completing.begin_with(about.edits.mentions)
        if changed:
            self.changed.emit()

    def _end_change(self) -> None:
        """Goes on with what was written before a change was begun."""
        if not self.is_change:
            return
        aside, self._aside = self._aside, None
        self._completing.begin_with(())
        self._edit.write("" if aside is None else aside.text)
        self._be_about(NOTHING)
        if aside is not None and aside.reply_to is not None:
            self._bridge.start(self._answer_again(aside))

    async def _answer_again(self, aside: DraftView) -> None:
        about = await self._about_of(aside)
        if aside.space == self.space and self.about == NOTHING:
            self._be_about(about)

    async def _about_of(self, draft: DraftView) -> About:
        reply = await self._post(draft.space, draft.reply_to)
        return About(reply, await self._post(draft.space, draft.edits))

    async def _post(self, space: SpaceId, post: PostId | None) -> PostView | None:
        if post is None:
            return None
        try:
            found = await self._bridge.ask(OnePost(space, post))
        except Refused:
            return None
        return None if found.retracted or found.hidden else found


def _draft(space: SpaceId, text: str, about: About) -> DraftView:
    return DraftView(space, text, about.reply_to, about.edited)


def _with_behind(stored: DraftView, typed: str) -> DraftView:
    return replace(stored, text=joined(stored.text, typed))
