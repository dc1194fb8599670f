"""The chain from a channel's key to a signer ("The chain"): who may act, and when. Pure.

Every link must be valid at the same moment: a message's own timestamp, or now for requests and
invites. Links once verified are remembered, which halves the work of a reconciliation (D7).
"""

from __future__ import annotations

from collections import OrderedDict
from math import inf

from engine.crypto.ed25519 import SignedItem, verify
from engine.errors import PeerViolation
from engine.model.ids import PublicKey, SpaceId
from engine.model.limits import CHAIN_LINKS_MAX
from engine.protocols.peerlinks.limits import VERIFIED_LINKS_MAX
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.trust.link import link_signed_item

_SECTION = "The chain"


class VerifiedLinks:
    """Signatures of links that were found true, the least recently used forgotten first.

    One is shared by all connections. Only true ones are kept, so that a flood of false ones cannot
    push them out.
    """

    __slots__ = ("_count_max", "_keys")

    def __init__(self, count_max: int = VERIFIED_LINKS_MAX) -> None:
        """Keeps at most ``count_max`` links, some 400 bytes each."""
        self._count_max = count_max
        self._keys: OrderedDict[SignedItem, None] = OrderedDict()

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._keys)

    def __contains__(self, item: SignedItem) -> bool:
        """Whether this signature was found true; to be asked is to be used."""
        if item not in self._keys:
            return False
        self._keys.move_to_end(item)
        return True

    def remember(self, item: SignedItem) -> None:
        """Only for what a verification found true."""
        self._keys[item] = None
        self._keys.move_to_end(item)
        if len(self._keys) > self._count_max:
            self._keys.popitem(last=False)


def leaf_key(chain: Chain, channel_public_key: PublicKey) -> PublicKey:
    """Who signs at the end of the chain: the last trustee, or the channel itself."""
    return chain[-1].trustee if chain else channel_public_key


def leads_to(above: Chain, chain: Chain) -> bool:
    """Whether ``chain`` is one link longer and leads through the same keys: whoever acts through
    ``above`` may give a fresh last link. Nothing leads to the owner's empty chain.
    """
    through = [link.trustee for link in chain[:-1]]
    return bool(chain) and [link.trustee for link in above] == through


def display_path(chain: Chain) -> tuple[str, ...]:
    """The names that its links give, from the owner down to the signer; empty for the owner."""
    return tuple([link.display_name for link in chain])


def chain_window(chain: Chain) -> tuple[float, float]:
    """From when to (exclusive) when all links are valid; for ever if there are none.

    Empty, first not below second, if there is no such time.
    """
    if not chain:
        return -inf, inf
    return max([link.valid_from for link in chain]), min([link.valid_to for link in chain])


def is_chain_valid_at(chain: Chain, at: float) -> bool:
    """Whether every link is valid at that time. Signatures are not looked at."""
    valid_from, valid_to = chain_window(chain)
    return valid_from <= at < valid_to


def demand_window(chain: Chain, at: float) -> None:
    """PeerViolation for more than 3 links or one that is not valid at that time."""
    if len(chain) > CHAIN_LINKS_MAX:
        raise PeerViolation("a chain of more than 3 links", _SECTION)
    if not is_chain_valid_at(chain, at):
        raise PeerViolation("a link that was not valid at the time", _SECTION)


def chain_signed_items(
    chain: Chain, channel_public_key: PublicKey, channel: SpaceId, verified: VerifiedLinks
) -> list[SignedItem]:
    """The signatures of the chain that are still to be verified, in order.

    For one ``verify_many`` over many messages; ``remember`` each that it finds true.
    """
    items = []
    issuer = channel_public_key
    for link in chain:
        item = link_signed_item(link, channel, issuer)
        if item not in verified:
            items.append(item)
        issuer = link.trustee
    return items


def check_chain(
    chain: Chain,
    channel_public_key: PublicKey,
    channel: SpaceId,
    at: float,
    verified: VerifiedLinks,
) -> PublicKey:
    """The leaf key of a chain that holds at that time, signatures included.

    Raises PeerViolation otherwise. Verifies at once, for single chains; see ``chain_signed_items``.
    """
    demand_window(chain, at)
    for item in chain_signed_items(chain, channel_public_key, channel, verified):
        if not verify(item.signature, item.message, item.public_key):
            raise PeerViolation("a link its issuer did not sign", _SECTION)
        verified.remember(item)
    return leaf_key(chain, channel_public_key)
