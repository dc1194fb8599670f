"""Names that an eye takes for each other have a look in common (UTS 39; reliability.md G-4)."""

from __future__ import annotations

import pytest

from engine.model.looks import is_blank, looks_of

MISTAKABLE = {
    "June": (
        "june", "JUNE", "J\u016bne", "Jun\u0435", "\u0408une", "\u0408un\u0435", "Ju\u0578e",
        "Jun\u00e9", "June\u0301", "J\u1d1c\u0274\u1d07", "J u n e", "June ", "Ju\u200bne",
        "\u202eJune", "Jun\ufeffe", "J\u00adune", "\uff2a\uff55\uff4e\uff45",
        "\U0001d409\U0001d42e\U0001d427\U0001d41e", "\u24bf\u24e4\u24dd\u24d4", "Ju\u0273e",
        "Jun\u0117", "\u037fune", "\u13abune",
        "J\u057dne", "June\ufe0f", "June\u3164", "Jun\u0247",
    ),
    "Moss": (
        "M0ss", "Mo\u0455s", "\u041coss", "\u039coss", "M\u043e\u0455\u0455", "rnoss", "Rnoss",
        "M\u00f6ss", "M\u00f8ss", "\u1d0d\u1d0f\ua731\ua731", "Mo\u00df", "M\u03bfss",
        "M\u0585ss", "\u216foss", "\uff2d\uff4f\uff53\uff53",
    ),
    "Will": (
        "WiIl", "Wi1l", "Wi|l", "W\u0456ll", "WilI", "Will\u0323", "\u051cill", "Wi\u0142l",
        "Wi\u04cfl", "W\u03b9ll", "W\u0131ll", "\u13b3ill",
    ),
    "paypal": (
        "\u0440\u0430\u0443\u0440\u0430l", "\u0420\u0410\u0423\u0420\u0410L", "PayPaI",
        "p\u0430yp\u0430l", "pa\u04afpal", "\u03c1aypal", "pay\u2060pal", "\u01a5aypal",
    ),
    "\u0410\u043d\u043d\u0430": ("\u0430\u043d\u043d\u0430", "A\u043d\u043da", "A\u041d\u041dA"),
    "\u0395\u03bb\u03ad\u03bd\u03b7": ("E\u03bb\u03ad\u03bd\u03b7", "\u0395\u03bb\u03b5v\u03b7"),
    "Zo\u00eb": ("Zoe", "Z\u043e\u0451", "\u0396oe"),
    "C\u00e6sar": ("Caesar", "C\u04d5sar"),
    "O'Neil": ("O\u2019Neil", "O\u02bcNeil", "0'Neil"),
    "Jean-Luc": ("Jean\u2010Luc", "Jean\u2011Luc", "Jean\u2212Luc", "Jean\u2013Luc"),
}  # fmt: skip
DIFFERENT = (
    ("June", "Jane"), ("June", "Jun"), ("June", "Juno"), ("Ali", "All"), ("Moss", "Mess"),
    ("Wren", "Wrenn"), ("\u0410\u043d\u043d\u0430", "Anna"), ("\u65e5\u672c", "\u65e5\u6728"),
    ("\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u0928\u094d\u0926"),
    ("\u0e01\u0e34\u0e19", "\u0e01\u0e19"), ("\u05d7\u05df", "\u05d7\u05d5"),
    ("\U0001f469\u200d\U0001f33e", "\U0001f469\u200d\U0001f680"), ("Kai", "Kay"),
    ("Ben", "Berl"), ("6", "9"), ("Lena", "Lina"), ("\u674e", "\u738b"), ("Ines", "Inez"),
    ("\u0645\u06cc\u0646\u0627", "\u0645\u0648\u0646\u0627"), ("Tom", "Torn\u00e1s"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "other"), [(name, one) for name, others in MISTAKABLE.items() for one in others]
)
def test_these_are_mistaken_for_each_other(name: str, other: str) -> None:
    assert looks_of(name) & looks_of(other)


@pytest.mark.parametrize(("name", "other"), DIFFERENT)
def test_these_are_not(name: str, other: str) -> None:
    assert not looks_of(name) & looks_of(other)


def test_the_corpus_is_of_the_size_that_is_asked_for() -> None:
    assert sum(map(len, MISTAKABLE.values())) + 2 * len(DIFFERENT) + len(MISTAKABLE) >= 120


@pytest.mark.parametrize("name", ["", " ", "\u200b\u2060", "\u3164", "\u0301"])
def test_what_cannot_be_seen_looks_like_nothing(name: str) -> None:
    assert looks_of(name) == frozenset()


@pytest.mark.parametrize("text", ["", " \n\u200b ", "\u3164\uffa0\u2800", "\u202e\u2066\U000e0041"])
def test_a_text_of_what_is_not_drawn_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", [".", "\u200b!", "\u65e5", "\U0001f600", "\U0001fae8", "\ue000"])
def test_a_text_in_which_one_thing_is_to_be_seen_is_not_blank(text: str) -> None:
    assert not is_blank(text)
