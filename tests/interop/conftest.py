"""The published programs, installed; and a scene for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import published_peers
import pytest
from system_packages import SetupError

from tests.interop.scene import Dials, Scene, scene_in

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def published() -> published_peers.PublishedPeer:
    """The published PeerLinks implementation; a moment's work when it is installed already."""
    try:
        return published_peers.peerlinks(ROOT)
    except SetupError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture(scope="session")
def published_feeds() -> published_peers.PublishedPeer:
    """The published Hypercore implementations."""
    try:
        return published_peers.hypercore(ROOT)
    except SetupError as error:
        pytest.fail(str(error), pytrace=False)


@pytest.fixture
def scene(published: published_peers.PublishedPeer, tmp_path: Path) -> Iterator[Scene]:
    """Nobody yet; at the end nobody may have had anything to complain of."""
    with scene_in(tmp_path, published) as made:
        yield made


@pytest.fixture(params=Dials, ids=lambda dials: dials.value.replace(" ", "-"))
def dials(request: pytest.FixtureRequest) -> Dials:
    """Both ways of connecting."""
    assert isinstance(request.param, Dials)
    return request.param
