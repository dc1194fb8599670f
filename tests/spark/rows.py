"""Datasets of few posts, as tests want them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from spark_reports.dataset import AuthorRow, PostRow, SpaceRow
from spark_reports.dataset_writer import writing
from spark_reports.manifest import Manifest, Watermark

GARDEN, RELAY = "0a" * 32, "1e" + "10" * 31  # the second one would be a number to who infers
NOON = int(datetime(2024, 3, 15, 12, tzinfo=UTC).timestamp() * 1e6)
MINUTE = 60_000_000
DAY = 86_400_000_000
PLAIN = PostRow(
    kind="peerlinks",
    channel="",
    id=b"",
    author="aa" * 32,
    author_name="Ann",
    depth=1,
    at=NOON,
    received_at=NOON + 1_000_000,
    height=0,
    parents=(),
    reply_to=None,
    type="message",
    text=None,
    text_length=11,
    words=2,
    mentions=(),
    link_domains=(),
    attachment_bytes=0,
    size_bytes=20,
)


def name(number: int) -> bytes:
    """The id of the post of that number."""
    return sha256(b"%d" % number).digest()


def post(number: int, at: int = NOON, **fields: object) -> PostRow:
    """A post that arrives a second after it was written, unless ``fields`` say otherwise."""
    given: Mapping[str, object] = {"received_at": at + 1_000_000, **fields}
    return PLAIN._replace(id=name(number), at=at, **given)  # type: ignore[arg-type]  # by their names


def dataset(
    folder: Path,
    posts: Mapping[str, Iterable[PostRow]],
    *,
    include_text: bool = False,
    spaces: Sequence[SpaceRow] = (),
    authors: Sequence[AuthorRow] = (),
) -> Manifest:
    """The dataset of those posts, by space, added to what is in ``folder``."""
    known = {space.space for space in spaces}
    named = [SpaceRow(space, "peerlinks", space[:4]) for space in posts if space not in known]
    with writing(folder, include_text=include_text) as writer:
        for space, rows in posts.items():
            writer.add(space, rows)
            writer.mark(space, Watermark(0, "", 0, ""))
        return writer.finish([*spaces, *named], authors)
