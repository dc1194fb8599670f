"""Bugs of feeds: what is stored, given, told, signed without the check or word that it needs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.model.feed_queries import FileBytes
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.contract import Effect
from engine.protocols.hypercore import packets
from engine.protocols.hypercore.exchange import giving, serving, taking
from engine.protocols.hypercore.exchange.giving import Giving
from engine.protocols.hypercore.exchange.openings import Openings
from engine.protocols.hypercore.exchange.trust.authors import AuthorWatch
from engine.protocols.hypercore.manner import Doing
from engine.protocols.hypercore.records import Feed, Records
from engine.protocols.hypercore.tree import verification
from engine.protocols.hypercore.tree.proof import Given, Tree
from engine.protocols.hypercore.tree.suites import Suite
from engine.protocols.hypercore.tree.verification import (
    NOTHING_SAID,
    Judge,
    Nodes,
    ProofFailed,
    Received,
    ReceivedRun,
    Verified,
)
from engine.store.hypercore.feeds import FeedRows
from engine.store.hypercore.folder_answers import FolderAnswers
from engine.store.hypercore.records import HypercoreRepository
from engine.store.reading import AnswerSurroundings
from tests.simulation.planted.bugs import sent_before_it_is_stored
from tests.simulation.planted.declared import bug

HONEST = "feeds"
PORTED = "feedport"
usual_verify = verification.verify


@bug(HONEST)
def blocks_are_announced_before_they_are_stored(patch: pytest.MonkeyPatch) -> None:
    """Have, Data and signatures leave before the commit."""
    sent_before_it_is_stored(patch)


# ---- what is stored -----------------------------------------------------------------------------


@bug("feedliars-H-1", first=5)
def nodes_are_stored_that_nothing_proves(patch: pytest.MonkeyPatch) -> None:
    """All that came with a good proof is kept, whether or not it was needed."""

    def verify(
        suite: Suite,
        tree: Tree,
        received: Received | ReceivedRun,
        judge: Judge,
        said: Nodes = NOTHING_SAID,
    ) -> Verified:
        verified = usual_verify(suite, tree, received, judge, said)
        known = {node.index for node in verified.nodes}
        more = [one for one in received.proof.nodes if one.index not in known]
        fresh = [one for one in more if tree.node(one.index) is None]
        return replace(verified, nodes=(*verified.nodes, *fresh))

    patch.setattr(verification, "verify", verify)


@bug("feedliars-H-1", first=5)
def a_sibling_may_be_another_one(patch: pytest.MonkeyPatch) -> None:
    """Where a node differs from the one we hold, the block is kept all the same."""

    def verify(
        suite: Suite,
        tree: Tree,
        received: Received | ReceivedRun,
        judge: Judge,
        said: Nodes = NOTHING_SAID,
    ) -> Verified:
        try:
            return usual_verify(suite, tree, received, judge, said)
        except ProofFailed as failed:
            is_block = isinstance(received, Received) and received.value is not None
            if not failed.differs or not is_block:
                raise
            return Verified((), None)

    patch.setattr(verification, "verify", verify)


@bug("feedliars-H-1")
def anybody_signs(patch: pytest.MonkeyPatch) -> None:
    """The signature over a tree is not looked at."""

    def judge_of(feed: Feed) -> Judge:
        del feed
        return lambda _hash, _signed: True

    patch.setattr(taking, "judge_of", judge_of)


# ---- what is told and given ---------------------------------------------------------------------


@bug(HONEST)
def what_goes_is_not_told(patch: pytest.MonkeyPatch) -> None:
    """Nobody hears of blocks that had to go for lack of room, or that somebody dropped."""

    def take_back(self: Giving, start: int, end: int) -> list[Doing]:
        del self, start, end
        return []

    patch.setattr(Giving, "take_back", take_back)


@bug("feedliars-H-5", first=10)
def paused_feeds_are_given(patch: pytest.MonkeyPatch) -> None:
    """Pause stops what comes, and not what goes."""
    usual = serving.answer

    def answer(
        records: Records, feed: Feed, request: packets.Request, given: Given | None
    ) -> packets.Packet:
        return usual(records, replace(feed, paused=False), request, given)

    patch.setattr(giving, "answer", answer)


@bug(HONEST)
def all_is_said_to_be_there(patch: pytest.MonkeyPatch) -> None:
    """Whoever asks is told of a whole feed, of which a part is there."""

    def bits(self: HypercoreRepository, space: SpaceId, start: int, end: int) -> bytes:
        feed = self.feed(space)
        length = 0 if feed is None else min(end, feed.length) - start
        return b"\xff" * (max(0, length) // 8)

    patch.setattr(HypercoreRepository, "bits", bits)


@bug("feedliars-H-2", first=3)
def forks_are_given_on(patch: pytest.MonkeyPatch) -> None:
    """What lies behind the common prefix of two histories is given like the rest."""
    for module in (serving, giving):
        patch.setattr(module, "end_given", lambda _records, feed: feed.length)


# ---- what is signed -----------------------------------------------------------------------------


@bug(HONEST)
def a_length_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    """How far a feed has grown is not written: the next life signs another history."""

    def flush(self: FeedRows) -> None:
        self._grown = type(self._grown)()

    patch.setattr(FeedRows, "flush", flush)


@bug(HONEST)
def wishes_outlive_their_blocks(patch: pytest.MonkeyPatch) -> None:
    """What somebody waited for comes again when it had to go, and goes again, without end."""
    patch.setattr(HypercoreRepository, "_end_wishes", lambda *_: None)


# ---- in the port --------------------------------------------------------------------------------


@bug(PORTED, first=9)
def what_lies_beside_goes_with_the_first_lane_alone(patch: pytest.MonkeyPatch) -> None:
    """The content of a folder that is not the first on its connection is not spoken of again."""
    begin, introduce = Openings._begin, Openings._introduce
    beginning = [False]

    def begun(self: Openings, space: SpaceId, now: float) -> list[Effect]:
        beginning[0] = True
        try:
            return begin(self, space, now)
        finally:
            beginning[0] = False

    def introduced(self: Openings, feed: Feed, now: float) -> list[Effect]:
        return [] if beginning[0] and feed.beside is not None else introduce(self, feed, now)

    patch.setattr(Openings, "_begin", begun)
    patch.setattr(Openings, "_introduce", introduced)


@bug(PORTED)
def anybody_passes_for_the_author(patch: pytest.MonkeyPatch) -> None:
    """Whoever talks about a feed is taken for a device of its author."""
    patch.setattr(AuthorWatch, "seen_as", property(lambda self: PublicKey(self._space)))


@bug(PORTED)
def files_are_cut_where_nobody_asked(patch: pytest.MonkeyPatch) -> None:
    """Of a file some bytes at its end are not given out."""
    usual = FolderAnswers.file_bytes

    def file_bytes(self: FolderAnswers, query: FileBytes, around: AnswerSurroundings) -> bytes:
        return usual(self, query, around)[:299]

    patch.setattr(FolderAnswers, "file_bytes", file_bytes)
