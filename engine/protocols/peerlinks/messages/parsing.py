"""The one door through which a peer's bytes become protocol-buffer objects. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from google.protobuf.message import DecodeError, Message

from engine.errors import PeerViolation
from engine.protocols.peerlinks.limits import HASH_BYTES, UNSCANNED_BYTES_MAX
from engine.wire.protobuf_scan import FIELDS_MAX, PIECES_MAX, WireType, scan_runs

M = TypeVar("M", bound=Message)
Path = tuple[int, ...]
"""Field numbers from the outermost message to an element."""

_ONLY_HASHES = frozenset({HASH_BYTES})


def parse(schema: type[M], data: bytes, section: str) -> M:
    """``data`` as a message of that schema. PeerViolation if it is none, or if text is not UTF-8.

    Callers count repeated elements first (``demand_at_most``): here they become objects.
    """
    message = schema()
    try:
        message.ParseFromString(data)
    except DecodeError:
        raise PeerViolation("bytes that are not the message expected", section) from None
    return message


def demand_at_most(
    data: bytes, limits: Mapping[Path, int], section: str, *, runs_max: int | None = None
) -> None:
    """Counts elements on the wire before ``parse`` builds them (P-3).

    ``limits``: how often a field may occur in ``data`` altogether, by its path of field numbers.
    ``runs_max``: in how many pieces ``scan_runs`` may tell them, which is what the walk costs.
    None: in PIECES_MAX; a page of 1,024 messages needs 3,076, and nothing else that is valid more.
    Raises PeerViolation for one too many, and for more than 150,000 fields on those paths. Small
    data are not walked: what they can become is small, too, and is counted once parsed.
    """
    if len(data) <= UNSCANNED_BYTES_MAX:
        return
    counts = dict.fromkeys(limits, 0)
    inner = {path[:depth] for path in limits for depth in range(1, len(path))}
    walked, most = 0, PIECES_MAX if runs_max is None else runs_max
    for run, (path, alike) in enumerate(_walk(data, inner, (), 0, len(data)), start=1):
        walked += alike
        if walked > FIELDS_MAX or run > most:
            raise PeerViolation("more fields than a packet may have", section)
        if path in counts:
            counts[path] += alike
            if counts[path] > limits[path]:
                raise PeerViolation("more elements than the limit", section)


def _walk(
    data: bytes, inner: set[Path], above: Path, start: int, end: int
) -> Iterator[tuple[Path, int]]:
    singly = {path[-1] for path in inner if path[:-1] == above}
    for scanned, alike in scan_runs(data, start, end, singly):
        path = (*above, scanned.field)
        yield path, alike
        if path in inner and scanned.wire_type is WireType.BYTES:
            yield from _walk(data, inner, path, scanned.start, scanned.end)


def demand_hashes(values: Iterable[bytes], rule: str, section: str) -> None:
    """PeerViolation(rule) unless every one has 32 bytes."""
    if not _ONLY_HASHES.issuperset(map(len, values)):
        raise PeerViolation(rule, section)


def demand_length(value: bytes, length: int, rule: str, section: str) -> None:
    """PeerViolation(rule) unless ``value`` has exactly ``length`` bytes."""
    if len(value) != length:
        raise PeerViolation(rule, section)
