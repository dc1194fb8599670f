"""What English says of one, where the text in the code says it of many. A table; no Qt.

Every text with ``%n`` that is given to ``tr`` stands here (a test compares them), so that English
needs no catalogue of its own, and the command line speaks as the window does.
"""

from __future__ import annotations

from collections.abc import Mapping

ONE: Mapping[str, str] = {
    "%n are in this folder already.": "%n is in this folder already.",
    "%n ask to be renewed": "%n asks to be renewed",
    "%n blocks": "%n block",
    "%n bytes": "%n byte",
    "%n days": "%n day",
    "%n files": "%n file",
    "%n files are attached and not sent. Words that you began are kept; files are not, and would "
    "have to be attached again.": (
        "%n file is attached and not sent. Words that you began are kept; files are not, and would "
        "have to be attached again."
    ),
    "%n files are not sent.": "%n file is not sent.",
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
    "%n messages are counted in this report.": "%n message is counted in this report.",
    "%n messages were exported.": "%n message was exported.",
    "%n minutes": "%n minute",
    "%n more wait.": "%n more waits.",
    "%n new posts in {channel}": "%n new post in {channel}",
    "%n new posts in {channel}, also to you": "%n new post in {channel}, also to you",
    "%n more: each is shown here once another is put back.": (
        "%n more: it is shown here once another is put back."
    ),
    "%n more: open them under “Members”.": "%n more: open them under “Members”.",
    "%n of them to you": "%n of them to you",
    "%n peers connected": "%n peer connected",
    "%n posts received so far": "%n post received so far",
    "%n seconds": "%n second",
    "%n unread": "%n unread",
    "Seeded by %n": "Seeded by %n",
    "Mute notifications for %n hours": "Mute notifications for %n hour",
    "%n chosen, {size}": "%n chosen, {size}",
    "%n connected": "%n connected",
    "%n entries": "%n entry",
    "%n files added. They are shared as soon as they are read.": (
        "%n file added. It is shared as soon as it is read."
    ),
    "%n links were left out.": "%n link was left out.",
    "%n others have all of it": "%n other has all of it",
    "%n things in it are left out:": "%n thing in it is left out:",
    "%n of them have names that no computer should write: they are listed as refused.": (
        "%n of them has a name that no computer should write: it is listed as refused."
    ),
    "%n members": "%n member",
    "%n members online": "%n member online",
    "%n members seen so far": "%n member seen so far",
    "%n messages here": "%n message here",
    "%n messages so far. There was no time to look through all.": (
        "%n message so far. There was no time to look through all."
    ),
    "%n messages so far. {end}": "%n message so far. {end}",
    "%n messages of {name}. {hidden}": "%n message of {name}. {hidden}",
    "%n of them online": "%n of them online",
    "Copied %n messages": "Copied one message",
    "Copied the first %n messages: more cannot be copied at once": (
        "Copied the first message: more cannot be copied at once"
    ),
    "Deleted %n messages for you. Others still have them.": (
        "Deleted one message for you. Others still have it."
    ),
    "and %n more files": "and one more file",
    "and %n more kinds": "and one more kind",
    "{names} and %n others": "{names} and %n other",
}
