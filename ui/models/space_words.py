"""What a row of the sidebar says, to the eye and to the ear. Pure; no Qt."""

from __future__ import annotations

from engine.model.ids import NotificationLevel, SpaceKind
from engine.model.views import SpaceView
from ui.models.space_groups import Heading
from ui.text.channels import space_name
from ui.text.language import tr
from ui.text.peers import connected_words
from ui.wording.endings import short_ending


def state_words(view: SpaceView) -> str:
    """The second line of a space: what is going on there."""
    if view.left:
        return tr("Left")
    if view.ending is not None:
        return short_ending(view.ending)
    if view.renewals:
        return tr("%n ask to be renewed", "", view.renewals)
    words = connected_words(view.peers)
    if view.kind in {SpaceKind.FEED, SpaceKind.FOLDER}:
        return words
    if view.public and view.own_path is None:
        return words  # what it is stands over it: followed
    # One that is our own stands among private channels: whoever writes in it must not forget.
    kind = tr("Read only") if not view.can_post else tr("Public") if view.public else ""
    return f"{kind} · {words[0].lower()}{words[1:]}" if kind else words


def spoken(view: SpaceView, state: str = "") -> str:
    """A space as it is read aloud; ``state`` in the place of ``state_words``."""
    parts = [space_name(view)]
    if view.unread and not view.left:
        parts.append(tr("%n unread", "", view.unread))
    if view.mentions and not view.left:
        parts.append(tr("%n of them to you", "unread messages", view.mentions))
    parts.append(state or state_words(view))
    parts += [tr("pinned")] if view.pinned else []
    parts += [tr("archived")] if view.archived else []
    match view.notifications:
        case NotificationLevel.NONE:
            parts.append(tr("muted"))
        case NotificationLevel.MENTIONS:
            parts.append(tr("only mentions are announced"))
        case NotificationLevel.ALL:
            pass
    return ", ".join(parts)


def spoken_heading(heading: Heading) -> str:
    if heading.folded is None:
        return heading.title
    state = (
        tr("folded, press Enter to show") if heading.folded else tr("shown, press Enter to fold")
    )
    return f"{heading.title}, {state}"
