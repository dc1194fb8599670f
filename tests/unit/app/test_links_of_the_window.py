"""``app.links``: what the window and the command line read and write."""

from __future__ import annotations

import math

import pytest

from app.links import TidingsLinks
from engine.errors import Refusal, Refused
from engine.model.address import Address
from engine.model.communities import MemberRole, SeededRole, WireVersion
from engine.model.feeds import FeedForm
from engine.model.found import (
    FoundChannel,
    FoundCommentKey,
    FoundCommunity,
    FoundFeed,
    FoundFolder,
    FoundInvite,
    FoundRequest,
    FoundTrustLink,
)
from engine.model.ids import PublicKey
from engine.protocols.hyperbloom.trust.link import issue_link
from engine.protocols.tidings.payloads import invite_of
from engine.wire.base58 import encode_base58
from tests.conversations.hyperbloom.stage import KEYS, NOON
from ui.wording.wanted import CHANNEL, COMMUNITY, FEED, FOLDER, demanded, noun_of, readings_of

KEY = PublicKey(bytes(range(32)))
OTHER_KEY = PublicKey(bytes(range(1, 33)))
REQUEST = b"".join(tag + bytes(range(32)) for tag in (b"\x0a\x20", b"\x12\x20", b"\x1a\x20"))
INVITE = invite_of(bytes(32), bytes(60))
HERE = (Address("192.168.1.20", 4711), Address("fd00::1", 4711))
LINKS = TidingsLinks()


def test_what_is_written_is_read_back() -> None:
    assert LINKS.read(LINKS.of_request(REQUEST, HERE)) == FoundRequest(REQUEST, HERE)
    assert LINKS.read(LINKS.of_invite(INVITE, HERE)) == FoundInvite(INVITE, HERE)
    assert LINKS.read(LINKS.of_channel(KEY, "n", HERE)) == FoundChannel(KEY, "n", HERE)
    assert LINKS.read(LINKS.of_folder(KEY, "n", HERE)) == FoundFolder(KEY, "n", HERE)

    links = (bytes(137), bytes([1]) * 137)
    assert LINKS.read(LINKS.of_trust(KEY, links, HERE)) == FoundTrustLink(KEY, links, HERE)
    comment_key = FoundCommentKey(KEY, OTHER_KEY, HERE)
    assert LINKS.read(LINKS.of_comment_key(KEY, OTHER_KEY, HERE)) == comment_key


@pytest.mark.parametrize("wire", WireVersion)
def test_a_link_says_in_which_form_of_cable_its_community_speaks(wire: WireVersion) -> None:
    assert LINKS.read(LINKS.of_community(KEY, wire, "n", HERE)) == FoundCommunity(
        KEY, wire, "n", HERE
    )


@pytest.mark.parametrize("form", FeedForm)
def test_a_link_says_how_its_feed_proves_itself(form: FeedForm) -> None:
    assert LINKS.read(LINKS.of_feed(KEY, "n", form, HERE)) == FoundFeed(KEY, "n", form, HERE)


def test_a_code_in_capitals_is_the_same() -> None:
    text = LINKS.of_request(REQUEST, HERE).upper()
    assert LINKS.read(text) == FoundRequest(REQUEST, HERE)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (KEY.hex(), FoundChannel(KEY, "", only_key=True)),
        (f"peerlinks://feed/{encode_base58(KEY)}?name=news", FoundChannel(KEY, "news")),
        (
            f"/invite bo {encode_base58(REQUEST)}",
            FoundRequest(REQUEST, suggested_name="bo"),
        ),
        (encode_base58(INVITE), FoundInvite(INVITE)),
        (f"cabal://{KEY.hex()}", FoundCommunity(KEY, WireVersion.M)),
        (
            f"cabal://{KEY.hex()}?mod={KEY.hex()}",
            FoundCommunity(KEY, WireVersion.M, roles=(SeededRole(KEY, MemberRole.MODERATOR),)),
        ),
        (f"hyper://{KEY.hex()}", FoundFeed(KEY, or_folder=True)),
        (f"dat://{KEY.hex()}", FoundFeed(KEY, or_folder=True)),
    ],
)
def test_forms_of_other_programs_are_read(text: str, found: object) -> None:
    assert LINKS.read(text) == found


