"""What a peer may say that no honest one says (reliability H-8 to H-13)."""

from __future__ import annotations

import math
import tracemalloc
from dataclasses import replace

import pytest

from engine.crypto import ed25519
from engine.crypto.blake2b import hash32
from engine.errors import PeerViolation
from engine.model.ids import PeerId
from engine.protocols.contract import Close, Ending, Send
from engine.protocols.hyperbloom import packets
from engine.protocols.hyperbloom.exchange import values as exchange_values
from engine.protocols.hyperbloom.exchange.policy import FUTURE_SECONDS, Raw
from engine.protocols.hyperbloom.limits import (
    EXTENSION_READER,
    FAULTS_MAX,
    FRAME_BYTES_MAX,
    VALUES_MAX,
)
from engine.protocols.hyperbloom.messages import Id, decode
from engine.protocols.hyperbloom.reception import Reception
from engine.protocols.hyperbloom.stream import MAGIC
from engine.protocols.hyperbloom.trust.link import issue_link
from engine.protocols.hyperbloom.trust.signed import greeting_hash, values_hash
from tests.conversations.hyperbloom.scripted import NONCE, Scripted, ann
from tests.conversations.hyperbloom.stage import (
    FEED,
    KEYS,
    NOON,
    SPACE,
    Peer,
    Stage,
    chain_of,
    comment_by,
)

# ---- the greeting -------------------------------------------------------------------------------


def test_our_own_open_sent_back_is_closed_upon() -> None:
    peer = ann()
    stage = Stage()
    end, echo = stage.connect(peer, peer)
    echo.waiting.clear()
    sent = end.machine.start(NOON)[0]
    assert isinstance(sent, Send)
    (effects,) = end.machine.receive(sent.data, NOON)
    assert any(isinstance(effect, Close) and effect.violation for effect in effects)


def test_our_own_peer_id_is_closed_upon() -> None:
    scripted = Scripted(ann()).opens()
    scripted.shakes(peer_id=PeerId(hash32(b"ann")))
    assert scripted.is_closed_upon


@pytest.mark.parametrize("until", [NOON - 1, math.nan])
def test_a_chain_that_has_ended_or_ends_at_no_number_is_closed_upon(until: float) -> None:
    scripted = Scripted(ann()).opens().shakes(chain_of(2, until=until))
    assert scripted.is_closed_upon


def test_a_chain_of_six_links_is_closed_upon() -> None:
    links = chain_of(3, 4, 5, 6, 7).encoded
    sixth = issue_link(KEYS[7].secret_key, chain_of(2).holder, math.inf, bytes(32)).encoded
    scripted = Scripted(ann()).opens()
    hashed = greeting_hash(NONCE, scripted.theirs.nonce)
    signature = ed25519.sign(hashed, KEYS[2].secret_key)
    scripted.says(packets.Handshake(bytes(32), (), signature, (*links, sixth)))
    assert scripted.is_closed_upon


def test_a_chain_that_ends_while_they_talk_ends_the_talk() -> None:
    scripted = Scripted(ann()).opens().shakes(chain_of(2, until=NOON + 60))
    scripted.stage.run(59.0)
    assert scripted.end.close is None
    scripted.stage.run(2.0)
    assert scripted.end.close is not None


def test_a_handshake_recorded_elsewhere_is_worth_nothing() -> None:
    first = Scripted(ann()).opens()
    hashed = greeting_hash(NONCE, first.theirs.nonce)
    signature = ed25519.sign(hashed, KEYS[2].secret_key)
    other = Peer("ben", chain_of(3), KEYS[3])
    second = Scripted(other).opens()
    second.says(packets.Handshake(bytes(32), (), signature, chain_of(2).encoded))
    assert second.is_closed_upon


AS_A_READER = packets.Handshake(bytes(32), (EXTENSION_READER,), bytes(64))


def test_outside_the_port_nobody_is_let_in_as_a_reader() -> None:
    """Without a chain, and with a signature of nothing: nobody has proven anything there."""
    scripted = Scripted(ann(comment_by(chain_of(1), KEYS[1], "mine"))).opens()
    scripted.hears()  # our Handshake
    scripted.says(AS_A_READER, packets.Request(packets.EVERYTHING))
    assert scripted.blamed_for == "0 Handshake"
    assert scripted.end.remote is None
    assert scripted.hears() == []


def test_inside_the_port_a_reader_is_given_what_there_is() -> None:
    value = comment_by(chain_of(1), KEYS[1], "mine")
    scripted = Scripted(ann(value, reads=True)).opens()
    scripted.hears()
    scripted.says(AS_A_READER, packets.Request(packets.EVERYTHING))
    given = [said.values for said in scripted.hears() if isinstance(said, packets.Data)]
    assert given == [(value,)]
    assert scripted.end.close is None


def test_who_never_shakes_is_let_go() -> None:
    scripted = Scripted(ann()).opens()
    scripted.stage.run(11.0)
    assert scripted.end.close is not None


