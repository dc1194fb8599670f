"""Names of extensions, as both wire protocols carry them. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from engine.protocols.hypercore.limits import EXTENSION_NAME_BYTES_MAX, EXTENSIONS_MAX


def encoded_names(names: Iterable[str]) -> list[bytes]:
    """In the order in which both sides match them: published programs merge two sorted lists."""
    return sorted(name.encode() for name in names)


def decoded_names(names: Iterable[bytes]) -> tuple[str, ...]:
    """As the peer numbers them; what is no name of ours keeps its number, and matches nothing."""
    listed = list(names)[:EXTENSIONS_MAX]
    return tuple(
        name.decode("utf-8", "replace") if len(name) <= EXTENSION_NAME_BYTES_MAX else ""
        for name in listed
    )
