"""Whose posts our user has folded away in a space, for themselves alone, and since when.

They are few, and in few spaces: of each space a small value of the profile. It outlives a timeline
that is filled anew, and goes with the space.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.model.ids import PublicKey
from engine.store.database import Database, Reading
from engine.store.settings import set_setting, setting
from engine.store.timeline.folds import IsFolded

_NAME = "hidden_authors_{}"  # the space's number, which is never used twice
_SINCE = msgspec.json.Decoder(dict[str, float])  # by the key, in hex


def hidden_authors(reading: Reading, space: int) -> Mapping[PublicKey, float]:
    """In the space of that number: who is hidden, and since when."""
    kept = setting(reading, _NAME.format(space))
    since = {} if kept is None else _SINCE.decode(kept)
    return {PublicKey(bytes.fromhex(key)): at for key, at in since.items()}


def keep_hidden(database: Database, space: int, author: PublicKey, at: float | None) -> None:
    """``author`` is hidden since ``at``; None: shown. Whoever is hidden already stays so."""
    hidden = dict(hidden_authors(database, space))
    if at is None:
        hidden.pop(author, None)
    else:
        hidden.setdefault(author, at)
    since = {key.hex(): hidden[key] for key in sorted(hidden)}
    set_setting(database, _NAME.format(space), msgspec.json.encode(since) if since else None)


def forget_hidden(database: Database, space: int) -> None:
    """The space is forgotten."""
    set_setting(database, _NAME.format(space), None)


def judging(reading: Reading, space: int) -> IsFolded | None:
    """What tells whether a post of that space is folded away; None: none is."""
    hidden = hidden_authors(reading, space)
    return (lambda _post, author: author in hidden) if hidden else None
