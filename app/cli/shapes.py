"""The engine's values as the command line's JSON.

Bytes are lower-case hex, times Unix seconds, None is null.
These shapes are a contract: entries may be added, never changed or taken away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from app.cli.cautions import Caution
from engine.model import events
from engine.model.address import Address
from engine.model.communities import Judgement
from engine.model.hits import SearchHit
from engine.model.peers import PeerView, PortMappingView
from engine.model.views import (
    AuthorView,
    EndingView,
    FileView,
    IdentityView,
    InviteRequestView,
    MemberView,
    PostView,
    QuoteView,
    ReactionView,
    RequestPreview,
    SpaceView,
)

Shape = Mapping[str, object]


def space(view: SpaceView) -> Shape:
    return {
        "id": view.id.hex(),
        "kind": str(view.kind),
        "name": view.name,
        "public_key": view.public_key.hex(),
        "posts": view.posts,
        "unread": view.unread,
        "peers": view.peers,
        "can_post": view.can_post,
        "can_invite": view.can_invite,
        "expires_at": view.expires_at,
        "public": view.public,
        "muted": view.muted,
        "notifications": str(view.notifications),
        "pinned": view.pinned,
        "archived": view.archived,
        "mentions": view.mentions,
        "left": view.left,
        "ending": None if view.ending is None else ending(view.ending),
        "invites_ending": view.invites_ending,
        "renewals": view.renewals,
        "community": None if view.community is None else view.community.hex(),
        "topic": view.topic,
        "dropped": view.dropped,
    }


def ending(view: EndingView) -> Shape:
    """A right that ends soon or has ended; ``path`` leads to whose link has to be renewed."""
    return {
        "at": view.at,
        "ended": view.ended,
        "path": list(view.path),
        "own": view.own,
        "asked": view.asked,
        "identity": view.identity,
        "successor": view.successor,
    }


def identity(view: IdentityView, channel: SpaceView | None) -> Shape:
    return {
        "name": view.name,
        "public_key": view.public_key.hex(),
        "channel": None if channel is None else space(channel),
    }


def post(view: PostView) -> Shape:
    return {
        "id": view.id.hex(),
        "kind": str(view.kind),
        "height": view.height,
        "parents": [parent.hex() for parent in view.parents],
        "timestamp": view.timestamp,
        "author": author(view.author),
        "text": view.text,
        "body": view.body,
        "received_at": view.received_at,
        "ours": view.ours,
        "reached": view.reached,
        "reply": None if view.reply is None else quote(view.reply),
        "reactions": [reaction(one) for one in view.reactions],
        "files": [attached(file) for file in view.files],
        "mentions": [key.hex() for key in view.mentions],
        "speaks_to_us": view.speaks_to_us,
        "edited_at": view.edited_at,
        "retracted": view.retracted,
        "hidden": view.hidden,
        "plain_json": view.plain_json,
        "target": None if view.target is None else view.target.hex(),
        "folded": None if view.folded is None else judgement(view.folded),
    }


def said(view: PostView | None) -> Shape:
    """What the contract has of a post, of one that no timeline shows; null where nothing was."""
    names = ("id", "kind", "height", "parents", "timestamp", "author", "text", "body")
    shape: Shape = {} if view is None else post(view)
    return {name: shape.get(name) for name in names}


def judgement(view: Judgement) -> Shape:
    """Why something is folded away, and by whom."""
    return {
        "standing": str(view.standing),
        "by": view.by.hex(),
        "by_name": view.by_name,
        "reason": view.reason,
        "at": view.at,
    }


def quote(view: QuoteView) -> Shape:
    """The post that another one answers; without an author where it is not to be seen."""
    return {
        "id": view.id.hex(),
        "author": None if view.author is None else author(view.author),
        "text": view.text,
        "retracted": view.retracted,
        "folded": view.folded,
    }


def reaction(view: ReactionView) -> Shape:
    return {
        "emoji": view.emoji,
        "count": view.count,
        "ours": view.ours,
        "names": list(view.names),
    }


def attached(view: FileView) -> Shape:
    return {"name": view.name, "content_type": view.content_type, "size": view.size}


def author(view: AuthorView) -> Shape:
    return {"public_key": view.public_key.hex(), "path": list(view.path)}


def hit(view: SearchHit) -> Shape:
    return {
        "space": view.space.hex(),
        "id": view.id.hex(),
        "at": view.at,
        "author": author(view.author),
        "snippet": view.snippet,
        "comment": None if view.comment is None else view.comment.hex(),
        "entry": view.entry,
    }


def member(view: MemberView) -> Shape:
    return {
        "public_key": view.public_key.hex(),
        "name": view.name,
        "path": list(view.path),
        "valid_to": view.valid_to,
        "online": view.online,
        "ours": view.ours,
        "ending": None if view.ending is None else ending(view.ending),
        "let_in_by_us": view.let_in_by_us,
        "verified": view.verified,
        "hidden": view.hidden,
    }


def warnings(told: Sequence[Caution]) -> Sequence[Shape]:
    return [{"code": one.code, "message": one.message} for one in told]


def request(view: InviteRequestView, base58: str, link: str) -> Shape:
    return {
        "request": base58,
        "request_ids": [number.hex() for number in view.request_ids],
        "link": link,
        "fingerprint": view.fingerprint,
        "identity": view.identity,
        "created_at": view.created_at,
        "expires_at": view.expires_at,
        "renews": None if view.renews is None else view.renews.hex(),
    }


def preview(view: RequestPreview, addresses: Sequence[Address]) -> Shape:
    return {
        "public_key": view.public_key.hex(),
        "peer_id": view.peer_id.hex(),
        "fingerprint": view.fingerprint,
        "addresses": [str(address) for address in addresses],
    }


def peer(view: PeerView) -> Shape:
    return {
        "protocol": str(view.protocol),
        "address": None if view.address is None else str(view.address),
        "peer_id": None if view.peer_id is None else view.peer_id.hex(),
        "state": str(view.state),
        "since": view.since,
        "spaces": [number.hex() for number in view.spaces],
        "last_error": view.last_error,
        "last_rule": view.last_rule,
        "last_seen": view.last_seen,
        "retry_at": view.retry_at,
        "remembered": view.remembered,
    }


def port_mapping(view: PortMappingView) -> Shape:
    """``lasting``: the router keeps it until it is taken back."""
    return {
        "state": str(view.state),
        "address": None if view.address is None else str(view.address),
        "lasting": view.lasting,
        "error": None if view.trouble is None else str(view.trouble),
    }


def event(told: events.Event) -> Shape | None:
    """What ``serve`` tells of it; None for what only a window needs."""
    match told:
        case events.Listening(protocol, address):
            return {"event": "listening", "protocol": str(protocol), "address": str(address)}
        case events.PeerReady(protocol, address, peer_id):
            return {
                "event": "peer_ready",
                "protocol": str(protocol),
                "address": str(address),
                "peer_id": peer_id.hex(),
            }
        case events.PeerGone(protocol, address, reason):
            return {
                "event": "peer_gone",
                "protocol": str(protocol),
                "address": str(address),
                "reason": reason,
            }
        case events.PeerViolated(protocol, address, rule, section):
            return {
                "event": "peer_violation",
                "protocol": str(protocol),
                "address": str(address),
                "rule": rule,
                "section": section,
            }
        case events.PortMappingChanged(mapping):
            return {"event": "port_mapping", **port_mapping(mapping)}
        case _:
            return _of_space(told)


def _of_space(
    told: events.PostsArrived
    | events.PostsChanged
    | events.SpaceChanged
    | events.SpaceForgotten
    | events.Reconciling
    | events.ReconciliationDone
    | events.InviteArrived
    | events.InviteDelivered
    | events.BlocksArrived
    | events.FeedForked
    | events.FolderChanged
    | events.CommunityChanged
    | events.CommunityForgotten
    | events.CommentsChanged
    | events.RequestsChanged
    | events.PeersChanged
    | events.FaultRaised
    | events.EngineClosed,
) -> Shape | None:
    shape: Shape | None = None
    match told:
        case events.PostsArrived(space=number, count=count):
            shape = {"event": "posts_arrived", "space": number.hex(), "count": count}
        case events.ReconciliationDone(number, peer_id, received, sent):
            shape = {
                "event": "reconciled",
                "space": number.hex(),
                "peer_id": peer_id.hex(),
                "received": received,
                "sent": sent,
            }
        case events.InviteArrived(space=number):
            shape = {"event": "invite_arrived", "space": number.hex(), "renewed": told.renewed}
        case events.InviteDelivered(space=number, taken=taken):
            shape = {"event": "invite_delivered", "space": number.hex(), "taken": taken}
        case events.FeedForked(number, common):
            shape = {"event": "feed_forked", "feed": number.hex(), "since": common}
        case events.CommentsChanged(space=number, count=count) if count:
            shape = {"event": "comments_arrived", "space": number.hex(), "count": count}
        case events.FaultRaised(reason, detail):
            shape = {"event": "fault", "code": str(reason), "message": detail}
        case events.EngineClosed():
            shape = {"event": "closed"}
        case (
            events.PostsChanged()
            | events.SpaceChanged()
            | events.SpaceForgotten()
            | events.Reconciling()
            | events.BlocksArrived()
            | events.FolderChanged()
            | events.CommunityChanged()
            | events.CommunityForgotten()
            | events.CommentsChanged()
            | events.RequestsChanged()
            | events.PeersChanged()
        ):
            pass  # for windows
        case _:
            assert_never(told)
    return shape
