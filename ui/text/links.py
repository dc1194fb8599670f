"""Which addresses in a post may be pressed, and what they open (reliability.md G-3). No Qt.

Those that lead outside are opened once the person has seen them in full. A link of ours is never
more than previewed, and a line that names a message shows that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import SplitResult, quote, urlsplit

from ui.text.message_link import MESSAGE_LINE

SCHEMES = frozenset({"https", "http", "mailto"})  # ours: nothing else leaves the window
ADDRESS_CHARACTERS_MAX = 2_000
OWN_CHARACTERS_LEAST = 20  # ours: fewer are no link that a program of ours writes
_KEPT = "%/:=&?~#+!$,;'@()*[]"  # RFC 3986: what may stand in an address as it is

_FORBIDDEN = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff\\<>\"]")

_OWN = re.compile(
    rf"(?<!\w)(?:(?i:tidings:)[A-Z2-7]{{{OWN_CHARACTERS_LEAST},}}|{MESSAGE_LINE})(?!\w)"
)


def own_links(text: str) -> Iterator[tuple[int, int]]:
    """Where links of ours, and lines that name a message, begin and end in ``text``."""
    for match in _OWN.finditer(text):
        if len(match.group()) <= ADDRESS_CHARACTERS_MAX:
            yield match.span()


def is_own_link(address: str) -> bool:
    """Whether all of ``address`` is one of ours: it leads to something shown here."""
    return next(own_links(address), None) == (0, len(address))


def pressable(address: str) -> str:
    """Where a press in a message leads: what is ours as it is, else what is ``openable``."""
    return address if is_own_link(address) else openable(address)


def openable(address: str) -> str:
    """The full address in ASCII (host in punycode), or nothing if it may not be opened.

    Refused: other schemes, control and blank characters, a user name before the host, no host.
    """
    if len(address) > ADDRESS_CHARACTERS_MAX or _FORBIDDEN.search(address):
        return ""
    try:
        parts = urlsplit(address)
        scheme = parts.scheme.lower()
        if scheme not in SCHEMES:
            return ""
        return _mail(parts) if scheme == "mailto" else _web(parts)
    except ValueError:  # a broken IPv6 host, a port beyond 65535, a label that punycode refuses
        return ""


def _mail(parts: SplitResult) -> str:
    local, at, host = parts.path.rpartition("@")
    if parts.netloc or not at or not local or not host or "?" in parts.path:
        return ""
    # Headers after "?" could add recipients and text nobody sees.
    return f"mailto:{parts.path}" if parts.path.isascii() else ""


def _web(parts: SplitResult) -> str:
    if "@" in parts.netloc or not parts.hostname:
        return ""
    host = parts.hostname
    if not host.isascii():
        host = host.encode("idna").decode("ascii")
    port = f":{parts.port}" if parts.port is not None else ""
    shown_host = f"[{host}]" if ":" in host else host
    rebuilt = parts._replace(scheme=parts.scheme.lower(), netloc=shown_host + port)
    return quote(rebuilt.geturl(), safe=_KEPT)
