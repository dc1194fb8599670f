"""Whatever hosts of our network send, it is read as what it is or as nothing, and leads nowhere."""

from __future__ import annotations

from ipaddress import IPv4Address
from xml.sax.saxutils import escape

from hypothesis import given
from hypothesis import strategies as st

from engine.model.peers import PortMappingState
from engine.transport.gateway.description import controls_in
from engine.transport.gateway.exchange import ANSWER_BYTES_MAX, Answer, Incoming, Unreadable
from engine.transport.gateway.markup import Element, read_markup
from engine.transport.gateway.places import Place, is_plain, is_public, place_in
from engine.transport.gateway.search import described_at
from tests.fake_router import (
    ADD,
    ADDRESS,
    DESCRIPTION,
    INSIDE,
    OUTSIDE,
    ROUTER,
    FakeRouter,
    described,
    done,
    found_at,
    refused,
)
from tests.unit.gateway.stage import Stage

BASE = Place(ROUTER, 5_000, "/one/description.xml")
HOSTS = st.sampled_from(["192.168.1.1", "192.168.1.2", "127.0.0.1", "8.8.8.8", "router", "[::1]"])
URLS = st.text(max_size=40) | st.builds(
    "{}{}{}{}".format,
    st.sampled_from(["http://", "https://", "//", "HTTP://a@", "", "file://"]),
    HOSTS,
    st.sampled_from(["", ":80", ":0", ":99999", ":x"]),
    st.text(max_size=12).map(lambda path: f"/{path}"),
)
HEADS = st.sampled_from(
    [
        b"HTTP/1.1 200 OK\r\n\r\n",
        b"HTTP/1.0 500 No\r\nContent-Length: 5\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        b"",
    ]
)
BODIES = st.lists(
    st.binary(max_size=12) | st.sampled_from([b"1\r\nx\r\n", b"0\r\n\r\n", b"a;b\r\n", b"\r\n"]),
    max_size=8,
).map(b"".join)
MARKUP = st.recursive(
    st.sampled_from(["words", "&amp;", "&x;", "<b/>", "<!DOCTYPE a>", "<!--c-->", "<![CDATA[<]]>"]),
    lambda inner: st.lists(inner, max_size=4).map(lambda parts: f"<a>{''.join(parts)}</a>"),
    max_leaves=12,
).map(str.encode)


@given(URLS)
def test_no_url_leads_to_another_host_or_breaks_a_line(text: str) -> None:
    place = place_in(text, BASE)
    if place is not None:
        assert place.host == ROUTER
        assert 0 < place.port < 65_536
        assert place.target.startswith("/")
        assert is_plain(place.target)


@given(
    st.binary(max_size=200) | st.builds(found_at, URLS.filter(lambda one: one.isascii())),
    st.ip_addresses(v=4),
)
def test_no_datagram_leads_to_anybody_but_its_sender(datagram: bytes, sender: IPv4Address) -> None:
    for source in (sender, ROUTER):
        place = described_at(datagram, source, INSIDE)
        assert place is None or (place.host == source and source in INSIDE.network)


@given(HEADS, BODIES, st.data())
def test_an_answer_is_the_same_however_it_is_cut(
    head: bytes, body: bytes, data: st.DataObject
) -> None:
    sent = head + body
    whole = outcome(sent)
    cut = data.draw(st.integers(0, len(sent)))
    assert outcome(sent[:cut], sent[cut:]) == whole
    assert outcome(*(sent[at : at + 1] for at in range(len(sent)))) == whole
    assert whole is None or len(whole.body) <= ANSWER_BYTES_MAX


def outcome(*pieces: bytes) -> Answer | None:
    incoming = Incoming()
    try:
        for piece in pieces:
            if (answer := incoming.take(piece)) is not None:
                return answer
        return incoming.end()
    except Unreadable:
        return None


@given(st.binary(max_size=200) | MARKUP)
def test_markup_is_elements_and_words_or_nothing(document: bytes) -> None:
    try:
        element = read_markup(document)
    except Unreadable:
        return
    assert isinstance(element, Element)
    assert b"<!DOCTYPE" not in document.partition(b"<a>")[0]


@given(st.lists(URLS.map(escape), max_size=6))
def test_whatever_a_description_names_is_asked_at_its_own_host(urls: list[str]) -> None:
    try:
        found = controls_in(Answer(200, described(*urls)), BASE)
    except (Unreadable, UnicodeEncodeError):  # characters that no markup can hold
        return
    assert all(one.place.host == ROUTER for one in found)


SAID = st.sampled_from(
    [
        None,
        Answer(200, b""),
        Answer(302, b""),
        done(ADD),
        refused(718),
        refused(725),
        refused(501),
        done(ADDRESS, f"<NewExternalIPAddress>{OUTSIDE}</NewExternalIPAddress>"),
        done(ADDRESS, "<NewExternalIPAddress>10.0.0.1</NewExternalIPAddress>"),
        Answer(200, described("/a", "/b")),
    ]
)


@given(st.lists(st.dictionaries(st.sampled_from([DESCRIPTION, ADDRESS, ADD]), SAID), max_size=6))
def test_no_router_has_us_hold_what_is_not_public_or_ask_without_end(
    moods: list[dict[str, Answer | None]],
) -> None:
    router = FakeRouter()
    stage = Stage(router)
    stage.begin()
    for mood in moods:
        router.says = dict(mood)
        before = len(router.asked)
        stage.wait(600.0)
        assert len(router.asked) - before < 200
        for view in stage.told:
            if view.state is PortMappingState.HELD:
                assert view.address is not None
                assert is_public(IPv4Address(view.address.host))
    stage.end()
    router.says.clear()
    stage.end()
