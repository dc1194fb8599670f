"""The channels of a community, a row each: what it is about, who is in it, and how one gets in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from engine.model.communities import ChannelView, CommunityView
from engine.model.ids import SpaceId
from engine.model.views import SpaceView
from ui.communities.words import channel_line, look_alike_words
from ui.look.theme import Gap, Theme
from ui.text.channels import channel_name
from ui.text.language import tr
from ui.text.numbers import number
from ui.widgets.buttons import IconButton, IconPushButton, push_button
from ui.widgets.clearing import let_clear
from ui.widgets.labels import ElidedLabel, plain_label
from ui.widgets.menus import Menu
from ui.wording.sentences import one_line

ROWS_MAX = 150  # ours: more are found by typing a part of their name


class ChannelRow(QFrame):
    """One channel. ``opened`` and ``joined`` carry the ChannelView, ``menu_wanted`` a place too."""

    opened = Signal(object)
    joined = Signal(object)
    menu_wanted = Signal(object, object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self._channel: ChannelView | None = None
        self._can_open = False
        self.name = ElidedLabel(role="title")
        self.topic = plain_label()
        self.line = plain_label(role="meta")
        self.warning = plain_label(role="warn")
        self.act = push_button(tr("Open"))
        self.act.clicked.connect(self._act)
        self.more = IconButton(theme, "ellipsis", tr("More"))
        self.more.clicked.connect(lambda: self.menu_wanted.emit(self._channel, self.more))
        words = QVBoxLayout()
        words.setSpacing(2)
        for label in (self.name, self.topic, self.line, self.warning):
            words.addWidget(label)
        row = QHBoxLayout(self)
        row.setContentsMargins(Gap.M, Gap.S, Gap.S, Gap.S)
        row.setSpacing(Gap.S)
        row.addLayout(words, 1)
        row.addWidget(self.act, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.more, 0, Qt.AlignmentFlag.AlignVCenter)

    def show_channel(self, channel: ChannelView, *, writable: bool) -> None:
        """``writable``: the community was not left."""
        self._channel = channel
        name = channel_name(channel.name)
        self.name.setText(name)
        self.topic.setText(one_line(channel.topic))
        self.topic.setVisible(bool(channel.topic.strip()))
        self.line.setText(channel_line(channel))
        self.warning.setText(look_alike_words(channel))
        self.warning.setVisible(channel.look_alike is not None)
        is_in = channel.joined and not channel.dropped
        can_open = is_in or (channel.space is not None and not writable)
        self._can_open = can_open
        words = tr("Open") if can_open else tr("Put back") if channel.dropped else tr("Join")
        self.act.setText(words)
        self.act.setAccessibleName(f"{words} {name}")
        self.act.setVisible(can_open or writable)
        self.more.setVisible(writable or channel.space is not None)
        self.more.name(tr("More about {channel}").format(channel=name))

    def _act(self) -> None:
        if self._channel is not None:
            (self.opened if self._can_open else self.joined).emit(self._channel)


class ChannelsSection(QWidget):
    """Those one is in, the others, the archived ones, those that were taken out.

    ``opened``, ``joined``, ``left``, ``archived`` (or taken out of it), ``dropped`` (or put back)
    and ``forgotten`` carry the ChannelView; ``new_wanted`` is pressed.
    """

    opened = Signal(object)
    joined = Signal(object)
    left = Signal(object)
    dropped = Signal(object)
    forgotten = Signal(object)
    archived = Signal(object)
    new_wanted = Signal()

    def __init__(self, theme: Theme, views: Callable[[], Sequence[SpaceView]]) -> None:
        """``views`` are our spaces."""
        super().__init__()
        self._theme = theme
        self._views = views
        self._channels: tuple[ChannelView, ...] = ()
        self._writable = True
        self.rows: dict[str, ChannelRow] = {}
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Find a channel by its name or topic"))
        self.field.setAccessibleName(tr("Find a channel by its name or topic"))
        let_clear(self.field, theme)
        self.field.textChanged.connect(self._show)
        self.new = IconPushButton(theme, "plus", tr("New channel"))
        self.new.clicked.connect(self.new_wanted)
        self.nothing = plain_label(role="hint")
        self._titles = [section_title() for _ in range(4)]
        self._places = [QVBoxLayout() for _ in range(4)]
        head = QHBoxLayout()
        head.setSpacing(Gap.S)
        head.addWidget(self.field, 1)
        head.addWidget(self.new)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(Gap.S)
        column.addLayout(head)
        column.addWidget(self.nothing)
        for title, place in zip(self._titles, self._places, strict=True):
            place.setSpacing(Gap.S)
            column.addWidget(title)
            column.addLayout(place)

    def show_channels(self, community: CommunityView, channels: Sequence[ChannelView]) -> None:
        """Takes them over."""
        self._channels = tuple(channels)
        self._writable = not community.left
        self.new.setVisible(self._writable)
        self._show()

    # ---- inside -----------------------------------------------------------------------------

    def _show(self) -> None:
        wanted = self.field.text().strip().removeprefix("#").casefold()
        found = [one for one in self._channels if _fits(one, wanted)]
        shown = found[:ROWS_MAX]
        for name in [name for name in self.rows if name not in {one.name for one in shown}]:
            row = self.rows.pop(name)
            row.hide()
            row.deleteLater()
        archived = {view.id for view in self._views() if view.archived}
        for place, group in enumerate(_grouped(shown, archived)):
            self._show_group(place, group)
        self._say_nothing(len(found), wanted)

    def _show_group(self, place: int, group: Sequence[ChannelView]) -> None:
        title, layout = self._titles[place], self._places[place]
        title.setText(_title_of(place).format(count=number(len(group))))
        title.setVisible(bool(group))
        for position, channel in enumerate(group):
            row = self.rows.get(channel.name)
            if row is None:
                row = self.rows[channel.name] = self._make_row()
            if layout.indexOf(row) != position:
                layout.insertWidget(position, row)
            row.show_channel(channel, writable=self._writable)
            row.show()

    def _make_row(self) -> ChannelRow:
        row = ChannelRow(self._theme)
        row.opened.connect(self.opened)
        row.joined.connect(self._join)
        row.menu_wanted.connect(self._open_menu)
        return row

    def _join(self, channel: ChannelView) -> None:
        (self.dropped if channel.dropped else self.joined).emit(channel)

    def _say_nothing(self, found: int, wanted: str) -> None:
        words = ""
        if not self._channels:
            words = tr("No channel is known yet. They appear when another member is online.")
        elif wanted and not found:
            words = tr("No channel is called so. You can make it: press “New channel”.")
        elif found > ROWS_MAX:
            words = tr("There are {count} more. Type a part of a name to find one of them.")
            words = words.format(count=number(found - ROWS_MAX))
        self.nothing.setText(words)
        self.nothing.setVisible(bool(words))

    def _open_menu(self, channel: ChannelView, button: QWidget) -> None:
        menu = self.menu_for(channel)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def menu_for(self, channel: ChannelView) -> Menu:
        """What else can be done with a channel."""
        menu = Menu(self)

        def add(icon: str, words: str, signal: SignalInstance) -> None:
            action = menu.addAction(self._theme.icon(icon), words)
            action.triggered.connect(lambda _on: signal.emit(channel))

        if channel.joined:
            is_archived = any(view.archived for view in self._views() if view.id == channel.space)
            words = tr("Take out of the archive") if is_archived else tr("Archive")
            add("archive-restore" if is_archived else "archive", words, self.archived)
            add("log-out", tr("Leave"), self.left)
        if self._writable:
            words = tr("Put back into the list") if channel.dropped else tr("Take out of the list…")
            add("undo-2" if channel.dropped else "eye-off", words, self.dropped)
        if channel.space is not None:
            add("trash-2", tr("Forget…"), self.forgotten)
        return menu


def section_title(words: str = "") -> QLabel:
    """Over a part of a list, at some distance from what is above it."""
    label = plain_label(words, "title")
    label.setContentsMargins(0, Gap.S, 0, 0)
    return label


def _fits(channel: ChannelView, wanted: str) -> bool:
    return wanted in channel.name.casefold() or wanted in channel.topic.casefold()


def _grouped(
    channels: Sequence[ChannelView], archived: set[SpaceId]
) -> tuple[list[ChannelView], ...]:
    dropped = [one for one in channels if one.dropped]
    listed = [one for one in channels if not one.dropped]
    joined = [one for one in listed if one.joined and one.space not in archived]
    away = [one for one in listed if one.joined and one.space in archived]
    others = [one for one in listed if not one.joined]
    return joined, others, away, dropped


def _title_of(place: int) -> str:
    titles: Mapping[int, str] = {
        0: tr("You are in ({count})"),
        1: tr("Others ({count})"),
        2: tr("Archived ({count})"),
        3: tr("Taken out of the list ({count})"),
    }
    return titles[place]
