"""Messages that a member signs and serves though they break a rule, or stand at its very edge.

Each forger is named by its row. The broken ones are refused by honest peers, who close; the edge
cases are lawful, and every honest peer has to agree on them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import inf, nan

from engine.crypto import ed25519
from engine.crypto.entropy import SeededEntropy
from engine.model.ids import PostId, PublicKey
from engine.protocols.peerlinks.messages import encode_message, message_hash, message_tbs
from engine.protocols.peerlinks.messages.trust import link_tbs
from engine.protocols.peerlinks.packets import Abbreviated, ChannelMessage, Json, Link, Root
from engine.protocols.peerlinks.records import Channel, Records
from engine.protocols.peerlinks.trust.rights import Right

DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Forged:
    """What is shown in a page, and what is given for it."""

    shown: Abbreviated
    wire: bytes


@dataclass(frozen=True, slots=True)
class Forge:
    """What a member has at hand: its right, what it holds of the channel, and a right elsewhere."""

    records: Records
    channel: Channel
    right: Right
    foreign: Right | None
    now: float
    dice: random.Random
    entropy: SeededEntropy

    def usual(self, **changes: object) -> ChannelMessage:
        """The next message as the rules demand it, but for ``changes``; not signed."""
        leaves = self.records.leaves(self.channel.id, 3)
        message = ChannelMessage(
            tuple(leaf.hash for leaf in leaves),
            max(leaf.height for leaf in leaves) + 1,
            self.right.chain,
            max(self.now, *(leaf.timestamp for leaf in leaves), 0.0),
            Json(f'{{"text":"forged {self.dice.random()}"}}'),
            b"",
        )
        return replace(message, **changes)  # type: ignore[arg-type]  # a table's columns

    def signed(self, message: ChannelMessage, secret_key: bytes | None = None) -> Forged:
        """By us, or by that key."""
        key = self.right.secret_key if secret_key is None else secret_key
        whole = replace(message, signature=ed25519.sign(message_tbs(message), key))
        wire = encode_message(whole)
        return Forged(Abbreviated(whole.parents, message_hash(wire)), wire)

    def sub_link(self, valid_from: float, valid_to: float) -> tuple[Link, bytes]:
        """Lets a new key in under us: the link, and that key."""
        pair = ed25519.from_seed(self.entropy(ed25519.SEED_BYTES))
        link = Link(PublicKey(pair.public_key), "friend", valid_from, valid_to, b"")
        signature = ed25519.sign(link_tbs(link, self.channel.id), self.right.secret_key)
        return replace(link, signature=signature), pair.secret_key


Forger = Callable[[Forge], Forged | None]
FORGERS: dict[str, list[Forger]] = {}


def lies(row: str) -> Callable[[Forger], Forger]:
    """Declares a forger of that row."""

    def declare(forger: Forger) -> Forger:
        FORGERS.setdefault(row, []).append(forger)
        return forger

    return declare


# ---- how it is encoded ------------------------------------------------------------------------


@lies("P-4")
def other_encoding(forge: Forge) -> Forged:
    """Lawful, with an unknown field behind it: the same message all the same."""
    forged = forge.signed(forge.usual())
    return Forged(forged.shown, forged.wire + b"\x7a\x03abc")


@lies("P-4")
def shown_by_the_hash_of_its_encoding(forge: Forge) -> Forged:
    """Under a second name: what is delivered has another one."""
    forged = forge.signed(forge.usual())
    wire = forged.wire + b"\x7a\x03abc"
    return Forged(Abbreviated(forged.shown.parents, message_hash(wire)), wire)


@lies("P-2")
def overlong_numbers(forge: Forge) -> Forged:
    """A tag of eleven bytes."""
    forged = forge.signed(forge.usual())
    return Forged(forged.shown, forged.wire + b"\xff" * 10 + b"\x01")


@lies("P-5")
def deep_json(forge: Forge) -> Forged:
    """Lawful at any depth."""
    depth = forge.dice.choice([100, 4_000])
    return forge.signed(forge.usual(body=Json("[" * depth + "]" * depth)))


@lies("P-6")
def costly_json(forge: Forge) -> Forged:
    """Lawful: thousands of empty lists, a number of thousands of digits, keys that repeat."""
    text = forge.dice.choice(["[" + "[]," * 2_000 + "[]]", "9" * 6_000, '{"a":1,"a":2}'])
    return forge.signed(forge.usual(body=Json(text)))


@lies("P-6")
def no_json(forge: Forge) -> Forged:
    """What Python's own reader would take."""
    text = forge.dice.choice(["NaN", '{"a": Infinity}', "-Infinity", "", "\ufeff1", "'a'", "01"])
    return forge.signed(forge.usual(body=Json(text)))


@lies("P-7")
def no_time(forge: Forge) -> Forged:
    """By a clock of no hours."""
    return forge.signed(forge.usual(timestamp=forge.dice.choice([nan, inf, -inf, -1.0, 2.0**53])))


