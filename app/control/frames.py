"""Frames of the control socket, read from a stream: refused by their length before they are
read.
"""

from __future__ import annotations

from asyncio import StreamReader

from app.control.codec import FRAME_BYTES_MAX, LENGTH_BYTES


class FrameTooLong(ValueError):  # noqa: N818 - the other side's doing
    """A frame announces more than FRAME_BYTES_MAX."""


async def read_frame(reader: StreamReader) -> bytes:
    """The next frame's payload. Raises EOFError (or IncompleteReadError, its kind) at the end."""
    length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
    if length > FRAME_BYTES_MAX:
        raise FrameTooLong(str(length))
    return await reader.readexactly(length)
