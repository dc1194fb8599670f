"""What the file holds and no longer holds, and what is answered of its health."""

from __future__ import annotations

from pathlib import Path

from engine.errors import FaultReason
from engine.model.queries import Members, Spaces, Timeline
from engine.protocols.peerlinks.records import (
    ChannelForgotten,
    ChannelStored,
    RequestClosed,
    RequestOpened,
)
from engine.store.connection import PAGE_BYTES
from engine.store.migrate import latest_format
from engine.store.opening import DATABASE_NAME, open_store
from tests import peerlinks_samples as a
from tests.unit.store.conftest import KEY, Opened, fault_of, opened
from tests.unit.store.garden import AT, GARDEN, HERE, join


def test_a_forgotten_channel_leaves_no_row_behind(memory: Opened) -> None:
    join(memory, GARDEN)
    memory.keep(*a.line(HERE, 5, by=a.chain("bob")), ChannelForgotten(HERE))
    memory.erase_all()
    for table in (
        "space",
        "timeline",
        "timeline_block",
        "author",
        "peerlinks_channel",
        "peerlinks_message",
        "peerlinks_leaf",
        "peerlinks_member",
        "peerlinks_own_chain",
    ):
        assert memory.store.database.value(f"SELECT count(*) FROM {table}") == 0
    assert memory.reader.answer(Spaces(), AT) == ()


def test_a_closed_requests_secret_is_in_no_page_of_the_file(memory: Opened) -> None:
    opened_request = a.request("ann")
    memory.keep(RequestOpened(opened_request))
    before = memory.store.database._connection.serialize("main")
    assert opened_request.box_seed in before
    memory.keep(RequestClosed(opened_request.request_ids[0]))
    after = memory.store.database._connection.serialize("main")
    assert opened_request.box_seed not in after


def test_health_tells_the_state_of_the_file(here: Opened) -> None:
    here.keep(ChannelStored(GARDEN, a.NOW), *a.line(HERE, 4))
    health = here.store.inspection.view()
    assert (health.format_version, health.encrypted, health.intact) == (latest_format(), True, True)
    assert (health.spaces, health.posts) == (1, 4)
    assert health.bytes_on_disk > 10_000


def test_a_look_at_the_file_ends_when_the_program_does(here: Opened) -> None:
    here.keep(ChannelStored(GARDEN, a.NOW), *a.line(HERE, 2_000))
    here.store.inspection.stop()
    assert fault_of(here.store.inspection.view) is FaultReason.ENGINE_CLOSED


def test_a_damaged_page_is_told(here: Opened, profile: Path) -> None:
    here.keep(ChannelStored(GARDEN, a.NOW), *a.line(HERE, 200))
    here.close()
    file = profile / DATABASE_NAME
    damaged = bytearray(file.read_bytes())
    damaged[-PAGE_BYTES * 3 + 100] ^= 1
    file.write_bytes(damaged)
    store = open_store(profile, KEY)
    assert not store.inspection.view().intact
    store.close()


def test_every_answer_survives_opening_again(here: Opened, profile: Path) -> None:
    join(here, GARDEN)
    here.keep(*a.line(HERE, 12, by=a.chain("bob")))
    before = [here.reader.answer(query, AT) for query in (Spaces(), Timeline(HERE), Members(HERE))]
    here.close()
    again = opened(open_store(profile, KEY))
    after = [again.reader.answer(query, AT) for query in (Spaces(), Timeline(HERE), Members(HERE))]
    assert after == before
    again.close()
