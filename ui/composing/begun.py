"""What has been begun in one space and not sent. Pure; no Qt.

It is a pile of pieces: at most one message, which may answer a post, and at most one change of each
post of ours. The first stands in the field, all others wait below it; the words of one never get
into another.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from engine.model.ids import PostId, PublicKey
from engine.model.views import IdentityView


@dataclass(frozen=True, slots=True)
class Piece:
    """Words, and the post that they answer or change, if any: never both.

    ``mentions``: whom completing brought into it. ``begun_with``: what the post said that is
    changed, where that is known. ``identity``: under whose name a message is written, where that
    is known.
    """

    text: str = ""
    reply_to: PostId | None = None
    edits: PostId | None = None
    mentions: tuple[PublicKey, ...] = field(default=(), compare=False)
    begun_with: str | None = field(default=None, compare=False)
    identity: IdentityView | None = field(default=None, compare=False)

    @property
    def is_change(self) -> bool:
        """Whether it is not a message, but changes one."""
        return self.edits is not None

    @property
    def is_untouched(self) -> bool:
        """Whether it is a change without words of its own: with none, or with those of the post."""
        return self.is_change and (not self.text.strip() or self.text == self.begun_with)

    @property
    def is_something(self) -> bool:
        """Whether anything would be lost with it."""
        return self.is_change or self.reply_to is not None or bool(self.text.strip())

    @property
    def posts(self) -> tuple[PostId, ...]:
        """Those that it is about."""
        return tuple(post for post in (self.reply_to, self.edits) if post is not None)


NOTHING_BEGUN = Piece()


@dataclass(frozen=True, slots=True)
class Begun:
    """Each of ``pieces`` has another ``edits``. Whatever is done makes another pile."""

    pieces: tuple[Piece, ...] = ()

    @property
    def standing(self) -> Piece:
        """What is in the field."""
        return self.pieces[0] if self.pieces else NOTHING_BEGUN

    @property
    def posts(self) -> frozenset[PostId]:
        """All that any piece is about."""
        return frozenset(post for piece in self.pieces for post in piece.posts)

    @property
    def answered(self) -> frozenset[PostId]:
        """Those that are answered."""
        answered = (piece.reply_to for piece in self.pieces)
        return frozenset(post for post in answered if post is not None)

    @property
    def draft(self) -> Piece:
        """One draft has room: a message that was begun is worth more than a change of one."""
        messages = (one for one in self.pieces if not one.is_change and one.text.strip())
        changes = (one for one in self.pieces if one.is_change)
        return next(messages, next(changes, NOTHING_BEGUN))

    # ---- what a person does -----------------------------------------------------------------

    def typed(
        self,
        text: str,
        mentions: tuple[PublicKey, ...] = (),
        identity: IdentityView | None = None,
    ) -> Begun:
        """``text`` stands in the field, speaks to ``mentions``, and is ``identity``'s."""
        written = replace(self.standing, text=text, mentions=mentions, identity=identity)
        return Begun((written, *self.pieces[1:]))

    def answering(self, post: PostId) -> Begun:
        """The message is in the field, and answers ``post``; a change that stood there is left."""
        rest = self._but_standing_change()
        message = _about(None, rest) or NOTHING_BEGUN
        return _pile((replace(message, reply_to=post), *_others(None, rest)))

    def changing(self, post: PostId, text: str, mentions: tuple[PublicKey, ...] = ()) -> Begun:
        """A change of ``post``, whose text is ``text``, is in the field, or the one that waits.

        Another change that stood there is left, a message waits.
        """
        if self.standing.edits == post:
            return self
        rest = self._but_standing_change()
        change = _about(post, rest) or Piece(text, None, post, mentions, text)
        return _pile((change, *_others(post, rest)))

    def left(self) -> Begun:
        """It answers nothing any more; a change, or an answer without words, is given up for what
        waits.
        """
        if self.standing.is_change or not self.standing.text.strip():
            return self.sent()
        return Begun((replace(self.standing, reply_to=None), *self.pieces[1:]))

    def sent(self) -> Begun:
        """What stood in the field is on its way; what waits comes next."""
        return _pile(self.pieces[1:])

    # ---- what comes back --------------------------------------------------------------------

    def with_before(self, piece: Piece) -> Begun:
        """``piece`` was begun before: a message stands before the words of the one that is there,
        and all of it is the identity's that began.

        The words of a change are a whole text: of two of the same post the one that is there stays,
        unless it is untouched. Where none is there a change comes into the field only if nothing
        stands in it, since somebody may be typing: their next words would be published with it. It
        waits below what stands there, and a message waits for all changes.
        """
        if not piece.is_something:
            return self
        same = _about(piece.edits, self.pieces)
        if same is not None:
            both = _of_both(piece, same)
            return Begun(tuple(both if one is same else one for one in self.pieces))
        if self.standing.is_something:
            first, *rest = self.pieces
            return _pile((first, piece, *rest) if piece.is_change else (first, *rest, piece))
        return _pile((piece, *self.pieces))

    def over(self, earlier: Begun) -> Begun:
        """The same where all of ``earlier`` had been begun before."""
        if not any(piece.is_something for piece in self.pieces):
            return _pile(piece for piece in earlier.pieces if piece.is_something)
        whole = self
        for piece in reversed(earlier.pieces):
            whole = whole.with_before(piece)
        return whole

    def without_others_than(self, posts: Collection[PostId]) -> Begun:
        """Only ``posts`` are there: a change of another has no words worth keeping."""
        kept = (one for one in self.pieces if one.edits is None or one.edits in posts)
        return _pile(
            replace(one, reply_to=one.reply_to if one.reply_to in posts else None) for one in kept
        )

    def answering_none_of(self, gone: Collection[PostId]) -> Begun:
        """What answered a post of ``gone`` answers nothing; its words stay."""
        return _pile(
            replace(one, reply_to=None) if one.reply_to in gone else one for one in self.pieces
        )

    def speaking_to(self, mentions: Mapping[PostId, tuple[PublicKey, ...]]) -> Begun:
        """Changes of which it is not known, as none is of those that were stored, speak to these,
        by their posts.
        """
        return Begun(
            tuple(
                one
                if one.edits is None or one.mentions
                else replace(one, mentions=mentions.get(one.edits, ()))
                for one in self.pieces
            )
        )

    def words_alone(self) -> Begun:
        """The message, which answers nothing: what it is about cannot be read."""
        messages = (one for one in self.pieces if not one.is_change)
        return _pile(replace(one, reply_to=None) for one in messages)

    def changes_alone(self) -> Begun:
        """What is no message, and never becomes one."""
        return Begun(tuple(one for one in self.pieces if one.is_change))

    # ---- inside -----------------------------------------------------------------------------

    def _but_standing_change(self) -> tuple[Piece, ...]:
        return self.pieces[1:] if self.standing.is_change else self.pieces


def joined(text: str, later: str) -> str:
    """Both, each on lines of its own."""
    return "\n".join(part for part in (text, later) if part.strip())


def _of_both(piece: Piece, later: Piece) -> Piece:
    """What comes of two messages, or of two changes of the same post."""
    if not piece.is_change:
        text, answered = joined(piece.text, later.text), later.reply_to or piece.reply_to
        mentions = (*piece.mentions, *later.mentions)
        began = piece.identity if piece.text.strip() else None
        return Piece(text, answered, mentions=mentions, identity=began or later.identity)
    if later.is_untouched and piece.text.strip():
        return replace(piece, begun_with=later.begun_with)
    return later


def _about(edits: PostId | None, pieces: Iterable[Piece]) -> Piece | None:
    return next((one for one in pieces if one.edits == edits), None)


def _others(edits: PostId | None, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    return tuple(one for one in pieces if one.edits != edits)


def _pile(pieces: Iterable[Piece]) -> Begun:
    """The first, and of those that wait only such as hold something."""
    first, *rest = (*pieces, NOTHING_BEGUN)
    return Begun((first, *(one for one in rest if one.is_something)))
