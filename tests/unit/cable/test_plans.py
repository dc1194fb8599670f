"""What was refused by a ruling is found among all that is gone, of which there may be very much."""

from __future__ import annotations

from engine.model.communities import MemberRole, WireVersion
from engine.model.community_commands import BlockMember, CreateCommunity, GiveRole
from tests.unit.cable.desk import Desk, key_of
from tests.unit.cable.moderated import DROP_CHANNEL, action, peopled


def test_neither_opening_nor_judging_goes_through_all_that_is_gone(desk: Desk) -> None:
    view = peopled(desk, desk.do(CreateCommunity("Hive", WireVersion.M, "ada")), "M")
    connection = desk.store.database._connection
    asked: dict[str, object] = {}

    def note(_cursor: object, sql: str, values: object) -> bool:
        asked[sql] = values
        return True

    connection.exec_trace = note
    desk.do(GiveRole(view.id, key_of(7), MemberRole.ADMIN))
    desk.receive(view, action(7, b"", DROP_CHANNEL, desk.now + 1, "garden"))
    desk.do(BlockMember(view.id, key_of(9)))
    desk.do(BlockMember(view.id, key_of(9), blocked=False))
    desk.cable.mend()
    connection.exec_trace = None
    ruled = [
        sql for sql in asked if "FROM cable_gone" in sql and "why" in sql and "hash IN" not in sql
    ]
    assert len(ruled) >= 2
    for sql in ruled:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", asked[sql])  # type: ignore[arg-type]  # as they were given
        steps = [
            step[3] for step in plan if step[3].startswith(("SEARCH g ", "SEARCH cable_gone "))
        ]
        assert steps
        assert all("INDEX cable_gone_ruled" in step for step in steps), steps
