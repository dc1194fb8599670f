"""Short news over the content, and lasting trouble in a banner above it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QWidget
from typing_extensions import override

from ui.look.theme import Gap, Theme
from ui.text.language import tr
from ui.widgets.buttons import IconButton, push_button
from ui.widgets.labels import plain_label

TOAST_MS = 6_000  # ours: long enough to read two short sentences twice
TOAST_WIDTH_MAX = 480
TOAST_TOP = 68
BEHIND_MAX = 3  # ours: half a minute of failures is enough
DONE_MAX = 20  # ours: nobody remembers what was done before
Done = tuple[str, Callable[[], object]]
"""What was done, in a sentence, and what takes it back."""
CallOff = Callable[[], object]
"""What ends something that takes long, and stands for it: the same one as long as it goes on."""
_HASH = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")


def announce(widget: QWidget, words: str) -> None:
    """Has ``words`` read aloud where somebody listens."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, words))


class Notice(QFrame):
    """An icon, a sentence, a hint, an optional action and a way to close it."""

    def __init__(self, theme: Theme, surface: str, parent: QWidget) -> None:
        """``surface`` is ``toast`` or ``banner``."""
        super().__init__(parent)
        self._theme = theme
        self.setProperty("surface", surface)
        self.mark = QLabel()
        self.mark.setTextFormat(Qt.TextFormat.PlainText)
        self.sentence = plain_label()
        self.sentence.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.action: QPushButton = push_button("", "flat")
        self._act: Callable[[], object] = self.hide
        self._begun: Callable[[], object] = self.hide
        self.action.pressed.connect(self._begin_press)
        self.action.clicked.connect(self._pressed)
        self.shut = IconButton(theme, "x", tr("Dismiss"), size=16)
        self.shut.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.M, Gap.XS, Gap.XS, Gap.XS)
        row.setSpacing(Gap.S)
        for widget in (self.mark, self.sentence, self.action, self.shut):
            row.addWidget(widget, int(widget is self.sentence))
        self.hide()

    def say(self, icon: str, colour: str, text: str) -> None:
        """Shows ``text`` beside the icon in that token's colour, without an action. Of a key or a
        hash in it the first digits: it has no place to break, and would leave at the edge.

        Whoever says the same again changes nothing; but a toast is read aloud again, and its time
        begins anew.
        """
        self._show(icon, colour, text, "", self.hide)

    def say_with(
        self, icon: str, colour: str, label: str, text: str, act: Callable[[], object]
    ) -> None:
        """The same, and offers ``act`` at once."""
        self._show(icon, colour, text, label, act)

    def _show(
        self, icon: str, colour: str, text: str, label: str, act: Callable[[], object]
    ) -> None:
        """Nothing that stays is hidden meanwhile: it would lose the focus, and a press on it."""
        text = _HASH.sub("\\1\u2026", text)
        is_news = self._is_news(text)
        self.mark.setPixmap(self._theme.pixmap(icon, 16, colour, self.devicePixelRatioF()))
        self.mark.setFixedSize(QSize(16, 16))
        self._reword(text)
        self._act = act
        if label and label != self.action.text():
            self.action.setText(label)
            self.action.setAccessibleName(label)
        self.action.setVisible(bool(label))
        self.show()
        self.raise_()
        if is_news:
            announce(self, text)

    def _reword(self, text: str) -> None:
        """Says it in other words, which are not read aloud by themselves."""
        if text != self.sentence.text():  # else what reads aloud would hear of a new name
            self.sentence.setText(text)
            self.setAccessibleName(text)

    def _is_news(self, text: str) -> bool:
        """Whether it is read aloud: not while it has been standing there."""
        return self.isHidden() or text != self.sentence.text()

    def _begin_press(self) -> None:
        self._begun = self._act

    def _pressed(self) -> None:
        """What was offered when the press began is done: no other may come under the finger."""
        self.hide()
        self._begun()


_PLACED_ANEW = frozenset({QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})


