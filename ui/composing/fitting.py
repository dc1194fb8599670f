"""Says whether what is being written fits, and offers to shrink a picture that does not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from engine.model.ids import SpaceId, SpaceKind
from engine.model.views import SpaceView
from ui.attaching.attachments import Attachments, Waiting
from ui.attaching.chips import Chips
from ui.attaching.shrinking import Shrunk
from ui.bridge import Bridge
from ui.composing.note import Note
from ui.composing.weighing import FILE_BYTES_LEAST, Verdict, Weighing, takes_files
from ui.composing.written import Written
from ui.text.language import tr
from ui.text.numbers import number, size_words
from ui.wording.sentences import one_line

ROOM_STEP_BYTES = 16 << 10  # ours
NO_ENTRY = ("", True)


class Fitting(QObject):
    """``changed``: ``fits`` may be another. It alone writes into ``note``."""

    changed = Signal()

    def __init__(
        self, bridge: Bridge, attachments: Attachments, chips: Chips, note: Note, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._attachments = attachments
        self._chips = chips
        self._note = note
        self._told: dict[SpaceId | None, tuple[str, str]] = {}
        self._weighed_files: Sequence[Waiting] = ()
        self._entry = NO_ENTRY
        """What is said of an entry's size, and whether it fits."""
        self._smaller: tuple[Waiting, Shrunk] | None = None
        self._sought: set[tuple[Waiting, int]] = set()
        self.weighing = Weighing(bridge, self)
        self.weighing.weighed.connect(self._weighed)
        note.wanted.connect(self._shrink)

    @property
    def fits(self) -> bool:
        """Whether it can be sent, as far as it was weighed."""
        return not self.weighing.verdict.over and self._entry[1]

    def weigh(
        self, space: SpaceId, written: Written, limit: int | None, identity: str | None
    ) -> None:
        """This is being written now, as a message."""
        self.weighing.weigh(space, written, limit, identity)
        self.show()

    def begin_anew(self) -> None:
        """Entries of a feed are written from now on, or messages again: what was weighed as the one
        says nothing of the other.
        """
        self._entry = NO_ENTRY
        self.weighing.forget()
        self.show()

    def weigh_entry(self, words: str, *, fits: bool) -> None:
        """An entry of a feed is being written now; ``words`` say how large it is, or nothing.

        Its size is no sentence that was told: it neither hides one nor takes it away.
        """
        self._entry = (words, fits)
        self.show()

    def tell(self, words: str, role: str = "error") -> None:
        """Shows a sentence until something else is written; an empty one takes it away."""
        self.tell_in(self._attachments.space, words, role)

    def tell_in(self, space: SpaceId | None, words: str, role: str = "error") -> None:
        """The same of what was wished in ``space``: nowhere else, and there once it is open."""
        self._told[space] = (words, role)
        if not words:
            del self._told[space]
        self.show()

    def show(self) -> None:
        """What is to be said now: what was told, else that it is too much, else the room left."""
        verdict = self.weighing.verdict
        size, entry_fits = self._entry
        files = self._attachments.waiting
        self._let_go_of_others(files)
        for place, chip in enumerate(self._chips.chips):
            is_meant = place == verdict.number and chip.waiting in self._weighed_files
            chip.mark(too_large=bool(verdict.over) and is_meant)
        told = self._told.get(self._attachments.space)
        if told is not None:
            self._note.say(*told)
        elif not entry_fits:
            self._note.say(size, "error")
        elif verdict.over and list(files) == list(self._weighed_files):
            self._say_too_much(verdict, files)  # else it was another message that was too much
        elif self._attachments.is_reading:
            self._note.say(tr("Reading the files…"), "meta")
        elif size:
            self._note.say(size, "meta")
        elif verdict.is_near and not files:
            in_bytes = self.weighing.bytes_max is not None
            self._note.say(_bytes_left(verdict) if in_bytes else _room_left(verdict), "meta")
        else:
            self._note.hide()

    # ---- inside -----------------------------------------------------------------------------

    def _let_go_of_others(self, files: Sequence[Waiting]) -> None:
        """A file that waits no longer must not stay in memory for having been too large."""
        self._sought = {(file, steps) for file, steps in self._sought if file in files}
        if self._smaller is not None and self._smaller[0] not in files:
            self._smaller = None

    def _weighed(self) -> None:
        self._weighed_files = tuple(self._attachments.waiting)
        self.show()
        self.changed.emit()

    def _say_too_much(self, verdict: Verdict, files: Sequence[Waiting]) -> None:
        if self.weighing.bytes_max is not None:
            words = tr(
                "This is {count} bytes longer than a message here may be ({most}). Split it into "
                "several messages."
            )
            most = number(self.weighing.bytes_max)
            self._note.say(words.format(count=number(verdict.over), most=most), "error")
            return
        if verdict.number is None or verdict.number >= len(files):
            sentence = tr(
                "This is {count} characters too long for your place in the channel. "
                "Split it into several messages."
            )
            self._note.say(sentence.format(count=number(verdict.over)), "error")
            return
        file = files[verdict.number]
        self._note.say(_too_large(file, verdict), "error", self._offer(file, verdict.file_room))

    def _offer(self, file: Waiting, room: int) -> str:
        """The words of the button that shrinks it; none until it is known that it can be done."""
        if self._smaller is not None and self._smaller[0] is file:
            shrunk = self._smaller[1]
            if shrunk.prepared.size <= room:
                return tr("Shrink to {size}").format(size=size_words(shrunk.prepared.size))
        wish = (file, room // ROOM_STEP_BYTES)  # not anew for every letter of the caption
        if file.prepared.shrinkable and room >= FILE_BYTES_LEAST and wish not in self._sought:
            self._sought.add(wish)
            room_wished = max(FILE_BYTES_LEAST, room // ROOM_STEP_BYTES * ROOM_STEP_BYTES)
            self._bridge.start(self._seek_smaller(file, room_wished))
        return ""

    async def _seek_smaller(self, file: Waiting, room: int) -> None:
        shrunk = await self._attachments.smaller(file, room)
        if shrunk is not None and any(one is file for one in self._attachments.waiting):
            self._smaller = (file, shrunk)
            self.show()

    def _shrink(self) -> None:
        if self._smaller is not None:
            file, shrunk = self._smaller
            self._smaller = None
            self._attachments.replace(file, shrunk.prepared)


def no_files(kind: SpaceKind, limit: int | None) -> str:
    """Why no file goes out in a space of that kind with so much room; empty where files do."""
    if kind is SpaceKind.COMMUNITY:
        return tr("A message in a community holds words only. To pass on files, share a folder.")
    return "" if takes_files(limit) else words_only()


def may_take_files(view: SpaceView) -> bool:
    """Whether files can be attached to what is written in that space."""
    writes = view.can_post and not view.left and view.kind is not SpaceKind.FOLDER
    return writes and not no_files(view.kind, view.body_limit)


def unknown_command(name: str) -> str:
    """That there is none of that name, and what to write instead."""
    sentence = tr(
        "There is no command /{name}, and nothing was sent. /help lists them all; a message that "
        "begins with a slash is written with two."
    )
    return sentence.format(name=one_line(name))


def words_only() -> str:
    """Why no file goes from here."""
    return tr("From your place in this channel a message holds words only: files have no room.")


def _too_large(file: Waiting, verdict: Verdict) -> str:
    if verdict.file_room < FILE_BYTES_LEAST:
        return words_only()
    sentence = tr("“{name}” is too large: from your place here a message holds about {size}.")
    size = size_words(verdict.file_room)
    return sentence.format(name=one_line(file.attachment.name), size=size)


def _bytes_left(verdict: Verdict) -> str:
    assert verdict.limit is not None, "only a limit can be near"
    words = tr("{count} bytes left (a letter beyond English takes two or more)")
    return words.format(count=number(verdict.limit - verdict.units))


def _room_left(verdict: Verdict) -> str:
    assert verdict.limit is not None, "only a limit can be near"
    return tr("{count} characters left").format(count=number(verdict.limit - verdict.units))
