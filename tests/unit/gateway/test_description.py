"""Where a gateway's connections are asked: at that gateway, or not at all."""

from __future__ import annotations

from ipaddress import IPv4Address

import pytest

from engine.transport.gateway.description import CONTROLS_MAX, Control, controls_in
from engine.transport.gateway.exchange import Answer, Unreadable
from engine.transport.gateway.places import Place
from tests.fake_router import SERVICE, described

ROUTER = IPv4Address("192.168.1.1")
PPP = "urn:schemas-upnp-org:service:WANPPPConnection:1"
HERE = Place(ROUTER, 5_000, "/one/description.xml")


def controls(*urls: str, service: str = SERVICE, head: str = "") -> list[str]:
    found = controls_in(Answer(200, described(*urls, service=service, head=head)), HERE)
    assert all(one.service == service for one in found)
    return [str(one.place) for one in found]


@pytest.mark.parametrize("kind", ["WANIPConnection:1", "WANIPConnection:2", "WANPPPConnection:1"])
def test_each_kind_of_connection_is_found(kind: str) -> None:
    service = f"urn:schemas-upnp-org:service:{kind}"
    assert controls("/control", service=service) == ["http://192.168.1.1:5000/control"]


def test_one_behind_ip_is_asked_before_one_behind_ppp() -> None:
    both = described("/ppp", service=PPP).replace(
        b"</serviceList>",
        (
            f"<service><serviceType>{SERVICE}</serviceType><controlURL>/ip</controlURL></service>"
            "</serviceList>"
        ).encode(),
    )
    found = [one.place.target for one in controls_in(Answer(200, both), HERE)]
    assert found == ["/ip", "/ppp"]


def test_an_address_stands_for_itself_or_begins_at_the_description_or_at_its_base() -> None:
    assert controls("control") == ["http://192.168.1.1:5000/one/control"]
    assert controls("http://192.168.1.1:81/c") == ["http://192.168.1.1:81/c"]
    base = "<URLBase>http://192.168.1.1:82/two/</URLBase>"
    assert controls("c", head=base) == ["http://192.168.1.1:82/two/c"]


@pytest.mark.parametrize("base", ["http://8.8.8.8/", "https://192.168.1.1/", "nonsense\x7f"])
def test_a_base_that_is_elsewhere_is_none(base: str) -> None:
    head = f"<URLBase>{base}</URLBase>"
    assert controls("/c", head=head) == ["http://192.168.1.1:5000/c"]


def test_what_leads_to_another_host_is_left_out() -> None:
    assert controls("http://8.8.8.8/c", "http://127.0.0.1/c", "http://192.168.1.2/c") == []


def test_of_so_many_connections_no_more_are_asked_and_each_once() -> None:
    urls = [f"/{number}" for number in range(CONTROLS_MAX + 1)]
    assert len(controls(*urls)) == CONTROLS_MAX
    assert controls("/c", "/c") == ["http://192.168.1.1:5000/c"]


def test_a_device_without_a_connection_is_no_gateway() -> None:
    assert controls("/c", service="urn:schemas-upnp-org:service:AVTransport:1") == []
    assert controls_in(Answer(200, b"<html/>"), HERE) == ()


@pytest.mark.parametrize(
    "answer", [Answer(404, described("/c")), Answer(301, b""), Answer(200, b"no markup")]
)
def test_no_description_and_a_redirect_are_not_read(answer: Answer) -> None:
    with pytest.raises(Unreadable):
        controls_in(answer, HERE)


def test_a_control_says_which_service_it_is() -> None:
    (found,) = controls_in(Answer(200, described("/c")), HERE)
    assert found == Control(SERVICE, Place(ROUTER, 5_000, "/c"))
