"""Bugs of private channels, of the turn and of the store, as somebody might have made them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from typing import Any

import pytest

from engine.crypto.blake2b import hash32
from engine.model.events import PostsArrived, PostsChanged
from engine.model.ids import PostId
from engine.protocols.contract import Effect, Send, Store
from engine.protocols.peerlinks.conversation import allowance, serving, session
from engine.protocols.peerlinks.conversation.reconciliation import Ask, Reconciliation
from engine.protocols.peerlinks.graph import acceptance, answers, posting
from engine.protocols.peerlinks.graph.acceptance import Acceptance, _Bulk
from engine.protocols.peerlinks.messages import read_message
from engine.protocols.peerlinks.messages.posts import CanonicalMessage
from engine.protocols.peerlinks.packets import ChannelMessage, Query, RequestContent
from engine.protocols.peerlinks.records import Channel, MessageStored, Place
from engine.protocols.peerlinks.trust.chain import leaf_key
from engine.runtime.turns.conversations import Conversation
from engine.runtime.turns.outbox import Outbox
from engine.runtime.turns.turn import Turn
from engine.store.database import Database
from tests.simulation.planted.declared import bug

HONEST = "honest"


# ---- how much is asked ---------------------------------------------------------------------------


@bug("portmany")
def an_allowance_of_ten(patch: pytest.MonkeyPatch) -> None:
    """Who asks a little more than others is sent away, and made to wait."""
    patch.setattr(allowance, "REQUESTS_BURST", 10.0)
    patch.setattr(allowance, "REQUESTS_DEBT_MAX", 0.0)


# ---- finding each other's posts -----------------------------------------------------------------


@bug(HONEST)
def a_query_from_the_tip(patch: pytest.MonkeyPatch) -> None:
    """Asks from the highest leaf rather than the lowest: what branched off below stays unknown."""

    def begin(self: Reconciliation) -> list[Ask]:
        leaves = self._records.leaves(self._channel, 1_000_000)
        height = max((leaf.height for leaf in leaves), default=0)
        self._query = Query(height, is_backward=False, limit=self._extent.query_limit)
        return [self._query]

    patch.setattr(Reconciliation, "begin", begin)
    # The published responder lowers the height to its own lowest leaf; a careless one does not.
    patch.setattr(
        answers,
        "_from_height",
        lambda records, channel, asked, limit: (
            answers._forward(records.page_from(channel, (asked, bytes(32)), limit + 1), limit)
            if records.has_height(channel, asked)
            else answers._EMPTY
        ),
    )


@bug(HONEST)
def silence_about_what_was_received(patch: pytest.MonkeyPatch) -> None:
    """Notifications only of own posts: whoever stands further down the line hears nothing."""
    usual = session.Session.notice

    def notice(self: session.Session, records: Sequence[object], now: float) -> list[Effect]:
        told = [one for one in records if not isinstance(one, MessageStored) or one.ours]
        return usual(self, told, now)  # type: ignore[arg-type]  # records all of them

    patch.setattr(session.Session, "notice", notice)


@bug(HONEST)
def invites_only_for_who_is_there(patch: pytest.MonkeyPatch) -> None:
    """Whoever connects later is not given the invite that waits for them."""
    usual = session.Session.begin

    def begin(self: session.Session, now: float) -> list[Effect]:
        with pytest.MonkeyPatch.context() as meanwhile:
            meanwhile.setattr(session, "deliver", lambda *_: [])
            return usual(self, now)

    patch.setattr(session.Session, "begin", begin)


@bug(HONEST)
def the_last_page_is_lost(patch: pytest.MonkeyPatch) -> None:
    """Stops when a page is not full, though it has a next one."""

    def next_query(self: Reconciliation, page: object, walk: object) -> Query | None:
        return None

    patch.setattr(Reconciliation, "_next_query", next_query)


@bug("liars-L-1")
def pending_parents_without_bound(patch: pytest.MonkeyPatch) -> None:
    """Remembers every parent that a peer invents."""
    usual = Reconciliation.__init__

    def init(self: Reconciliation, *arguments: Any, **named: Any) -> None:
        usual(self, *arguments, **named)
        self._extent = replace(self._extent, unresolved_max=1 << 40)

    patch.setattr(Reconciliation, "__init__", init)


@bug("liars-L-1")
def sent_back_and_forth_for_ever(patch: pytest.MonkeyPatch) -> None:
    """Believes that what was shown and not given will be given the next time."""
    usual = Reconciliation.settle

    def settle(
        self: Reconciliation, stored: list[PostId], held_back: list[PostId], _withheld: object
    ) -> list[Ask]:
        return usual(self, stored, held_back, ())

    patch.setattr(Reconciliation, "settle", settle)


# ---- what may be stored -------------------------------------------------------------------------


@bug("liars-L-1", first=7)
def no_look_at_parents(patch: pytest.MonkeyPatch) -> None:
    """Stores a message whose parents nobody has shown."""

    def demand_parents(self: _Bulk, message: ChannelMessage) -> None:
        del self, message

    patch.setattr(_Bulk, "_demand_parents", demand_parents)


@bug("liars-L-8")
def no_look_at_heights(patch: pytest.MonkeyPatch) -> None:
    """Believes the height that a message claims."""
    usual = _Bulk._demand_parents

    def demand_parents(self: _Bulk, message: ChannelMessage) -> None:
        places = [self.places[one] for one in message.parents if one in self.places]
        height = max((place.height for place in places), default=0) + 1
        usual(self, replace(message, height=height))

    patch.setattr(_Bulk, "_demand_parents", demand_parents)


@bug("liars-P-7")
def times_that_are_none(patch: pytest.MonkeyPatch) -> None:
    """No look at NaN and its kind; every later comparison lets it through."""
    from engine.protocols.peerlinks import shapes
    from engine.protocols.peerlinks.messages import posts

    patch.setattr(shapes, "is_time", lambda _seconds: True)
    patch.setattr(posts, "is_time", lambda _seconds: True)


@bug("liars-L-3")
def messages_from_the_future(patch: pytest.MonkeyPatch) -> None:
    """Any date will do."""
    patch.setattr(acceptance, "FUTURE_LEEWAY_SECONDS", inf)


@bug("liars-L-8")
def a_second_root(patch: pytest.MonkeyPatch) -> None:
    """Any member may begin the channel anew, as the published implementation lets them."""

    def demand_only_root(self: _Bulk, message: ChannelMessage) -> None:
        del self, message

    patch.setattr(_Bulk, "_demand_only_root", demand_only_root)
    patch.setattr(acceptance, "_demand_body", lambda _message: None)


@bug("liars-P-15")
def no_look_at_signatures(patch: pytest.MonkeyPatch) -> None:
    """Believes whoever says who wrote it."""
    patch.setattr(Acceptance, "_demand_signatures", lambda _self, _bulk: None)


@bug("liars-L-4")
def rights_that_never_end(patch: pytest.MonkeyPatch) -> None:
    """A link that is over still counts."""
    patch.setattr(acceptance, "demand_window", lambda _chain, _at: None)


@bug("liars-P-6")
def json_as_python_reads_it(patch: pytest.MonkeyPatch) -> None:
    """NaN is no JSON, but Python's reader takes it."""
    import json

    def is_json(text: str) -> bool:
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return False
        return True

    patch.setattr(acceptance, "is_json", is_json)


