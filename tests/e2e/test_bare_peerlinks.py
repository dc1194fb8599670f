"""PeerLinks bare, as programs of others speak it: where it is asked for, and the same inside."""

from __future__ import annotations

import socket

import pytest

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import Person

pytestmark = pytest.mark.slow


def bare(person: Person) -> Person:
    """Serves a bare port instead of our own."""
    person.protocol = "peerlinks"
    return person


def test_two_people_share_a_channel_over_a_bare_port(person: MakePerson) -> None:
    ann, ben = bare(person("ann")), bare(person("ben"))
    space = ann.settle()
    ben.settle()
    ann_serving = ann.serve()
    ben_serving = ben.serve("--peer", ann.endpoint)
    ready = ben_serving.wait_for("peer_ready", address=ann.address)
    assert ready["protocol"] == "peerlinks"

    asked = ben.do("invite", "request")
    ann.do("invite", "issue", "ann", asked["request"], "--name", "Ben")
    ben_serving.wait_for("invite_arrived", space=space)
    ben_serving.wait_for("posts_arrived", space=space)  # its beginning: what one writes follows it
    ben.do("channel", "post", "ann", "over a bare port")
    ann_serving.wait_until(lambda: ann.texts(space) == ["over a bare port"])
    assert ann.ids(space) == ben.ids(space)

    ben_serving.stop()
    ann.do("channel", "post", "ann", "while ben was away")
    synced = ben.do("sync", "--no-discovery", "--peer", ann.endpoint, "--until-quiet", "1")
    assert synced["received"] == {space: 1}
    ann_serving.stop()


def test_a_link_never_names_a_bare_port(person: MakePerson) -> None:
    ann = bare(person("ann"))
    ann.settle()
    serving = ann.serve()
    asked = ann.do("invite", "request")
    assert ann.do("invite", "show", asked["link"])["addresses"] == []
    serving.stop()
    ann.protocol = "tidings"
    serving = ann.serve()
    asked = ann.do("invite", "request")
    assert ann.do("invite", "show", asked["link"])["addresses"] == [ann.address]
    serving.stop()


def test_our_own_port_says_nothing_to_who_speaks_peerlinks_bare(person: MakePerson) -> None:
    ann = person("ann")
    ann.settle()
    serving = ann.serve()
    with socket.create_connection((ann.host, ann.port), timeout=10.0) as stream:
        stream.sendall(b"\x00\x00\x00\x24\x08\x01\x12\x20" + bytes(32))  # a Hello
        assert stream.recv(1) == b""
    told = serving.wait_for("peer_violation", protocol="tidings")
    assert told["section"] == "tidings port"
    serving.stop()


def test_one_program_serves_both_ports_at_once(person: MakePerson) -> None:
    ann, ben, cleo = person("ann"), person("ben"), bare(person("cleo"))
    for one in (ann, ben, cleo):
        one.settle()
    news = ann.do("channel", "new", "News", "--public")
    ann.do("channel", "post", "News", "for everybody")
    bare_port = f"peerlinks:{ann.host}:0"
    serving = ann.serve("--listen", bare_port)
    bare_address = serving.wait_for("listening", protocol="peerlinks")["address"]
    for one, peer in ((ben, ann.endpoint), (cleo, f"peerlinks:{bare_address}")):
        one.do("channel", "follow", news["public_key"], "--name", "News")
        one.do("sync", "--no-discovery", "--peer", peer, "--until-quiet", "1")
        assert one.texts("News") == ["for everybody"]
    serving.stop()
