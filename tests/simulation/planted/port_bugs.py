"""Bugs of the tidings port, of renewals, and of clocks that are ahead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest
from typing_extensions import override

from engine.model.ids import PostId, SpaceId
from engine.protocols.contract import Effect
from engine.protocols.peerlinks.conversation import delivery, serving
from engine.protocols.peerlinks.conversation.renewing import Renewing
from engine.protocols.peerlinks.conversation.scope import Scope
from engine.protocols.peerlinks.graph import posting
from engine.protocols.peerlinks.packets import EncryptedInvite
from engine.protocols.peerlinks.peerlinks import Peerlinks
from engine.protocols.peerlinks.records import Place, Records
from engine.protocols.tidings.port import meeting
from engine.protocols.tidings.port.allowance import Rate
from engine.protocols.tidings.port.connection import TidingsConnection
from engine.protocols.tidings.port.meeting import Meeting
from engine.store.peerlinks.acknowledging import Acknowledging
from tests.simulation.planted.declared import bug

HONEST = "port"


# ---- delivery -----------------------------------------------------------------------------------


@bug(HONEST)
def a_head_says_all(patch: pytest.MonkeyPatch) -> None:
    """Whoever acknowledges anything in a channel is said to hold all that is ours there."""

    def reached(
        self: Acknowledging, number: int, heads: Iterable[PostId], ours: Mapping[PostId, int]
    ) -> list[PostId]:
        del self, number, heads
        return list(ours)

    patch.setattr(Acknowledging, "_reached", reached)


@bug(HONEST, first=6)
def heads_are_said_once(patch: pytest.MonkeyPatch) -> None:
    """What is received after the lists were compared is acknowledged no more."""

    def look(self: Meeting, now: float) -> list[Effect]:
        del self, now
        return []

    patch.setattr(Meeting, "_look_at_touched", look)


@bug("portliars-NamesFromHearsay")
def names_are_enough(patch: pytest.MonkeyPatch) -> None:
    """Whoever lists a channel is told what we hold there, and believed."""
    patch.setattr(Peerlinks, "takes_part", lambda _self, *_: True)


@bug("portmany")
def who_shares_much_is_a_flood(patch: pytest.MonkeyPatch) -> None:
    """What a peer may say does not grow with what there is in common."""
    patch.setattr(meeting, "messages_of_peer", lambda _common: Rate(50.0, 1.0))


# ---- inside -------------------------------------------------------------------------------------


@bug("portliars-LooksAround")
def channels_named_to_all(patch: pytest.MonkeyPatch) -> None:
    """Inside the port, too, every peer is asked for every channel."""

    def covers(self: Scope, space: SpaceId) -> bool:
        del self, space
        return True

    patch.setattr(Scope, "covers", covers)


@bug("portliars-Impostors")
def anybody_inside(patch: pytest.MonkeyPatch) -> None:
    """The peer id that is said inside need not be that of the key outside."""
    patch.setattr(TidingsConnection, "_demand_the_same", lambda _self, _peer: None)


# ---- renewals -----------------------------------------------------------------------------------


@bug(HONEST, first=22)
def renewals_asked_once(patch: pytest.MonkeyPatch) -> None:
    """What was asked while the inviter was away is not asked again when they meet."""

    def begin(self: Renewing, now: float) -> list[Effect]:
        return self.look(now)

    patch.setattr(Renewing, "begin", begin)


# ---- clocks -------------------------------------------------------------------------------------


@bug(HONEST)
def shown_before_it_is_acceptable(patch: pytest.MonkeyPatch) -> None:
    """What was posted while the clock was far ahead is shown at once."""
    patch.setattr(serving, "next_ripe", lambda *_: None)


@bug(HONEST)
def posts_on_top_of_what_is_ahead(patch: pytest.MonkeyPatch) -> None:
    """Builds on it, too, and so every later post is as unacceptable."""

    def leaves(records: Records, channel: SpaceId, limit: int, now: float) -> Iterable[Place]:
        del now
        return records.leaves(channel, limit)

    patch.setattr(posting, "ripe_leaves", leaves)


@bug("honest")
def early_invites_are_dropped(patch: pytest.MonkeyPatch) -> None:
    """An invite that begins a little later is thrown away like a false one."""

    class NeverWaits(delivery.IncomingInvites):
        @override
        def take(self, encrypted: EncryptedInvite, now: float) -> list[Effect]:
            effects = super().take(encrypted, now)
            self._early.clear()
            return effects

    patch.setattr("engine.protocols.peerlinks.conversation.session.IncomingInvites", NeverWaits)
