"""One lane's watch over forks: is the peer's history of the feed the one we have? Pure.

The rules of protocols/hypercore.md section 8: what is asked (1 to 3) is in ``requests``, what
follows from the answers here, and how answers are compared in ``forks``. A fork that is found is
stored at once; then the same peer is asked for hashes until it is known where the histories part,
and only then everybody else is told.
"""

from __future__ import annotations

from enum import Enum, auto

from engine.errors import PeerViolation
from engine.protocols.contract import Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange.asking.requests import Requests
from engine.protocols.hypercore.exchange.trust.extensions import (
    FORK,
    Terms,
    decode_evidence,
    encode_evidence,
)
from engine.protocols.hypercore.exchange.trust.forks import (
    Alone,
    Divergence,
    divergence,
    evidence_of,
    fork_shown,
    fork_told,
    our_evidence,
    verified_alone,
)
from engine.protocols.hypercore.limits import (
    FORK_MESSAGES_MAX,
    FORK_QUESTIONS_MAX,
    PATIENCE_SECONDS,
)
from engine.protocols.hypercore.manner import Doing
from engine.protocols.hypercore.records import Feed, ForkNarrowed, OwnElsewhere, Records
from engine.protocols.hypercore.tree import flat
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.proof import Proof, Signed
from engine.protocols.hypercore.tree.suites import SUITES
from engine.protocols.hypercore.tree.verification import ProofFailed

SECTION = "Request Procedure"


class _Suspicion(Enum):
    """That the peer may hold another history of the feed."""

    NONE = auto()
    ASKED = auto()  #: what signs a block was asked for; nothing else is, until it has come
    CLEARED = auto()  #: it was the same history; the next proof that fails is the peer's fault
    FORKED = auto()  #: it holds another one of the author's; its proofs need not fit ours


class _Narrowing:
    """The search for the place where two histories part: what is known of theirs.

    ``waits_for``: the block that is asked about next, once it is not on its way itself.
    """

    def __init__(self) -> None:
        self.nodes: dict[int, Node] = {}
        self.questions = 0
        self.asked_at = 0.0
        self.waits_for: int | None = None
        self.last: tuple[Alone, Divergence] | None = None


