"""The safe part of Markdown: what is styled, what stays text, and nothing is ever fetched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ui.text.markdown import (
    Block,
    BlockKind,
    Span,
    Style,
    ends_in_fence,
    links_in,
    parse,
    utf16_length,
    utf16_slice,
)

PARAGRAPH, HEADING, CODE, RULE = (
    BlockKind.PARAGRAPH,
    BlockKind.HEADING,
    BlockKind.CODE,
    BlockKind.RULE,
)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("plain", (Block(PARAGRAPH, "plain"),)),
        ("two\nlines", (Block(PARAGRAPH, "two\nlines"),)),
        ("**b**", (Block(PARAGRAPH, "b", (Span(0, 1, Style.BOLD),)),)),
        ("a *i*", (Block(PARAGRAPH, "a i", (Span(2, 1, Style.ITALIC),)),)),
        ("~~s~~", (Block(PARAGRAPH, "s", (Span(0, 1, Style.STRIKE),)),)),
        ("`c`", (Block(PARAGRAPH, "c", (Span(0, 1, Style.CODE),)),)),
        ("***x***", (Block(PARAGRAPH, "x", (Span(0, 1, Style.BOLD | Style.ITALIC),)),)),
        ("# big", (Block(HEADING, "big"),)),
        ("```py\nx = 1\n```", (Block(CODE, "x = 1"),)),
        ("    x = 1", (Block(CODE, "x = 1"),)),
        ("> q\n> > r", (Block(PARAGRAPH, "q", quotes=1), Block(PARAGRAPH, "r", quotes=2))),
        (
            "- a\n- b",
            (
                Block(PARAGRAPH, "a", indent=1, marker="\u2022"),
                Block(PARAGRAPH, "b", indent=1, marker="\u2022"),
            ),
        ),
        (
            "3. a\n4. b",
            (
                Block(PARAGRAPH, "a", indent=1, marker="3."),
                Block(PARAGRAPH, "b", indent=1, marker="4."),
            ),
        ),
        ("a\n\n---\n\nb", (Block(PARAGRAPH, "a"), Block(RULE, ""), Block(PARAGRAPH, "b"))),
        ("\U0001f44d **b**", (Block(PARAGRAPH, "\U0001f44d b", (Span(3, 1, Style.BOLD),)),)),
        ("", (Block(PARAGRAPH, ""),)),
    ],
)
def test_what_is_styled(text: str, blocks: tuple[Block, ...]) -> None:
    assert parse(text) == blocks


def test_addresses_become_links_by_themselves() -> None:
    (block,) = parse("see https://example.org/x, or write")
    assert block.text == "see https://example.org/x, or write"
    assert block.spans == (Span(4, 21, Style.PLAIN, "https://example.org/x"),)


@pytest.mark.parametrize(
    ("link", "shown"),
    [
        ("tidings:" + "AEBS2" * 20, "tidings:" + "AEBS2" * 20),
        (
            f"message {'0a' * 32} in channel {'1B' * 32}",
            "message 0a0a0a0a… in channel 1B1B1B1B…",
        ),
        (f"message {'0a' * 32} in channel {'0a' * 32}", "message 0a0a0a0a… in channel 0a0a0a0a…"),
    ],
)
def test_links_of_ours_become_links_by_themselves_and_the_name_of_a_message_short(
    link: str, shown: str
) -> None:
    length = len(shown)
    (block,) = parse(f"\U0001f44d **see** {link}, or **{link}**")
    assert block.text == f"\U0001f44d see {shown}, or {shown}"
    assert block.spans == (
        Span(3, 3, Style.BOLD),
        Span(7, length, Style.PLAIN, link),
        Span(12 + length, length, Style.BOLD, link),
    )
    assert links_in((block,)) == (link,)


def test_a_link_of_ours_is_a_link_under_other_words_too_and_none_in_code() -> None:
    link = "tidings:" + "AEBS2" * 20
    (named,) = parse(f"[the map]({link})")
    assert (named.text, named.spans) == ("the map", (Span(0, 7, Style.PLAIN, link),))
    (quoted,) = parse(f"[{link}](https://example.org)")
    assert links_in((quoted,)) == ("https://example.org",)
    assert links_in(parse(f"`{link}`")) == ()
    assert links_in(parse(f"```\n{link}\n```")) == ()


def test_a_named_link_keeps_its_words_and_leads_where_it_says() -> None:
    (block,) = parse("[the map](https://example.org/map)")
    assert (block.text, block.spans) == (
        "the map",
        (Span(0, 7, Style.PLAIN, "https://example.org/map"),),
    )


@pytest.mark.parametrize(
    "text",
    [
        "<b>x</b>",
        "<img src=file:///etc/passwd>",
        '<a href="https://example.org">x</a>',
        "<script>alert(1)</script>",
        "<!-- x -->",
        "&lt;b&gt;",
    ],
)
def test_html_is_text(text: str) -> None:
    shown = "".join(block.text for block in parse(text))
    assert shown.replace("<", "").replace(">", "")
    assert "\ufffd" not in shown
    assert "<" in shown


def test_an_image_is_its_words() -> None:
    (block,) = parse("![a cat](https://example.org/cat.png)")
    assert (block.text, block.spans) == ("a cat", ())


def test_an_image_without_words_is_its_address() -> None:
    address = "https://example.org/cat.png"
    (block,) = parse(f"see ![]({address})")
    assert (block.text, block.spans) == (
        f"see {address}",
        (Span(4, len(address), Style.PLAIN, address),),
    )
    (blank,) = parse(f"![\u200b ]({address})")
    assert blank.text == address


@pytest.mark.parametrize("called", ["", " ", "**&nbsp;**"])
def test_a_link_that_is_called_nothing_is_called_by_its_address(called: str) -> None:
    (block,) = parse(f"see [{called}](https://example.org/map) there")
    assert block.text.split() == ["see", "https://example.org/map", "there"]
    assert links_in((block,)) == ("https://example.org/map",)
    (alone,) = parse(f"[{called}](https://example.org/map)")
    assert alone.text.strip() == "https://example.org/map"
    (closed,) = parse(f"see [{called}](ftp://example.org/map) there")
    assert "ftp://example.org/map" in closed.text
    assert links_in((closed,)) == ()


def test_an_image_without_words_under_a_link_leads_where_the_link_says() -> None:
    (block,) = parse("[![](https://example.org/cat.png)](https://example.org/)")
    assert block.text == "https://example.org/cat.png"
    assert links_in((block,)) == ("https://example.org/",)


def test_the_address_of_an_image_is_no_link_where_it_may_not_open() -> None:
    (block,) = parse("![](data:image/png;base64,AAAA)")
    assert (block.text, block.spans) == ("data:image/png;base64,AAAA", ())


@pytest.mark.parametrize(
    "text",
    [
        "#",
        "> #",
        "[]()",
        "![]()",
        "-",
        "- -",
        "1.\n2.",
        ">",
        "[a]: https://example.org",
        "**\u200b**",
        "&nbsp;",
    ],
)
def test_marks_that_leave_no_words_are_shown_as_they_were_written(text: str) -> None:
    assert parse(text) == (Block(PARAGRAPH, text),)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        (
            "- a\n-\n\nThank you",
            (
                Block(PARAGRAPH, "a", indent=1, marker="\u2022"),
                Block(PARAGRAPH, "", indent=1, marker="\u2022"),
                Block(PARAGRAPH, "Thank you"),
            ),
        ),
        (
            "1.\n2. x",
            (
                Block(PARAGRAPH, "", indent=1, marker="1."),
                Block(PARAGRAPH, "x", indent=1, marker="2."),
            ),
        ),
        (
            "> -\n\nx",
            (Block(PARAGRAPH, "", indent=1, quotes=1, marker="\u2022"), Block(PARAGRAPH, "x")),
        ),
        (
            "- - a\n  -\n- b",
            (
                Block(PARAGRAPH, "a", indent=2, marker="\u2022"),
                Block(PARAGRAPH, "", indent=2, marker="\u2022"),
                Block(PARAGRAPH, "b", indent=1, marker="\u2022"),
            ),
        ),
    ],
)
def test_an_empty_list_item_keeps_its_marker(text: str, blocks: tuple[Block, ...]) -> None:
    assert parse(text) == blocks


def test_a_rule_and_an_empty_code_block_are_something_to_see() -> None:
    assert parse("***") == (Block(RULE, ""),)
    assert parse("```\n```") == (Block(CODE, ""),)


@pytest.mark.parametrize(
    "text", ["[x](javascript:alert)", "[x](file:///etc)", "[x](data:text/html,y)", "[x](//host/y)"]
)
def test_what_may_not_open_is_no_link(text: str) -> None:
    assert all(not span.link for block in parse(text) for span in block.spans)


def test_what_turns_text_around_is_taken_out() -> None:
    assert parse("a\u202eb\u2066c\x00d\x1be") == (Block(PARAGRAPH, "abcde"),)
    assert parse("a&#x202e;b&#8294;*c&#x2066;*")[0].text == "abc", "written as an entity, too"


@pytest.mark.parametrize("levels", [7, 13, 24, 49, 60, 500])
@pytest.mark.parametrize("mark", ["> ", "- ", "1. "])
def test_no_word_is_lost_however_deep_it_stands(mark: str, levels: int) -> None:
    text = "\n".join(f"{' ' * len(mark) * level}- w{level}w" for level in range(levels))
    if mark == "> ":
        text = "\n\n".join(f"{mark * (level + 1)}w{level}w" for level in range(levels))
    elif mark == "1. ":
        text = mark * levels + " ".join(f"w{level}w" for level in range(levels))
    shown = "".join(block.text for block in parse(text))
    assert all(f"w{level}w" in shown for level in range(levels))


@pytest.mark.parametrize(
    "text",
    [
        "*" * 20_000,
        "[" * 20_000,
        "> " * 10_000,
        "- " * 10_000,
        "`" * 20_000,
        "![[" * 6_000,
        "1. " * 6_000,
        "\n" * 20_000,
        "a\u0301" * 10_000,
        "x" * 20_000,
        "***" + "_a" * 9_000,
        "\ud800" * 20_000,
    ],
)
def test_hostile_texts_are_read_to_an_end(text: str) -> None:
    blocks = parse(text)
    assert blocks
    assert all(block.quotes + block.indent <= 40 for block in blocks)


@given(st.text(alphabet=st.characters(), max_size=400))
def test_every_span_lies_within_its_block(text: str) -> None:
    for block in parse(text):
        length = utf16_length(block.text)
        assert all(span.start >= 0 and span.start + span.length <= length for span in block.spans)


@given(st.text(alphabet=st.sampled_from("*_`~[]()<>#-+1. \n\t\\!|&;ahttps:/"), max_size=200))
def test_any_mixture_of_marks_is_read(text: str) -> None:
    assert parse(text)


@pytest.mark.parametrize(
    ("text", "start", "end", "cut"),
    [("abc", 1, 2, "b"), ("\U0001f44dx", 0, 2, "\U0001f44d"), ("\U0001f44dx", 2, 3, "x")],
)
def test_offsets_count_as_qt_counts(text: str, start: int, end: int, cut: str) -> None:
    assert utf16_slice(text, start, end) == cut


@pytest.mark.parametrize(
    "text",
    [
        "```\n",
        "```py\n",
        "   ```\n",
        "~~~\n",
        "~~~ a`b\n",
        "````\n```\n",
        "~~~\n```\n",
        "```\na\n```py\n",
        "```\na\n    ```\n",
        "> ```\n> ",
        "- ```\n  ",
        "```\na\n```\n\n```\n",
        "```\n``` and `",
        "\u2029```\r\n",
    ],
)
def test_what_is_written_behind_a_fence_that_is_open_is_shown_as_code(text: str) -> None:
    assert ends_in_fence(text)
    assert parse(f"{text}x")[-1].kind is CODE


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a ```\n",
        "    ```\n",
        "a\n\n    ```\n",
        "```a`b\n",
        "``` a``` b\n",
        "```\na\n```\n",
        "```\na\n````  \n",
        "~~~\na\n~~~\n",
        "> ```\n",
        "- ```\n\n",
    ],
)
def test_what_only_looks_like_a_fence_opens_none_and_another_is_closed(text: str) -> None:
    assert not ends_in_fence(text)
    assert parse(f"{text}x")[-1].kind is PARAGRAPH
