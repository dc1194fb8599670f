"""Which wish of one part is done by which other. Nothing is decided here."""

from __future__ import annotations

from ui.channel.details import Details
from ui.main_window.pages import PageName, Pages
from ui.main_window.panes import Panes
from ui.main_window.rail import Rail
from ui.main_window.sidebar import Sidebar
from ui.main_window.space_actions import SpaceActions
from ui.widgets.space_place import SpacePlace


def join(
    sidebar: Sidebar, pages: Pages, panes: Panes, details: Details, acts: SpaceActions
) -> None:
    """Joins the parts of one window, as far as they need nothing of the window itself."""
    _join_sidebar(sidebar, pages, acts)
    pages.home.create_wanted.connect(acts.new_channel)
    pages.home.join_wanted.connect(pages.show_asking)
    pages.home.follow_wanted.connect(pages.show_following)
    pages.channel.not_opened.connect(lambda: _show_none_open(sidebar, pages))
    head = pages.channel.head
    head.details_wanted.connect(panes.toggle_details)
    head.pill.pressed.connect(pages.show_connections)
    head.back_wanted.connect(lambda: panes.bring_forward(content=False))
    pages.channel.composer.obeying.leave_wanted.connect(acts.leave)
    details.invite_wanted.connect(pages.channel.want_invite)
    details.closed.connect(panes.toggle_details)
    details.counted.connect(head.show_members)
    panes.details_changed.connect(head.details.setChecked)
    panes.details_changed.connect(head.talk.setChecked)
    panes.single_changed.connect(head.back.setVisible)
    pages.entered.connect(lambda: panes.bring_forward(content=True))
    pages.place_made.connect(lambda place: _join_place(place, panes))


def mark_shown(rail: Rail, pages: Pages) -> None:
    """The rail shows which page is in sight, or that the channels are."""
    of_pages = {
        PageName.CONNECTIONS: rail.connections,
        PageName.SEARCH: rail.search,
        PageName.SETTINGS: rail.settings,
    }
    shown = [button for name, button in of_pages.items() if pages.is_shown(name)]
    rail.mark(shown[0] if shown else rail.channels)


def _show_none_open(sidebar: Sidebar, pages: Pages) -> None:
    """The channel that could not be opened is marked no more: whoever presses it tries again."""
    sidebar.choose(None)
    if not pages.shows_page:
        pages.close_page()


def _join_place(place: SpacePlace, panes: Panes) -> None:
    place.back_wanted.connect(lambda: panes.bring_forward(content=False))
    place.show_back(shown=panes.is_single)
    panes.single_changed.connect(lambda single: place.show_back(shown=single))


def _join_sidebar(sidebar: Sidebar, pages: Pages, acts: SpaceActions) -> None:
    sidebar.opened_again.connect(pages.close_page)
    sidebar.new_wanted.connect(acts.new_channel)
    sidebar.join_wanted.connect(pages.show_asking)
    sidebar.follow_wanted.connect(pages.show_following)
    sidebar.wanted.code.connect(pages.show_code)
    sidebar.moved.connect(acts.move)
    coming = pages.channel.catching_up
    coming.changed.connect(lambda space: sidebar.model.show_progress(space, coming.progress(space)))
    sidebar.by_name_wanted.connect(acts.sort_by_name)
    pages.channel.again_wanted.connect(acts.take_part_again)
    acts.serve(sidebar.wanted)
