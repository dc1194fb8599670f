"""Only addresses that say what they are can be pressed (reliability.md G-3)."""

from __future__ import annotations

import pytest

from ui.text.links import OWN_CHARACTERS_LEAST, is_own_link, openable, pressable

AT = "@"  # apart, so that nothing here reads like the address of a person
MAIL = f"mailto:someone{AT}example.org"


@pytest.mark.parametrize(
    ("address", "opened"),
    [
        ("https://example.org", "https://example.org"),
        ("HTTPS://Example.ORG/Path?q=1#f", "https://example.org/Path?q=1#f"),
        ("http://example.org:8080/", "http://example.org:8080/"),
        ("http://[2001:db8::1]/x", "http://[2001:db8::1]/x"),
        ("https://b\u00fccher.example/", "https://xn--bcher-kva.example/"),
        ("https://\u0430pple.example/", "https://xn--pple-43d.example/"),
        ("https://example.org/\u00fc", "https://example.org/%C3%BC"),
        (MAIL, MAIL),
    ],
)
def test_what_opens_and_as_what(address: str, opened: str) -> None:
    assert openable(address) == opened


@pytest.mark.parametrize(
    "address",
    [
        "",
        "example.org",
        "//example.org/share",
        "\\\\example.org\\share",
        "file:///etc/passwd",
        "FILE:///etc/passwd",
        "javascript:alert(1)",
        "JaVaScRiPt:alert(1)",
        "java\nscript:alert(1)",
        " https://example.org",
        "https://example.org/\x00",
        "https://exa mple.org",
        "https://example.org/\u202egnp.exe",
        "https://exam\u200bple.org",
        "data:text/html,hello",
        "vbscript:x",
        "ftp://example.org",
        "smb://example.org/share",
        "ssh://example.org",
        "about:blank",
        "blob:https://example.org/x",
        "view-source:https://example.org",
        "https://bank.example" + AT + "example.org/",
        "https://user:word" + AT + "example.org/",
        "https://",
        "https:///path",
        "http://[::1",
        "http://example.org:99999/",
        "http://example.org:port/",
        "https://example.org\\" + AT + "bank.example",
        'https://example.org/"onclick="x',
        "https://example.org/<b>",
        "mailto:",
        "mailto:someone",
        "mailto:" + AT + "example.org",
        MAIL + "?bcc=b\x0a",
        "mailto://example.org",
        "tidings:AAAA",
        "https://" + "a" * 64 + "\u00fc.example/",
        "https://example.org/" + "x" * 2_000,
    ],
)
def test_what_stays_text(address: str) -> None:
    assert openable(address) == ""


OWN = "tidings:" + "A" * OWN_CHARACTERS_LEAST
MESSAGE = f"message {'0a' * 32} in channel {'1B' * 32}"


@pytest.mark.parametrize("address", [OWN, OWN.replace("tidings", "TIDINGS"), MESSAGE])
def test_what_is_ours_is_pressed_and_leaves_the_window_never(address: str) -> None:
    assert is_own_link(address)
    assert pressable(address) == address
    assert openable(address) == ""


@pytest.mark.parametrize(
    "address",
    [
        "tidings:" + "A" * (OWN_CHARACTERS_LEAST - 1),
        "tidings:" + "A" * 2_000,
        "tidings:" + "a" * OWN_CHARACTERS_LEAST,
        "tidings://" + "A" * OWN_CHARACTERS_LEAST,
        "x" + OWN,
        OWN + "x",
        OWN + "\u202e",
        OWN + "?x=1",
        f"see {OWN}",
        MESSAGE + "0",
        MESSAGE.replace("1B", "1G"),
        "message 12 in channel 34",
    ],
)
def test_what_only_resembles_ours_stays_text(address: str) -> None:
    assert not is_own_link(address)
    assert pressable(address) == ""


def test_hidden_headers_of_a_mail_are_dropped() -> None:
    assert openable(f"{MAIL}?bcc=somebody") == MAIL
