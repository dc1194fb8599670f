"""What the window needs of the program around it. ``app`` implements these; no Qt here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from engine.model.address import Address
from engine.model.found import Found

CodeMatrix = tuple[tuple[bool, ...], ...]
"""A QR code's modules, row by row, True is dark; the quiet zone of 4 is included."""


class Codes(Protocol):
    """QR codes, both ways."""

    def matrix(self, text: str) -> CodeMatrix:
        """The code that carries ``text`` (at most 2,000 characters); a link of ours in capitals."""

    def picture(self, text: str, suffix: str, pixels_a_module: int) -> bytes:
        """The code as a file's content; ``suffix`` is ``.png`` or ``.svg``."""

    def read_file(self, content: bytes) -> Sequence[str]:
        """Texts of all codes in a picture file. Refused if it is no picture, or is too large."""

    def read_grey(self, pixels: bytes, width: int, height: int) -> Sequence[str]:
        """Texts of all codes in an 8-bit grey picture without row padding. Thread-safe."""


class Links(Protocol):
    """Texts that are pasted, scanned and shown."""

    def read(self, text: str) -> Found:
        """What ``text`` is. Refused, with what was found instead, if it is nothing of ours."""

    def of_request(self, request: bytes, addresses: Sequence[Address]) -> str:
        """The text form of an encoded InviteRequest."""

    def of_invite(self, invite: bytes, addresses: Sequence[Address]) -> str:
        """The text form of an encoded EncryptedInvite."""

    def of_channel(self, public_key: bytes, name: str, addresses: Sequence[Address]) -> str:
        """The text form of a public channel."""


class Settings(Protocol):
    """Choices of this profile that outlive the window. Reading is instant; writing is stored."""

    def text(self, name: str, default: str) -> str: ...
    def store_text(self, name: str, value: str) -> None: ...
