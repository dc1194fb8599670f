"""Frames of the control socket, read from a stream: refused by their length before they are
read.
"""

from __future__ import annotations

from asyncio import StreamReader

from app.control.codec import LENGTH_BYTES


class FrameTooLong(ValueError):  # noqa: N818 - the other side's doing
    """A frame announces more than it may have."""


async def read_frame(reader: StreamReader, bytes_max: int) -> bytes:
    """The next frame's payload. Raises FrameTooLong, and EOFError (or IncompleteReadError, its
    kind) at the end.
    """
    length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
    if length > bytes_max:
        raise FrameTooLong(str(length))
    return await reader.readexactly(length)