@pytest.mark.parametrize(
    ("text", "reason", "detail"),
    [
        ("", Refusal.LINK_FOREIGN, "there is no text"),
        ("good morning", Refusal.LINK_FOREIGN, "ordinary text"),
        ("https://example.org/", Refusal.LINK_FOREIGN, "a web address"),
        ("magnet://x", Refusal.LINK_FOREIGN, "a link of another program"),
        ("x" * 20_000, Refusal.LINK_FOREIGN, "a text of more than 16,384 characters"),
        (
            LINKS.of_request(REQUEST, HERE)[:-9],
            Refusal.LINK_TRUNCATED,
            "its end is missing",
        ),
        (
            LINKS.of_request(REQUEST, HERE).replace("AEA", "AEB", 1),
            Refusal.LINK_INVALID,
            "some of its characters were changed",
        ),
        (f"hyper://{KEY.hex()[:-2]}", Refusal.LINK_INVALID, "the key in it cannot be read"),
        (
            encode_base58(REQUEST)[:-5],
            Refusal.LINK_INVALID,
            "it is a code of the wrong length or kind",
        ),
    ],
)
def test_anything_else_is_refused_with_what_was_found(
    text: str, reason: Refusal, detail: str
) -> None:
    with pytest.raises(Refused) as refused:
        LINKS.read(text)
    assert (refused.value.reason, refused.value.detail) == (reason, detail)


def test_a_link_carries_four_addresses_and_none_that_cannot_be_dialled() -> None:
    many = [Address("10.0.0.1", 0), Address("fe80::1%eth0", 1)]
    many += [Address(f"10.0.0.{n}", 4711) for n in (1, 1, 2, 3, 4, 5)]
    found = LINKS.read(LINKS.of_request(REQUEST, many))
    assert isinstance(found, FoundRequest)
    assert [address.host for address in found.addresses] == [f"10.0.0.{n}" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (lambda: LINKS.of_request(REQUEST[:-1], ()), Refusal.REQUEST_INVALID),
        (lambda: LINKS.of_invite(INVITE + b"x", ()), Refusal.INVITE_INVALID),
        (lambda: LINKS.of_channel(KEY[:-1], "", ()), Refusal.KEY_INVALID),
        (lambda: LINKS.of_community(KEY[:-1], WireVersion.S, "", ()), Refusal.KEY_INVALID),
        (lambda: LINKS.of_trust(KEY, (), ()), Refusal.LINK_INVALID),
        (lambda: LINKS.of_comment_key(KEY, KEY[:-1], ()), Refusal.KEY_INVALID),
    ],
)
def test_what_cannot_be_read_back_is_not_written(write: object, reason: Refusal) -> None:
    assert callable(write)
    with pytest.raises(Refused) as refused:
        write()
    assert refused.value.reason is reason


def test_a_bare_key_is_whatever_its_place_needs() -> None:
    found = LINKS.read(KEY.hex())
    assert demanded(found, CHANNEL) == FoundChannel(KEY, "", only_key=True)
    assert demanded(found, FEED) == FoundFeed(KEY)
    assert demanded(found, FOLDER) == FoundFolder(KEY)
    assert demanded(found, COMMUNITY) == FoundCommunity(KEY, WireVersion.M)


def test_a_link_of_hypercore_is_of_a_feed_or_of_a_folder_but_of_no_channel() -> None:
    found = LINKS.read(f"dat://{KEY.hex()}")
    assert demanded(found, FOLDER) == FoundFolder(KEY)
    assert [type(one) for one in readings_of(found)] == [FoundFeed, FoundFolder]
    with pytest.raises(Refused) as refused:
        demanded(found, CHANNEL)
    assert refused.value.detail == "a feed was found, a public channel or its key is needed"


def test_a_link_of_ours_is_what_it_says() -> None:
    feed = LINKS.read(LINKS.of_feed(KEY, "n", FeedForm.SIGNED, ()))
    folder = LINKS.read(LINKS.of_folder(KEY, "n", ()))
    assert (list(readings_of(feed)), list(readings_of(folder))) == ([feed], [folder])
    assert (noun_of(feed), noun_of(folder)) == ("a feed", "a shared folder")
    with pytest.raises(Refused):
        demanded(folder, FEED)


@pytest.mark.parametrize(
    ("untils", "valid_to"),
    [
        ((NOON + 60,), NOON + 60),
        ((math.inf, NOON + 60), NOON + 60),
        ((NOON - 60, NOON + 60), NOON - 60),
        ((math.inf, math.inf), math.inf),
        ((NOON + 60, math.nan), None),
    ],
)
def test_a_permission_says_until_when_it_holds(
    untils: tuple[float, ...], valid_to: float | None
) -> None:
    links = tuple(link_until(until) for until in untils)
    found = LINKS.read(LINKS.of_trust(KEY, links, ()))
    assert found == FoundTrustLink(KEY, links, valid_to=valid_to)


def link_until(until: float) -> bytes:
    return issue_link(KEYS[0].secret_key, OTHER_KEY, until, bytes(32)).encoded
