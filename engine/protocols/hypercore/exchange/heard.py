"""What was heard, but for requests that were taken back behind themselves (DEP-0010, Cancel). Pure.

Requests are answered as they are read. Who takes one back is heard before it is answered wherever
both came while we were busy with something else: one looks ahead over requests and what takes them
back, so many at most.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.protocols.hypercore import packets
from engine.protocols.hypercore.limits import REQUESTS_LOOKED_OVER_MAX
from engine.protocols.hypercore.wire import Said

_Meant = tuple[int, int, bool]
"""Block, offset and kind of a request: by those it is taken back."""


def takes_back(cancel: packets.Cancel, packet: packets.Packet) -> bool:
    """Whether ``packet`` is the request that is meant: of that block, offset and kind."""
    return isinstance(packet, packets.Request) and _meant(packet) in _all_meant(cancel)


def _meant(request: packets.Request) -> _Meant:
    return request.block, request.offset, request.hash_only


def _all_meant(cancel: packets.Cancel) -> list[_Meant]:
    kinds = (False, True) if cancel.hash_only is None else (cancel.hash_only,)
    return [(cancel.block, cancel.offset, kind) for kind in kinds]


def without_cancelled(heard: Iterator[Said]) -> Iterator[Said]:
    """All that ``heard`` has, in order, but for such requests. What took them back is there: else
    who asks and takes back again and again would be looked over without an end.

    Raises what ``heard`` raises; what was looked over before that is not given out any more.
    """
    ahead = _LookedOver()
    for said in heard:
        match said.packet:
            case packets.Request() as request:
                ahead.ask(said, request)
            case packets.Cancel() as cancel:
                ahead.take_back(said, cancel)
            case _:
                yield from ahead.give_out()
                yield said
        if ahead.is_full:
            yield from ahead.give_out()
    yield from ahead.give_out()


class _LookedOver:
    """Requests, None where one was taken back, and what takes them back."""

    def __init__(self) -> None:
        self._said: list[Said | None] = []
        self._places: dict[tuple[int, _Meant], list[int]] = {}

    @property
    def is_full(self) -> bool:
        return len(self._said) >= REQUESTS_LOOKED_OVER_MAX

    def ask(self, said: Said, request: packets.Request) -> None:
        self._places.setdefault((said.lane, _meant(request)), []).append(len(self._said))
        self._said.append(said)

    def take_back(self, said: Said, cancel: packets.Cancel) -> None:
        for meant in _all_meant(cancel):
            for place in self._places.pop((said.lane, meant), ()):
                self._said[place] = None
        self._said.append(said)

    def give_out(self) -> list[Said]:
        given = [said for said in self._said if said is not None]
        self._said.clear()
        self._places.clear()
        return given
