"""What English says of one, where the text in the code says it of many. A table; no Qt.

Every text with ``%n`` that is given to ``tr`` stands here (a test compares them), so that English
needs no catalogue of its own, and the command line speaks as the window does.
"""

from __future__ import annotations

from collections.abc import Mapping

ONE: Mapping[str, str] = {
    "%n ask to be renewed": "%n asks to be renewed",
    "%n bytes": "%n byte",
    "%n days": "%n day",
    "%n files": "%n file",
    "%n files saved in {folder}": "%n file saved in {folder}",
    "%n hours": "%n hour",
    "%n known addresses did not answer. {address}: {reason}": (
        "The one known address did not answer. {address}: {reason}"
    ),
    "%n members whom you let in may not write here much longer.": (
        "A member whom you let in may not write here much longer."
    ),
    "%n mentions": "%n mention",
    "%n messages": "%n message",
    "%n messages were exported.": "%n message was exported.",
    "%n minutes": "%n minute",
    "%n more wait.": "%n more waits.",
    "%n new posts in {channel}": "%n new post in {channel}",
    "%n new posts in {channel}, also to you": "%n new post in {channel}, also to you",
    "%n of them to you": "%n of them to you",
    "%n peers connected": "%n peer connected",
    "%n posts received so far": "%n post received so far",
    "%n seconds": "%n second",
    "%n unread": "%n unread",
    "Mute notifications for %n hours": "Mute notifications for %n hour",
}
