"""Who does a command. Names no protocol.

Most commands are one performer's business. Those about a space of whatever kind (to post there, to
leave it) are done by the protocol that keeps it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.model.commands import Command
from engine.model.ids import ProtocolName, SpaceId
from engine.protocols.contract import Performer

Known = tuple[Performer, ProtocolName | None]
"""Who does it, and which protocol that is, if any."""


class Performers:
    """All that there are."""

    __slots__ = ("_by_command", "_keeper")

    def __init__(
        self, everybody: Iterable[Known], keeper: Callable[[SpaceId], ProtocolName | None]
    ) -> None:
        """``keeper``: which protocol keeps a space; None for an unknown one."""
        self._keeper = keeper
        self._by_command: dict[type[Command[object]], list[Known]] = {}
        for performer, protocol in everybody:
            self._enlist(performer, protocol)

    def of(self, command: Command[object]) -> Known | None:
        """None: nobody knows how. For an unknown space the first one refuses."""
        known = self._by_command.get(type(command), [])
        if len(known) > 1:
            keeper = self._keeper(getattr(command, "space"))  # noqa: B009 - those that are shared have one
            known = [one for one in known if one[1] is keeper] or known
        return known[0] if known else None

    def _enlist(self, performer: Performer, protocol: ProtocolName | None) -> None:
        for kind in performer.performs:
            listed = self._by_command.setdefault(kind, [])
            is_of_spaces = "space" in getattr(kind, "__slots__", ())
            assert not listed or is_of_spaces, f"two perform {kind.__name__}"
            listed.append((performer, protocol))