@bug("liars-P-4")
def a_hash_of_what_came(patch: pytest.MonkeyPatch) -> None:
    """Names a message by its bytes on the wire: each re-encoding is a further message."""

    def read(data: bytes) -> CanonicalMessage:
        read_one = read_message(data)
        return replace(read_one, wire=data, hash=PostId(hash32(data)))

    patch.setattr(acceptance, "read_message", read)


@bug("liars-L-14")
def answers_for_everybody(patch: pytest.MonkeyPatch) -> None:
    """Whoever has the channel's key gets its posts, member or not."""

    def member(
        self: serving.Serving, channel: Channel, content: RequestContent, now: float
    ) -> object:
        del self, now
        return serving._Asker(leaf_key(content.chain, channel.public_key), content.chain)

    patch.setattr(serving.Serving, "_member", member)


# ---- our own posts ------------------------------------------------------------------------------


@bug(HONEST)
def posts_by_our_own_clock_alone(patch: pytest.MonkeyPatch) -> None:
    """Dates a post by the clock even where its parents are dated later."""

    def parents_among(leaves: Sequence[Place]) -> list[Place]:
        return [replace(leaf, timestamp=0.0) for leaf in leaves]

    patch.setattr(posting, "_parents_among", parents_among)


@bug(HONEST)
def posts_on_the_lowest_leaf(patch: pytest.MonkeyPatch) -> None:
    """Builds on nothing else, and so stands before what came meanwhile."""
    patch.setattr(posting, "_parents_among", lambda leaves: leaves[:1])


