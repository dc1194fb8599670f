"""The program itself, as processes and command lines, with the published implementation.

What is handed over by hand is what PeerLinks people paste: base58, and the commands they know.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.wire.base58 import decode_base58, encode_base58
from tests.e2e.processes import Person, Serve
from tests.interop.js_peer import JsPeer
from tests.interop.scene import Scene, own_host

pytestmark = pytest.mark.slow


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    """With an identity and its channel, ``us``; what it still runs at the end is ended."""
    runtime = Path(tempfile.mkdtemp(prefix="tidings-interop-"))  # short, for a socket's name
    made = Person("us", tmp_path / "us", runtime, own_host())
    made.settle()
    yield made
    for serving in made.started:
        if serving.is_running:
            serving.kill()
    shutil.rmtree(runtime)


def test_each_lets_the_other_in_by_what_people_paste(scene: Scene, person: Person) -> None:
    js = scene.js()
    js.founds("js")
    serving = _meet(person, js)
    space = person.do("channel", "list")[0]["id"]

    pasted = f"/invite Js {encode_base58(bytes.fromhex(js.requests('js', 'of us')))}"
    assert person.do("invite", "issue", "us", pasted, "--name", "Js")["delivered"]
    js.wait_for("joined", channel="of us")
    js.post("of us", "js", ["hello from js"])
    serving.wait_for("posts_arrived", space=space)
    _demand_equal(scene, person, space, js, "of us", 2)

    request = decode_base58(person.do("invite", "request")["request"])
    js.issues("js", "js", request.hex(), "Us")
    theirs = serving.wait_for("invite_arrived")["space"]
    serving.wait_for("posts_arrived", space=theirs)
    person.do("channel", "post", theirs, "hello from us")
    scene.news.wait_until(lambda: js.count("js") == 2, "our post at js")
    _demand_equal(scene, person, theirs, js, "js", 2)
    serving.stop()


def test_a_public_channel_of_js_is_followed_by_the_address_it_is_known_by(
    scene: Scene, person: Person
) -> None:
    js = scene.js()
    key = bytes.fromhex(js.ask("create", name="js", feed=True)["key"])
    js.post("js", "js", ["the news"])
    serving = _meet(person, js)
    followed = person.do("channel", "follow", f"peerlinks://feed/{encode_base58(key)}?name=News")
    assert (followed["name"], followed["public"]) == ("News", True)
    serving.wait_for("posts_arrived", space=followed["id"])
    _demand_equal(scene, person, followed["id"], js, "js", 2)
    serving.stop()


def _meet(person: Person, js: JsPeer) -> Serve:
    serving = person.serve("--peer", f"peerlinks:{js.address}")
    serving.wait_for("peer_ready", address=str(js.address), peer_id=js.id.hex())
    return serving


def _demand_equal(
    scene: Scene, person: Person, space: str, js: JsPeer, channel: str, count: int
) -> None:
    scene.news.wait_until(lambda: js.count(channel) >= count, f"{count} messages at js")
    held = js.messages(channel)
    assert person.ids(space) == [seen.hash for seen in held]
    assert person.texts(space) == [_text(seen.body) for seen in held if seen.body is not None]
    assert len(held) == count


def _text(body: str) -> str:
    return body.removeprefix('{"text":"').removesuffix('"}')
