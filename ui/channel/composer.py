"""Where a message is written, with what goes with it: answers, changes, files, mentions, emoji.

It is never locked while something is under way (ux.md 2, row 6). Where the person may not write, a
sentence says why in its place.

The parts stand in ``ui.composing``, ``ui.attaching`` and ``ui.emoji``; here they meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget
from typing_extensions import override

from engine.model.communities import TEXT_BYTES_MAX
from engine.model.ids import SpaceId
from engine.model.views import IdentityView, PostView, SpaceView
from ui.attaching.attachments import Attachments, Waiting
from ui.attaching.drop_target import DropTarget
from ui.choices import Choice
from ui.composing import slash
from ui.composing.about import not_answered_without, not_left_without, title_of
from ui.composing.completing import Completing
from ui.composing.enclosing import EmojiButton, Enclosing, confirmed_by
from ui.composing.face import Face
from ui.composing.field_keys import FieldKeys
from ui.composing.fitting import Fitting, no_files, unknown_command
from ui.composing.obeying import Obeying
from ui.composing.posters import Posters
from ui.composing.sending import Parcel, Sending
from ui.composing.writing import Writing
from ui.composing.written import Written
from ui.emoji.choices import EmojiChoices
from ui.equipment import Equipment
from ui.look.theme import Gap
from ui.text.language import tr
from ui.wording.states import WayIn


class Composer(QWidget):
    """``sent`` carries the SpaceId of a new post that is stored; ``refused`` that of one that was
    not: its text stands in the field again. ``way_wanted`` carries the ``WayIn`` pressed where one
    may not write. ``last_own_wanted``: Up was pressed in the empty field. What commands wish of
    other parts of the window are signals of ``obeying``.
    """

    sent = Signal(object)
    refused = Signal(object)
    way_wanted = Signal(object)
    last_own_wanted = Signal()

    def __init__(self, equipment: Equipment, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        bridge, theme = equipment.bridge, equipment.theme
        self._theme = theme
        self._given_name = self._no_files = ""
        self._is_there, self._may_write = False, True
        self.publishes = False
        """Whether what is sent is an entry of a feed (``ui.channel.publishing``)."""
        self._choices = equipment.choices
        emoji = EmojiChoices(equipment.settings, equipment.remember)
        self.face = Face(theme)
        self.edit, self.send, self.note = self.face.edit, self.face.send, self.face.note
        self.reason, self.way_in = self.face.reason, self.face.way_in
        self.attachments = Attachments(bridge, confirmed_by(self), self)
        self.fitting = Fitting(bridge, self.attachments, self.face.chips, self.note, self)
        self.completing = Completing(bridge, theme, self.edit, self.face.field, emoji)
        self.obeying = Obeying(bridge, self, self.fitting.tell)
        self._posters = posters = Posters(equipment, self.face.identities)
        self._writing = Writing(equipment, self.edit, self.completing, posters)
        self.keys = FieldKeys(self.edit, self.completing, self._writing)
        self.sending = Sending(bridge, self)
        self.enclosing = Enclosing(
            self.edit, self.attachments, self.fitting, self._why_no_files, self
        )
        self._emoji = EmojiButton(theme, emoji, self.face.emoji, self.edit)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(Gap.L, Gap.XS, Gap.L, Gap.L)
        column.addWidget(self.face)
        self._connect()

    def _connect(self) -> None:
        face, edit = self.face, self.edit
        edit.submitted.connect(self._submit)
        edit.textChanged.connect(self._text_changed)
        face.send.clicked.connect(self._submit)
        face.post.clicked.connect(self._submit)
        face.attach.clicked.connect(self.enclosing.choose)
        self.enclosing.touched.connect(self._writing.touch)
        face.emoji.clicked.connect(self._emoji.open)
        face.bar.closed.connect(self.leave)
        face.chips.removed.connect(self._take_out)
        face.identities.changed.connect(self._room_changed)
        face.identities.picked.connect(lambda: self.fitting.tell(""))
        face.way_wanted.connect(self.way_wanted)
        self.keys.left.connect(self.leave)
        self.keys.last_own_wanted.connect(self.last_own_wanted)
        self._writing.changed.connect(self._about_changed)
        self.attachments.changed.connect(self._files_changed)
        self.attachments.told.connect(self.fitting.tell_in)
        self.fitting.changed.connect(self._show_send)
        self.sending.sent.connect(self.sent)
        self.sending.arrived.connect(self._writing.arrived)
        self.sending.returned.connect(self._take_back)
        self.obeying.returned.connect(self._writing.put_back)
        self.obeying.refused.connect(self.fitting.tell_in)
        self._choices.changed.connect(self._obey_choice)
        self._obey_choice(Choice.ENTER_SENDS)

    # ---- what is shown ----------------------------------------------------------------------

    def turn_to(self, space: SpaceId) -> None:
        """What is typed from now on is for ``space``; its draft is there as soon as it is known.

        Nothing is sent, answered or changed until it is open as well: what may be written there is
        not known before.
        """
        if space != self._writing.space:
            self._writing.turn_to(space)
            self._turn_to(space)

    def open(self, space: SpaceId, name: str, given_name: str | None = None) -> None:
        """Writes to ``space`` from now on. ``given_name``: where it is not ``name``."""
        self.turn_to(space)
        self._given_name = name if given_name is None else given_name
        self.edit.say_when_empty(tr("Message {name}").format(name=name))
        if not self._is_there:
            self._is_there = True
            self.completing.turn_to(space)
            self._writing.open()
            self._about_changed()

    def writes_to(self, space: SpaceId) -> bool:
        """Whether what is sent now goes there."""
        return self._is_there and space == self._writing.space

    def allow(self, view: SpaceView) -> None:
        """The person may write to the open space; the engine says how much. To be told anew after
        each change of their rights: an identity of theirs may have been let in, or put out.
        """
        self._posters.follow(view)
        self._may_write = True
        self.obeying.view = view
        self.completing.place = self.obeying.place
        self.fitting.weighing.bytes_max = TEXT_BYTES_MAX if self._in_community else None
        self.face.allow()
        self._room_changed()

    def forbid(self, reason: str, way: WayIn) -> None:
        """They may not write; ``reason`` says why, ``way`` what is offered instead."""
        self._may_write = False
        self.completing.close()
        self.fitting.tell("")
        self.face.forbid(reason, way)

    def publish(self, *, on: bool) -> None:
        """Entries of a feed are written from now on, or messages again."""
        self.publishes = on
        self.fitting.begin_anew()
        self.completing.knows_commands = not on
        self.face.publish(on=on)
        self._obey_choice(Choice.ENTER_SENDS)
        self._changed()

    def _obey_choice(self, choice: object) -> None:
        """In a feed Enter never posts: what is published cannot be taken back."""
        if choice == Choice.ENTER_SENDS:
            by_enter = self._choices.is_on(Choice.ENTER_SENDS)
            self.edit.enter_sends = by_enter and not self.publishes
            self.face.say_how_to_send(by_enter=by_enter)

    def insert_above(self, widget: QWidget) -> None:
        """Shows ``widget`` over the field."""
        self._column.insertWidget(0, widget)

    def weigh_entry(self, words: str, *, fits: bool) -> None:
        """What is said of an entry's size, and whether it can be posted."""
        self.fitting.weigh_entry(words, fits=fits)
        self._show_send()

    def keep_draft(self) -> None:
        """Remembers what stands in the field."""
        self._writing.keep()

    def forget(self, space: SpaceId) -> None:
        """The space is gone, and its draft with it."""
        is_open = space == self._writing.space
        self.attachments.forget(space)
        self.fitting.tell_in(space, "")
        self._writing.forget(space)
        self._posters.forget(space)
        if is_open:
            self._turn_to(None)

    def begin_reply(self, post: PostView) -> None:
        """What is written next answers ``post``."""
        if self._can_begin:
            self._writing.answer(post)
            self._focus()

    def begin_edit(self, post: PostView) -> None:
        """Changes an own post; what was being written waits until that is done."""
        if self._can_begin:
            self._writing.change(post)
            self._focus()

    def leave(self) -> None:
        """Answers and changes nothing any more."""
        self._writing.leave()
        self._focus()

    def attach(self, paths: Sequence[Path]) -> None:
        """Attaches files of this computer, as far as they can be sent."""
        self.enclosing.add(paths)

    def take_drops_of(self, area: QWidget) -> None:
        """Files dropped on ``area``, around or beside the composer, are attached as well."""
        target = DropTarget(self._theme, area, lambda: self._can_begin)
        target.dropped.connect(self.attach)

    # ---- inside -----------------------------------------------------------------------------

    @property
    def _in_community(self) -> bool:
        return self.obeying.place is slash.Place.COMMUNITY

    @property
    def _can_begin(self) -> bool:
        return self._writing.space is not None and self._is_there and self._may_write

    def _turn_to(self, space: SpaceId | None) -> None:
        self._is_there = False
        self.face.attach.setEnabled(False)
        self.edit.say_when_empty(tr("Message"))
        self.completing.turn_to(None)
        self.fitting.tell("")
        self.attachments.turn_to(space)
        self._show_send()

    def _focus(self) -> None:
        self.edit.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _about_changed(self) -> None:
        about = self._writing.about
        self.face.show_about(about, title_of(about, self._given_name))
        self._changed()

    def _text_changed(self) -> None:
        if not self._writing.is_taking_up:
            self.fitting.tell("")
        self._changed()

    def _files_changed(self) -> None:
        self.face.chips.show_files(self.attachments.waiting)
        self._writing.know_files(wait=bool(self.attachments.waiting))
        self._changed()

    def _changed(self) -> None:
        """Something of what would be sent is another: it is weighed."""
        if self._writing.space is not None and not self.publishes:
            identities, text = self.face.identities, self.edit.toPlainText().strip()
            # Of several, whoever signed the post that is changed may have less room.
            limit = 0 if self._writing.is_change and identities.chosen is not None else self._limit
            name = None if (poster := self._poster) is None else poster.name
            self.fitting.weigh(self._writing.space, self._written(text), limit, name)
        self._show_send()

    def _room_changed(self) -> None:
        """Whoever posts now may post more than another, or less."""
        if self._is_there and (view := self.obeying.view) is not None:
            self._no_files = no_files(view.kind, self._limit)
            self.face.take_files(self._no_files, ever=not self._in_community)
        self._changed()

    @property
    def _limit(self) -> int | None:
        """Of the identity that was chosen, else of the one that the engine would choose."""
        if (chosen := self.face.identities.chosen) is not None:
            return chosen.body_limit
        return None if self.obeying.view is None else self.obeying.view.body_limit

    def _written(self, text: str) -> Written:
        about = self._writing.about
        waiting = () if self._writing.is_change else self.attachments.waiting
        files = tuple(one.attachment for one in waiting)
        speaks = not (self.publishes or self._in_community)
        mentions = self.completing.mentions_in(text) if speaks else ()
        together, captioned = self.publishes, about.edits_caption
        return Written(text, mentions, about.reply_to, about.edited, files, together, captioned)

    @property
    def _poster(self) -> IdentityView | None:
        """As whom: a change is signed by whoever signed the post, which the engine knows."""
        chosen = self.face.identities.chosen
        return None if chosen is None or self._writing.is_change else chosen.identity

    def _show_send(self) -> None:
        self.face.show_send(ready=self._is_ready(self.edit.toPlainText()))

    def _is_ready(self, text: str) -> bool:
        """Whether there is something, and it fits, and all of it is there."""
        if not self._is_there or not self.fitting.fits:
            return False
        if self._writing.is_change:
            return bool(text.strip()) or self._writing.about.edits_caption
        something = bool(text.strip() or self.attachments.waiting)
        return something and not self.attachments.is_reading

    # ---- sending ----------------------------------------------------------------------------

    def _submit(self) -> None:
        text = self.edit.toPlainText().strip()
        space = self._writing.space
        if why := not_left_without(self._writing.about, text):
            self.fitting.tell(why)
        if space is None or not self._is_ready(text):
            return
        change = self._writing.about.edits
        if self._writing.is_back:  # it came while Enter was pressed twice, perhaps
            self._writing.touch()
            self.fitting.tell(tr("This had been waiting and was not sent. Press again to send it."))
        elif self.publishes:
            self._send(text)
        elif change is not None:
            self._send(text, is_news=text != change.text.strip())
        else:
            self._say(text, space)

    def _say(self, text: str, space: SpaceId) -> None:
        """Sends it as a message, or obeys it."""
        match slash.read(text, self.obeying.place):
            case slash.Unknown(name):
                self.fitting.tell(unknown_command(name))
            case slash.Command(slash.Verb.ME, argument, _) if argument:
                self._send(slash.deed(argument))
            case slash.Command() as command:
                if self.obeying.obey(command, space):
                    self.edit.clear()
            case slash.Said(said):
                self._send(said)

    def _send(self, text: str, *, is_news: bool = True) -> None:
        """Sends it with what waits; a change that changes nothing is only left."""
        writing = self._writing
        assert writing.space is not None, "nothing is sent before a space is open"
        written = self._written(text)
        lacks = not_answered_without(writing.about, text, has_files=bool(written.files))
        if why := self.face.identities.why_not or lacks:
            self.fitting.tell(why)
            return
        self.fitting.tell("")  # what was told was of this one
        if is_news:
            files = tuple(self.attachments.waiting) if written.files else ()
            parcel = Parcel(writing.space, written, writing.about, files, self._poster)
            self.sending.send(parcel)
        if written.files:
            self.attachments.take()
        files_wait = self.attachments.is_reading or bool(self.attachments.waiting)
        writing.sent(text if is_news else "", files_wait=files_wait)

    def _take_back(self, parcel: Parcel, why: str) -> None:
        self._writing.handed_back(parcel)
        if parcel.files:
            self.attachments.put_back(parcel.space, parcel.files)
        self.fitting.tell_in(parcel.space, why)
        self.refused.emit(parcel.space)

    # ---- files ------------------------------------------------------------------------------

    def _why_no_files(self) -> str:
        """Why none can be enclosed now; empty where they can."""
        if not self._is_there:
            return tr("This channel is still being opened. Try again in a moment.")
        if self._writing.is_change:
            return tr("An edited message takes no new files. Send them by themselves.")
        return self._no_files if self._may_write else self.face.reason.text()

    def _take_out(self, waiting: Waiting) -> None:
        self._writing.touch()
        self.fitting.tell("")  # what was said of the files may have been about this one
        self.attachments.remove(waiting)

    # ---- events -----------------------------------------------------------------------------

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        # Another page is shown, or the window closes: nothing may happen after it.
        self.keep_draft()
        self.completing.close()
        super().hideEvent(event)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self.updateGeometry()
