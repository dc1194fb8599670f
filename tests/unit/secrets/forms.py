"""A secret in every form in which it could lie somewhere, and the search for all of them."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.wire.base58 import encode_base58

PART_BYTES = 16
"""Half a key is a leak as well."""
WHOLE = "all"
AS_A_NUMBER = ("base58", "integer", "little integer")
"""Forms that show nothing of a part."""


@dataclass(frozen=True, slots=True)
class Hit:
    """Which secret lies where, and in what form."""

    place: str
    secret: str
    form: str


def forms_of(secret: bytes) -> Mapping[str, bytes]:
    """By their names. Text forms as a longer text would hold them: whatever stands before."""
    found: dict[str, bytes] = {}
    for name, part in _parts(secret).items():
        forms = _forms(part)
        if name == WHOLE and len(secret) >= 2 * PART_BYTES:  # the others begin like their halves
            forms = {form: forms[form] for form in AS_A_NUMBER}
        found |= {f"{name}, {form}": content for form, content in forms.items()}
    return found


def _parts(secret: bytes) -> Mapping[str, bytes]:
    if len(secret) < 2 * PART_BYTES:
        return {WHOLE: secret}
    return {"begin": secret[:PART_BYTES], "end": secret[-PART_BYTES:], WHOLE: secret}


def _forms(part: bytes) -> Mapping[str, bytes]:
    texts = {
        "hex": part.hex(),
        "HEX": part.hex().upper(),
        "spaced hex": part.hex(" "),
        "base58": encode_base58(part),
        "repr": repr(part)[2:-1],
        "numbers": ", ".join(map(str, part)),
        "JSON numbers": ",".join(map(str, part)),
        "integer": str(int.from_bytes(part, "big")),
        "little integer": str(int.from_bytes(part, "little")),
        **_sliding("base64", part, base64.b64encode, 3, 4),
        **_sliding("base64url", part, base64.urlsafe_b64encode, 3, 4),
        **_sliding("base32", part, base64.b32encode, 5, 8),
    }
    lower = {f"{name}, lower": text.lower() for name, text in texts.items() if "base32" in name}
    encoded = {name: text.encode() for name, text in {**texts, **lower}.items()}
    return {"raw": part, "backwards": part[::-1], **encoded}


def _sliding(
    name: str, part: bytes, encode: Callable[[bytes], bytes], group: int, digits: int
) -> Mapping[str, str]:
    """What stays the same of it within a longer encoding, for each place it may begin at."""
    found = {}
    for before in range(group):
        text = encode(bytes(before) + part).decode().rstrip("=")
        first = -(-before * 8 // (8 * group // digits)) if before else 0
        whole = (before + len(part)) * digits // group
        found[f"{name} at {before}"] = text[first:whole]
    return found


def search(places: Iterable[tuple[str, bytes]], secrets: Mapping[str, bytes]) -> Sequence[Hit]:
    """All that is found."""
    wanted = [
        (name, form, content)
        for name, secret in secrets.items()
        for form, content in forms_of(secret).items()
    ]
    return [
        Hit(place, name, form)
        for place, content in places
        for name, form, needle in wanted
        if needle in content
    ]
