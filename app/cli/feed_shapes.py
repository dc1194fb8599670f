"""Feeds and shared folders as the command line's JSON. The law of ``shapes`` holds here as well."""

from __future__ import annotations

from app.cli.shapes import Shape
from engine.model.feeds import (
    BlockView,
    FeedLength,
    FeedView,
    FolderEntryView,
    FolderView,
    ForkView,
)


def feed(view: FeedView) -> Shape:
    return {
        "key": view.key.hex(),
        "discovery_key": view.discovery_key.hex(),
        "name": view.name,
        "length": view.length,
        "byte_length": view.byte_length,
        "downloaded": view.downloaded,
        "tree_hash": None if view.tree_hash is None else view.tree_hash.hex(),
        "signed": view.signed,
        "state": str(view.state),
        "peers": view.peers,
        "paused": view.paused,
        "limit_bytes": view.limit_bytes,
        "form": str(view.form),
        "own": view.own,
        "downloaded_bytes": view.downloaded_bytes,
        "whole": view.whole,
        "holders": view.holders,
        "author_online": view.author_online,
        "author_seen_at": view.author_seen_at,
        "fork": None if view.fork is None else fork(view.fork),
        "restored": view.restored,
    }


def fork(view: ForkView) -> Shape:
    """``lengths`` and ``tree_hashes`` are of the two histories that were signed, ours first."""
    return {
        "common": view.common,
        "noticed_at": view.noticed_at,
        "lengths": list(view.lengths),
        "tree_hashes": [each.hex() for each in view.tree_hashes],
    }


def length(view: FeedLength) -> Shape:
    return {"length": view.length, "byte_length": view.byte_length}


def block(view: BlockView) -> Shape:
    """``bytes`` is null where we do not hold it."""
    return {
        "index": view.index,
        "size": view.size,
        "bytes": None if view.data is None else view.data.hex(),
    }


def folder(view: FolderView) -> Shape:
    """``done``: all of it is here (of a folder of ours: all of it is published)."""
    return {
        "key": view.feed.key.hex(),
        "name": view.feed.name,
        "files": view.files,
        "bytes": view.bytes,
        "done": is_done(view),
        "done_files": view.done_files,
        "done_bytes": view.done_bytes,
        "version": view.version,
        "content_key": None if view.content_key is None else view.content_key.hex(),
        "directory": view.directory,
        "use": None if view.use is None else str(view.use),
        "refused": view.refused,
        "trouble": view.trouble,
        "state": str(view.feed.state),
        "peers": view.feed.peers,
        "paused": view.feed.paused,
        "own": view.feed.own,
        "fork": None if view.feed.fork is None else fork(view.feed.fork),
    }


def entry(view: FolderEntryView) -> Shape:
    """``have`` counts bytes that are here. ``version``: the folder's first version with it, counted
    as in ``folder``, and as ``--version`` takes it.
    """
    return {
        "path": view.path,
        "size": view.size,
        "mtime": view.mtime,
        "have": view.have,
        "version": view.folder_version,
        "executable": view.executable,
        "wanted": view.wanted,
        "refusal": view.refusal,
        "deleted": view.deleted,
    }


def is_done(view: FolderView) -> bool:
    """Whether the newest version we know is here whole; before the first one nothing is."""
    knows = view.feed.length > 0 or view.feed.own
    return knows and view.done_bytes >= view.bytes and view.done_files >= view.files
