"""What is said about a space: its state in the head, why one cannot write, why nothing is there.

Pure decisions over a ``SpaceView``; no Qt.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.model.views import SpaceView
from ui.text.peers import connected_words
from ui.text.times import day_words


@dataclass(frozen=True, slots=True)
class Status:
    """An icon, a token's colour and words."""

    icon: str
    colour: str
    words: str


@dataclass(frozen=True, slots=True)
class Closed:
    """Why one may not write, and whether asking for an invite would help."""

    reason: str
    can_ask: bool


@dataclass(frozen=True, slots=True)
class Empty:
    """What stands where no post is. ``action`` may be empty."""

    icon: str
    title: str
    sentence: str
    action: str = ""


def status_of(view: SpaceView, received: int | None) -> Status:
    """The pill. ``received`` counts posts of a reconciliation under way, None: there is none."""
    if view.left:
        return Status("log-out", "text2", "Left")
    if received is not None:
        words = "Catching up" if not received else f"Catching up: {received:,} received"
        return Status("refresh-cw", "accent", words)
    words = connected_words(view.peers)
    return Status("wifi", "ok", words) if view.peers else Status("wifi-off", "text2", words)


def status_tip(view: SpaceView) -> str:
    """The pill's explanation."""
    if view.left:
        return "You left this channel. What was received stays readable."
    if not view.peers:
        return "Messages are saved here and go out as soon as another member connects."
    return "New messages go out and come in at once."


def closed_for(view: SpaceView, now: float) -> Closed | None:
    """Why the person may not write, None if they may."""
    if view.can_post:
        return None
    if view.left:
        return Closed("You left this channel. What was received stays readable.", can_ask=True)
    ended_at = view.expires_at if view.ending is None else view.ending.at
    if ended_at is not None and (ended_at <= now or view.ending is not None):
        until = day_words(ended_at)
        return Closed(f"Your right to write here ended on {until}.", can_ask=True)
    if view.public and view.own_path is None:
        return Closed("You follow this channel. To write, you need an invite.", can_ask=True)
    if not view.posts:
        return Closed("You can write once the first messages have arrived.", can_ask=False)
    return Closed("You can read here, but not write.", can_ask=True)


def empty_words(view: SpaceView, received: int | None) -> Empty:
    """What stands where no post is: still catching up is not the same as nothing written."""
    if view.left:
        return Empty("log-out", "Nothing was received", "You left before any message arrived.")
    if received is not None:
        sentence = "Messages appear here as they arrive. You need not wait."
        return Empty("refresh-cw", "Still catching up", sentence)
    if view.own_path == () or (view.can_post and view.posts):
        sentence = "Write the first message, or let somebody in."
        return Empty("message-square", "No messages yet", sentence, "Invite someone")
    if view.peers:
        sentence = "A member is connected. Messages appear here as they arrive."
        return Empty("hourglass", "Waiting for messages", sentence)
    sentence = "Messages arrive when another member is online at the same time as you."
    return Empty("hourglass", "Waiting for another member", sentence, "Look at connections")


def beginning_words(view: SpaceView) -> str:
    """Under the channel's first line: who can read it."""
    if view.public:
        return "Anyone who has its key can read it."
    return "Only those who were let in can read it."
