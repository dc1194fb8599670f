"""Somebody who wants to be let in, and what may reach them."""

from __future__ import annotations

from engine.crypto import boxes
from engine.model.commands import RequestInvite
from engine.model.views import InviteRequestView
from engine.protocols.peerlinks.messages import decode_invite_request
from engine.protocols.peerlinks.packets import EncryptedInvite
from tests.conversations.play import Person, Play
from tests.conversations.scenes import owned_by
from tests.conversations.scripted import ScriptedPeer

DAY = 86_400.0


def two_people(play: Play) -> tuple[Person, Person]:
    ada, ben = play.person("ada"), play.person("ben")
    owned_by(ada)
    owned_by(ben)
    return ada, ben


def waiting(play: Play) -> tuple[Person, InviteRequestView, ScriptedPeer]:
    """Ben has an open request, and somebody is connected."""
    ben = play.person("ben")
    owned_by(ben)
    asked = ben.does(RequestInvite())
    return ben, asked, ScriptedPeer(play, ben, ours=False).greets()


def sealed(peer: ScriptedPeer, asked: InviteRequestView, content: bytes) -> EncryptedInvite:
    key = decode_invite_request(asked.request).box_public_key
    box = boxes.seal_with(content, key, boxes.from_seed(peer.entropy(32)))
    return EncryptedInvite(asked.request_ids[0], box)
