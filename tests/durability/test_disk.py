"""The model of a disk: what a cut may leave, and what it never may."""

from __future__ import annotations

import random
from pathlib import Path

from tests.durability.disk import (
    SECTOR_BYTES,
    Create,
    Delete,
    Disk,
    Operation,
    Rename,
    Sync,
    SyncNames,
    Truncate,
    Write,
    lay_down,
)
from tests.durability.power import read_back

CUTS = 400


def outcomes(*calls: Operation, start: dict[str, bytes] | None = None) -> set[bytes | None]:
    """What a cut after those calls may leave of the file ``a``; None: nothing, not even a name."""
    disk = Disk(start)
    for call in calls:
        disk.do(call)
    dice = random.Random("outcomes")
    return {disk.cut(dice).get("a") for _ in range(CUTS)}


def test_a_file_and_a_name_that_were_synced_are_always_there() -> None:
    left = outcomes(Create("a"), Write("a", 0, b"xy"), Sync("a"), SyncNames(""))
    assert left == {b"xy"}


def test_a_sync_of_the_file_alone_does_not_keep_its_name() -> None:
    assert outcomes(Create("a"), Write("a", 0, b"xy"), Sync("a")) == {b"xy", None}


def test_bytes_that_were_not_synced_are_there_or_not_or_garbled() -> None:
    left = outcomes(Write("a", 2, b"yz"), start={"a": b"ab"})
    assert {b"ab", b"abyz"} <= left
    assert all(data is not None and data.startswith(b"ab") for data in left), "written before"
    assert len(left) > 2, "garbled"


def test_a_write_is_torn_only_between_sectors() -> None:
    whole = b"x" * (3 * SECTOR_BYTES)
    left = outcomes(Write("a", 0, whole), start={"a": bytes(len(whole))})
    some = b"x" * SECTOR_BYTES + bytes(SECTOR_BYTES) + b"x" * SECTOR_BYTES
    assert some in left


def test_a_later_write_may_arrive_without_an_earlier_one_and_before_it() -> None:
    left = outcomes(Write("a", 0, b"1"), Write("a", 1, b"2"), start={"a": b".."})
    assert b".2" in left
    assert b"1" in outcomes(Write("a", 0, b"1"), Write("a", 0, b"2"), start={"a": b"."})


def test_a_sync_ends_all_doubt_about_what_was_written_before_it() -> None:
    left = outcomes(Write("a", 0, b"12"), Sync("a"), Truncate("a", 1), start={"a": b""})
    assert left == {b"12", b"1"}


def test_a_deleted_name_may_come_back_until_its_folder_is_synced() -> None:
    assert outcomes(Delete("a"), start={"a": b"1"}) == {b"1", None}
    assert outcomes(Delete("a"), SyncNames(""), start={"a": b"1"}) == {None}


def test_a_renamed_file_is_the_old_or_the_new_one_never_none() -> None:
    calls: list[Operation] = [Create("b"), Write("b", 0, b"new"), Sync("b"), Rename("b", "a")]
    assert outcomes(*calls, start={"a": b"old"}) == {b"old", b"new"}


def test_a_file_in_a_folder_whose_own_name_is_lost_is_lost() -> None:
    disk = Disk()
    calls: list[Operation] = [
        Create("f/"),
        Create("f/a"),
        Write("f/a", 0, b"x"),
        Sync("f/a"),
        SyncNames("f"),
    ]
    for call in calls:
        disk.do(call)
    dice = random.Random("folders")
    left = {tuple(disk.cut(dice)) for _ in range(CUTS)}
    assert left == {(), ("f/", "f/a")}


def test_an_image_laid_down_is_read_back_as_it_was(tmp_path: Path) -> None:
    image = {"a": b"1", "f/": b"", "f/b": b"2"}
    lay_down(image, tmp_path / "new")
    assert read_back(tmp_path / "new") == image
