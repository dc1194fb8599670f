"""What people paste: every accepted form, wrapped in whatever chats put around it."""

from __future__ import annotations

import textwrap

import pytest

from engine.model.address import Address
from engine.model.communities import MemberRole, SeededRole, WireVersion
from engine.model.feeds import FeedForm
from engine.model.found import (
    Found,
    FoundChannel,
    FoundCommentKey,
    FoundCommunity,
    FoundFeed,
    FoundFolder,
    FoundInvite,
    FoundPeer,
    FoundRequest,
    FoundTrustLink,
)
from engine.model.ids import PublicKey
from engine.protocols.tidings.links import Link, LinkProblem, encode_link, qr_text
from engine.protocols.tidings.pasted import (
    NotUnderstood,
    PastedKey,
    PastedLink,
    Seems,
    found_of,
    read_pasted,
)
from engine.protocols.tidings.payloads import (
    CommentKeyLink,
    CommunityLink,
    FeedLink,
    FolderLink,
    InviteLink,
    InviteRequestLink,
    Payload,
    PeerLink,
    PublicChannelLink,
    TrustLink,
    invite_of,
)
from engine.wire.base58 import encode_base58

KEY = bytes(range(200, 232))
REQUEST = b"\x0a\x20" + KEY + b"\x12\x20" + KEY[::-1] + b"\x1a\x20" + bytes(32)
BOX = bytes(range(218))
INVITE = invite_of(KEY, BOX)
HERE = (Address("192.0.2.7", 4510),)
LINK = Link(InviteRequestLink(REQUEST), HERE)
CODE = encode_link(LINK)
BASE58 = encode_base58(REQUEST)


@pytest.mark.parametrize(
    "text",
    [
        CODE,
        f"  {CODE}\n",
        f'"{CODE}"',
        f"„{CODE}“",
        f"<{CODE}>",
        f"Hi Bo, here it is: {CODE}. Let me in!",
        f"> {CODE}\n\nsent from my telephone",
        qr_text(CODE),
        "\n".join(textwrap.wrap(CODE, 60)),
        "\r\n> ".join(textwrap.wrap(CODE, 72)),
        f"tidings: good tidings: {CODE}",
        "\n".join(textwrap.wrap(CODE, 60)) + "\nTHANKS",
    ],
)
def test_our_code_is_found_in_whatever_surrounds_it(text: str) -> None:
    assert read_pasted(text) == PastedLink(LINK)


@pytest.mark.parametrize("quote", ["{}", " {}\n", '"{}"', "`{}`", "here: {} thanks!", "({})"])
@pytest.mark.parametrize("written", [BASE58, REQUEST.hex(), REQUEST.hex().upper()])
def test_a_bare_request_is_known_by_its_shape(quote: str, written: str) -> None:
    assert read_pasted(quote.format(written)) == PastedLink(Link(InviteRequestLink(REQUEST)))


def test_a_bare_invite_is_known_by_its_shape_on_broken_lines_too() -> None:
    expected = PastedLink(Link(InviteLink(INVITE)))
    assert read_pasted("\n".join(textwrap.wrap(encode_base58(INVITE), 64))) == expected
    assert read_pasted("\n".join(textwrap.wrap(INVITE.hex(), 64))) == expected


def test_the_invite_command_gives_the_request_and_the_name() -> None:
    found = read_pasted(f"/invite bo {BASE58}")
    assert found == PastedLink(Link(InviteRequestLink(REQUEST)), suggested_name="bo")


def test_a_long_name_in_a_command_is_cut_to_what_a_name_may_have() -> None:
    found = read_pasted(f"/invite {'👍' * 100} {BASE58}")
    assert isinstance(found, PastedLink)
    assert found.suggested_name == "👍" * 64


@pytest.mark.parametrize("request_id", [KEY.hex(), encode_base58(KEY)])
def test_the_accept_command_gives_the_invite(request_id: str) -> None:
    found = read_pasted(f"/accept-invite {request_id} {encode_base58(BOX)}")
    assert found == PastedLink(Link(InviteLink(INVITE)))


@pytest.mark.parametrize(
    ("text", "payload"),
    [
        (f"peerlinks://feed/{encode_base58(KEY)}", PublicChannelLink(KEY)),
        (
            f"peerlinks://feed/{encode_base58(KEY)}?name=my%20news+x",
            PublicChannelLink(KEY, "my news x"),
        ),
        (f"peerlinks://feed/{encode_base58(KEY)}?name=%ff", PublicChannelLink(KEY, "\ufffd")),
        (f"cabal://{KEY.hex()}", CommunityLink(KEY, WireVersion.M)),
        (f"join us at CABAL://{KEY.hex()}?admin=x", CommunityLink(KEY, WireVersion.M)),
    ],
)
def test_links_of_other_programs_are_understood(text: str, payload: Payload) -> None:
    assert read_pasted(text) == PastedLink(Link(payload))


def test_a_cabal_link_brings_the_roles_it_names() -> None:
    admin, moderator = PublicKey(bytes([1]) * 32), PublicKey(bytes([2]) * 32)
    text = (
        f"cabal://{KEY.hex()}?mod={moderator.hex()}&admin={admin.hex()}"
        f"&mod={admin.hex()}&admin=nobody"
    )
    roles = (SeededRole(admin, MemberRole.ADMIN), SeededRole(moderator, MemberRole.MODERATOR))
    found = read_pasted(text)
    assert found == PastedLink(Link(CommunityLink(KEY, WireVersion.M)), roles=roles)


