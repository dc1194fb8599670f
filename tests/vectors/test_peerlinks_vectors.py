"""Every recorded case of the published PeerLinks implementation, by kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.vectors import peerlinks_greeting as greeting
from tests.vectors import peerlinks_invites as invites
from tests.vectors import peerlinks_posts as posts
from tests.vectors import peerlinks_reconciliation as reconciliation
from tests.vectors import peerlinks_trust as trust
from tests.vectors.peerlinks_cases import CASES, DECIDED, Case

RUNNERS: dict[str, Callable[[Case], None]] = {
    "sign-seed": trust.sign_seed,
    "channel-keys": trust.channel_keys,
    "request-id": trust.request_id,
    "shake-direction": greeting.shake_direction,
    "hello": greeting.hello,
    "shake": greeting.shake,
    "frame": greeting.frame,
    "packet": greeting.packet,
    "link-encode": trust.link_encode,
    "link-verify": trust.link_verify,
    "chain-verify": trust.chain_verify,
    "message-encode": posts.message_encode,
    "message-receive": posts.message_receive,
    "message-size": posts.message_size,
    "crdt-order": reconciliation.crdt_order,
    "query": reconciliation.query,
    "bulk": reconciliation.bulk,
    "query-layout": reconciliation.query_layout,
    "sync-request": reconciliation.sync_request,
    "sync-response": reconciliation.sync_response,
    "invite": invites.invite,
}


def test_no_kind_and_no_case_is_left_out() -> None:
    names = [case["name"] for case in CASES]
    assert len(names) == len(set(names)) == 173
    assert {case["kind"] for case in CASES} == RUNNERS.keys()
    assert DECIDED.keys() <= set(names)


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_the_recorded_case_comes_out_as_recorded_or_as_decided(case: Case) -> None:
    RUNNERS[case["kind"]](case)
