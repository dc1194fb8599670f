"""Bugs of comments: what is stored, summed up or asked for without the look that it needs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.errors import PeerViolation
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.comments.value import read_comment
from engine.protocols.hyperbloom.exchange.policy import Comments
from engine.protocols.hyperbloom.exchange.talk import Said, Talk
from engine.protocols.hyperbloom.records import Taken
from engine.protocols.hyperbloom.trust.link import Link
from engine.store.hyperbloom.ledgers import Ledgers
from tests.simulation.planted.bugs import sent_before_it_is_stored
from tests.simulation.planted.declared import bug

HONEST = "comments"


@bug(HONEST)
def comments_are_passed_on_before_they_are_stored(patch: pytest.MonkeyPatch) -> None:
    """Data leave before the commit."""
    sent_before_it_is_stored(patch)


@bug("commentliars-H-13")
def comments_are_taken_whoever_signed_them(patch: pytest.MonkeyPatch) -> None:
    """Their signatures are not looked at."""

    def lawful(
        _self: Comments, feed: PublicKey, values: Sequence[bytes], _now: float
    ) -> list[Taken]:
        taken: list[Taken] = []
        for value in values:
            try:
                taken.append(Taken(value, read_comment(value, feed)[0]))
            except PeerViolation:
                continue
        return taken

    patch.setattr(Comments, "lawful", lawful)


@bug(HONEST)
def trust_is_believed_after_its_end(patch: pytest.MonkeyPatch) -> None:
    """Whoever was let in for a while goes on for ever."""
    patch.setattr(Link, "holds_at", lambda *_: True)


@bug(HONEST)
def what_was_said_while_apart_is_never_asked_for(patch: pytest.MonkeyPatch) -> None:
    """Only what is said while both are connected goes over."""

    def look(self: Talk, now: float) -> Said:
        self._asked_at, self._look_at = now, None
        return []

    patch.setattr(Talk, "look", look)


@bug(HONEST)
def how_far_a_set_has_grown_is_not_written_down(patch: pytest.MonkeyPatch) -> None:
    """Its sum is right until the program starts anew."""

    def flush(self: Ledgers) -> None:
        self._grown = {}

    patch.setattr(Ledgers, "flush", flush)
