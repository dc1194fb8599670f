"""What a person wants done with a post, as signals: menu, hover bar, keys and presses all end here.

The channel's page connects them; the timeline itself changes nothing in the engine.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class PostWishes(QObject):
    """``post`` is a ``PostView``. Places are on the screen."""

    reply = Signal(object)
    """post: begin an answer to it."""
    edit = Signal(object)
    """post: begin to change it; it is ours."""
    react = Signal(object, str, bool)
    """post, emoji, whether our own reaction shall be there."""
    choose_reaction = Signal(object, object)
    """post, place (``QRect``): offer all emoji beside it."""
    take_back = Signal(object)
    """post: ask others to hide it; it is ours."""
    delete_for_us = Signal(object)
    """posts: take them out of our own history."""
    details = Signal(object)
    """post: tell all that is known of it."""
    copy_link = Signal(object)
    """post: put what names it on the clipboard."""
    save_file = Signal(object, int)
    """post, number of the file: ask where to, and save it."""
    save_files = Signal(object)
    """post: ask for a folder, and save all its files there."""
    show_picture = Signal(object, int)
    """post, number of the file: show it large."""
    go_to = Signal(object)
    """OrderKey: show the post there."""
    choose_date = Signal(object, object)
    """date, place on the screen (``QRect``): offer other dates there."""
    open_link = Signal(str)
    """address: ask, and open it outside."""
    author = Signal(object)
    """post: show who wrote it."""
    hide_author = Signal(object)
    """post: fold away what its author says."""
    show_author = Signal(object)
    """post: show what its author says, whom we have hidden (private channels)."""
    moderate = Signal(object, bool)
    """post, whether it shall be hidden: for whoever lets us moderate, or for us alone."""
    comments = Signal(object)
    """post: show what others say to it (feeds)."""
    delete_for_all = Signal(object)
    """post: ask everybody to delete it; it is ours (communities)."""
