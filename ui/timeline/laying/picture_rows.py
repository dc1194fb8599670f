"""Pictures in rows: which are fetched, and when a row takes the room that its picture needs.

What is in sight never moves for a picture: such a row keeps the room it was laid out with. Only
the newest message, while the end is in sight, takes its room at once: it has just moved all others
by arriving.
"""

from __future__ import annotations

from engine.model.ids import PostId
from ui.timeline.laying.shelf import RowShelf
from ui.timeline.loading.run import Entry
from ui.timeline.parts.pictures import Pictures

ROWS_NEAR = 12  # beyond what is seen, on either side, whose pictures are fetched


class PictureRows:
    """Of one timeline."""

    def __init__(self, pictures: Pictures, shelf: RowShelf) -> None:
        self._pictures = pictures
        self._shelf = shelf
        self._late: dict[PostId, None] = {}
        """Rows in sight whose picture came after they were laid out."""

    def forget(self) -> None:
        """Another space is shown."""
        self._late.clear()

    def came(self, post: PostId, seen: list[Entry], newest: PostId | None) -> bool:
        """Something is known of a picture of ``post``. Whether its row is to be laid out again.

        ``newest`` is the last post, while the end is in sight and stays there.
        """
        if post != newest and any(entry.post.id == post for entry in seen):
            self._late[post] = None
            return False
        self._shelf.drop(post)
        return True

    def look_at(self, entries: list[Entry], first: int, last: int) -> None:
        """The rows ``first`` to ``last`` are in sight."""
        seen = entries[first : last + 1]
        if self._late:
            in_sight = {entry.post.id for entry in seen}
            for post in [post for post in self._late if post not in in_sight]:
                del self._late[post]
                self._shelf.drop(post)
        above = entries[max(0, first - ROWS_NEAR) : first]
        below = entries[last + 1 : last + 1 + ROWS_NEAR]
        wanted = [entry for entry in (*seen, *reversed(above), *below) if entry.post.files]
        if wanted:
            self._pictures.want(wanted)
