"""An identity as a file: its key, and its right in each channel, sealed under a passphrase.

The content is JSON in the wrap of ``engine/crypto/wrap.py`` (which says what damaged or foreign
is). A channel of our own comes with its secret and its root, so that it can be posted to at once.
Pure.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from engine.crypto.ed25519 import SEED_BYTES, KeyPair, from_seed
from engine.crypto.entropy import Entropy
from engine.crypto.wrap import (
    SECRET_BYTES_MAX,
    Cost,
    NewerWrapError,
    Purpose,
    WrapError,
    WrongPassphraseError,
    unwrap,
    wrap,
)
from engine.errors import PeerViolation, Refusal, Refused
from engine.model.ids import PublicKey
from engine.protocols.peerlinks.keys import channel_id
from engine.protocols.peerlinks.messages import decode_link, encode_link
from engine.protocols.peerlinks.packets import Chain
from engine.protocols.peerlinks.trust.chain import VerifiedLinks, chain_window, check_chain

VERSION = 1


@dataclass(frozen=True, slots=True)
class ExportedChannel:
    """A right in one channel. ``key_pair`` and ``root`` (encoded) are there if it is our own."""

    public_key: PublicKey
    name: str
    public: bool
    chain: Chain
    key_pair: KeyPair | None = field(default=None, repr=False)
    root: bytes | None = None


@dataclass(frozen=True, slots=True)
class ExportedIdentity:
    """All that is in the file. ``home`` is the index of the channel that was made with it."""

    name: str
    key_pair: KeyPair = field(repr=False)
    channels: tuple[ExportedChannel, ...]
    home: int | None


class _Channel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    public_key: str
    name: str
    public: bool
    chain: list[str]
    seed: str | None
    root: str | None


class _Identity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    name: str
    seed: str
    home: int | None
    channels: list[_Channel]


def seal_identity(
    exported: ExportedIdentity, passphrase: str, entropy: Entropy, cost: Cost
) -> bytes:
    """The file's bytes. Refused without a passphrase, or if it has more channels than fit.

    Raises Fault(MEMORY_LACKING).
    """
    if not passphrase:
        raise Refused(Refusal.PASSPHRASE_NEEDED)
    content = msgspec.json.encode(
        _Identity(
            VERSION,
            exported.name,
            exported.key_pair.seed.hex(),
            exported.home,
            [_written(channel) for channel in exported.channels],
        )
    )
    if len(content) > SECRET_BYTES_MAX:
        raise Refused(Refusal.FILE_TOO_LARGE, exported.name)
    return wrap(content, passphrase, entropy, cost, Purpose.IDENTITY)


def open_identity(data: bytes, passphrase: str) -> ExportedIdentity:
    """What ``seal_identity`` sealed; every chain starts at its channel and ends at the identity.

    Refused with PASSPHRASE_WRONG, FILE_NEWER for a file of a later program, or FILE_NO_EXPORT for
    anything else that is not such a file. Raises Fault(MEMORY_LACKING).
    """
    try:
        content = unwrap(data, passphrase, Purpose.IDENTITY)
        return _read(msgspec.json.decode(content, type=_Identity))
    except WrongPassphraseError as error:
        raise Refused(Refusal.PASSPHRASE_WRONG) from error
    except NewerWrapError as error:
        raise Refused(Refusal.FILE_NEWER) from error
    except (WrapError, msgspec.MsgspecError, ValueError, PeerViolation) as error:
        raise Refused(Refusal.FILE_NO_EXPORT) from error


def _written(channel: ExportedChannel) -> _Channel:
    return _Channel(
        channel.public_key.hex(),
        channel.name,
        channel.public,
        [encode_link(link).hex() for link in channel.chain],
        None if channel.key_pair is None else channel.key_pair.seed.hex(),
        None if channel.root is None else channel.root.hex(),
    )


def _read(identity: _Identity) -> ExportedIdentity:
    if identity.version != VERSION:
        raise ValueError("another version")
    key_pair = _key_pair(identity.seed)
    channels = tuple(_read_channel(channel, key_pair) for channel in identity.channels)
    if identity.home is not None and not 0 <= identity.home < len(channels):
        raise ValueError("a home that is not among the channels")
    return ExportedIdentity(identity.name, key_pair, channels, identity.home)


def _read_channel(channel: _Channel, identity: KeyPair) -> ExportedChannel:
    public_key = PublicKey(bytes.fromhex(channel.public_key))
    chain = tuple(decode_link(bytes.fromhex(link)) for link in channel.chain)
    key_pair = None if channel.seed is None else _key_pair(channel.seed)
    if key_pair is not None and key_pair.public_key != public_key:
        raise ValueError("a secret of another channel")
    # It may have ended since; it must have held once.
    held_at = chain_window(chain)[0]
    leaf = check_chain(chain, public_key, channel_id(public_key), held_at, VerifiedLinks())
    if (chain and leaf != identity.public_key) or (not chain and key_pair is None):
        raise ValueError("a right of somebody else")
    root = None if channel.root is None else bytes.fromhex(channel.root)
    return ExportedChannel(public_key, channel.name, channel.public, chain, key_pair, root)


def _key_pair(seed: str) -> KeyPair:
    raw = bytes.fromhex(seed)
    if len(raw) != SEED_BYTES:
        raise ValueError("a seed of another length")
    return from_seed(raw)
