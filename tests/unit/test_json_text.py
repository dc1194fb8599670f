"""JSON as JSON.parse judges it; both judges, and the published program's verdicts."""

from __future__ import annotations

import itertools
import json

import msgspec
import pytest

from engine.wire import json_text
from engine.wire.json_text import is_json

DEPTH = 2_000_000


def by_the_standard_library(text: str) -> bool:
    """A third judge for shallow texts: it builds objects, and knows NaN unless told otherwise."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    try:
        json.loads(text, parse_constant=refuse, parse_int=str, parse_float=str)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize(
    "text",
    [
        "5",
        "null",
        '"x"',
        " \t\r\n1\n",
        '"\\ud800"',
        '"\\udc00\\ud800"',
        '{"a":1,"a":2}',
        "1e400",
        "-0",
        "-0.0e-0",
        '"\\u0000"',
        '"\u2028\x7f"',
        '"\ud800"',
        "[]",
        "{}",
        "[ ]",
        '{ "" : [ { } , [ ] ] }',
        '"\\\\\\"\\/\\b\\f\\n\\r\\t"',
        '["\\\\",1]',
    ],
)
def test_what_javascript_accepts_is_json(text: str) -> None:
    assert is_json(text)
    assert json_text._is_json_exactly(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "hello",
        "NaN",
        "Infinity",
        "-Infinity",
        "[NaN]",
        "{'a':1}",
        "\ufeff1",
        "1\u00a0",
        "\x0b1",
        "\x0c1",
        '{"a":1,}',
        "[1,]",
        "[,1]",
        "[1 2]",
        "/**/1",
        '"a\tb"',
        '"a\nb"',
        '"\x00"',
        "\x01",
        "[\x01]",
        "[\x02]",
        "{\x031}",
        "1.",
        ".5",
        "+1",
        "01",
        "-",
        "1e",
        "--1",
        "1-1",
        "0x1",
        '"\\x41"',
        '"\\u12"',
        '"\\',
        '"',
        '"a',
        'a"',
        '"a"b"',
        "\\n",
        '\\""',
        "[_]",
        "_",
        "[",
        "]",
        "[}",
        "{]",
        "[[]",
        "[]]",
        "{}{}",
        "1,2",
        '"a":1',
        '["a":1]',
        '{"a"}',
        '{"a":}',
        '{"a":1,2}',
        '{"a":1 "b":2}',
        '[1,"a":2]',
        "{1:2}",
        "truefalse",
        "tru e",
        "nul",
        "\N{ARABIC-INDIC DIGIT ONE}",
    ],
)
def test_what_javascript_refuses_is_not_json(text: str) -> None:
    assert not is_json(text)
    assert not json_text._is_json_exactly(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * DEPTH + "]" * DEPTH,
        '{"a":' * (DEPTH // 5) + "1" + "}" * (DEPTH // 5),
        "[" * 2000 + "0" + ",[0]" * 400_000 + "]" * 2000,
        "1" * DEPTH,
        '"' + "a" * DEPTH + '"',
        '["\\ud800"' + ',"\\\\"' * 300_000 + "]",
    ],
    ids=["arrays", "objects", "wide below deep", "digits", "string", "escapes"],
)
def test_no_depth_and_no_length_is_too_much(text: str) -> None:
    assert is_json(text)
    assert not is_json(text[:-1] + "x")


@pytest.mark.parametrize(
    "text",
    ["[" * DEPTH, '"\t' * (DEPTH // 2), "-" * DEPTH, "\\" * (DEPTH + 1), "1e" * (DEPTH // 2)],
)
def test_long_nonsense_is_refused(text: str) -> None:
    assert not is_json(text)


@pytest.mark.slow
def test_all_judges_agree_on_every_short_text() -> None:
    characters = itertools.chain.from_iterable(
        itertools.product('[]{},:"\\u0a1-.eE+tn \t\x01x/', repeat=size) for size in range(4)
    )
    words = itertools.chain.from_iterable(
        itertools.product(
            ("[", "]", "{", "}", ",", ":", '"a"', "1", "true", " ", '"\\n"', "nul"), repeat=size
        )
        for size in range(5)
    )
    for parts in itertools.chain(characters, words):
        text = "".join(parts)
        expected = by_the_standard_library(text)
        assert is_json(text) == expected, text
        assert json_text._is_json_exactly(text) == expected, text


def test_the_quick_judge_refuses_more_than_javascript_so_its_refusal_is_no_verdict() -> None:
    with pytest.raises(msgspec.DecodeError):
        json_text._CHECK.decode('"\\ud800"')
    assert is_json('"\\ud800"')
