"""Which rows are folded into one: runs of quiet ones, and what was hidden by somebody's judgement.

The first row of a fold says what is in it, the others take no room until somebody opens it. A fold
never crosses a day or the unread line, so that nothing else can stand in it. Pure; no Qt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.model.ids import OrderKey, PostKind, PublicKey
from engine.model.views import PostView
from ui.text.language import tr
from ui.text.namesakes import key_digits
from ui.text.times import day_of
from ui.timeline.loading.rows import Reading, author_name
from ui.timeline.loading.run import SAID, PostRun
from ui.wording.judgements import judgement_words

QUIET = frozenset({PostKind.JOIN, PostKind.LEAVE, PostKind.INFO})
"""What happens all the time and matters to few."""
QUIET_LEAST = 3  # ours: two lines are as easily read as one
FOLD_MOST = 12  # ours: a screen that holds nothing else is filled nevertheless
NAMES_MOST = 2


@dataclass(frozen=True, slots=True)
class Fold:
    """``count`` rows of a run, from the index ``first``. ``hidden``: by somebody's judgement."""

    first: int
    count: int
    hidden: bool


class Folds:
    """The folds of one run at a time, looked for once."""

    def __init__(self) -> None:
        self._known: tuple[PostRun, int, OrderKey | None] | None = None
        self._of: Mapping[int, Fold] = {}

    def at(self, run: PostRun, index: int, reading: Reading) -> Fold | None:
        """The fold that the row at ``index`` is in."""
        if reading.is_feed:
            return None
        now = (run, run.version, reading.unread_from)
        if now != self._known:
            self._known = now
            posts = [entry.post for entry in run.entries]
            may_fold = reading.is_community or any(post.folded is not None for post in posts)
            self._of = {
                place: fold
                for fold in (folds_in(posts, reading) if may_fold else ())
                for place in range(fold.first, fold.first + fold.count)
            }
        return self._of.get(index)


def folds_in(posts: Sequence[PostView], reading: Reading) -> list[Fold]:
    """All folds of posts in order."""
    found: list[Fold] = []
    start = 0
    while start < len(posts):
        end = start + 1
        while end < len(posts) and end - start < FOLD_MOST and _goes_on(posts, end, reading):
            end += 1
        hidden = posts[start].folded is not None
        if hidden or (posts[start].kind in QUIET and end - start >= QUIET_LEAST):
            found.append(Fold(start, end - start, hidden))
        start = end
    return found


def _goes_on(posts: Sequence[PostView], index: int, reading: Reading) -> bool:
    """Whether the post at ``index`` belongs into one fold with that before it."""
    above, post = posts[index - 1], posts[index]
    if post.order == reading.unread_from:
        return False
    if day_of(above.timestamp, reading.zone) != day_of(post.timestamp, reading.zone):
        return False
    if above.folded is not None or post.folded is not None:
        same = above.author.public_key == post.author.public_key
        return same and above.folded == post.folded
    return above.kind in QUIET and post.kind in QUIET


# ---- in words -------------------------------------------------------------------------------


def fold_words(run: PostRun, fold: Fold, reading: Reading) -> str:
    """What the first row of a fold says."""
    posts = [entry.post for entry in run.entries[fold.first : fold.first + fold.count]]
    return _hidden_words(posts, reading) if fold.hidden else _quiet_words(posts, reading)


def _hidden_words(posts: Sequence[PostView], reading: Reading) -> str:
    said = posts[0].folded
    assert said is not None, "it is folded because of it"
    # In a private channel nobody else judges, whichever of our identities reads it.
    ours = reading.own_keys[:1] if reading.is_community else (said.by,)
    what = judgement_words(said, next(iter(ours), None), reading.bearers)
    author = posts[0].author.public_key
    who = key_digits(author) if said.nameless else author_name(posts[0], reading)
    count = sum(post.kind in SAID for post in posts)
    if not count:
        return tr("Something that {name} did. {hidden}").format(name=who, hidden=what)
    if count == 1:
        return tr("A message of {name}. {hidden}").format(name=who, hidden=what)
    words = tr("%n messages of {name}. {hidden}", "", count)
    return words.format(name=who, hidden=what)


def _quiet_words(posts: Sequence[PostView], reading: Reading) -> str:
    templates = {
        PostKind.JOIN: tr("{names} joined"),
        PostKind.LEAVE: tr("{names} left"),
        PostKind.INFO: tr("{names} changed their names"),
    }
    parts = []
    for kind, template in templates.items():
        names: dict[PublicKey, str] = {}
        for post in posts:
            if post.kind is kind:
                names.setdefault(post.author.public_key, author_name(post, reading))
        if names:
            parts.append(template.format(names=_listed(list(names.values()))))
    return " · ".join(parts)


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:NAMES_MOST])
    more = len(names) - len(shown)
    if more:
        return tr("{names} and %n others", "members", more).format(names=", ".join(shown))
    if len(shown) == 1:
        return shown[0]
    return tr("{names} and {last}").format(names=", ".join(shown[:-1]), last=shown[-1])
