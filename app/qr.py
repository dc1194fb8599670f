"""QR codes, made (segno) and read (zxing-cpp). No Qt: servers and the command line use it too.

The libraries are loaded when they are first needed: the window shall not wait for them.

Implements ``ui.services.Codes``. Made codes are black on white with a quiet zone of 4 modules,
whatever the theme. Pictures from strangers are bounded before they are decoded.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import Refusal, Refused
from engine.protocols.tidings.links import qr_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    import segno
    from PIL import Image

    from ui.services import CodeMatrix

QUIET_ZONE_MODULES = 4  # ISO/IEC 18004
MEDIUM_CORRECTION_VERSION_MAX = 20  # protocols: level L only where M passes version 20
PICTURE_BYTES_MAX = 32 * 1024 * 1024  # ours: no photograph of a code is larger
PICTURE_PIXELS_MAX = 25_000_000  # reliability G-2
PICTURE_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP")  # no vector formats
SCAN_SIDE_PIXELS_MAX = 2_000  # a 4K frame is scaled to this first: 243 ms become 60 ms


@dataclass(frozen=True, slots=True)
class QrCodes:
    """Makes and reads QR codes. Without state; every method may run on any thread."""

    def matrix(self, text: str) -> CodeMatrix:
        """See ``Codes``. The rows include the quiet zone."""
        code = _code(text)
        return tuple(
            tuple(bool(module) for module in row)
            for row in code.matrix_iter(scale=1, border=QUIET_ZONE_MODULES)
        )

    def picture(self, text: str, suffix: str, pixels_a_module: int) -> bytes:
        """See ``Codes``. Refused for any other suffix than ``.png`` and ``.svg``."""
        kind = suffix.lower().removeprefix(".")
        if kind not in {"png", "svg"}:
            raise Refused(Refusal.FILE_UNWRITABLE, suffix)
        out = io.BytesIO()
        _code(text).save(
            out,
            kind=kind,
            scale=pixels_a_module,
            border=QUIET_ZONE_MODULES,
            dark="black",
            light="white",
        )
        return out.getvalue()

    def read_file(self, content: bytes) -> Sequence[str]:
        """See ``Codes``."""
        if len(content) > PICTURE_BYTES_MAX:
            raise Refused(Refusal.FILE_TOO_LARGE, str(PICTURE_BYTES_MAX))
        return _read_scaled_first(_grey_picture(content))

    def read_grey(self, pixels: bytes, width: int, height: int) -> Sequence[str]:
        """See ``Codes``. ``pixels`` holds ``width * height`` bytes."""
        import numpy as np
        from PIL import Image

        array = np.frombuffer(pixels, dtype=np.uint8, count=width * height)
        return _read_scaled_first(Image.fromarray(array.reshape((height, width))))


def _code(text: str) -> segno.QRCode:
    """Level M, or L where M would pass version 20; a link of ours in its smallest form."""
    import segno

    text = qr_text(text)
    code = segno.make_qr(text, error="m", boost_error=False)
    version = code.version
    if isinstance(version, int) and version > MEDIUM_CORRECTION_VERSION_MAX:
        code = segno.make_qr(text, error="l", boost_error=False)
    return code


def _grey_picture(content: bytes) -> Image.Image:
    """The picture in 8-bit grey on white, bounded in size before a pixel is decoded."""
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(content), formats=PICTURE_FORMATS) as picture:
            if picture.width * picture.height > PICTURE_PIXELS_MAX:
                raise Refused(Refusal.FILE_TOO_LARGE, f"{picture.width} x {picture.height}")
            picture.load()
            return _flattened(picture)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise Refused(Refusal.FILE_TOO_LARGE, str(PICTURE_PIXELS_MAX)) from error
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError) as error:
        # Pillow's readers raise all four for damaged files.
        raise Refused(Refusal.PICTURE_UNREADABLE) from error


def _flattened(picture: Image.Image) -> Image.Image:
    """Without transparency: a code drawn on a clear ground would else be black on black."""
    from PIL import Image

    if "A" in picture.getbands() or "transparency" in picture.info:
        coloured = picture.convert("RGBA")
        white = Image.new("RGBA", coloured.size, "white")
        return Image.alpha_composite(white, coloured).convert("L")
    return picture.convert("L")


def _read_scaled_first(picture: Image.Image) -> Sequence[str]:
    """A large picture is tried small first; a small code in it is found at full size."""
    if max(picture.size) > SCAN_SIDE_PIXELS_MAX:
        scaled = picture.copy()
        scaled.thumbnail((SCAN_SIDE_PIXELS_MAX, SCAN_SIDE_PIXELS_MAX))
        if found := _read(scaled):
            return found
    return _read(picture)


def _read(picture: Image.Image) -> Sequence[str]:
    import numpy as np
    import zxingcpp

    found = zxingcpp.read_barcodes(np.asarray(picture, dtype=np.uint8))
    return tuple(c.text for c in found if c.format == zxingcpp.BarcodeFormat.QRCode and c.text)
