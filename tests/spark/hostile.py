"""People whose names are made to be taken for formulas, marks of a page, or commands."""

from __future__ import annotations

from pathlib import Path

from spark_reports.dataset import SpaceRow
from tests.spark.rows import DAY, GARDEN, MINUTE, NOON, RELAY, dataset, name, post

NAMES = (
    '=HYPERLINK("http://127.0.0.1")', "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1",
    "\uff1d1", "\uff0b1", "\uff0d1", "\uff201", "<script>alert(1)</script>", '"><img src=x>',
    "$\\frac{1}{0}$", "\u202egnp.exe", "\u2066isolated", "\x00\x1b[31m", 'a,b;c"d"\ne',
    "x" * 1_048_576, "水源", "👍", "&lt;b&gt;", "]]>", "", "=cmd|' /C calc'!A0", "\ufeff=1",
    "${jndi:ldap://127.0.0.1/a}", "javascript:alert(1)", "../../.bashrc", "%s%n", "' OR 1=1 --",
)  # fmt: skip


def hostile(folder: Path) -> None:
    """People and spaces with the worst of names; each says something and answers the one before."""
    posts = [
        post(
            number,
            NOON + number * MINUTE,
            author=f"{number:064x}",
            author_name=called,
            text=called,
            parents=[name(number - 1)] if number else [],
            reply_to=name(number - 1) if number else None,
            link_domains=[called],
            height=number,
        )
        for number, called in enumerate(NAMES)
    ]
    spaces = [
        SpaceRow(GARDEN, "peerlinks", "<b>=1+1</b>\u202e"),
        SpaceRow(RELAY, "feed", "-feed", "", 3, 300, 3, 300, 1),
    ]
    blocks = [post(n, NOON + n * DAY, kind="feed", type="block") for n in (100, 101)]
    dataset(folder, {GARDEN: posts, RELAY: blocks}, include_text=True, spaces=spaces)
