"""One engine a profile: a second is refused, commands are handed over, and it ends when told."""

from __future__ import annotations

import signal
import stat
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import (
    DEADLINE_SECONDS,
    ROOT,
    Person,
    Serve,
    environment,
    eventually,
)
from tests.killed_report import a_crash

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ann(person: MakePerson) -> Person:
    made = person("ann")
    made.settle()
    return made


@pytest.fixture(scope="module")
def serving(ann: Person) -> Serve:
    return ann.serve()


def test_a_second_serve_is_refused_and_the_first_goes_on(ann: Person, serving: Serve) -> None:
    assert ann.refused("serve", "--no-discovery") == "already_serving"
    assert serving.is_running


def test_no_window_opens_beside_it(ann: Person, serving: Serve) -> None:
    assert ann.refused() == "no_window"


def test_commands_are_handed_to_the_running_engine(ann: Person, serving: Serve) -> None:
    posted = ann.do("channel", "post", "ann", "handed over")
    serving.wait_for("posts_arrived", count=1)
    assert ann.ids("ann")[-1] == posted["id"]
    assert ann.refused("channel", "post", "nowhere", "text") == "space_unknown"


def test_its_settings_are_read_beside_it_and_not_changed(ann: Person, serving: Serve) -> None:
    assert ann.refused("config", "set", "document", "on") == "profile_in_use"
    assert ann.do("config", "get", "document")["value"] == "off"


def test_its_files_and_its_socket_are_their_owners_alone(ann: Person, serving: Serve) -> None:
    found = [*ann.paths.profile.rglob("*"), ann.paths.socket]
    assert stat.S_ISSOCK(ann.paths.socket.stat().st_mode)
    for path in (ann.paths.profile, ann.paths.runtime, *found):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_a_sync_that_meets_nobody_ends_early_and_says_so(
    person: MakePerson, serving: Serve, ann: Person
) -> None:
    """Long before its timeout, which is beyond what a command here may take."""
    timeout = ("--timeout", str(10 * DEADLINE_SECONDS))
    assert ann.refused("sync", *timeout, status=5) == "no_peer"  # handed over
    alone = person("alone")
    alone.settle()
    assert alone.refused("sync", "--no-discovery", *timeout, status=5) == "no_peer"
    nobody = ("--peer", f"{alone.protocol}:{alone.host}:9")
    ended = alone.run("sync", "--no-discovery", *nobody, *timeout)
    assert (ended.status, ended.error["code"]) == (5, "no_peer")
    assert f"{alone.host}:9" in ended.error["message"]
    assert "Nothing listens" in ended.error["hint"]


def test_a_sync_says_which_peer_it_did_not_reach(person: MakePerson) -> None:
    """Handed over to an engine that has another peer; that one is not what was asked for."""
    cleo, dora = person("cleo"), person("dora")
    cleo.settle()
    cleo_serving = cleo.serve()
    dora_serving = dora.serve("--peer", cleo.endpoint)
    dora_serving.wait_for("peer_ready")
    refusing, reached = f"{dora.protocol}:{dora.host}:9", cleo.endpoint
    assert dora.refused("sync", "--peer", refusing, status=5) == "no_peer"
    synced = dora.do("sync", "--peer", refusing, "--peer", reached)
    assert (synced["peers"], synced["unreachable"]) == (1, [refusing])
    assert [peer["address"] for peer in dora.do("peers")] == [cleo.address]
    dora_serving.stop()
    cleo_serving.stop()


def test_commands_at_once_wait_for_each_other(person: MakePerson) -> None:
    """Without a running engine each opens the profile for itself, one after another."""
    ben = person("ben")
    ben.settle()
    texts = [f"at once {number}" for number in range(4)]
    with ThreadPoolExecutor(len(texts)) as pool:
        posted = list(pool.map(lambda text: ben.do("channel", "post", "ben", text), texts))
    assert sorted(ben.texts("ben")) == texts
    assert sorted(ben.ids("ben")[1:]) == sorted(post["id"] for post in posted)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_well(person: MakePerson, number: signal.Signals) -> None:
    """With status 0 and ``closed`` as its last word; nothing is left that a next start minds."""
    cleo = person("cleo")
    cleo.serve().stop(number)
    assert not cleo.paths.socket.exists()
    assert cleo.do("channel", "list") == []
    cleo.serve().stop(number)


def test_what_a_report_left_that_was_killed_is_gone_once_it_serves(
    person: MakePerson, tmp_path: Path
) -> None:
    cleo, out = person("cleo"), tmp_path / "report"
    cleo.settle()
    a_crash(cleo.paths.reports, out)
    serving = cleo.serve()
    eventually(lambda: not list(tmp_path.iterdir()))
    serving.stop()
    assert not cleo.paths.reports.exists()


def test_it_ends_well_when_nobody_hears_its_events_any_longer(person: MakePerson) -> None:
    dora = person("dora")
    dora.settle()
    words = dora.words("serve", "--no-discovery", "--listen", f"{dora.protocol}:{dora.host}:0")
    with subprocess.Popen(
        words, stdout=subprocess.PIPE, env=environment(dora.runtime), cwd=ROOT
    ) as serving:
        assert serving.stdout is not None
        assert b"listening" in serving.stdout.readline()
        serving.stdout.close()
        dora.do("channel", "post", "dora", "is anybody there?")
        assert serving.wait(DEADLINE_SECONDS) == 0
