"""JSON bodies of posts, and what is shown of them."""

from __future__ import annotations

import json

from engine.protocols.peerlinks.bodies.forms import parse_body
from engine.wire.json_text import is_json
from tests.fuzz.target import Target


def _text(data: bytes) -> str:
    """As Protocol Buffers would give it: what is no UTF-8 never comes so far."""
    return data.decode("utf-8", "replace")


def _judged(data: bytes) -> None:
    """What Python's own reader accepts as standard JSON is JSON, and the reverse but for depth."""
    text = _text(data)
    try:
        json.loads(text, parse_constant=_no_json)
    except ValueError:
        accepted = False
    except RecursionError:
        return
    else:
        accepted = True
    assert is_json(text) == accepted, "two judges of JSON differ"


def _no_json(constant: str) -> None:
    raise ValueError(constant)


def _body(data: bytes) -> None:
    parse_body(_text(data))


TARGET = Target(
    "bodies",
    (_judged, _body),
    (),
    ("engine.wire.json_text", "engine.protocols.peerlinks.bodies.forms"),
)