def test_who_says_unknown_things_instead_of_a_handshake_is_let_go_as_soon() -> None:
    scripted = Scripted(ann()).opens()
    for _ in range(4):
        scripted.says(packets.Unknown(99, b""))
        scripted.stage.run(3.0)
    assert scripted.end.close is not None


def test_who_says_one_letter_after_the_other_of_an_open_is_let_go_as_soon() -> None:
    reception = Reception(lambda _name: None)
    (wake,) = reception.start(NOON)
    for number, letter in enumerate(MAGIC):
        ((again,),) = reception.receive(bytes([letter]), NOON + number)
        assert again == wake


def test_what_is_said_behind_the_end_of_a_chain_is_not_heard() -> None:
    """Even where the clock has not called yet."""
    peer = ann()
    scripted = Scripted(peer).opens().shakes(chain_of(2, until=NOON + 60))
    scripted.stage.now = NOON + 61
    scripted.gives(comment_by(chain_of(2), KEYS[2], "too late"))
    assert peer.held == set()
    assert scripted.end.close == Close(Ending.CLOSED_BY_US)


# ---- values -------------------------------------------------------------------------------------


def test_values_cut_anew_on_the_way_are_none() -> None:
    """Their signature has no lengths in it: what was one value comes as two (row 5)."""
    value = comment_by(chain_of(2), KEYS[2], "one")
    peer = ann()
    scripted = Scripted(peer).opens().shakes()
    signature = ed25519.sign(values_hash(FEED, [value, value[:1]]), KEYS[2].secret_key)
    scripted.says(packets.Data((value[:-1], value[-1:] + value[:1]), signature))
    assert peer.held == set()
    assert peer.around.refused == {SPACE: 2}  # taken as signed, and none of them proves itself
    assert scripted.end.close is None


def test_data_that_somebody_else_signed_are_dropped_and_in_the_end_closed_upon() -> None:
    peer = ann()
    scripted = Scripted(peer).opens().shakes()
    for number in range(FAULTS_MAX):
        scripted.gives(comment_by(chain_of(2), KEYS[2], f"{number}"), signer=3)
    assert scripted.end.close is None
    scripted.gives(comment_by(chain_of(2), KEYS[2], "one too many"), signer=3)
    assert peer.held == set()
    assert scripted.blamed_for == "3 Data"


@pytest.mark.parametrize(
    ("ahead", "is_taken"), [(FUTURE_SECONDS, True), (FUTURE_SECONDS + 1, False)]
)
def test_a_comment_from_the_future_waits_for_its_time(*, ahead: float, is_taken: bool) -> None:
    peer = ann()
    scripted = Scripted(peer).opens().shakes()
    scripted.gives(comment_by(chain_of(2), KEYS[2], "soon", NOON + ahead))
    assert bool(peer.held) is is_taken
    assert scripted.end.close is None


def test_a_data_of_whatever_fits_a_frame_is_taken() -> None:
    """A published program passes on in one what was added at once, however many they are."""
    values = [b"%08d" % number for number in range(20_000)]
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    scripted.gives(*values)
    assert scripted.end.peer.held == set(values)


def test_as_many_values_as_a_data_may_have_are_read_and_not_one_more() -> None:
    """None of a byte or more is kept out that fits a frame which everybody takes."""
    data = b"\x0a\x01v" * VALUES_MAX + b"\x12\x40" + bytes(64)
    assert len(data) + 1 > FRAME_BYTES_MAX
    said = decode(bytes([Id.DATA]) + data)
    assert isinstance(said, packets.Data)
    assert len(said.values) == VALUES_MAX
    with pytest.raises(PeerViolation):
        decode(bytes([Id.DATA]) + b"\x0a\x01v" + data)


@pytest.mark.parametrize("values", [(), (b"",), (b"twice", b"twice")])
def test_data_that_no_document_allows_are_dropped(values: tuple[bytes, ...]) -> None:
    peer = ann(policy=Raw())
    scripted = Scripted(peer).opens().shakes()
    scripted.gives(*values)
    assert peer.held == set()
    assert scripted.end.close is None


def test_what_was_given_before_is_given_again_in_vain() -> None:
    peer = ann()
    scripted = Scripted(peer).opens().shakes()
    value = comment_by(chain_of(2), KEYS[2], "again")
    scripted.gives(value)
    scripted.gives(value)
    assert peer.held == {value}


@pytest.mark.parametrize(("given", "back"), [(3, 0), (4, 1), (8, 5)])
def test_of_what_a_peer_gave_the_latest_is_not_given_back(
    monkeypatch: pytest.MonkeyPatch, given: int, back: int
) -> None:
    monkeypatch.setattr(exchange_values, "HEARD_MAX", 3)
    scripted = Scripted(ann(policy=Raw())).opens().shakes()
    values = [b"%08d" % number for number in range(given)]
    scripted.gives(*values)
    said = [one.values for one in scripted.hears() if isinstance(one, packets.Data)]
    assert said == [tuple(values[:back])] * bool(back)


