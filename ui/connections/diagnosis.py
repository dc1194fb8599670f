"""The connections in a text that can be sent to whoever helps. Keys and ids are cut to 8 digits."""

from __future__ import annotations

from engine.model.peers import (
    ConnectionsView,
    ListenerView,
    PeerView,
    PortMappingState,
    PortMappingView,
)
from ui.models.peers import STATE_WORDS, short_id
from ui.text.durations import in_words
from ui.text.language import tr
from ui.wording.sentences import one_line


def diagnosis(connections: ConnectionsView, now: float) -> str:
    """Several lines; addresses stand in it, names, posts and whole keys do not."""
    on = tr("on") if connections.discovery else tr("off")
    if connections.discovery_error:
        on += f" ({one_line(connections.discovery_error)})"
    lines = [
        tr("Tidings connections"),
        tr("own peer id: {id}").format(id=short_id(connections.peer_id)),
        tr("local discovery: {state}").format(state=on),
        *(_listener(listener) for listener in connections.listeners),
        _port_mapping(connections.port_mapping),
        tr("peers: {count}").format(count=len(connections.peers)),
        *(_peer(peer, now) for peer in connections.peers),
    ]
    return "\n".join(lines) + "\n"


def _listener(listener: ListenerView) -> str:
    reachable = ", ".join(map(str, listener.reachable)) or tr("nowhere")
    return tr("listening: {protocol} {address}, reachable at {reachable}").format(
        protocol=listener.protocol, address=listener.address, reachable=reachable
    )


def _port_mapping(view: PortMappingView) -> str:
    match view.state:
        case PortMappingState.OFF:
            return tr("router: not asked")
        case PortMappingState.ASKING:
            return tr("router: being asked")
        case PortMappingState.HELD:
            return tr("router: lets others through at {address}").format(address=view.address)
        case PortMappingState.FAILED:
            return tr("router: lets nobody through ({code})").format(code=view.trouble)


def _peer(peer: PeerView, now: float) -> str:
    state = tr(STATE_WORDS[peer.state]).lower()
    parts = [
        f"- {peer.protocol}",
        one_line(str(peer.address)) if peer.address is not None else tr("no address"),
        tr("id {id}").format(id=short_id(peer.peer_id))
        if peer.peer_id is not None
        else tr("id unknown"),
        tr("{state} for {time}").format(state=state, time=in_words(now - peer.since)),
    ]
    if peer.last_error is not None:
        rule = f" ({one_line(peer.last_rule)})" if peer.last_rule else ""
        parts.append(tr("last error {code}").format(code=one_line(peer.last_error)) + rule)
    if peer.last_seen is not None:
        parts.append(tr("last here {time} ago").format(time=in_words(now - peer.last_seen)))
    if peer.retry_at is not None:
        parts.append(tr("next try in {time}").format(time=in_words(peer.retry_at - now)))
    if peer.remembered:
        parts.append(tr("remembered"))
    if peer.spaces:
        ids = ", ".join(short_id(space) for space in peer.spaces)
        parts.append(tr("spaces {ids}").format(ids=ids))
    return ", ".join(parts)
