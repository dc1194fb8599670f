"""What a member writes reaches the desktop of another, whose window is not even in sight."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.meeting import Meeting, meet
from tests.e2e.processes import DEADLINE_SECONDS, ROOT, environment
from tests.gui.announcing.private_bus import HAS_DAEMON, NO_BUS, bus_of_our_own, service_on

pytestmark = pytest.mark.slow

BUSES = ["none", *(["one"] if HAS_DAEMON else [])]


@pytest.fixture(scope="module")
def meeting(person: MakePerson, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Meeting]:
    met = meet(person, tmp_path_factory.mktemp("meeting"))
    met.wait_until_equal()
    met.ann_serving.stop()
    settings = f'{{"discovery": "off", "host": "{met.ann.host}", "port": "{met.ann.port}"}}'
    met.ann.paths.settings.write_text(settings)
    yield met
    met.ben_serving.stop()


@contextmanager
def hidden_window(meeting: Meeting, bus: str) -> Iterator[subprocess.Popen[bytes]]:
    """Ann's window, begun out of sight, until it was told to end; Ben is connected to it."""
    before = len(meeting.ben_serving.heard("peer_ready"))
    surroundings = {"PYTHONWARNINGS": "", "QT_QPA_PLATFORM": "offscreen"}
    process = subprocess.Popen(
        meeting.ann.words("--hidden"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**environment(meeting.ann.runtime), **surroundings, "DBUS_SESSION_BUS_ADDRESS": bus},
        cwd=ROOT,
    )
    try:
        serving = meeting.ben_serving
        serving.wait_until(lambda: len(serving.heard("peer_ready")) > before, "met again")
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        _, complaints = process.communicate(timeout=DEADLINE_SECONDS)
    lines = [line for line in complaints.splitlines() if b"does not support" not in line]
    assert (process.returncode, lines) == (0, [])


@pytest.mark.parametrize("buses", BUSES)
def test_a_post_reaches_the_desktop_of_a_window_that_is_not_in_sight(
    meeting: Meeting, buses: str
) -> None:
    said = f"the **rain** <b>came</b> with {buses}"
    if buses == "none":
        with hidden_window(meeting, NO_BUS) as process:
            meeting.ben.do("channel", "post", meeting.space, said)
            meeting.wait_until_equal()
            assert process.poll() is None
        return
    with bus_of_our_own() as bus, service_on(bus, "body", "body-markup") as service:
        with hidden_window(meeting, bus):
            meeting.ben.do("channel", "post", meeting.space, said)
            call = service.next_call()
        name, title, body = call[2], call[4], call[5]
        assert (name, title) == ("Tidings", "Tidings: Ben in ann")
        assert body == "the rain &lt;b&gt;came&lt;/b&gt; with one"
