"""Why somebody is not connected, and why nobody is: what was tried, what came of it, what to do.

Pure; no Qt. Said from the facts of ``ConnectionsView`` alone: where they do not tell, nothing is
guessed.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.ids import HOME_PROTOCOL
from engine.model.peers import ConnectionsView, PeerState, PeerView
from ui.addresses import shown_address
from ui.text.durations import in_words
from ui.text.language import QT_TR_NOOP, tr
from ui.wording.sentences import Sentence, one_line, sentence_of_ending
from ui.wording.troubles import ENDINGS

_STANDING = {
    PeerState.READY: QT_TR_NOOP("Connected for {time}."),
    PeerState.CONNECTING: QT_TR_NOOP("Being dialled for {time}."),
    PeerState.GREETING: QT_TR_NOOP("Greeting for {time}; nothing is known of it before."),
    PeerState.WAITING: QT_TR_NOOP("Not connected. It was dialled {time} ago, in vain."),
    PeerState.OFFLINE: QT_TR_NOOP("Not connected for {time}."),
    PeerState.BANNED: QT_TR_NOOP("Banned for {time}: it is refused, and not dialled."),
}
_ON_ITS_WAY = frozenset({PeerState.CONNECTING, PeerState.GREETING})


@dataclass(frozen=True, slots=True)
class Story:
    """One peer in sentences; each may be empty but the first.

    ``now``: how it stands. ``trouble``: what went wrong last. ``then``: what happens by itself.
    ``advice``: what the person can do.
    """

    now: str
    trouble: str
    then: str
    advice: str


def story_of(peer: PeerView, now: float) -> Story:
    """What there is to say of ``peer`` at that time (Unix seconds)."""
    words = sentence_of_ending(peer.last_error, peer.last_rule or "") if peer.last_error else None
    return Story(
        now=_standing(peer, now),
        trouble=words.message if words is not None else "",
        then=_then(peer, now),
        advice=_advice(peer, words),
    )


def _standing(peer: PeerView, now: float) -> str:
    if peer.state is PeerState.OFFLINE and peer.last_seen is not None:
        seen = in_words(now - peer.last_seen)
        return tr("Not connected. It was here {time} ago.").format(time=seen)
    return tr(_STANDING[peer.state]).format(time=in_words(now - peer.since))


def _then(peer: PeerView, now: float) -> str:
    sentences = []
    if peer.retry_at is not None:
        left = in_words(max(0.0, peer.retry_at - now))
        sentences.append(tr("It is tried again in {time}.").format(time=left))
    elif peer.state is PeerState.OFFLINE:
        sentences.append(
            tr("It is not dialled: it comes back by itself, or is reached at another address.")
        )
    if peer.remembered:
        sentences.append(tr("Its address is remembered over restarts."))
    if peer.last_seen is not None and peer.state is PeerState.WAITING:
        seen = in_words(now - peer.last_seen)
        sentences.append(tr("It was last here {time} ago.").format(time=seen))
    return " ".join(sentences)


def _advice(peer: PeerView, words: Sentence | None) -> str:
    if peer.state is PeerState.READY:
        return ""
    if peer.state is PeerState.BANNED:
        return tr("Lift the ban if you want it back.")
    if peer.state in _ON_ITS_WAY:
        return tr("Wait a moment: it gives up by itself where nobody answers.")
    return words.hint if words is not None else ""


def why_nobody(view: ConnectionsView) -> tuple[Sentence, ...]:
    """What keeps everybody away, the most likely first; nothing where somebody is connected."""
    if any(peer.state is PeerState.READY for peer in view.peers):
        return ()
    reasons = [_doors(view), _finding(view), _tried(view)]
    return tuple(reason for reason in reasons if reason is not None)


def _doors(view: ConnectionsView) -> Sentence | None:
    if not view.listeners:
        return Sentence(
            tr("No port is open here, so nobody can reach this computer."),
            tr("Start Tidings again; another program may have used its port."),
        )
    at_home = [one for one in view.listeners if one.protocol is HOME_PROTOCOL]
    if not any(one.reachable and one.has_own for one in at_home):
        return Sentence(
            tr("This computer has no address that others could dial."),
            tr("Connect it to a network."),
        )
    return None


def _finding(view: ConnectionsView) -> Sentence | None:
    if view.discovery:
        return None
    if view.discovery_error:
        known = view.discovery_error in ENDINGS
        code = one_line(view.discovery_error)
        reason = sentence_of_ending(view.discovery_error).message if known else f"({code})"
        return Sentence(
            tr("Local discovery does not work here: {reason}").format(reason=reason),
            tr("Give others your address instead."),
        )
    return Sentence(
        tr("Local discovery is off, so people on the same network do not find you."),
        tr("Turn it on, or give them your address."),
    )


def _tried(view: ConnectionsView) -> Sentence | None:
    waiting = [peer for peer in view.peers if peer.state is PeerState.WAITING]
    if not view.peers:
        return Sentence(
            tr("No address of anybody is known here."),
            tr("Add one below, or scan the code of somebody who is there."),
        )
    if not waiting:
        return None
    first = waiting[0]
    where = shown_address(first.address) if first.address is not None else ""
    trouble = sentence_of_ending(first.last_error).message if first.last_error else ""
    words = tr("%n known addresses did not answer. {address}: {reason}", "", len(waiting))
    return Sentence(
        words.format(address=where, reason=trouble),
        tr("Choose one in the list to see what was tried. It may simply be switched off."),
    )
