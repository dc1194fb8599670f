"""A private channel that somebody owns, one that others own, and who is in them."""

from __future__ import annotations

from engine.model.ids import PeerId
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.records import (
    ChainStored,
    Channel,
    ChannelStored,
    IdentityStored,
    OwnChain,
)
from tests import peerlinks_samples as a
from tests.unit.store.conftest import Around, Opened

GARDEN, KITCHEN = a.channel("garden"), a.channel("kitchen", owned=False)
HERE = GARDEN.id
AT = Around()
PEER, OTHER_PEER = PeerId(b"p" * 32), PeerId(b"q" * 32)


def join(here: Opened, where: Channel, *, as_: str = "ann", through: Chain = ()) -> None:
    here.keep(
        ChannelStored(where, a.NOW),
        IdentityStored(a.identity(as_)),
        ChainStored(OwnChain(where.id, a.key(as_), through)),
    )
