"""A post as a timeline takes it in, and the columns of its row. Names no protocol. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from engine.model.body_text import is_text_body
from engine.model.ids import QUIET_KINDS, OrderKey, PostId, PostKind, PublicKey
from engine.model.marks import Mark
from engine.model.views import FileView

ID_BYTES = 32
BODY_CHARACTERS_MAX = 65_536  # ours: of a longer body no page gives, nor keeps, a second copy
HIDDEN = "hidden"
"""Why a post stands aside that is no mark."""


@dataclass(frozen=True, slots=True)
class TimelinePost:
    """A post as it is shown. ``order`` ends with the post's 32-byte id.

    ``path`` are display names from the space's owner down; ``body`` is the raw body text or None.
    ``text`` and ``path`` hold no lone surrogates. ``about`` is what it answers, or is a mark of.
    ``speaks``: to one of ours (True) or to others; None: to nobody in particular, or it is ours.
    ``folded``: it was folded away already when it came.
    """

    channel: str
    order: OrderKey
    kind: PostKind
    height: int
    parents: tuple[PostId, ...]
    at: float
    received_at: float
    author: PublicKey
    path: tuple[str, ...]
    ours: bool
    text: str
    body: str | None
    mark: Mark | None = None
    about: PostId | None = None
    mentions: tuple[PublicKey, ...] = ()
    files: tuple[FileView, ...] = ()
    plain_json: bool = False
    speaks: bool | None = None
    folded: bool = False

    @property
    def quiet(self) -> bool:
        """It never counts as unread: it is our own, was folded away, or tells only of who came,
        went or is what.
        """
        return self.ours or self.folded or self.kind in QUIET_KINDS

    @property
    def is_news_anywhere(self) -> bool:
        """Whether it counts as unread wherever it comes in, also below what was read already.

        Marks are no rows, and an older block of a feed is not late: it was merely fetched.
        """
        return not self.quiet and self.mark is None and self.kind is not PostKind.BLOCK

    @property
    def id(self) -> PostId:
        """The hash at the end of its order key."""
        return PostId(self.order[-ID_BYTES:])


class Detail(msgspec.Struct, frozen=True, omit_defaults=True):
    """What few posts have, as one JSON column. ``files``: name, type, size. Keys are in hex.

    ``sides``: width and height of each of the files; left out where none is a picture, and by older
    versions. ``unreadable``: the numbers of the files of which there is no size; older versions
    left them out, and noted 0 as of an empty file.
    """

    files: tuple[tuple[str, str, int], ...] = ()
    mentions: tuple[str, ...] = ()
    plain_json: bool = False
    sides: tuple[tuple[int, int], ...] = ()
    unreadable: tuple[int, ...] = ()

    @property
    def file_views(self) -> tuple[FileView, ...]:
        """See ``PostView.files``."""
        known = len(self.sides) == len(self.files)
        sides = self.sides if known else ((0, 0),) * len(self.files)
        without = frozenset(self.unreadable)
        both = enumerate(zip(self.files, sides, strict=True))
        return tuple(
            [FileView(*file, *of, size_known=number not in without) for number, (file, of) in both]
        )

    @property
    def mentioned(self) -> tuple[PublicKey, ...]:
        """See ``PostView.mentions``."""
        return tuple([PublicKey(bytes.fromhex(key)) for key in self.mentions])


NO_DETAIL = Detail()
_DETAILS = msgspec.json.Decoder(Detail)


def detail_column(
    files: Sequence[FileView], mentions: Sequence[PublicKey], *, plain_json: bool
) -> str | None:
    """None where there is nothing to tell."""
    if not files and not mentions and not plain_json:
        return None
    made = Detail(
        tuple([(file.name, file.content_type, file.size) for file in files]),
        tuple([key.hex() for key in mentions]),
        plain_json,
        tuple([(file.width, file.height) for file in files]) if _has_picture(files) else (),
        tuple([number for number, file in enumerate(files) if not file.size_known]),
    )
    return msgspec.json.encode(made).decode()


def _has_picture(files: Sequence[FileView]) -> bool:
    return any(file.width for file in files)


def read_detail(column: str | None) -> Detail:
    """See ``detail_column``."""
    return NO_DETAIL if column is None else _DETAILS.decode(column)


def body_column(body: str | None, text: str, *, plain_json: bool) -> str | None:
    """Nothing is stored twice: '' for the body that says the text alone, None where ``text`` is the
    whole body, where it is long (the protocol has it), and where there is none.
    """
    if body is None or plain_json:
        return None
    if is_text_body(body, text):
        return ""
    return body if len(body) <= BODY_CHARACTERS_MAX else None
