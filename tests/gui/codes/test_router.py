"""How it stands with the router, on the page of connections and in what goes to whoever helps."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from engine.model.address import Address
from engine.model.ids import PeerId
from engine.model.peers import (
    ConnectionsView,
    PortMappingState,
    PortMappingTrouble,
    PortMappingView,
)
from tests.code_scene import Scene
from ui.connections.diagnosis import diagnosis
from ui.connections.page import ConnectionsPage

OFF = PortMappingView()
ASKING = PortMappingView(PortMappingState.ASKING)
HELD = PortMappingView(PortMappingState.HELD, Address("11.22.33.44", 4_711))
LASTING = PortMappingView(PortMappingState.HELD, Address("11.22.33.44", 4_711), lasting=True)
FAILED = PortMappingView(PortMappingState.FAILED, trouble=PortMappingTrouble.REFUSED)


def connections(mapping: PortMappingView) -> ConnectionsView:
    return ConnectionsView(PeerId(bytes(32)), (), False, None, (), mapping)  # noqa: FBT003


@pytest.mark.parametrize(
    ("mapping", "beginning"),
    [
        (OFF, ""),
        (ASKING, "The router is being asked to let others through."),
        (HELD, "The router says that it lets others through at 11.22.33.44:4711."),
        (LASTING, "The router says that it lets others through at 11.22.33.44:4711. It does so"),
        (FAILED, "The router refuses to let others through. Allow it in the router's settings"),
    ],
    ids=["off", "asking", "held", "lasting", "failed"],
)
def test_the_page_says_what_came_of_it_where_a_router_is_asked(
    scene: Scene, qtbot: QtBot, mapping: PortMappingView, beginning: str
) -> None:
    page = ConnectionsPage(scene.bridge, scene.theme, scene.clock)
    qtbot.addWidget(page)
    page.show()
    page._show(connections(mapping))
    assert page.mapping.isVisible() is bool(beginning)
    assert not beginning or page.mapping.text().startswith(beginning)


@pytest.mark.parametrize(
    ("mapping", "line"),
    [
        (OFF, "router: not asked"),
        (ASKING, "router: being asked"),
        (HELD, "router: lets others through at 11.22.33.44:4711"),
        (FAILED, "router: lets nobody through (router_refused)"),
    ],
    ids=["off", "asking", "held", "failed"],
)
def test_a_diagnosis_says_it_in_a_line(mapping: PortMappingView, line: str) -> None:
    assert line in diagnosis(connections(mapping), 0.0).splitlines()
