"""What one peer sends of one feed: what of it is verified, and stored. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from engine.model.ids import SpaceId
from engine.protocols.contract import Store
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.blocks.ranges import BlockRanges, Range, runs
from engine.protocols.hypercore.exchange.asking.remote import Remote
from engine.protocols.hypercore.exchange.asking.requests import Asked, Requests
from engine.protocols.hypercore.exchange.asking.seeking import Seeking
from engine.protocols.hypercore.exchange.trust.fork_watch import ForkWatch, own_elsewhere
from engine.protocols.hypercore.exchange.trust.judging import judge_of
from engine.protocols.hypercore.limits import SAID_NODES_MAX
from engine.protocols.hypercore.manner import Doing, Manner
from engine.protocols.hypercore.records import Feed, Received, Records, RunReceived
from engine.protocols.hypercore.tree import flat, verification
from engine.protocols.hypercore.tree.node import Node
from engine.protocols.hypercore.tree.suites import SUITES
from engine.protocols.hypercore.tree.verification import ProofFailed, ReceivedRun, Verified

_Contents = tuple[Range, Mapping[int, bytes]]


@dataclass(frozen=True, slots=True)
class Taking:
    """One lane's; it shares its parts.

    ``ask``: for all that may be asked for now. ``said``: hashes of this peer whose sizes nobody has
    signed yet.
    """

    records: Records
    space: SpaceId
    manner: Manner
    remote: Remote
    requests: Requests
    seeking: Seeking
    forks: ForkWatch
    ask: Callable[[Feed, float], list[Doing]]
    said: dict[int, Node] = field(default_factory=dict)

    def take(self, feed: Feed, data: packets.Data, now: float) -> list[Doing]:
        """A block, or its hash alone. Raises PeerViolation for a proof that fails."""
        asked = self.requests.take(data.block)
        if asked is None:
            return self._take_other(feed, data, now)
        if asked.alone:
            return self._judge(feed, data, now, asked)
        if self._is_frozen(feed, data.block):
            self._lose({data.block: asked})
            return []
        if data.value is None and not asked.hash_only:
            self.requests.note_refused(data.block, now)
            self._lose({data.block: asked})
            return [*self.requests.blocks(feed, now)]
        return self._keep(feed, data, now, asked)

    def _judge(self, feed: Feed, data: packets.Data, now: float, asked: Asked) -> list[Doing]:
        """Published programs of draft 1 send the block as well, and then never again."""
        judged = self.forks.judge(feed, data, now)
        is_forked = any(isinstance(one, Store) for one in judged) or feed.common is not None
        if data.value is None or is_forked or not self.manner.unasked:
            return [*judged, *self.requests.blocks(feed, now)]
        return [*judged, *self._keep(feed, data, now, asked)]

    def take_run(self, feed: Feed, run: packets.Run, now: float) -> list[Doing]:
        """All blocks below a node, of which those are kept that were asked for."""
        blocks = start, end = flat.blocks_below(run.node)
        asked = self.requests.take_blocks(start, end)
        if not asked:
            return [packets.Unhave(start, end)]
        if self._is_frozen(feed, end - 1):
            self._lose(asked)
            return []
        received = ReceivedRun(run.node, run.values, run.proof)
        try:
            verified = self._verified(feed, received)
        except ProofFailed as failed:
            self._lose(asked)
            return self.forks.suspect(start, failed, now)
        values = {
            block: run.values[block - start]
            for block, how in asked.items()
            if how is not None or (not feed.paused and self._wants(feed, block))
        }
        kept = self._kept(feed, (blocks, values), verified, now)
        return [*kept, *self.requests.blocks(feed, now)]

    def _take_other(self, feed: Feed, data: packets.Data, now: float) -> list[Doing]:
        """Not asked for by its number: for its bytes, or before that was taken back, or not."""
        is_late = self.requests.take_late(data.block)
        is_found = not is_late and self.seeking.take()
        if data.value is not None and not self._is_frozen(feed, data.block):
            is_wanted = not feed.paused and (is_found or self._wants(feed, data.block))
            # What was asked for once is verified in any case: the peer does not send its nodes
            # again, and thinks that we know them.
            if is_late or (is_wanted and (is_found or self.manner.unasked)):
                return self._keep(feed, data, now, None, is_wanted=is_wanted)
        return [] if self.manner.unasked else [packets.Unhave(data.block, data.block + 1)]

    def _wants(self, feed: Feed, block: int) -> bool:
        if self.records.held(self.space, block, block + 1):
            return False
        sought = self.records.sought(self.space)
        if any(low <= block < end for low, end in sought):
            return True
        is_let_go = bool(self.records.let_go(self.space, block, block + 1))
        return feed.whole and block >= feed.gathers_from and not is_let_go

    def _is_frozen(self, feed: Feed, block: int) -> bool:
        return feed.common is not None and block >= feed.common

    def _lose(self, asked: Mapping[int, Asked | None]) -> None:
        for block, one in asked.items():
            if one is not None and one.counts:
                self.requests.lost(block)

    def _verified(self, feed: Feed, received: verification.Received | ReceivedRun) -> Verified:
        suite, tree = SUITES[feed.suite], self.records.tree(self.space)
        try:
            verified = verification.verify(suite, tree, received, judge_of(feed), self.said)
        except ProofFailed:
            self.said.clear()
            raise
        self._remember(verified.said)
        return verified

    def _remember(self, said: Iterable[Node]) -> None:
        """Of what is forgotten some blocks are had from others, or over the next connection."""
        if len(self.said) >= SAID_NODES_MAX:
            self.said.clear()
        self.said.update({node.index: node for node in said})

    def _keep(
        self,
        feed: Feed,
        data: packets.Data,
        now: float,
        asked: Asked | None,
        *,
        is_wanted: bool = True,
    ) -> list[Doing]:
        """``asked``: how, or None where it was not. ``is_wanted``: not its proof alone."""
        block = data.block
        try:
            verified = self._verified(feed, verification.Received(block, data.value, data.proof))
        except ProofFailed as failed:
            self._lose({block: asked})
            self.requests.prove_wrong(block, now)
            return self.forks.suspect(block, failed, now)
        # Published programs of draft 1 send the block in any case, and then never again.
        hash_only = asked is not None and asked.hash_only
        value = None if hash_only and not self.manner.unasked else data.value
        values = {} if value is None or not is_wanted else {block: value}
        kept = self._kept(feed, ((block, block + 1), values), verified, now)
        more = self.ask(feed, now) if hash_only else self.requests.blocks(feed, now)
        return [*kept, *more]

    def _kept(
        self,
        feed: Feed,
        received: _Contents,
        verified: Verified,
        now: float,
    ) -> list[Doing]:
        """Blocks that are verified, and the contents of some: those are kept that we lack.

        Where somebody else was faster the nodes are kept: the peer now thinks that we know them.
        """
        blocks, values = received
        self.remote.has.add(*blocks)
        here = BlockRanges(self.records.held(self.space, *blocks))
        lacking = [block for block in values if block not in here]
        said = own_elsewhere(feed, verified.signed, now)
        if len(lacking) > 1:
            numbered = tuple((block, values[block]) for block in lacking)
            said.append(Store(RunReceived(self.space, numbered, verified, now)))
        elif lacking or verified.nodes or verified.signed is not None:
            block = lacking[0] if lacking else blocks[0]
            value = values[block] if lacking else None
            said.append(Store(Received(self.space, block, value, verified, now)))
        self.requests.download.copies.look(feed, verified.nodes, blocks)
        # What is stored with this packet is not held yet: it still counts as on its way.
        for start, end in runs(lacking):
            self.requests.keep(start, end)
        return said
