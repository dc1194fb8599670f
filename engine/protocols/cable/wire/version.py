"""The versions of cable's wire format, and how they differ (protocols/cable.md 1, 2). Pure."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto


class InfoForm(Enum):
    """How the pairs of a post/info are written."""

    ONE = auto()  #: exactly one
    ENDED = auto()  #: an empty key behind the last one
    COUNTED = auto()  #: their number first


@dataclass(frozen=True, slots=True)
class Version:
    """A row of the table. Posts of one version are never written in another: they are signed.

    ``units_a_second``: of every time on the wire. ``zero_is_all``: a limit of 0 means no limit.
    """

    name: str
    length_counts_itself: bool
    request_id_bytes: int
    circuit_bytes: int
    has_ttl: bool
    has_one_link: bool
    time_behind_channel: bool
    deletes_one: bool
    info: InfoForm
    units_a_second: int
    zero_is_all: bool
    cancels_by_own_id: bool
    lists_in_data: bool
    knows_moderation: bool


S = Version(
    name="S",
    length_counts_itself=True,
    request_id_bytes=4,
    circuit_bytes=0,
    has_ttl=True,
    has_one_link=True,
    time_behind_channel=True,
    deletes_one=True,
    info=InfoForm.ONE,
    units_a_second=1,
    zero_is_all=False,
    cancels_by_own_id=True,
    lists_in_data=True,
    knows_moderation=False,
)
"""The document as given, of May 2021. No living program speaks it."""

M = Version(
    name="M",
    length_counts_itself=False,
    request_id_bytes=4,
    circuit_bytes=4,
    has_ttl=True,
    has_one_link=False,
    time_behind_channel=False,
    deletes_one=False,
    info=InfoForm.ENDED,
    units_a_second=1_000,
    zero_is_all=True,
    cancels_by_own_id=False,
    lists_in_data=False,
    knows_moderation=True,
)
"""Of 2023: what published programs speak."""

DRAFT_8 = Version(
    name="D8",
    length_counts_itself=False,
    request_id_bytes=8,
    circuit_bytes=0,
    has_ttl=False,
    has_one_link=False,
    time_behind_channel=False,
    deletes_one=False,
    info=InfoForm.COUNTED,
    units_a_second=1_000,
    zero_is_all=True,
    cancels_by_own_id=False,
    lists_in_data=False,
    knows_moderation=True,
)
"""1.0-draft8, of April 2024: the newest document. No program of it was found."""

VERSIONS = {version.name: version for version in (S, M, DRAFT_8)}
"""By ``WireVersion``, and by what is stored of it."""