class ForkWatch:
    """What is suspected, known and said about forks on one lane."""

    def __init__(self, records: Records, requests: Requests, terms: Terms) -> None:
        self._records = records
        self._requests = requests
        self._terms = terms
        self._suspicion = _Suspicion.NONE
        self._suspected = 0
        self._narrowing: _Narrowing | None = None
        self._has_told = False
        self._heard = 0

    # ---- what the peer sends --------------------------------------------------------------------

    def suspect(self, block: int, failed: ProofFailed, now: float) -> list[Doing]:
        """A proof failed: by the peer's fault, or because its history is another one than ours."""
        match self._suspicion:
            case _Suspicion.NONE:
                self._suspicion = _Suspicion.ASKED
                self._suspected = block
                self._requests.suspended = True
                return [*self._requests.alone(block, now)]
            case _Suspicion.ASKED:
                return []
            case _Suspicion.FORKED:
                self._requests.note_refused(block, now)
                return []
            case _Suspicion.CLEARED:
                raise _violation(failed) from None

    def judge(self, feed: Feed, data: packets.Data, now: float) -> list[Doing]:
        """The hash came with all that signs it: is it the history that we have?

        Published programs leave out what they have sent before on the same connection, whatever
        they are asked: then nothing can be said, and only the next connection may tell.
        """
        try:
            alone = verified_alone(feed, data.block, _with_leaf(feed, data))
        except ProofFailed as failed:
            if self._suspicion is _Suspicion.ASKED:
                raise _violation(failed) from None
            return self._end_narrowing(feed)
        noted = own_elsewhere(feed, alone.signed, now)
        if self._narrowing is not None:
            return [*noted, *self._narrow(feed, self._narrowing, alone, now)]
        forked = fork_shown(feed, self._records.tree(feed.space), alone, now)
        if forked is not None and feed.common is None:
            self._release(_Suspicion.FORKED)
            self._requests.download.is_narrowing = True
            self._narrowing = _Narrowing()
            more = self._narrow(feed, self._narrowing, alone, now)
            return [*noted, Store(forked), *more]
        if forked is not None:
            self._release(_Suspicion.FORKED)
        elif self._suspicion is _Suspicion.ASKED:
            self._release(_Suspicion.CLEARED)
        return [*noted]

    def _release(self, suspicion: _Suspicion) -> None:
        self._suspicion = suspicion
        self._requests.suspended = False

    # ---- where they part ------------------------------------------------------------------------

    def _narrow(self, feed: Feed, narrowing: _Narrowing, alone: Alone, now: float) -> list[Doing]:
        narrowing.nodes.update({node.index: node for node in alone.verified.nodes})
        tree = self._records.tree(feed.space)
        found = divergence(tree, feed.length, narrowing.nodes, alone.signed.length)
        narrowing.last = alone, found
        narrowing.questions += 1
        narrowing.asked_at = now
        is_asked = found.ask is None or found.ask == alone.block
        if found.ask is None or is_asked or narrowing.questions > FORK_QUESTIONS_MAX:
            return self._end_narrowing(feed)
        narrowing.waits_for = found.ask
        return self._ask_on(narrowing, now)

    def _ask_on(self, narrowing: _Narrowing, now: float) -> list[Doing]:
        if narrowing.waits_for is None:
            return []
        asked = self._requests.alone(narrowing.waits_for, now)
        if asked:
            narrowing.waits_for, narrowing.asked_at = None, now
        return [*asked]

    def _end_narrowing(self, feed: Feed) -> list[Doing]:
        if self._narrowing is None or self._narrowing.last is None:
            return []
        alone, found = self._narrowing.last
        self.close()
        ours = our_evidence(feed, self._records.tree(feed.space), alone.block)
        if ours is None:
            return []
        return [Store(ForkNarrowed(feed.space, found.common, (ours, evidence_of(alone))))]

    def no_answer(self, feed: Feed, now: float) -> list[Doing]:
        """The peer will not tell the hash it was asked for; it may be paused meanwhile.

        What made us ask is had from others, or, after a while, tried again.
        """
        if self._suspicion is _Suspicion.ASKED:
            self._release(_Suspicion.NONE)
            self._requests.note_refused(self._suspected, now)
        return self._end_narrowing(feed)

    def wake(self, feed: Feed, now: float) -> list[Doing]:
        """Nobody waits for ever to be told."""
        narrowing = self._narrowing
        if narrowing is not None and now - narrowing.asked_at >= PATIENCE_SECONDS:
            return self._end_narrowing(feed)
        asked = [] if narrowing is None else self._ask_on(narrowing, now)
        return [*asked, *self.tell(feed)]

    def close(self) -> None:
        """Nothing more comes of this peer."""
        if self._narrowing is not None:
            self._narrowing = None
            self._requests.download.is_narrowing = False

    # ---- evidence -------------------------------------------------------------------------------

    def tell(self, feed: Feed) -> list[Doing]:
        """Once: what proves the fork, if there is one, and its place is not looked for any more."""
        if feed.common is None or self._has_told or self._requests.download.is_narrowing:
            return []
        self._has_told = True
        payload = encode_evidence(self._records.evidence(feed.space) or ())
        message = self._terms.message(FORK, payload) if payload else None
        return [] if message is None else [message]

    def hear(self, feed: Feed, payload: bytes, now: float) -> list[Doing]:
        """Somebody says that the feed's author has signed two histories. We look for ourselves."""
        if feed.common is not None or not feed.signed:
            return []
        self._heard += 1
        if self._heard > FORK_MESSAGES_MAX:
            raise PeerViolation("evidence that shows no fork, again and again", SECTION)
        try:
            told = [verified_alone(feed, one.block, one.proof) for one in decode_evidence(payload)]
        except ProofFailed as failed:
            raise _violation(failed) from None
        forked = fork_told(feed, self._records.tree(feed.space), told, now)
        noted = [one for alone in told for one in own_elsewhere(feed, alone.signed, now)]
        return noted[:1] if forked is None else [Store(forked)]


def own_elsewhere(feed: Feed, signed: Signed | None, now: float) -> list[Doing]:
    """Rule 5: our own key has signed more than we hold."""
    is_ours = feed.own and not feed.elsewhere and signed is not None
    if not is_ours or signed is None or signed.length <= feed.length:
        return []
    return [Store(OwnElsewhere(feed.space, signed.length, now))]


def _with_leaf(feed: Feed, data: packets.Data) -> Proof:
    """Published programs of draft 1 send the block itself, whatever was asked for."""
    leaf = flat.leaf(data.block)
    nodes = data.proof.nodes
    if data.value is None or (nodes and nodes[0].index == leaf):
        return data.proof
    return Proof((SUITES[feed.suite].leaf(leaf, data.value), *nodes), data.proof.signature)


def _violation(failed: ProofFailed) -> PeerViolation:
    return PeerViolation(f"a proof that fails: {failed.reason}", SECTION)
