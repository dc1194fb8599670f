"""What is asked of a gateway's connection, by SOAP (WANIPConnection:1, 2.4.16 to 2.4.18)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import AddressValueError, IPv4Address

from engine.transport.gateway.description import Control
from engine.transport.gateway.exchange import Answer, Unreadable, post
from engine.transport.gateway.markup import Element, read_markup
from engine.transport.gateway.places import is_plain

SHOWN_AS = "Tidings"  # in the router's own list of mappings
CONFLICT = 718  # ConflictInMappingEntry: another computer has that port
ONLY_PERMANENT = 725  # OnlyPermanentLeasesSupported
_ADDRESS, _ADD, _DELETE = "GetExternalIPAddress", "AddPortMapping", "DeletePortMapping"
_OK, _FAILED = 200, 500
_CODE = re.compile(r"[0-9]{3}\Z")


class Rejected(Exception):  # noqa: N818 - an answer, not an error
    """The gateway does not do it; ``code`` is UPnP's."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Wish:
    """Who knocks at ``outer`` of the gateway is passed on to ``inner`` of ``client``, by TCP.

    ``seconds``: for how long; 0: until it is taken back.
    """

    outer: int
    client: IPv4Address
    inner: int
    seconds: int


def ask_address(control: Control) -> bytes:
    """What is its address to the outside?"""
    return _call(control, _ADDRESS, {})


def ask_to_add(control: Control, wish: Wish) -> bytes:
    """Do that. A wish that is fulfilled already is prolonged."""
    named = {
        **_of_port(wish.outer),
        "NewInternalPort": str(wish.inner),
        "NewInternalClient": str(wish.client),
        "NewEnabled": "1",
        "NewPortMappingDescription": SHOWN_AS,
        "NewLeaseDuration": str(wish.seconds),
    }
    return _call(control, _ADD, named)


def ask_to_delete(control: Control, outer: int) -> bytes:
    """Pass nobody on any more who knocks at that port."""
    return _call(control, _DELETE, _of_port(outer))


def read_address(answer: Answer) -> IPv4Address:
    """The answer to ``ask_address``. Raises Rejected or Unreadable."""
    words = _read(answer, _ADDRESS).words_of("NewExternalIPAddress")
    try:
        return IPv4Address(words)
    except AddressValueError as error:
        raise Unreadable("no address") from error


def read_added(answer: Answer) -> None:
    """The answer to ``ask_to_add``. Raises Rejected or Unreadable."""
    _read(answer, _ADD)


def _of_port(outer: int) -> Mapping[str, str]:
    return {"NewRemoteHost": "", "NewExternalPort": str(outer), "NewProtocol": "TCP"}


def _call(control: Control, action: str, named: Mapping[str, str]) -> bytes:
    # All of it is ours: numbers, addresses, and names out of tables.
    assert all(is_plain(words) and "<" not in words for words in named.values())
    arguments = "".join(f"<{name}>{words}</{name}>" for name, words in named.items())
    content = (
        '<?xml version="1.0"?>\r\n'
        '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"'
        ' s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>'
        f'<u:{action} xmlns:u="{control.service}">{arguments}</u:{action}>'
        "</s:Body></s:Envelope>\r\n"
    )
    return post(control.place, f"{control.service}#{action}", content.encode("ascii"))


def _read(answer: Answer, action: str) -> Element:
    if answer.status not in {_OK, _FAILED}:  # a redirect among others
        raise Unreadable(f"status {answer.status}")
    envelope = read_markup(answer.body)
    for error in envelope.all("UPnPError"):
        code = error.words_of("errorCode")
        if _CODE.match(code):
            raise Rejected(int(code))
    done = next(envelope.all(f"{action}Response"), None)
    if done is None or answer.status != _OK:
        raise Unreadable("an answer to something else")
    return done
