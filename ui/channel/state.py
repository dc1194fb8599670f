"""What is said about a space: its state in the head, why one cannot write, why nothing is there.

Pure decisions over a ``SpaceView``; no Qt.
"""

from __future__ import annotations

from engine.model.views import SpaceView
from ui.text.language import tr
from ui.text.peers import connected_words
from ui.text.times import day_words
from ui.wording.catching_up import Progress, status_of_progress
from ui.wording.states import Closed, Empty, Status, WayIn


def status_of(view: SpaceView, progress: Progress | None) -> Status:
    """The pill. ``progress`` of a reconciliation under way, None: there is none."""
    if view.left:
        return Status("log-out", "text2", tr("Left"))
    if progress is not None:
        return status_of_progress(progress)
    words = connected_words(view.peers)
    return Status("wifi", "ok", words) if view.peers else Status("wifi-off", "text2", words)


def status_tip(view: SpaceView) -> str:
    """The pill's explanation."""
    if view.left:
        return tr("You left this channel. What was received stays readable.")
    if not view.peers:
        return tr("Messages are saved here and go out as soon as another member connects.")
    return tr("New messages go out and come in at once.")


def closed_for(view: SpaceView, now: float) -> Closed | None:
    """Why the person may not write, None if they may."""
    if view.can_post:
        return None
    if view.left:
        # Not an invite: an owner would find nobody who can give one. Where the right has ended
        # meanwhile that is told, and an invite offered, once one takes part again.
        return Closed(tr("You left this channel. What was received stays readable."), WayIn.BACK)
    ended_at = view.expires_at if view.ending is None else view.ending.at
    if ended_at is not None and (ended_at <= now or view.ending is not None):
        until = day_words(ended_at)
        return Closed(tr("Your right to write here ended on {day}.").format(day=until), WayIn.ASK)
    if view.public and view.own_path is None:
        return Closed(tr("You follow this channel. To write, you need an invite."), WayIn.ASK)
    if not view.posts:
        return Closed(tr("You can write once the first messages have arrived."), WayIn.NONE)
    return Closed(tr("You can read here, but not write."), WayIn.ASK)


def empty_words(view: SpaceView, progress: Progress | None) -> Empty:
    """What stands where no post is: still catching up is not the same as nothing written."""
    if view.left:
        title = tr("Nothing was received")
        return Empty("log-out", title, tr("You left before any message arrived."))
    if progress is not None:
        sentence = tr("Messages appear here as they arrive. You need not wait.")
        return Empty("refresh-cw", tr("Still catching up"), sentence)
    if view.own_path == () or (view.can_post and view.posts):
        sentence = tr("Write the first message, or let somebody in.")
        return Empty("message-square", tr("No messages yet"), sentence, tr("Invite someone"))
    if view.peers:
        sentence = tr("A member is connected. Messages appear here as they arrive.")
        return Empty("hourglass", tr("Waiting for messages"), sentence)
    sentence = tr("Messages arrive when another member is online at the same time as you.")
    title, action = tr("Waiting for another member"), tr("Look at connections")
    return Empty("hourglass", title, sentence, action)


def beginning_words(view: SpaceView) -> str:
    """Under the channel's first line: who can read it."""
    if view.public:
        return tr("Anyone who has its key can read it.")
    return tr("Only those who were let in can read it.")
