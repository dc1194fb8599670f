"""A router that speaks UPnP, in memory: what it was asked, what it says, and whom it passes on.

``tests/unit/transport/loopback_router.py`` puts it on sockets.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Interface

from engine.transport.gateway.exchange import Answer

KIND = "urn:schemas-upnp-org:device:InternetGatewayDevice:1"
SERVICE = "urn:schemas-upnp-org:service:WANIPConnection:1"
OUTSIDE = "11.22.33.44"  # somebody's, and nobody's here: nothing is ever sent there
INSIDE = IPv4Interface("192.168.1.20/24")
ROUTER = IPv4Address("192.168.1.1")
DESCRIPTION, CONTROL = "/description.xml", "/control/wan"
ADDRESS, ADD, DELETE = "GetExternalIPAddress", "AddPortMapping", "DeletePortMapping"


def described(*controls: str, service: str = SERVICE, head: str = "") -> bytes:
    """A description of a gateway with these control URLs."""
    services = "".join(
        f"<service><serviceType>{service}</serviceType><serviceId>x</serviceId>"
        f"<controlURL>{one}</controlURL><SCPDURL>/scpd.xml</SCPDURL></service>"
        for one in controls
    )
    return (
        f'<?xml version="1.0"?><root xmlns="urn:schemas-upnp-org:device-1-0">{head}<device>'
        f"<deviceType>{KIND}</deviceType><friendlyName>Böx &amp; Co</friendlyName><deviceList>"
        f"<device><deviceList><device><serviceList>{services}</serviceList></device></deviceList>"
        "</device></deviceList></device></root>"
    ).encode()


def enveloped(content: str) -> bytes:
    """A SOAP answer."""
    return (
        '<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">'
        f"<s:Body>{content}</s:Body></s:Envelope>"
    ).encode()


def done(action: str, content: str = "") -> Answer:
    """The action was done."""
    name = f"{action}Response"
    return Answer(200, enveloped(f'<u:{name} xmlns:u="{SERVICE}">{content}</u:{name}>'))


def refused(code: int) -> Answer:
    """The action was not done."""
    return Answer(
        500,
        enveloped(
            "<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail>"
            '<UPnPError xmlns="urn:schemas-upnp-org:control-1-0">'
            f"<errorCode>{code}</errorCode></UPnPError></detail></s:Fault>"
        ),
    )


def found_at(location: str, kind: str = KIND) -> bytes:
    """A datagram that answers a search."""
    lines = ("HTTP/1.1 200 OK", "EXT:", f"ST: {kind}", f"LOCATION: {location}", "")
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1")


@dataclass(frozen=True, slots=True)
class Passed:
    """To whom a port is passed on, and for how long."""

    client: str
    inner: int
    seconds: int


@dataclass
class FakeRouter:
    """All state is public: a test sets the scene by writing it.

    ``taken``: ports of others. ``rejects``: actions, and the code with which. ``says``: what comes
    instead of an answer; None: nothing does.
    """

    host: IPv4Address = ROUTER
    port: int = 5_000
    outside: str = OUTSIDE
    is_found: bool = True
    gives_only_lasting: bool = False
    controls: tuple[str, ...] = (CONTROL,)
    passes: dict[int, Passed] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    rejects: dict[str, int] = field(default_factory=dict)
    says: dict[str, Answer | None] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    searched: int = 0

    def search(self) -> bytes | None:
        """What it answers to a search."""
        self.searched += 1
        location = f"http://{self.host}:{self.port}{DESCRIPTION}"
        return found_at(location) if self.is_found else None

    def answer(self, request: bytes) -> Answer | None:
        """What it answers to a request; None: nothing."""
        head, _, content = request.decode("ascii").partition("\r\n\r\n")
        action = re.search(r'^SOAPAction: "[^#"]*#(\w+)"\r?$', head, re.MULTILINE)
        name = action[1] if action else head.split()[1]
        self.asked.append(name)
        if name in self.says:
            return self.says[name]
        if name in self.rejects:
            return refused(self.rejects[name])
        return self._did(name, content)

    def _did(self, name: str, content: str) -> Answer:
        match name:
            case "/description.xml":
                return Answer(200, described(*self.controls))
            case "GetExternalIPAddress":
                address = f"<NewExternalIPAddress>{self.outside}</NewExternalIPAddress>"
                return done(name, address)
            case "AddPortMapping":
                return self._add(content)
            case "DeletePortMapping":
                gone = self.passes.pop(int(_words(content, "NewExternalPort")), None)
                return refused(714) if gone is None else done(name)
            case _:
                return Answer(404, b"")

    def _add(self, content: str) -> Answer:
        outer = int(_words(content, "NewExternalPort"))
        wish = Passed(
            _words(content, "NewInternalClient"),
            int(_words(content, "NewInternalPort")),
            int(_words(content, "NewLeaseDuration")),
        )
        assert (_words(content, "NewProtocol"), _words(content, "NewRemoteHost")) == ("TCP", "")
        if outer in self.taken:
            return refused(718)
        if self.gives_only_lasting and wish.seconds:
            return refused(725)
        self.passes[outer] = wish
        return done(ADD)


def _words(content: str, name: str) -> str:
    found = re.search(rf"<{name}>([^<]*)</{name}>", content)
    assert found is not None, name
    return found[1]
