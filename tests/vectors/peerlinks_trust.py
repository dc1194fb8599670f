"""Recorded keys, links and chains: one check for each kind of case."""

from __future__ import annotations

import pytest

from engine.crypto import boxes, ed25519
from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
from engine.protocols.peerlinks.keys import (
    channel_id,
    document_request_id,
    published_request_id,
    symmetric_key,
)
from engine.protocols.peerlinks.messages import decode_link, encode_link, link_tbs
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.trust.chain import VerifiedLinks, check_chain
from engine.protocols.peerlinks.trust.link import issue_link
from tests.vectors.peerlinks_cases import Case, chain_of, key_of, unhex


def sign_seed(case: Case) -> None:
    pair = ed25519.from_seed(unhex(case["in"]["seed"]))
    assert pair.public_key.hex() == case["out"]["public_key"]
    assert pair.secret_key.hex() == case["out"]["secret_key"]


def channel_keys(case: Case) -> None:
    key = key_of(case["in"]["channel_pub_key"])
    assert channel_id(key).hex() == case["out"]["channel_id"]
    assert symmetric_key(key).hex() == case["out"]["symmetric_key"]


def request_id(case: Case) -> None:
    pair = boxes.from_seed(unhex(case["in"]["box_seed"]))
    assert pair.public_key.hex() == case["in"]["box_pub_key"]
    assert published_request_id(pair.public_key).hex() == case["out"]["request_id_js"]
    trustee = key_of(case["in"]["trustee_pub_key"])
    assert document_request_id(trustee).hex() == case["out"]["request_id_seed_document"]


def link_encode(case: Case) -> None:
    given, out = case["in"], case["out"]
    channel = channel_id(key_of(given["channel_pub_key"]))
    link = issue_link(
        ed25519.from_seed(unhex(given["issuer_seed"])).secret_key,
        channel,
        key_of(given["trustee_pub_key"]),
        given["trustee_display_name"],
        given["valid_from"],
        given["valid_to"],
    )
    assert link_tbs(link, channel).hex() == out["tbs"]
    assert link.signature.hex() == out["signature"]
    assert encode_link(link).hex() == out["link"]
    assert decode_link(unhex(out["link"])) == link


def link_verify(case: Case) -> None:
    given = case["in"]
    channel = channel_id(key_of(given["channel_pub_key"]))
    issuer = key_of(given["issuer_pub_key"])
    if case["out"].get("decode_error"):
        with pytest.raises(PeerViolation):
            decode_link(unhex(given["link"]))
        return
    chain = (decode_link(unhex(given["link"])),)
    _expect_chain(chain, issuer, channel, given["timestamp"], is_valid=case["out"]["valid"])


def _expect_chain(
    chain: Chain, first_issuer: PublicKey, channel: SpaceId, at: float, *, is_valid: bool
) -> None:
    if is_valid:
        leaf = check_chain(chain, first_issuer, channel, at, VerifiedLinks())
        assert leaf == (chain[-1].trustee if chain else first_issuer)
        return
    with pytest.raises(PeerViolation):
        check_chain(chain, first_issuer, channel, at, VerifiedLinks())


def chain_verify(case: Case) -> None:
    given, out = case["in"], case["out"]
    key = key_of(given["channel_pub_key"])
    chain = chain_of(given["links"])
    _expect_chain(chain, key, channel_id(key), given["timestamp"], is_valid=out["valid"])
    if out["valid"]:
        assert (chain[-1].trustee if chain else key).hex() == out["leaf_key"]
