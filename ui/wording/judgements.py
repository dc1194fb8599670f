"""Why something is folded away, in words. Pure; no Qt."""

from __future__ import annotations

from engine.model.communities import Judgement, MemberStanding
from engine.model.ids import PublicKey
from ui.text.language import tr
from ui.text.namesakes import NOBODY, Bearers, called
from ui.wording.sentences import one_line


def judgement_words(judgement: Judgement, own: PublicKey | None, bearers: Bearers = NOBODY) -> str:
    """“Hidden by June: advertising”; ``own`` is our key, None where it does not matter."""
    hidden = judgement.standing is not MemberStanding.BLOCKED
    if judgement.by == own:
        words = tr("Hidden by you") if hidden else tr("Blocked by you")
    else:
        template = tr("Hidden by {name}") if hidden else tr("Blocked by {name}")
        words = template.format(name=called(judgement.by_name, judgement.by, bearers))
    reason = one_line(judgement.reason)
    if not reason:
        return words
    return tr("{what}: {reason}").format(what=words, reason=reason)
