"""Names of other people's files (F-1, F-4): none reaches outside, deceives or collides."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.protocols.hypercore.drive.names import (
    DEPTH_MAX,
    PART_BYTES_MAX,
    PATH_BYTES_MAX,
    Unsafe,
    collision_key,
    parts_of,
)

DEVICES = [
    *("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"),
    *(f"{port}{number}" for port in ("COM", "LPT") for number in "0123456789\u00b9\u00b2\u00b3"),
]
ENDINGS = ["", ".txt", ".tar.gz", " .txt"]
RESERVED = [
    form(device) + ending
    for device, ending in itertools.product(DEVICES, ENDINGS)
    for form in (str.upper, str.lower)
]
CONTROLS = [chr(code) for code in (*range(1, 32), 0, 127, 133, 0x2028, 0x2029, 0xFEFF, 0xD800)]
DIRECTIONS = [
    chr(code) for code in (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
]
OUTSIDE = [
    *("..", ".", "../a", "a/..", "a/../b", "a/../../b", "a/./b", "//a", "a//b", "a/", "/../a"),
    *("..\\a", "a\\..\\b", "\\\\host\\share", "\\a", "C:\\a", "C:/a", "c:a", "a:stream"),
    *("/C:/Windows", "\\\\?\\C:\\a", "file:///etc/passwd", "a|b", "a*", "a?", 'a"b', "<a>"),
]
OTHERS = [
    *(
        "",
        "/",
        " a",
        "a ",
        "a.",
        "a/b. ",
        "a./b",
        ".git/hooks/post-checkout",
        ".bashrc",
        "a/.ssh/x",
    ),
    *("~", "~/x", "~root/x", "a/~b"),
    "a" * (PART_BYTES_MAX + 1),
    "\u00e9" * (PART_BYTES_MAX // 2 + 1),
    "/".join(["a"] * (DEPTH_MAX + 1)),
    "/".join(["a" * 200] * (PATH_BYTES_MAX // 200 + 1)),
]
JOINERS = ["\u200c", "\u200d"]
JOINING_NOTHING = [
    form.format(joiner)
    for joiner in JOINERS
    for form in ("{}a", "a{}", "{}", "a{0}{0}b", "a{} b", "a {}b", "x/{}a", "a{}/b")
]
UNSEEN = [
    chr(code) for code in (0x200B, 0x2060, 0x2065, 0xFDD0, 0xFFF0, 0xFFFE, 0x1FFFF, 0xE0100 - 1)
]
HOSTILE = [
    *RESERVED,
    *OUTSIDE,
    *OTHERS,
    *JOINING_NOTHING,
    *(f"a{character}b" for character in UNSEEN),
    *(f"a{character}b" for character in (*CONTROLS, *DIRECTIONS)),
    *(f"invoice{character}fdp.exe" for character in DIRECTIONS),
]
FINE = [
    *(
        "readme.txt",
        "/readme.txt",
        "/pics/a.jpg",
        "Caf\u00e9 menu.pdf",
        "\u65e5\u672c\u8a9e/\u5199\u771f.png",
    ),
    *("con-cert.txt", "console", "comma,list", "a b/c d", "100%.txt", "[1] (2) {3}", "#tag", "a'b"),
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645.txt",  # Persian, with its non-joiner
    "\U0001f468\u200d\U0001f469\u200d\U0001f467.png",  # a family
    "\u2764\ufe0f\u200d\U0001f525.png",  # a heart on fire
    "\u0915\u094d\u200d\u0937",  # Hindi, half a letter
    "\U0001faed\U0003fffd.png",  # of a Unicode that is not out yet, for some
    *("COM", "LPT10x", "nulls.txt", "x" * PART_BYTES_MAX, "a.b.c", "\U0001f600.png", "-rf", "a~b"),
]


def test_the_corpus_is_large_enough() -> None:
    assert len(set(HOSTILE)) >= 200


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_names_are_refused_with_or_without_a_slash_before(name: str) -> None:
    assert isinstance(parts_of(name), Unsafe)
    assert isinstance(parts_of(f"/folder/{name}"), Unsafe) or not name


@pytest.mark.parametrize("name", FINE, ids=ascii)
def test_ordinary_names_are_kept_as_they_are(name: str) -> None:
    assert "/".join(parts_of(name)) == name.removeprefix("/")


@given(st.text())
def test_any_text_is_parts_that_stay_inside_or_refused(name: str) -> None:
    parts = parts_of(name)
    if not isinstance(parts, Unsafe):
        assert parts
        assert not {"", ".", ".."} & set(parts)
        assert "\\" not in name
        assert "\0" not in name


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("readme", "README"),
        ("/a/b", "A/B"),
        ("caf\u00e9", "cafe\u0301"),
        ("CAF\u00c9", "cafe\u0301"),
        ("stra\u00dfe", "STRASSE"),
        ("readme", "read\u200dme"),
        ("cafe\u0301", "caf\u200ce\u0301"),
    ],
)
def test_names_that_are_one_file_somewhere_collide(first: str, second: str) -> None:
    assert collision_key(first) == collision_key(second)


def test_other_names_do_not() -> None:
    keys = {collision_key(name) for name in FINE}
    assert len(keys) == len(FINE) - 1, "only readme.txt stands there twice"
