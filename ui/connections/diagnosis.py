"""The connections in a text that can be sent to whoever helps. Keys and ids are cut to 8 digits."""

from __future__ import annotations

from engine.model.views import ConnectionsView, ListenerView, PeerView
from ui.models.peers import STATE_WORDS, short_id
from ui.text.durations import in_words
from ui.wording.sentences import one_line


def diagnosis(connections: ConnectionsView, now: float) -> str:
    """Several lines; addresses stand in it, names, posts and whole keys do not."""
    discovery = "on" if connections.discovery else "off"
    if connections.discovery_error:
        discovery += f" ({one_line(connections.discovery_error)})"
    lines = [
        "Tidings connections",
        f"own peer id: {short_id(connections.peer_id)}",
        f"local discovery: {discovery}",
        *(_listener(listener) for listener in connections.listeners),
        f"peers: {len(connections.peers)}",
        *(_peer(peer, now) for peer in connections.peers),
    ]
    return "\n".join(lines) + "\n"


def _listener(listener: ListenerView) -> str:
    reachable = ", ".join(map(str, listener.reachable)) or "nowhere"
    return f"listening: {listener.protocol} {listener.address}, reachable at {reachable}"


def _peer(peer: PeerView, now: float) -> str:
    parts = [
        f"- {peer.protocol}",
        one_line(str(peer.address)) if peer.address is not None else "no address",
        f"id {short_id(peer.peer_id)}" if peer.peer_id is not None else "id unknown",
        f"{STATE_WORDS[peer.state].lower()} for {in_words(now - peer.since)}",
    ]
    if peer.last_error is not None:
        rule = f" ({one_line(peer.last_rule)})" if peer.last_rule else ""
        parts.append(f"last error {one_line(peer.last_error)}{rule}")
    if peer.retry_at is not None:
        parts.append(f"next try in {in_words(peer.retry_at - now)}")
    if peer.remembered:
        parts.append("remembered")
    if peer.spaces:
        parts.append(f"spaces {', '.join(short_id(space) for space in peer.spaces)}")
    return ", ".join(parts)
