"""The search page: a field, where to look, and what was found, newest first.

Everything goes by keys: Down leads from the field to the finds, Up from the first one back, letters
pressed in the list go on in the field, Enter shows the message where it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import assert_never

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QKeyEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QStackedWidget,
)
from typing_extensions import override

from engine.model.events import SpaceForgotten
from engine.model.ids import PostId, SpaceId, SpaceKind
from engine.model.indexing import holds_words
from engine.model.queries import Identities
from engine.model.views import IdentityView, SpaceView
from ui.equipment import Equipment
from ui.look.theme import Gap
from ui.searching.asked import Asked
from ui.searching.place import Place
from ui.searching.renewing import Renewing
from ui.searching.results import ResultDelegate, Results
from ui.searching.saying import (
    SEARCH_ON,
    Nothing,
    count_words,
    failed,
    nothing_found,
    nothing_found_in_time,
    nothing_found_yet,
    nothing_to_find,
    nothing_wanted,
    stopped,
)
from ui.searching.typed import Progress, TypedSearch
from ui.text.language import tr
from ui.text.message_link import read_message_link
from ui.text.names import own_name_in, plain_name
from ui.widgets.buttons import push_button
from ui.widgets.empty import EmptyState
from ui.widgets.labels import plain_label
from ui.widgets.page import Page

SLOW_MS = 400  # an answer that takes longer is said to be awaited
NEAR_END_ROWS = 15
_MOVES = frozenset({Qt.Key.Key_Down, Qt.Key.Key_PageDown})


class SearchPage(Page):
    """``chosen`` carries SpaceId and OrderKey of a message to be shown, and what was looked for;
    ``comment_chosen`` the SearchHit of a comment, behind ``chosen`` where it is on an entry;
    ``message_named`` the line that names a message, which was put into the field.

    ``announce`` speaks to a screen reader; it is a test's to replace.
    """

    chosen = Signal(object, object, str)
    comment_chosen = Signal(object)
    message_named = Signal(str)

    def __init__(self, equipment: Equipment) -> None:
        super().__init__(equipment.theme, tr("Search"))
        self._theme = equipment.theme
        self._bridge = equipment.bridge
        self._names = equipment.names
        self._views: tuple[SpaceView, ...] = ()
        self._identities: tuple[IdentityView, ...] = ()
        self.finding = TypedSearch(equipment.bridge, self)
        self._renewing = Renewing(equipment.bridge, self.finding, self.isVisible)
        self._asked = Asked(equipment.theme)
        self.words, self.channel = self._asked.words, self._asked.channel
        self.count = plain_label(role="meta")
        self.on = push_button(tr(SEARCH_ON), "flat")
        self.model = Results(equipment.now, self)
        self.list = QListView()
        self._place = Place(self.list, self.model)
        self.empty = EmptyState(equipment.theme)
        self._middle = QStackedWidget()
        self._left_to_show = False
        self._named: tuple[SpaceId, PostId] | None = None
        """By the line in the field: who types on behind it has put no other there."""
        self._spoken = ""
        self.announce: Callable[[str], object] = self._announce
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._lay_out()
        self._connect(equipment)
        self.show_spaces(())
        self._show_found()

    def _lay_out(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(ResultDelegate(self._theme, self.list))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setAccessibleName(tr("Messages found"))
        self.list.verticalScrollBar().setSingleStep(24)
        self._middle.addWidget(self.list)
        self._middle.addWidget(self.empty)
        counted = QHBoxLayout()
        counted.setSpacing(Gap.S)
        counted.addWidget(self.count, 1)
        counted.addWidget(self.on)
        self._middle.setMinimumWidth(1)  # else what nothing is found for would be the least width
        self.column.addWidget(self._asked)
        self.column.addLayout(counted)
        self.column.addWidget(self._middle, 1)
        self._dress()

    def _connect(self, equipment: Equipment) -> None:
        self.words.textChanged.connect(self._typed)
        self.words.returnPressed.connect(self._enter)
        self.words.installEventFilter(self)
        self.list.installEventFilter(self)
        self.list.clicked.connect(self._choose)
        self.list.activated.connect(self._choose)
        self.list.verticalScrollBar().valueChanged.connect(self._ask_more_near_the_end)
        self.channel.currentIndexChanged.connect(self._changed)
        self.empty.action.clicked.connect(self._empty_action)
        self.finding.changed.connect(self._show_found)
        self.on.clicked.connect(self.finding.go_on)
        self._names.changed.connect(self._tell_apart)
        self._slow.timeout.connect(self._show_waiting)
        equipment.bridge.space_forgotten.connect(self._on_forgotten)
        equipment.theme.changed.connect(self._dress)

    def _dress(self) -> None:
        self.list.doItemsLayout()

    # ---- from outside ---------------------------------------------------------------------------

    def open(self, words: str = "") -> None:
        """The person wants to search, for ``words`` if there are any."""
        self._left_to_show = False
        self._bridge.start(self._ask_who_we_are())
        if words:
            self.words.setText(words)
            self.finding.look_now()
        self._renewing.ask()
        self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.words.selectAll()

    def show_spaces(self, views: Sequence[SpaceView]) -> None:
        """The channels that there are, in their order. What was chosen stays chosen."""
        self._views = tuple(views)
        self._call_channels()
        entries: list[tuple[str, SpaceId | None]] = [(tr("All channels"), None)]
        entries += [(plain_name(view.name), view.id) for view in views]
        there = [
            (self.channel.itemText(place), self.channel.itemData(place))
            for place in range(self.channel.count())
        ]
        if entries == there:
            return
        chosen = self.channel.currentData()
        self.channel.blockSignals(True)  # noqa: FBT003 - Qt's own setter
        self.channel.clear()
        for name, space in entries:
            self.channel.addItem(name, space)
        places = [place for place, (_name, space) in enumerate(entries) if space == chosen]
        self.channel.setCurrentIndex(places[0] if places else 0)
        self.channel.blockSignals(False)  # noqa: FBT003 - Qt's own setter
        if not places:
            self._changed()

    async def _ask_who_we_are(self) -> None:
        self._identities = await self._bridge.ask(Identities())
        self._call_channels()

    def _call_channels(self) -> None:
        names = {view.id: view.name for view in self._views}
        given = {view.id: view.given_name for view in self._views}
        own = {
            view.id: own_name_in(view, self._identities)
            for view in self._views
            if view.own_path == () and view.kind is SpaceKind.PRIVATE
        }
        of_communities = frozenset(
            view.id for view in self._views if view.kind is SpaceKind.COMMUNITY
        )
        self.model.call_channels(names, given, own, of_communities)

    def _on_forgotten(self, event: SpaceForgotten) -> None:
        self.finding.forget_space(event.space)

    # ---- looking --------------------------------------------------------------------------------

    @property
    def space(self) -> SpaceId | None:
        """The one channel that is looked through, None: all of them."""
        chosen = self.channel.currentData()
        return SpaceId(chosen) if isinstance(chosen, bytes) else None

    def _typed(self, words: str) -> None:
        self._changed()
        named = read_message_link(words)
        if named is not None and named != self._named:
            self.message_named.emit(words)
        self._named = named

    def _changed(self) -> None:
        words = self.words.text()
        names_one = read_message_link(words) is not None
        self.finding.look_for("" if names_one else words, self.space)

    def _show_found(self) -> None:
        finding = self.finding
        if finding.progress is Progress.ASKING:
            if not self._slow.isActive():
                self._slow.start()
            return
        self._slow.stop()
        self._place.show(finding)
        self._tell_apart()
        self.count.setText(self._count_words())
        self.on.setVisible(finding.can_go_on and bool(finding.hits))
        self._speak()
        match finding.progress:
            case Progress.FOUND:
                self._middle.setCurrentWidget(self.list)
            case Progress.NOTHING_WANTED:
                self._say(nothing_wanted())
            case Progress.NOTHING_FOUND:
                self._say(self._nothing_found())
            case Progress.FAILED:
                assert finding.trouble is not None
                self._say(failed(finding.trouble))
            case _:
                assert_never(finding.progress)

    def _count_words(self) -> str:
        finding = self.finding
        end = "" if finding.can_go_on else stopped(everywhere=self.space is None)
        count = len(finding.hits)
        return count_words(count, is_whole=finding.is_whole, is_cut=finding.is_cut, end=end)

    def _nothing_found(self) -> Nothing:
        everywhere = self.space is None
        if not holds_words(self.words.text()):
            return nothing_to_find()
        if self.finding.can_go_on:
            return nothing_found_yet()
        if self.finding.is_cut:
            return nothing_found_in_time(everywhere=everywhere)
        return nothing_found(everywhere=everywhere)

    def _tell_apart(self) -> None:
        """Asks who bears which name where something was found, and nobody else has asked yet."""
        if self.finding.hits:
            self._bridge.start(self._ask_names())

    async def _ask_names(self) -> None:
        spaces = {hit.space for hit in self.finding.hits}
        found_in = [view for view in self._views if view.id in spaces]
        self.model.tell_apart({view.id: await self._names.of(view) for view in found_in})

    def _speak(self) -> None:
        """The focus is in the field: what was found is told to who cannot see it."""
        words = self.count.text()
        if self.finding.progress is Progress.NOTHING_FOUND:
            words = self._nothing_found().title
        if words and words != self._spoken and self.isVisible():
            self.announce(words)
        self._spoken = words

    def _announce(self, words: str) -> None:
        if QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(self.words, words)
            QAccessible.updateAccessibility(event)

    def _say(self, nothing: Nothing) -> None:
        self.empty.say(nothing.icon, nothing.title, nothing.sentence, nothing.action)
        self._middle.setCurrentWidget(self.empty)

    def _show_waiting(self) -> None:
        self.count.setText(tr("Searching…"))

    def _ask_more_near_the_end(self) -> None:
        last = self.list.indexAt(self.list.viewport().rect().bottomLeft()).row()
        if last < 0 or last >= self.model.rowCount() - NEAR_END_ROWS:
            self.finding.more()

    def _empty_action(self) -> None:
        if self.finding.progress is Progress.FAILED:
            self.finding.look_again()
        elif self.finding.can_go_on:
            self.finding.go_on()
        else:
            self.channel.setCurrentIndex(0)
            self.words.setFocus()

    # ---- choosing -------------------------------------------------------------------------------

    def _enter(self) -> None:
        if self.finding.progress is Progress.FOUND:
            self._choose()
        else:
            self.finding.look_now()

    def _choose(self) -> None:
        hit = self.model.hit(self.list.currentIndex())
        if hit is None:
            return
        self._left_to_show = True
        if hit.order:
            self.chosen.emit(hit.space, hit.order, self.finding.found_for)
        if hit.comment is not None:
            self.comment_chosen.emit(hit)

    @override
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._renewing.ask()
        # Back from a message that was found: one goes on with the next.
        (self.list if self._left_to_show else self.words).setFocus()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if watched is self.words:
                return self._key_in_field(key)
            if watched is self.list:
                return self._key_in_list(key, event)
        return False

    def _key_in_field(self, key: Qt.Key) -> bool:
        if key in _MOVES and self.model.rowCount():
            self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return True
        return False

    def _key_in_list(self, key: Qt.Key, event: QKeyEvent) -> bool:
        if key == Qt.Key.Key_Up and self.list.currentIndex().row() <= 0:
            self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return True
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._choose()
            return True
        writes = event.text().isprintable() and bool(event.text().strip())
        if writes or key == Qt.Key.Key_Backspace:
            self.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self.words.end(False)  # noqa: FBT003 - Qt's own order
            self.words.event(event)
            return True
        return False
