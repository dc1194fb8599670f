"""What a file is called, shown and saved as: its name and type are a stranger's. Pure; no Qt."""

from __future__ import annotations

import re
import unicodedata

from engine.model.joiners import JOINERS, without_idle_joiners
from engine.model.views import FileView
from ui.text.language import QT_TR_NOOP, tr
from ui.text.numbers import size_words

NAME_CHARACTERS_MAX = 120  # ours: file systems take 255 bytes
PICTURE_TYPES = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"})
PICTURE_SUFFIXES = frozenset({"png", "jpg", "jpeg", "gif", "webp", "bmp"})
PICTURE_BYTES_MAX = 32 << 20  # ours: larger ones are only saved
_KEPT_OUT = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_FORBIDDEN = re.compile(r'[<>:"/\\|?*]')
_RESERVED = re.compile(r"(?i)^(con|prn|aux|nul|com\d|lpt\d)(\.|$)")

_BY_SUFFIX = {
    "file-text": "txt md pdf doc docx odt rtf csv log tex epub",
    "file-archive": "zip gz bz2 xz 7z rar tar zst",
    "file-code": "py js ts c h cpp rs go java sh json xml html css toml yaml yml sql",
    "file-image": "png jpg jpeg gif webp bmp svg tif tiff heic",
    "file-music": "mp3 ogg oga flac wav m4a opus aac",
    "file-play": "mp4 mkv webm mov avi m4v",
}
ICON_OF_SUFFIX = {suffix: icon for icon, all_ in _BY_SUFFIX.items() for suffix in all_.split()}
ICON_OF_KIND = {
    "text": "file-text",
    "image": "file-image",
    "audio": "file-music",
    "video": "file-play",
}
_KINDS = {
    "file-text": QT_TR_NOOP("Document"),
    "file-archive": QT_TR_NOOP("Archive file"),
    "file-code": QT_TR_NOOP("Code"),
    "file-image": QT_TR_NOOP("Picture"),
    "file-music": QT_TR_NOOP("Sound"),
    "file-play": QT_TR_NOOP("Video"),
    "file": QT_TR_NOOP("File"),
}


def file_name(name: str) -> str:
    """The name as it is shown: on one line, turning nothing around it, no path."""
    ends = 4 * NAME_CHARACTERS_MAX
    looked_at = name if len(name) <= 2 * ends else name[:ends] + name[-ends:]
    last = re.split(r"[/\\]", looked_at)[-1]
    visible = "".join(c for c in last if c in JOINERS or unicodedata.category(c) not in _KEPT_OUT)
    joined = " ".join(without_idle_joiners(visible).split())
    if len(joined) > NAME_CHARACTERS_MAX:
        stem, suffix = _split(joined)
        joined = stem[: NAME_CHARACTERS_MAX - len(suffix) - 2] + "\u2026" + suffix
    return joined or tr("Unnamed file")


def saved_name(name: str) -> str:
    """The name that is proposed for saving: none that a file system reads in a way of its own."""
    kept = _FORBIDDEN.sub("_", file_name(name)).strip(" .")
    if not kept or _RESERVED.match(kept):
        kept = f"file-{kept}" if kept else "file"
    return kept


def icon_of(file: FileView) -> str:
    """The icon that fits its name, else its type."""
    by_name = ICON_OF_SUFFIX.get(_split(file_name(file.name))[1].lstrip(".").lower())
    return by_name or ICON_OF_KIND.get(file.content_type[:64].partition("/")[0].lower(), "file")


def kind_of(file: FileView) -> str:
    """The same as a word."""
    return tr(_KINDS[icon_of(file)])


def may_be_picture(file: FileView) -> bool:
    """Whether a preview is tried; what the bytes really are is looked at then."""
    if not 0 < file.size <= PICTURE_BYTES_MAX:
        return False
    suffix = _split(file_name(file.name))[1].lstrip(".").lower()
    return file.content_type[:64].lower() in PICTURE_TYPES or suffix in PICTURE_SUFFIXES


def file_words(file: FileView) -> str:
    """The second line of a card: "Document · 120 kB"; of an unknown size nothing is said."""
    kind = kind_of(file)
    return f"{kind} \N{MIDDLE DOT} {size_words(file.size)}" if file.size_known else kind


def _split(name: str) -> tuple[str, str]:
    """Stem and suffix with its dot; a suffix is at most ten letters."""
    stem, dot, suffix = name.rpartition(".")
    return (stem, dot + suffix) if stem and 0 < len(suffix) <= 10 else (name, "")
