"""What authors say of themselves: of each pair the latest, and what follows from it.

Of an info that another takes the place of only the hash and the place in the order are kept, so
that it is not asked for again. In version S each pair is one info, and of an author only so many
are kept (``keys_beyond``); later an info replaces all that was said before. A value of no sense is
ignored, and the one before stands (A20, A21).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from engine.model.communities import NICKNAME_CHARACTERS_MAX
from engine.model.ids import OrderKey, PublicKey
from engine.model.joiners import unseen_in
from engine.protocols.cable.limits import AGE_MAX
from engine.protocols.cable.moderation.deeds import ACCEPT_ROLE, UNWILLING
from engine.protocols.cable.moderation.flags import BLOCKS, HIDES, read_flags
from engine.protocols.cable.posts import Info, Post
from engine.protocols.cable.records import keys_beyond
from engine.protocols.cable.wire.posts import read_post
from engine.protocols.cable.wire.version import InfoForm
from engine.store.cable.anew import Anew
from engine.store.cable.lines import Lines
from engine.store.cable.rows import AuthorRow, CommunityRow, Rows
from engine.store.database import Database

NAME = "name"
MAX_AGE = "max_age"
PAIRS_MAX = 64  # ours: of one info; what it says beyond is stored, and not looked at
_NOTHING = ""  # the key of an info without pairs


class Infos:
    """Writes need an open transaction."""

    def __init__(
        self,
        database: Database,
        rows: Rows,
        lines: Lines,
        anew: Anew,
        note: Callable[[PublicKey], object],
    ) -> None:
        """Borrows all. ``note`` is told of who accepts roles now, or does no more."""
        self._database = database
        self._rows = rows
        self._lines = lines
        self._anew = anew
        self._note = note

    def is_superseded(self, row: CommunityRow, author: AuthorRow, info: Info, order: bytes) -> bool:
        """Whether what is already here is later."""
        current = self._current(row, author, info)
        return bool(current) and max(key for _, key in current) > order

    def take(
        self, row: CommunityRow, author: AuthorRow, post: Post, number: int, received_at: float
    ) -> tuple[list[int], AuthorRow]:
        """It is the latest. Posts that are current no more, perhaps itself; the author now."""
        assert isinstance(post.content, Info)
        before = [old for old, _ in self._current(row, author, post.content)]
        for old in before:
            self._hide_name(row, author, old)
        values = self._values(author)
        keys = [key for key, _ in post.content.pairs] or [_NOTHING]
        if row.version.info is not InfoForm.ONE:
            self._database.run("DELETE FROM cable_info WHERE author = ?", (author.number,))
        for key, value in (post.content.pairs or ((_NOTHING, ""),))[:PAIRS_MAX]:
            kept = value if _makes_sense(key, value) else values.get(key, value)
            self._database.run(
                "INSERT OR REPLACE INTO cable_info (author, key, value, post) VALUES (?, ?, ?, ?)",
                (author.number, key, kept, number),
            )
        gone = [old for old in before if old != number]
        if row.version.info is InfoForm.ONE:
            gone += self._left_beyond(author)
        changed = self._applied(row, author)
        if NAME in keys:
            self._lines.show_name(row, changed, post, received_at)
        self._note_moderating(row, changed, values)
        if values.get(ACCEPT_ROLE) in UNWILLING:
            self._anew.note_accepting(post.hash, author.key)
        return gone, changed

    def _left_beyond(self, author: AuthorRow) -> list[int]:
        """Posts of keys beyond the bound: they are current no more."""
        sql = "SELECT key, post FROM cable_info WHERE author = ?"
        posts: dict[str, int] = dict(self._database.rows(sql, (author.number,)))
        beyond = keys_beyond(posts)
        sql = "DELETE FROM cable_info WHERE author = ? AND key = ?"
        self._database.run_many(sql, [(author.number, key) for key in beyond])
        return [posts[key] for key in beyond]

    def _note_moderating(
        self, row: CommunityRow, author: AuthorRow, before: dict[str, str]
    ) -> None:
        """If what they say of themselves now may have anybody judged otherwise than ``before``.

        Hides and blocks that count hold already for the next line of what came together.
        """
        keys = (ACCEPT_ROLE,) if row.version.knows_moderation else (HIDES, BLOCKS)
        after = self._values(author)
        if all(before.get(key) == after.get(key) for key in keys):
            return
        if row.version.knows_moderation:
            self._note(author.key)
        elif author.followed or author.key == row.kept.own.public_key:
            self._rows.bump_moderation(row.number)

    def went(self, row: CommunityRow, author: AuthorRow, number: int) -> AuthorRow:
        """An info that was the latest is gone; call it before its post goes."""
        self._hide_name(row, author, number)
        before = self._values(author)
        self._database.run("DELETE FROM cable_info WHERE post = ?", (number,))
        self._note_moderating(row, author, before)
        return self._applied(row, author)

    def is_current(self, number: int) -> bool:
        """Whether that post says anything that holds."""
        sql = "SELECT 1 FROM cable_info WHERE post = ?"
        return self._database.row(sql, (number,)) is not None

    def _current(
        self, row: CommunityRow, author: AuthorRow, info: Info
    ) -> list[tuple[int, OrderKey]]:
        """The posts that say now what ``info`` is about."""
        sql = (
            "SELECT DISTINCT p.number, p.order_key FROM cable_info AS i"
            " JOIN cable_post AS p ON p.number = i.post WHERE i.author = ?"
        )
        if row.version.info is InfoForm.ONE:
            rows = self._database.rows(f"{sql} AND i.key = ?", (author.number, info.pairs[0][0]))
        else:
            rows = self._database.rows(sql, (author.number,))
        return [(number, OrderKey(key)) for number, key in rows]

    def _values(self, author: AuthorRow) -> dict[str, str]:
        """Of the keys that mean something; of others anybody may have any number (version S)."""
        sql = (
            "SELECT key, value FROM cable_info WHERE author = ?"
            " AND key IN ('name', 'max_age', 'accept-role', 'blocks', 'hides')"
        )
        return dict(self._database.rows(sql, (author.number,)))

    def _hide_name(self, row: CommunityRow, author: AuthorRow, number: int) -> None:
        found = self._database.row(
            "SELECT p.encoded, p.received_at FROM cable_info AS i"
            " JOIN cable_post AS p ON p.number = i.post"
            " WHERE i.author = ? AND i.key = 'name' AND i.post = ?",
            (author.number, number),
        )
        if found is not None:
            info, _ = read_post(row.version, found[0])
            self._lines.hide_name(row, author, info, found[1])

    def _applied(self, row: CommunityRow, author: AuthorRow) -> AuthorRow:
        values = self._values(author)
        name, age = values.get(NAME, ""), values.get(MAX_AGE, "")
        changed = replace(
            author,
            name=name if is_nickname(name) else "",
            max_age=None if row.version.knows_moderation else age_of(age),  # of S alone
        )
        if changed == author:
            return author
        self._rows.change_author(row.number, changed)
        if changed.name != author.name:
            self._lines.rename(row, changed)
        if _keeps_longer(changed, author):
            self._let_come_again(row, author)
        return changed

    def _let_come_again(self, row: CommunityRow, author: AuthorRow) -> None:
        self._database.run(
            "UPDATE cable_gone SET why = 'again' WHERE author = ? AND why = 'expired'",
            (author.number,),
        )
        if self._database.changes():
            self._anew.want(row.kept.id, author.number)


def is_nickname(name: str) -> bool:
    """Whether a program would take it: 1 to 32 characters that are seen, or join what is."""
    is_seen = bool(name.strip()) and not unseen_in(name)
    return is_seen and 1 <= len(name) <= NICKNAME_CHARACTERS_MAX


def age_of(value: str) -> int | None:
    """How many seconds somebody wants their posts to be kept; None: for ever (A20)."""
    if not value.isascii() or not value.isdigit() or len(value) > len(str(AGE_MAX)):
        return None
    age = int(value)
    return age if age <= AGE_MAX else None


def _keeps_longer(author: AuthorRow, before: AuthorRow) -> bool:
    if before.max_age is None:
        return False
    return author.max_age is None or author.max_age > before.max_age


def _makes_sense(key: str, value: str) -> bool:
    match key:
        case "name":
            return is_nickname(value)
        case "max_age":
            return value.isascii() and value.isdigit()
        case "blocks" | "hides":
            return read_flags(value) is not None
        case _:
            return True
