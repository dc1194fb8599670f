"""The desktop's key ring: it may open a profile, and the passphrase always does."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from app.profile import key_ring
from app.profile.key_ring import MARK_NAME, KeyRing, system_ring
from app.profile.opening import open_profile
from app.profile.paths import Paths
from engine.crypto.entropy import SeededEntropy
from engine.crypto.wrap import MINIMAL
from engine.errors import Refusal, Refused
from engine.store import keys
from tests.unit.app.terminal import Terminal

WORDS = "correct horse"


@dataclass
class MemoryRing:
    """A key ring; ``is_shut``: it does not answer."""

    held: dict[tuple[str, str], str] = field(default_factory=dict)
    is_shut: bool = False
    asked: int = 0

    def get_password(self, service: str, username: str) -> str | None:
        self.asked += 1
        self._answer()
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self._answer()
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self._answer()
        del self.held[service, username]

    def _answer(self) -> None:
        if self.is_shut:
            raise RuntimeError("the bus is gone")


@pytest.fixture
def ring(monkeypatch: pytest.MonkeyPatch) -> MemoryRing:
    made = MemoryRing()
    monkeypatch.setattr(key_ring, "system_ring", lambda: made)
    monkeypatch.setattr(KeyRing.__init__, "__defaults__", (lambda: made,))
    return made


def words(*, is_new: bool) -> str | None:
    return WORDS


def nobody(*, is_new: bool) -> str | None:
    raise Refused(Refusal.PASSPHRASE_NEEDED)


@pytest.fixture
def made(paths: Paths) -> bytes:
    """The key of a profile with a passphrase."""
    paths.profile.mkdir(mode=0o700)
    key = keys.create(paths.profile, WORDS, SeededEntropy(b"ring"), cost=MINIMAL)
    open_profile(paths, words).close()
    return key


def test_what_is_remembered_opens_the_profile_without_asking(
    paths: Paths, made: bytes, ring: MemoryRing
) -> None:
    KeyRing(paths).remember(made)
    open_profile(paths, nobody).close()
    open_profile(paths, words).close()
    KeyRing(paths).forget()
    assert ring.held == {}
    with pytest.raises(Refused):
        open_profile(paths, nobody)


def test_no_key_ring_is_asked_unless_something_was_put_there(
    paths: Paths, made: bytes, ring: MemoryRing
) -> None:
    open_profile(paths, words).close()
    assert ring.asked == 0
    assert not (paths.profile / MARK_NAME).exists()


@pytest.mark.parametrize("found", [None, "", "not hexadecimal", "00" * 31, "00" * 32])
def test_where_it_holds_no_key_of_this_profile_the_passphrase_is_asked_for(
    paths: Paths, made: bytes, ring: MemoryRing, found: str | None
) -> None:
    KeyRing(paths).remember(made)
    if found is None:
        ring.held.clear()
    else:
        ring.held = dict.fromkeys(ring.held, found)
    open_profile(paths, words).close()


def test_where_it_does_not_answer_the_passphrase_is_asked_for(
    paths: Paths, made: bytes, ring: MemoryRing
) -> None:
    KeyRing(paths).remember(made)
    ring.is_shut = True
    open_profile(paths, words).close()


def test_what_cannot_be_taken_away_is_refused_and_taken_away_later(
    paths: Paths, made: bytes, ring: MemoryRing
) -> None:
    """Or the key would lie in the ring for good, and nobody would know."""
    KeyRing(paths).remember(made)
    ring.is_shut = True
    with pytest.raises(Refused) as refused:
        KeyRing(paths).forget()
    assert refused.value.reason is Refusal.KEY_RING_SILENT
    ring.is_shut = False
    KeyRing(paths).forget()
    assert ring.held == {}
    assert not KeyRing(paths).is_used


def test_what_somebody_took_from_the_ring_by_hand_is_forgotten_too(
    paths: Paths, made: bytes, ring: MemoryRing
) -> None:
    KeyRing(paths).remember(made)
    ring.held.clear()
    KeyRing(paths).forget()
    assert not KeyRing(paths).is_used


def test_it_is_remembered_over_another_passphrase(
    paths: Paths, made: bytes, ring: MemoryRing
) -> None:
    KeyRing(paths).remember(made)
    keys.change_passphrase(paths.profile, WORDS, "new", SeededEntropy(b"n"), 99, MINIMAL)
    open_profile(paths, nobody).close()


def test_a_file_is_no_key_ring() -> None:
    """Of a computer without one; a plain file would hold the key for everybody."""
    found = system_ring()
    assert found is None or not type(found).__module__.startswith("keyrings.alt")


def test_by_the_command_line(ann: Terminal, ring: MemoryRing, tmp_path: Path) -> None:
    first = tmp_path / "first"
    first.write_text(WORDS)
    assert ann.fail("passphrase", "remember") == (2, "usage")
    ann.do("passphrase", "change", "--new-file", str(first))
    assert ann.fail("passphrase", "remember") == (1, "passphrase_needed")
    opening = ("--passphrase-file", str(first))
    assert ann.do(*opening, "passphrase", "remember") == {"remembered": True}
    assert ann.do("identity", "list")[0]["name"] == "ann"
    ring.is_shut = True
    assert ann.fail("identity", "list") == (1, "passphrase_needed")
    assert ann.fail("passphrase", "forget") == (1, "key_ring_silent")
    ring.is_shut = False
    assert ann.do("passphrase", "forget") == {"remembered": False}
    assert ann.fail("identity", "list") == (1, "passphrase_needed")
    ring.is_shut = True
    assert ann.fail(*opening, "passphrase", "remember") == (1, "no_key_ring")
