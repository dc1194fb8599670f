"""Markup of a gateway: elements and words, and nothing else that XML can do."""

from __future__ import annotations

import pytest

from engine.transport.gateway.exchange import Unreadable
from engine.transport.gateway.markup import DEPTH_MAX, ELEMENTS_MAX, Element, read_markup


def test_elements_are_named_without_prefixes_and_their_words_are_stripped() -> None:
    document = b'<?xml version="1.0"?><a:b xmlns:a="x" c="d"> <e>\n 1 &lt; 2 \n</e><a:e/></a:b>'
    children = (Element("e", "1 < 2", ()), Element("e", "", ()))
    assert read_markup(document) == Element("b", "", children)


def test_the_first_child_of_a_name_speaks_for_it() -> None:
    element = read_markup(b"<a><b>1</b><b>2</b></a>")
    assert (element.words_of("b"), element.words_of("c")) == ("1", "")
    assert [one.words for one in element.all("b")] == ["1", "2"]


LAUGHS = b"".join(b'<!ENTITY l%d "%s">' % (one, b"&l%d;" % (one - 1) * 10) for one in range(1, 10))


@pytest.mark.parametrize(
    "document",
    [
        b"",
        b"   ",
        b"words",
        b"<a>",
        b"<a></b>",
        b"<a/><b/>",
        b"<a>&nobody;</a>",
        b"<a>\xff\xfe</a>",
        b'<?xml version="1.0" encoding="nonsense"?><a>\xe4</a>',
        b'<!DOCTYPE a [<!ENTITY l0 "ha">' + LAUGHS + b"]><a>&l9;</a>",
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        b'<!DOCTYPE a SYSTEM "http://127.0.0.1/a.dtd"><a/>',
        b"<!DOCTYPE a><a/>",
    ],
)
def test_what_is_broken_or_declares_anything_is_not_read(document: bytes) -> None:
    with pytest.raises(Unreadable):
        read_markup(document)


def test_the_encoding_is_ours_whatever_is_said() -> None:
    document = '<?xml version="1.0" encoding="utf-7"?><a>ö</a>'.encode()
    assert read_markup(document).words == "ö"


def test_so_many_elements_and_no_more() -> None:
    assert read_markup(b"<a>" + b"<b/>" * (ELEMENTS_MAX - 1) + b"</a>").name == "a"
    with pytest.raises(Unreadable):
        read_markup(b"<a>" + b"<b/>" * ELEMENTS_MAX + b"</a>")


def test_so_deep_and_no_deeper() -> None:
    assert read_markup(b"<a>" * DEPTH_MAX + b"</a>" * DEPTH_MAX).name == "a"
    with pytest.raises(Unreadable):
        read_markup(b"<a>" * (DEPTH_MAX + 1) + b"</a>" * (DEPTH_MAX + 1))
