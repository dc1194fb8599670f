"""``blocks`` and ``hides``: what an author says of others, as JSON in an info (version S). Pure.

An object from public keys in hex to flag objects ``{"reason"?: text, "timestamp"?: seconds}``
(protocols/cable.md 4.1, A21). What of it makes no sense is skipped, entry by entry; what is no
object says nothing, and an earlier info stands.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import NoReturn

from engine.model.ids import PublicKey
from engine.protocols.cable.limits import FLAGS_BYTES_MAX, KEY_BYTES

BLOCKS = "blocks"
HIDES = "hides"
REASON_UNITS_MAX = 1_024  # ours: characters of a reason that are kept


@dataclass(frozen=True, slots=True)
class Flag:
    """Why and when (Unix seconds), as far as its author has said."""

    reason: str = ""
    at: float | None = None


Flags = Mapping[PublicKey, Flag]


def read_flags(value: str) -> Flags | None:
    """The flags in an info's value; None for what is none, so that an earlier value stands."""
    if len(value.encode("utf-8", "surrogatepass")) > FLAGS_BYTES_MAX:
        return None
    try:
        parsed: object = json.loads(value, parse_constant=_no_number)
    except (ValueError, RecursionError):
        return None
    if not isinstance(parsed, dict):
        return None
    flags: dict[PublicKey, Flag] = {}
    for name, said in parsed.items():
        key, flag = _key(name), _flag(said)
        if key is not None and flag is not None:
            flags[key] = flag
    return flags


def write_flags(flags: Flags) -> str:
    """The value of an info. The caller sees that it is not longer than FLAGS_BYTES_MAX."""
    return json.dumps(
        {key.hex(): _written(flag) for key, flag in sorted(flags.items())},
        ensure_ascii=False,
        separators=(",", ":"),
    )


def _written(flag: Flag) -> dict[str, str | float]:
    written: dict[str, str | float] = {"reason": flag.reason} if flag.reason else {}
    if flag.at is not None:
        written["timestamp"] = int(flag.at) if flag.at.is_integer() else flag.at
    return written


def _no_number(_text: str) -> NoReturn:
    raise ValueError("JSON has no such number")


def _key(name: str) -> PublicKey | None:
    try:
        key = bytes.fromhex(name)
    except ValueError:
        return None
    is_plain = len(key) == KEY_BYTES and len(name) == 2 * KEY_BYTES
    return PublicKey(key) if is_plain else None


def _flag(said: object) -> Flag | None:
    """None where a member is of another type than it has to be."""
    if not isinstance(said, dict):
        return None
    reason, at = said.get("reason", ""), said.get("timestamp")
    if not isinstance(reason, str) or isinstance(at, bool):
        return None
    if at is not None and not isinstance(at, int | float):
        return None
    try:
        time = None if at is None else float(at)
    except OverflowError:
        return None
    if time is not None and not isfinite(time):  # 1e999 is a number in JSON
        return None
    return Flag(reason[:REASON_UNITS_MAX], time)
