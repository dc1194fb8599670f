"""What a gateway says of itself: where its connections to the outside are asked."""

from __future__ import annotations

from dataclasses import dataclass

from engine.transport.gateway.exchange import Answer, Unreadable
from engine.transport.gateway.markup import read_markup
from engine.transport.gateway.places import Place, place_in

CONTROLS_MAX = 4  # ours: a router with more connections than that has them for others
_OK = 200
_SERVICES = (
    "urn:schemas-upnp-org:service:WANIPConnection:2",
    "urn:schemas-upnp-org:service:WANIPConnection:1",
    "urn:schemas-upnp-org:service:WANPPPConnection:1",
)
"""The likeliest first. Only these names ever stand in what we ask."""


@dataclass(frozen=True, slots=True)
class Control:
    """One connection of a gateway: what kind of ``service`` it is, and where it is asked."""

    service: str
    place: Place


def controls_in(answer: Answer, described_at: Place) -> tuple[Control, ...]:
    """The connections of the gateway that describes itself there; none if it is no gateway.

    Whatever leads to another host is left out. Raises Unreadable.
    """
    if answer.status != _OK:
        raise Unreadable(f"status {answer.status}")
    root = read_markup(answer.body)
    base = place_in(root.words_of("URLBase"), described_at) or described_at
    found = [
        Control(kind, place)
        for kind in _SERVICES
        for service in root.all("service")
        if service.words_of("serviceType") == kind
        if (place := place_in(service.words_of("controlURL"), base)) is not None
    ]
    return tuple(dict.fromkeys(found))[:CONTROLS_MAX]
