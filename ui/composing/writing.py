"""What is being written in the open space: shows what has been begun there, and keeps it.

It outlives the window as a draft (``Drafts``).
"""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QObject, QTimer, Signal

from engine.errors import Fault, Refused
from engine.model.events import PostsChanged
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.model.queries import OnePost
from engine.model.views import IdentityView, PostView
from ui.composing.about import NOTHING, About
from ui.composing.begun import Begun, Piece
from ui.composing.completing import Completing
from ui.composing.drafts import Drafts
from ui.composing.field import MessageEdit
from ui.composing.posters import Posters
from ui.composing.sending import Parcel
from ui.equipment import Equipment
from ui.refresh import Refresh

ANSWERED_PAUSE_MS = 250  # ours: while posts change
DRAFT_PAUSE_MS = 400  # ours: the disk is not asked for every letter


class Writing(QObject):
    """``changed``: another post is answered or changed, or none any more. ``turned``: what is
    written is for another space.
    """

    changed = Signal()
    turned = Signal()

    def __init__(
        self,
        equipment: Equipment,
        edit: MessageEdit,
        completing: Completing,
        posters: Posters,
    ) -> None:
        super().__init__(edit)
        self._bridge = bridge = equipment.bridge
        self._edit = edit
        self._completing = completing
        self._posters = posters
        self._drafts = Drafts(bridge, equipment.settings, posters.posting, equipment.unstored)
        self._begun = Begun()
        """But for what was typed since: ``_now``."""
        self._posts: dict[PostId, PostView] = {}
        """All that any piece of it is about."""
        self._files_wait = False
        self.space: SpaceId | None = None
        self.about = NOTHING
        """Which post is answered or changed by what stands in the field."""
        self.is_back = False
        """Whether what would be sent had been waiting, and nobody has touched it since."""
        self.is_taking_up = False
        """Whether the field is just being given what lay there: that is nothing new."""
        self._pause = QTimer(self, singleShot=True, interval=DRAFT_PAUSE_MS)
        self._pause.timeout.connect(self.keep)
        self._answered = Refresh(bridge, self._read_answered, ANSWERED_PAUSE_MS, self)
        bridge.posts_changed.connect(self._on_changed)
        edit.textChanged.connect(self._pause.start)
        posters.picked.connect(self._pause.start)
        edit.textChanged.connect(self._on_typed)

    @property
    def is_change(self) -> bool:
        """Whether an own post is being changed."""
        return self.about.edits is not None

    def touch(self) -> None:
        """Somebody has seen what would be sent."""
        self.is_back = False

    def know_files(self, *, wait: bool) -> None:
        """Whether files go out with the next message."""
        self._files_wait = wait
        self._hold()

    def _on_typed(self) -> None:
        self.touch()
        if not self._edit.toPlainText().strip():
            self._begun = self._now  # what is typed next is not whose that was
        self._hold()

    def _hold(self) -> None:
        words = not self.is_change and bool(self._edit.toPlainText().strip())
        self._posters.hold(self.space, on=words or self._files_wait)

    # ---- spaces -----------------------------------------------------------------------------

    def turn_to(self, space: SpaceId | None) -> None:
        """Another space is open; what was begun there is shown as soon as it is known."""
        if self.space is not None:
            self.keep()
            self._drafts.lay_down(self.space)
        self._posters.leave()
        self.space = space
        self._become(Begun())
        self._posts.clear()
        self.turned.emit()
        if space is not None:
            self._bridge.start(self._take_up(space))

    def open(self) -> None:
        """It can be asked who may post there."""
        makes_whose = self._posters.turn_to(self.space, self._now.standing.identity)
        self._hold()
        self.is_back = makes_whose or self.is_back

    def forget(self, space: SpaceId) -> None:
        """The space is gone, and its draft with it."""
        self._drafts.forget(space)
        if space == self.space:
            self.space = None
            self.turn_to(None)

    # ---- what it is about -------------------------------------------------------------------

    def answer(self, post: PostView) -> None:
        """What is written next answers ``post``."""
        self._posts[post.id] = post
        self._become(self._now.answering(post.id))

    def change(self, post: PostView) -> None:
        """``post``, an own one, stands in the field; what was there waits."""
        self._posts[post.id] = post
        self._become(self._now.changing(post.id, post.text, post.mentions))

    def leave(self) -> None:
        """Answers and changes nothing any more; what was being written before is there again."""
        self.touch()
        self._find(self._now.left())

    def sent(self, text: str, *, files_wait: bool) -> None:
        """``text`` is on its way: the field is empty, and it is stored until ``arrived``.

        ``files_wait``: there are files that did not go with it, and would go with what comes next.
        """
        assert self.space is not None, "nothing is sent before a space is open"
        if text:
            self._drafts.hold(
                self.space, _piece(text, self.about, identity=self._now.standing.identity)
            )
        self._become(self._now.sent())
        self.is_back = files_wait or bool(self._edit.toPlainText().strip())
        self.keep()

    def arrived(self, space: SpaceId, text: str, about: About) -> None:
        """It is a post by now."""
        self._drafts.let_go(space, _piece(text, about))

    def handed_back(self, parcel: Parcel) -> None:
        """It was sent and is no post: as ``put_back``."""
        space, text, about = parcel.space, parcel.written.text, parcel.about
        self.put_back(space, text, about, parcel.written.mentions, parcel.identity)
        self.keep()
        self._drafts.let_go(space, _piece(text, about))

    def put_back(
        self,
        space: SpaceId,
        text: str,
        about: About,
        mentions: tuple[PublicKey, ...] = (),
        identity: IdentityView | None = None,
    ) -> None:
        """It was refused: it stands before whatever was written since, and is about the same.
        Without ``text`` only files come back.
        """
        piece = _piece(text, about, mentions, identity)
        if not text:
            self._put_back_files(space, identity)
            return
        if space != self.space:
            self._drafts.put_back(space, piece)
            return
        for post in (about.reply, about.edits):
            if post is not None:
                self._posts.setdefault(post.id, post)
        self._find(self._now.with_before(piece))

    def _put_back_files(self, space: SpaceId, identity: IdentityView | None) -> None:
        if identity is None:
            return
        if self._posters.is_written_in(space):
            self.is_back = self._make_whose(identity) or self.is_back
        else:
            self._posters.leave_to(space, identity)

    # ---- drafts -----------------------------------------------------------------------------

    def keep(self) -> None:
        """Remembers what stands in the field."""
        self._pause.stop()
        if self.space is not None:
            self._posters.note_whose()
            self._drafts.keep(self.space, self._now)

    async def _take_up(self, space: SpaceId) -> None:
        """Shows what lay there, before whatever was begun meanwhile."""
        await self._drafts.known()
        lying = self._drafts.lying(space)
        posts = await self._read(space, lying.posts)
        if space != self.space or lying != self._drafts.lying(space):
            return  # the person has gone on: another call shows what lies there now
        if posts is None:  # a change lies there until the space is opened again
            begun, left = lying.words_alone(), lying.changes_alone()
        else:
            mentions = {post.id: post.mentions for post in posts.values()}
            begun, left = lying.without_others_than(posts).speaking_to(mentions), Begun()
            self._posts = posts | self._posts
        self._posters.recall()
        self.is_taking_up = True
        try:
            self._find(self._now.over(begun))
        finally:
            self.is_taking_up = False
        self._drafts.take_up(space, self._now, left)

    def _on_changed(self, event: PostsChanged) -> None:
        answered = self._begun.answered
        if event.space == self.space and (not event.posts or answered.intersection(event.posts)):
            self._answered.ask()

    async def _read_answered(self) -> None:
        """Quotes what is answered as it is now, and nothing that was taken back or hidden.

        What is changed stays: its words are the person's own, and sending them tells the reason.
        """
        space, answered = self.space, self._begun.answered
        if space is None or not answered:
            return
        posts = await self._read(space, answered)
        if space != self.space or posts is None:
            return
        changed = {post for post in answered if posts.get(post) != self._posts.get(post)}
        gone = answered - posts.keys()
        self._posts |= posts
        if changed & self._begun.answered:
            was_back = self.is_back
            self._become(self._now.answering_none_of(gone))
            self.is_back = was_back

    async def _read(
        self, space: SpaceId, wanted: Collection[PostId]
    ) -> dict[PostId, PostView] | None:
        """What of it is there; None where it cannot be read now."""
        posts: dict[PostId, PostView] = {}
        try:
            for each in wanted:
                if (found := await self._post(space, each)) is not None:
                    posts[each] = found
        except Fault as problem:
            self._bridge.failed.emit(problem)
            return None
        return posts

    async def _post(self, space: SpaceId, post: PostId) -> PostView | None:
        try:
            found = await self._bridge.ask(OnePost(space, post))
        except Refused:
            return None
        return None if found.retracted or found.hidden else found

    # ---- inside -----------------------------------------------------------------------------

    @property
    def _now(self) -> Begun:
        text, mentions = self._edit.toPlainText(), self._completing.completed
        if self.is_change or not text.strip():
            return self._begun.typed(text, mentions)
        meant = self._posters.meant_in(self.space) or self._begun.standing.identity
        return self._begun.typed(text, mentions, meant)

    def _find(self, begun: Begun) -> None:
        """``begun`` was written before, or some of it: what has become another's is not sent before
        that was seen.
        """
        whose = begun.standing.identity
        is_anothers = whose is not None and self._make_whose(whose)
        was_back = self.is_back
        self._become(begun)
        self.is_back = is_anothers or was_back

    def _make_whose(self, identity: IdentityView) -> bool:
        """What is written is that identity's; whether it was another's before."""
        before = self._posters.meant_in(self.space) or self._now.standing.identity
        self._posters.mean(self.space, identity)
        return before is not None and before.public_key != identity.public_key

    def _become(self, begun: Begun) -> None:
        """``begun`` is what was begun, is shown, and is kept soon, whatever of it is new."""
        was, now = self.about, self._about_of(begun.standing)
        self._begun, self.about, self.is_back = begun, now, False
        self._completing.commands_allowed = now.edits is None
        self._completing.begin_with(begun.standing.mentions)
        if begun.standing.identity is not None:  # the words never stand there under another name
            self._posters.mean(self.space, begun.standing.identity)
        if begun.standing.text != self._edit.toPlainText():
            self._edit.write(begun.standing.text)
        self._hold()
        self._pause.start()  # the words may be the same, as where only a reply is begun or left
        if now != was:
            self.changed.emit()

    def _about_of(self, piece: Piece) -> About:
        reply = None if piece.reply_to is None else self._posts[piece.reply_to]
        return About(reply, None if piece.edits is None else self._posts[piece.edits])


def _piece(
    text: str,
    about: About,
    mentions: tuple[PublicKey, ...] = (),
    identity: IdentityView | None = None,
) -> Piece:
    whose = None if about.edited is not None else identity
    return Piece(text, about.reply_to, about.edited, mentions, identity=whose)
