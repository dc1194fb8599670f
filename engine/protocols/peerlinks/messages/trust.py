"""Link. The channel id is filled in for the signature and never travels (note 1). Pure."""

from __future__ import annotations

from collections.abc import Iterable

from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
from engine.model.limits import CHAIN_LINKS_MAX
from engine.protocols.peerlinks.messages.parsing import parse
from engine.protocols.peerlinks.packets import Chain, Link
from engine.protocols.peerlinks.shapes import demand_link_shape
from engine.schemas import peerlinks_pb2 as schema

_SECTION = "The chain"


def encode_link(link: Link) -> bytes:
    """As it travels: without the channel id."""
    return schema_of_link(link).SerializeToString()


def link_tbs(link: Link, channel: SpaceId) -> bytes:
    """What the link's signature signs: with the channel id."""
    tbs = schema_of_link(link).tbs
    tbs.channel_id = channel
    return tbs.SerializeToString()


def decode_link(data: bytes) -> Link:
    """A channel id on the wire is ignored. Raises PeerViolation as ``demand_link_shape`` does."""
    return link_of(parse(schema.Link, data, _SECTION))


def schema_of_link(link: Link) -> schema.Link:
    """The link as it travels, as an object."""
    tbs = schema.Link.TBS(
        trustee_pub_key=link.trustee,
        trustee_display_name=link.display_name,
        valid_from=link.valid_from,
        valid_to=link.valid_to,
    )
    return schema.Link(tbs=tbs, signature=link.signature)


def link_of(raw: schema.Link) -> Link:
    """The value. Raises PeerViolation as ``demand_link_shape`` does."""
    tbs = raw.tbs
    link = Link(
        PublicKey(tbs.trustee_pub_key),
        tbs.trustee_display_name,
        tbs.valid_from,
        tbs.valid_to,
        raw.signature,
    )
    demand_link_shape(link)
    return link


def chain_of(raw: Iterable[schema.Link], count: int) -> Chain:
    """The ``count`` links. Raises PeerViolation for more than 3, before any is looked at."""
    if count > CHAIN_LINKS_MAX:
        raise PeerViolation("a chain of more than 3 links", _SECTION)
    return tuple([link_of(link) for link in raw])
