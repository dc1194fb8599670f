"""WANIPConnection:1, 2.4.16 to 2.4.18: what is asked of a connection, and its answers."""

from __future__ import annotations

from ipaddress import IPv4Address

import pytest

from engine.transport.gateway.actions import (
    Rejected,
    Wish,
    ask_address,
    ask_to_add,
    ask_to_delete,
    read_added,
    read_address,
)
from engine.transport.gateway.description import Control
from engine.transport.gateway.exchange import Answer, Unreadable
from engine.transport.gateway.places import Place
from tests.fake_router import ADD, ADDRESS, OUTSIDE, SERVICE, done, enveloped, refused

CONTROL = Control(SERVICE, Place(IPv4Address("192.168.1.1"), 5_000, "/control"))
WISH = Wish(outer=4_711, client=IPv4Address("192.168.1.20"), inner=4_712, seconds=3_600)
ENVELOPE = (
    b'<?xml version="1.0"?>\r\n'
    b'<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"'
    b' s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>'
)


def content_of(request: bytes, action: str) -> bytes:
    head, _, content = request.partition(b"\r\n\r\n")
    assert head.startswith(b"POST /control HTTP/1.1\r\n")
    assert f'SOAPAction: "{SERVICE}#{action}"'.encode() in head
    assert content.startswith(ENVELOPE)
    return content[len(ENVELOPE) :]


def test_a_port_is_asked_for_with_all_arguments_in_their_order() -> None:
    assert content_of(ask_to_add(CONTROL, WISH), ADD) == (
        b'<u:AddPortMapping xmlns:u="urn:schemas-upnp-org:service:WANIPConnection:1">'
        b"<NewRemoteHost></NewRemoteHost><NewExternalPort>4711</NewExternalPort>"
        b"<NewProtocol>TCP</NewProtocol><NewInternalPort>4712</NewInternalPort>"
        b"<NewInternalClient>192.168.1.20</NewInternalClient><NewEnabled>1</NewEnabled>"
        b"<NewPortMappingDescription>Tidings</NewPortMappingDescription>"
        b"<NewLeaseDuration>3600</NewLeaseDuration></u:AddPortMapping></s:Body></s:Envelope>\r\n"
    )


def test_a_port_is_given_back_by_its_number() -> None:
    assert content_of(ask_to_delete(CONTROL, 4_711), "DeletePortMapping") == (
        b'<u:DeletePortMapping xmlns:u="urn:schemas-upnp-org:service:WANIPConnection:1">'
        b"<NewRemoteHost></NewRemoteHost><NewExternalPort>4711</NewExternalPort>"
        b"<NewProtocol>TCP</NewProtocol></u:DeletePortMapping></s:Body></s:Envelope>\r\n"
    )


def test_the_address_to_the_outside_is_asked_for_and_read() -> None:
    assert content_of(ask_address(CONTROL), ADDRESS).startswith(b"<u:GetExternalIPAddress ")
    told = done(ADDRESS, f"<NewExternalIPAddress> {OUTSIDE} </NewExternalIPAddress>")
    assert read_address(told) == IPv4Address(OUTSIDE)


@pytest.mark.parametrize(
    "words", ["", "::1", "11.22.33", "11.22.33.44.55", "schemas.upnp.org", "011.22.33.44", "1e9"]
)
def test_an_address_that_is_none_is_not_read(words: str) -> None:
    with pytest.raises(Unreadable):
        read_address(done(ADDRESS, f"<NewExternalIPAddress>{words}</NewExternalIPAddress>"))


def test_what_was_done_is_done() -> None:
    read_added(done(ADD))


@pytest.mark.parametrize("code", [402, 501, 606, 718, 725])
def test_what_is_refused_is_so_by_its_number(code: int) -> None:
    for read in (read_added, read_address):
        with pytest.raises(Rejected) as rejected:
            read(refused(code))
        assert rejected.value.code == code


@pytest.mark.parametrize(
    "answer",
    [
        done(ADDRESS),
        Answer(500, done(ADD).body),
        Answer(302, done(ADD).body),
        Answer(200, b""),
        Answer(200, enveloped("")),
        Answer(200, b"<html>AddPortMapping</html>"),
        Answer(500, enveloped("<UPnPError><errorCode>x</errorCode></UPnPError>")),
        Answer(500, enveloped("<UPnPError/>")),
        Answer(404, refused(718).body),
    ],
)
def test_an_answer_to_something_else_is_none(answer: Answer) -> None:
    with pytest.raises(Unreadable):
        read_added(answer)
