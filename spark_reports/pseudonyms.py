"""Numbers in the place of people's names and keys, and of the ids of spaces, in all of a report.

The id of a feed is its author's key, and that of a private channel follows from its owner's. Who is
which number must not be told by the order of the keys, which others have as well: it hangs on all
of the dataset's manifest, of which a report says but a digest of one part. No pyspark here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import pyarrow as pa
import pyarrow.compute as pc

from spark_reports.manifest import Manifest, bytes_of

WORDS: Mapping[str, str] = {"author": "person", "space": "space"}
"""By kind of name what stands before the number instead."""
KEY_AS_NAME = r"^[0-9a-f]{8}\b"
"""What is called by the beginning of a key, and perhaps told apart from another one."""
_SALT = b"pseudonyms"
_DIGITS_MIN = 6  # ours: of hardly any report there are more people


def mixed(names: Mapping[str, pa.Array], manifest: Manifest) -> Mapping[str, pa.Array]:
    """The same names by kind; those that are replaced in the order of a digest of each, so that
    they are numbered in it. The same dataset gives the same order.
    """
    salt = _SALT + bytes_of(manifest)
    return {kind: _mixed(those, salt) if kind in WORDS else those for kind, those in names.items()}


def _mixed(names: pa.Array, salt: bytes) -> pa.Array:
    begun = hashlib.sha256(salt)

    def digest(name: str) -> bytes:
        whole = begun.copy()
        whole.update(name.encode())
        return whole.digest()

    digests = pa.array((digest(one.as_py()) for one in names), pa.binary())
    return names.take(pc.sort_indices(digests))


def forms_of(names: Mapping[str, pa.Array]) -> Mapping[str, str]:
    """By kind how a number is written (printf): ``person-000012``. All have as many digits, so that
    their texts have the order of the numbers.
    """
    return {
        kind: f"{word}-%0{max(_DIGITS_MIN, len(str(len(names[kind]))))}d"
        for kind, word in WORDS.items()
    }


def called(pseudonym: str) -> str:
    """As a person reads it: ``Person 12``; nothing of none."""
    word, _, number = pseudonym.partition("-")
    return f"{word.capitalize()} {int(number)}" if number else ""


PERSON = f"{WORDS['author'].capitalize()} %d"
"""What an author of that number is called in the rows that tables are made of (printf)."""