def test_what_is_not_taken_is_not_kept_in_mind() -> None:
    """However long it is, and however often something else comes."""
    peer = ann()
    scripted = Scripted(peer).opens().shakes()
    scripted.gives(bytes(1))
    tracemalloc.start()
    for number in range(120):
        scripted.gives(number.to_bytes(8, "big") + bytes(1 << 18))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < 8 << 20
    assert scripted.end.close is None


# ---- links --------------------------------------------------------------------------------------


def test_a_shorter_chain_is_taken_for_the_next_time() -> None:
    peer = Peer("ann", chain_of(3, 4, 5, 1), KEYS[1])
    scripted = Scripted(peer).opens().shakes()
    link = issue_link(KEYS[2].secret_key, chain_of(1).holder, chain_of(3).expiration, bytes(32))
    scripted.says(packets.LinkOffer(link.encoded))
    assert peer.records.own.own is not None
    assert peer.records.own.own.chain == chain_of(2).with_link(link)


def test_a_shorter_chain_leaves_alone_what_was_stored_a_moment_ago() -> None:
    """Our user's wish is done in the same turn, and told to the connection in the next one."""
    peer = Peer("ann", chain_of(3, 4, 5, 1), KEYS[1])
    scripted = Scripted(peer).opens().shakes()
    peer.records.own = replace(peer.records.own, issues=True)
    link = issue_link(KEYS[2].secret_key, chain_of(1).holder, chain_of(3).expiration, bytes(32))
    scripted.says(packets.LinkOffer(link.encoded))
    assert peer.records.own.issues
    assert peer.records.own.own is not None
    assert len(peer.records.own.own.chain.links) == 2


@pytest.mark.parametrize(
    "case", ["to another", "by another", "ended", "rubbish", "longer", "soon over"]
)
def test_a_link_that_helps_nobody_is_ignored(case: str) -> None:
    own = chain_of(3, 1) if case == "longer" else chain_of(3, 4, 5, 1)
    peer = Peer("ann", own, KEYS[1])
    scripted = Scripted(peer).opens().shakes()
    issuer = KEYS[6 if case == "by another" else 2]
    trustee = chain_of(7 if case == "to another" else 1).holder
    until = {"ended": NOON - 1, "soon over": NOON + 100}.get(case, chain_of(3).expiration)
    encoded = issue_link(issuer.secret_key, trustee, until, bytes(32)).encoded
    scripted.says(packets.LinkOffer(b"rubbish" if case == "rubbish" else encoded))
    assert peer.records.own.own is not None
    assert peer.records.own.own.chain == own
    assert scripted.end.close is None


@pytest.mark.parametrize("case", ["to another", "by another", "rubbish"])
def test_bad_links_are_counted_and_in_the_end_closed_upon(case: str) -> None:
    """Row 20. Published programs close upon the first one, and offer one at the most."""
    scripted = Scripted(Peer("ann", chain_of(3, 4, 5, 1), KEYS[1])).opens().shakes()
    issuer = KEYS[6 if case == "by another" else 2]
    trustee = chain_of(7 if case == "to another" else 1).holder
    link = issue_link(issuer.secret_key, trustee, chain_of(3).expiration, bytes(32))
    offer = packets.LinkOffer(b"rubbish" if case == "rubbish" else link.encoded)
    scripted.says(*[offer] * FAULTS_MAX)
    assert scripted.end.close is None
    scripted.says(offer)
    assert scripted.blamed_for == "5 Link"


def test_links_that_are_lawful_and_help_nobody_are_no_fault() -> None:
    scripted = Scripted(Peer("ann", chain_of(3, 1), KEYS[1])).opens().shakes()
    link = issue_link(KEYS[2].secret_key, chain_of(1).holder, chain_of(3).expiration, bytes(32))
    scripted.says(*[packets.LinkOffer(link.encoded)] * (FAULTS_MAX + 1))
    assert scripted.end.close is None


def test_a_shorter_chain_is_offered_only_where_that_is_wished() -> None:
    for issues in (False, True):
        peer = ann(issues=issues)
        scripted = Scripted(peer).opens().shakes(chain_of(3, 4, 2))
        offers = [said for said in scripted.hears() if isinstance(said, packets.LinkOffer)]
        assert bool(offers) == issues


# ---- what is dropped is counted (D11) -----------------------------------------------------------


def test_values_that_do_not_prove_themselves_are_dropped_and_counted() -> None:
    good = comment_by(chain_of(2), KEYS[2], "mine")
    forged = comment_by(chain_of(2), KEYS[3], "not mine")
    ahead = comment_by(chain_of(2), KEYS[2], "of the future", NOON + FUTURE_SECONDS + 1)
    peer = ann()
    scripted = Scripted(peer).opens().shakes()
    scripted.gives(good, forged, b"no comment at all", ahead)
    assert peer.held == {good}
    assert peer.around.refused == {SPACE: 3}
    scripted.gives(good, b"another one")
    assert peer.around.refused == {SPACE: 4}


def test_of_values_that_prove_themselves_none_is_counted() -> None:
    peer = ann()
    Scripted(peer).opens().shakes().gives(comment_by(chain_of(2), KEYS[2], "mine"))
    assert not peer.around.refused
