"""Invites and codes in strange hands: L-12, L-13."""

from __future__ import annotations

import re
from dataclasses import replace
from math import inf

from engine.crypto import boxes, ed25519
from engine.crypto.blake2b import hash_of_size
from engine.model.commands import IssueInvite
from engine.model.ids import PeerId, PublicKey, RequestId
from engine.protocols.peerlinks.limits import REQUEST_VALID_SECONDS
from engine.protocols.peerlinks.messages import (
    decode_encrypted_invite,
    decode_invite,
    decode_invite_request,
    encode_invite,
    encode_invite_request,
)
from engine.protocols.peerlinks.packets import EncryptedInvite, Invite, InviteRequest
from engine.protocols.peerlinks.records import OpenRequest, RequestClosed
from engine.protocols.tidings.fingerprint import request_fingerprint
from engine.protocols.tidings.links import SCHEME, Link, encode_link
from engine.protocols.tidings.pasted import NotUnderstood, PastedLink, read_pasted
from engine.protocols.tidings.payloads import InviteRequestLink
from engine.wire.base32 import decode_base32, encode_base32
from tests.attacks.attack import attack, replaced
from tests.attacks.scenes import chain_of
from tests.conversations.peerlinks.guests import sealed, waiting
from tests.conversations.play import Play
from tests.conversations.scenes import lets_in, owner
from tests.conversations.scripted import ScriptedPeer
from tests.memory_records import MemoryRecords

JOINING = "engine.protocols.peerlinks.conversation.joining"
LINKS = "engine.protocols.tidings.links"
PASTED = "engine.protocols.tidings.pasted"
FINGERPRINT = "engine.protocols.tidings.fingerprint"
INVITES = "engine.protocols.peerlinks.invites"


class Door:
    """Ben has asked to be let in; Ada could do it; somebody else is connected with Ben."""

    def __init__(self) -> None:
        self.play = Play()
        self.ben, self.asked, self.peer = waiting(self.play)
        self.ada, self.channel = owner(self.play, "ada")

    @property
    def is_open(self) -> bool:
        """Whether Ben came in."""
        return self.ben.records.channel(self.channel.id) is not None

    def answer(self) -> EncryptedInvite:
        """Ada's, as it should be."""
        issued = self.ada.does(IssueInvite(self.channel.id, self.asked.request, "Ben"))
        return decode_encrypted_invite(issued.invite)