# ---- the turn and the store ----------------------------------------------------------------------


@bug(HONEST)
def sent_before_it_is_stored(patch: pytest.MonkeyPatch) -> None:
    """Does not hold back what a turn leads to."""
    usual = Turn._hold

    def hold(self: Turn, effects: list[Effect], source: object, now: float) -> None:
        if isinstance(source, Conversation):
            for effect in effects:
                if isinstance(effect, Send):
                    source.link.send(effect.data)
            effects = [effect for effect in effects if not isinstance(effect, Send)]
        usual(self, effects, source, now)  # type: ignore[arg-type]  # passed on as it came

    patch.setattr(Turn, "_hold", hold)


@bug(HONEST)
def said_before_it_is_stored(patch: pytest.MonkeyPatch) -> None:
    """Own posts are acknowledged and stored with some later turn."""
    usual = Turn._hold
    late: dict[int, list[Effect]] = {}

    def hold(self: Turn, effects: list[Effect], source: object, now: float) -> None:
        own = [
            one
            for one in effects
            if isinstance(one, Store) and isinstance(one.record, MessageStored) and one.record.ours
        ]
        waiting = late.pop(id(self), [])
        if own and not isinstance(source, Conversation):
            late[id(self)] = list(own)
            effects = [one for one in effects if one not in own]
        usual(self, [*waiting, *effects], source, now)  # type: ignore[arg-type]  # as it came

    patch.setattr(Turn, "_hold", hold)


@bug(HONEST)
def commits_every_other_time(patch: pytest.MonkeyPatch) -> None:
    """Fewer syncs: a commit leaves the transaction open for the next turn."""
    usual_commit, usual_begin = Database.commit, Database.begin
    counts: dict[int, int] = {}

    def commit(self: Database) -> None:
        counts[id(self)] = counts.get(id(self), 0) + 1
        if counts[id(self)] % 2:
            usual_commit(self)

    def begin(self: Database) -> None:
        if not self.in_transaction:
            usual_begin(self)

    patch.setattr(Database, "commit", commit)
    patch.setattr(Database, "begin", begin)


@bug(HONEST)
def a_rollback_that_forgets_a_part(patch: pytest.MonkeyPatch) -> None:
    """What repositories hold in memory is not dropped with the transaction."""

    def rollback(self: Database) -> None:
        if self.in_transaction:
            self.run("ROLLBACK")

    patch.setattr(Database, "rollback", rollback)


@bug(HONEST)
def news_that_replaces_news(patch: pytest.MonkeyPatch) -> None:
    """Of two events about posts only the later one is told."""
    usual = Outbox.put

    def put(self: Outbox, event: object) -> None:
        if isinstance(event, PostsArrived):
            self._events.pop((PostsArrived, event.space), None)
        usual(self, event)  # type: ignore[arg-type]  # an event

    patch.setattr(Outbox, "put", put)


@bug(HONEST)
def changes_of_posts_are_told_to_nobody(patch: pytest.MonkeyPatch) -> None:
    """What is in sight stays as it was: reactions, edits and what was taken back go unseen."""
    usual = Outbox.put

    def put(self: Outbox, event: object) -> None:
        if not isinstance(event, PostsChanged):
            usual(self, event)  # type: ignore[arg-type]  # an event

    patch.setattr(Outbox, "put", put)
