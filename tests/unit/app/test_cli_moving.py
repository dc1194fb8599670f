"""``tidings receive`` as it is typed, where it can do nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli import moving
from app.cli.backup import lock_for
from app.cli.session import Session
from app.moving.code import SECRET_BYTES, MoveCode, encode_code
from app.profile.lock import ProfileLock
from engine.model.address import Address
from engine.store import keys
from tests.unit.app.terminal import Terminal

NOWHERE = encode_code(MoveCode(bytes(SECRET_BYTES), (Address("127.0.0.1", 1),)))


def test_who_waits_at_no_address_of_the_code_is_nobody(shell: Callable[[str], Terminal]) -> None:
    there = shell("there")
    assert there.fail("receive", NOWHERE, "--no-passphrase")[1] == "move_nobody"
    assert there.fail("receive", "something else", "--no-passphrase")[1] == "move_code_invalid"


def test_the_new_passphrase_is_that_of_either_file(
    shell: Callable[[str], Terminal], tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("correct horse\n")
    there = shell("there")
    assert there.fail("receive", NOWHERE) == (2, "usage")
    assert there.fail("receive", NOWHERE, "--new-file", str(secret))[1] == "move_nobody"
    assert there.fail("--passphrase-file", str(secret), "receive", NOWHERE)[1] == "move_nobody"


def test_a_profile_that_another_command_made_meanwhile_is_not_replaced(
    shell: Callable[[str], Terminal], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A passphrase is thought of, and typed twice, before the lock is ours."""

    async def later(session: Session) -> ProfileLock:
        held = await lock_for(session)
        keys.create(session.paths.profile, None, os.urandom)
        return held

    monkeypatch.setattr(moving, "lock_for", later)
    assert shell("there").fail("receive", NOWHERE, "--no-passphrase")[1] == "profile_there"