def _of_the_first_key(keys: bytes) -> str:
    return keys[: len(keys) // 2].hex()


@attack("L-12", without=replaced(f"{FINGERPRINT}._digits_of", _of_the_first_key))
def test_l12_who_swaps_a_key_of_a_request_changes_what_both_compare() -> None:
    door = Door()
    honest = decode_invite_request(door.asked.request)
    mallory = ed25519.from_seed(b"m" * 32).public_key
    swapped_box = replace(honest, box_public_key=boxes.from_seed(b"m" * 32).public_key)
    swapped_key = replace(honest, trustee=mallory)  # type: ignore[arg-type]  # bytes as from a wire
    shown = {
        request_fingerprint(one.trustee, one.box_public_key)
        for one in (honest, swapped_box, swapped_key)
    }
    assert len(shown) == 3


def _invite_for_another(door: Door) -> EncryptedInvite:
    cleo = door.play.person("cleo")
    lets_in(door.ada, door.channel.id, cleo)
    chain = chain_of(cleo, door.channel)
    invite = Invite(door.channel.public_key, "come in", chain)
    return sealed(door.peer, door.asked, encode_invite(invite))


def _invite_without_a_chain(door: Door) -> EncryptedInvite:
    invite = Invite(door.channel.public_key, "come in", ())
    return sealed(door.peer, door.asked, encode_invite(invite))


def _take_as_it_is(content: bytes, *_: object) -> Invite:
    return decode_invite(content)


@attack("L-12", without=replaced(f"{INVITES}._checked", _take_as_it_is))
def test_l12_an_invite_must_lead_from_the_channel_to_our_own_key() -> None:
    for false in (_invite_for_another, _invite_without_a_chain):
        door = Door()
        door.peer.says(false(door))
        assert not door.is_open
        door.peer.says(door.answer())
        assert door.is_open, "a false invite must not use up the request"


def _closing_another(_request_id: RequestId) -> RequestClosed:
    return RequestClosed(RequestId(bytes(32)))


@attack("L-12", without=replaced(f"{JOINING}.RequestClosed", _closing_another))
def test_l12_an_invite_is_taken_up_once() -> None:
    door = Door()
    answer = door.answer()
    door.peer.says(answer)
    before = len(door.ben.stored)
    for _ in range(100):
        door.peer.says(answer)
    assert len(door.ben.stored) == before
    assert not door.ben.records.open_requests()


def _without_end(records: MemoryRecords) -> list[OpenRequest]:
    return [replace(one, expires_at=inf) for one in records._requests.values()]


@attack("L-12", without=replaced("tests.memory_records.MemoryRecords.open_requests", _without_end))
def test_l12_an_invite_that_comes_after_the_request_ended_is_ignored() -> None:
    door = Door()
    answer = door.answer()
    door.play.now += REQUEST_VALID_SECONDS
    fresh = ScriptedPeer(door.play, door.ben, ours=False).greets()
    fresh.says(answer)
    assert fresh.end.ready
    assert not door.is_open


# ---- codes --------------------------------------------------------------------------------------

REQUEST = encode_invite_request(InviteRequest(PeerId(b"i" * 32), PublicKey(b"k" * 32), b"b" * 32))
CODE = encode_link(Link(InviteRequestLink(REQUEST), ()))
HOSTILE = (
    "",
    " ",
    "http://example.org/" + CODE[8:],
    "javascript:alert(1)",
    "file:///etc/passwd",
    "<img src=x onerror=alert(1)>",
    "<a href='https://example.org'>tidings</a>",
    "\x00" * 500,
    "\u202e" + CODE[::-1],
    "tidings:",
    "tidings:" + "A" * 1_900,
    "tidings:" + "A" * 10_000,
    "x" * 10_000,
    "x" * 100_000,
    CODE[:-1],
    CODE[:-20],
    CODE + CODE[8:],
    CODE.replace("tidings:", "tidlings:"),
    CODE[:8] + CODE[9:],
    CODE[:8] + "B" + CODE[8:],
    CODE[:30] + "0" + CODE[31:],
    "WIFI:S:net;T:WPA;P:secret;;",
    "BEGIN:VCARD\nFN:Somebody\nEND:VCARD",
    "bitcoin:1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
    "/invite",
    "/invite a",
    "/accept-invite 1 2",
    "peerlinks://feed/",
    "{}",
    "\ufeff",
)


def _unchecked(code: str) -> bytes:
    return decode_base32(code)[:-4]


@attack("L-13", without=replaced(f"{LINKS}._checked_body", _unchecked))
def test_l13_a_code_with_one_character_changed_is_none() -> None:
    for place in range(len("tidings:"), len(CODE)):
        for other in "A7":
            if other != CODE[place]:
                changed = CODE[:place] + other + CODE[place + 1 :]
                assert isinstance(read_pasted(changed), NotUnderstood)


def _with_checksum(body: bytes) -> str:
    return SCHEME + encode_base32(body + hash_of_size(body, 4))


@attack("L-13", without=replaced(f"{LINKS}._Bytes.rest", 0))
def test_l13_a_code_that_goes_on_after_its_end_is_none() -> None:
    body = decode_base32(CODE[len(SCHEME) :])[:-4]
    assert _with_checksum(body) == CODE
    for more in (b"\0", b"and more", body):
        assert isinstance(read_pasted(_with_checksum(body + more)), NotUnderstood)


@attack("L-13", without=replaced(f"{PASTED}._CODE", re.compile("[:/](?=[A-Z2-7])")))
def test_l13_nothing_else_that_a_camera_sees_is_taken_for_a_request() -> None:
    for text in HOSTILE:
        assert isinstance(read_pasted(text), NotUnderstood), text[:40]
    assert len(HOSTILE) >= 30
    assert read_pasted(CODE) == PastedLink(Link(InviteRequestLink(REQUEST), ()))
