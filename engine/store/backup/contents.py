"""What a backup holds, by name, and what it says of itself."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from engine.errors import Refusal, Refused

MANIFEST = "manifest"
KEY = "key"
DATABASE = "database"
BESIDE = "beside/"
"""Begins the names of the profile's other files."""

MANIFEST_BYTES_MAX = 65_536  # ours
BESIDE_BYTES_MAX = 4 * 1024 * 1024  # ours: the settings


@dataclass(frozen=True, slots=True)
class Manifest:
    """``format``: of the database inside. ``made_at``: Unix seconds. ``program``: its version."""

    format: int
    made_at: float
    program: str


def encode_manifest(manifest: Manifest) -> bytes:
    """As it stands in the file."""
    return msgspec.json.encode(manifest)


def decode_manifest(content: bytes) -> Manifest:
    """Refused with BACKUP_DAMAGED. What a later program says besides is passed over."""
    try:
        return msgspec.json.decode(content, type=Manifest)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refused(Refusal.BACKUP_DAMAGED) from error
