"""Which of several identities is meant where none is named, and which of them owns a channel."""

from __future__ import annotations

import pytest

from engine.model.commands import CreateChannel, CreateIdentity, Say
from engine.model.contents import Edit
from tests.conversations.play import Play
from tests.conversations.scenes import identity_of, owner, posts


@pytest.mark.parametrize("named", ["ada", "ann", None])
def test_a_further_channel_belongs_to_the_identity_that_was_named_or_used_last(
    named: str | None,
) -> None:
    play = Play()
    ada, _ = owner(play, "ada")
    play.now += 1.0
    ada.does(CreateIdentity("ann"))
    ada.does(CreateChannel("club", identity=named))
    (club,) = (one for one in ada.records.channels() if one.name == "club")
    (own,) = ada.records.own_chains(club.id)
    keys = {one.name: one.public_key for one in ada.records.identities()}
    assert own.identity == keys[named or "ann"]


def test_who_changes_a_post_is_not_the_one_used_last_for_it() -> None:
    play = Play()
    ada, home = owner(play, "ada")
    post = posts(ada, home.id, "hello")
    used_at = identity_of(ada).used_at
    play.now += 60.0
    ada.does(Say(home.id, Edit(post, "good day")))
    assert identity_of(ada).used_at == used_at