class Toast(Notice):
    """A notice below the head of its parent that goes by itself.

    ``undos_gone``: nothing can be taken back any more, but for what is offered again at once.
    """

    undos_gone = Signal()

    _behind: tuple[tuple[str, Callable[[], object]], ...] = ()
    """What waits, in its order: a sentence, and what says it."""
    _done: tuple[Done, ...] = ()
    """What can be taken back, the last at its end. Here, as it is hidden also before it is made and
    after Python has taken it apart.
    """
    _offered: Callable[[], object] | None = None
    """What “Undo” does."""
    _aside: tuple[CallOff | None, Callable[[], object]] | None = None
    """Says how far what takes long has come, or what came of it (then without what calls it off):
    while nothing else is said.
    """
    _is_aside = False
    """Whether that is what is said."""
    _goes_on: CallOff | None = None
    """If what is said is of something that has not ended: what calls that off."""
    _closed: CallOff | None = None
    """The same of what was closed, and has not ended since."""

    def __init__(self, theme: Theme, parent: QWidget, beneath: QWidget | None = None) -> None:
        """``beneath``: what, while it is shown, pushes the head down."""
        super().__init__(theme, "toast", parent)
        self._beneath = beneath
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self.time_is_over)
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._say_what_waits)
        parent.installEventFilter(self)
        if beneath is not None:
            beneath.installEventFilter(self)

    @override
    def _show(
        self, icon: str, colour: str, text: str, label: str, act: Callable[[], object]
    ) -> None:
        self._is_aside, self._goes_on = False, None
        super()._show(icon, colour, text, label, act)
        self._place()
        self._timer.start(TOAST_MS)

    @override
    def _is_news(self, text: str) -> bool:
        return True  # in the same words, too, it is of something else that was done

    def say_undoable(self, text: str, undo: Callable[[], object]) -> None:
        """Says what was done, and offers to take it back; and then what was done before it, of
        which the toast has not gone yet.
        """
        before = () if self.isHidden() else self._done
        self._offer((*before, (text, undo))[-DONE_MAX:])

    @property
    def can_take_back(self) -> bool:
        """Whether ``take_back`` does anything."""
        return bool(self._done)

    def take_back(self) -> None:
        """As if “Undo” were pressed: also where something else was said since, until the toast has
        gone.
        """
        done = self._done
        if done and self.isVisible():
            self.hide()
            self._undo_last(done)

    def _offer(self, done: tuple[Done, ...]) -> None:
        self._offered = partial(self._undo_last, done)
        self.say_with("check", "ok", tr("Undo"), done[-1][0], self._offered)
        self._done = done

    def _undo_last(self, done: tuple[Done, ...]) -> None:
        *before, (_text, undo) = done
        undo()
        if before:
            self._offer(tuple(before))

    def say_behind(self, icon: str, colour: str, text: str) -> None:
        """As ``say``, but where an undo is being offered only once nothing is said any more.

        What is said meanwhile does not take its place, nor does the next that waits: it may be the
        only word of a failure. Of more than ``BEHIND_MAX`` the latest are said, each once.
        """
        say = partial(self.say, icon, colour, text)
        if self._behind or (self.isVisible() and self._offers_undo):
            self._wait(text, say)
        else:
            say()

    def say_last(
        self, icon: str, colour: str, label: str, text: str, act: Callable[[], object]
    ) -> None:
        """As ``say_with``, but only once nothing else is said: of what was not wished just now."""
        say = partial(self.say_with, icon, colour, label, text, act)
        if self._behind or not (self.isHidden() or self._is_aside):
            self._wait(text, say)
        else:
            say()

    def _wait(self, text: str, say: Callable[[], object]) -> None:
        if text not in (waiting for waiting, _say in self._behind):
            self._behind = (*self._behind, (text, say))[-BEHIND_MAX:]
        if self.isHidden():  # in a window that was hidden as well it went without an event
            self._next.start()

    @property
    def _offers_undo(self) -> bool:
        return bool(self._done) and self._act is self._offered and not self.action.isHidden()

    def say_going_on(self, text: str, call_off: CallOff) -> None:
        """Says how far something has come that can be called off, until it ends: ``text`` is empty
        then. Whoever closed it is not told again; of something else they are.

        It takes the place of nothing else, which may be the only word of a failure, or an undo.
        """
        if text and self._closed != call_off:
            self._aside = (call_off, partial(self._show_going_on, text, call_off))
            self._say_aside()
        elif not text:
            self._end(call_off)

    def _end(self, call_off: CallOff) -> None:
        """What else goes on is still said."""
        if self._aside is not None and self._aside[0] in (None, call_off):
            self._aside = None
        if self._goes_on == call_off:
            self._goes_on = None  # it has ended, and was not closed
            self.hide()
        if self._closed == call_off:
            self._closed = None

    def stay_closed(self, before: Toast) -> None:
        """What was closed in ``before``, whose place this one takes, is not told here either."""
        self._closed = before._closed or self._closed

    def say_outcome(self, text: str) -> None:
        """Says what came of what took long, also to whoever closed that; in place of nothing else,
        either.
        """
        self._aside = (None, partial(self._show_outcome, text))
        self._say_aside()

    def _say_aside(self) -> None:
        has_room = not self._behind and (self.isHidden() or self._is_aside)
        if self._aside is not None and has_room:
            _of, say = self._aside
            say()
            self._is_aside = True

    def _show_going_on(self, text: str, call_off: CallOff) -> None:
        if self._goes_on == call_off:  # nothing else changes: somebody may be about to press Cancel
            self._reword(text)
        else:
            self.say_with("copy", "accent", tr("Cancel"), text, call_off)
            self._goes_on = call_off

    def _show_outcome(self, text: str) -> None:
        self._aside = None
        self.say("check", "ok", text)

    @override
    def _reword(self, text: str) -> None:
        super()._reword(text)
        self._place()

    def _say_what_waits(self) -> None:
        if self.isHidden() and self._behind:
            (_text, say), *rest = self._behind
            self._behind = tuple(rest)
            say()
        else:
            self._say_aside()

    @override
    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if self.isHidden():  # it has gone, and not only with the window around it
            had_undos, self._done = self.can_take_back, ()
            if self._goes_on is not None:
                self._aside, self._closed = None, self._goes_on
            self._is_aside, self._goes_on = False, None
            if had_undos:
                self.undos_gone.emit()
        if self._behind or self._aside is not None:
            self._next.start()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Python may have taken it apart while Qt still tells it of what it watched.
        if event.type() in _PLACED_ANEW and hasattr(self, "_beneath") and self.isVisible():
            self._place()
        return False

    def time_is_over(self) -> None:
        """It goes, unless it is not over or somebody is about to press something in it."""
        focus = self.window().focusWidget()
        is_used = self.underMouse() or (focus is not None and self.isAncestorOf(focus))
        if self._goes_on is not None or is_used:
            self._timer.start(TOAST_MS)
        else:
            self.hide()

    def _place(self) -> None:
        room = self.parentWidget()
        assert room is not None
        width = min(TOAST_WIDTH_MAX, room.width() - 2 * Gap.L)
        height = max(self.heightForWidth(width), self.minimumSizeHint().height())
        left = (room.width() - width) // 2
        over = self._beneath
        pushed = over.height() if over is not None and over.isVisible() else 0
        # Not at the lower edge: there one writes.
        self.setGeometry(left, TOAST_TOP + pushed, width, height)
