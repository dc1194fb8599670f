"""The published HyperBloom node, live, in both roles."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import published_peers
import pytest
from published_peers import PublishedPeer

from engine.model.address import Address
from engine.model.comment_commands import AcceptTrust, CommentKey, WriteComment
from engine.model.comment_queries import Comments
from engine.model.ids import ProtocolName, PublicKey
from engine.protocols.hyperbloom.exchange.policy import Raw
from engine.protocols.hyperbloom.trust.chain import Chain
from engine.protocols.hyperbloom.trust.link import Link, issue_link, read_link
from tests.conversations.hyperbloom.stage import FEED, KEYS, SPACE, Peer, chain_of, comment_by
from tests.interop.hyperbloom_peers import HOST, JsSet, OurSet
from tests.interop.news import DEADLINE_SECONDS, News
from tests.interop.our_feeds import OurFeeds
from tests.interop.our_peer import Ways

ROOT = Path(__file__).parents[3]
NewJs = Callable[..., JsSet]


@pytest.fixture(scope="session")
def published() -> PublishedPeer:
    return published_peers.hyperbloom(ROOT)


@pytest.fixture
def js(published: PublishedPeer) -> Iterator[NewJs]:
    made: list[JsSet] = []

    def new(person: int, chain: Chain, *, issues: bool = False) -> JsSet:
        made.append(JsSet(published, chain, person, issues=issues))
        return made[-1]

    yield new
    for one in made:
        one.__exit__()


@pytest.fixture
def ours() -> Iterator[Callable[..., OurSet]]:
    made: list[OurSet] = []

    def new(person: int, chain: Chain, *values: bytes, document: bool = False) -> OurSet:
        peer = Peer(
            f"person {person}", chain, KEYS[person], values, document=document, policy=Raw()
        )
        made.append(OurSet(peer))
        return made[-1]

    yield new
    for one in made:
        one.close()


def numbered(start: int, count: int, size: int = 92) -> list[bytes]:
    return [b"%08d" % number + bytes(size) for number in range(start, start + count)]


def meet(us: OurSet, them: JsSet, *, we_dial: bool) -> None:
    if we_dial:
        us.dial(them.port)
    else:
        us.is_dialled_by(them)


CHAINS = {
    "the author": (),
    "one link": (4,),
    "three links": (5, 6, 4),
    "five links": (5, 6, 7, 8, 4),
}


@pytest.mark.parametrize("we_dial", [True, False])
@pytest.mark.parametrize("document", [True, False])
@pytest.mark.parametrize("people", CHAINS)
def test_both_hold_everything_in_the_end(
    js: NewJs,
    ours: Callable[..., OurSet],
    people: str,
    document: bool,  # noqa: FBT001 - a case
    we_dial: bool,  # noqa: FBT001 - a case
) -> None:
    """By the letter only its smallest filter is lawful: later ones are longer than they say."""
    chain = CHAINS[people]
    values = numbered(0, 45 if document else 300)
    third = len(values) // 3
    us = ours(4 if chain else 0, chain_of(*chain), *values[: 2 * third], document=document)
    them = js(1, chain_of(1))
    them.insert(*values[third:])
    meet(us, them, we_dial=we_dial)
    us.until(lambda: us.peer.held == set(values))
    us.until(lambda: them.ask("count") == len(values))
    assert them.values() == set(values)
    assert them.troubles() == []


@pytest.mark.parametrize("people", ["one link", "three links", "five links"])
def test_a_node_with_a_chain_of_any_length_is_met(
    js: NewJs, ours: Callable[..., OurSet], people: str
) -> None:
    us, them = ours(1, chain_of(1), b"ours"), js(4, chain_of(*CHAINS[people]))
    them.insert(b"theirs")
    us.dial(them.port)
    us.until(lambda: us.peer.held == {b"ours", b"theirs"})
    us.until(lambda: them.ask("count") == 2)
    assert them.troubles() == []


@pytest.mark.parametrize("we_dial", [True, False])
def test_what_either_adds_later_is_pushed(
    js: NewJs,
    ours: Callable[..., OurSet],
    we_dial: bool,  # noqa: FBT001 - a case
) -> None:
    us, them = ours(0, Chain(FEED)), js(1, chain_of(1))
    meet(us, them, we_dial=we_dial)
    us.until(lambda: bool(them.events("secure")))
    them.insert(b"theirs")
    us.until(lambda: us.peer.held == {b"theirs"})
    us.stores(b"ours")
    us.until(lambda: them.ask("count") == 2)
    assert them.troubles() == []


def test_who_may_comment_on_two_feeds_meets_the_node_that_keeps_one(
    js: NewJs, tmp_path: Path
) -> None:
    """A node says at once which one it keeps; an address does not tell."""
    them = js(1, chain_of(1))
    them.insert(comment_by(chain_of(2), KEYS[2], "theirs"))
    news = News()
    us = OurFeeds("us", tmp_path, HOST, news, Ways(protocol=ProtocolName.HYPERBLOOM))
    with ExitStack() as ending:
        ending.callback(us.stop)
        us.makes_feed("our own")
        us.follows_feed(FEED)
        own = us.perform(CommentKey(SPACE))
        link = issue_link(KEYS[0].secret_key, own, math.inf, bytes(32))
        us.perform(AcceptTrust(FEED, (link.encoded,)))
        us.perform(WriteComment(SPACE, "ours"))
        us.dial(Address(HOST, them.port))
        everything = Comments(SPACE, everything=True)
        news.wait_until(lambda: len(us.ask(everything).comments) == 2, "its comment")
        deadline = time.monotonic() + DEADLINE_SECONDS
        while them.ask("count") < 2:
            assert time.monotonic() < deadline, "our comment never came"
    assert them.troubles() == []


def test_a_set_larger_than_its_filter_may_be_is_read_whole(
    js: NewJs, ours: Callable[..., OurSet]
) -> None:
    """Two nodes of its kind could not: its filter alone is larger than the messages they take."""
    values = numbered(0, 26_000, size=0)
    us, them = ours(0, Chain(FEED)), js(1, chain_of(1))
    them.insert(*values)
    us.dial(them.port)
    us.until(lambda: len(us.peer.records.held) == len(values))
    assert us.peer.held == set(values)


def test_long_values_of_a_node_are_read_whole(js: NewJs, ours: Callable[..., OurSet]) -> None:
    """It answers a question in one message, however large that is: so nobody asks for too much."""
    values = numbered(0, 4_200, 1_100)
    us, them = ours(0, Chain(FEED)), js(1, chain_of(1))
    for start in range(0, len(values), 1_000):
        them.insert(*values[start : start + 1_000])
    us.dial(them.port)
    us.until(lambda: len(us.peer.records.held) == len(values))
    assert us.peer.held == set(values)


def test_a_node_reads_from_us_what_its_messages_can_hold(
    js: NewJs, ours: Callable[..., OurSet]
) -> None:
    values = numbered(0, 8_000)
    us, them = ours(0, Chain(FEED), *values), js(1, chain_of(1))
    us.dial(them.port)
    us.until(lambda: them.ask("count") == len(values))
    assert them.troubles() == []


def test_a_range_with_a_limit_is_answered(js: NewJs, ours: Callable[..., OurSet]) -> None:
    values = numbered(0, 50)
    us, them = ours(0, Chain(FEED), *values), js(1, chain_of(1))
    us.dial(them.port)
    us.until(lambda: them.ask("count") == 50)
    before = len(them.events("message"))
    them.ask("request", start=values[10].hex(), end=values[20].hex(), limit=3)
    us.until(lambda: len(them.events("message")) > before)
    assert them.troubles() == []


def test_a_comment_travels_through_a_node_and_proves_itself(
    js: NewJs, ours: Callable[..., OurSet]
) -> None:
    written = comment_by(chain_of(2), KEYS[2], "through somebody else's program")
    first = OurSet(Peer("ann", chain_of(2), KEYS[2], [written]))
    second = OurSet(Peer("ben", chain_of(3), KEYS[3]))
    them = js(1, chain_of(1))
    them.insert(b"no comment")
    first.dial(them.port)
    first.until(lambda: them.ask("count") == 2)
    first.close()
    second.dial(them.port)
    second.until(lambda: second.peer.held == {written})
    second.close()


def test_a_node_shortens_our_chain(js: NewJs, ours: Callable[..., OurSet]) -> None:
    us, them = ours(4, chain_of(5, 6, 7, 4)), js(1, chain_of(1), issues=True)
    us.dial(them.port)
    us.until(lambda: us.peer.records.own.own is not None
             and len(us.peer.records.own.own.chain.links) == 2)  # fmt: skip
    own = us.peer.records.own.own
    assert own is not None
    assert own.chain.holder == KEYS[4].public_key
    assert own.chain.links[0] == chain_of(1).links[0]


def test_we_shorten_the_chain_of_a_node_where_that_is_wished(js: NewJs) -> None:
    us = OurSet(Peer("ann", chain_of(1), KEYS[1], issues=True, policy=Raw()))
    them = js(4, chain_of(5, 6, 7, 4))
    us.dial(them.port)
    us.until(lambda: bool(them.events("chain")))
    assert them.events("chain")[0]["links"] == 2
    us.close()


def test_a_link_that_a_node_issued_is_one(js: NewJs) -> None:
    them = js(0, Chain(FEED))
    until = time.time() + 1_000
    link = read_link(bytes.fromhex(them.ask("issue", to=KEYS[9].public_key.hex(), until=until)))
    chain = Chain(FEED).with_link(link)
    assert chain.holder == PublicKey(KEYS[9].public_key)
    assert chain.expiration == until


def false_chains() -> dict[str, tuple[int, Chain]]:
    """Who has it, and what they claim."""
    first, last = chain_of(6, 4).links
    return {
        "expired": (4, chain_of(4, until=time.time() - 60)),
        "not the holder": (6, chain_of(4)),
        "the wrong way round": (6, Chain(FEED, (last, first))),
        "no author": (6, Chain(FEED)),
    }


@pytest.mark.parametrize("case", list(false_chains()))
def test_a_node_takes_nothing_from_whoever_has_no_chain(
    js: NewJs, ours: Callable[..., OurSet], case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Link, "holds_at", lambda *_: True)  # we ourselves would not even begin
    person, chain = false_chains()[case]
    us, them = ours(person, chain, b"ours"), js(1, chain_of(1))
    us.dial(them.port)
    with suppress(EOFError, ConnectionResetError):
        us.until(lambda: bool(them.events("error")))
    them.wait_for("error")
    assert them.ask("count") == 0
