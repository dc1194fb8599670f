"""On the command line, too, members of a community who bear one name are told apart."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.console import Console

from app.cli.moderate import _log
from app.cli.post_lines import shown
from app.exporting.naming import Naming
from engine.model.communities import Judgement, MemberStanding, ModerationKind, ModerationView
from engine.model.ids import OrderKey, PostId, PostKind, PublicKey, SpaceId, SpaceKind
from engine.model.views import AuthorView, PostView, SpaceView
from ui.text.namesakes import bearers_of

JUNE, OTHER, MOSS = (PublicKey(bytes([n]) * 32) for n in (0xA1, 0xB2, 0xC3))
BEARERS = bearers_of([(JUNE, "June"), (OTHER, "june"), (MOSS, "Moss")])
MARKED = "June · a1a1a1a1"
BEES = SpaceView(
    id=SpaceId(bytes(32)),
    kind=SpaceKind.COMMUNITY,
    name="Bees#default",
    public_key=MOSS,
    posts=1,
    unread=0,
    peers=0,
    can_post=True,
    can_invite=False,
    expires_at=None,
    public=False,
)


def said_by(author: PublicKey, name: str) -> PostView:
    return PostView(
        id=PostId(bytes(32)),
        kind=PostKind.MESSAGE,
        height=0,
        parents=(),
        timestamp=0.0,
        author=AuthorView(author, (name,)),
        text="hello",
        body=None,
        order=OrderKey(bytes(8)),
        received_at=0.0,
        ours=False,
    )


@pytest.mark.parametrize(("key", "name", "told"), [(JUNE, "June", MARKED), (MOSS, "Moss", "Moss")])
def test_who_bears_a_name_of_several_is_read_with_the_key(
    key: PublicKey, name: str, told: str
) -> None:
    assert shown(Naming(BEES), said_by(key, name), BEARERS).endswith(f"  {told}: hello")


def test_who_hid_a_post_is_read_with_the_key() -> None:
    hidden = Judgement(MemberStanding.HIDDEN, JUNE, "June", "noise")
    post = replace(said_by(MOSS, "Moss"), folded=hidden)
    assert shown(Naming(BEES), post, BEARERS).endswith(f"  Moss: (hidden by {MARKED}: noise)")


def test_the_log_names_both_with_the_key() -> None:
    deed = ModerationView(
        ModerationKind.HIDE, JUNE, "June", OTHER, "june", "", "", None, counts=True
    )
    console = Console(width=200)
    with console.capture() as told:
        console.print(_log([deed], BEARERS))
    assert MARKED in told.get()
    assert "june · b2b2b2b2" in told.get()