@lies("P-7")
def a_link_without_time(forge: Forge) -> Forged | None:
    """Behind a sound one, where a careless maximum would pass over it."""
    if len(forge.right.chain) >= 3:
        return None
    link, key = forge.sub_link(nan, forge.now + DAY)
    return forge.signed(forge.usual(chain=(*forge.right.chain, link)), key)


@lies("P-8")
def no_text(forge: Forge) -> Forged:
    """Bytes that are no UTF-8, signed as they are."""
    marked = forge.usual(body=Json("marker"))
    tbs = message_tbs(marked).replace(b"marker", b"mar\xff\xfer")
    signature = ed25519.sign(tbs, forge.right.secret_key)
    wire = encode_message(replace(marked, signature=signature)).replace(b"marker", b"mar\xff\xfer")
    return Forged(Abbreviated(marked.parents, message_hash(wire)), wire)


@lies("P-15")
def no_signature(forge: Forge) -> Forged:
    """Somebody else's name on it."""
    return forge.signed(forge.usual(), ed25519.from_seed(forge.entropy(32)).secret_key)


# ---- where it stands --------------------------------------------------------------------------


@lies("L-1")
def an_unknown_parent_behind_a_known_one(forge: Forge) -> Forged:
    """Shown as if it stood on what everybody has, given as if on something nobody has."""
    message = forge.usual()
    parents = (*message.parents, PostId(forge.entropy(32)))
    forged = forge.signed(replace(message, parents=parents))
    return Forged(Abbreviated(message.parents, forged.shown.hash), forged.wire)


@lies("L-2")
def too_many_parents(forge: Forge) -> Forged:
    """129 of them."""
    message = forge.usual()
    return forge.signed(replace(message, parents=message.parents[:1] * 129))


@lies("L-2")
def repeated_parents(forge: Forge) -> Forged:
    """Lawful, however often."""
    message = forge.usual()
    return forge.signed(replace(message, parents=message.parents[:1] * 128))


@lies("L-3")
def from_the_future(forge: Forge) -> Forged:
    """So far ahead that no clock of honest people agrees."""
    return forge.signed(forge.usual(timestamp=forge.now + forge.dice.uniform(1_500.0, DAY)))


@lies("L-3")
def from_soon(forge: Forge) -> Forged:
    """Held back for a while, lawful then."""
    return forge.signed(forge.usual(timestamp=forge.now + forge.dice.uniform(60.0, 200.0)))


@lies("L-3")
def before_its_parents(forge: Forge) -> Forged:
    """Dated back."""
    newest = max(leaf.timestamp for leaf in forge.records.leaves(forge.channel.id, 3))
    return forge.signed(forge.usual(timestamp=newest - 0.001))


@lies("L-8")
def a_false_height(forge: Forge) -> Forged:
    """Higher or lower than its parents make it."""
    message = forge.usual()
    return forge.signed(replace(message, height=message.height + forge.dice.choice([-1, 1, 1_000])))


@lies("L-8")
def a_root_by_a_member(forge: Forge) -> Forged:
    """The channel begins anew."""
    return forge.signed(forge.usual(parents=(), height=0, body=Root()))


@lies("L-8")
def a_second_root(forge: Forge) -> Forged | None:
    """By the owner, who has the channel's key."""
    if forge.channel.secret_key is None:
        return None
    message = forge.usual(parents=(), height=0, chain=(), body=Root())
    return forge.signed(message, forge.channel.secret_key)


@lies("L-8")
def an_island(forge: Forge) -> Forged:
    """A message on top of nothing."""
    return forge.signed(forge.usual(parents=(), height=0))


# ---- by whom ----------------------------------------------------------------------------------


@lies("L-4")
def an_expired_link(forge: Forge) -> Forged | None:
    """By somebody whose time is over."""
    if len(forge.right.chain) >= 3:
        return None
    link, key = forge.sub_link(forge.now - 2_000.0, forge.now - 1_000.0)
    return forge.signed(forge.usual(chain=(*forge.right.chain, link)), key)


@lies("L-5")
def a_chain_of_another_channel(forge: Forge) -> Forged | None:
    """A right, but not here."""
    if forge.foreign is None:
        return None
    return forge.signed(forge.usual(chain=forge.foreign.chain), forge.foreign.secret_key)


@lies("L-6")
def a_chain_of_four(forge: Forge) -> Forged:
    """One link too many, and all of them signed."""
    chain, key = forge.right.chain, forge.right.secret_key
    while len(chain) < 4:
        link, key = replace_forge(forge, key).sub_link(forge.now - 60.0, forge.now + DAY)
        chain = (*chain, link)
    return forge.signed(forge.usual(chain=chain), key)


def replace_forge(forge: Forge, secret_key: bytes) -> Forge:
    """The same forge in the hands of whoever holds that key."""
    return replace(forge, right=replace(forge.right, secret_key=secret_key))


@lies("L-7")
def a_link_longer_than_its_issuers(forge: Forge) -> Forged | None:
    """Lawful while the issuer's own holds."""
    if len(forge.right.chain) >= 3:
        return None
    link, key = forge.sub_link(forge.now - 60.0, forge.now + 9_999 * DAY)
    return forge.signed(forge.usual(chain=(*forge.right.chain, link)), key)