def test_a_cabal_link_brings_at_most_sixteen_roles() -> None:
    keys = [bytes([number]) * 32 for number in range(20)]
    found = read_pasted(f"cabal://{KEY.hex()}?mod={','.join(key.hex() for key in keys)}")
    assert isinstance(found, PastedLink)
    assert [role.member for role in found.roles] == keys[:16]


@pytest.mark.parametrize(
    "text",
    [f"hyper://{KEY.hex()}/", f"dat://{KEY.hex()}+12/file.txt", f"DAT://{encode_base58(KEY)}"],
)
def test_links_of_hypercore_may_be_of_a_feed_or_of_a_folder(text: str) -> None:
    assert read_pasted(text) == PastedLink(Link(FeedLink(KEY)), or_folder=True)


def test_a_name_is_found_among_any_number_of_other_parameters() -> None:
    query = "a=1&" * 1000 + "name=news"
    found = read_pasted(f"peerlinks://feed/{encode_base58(KEY)}?{query}")
    assert found == PastedLink(Link(PublicChannelLink(KEY, "news")))


@pytest.mark.parametrize(
    "text",
    [
        "TIDINGS:AAAA " * 1200,
        "tidings:A A" * 1400,
        "1" * 16_000,
        "/invite a " * 1600,
        "a://" * 4000,
    ],
    ids=lambda text: text[:12],
)
def test_a_hostile_text_is_read_to_its_end(text: str) -> None:
    assert isinstance(read_pasted(text), NotUnderstood)


@pytest.mark.parametrize("text", [KEY.hex(), encode_base58(KEY), f'"{KEY.hex()}"\n'])
def test_a_bare_key_stays_a_key(text: str) -> None:
    assert read_pasted(text) == PastedKey(KEY)


@pytest.mark.parametrize(
    ("text", "seems"),
    [
        ("", Seems.EMPTY),
        (' \n"" ', Seems.EMPTY),
        ("x" * 16_385, Seems.TOO_LONG),
        ("see https://tidings.example/x", Seems.WEB_ADDRESS),
        ("www.example.org", Seems.WEB_ADDRESS),
        ("ftp://example.org/a", Seems.UNKNOWN_SCHEME),
        (f"hyper://{KEY.hex()[:-2]}", Seems.LINK_DAMAGED),
        ("peerlinks://feed/0OIl", Seems.LINK_DAMAGED),
        (f"/invite bo {BASE58[:-1]}", Seems.LINK_DAMAGED),
        (f"/accept-invite {KEY.hex()} 2g", Seems.LINK_DAMAGED),
        (BASE58[:-5], Seems.UNKNOWN_BYTES),
        ("hello there", Seems.PLAIN_TEXT),
        ("tidings: all is well", Seems.PLAIN_TEXT),
        ("/invite bo", Seems.PLAIN_TEXT),
        ("we meet some more when they come to see the new house we bought", Seems.PLAIN_TEXT),
    ],
)
def test_anything_else_is_told_apart(text: str, seems: Seems) -> None:
    assert read_pasted(text) == NotUnderstood(seems)


def test_a_code_cut_short_is_called_so_and_not_plain_text() -> None:
    expected = NotUnderstood(Seems.CODE_TRUNCATED, LinkProblem.TRUNCATED)
    assert read_pasted(f"here: {CODE[:-10]} bye") == expected


def test_a_mistyped_code_is_damaged() -> None:
    mistyped = CODE[:60] + ("A" if CODE[60] != "A" else "B") + CODE[61:]
    assert read_pasted(mistyped) == NotUnderstood(Seems.CODE_DAMAGED, LinkProblem.WRONG_CHECKSUM)


@pytest.mark.parametrize("text", ["tidings:foo", CODE.lower(), "see tidings:0189"])
def test_what_begins_as_a_code_and_is_none_is_damaged_and_not_plain_text(text: str) -> None:
    assert read_pasted(text) == NotUnderstood(Seems.CODE_DAMAGED, LinkProblem.NOT_BASE32)


def test_the_beginning_of_a_code_alone_is_cut_short() -> None:
    expected = NotUnderstood(Seems.CODE_TRUNCATED, LinkProblem.TRUNCATED)
    assert read_pasted("tidings:") == expected


def test_a_whole_code_after_a_cut_one_is_taken() -> None:
    assert read_pasted(f"{CODE[:40]} sorry, this one: {CODE}") == PastedLink(LINK)


@pytest.mark.parametrize(
    ("payload", "found"),
    [
        (InviteRequestLink(REQUEST), FoundRequest(REQUEST, HERE)),
        (InviteLink(INVITE), FoundInvite(INVITE, HERE)),
        (PublicChannelLink(KEY, "n"), FoundChannel(PublicKey(KEY), "n", HERE)),
        (PeerLink(KEY), FoundPeer(KEY, HERE)),
        (CommunityLink(KEY, WireVersion.S, "n"), FoundCommunity(KEY, WireVersion.S, "n", HERE)),
        (FeedLink(KEY, "n"), FoundFeed(PublicKey(KEY), "n", FeedForm.SIGNED, HERE)),
        (
            FeedLink(KEY, "n", FeedForm.STATIC),
            FoundFeed(PublicKey(KEY), "n", FeedForm.STATIC, HERE),
        ),
        (FolderLink(KEY, "n"), FoundFolder(PublicKey(KEY), "n", HERE)),
        (TrustLink(KEY, (bytes(137),)), FoundTrustLink(PublicKey(KEY), (bytes(137),), HERE)),
        (CommentKeyLink(KEY, KEY), FoundCommentKey(PublicKey(KEY), PublicKey(KEY), HERE)),
    ],
)
def test_every_link_has_its_public_word(payload: Payload, found: Found) -> None:
    assert found_of(Link(payload, HERE)) == found
