"""What any connection of the whole program holds, against the limits of what runs inside."""

from __future__ import annotations

from engine.protocols.contract import Connection
from engine.protocols.peerlinks.conversation.connection import PeerlinksConnection
from engine.protocols.peerlinks.conversation.reconciliation import Extent
from tests.simulation.bounds import Measure
from tests.simulation.comments import laws as of_comments
from tests.simulation.communities import laws as of_communities
from tests.simulation.feeds import laws as of_feeds
from tests.simulation.peerlinks import laws as of_channels
from tests.simulation.port.laws import HeldByThePort


class HeldByEverything(HeldByThePort):
    """Each kind of conversation is measured as in the worlds of its own kind."""

    def __init__(self, extent: Extent) -> None:
        super().__init__(self._measure)
        self._of_channels = of_channels.HeldByMachines(extent)
        self._others: tuple[Measure, ...] = (
            of_feeds.HeldByConversations(),
            of_comments.HeldByConversations(),
            of_communities.HeldByConversations(),
        )

    def _measure(self, machine: Connection, whose: str) -> None:
        if isinstance(machine, PeerlinksConnection):
            self._of_channels(machine, whose)
            return
        for measure in self._others:  # each looks at its own alone
            measure(machine, whose)
