"""``tidings folder``: sharing folders of this computer, and having those of others."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import amounts, feed_shapes, folder_follow, folder_get, shapes
from app.cli.arguments import own_addresses
from app.cli.cautions import Caution
from app.cli.codes import WriteOption, demand_picture, write_picture
from app.cli.failures import not_confirmed, usage
from app.cli.feeds import FolderArgument, entries_of, folder_of, listed_at, no_such_path
from app.cli.folder_follow import PATIENCE_SECONDS
from app.cli.folder_past import VersionOption, demand_reached
from app.cli.folder_sharing import (
    folder_there,
    left_out_words,
    name_of,
    published,
    told_of,
    used,
)
from app.cli.printing import facts, moment, table, words
from app.cli.session import Call, run
from app.cli.waiting import demand_patience
from app.control.client import RemoteEngine
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.commands import ForgetSpace, LeaveSpace
from engine.model.feed_commands import ChangeFiles, CreateFolder, UseDirectory
from engine.model.feed_queries import PAGE_ENTRIES_MAX, FileHistory, Folders, OneFolder
from engine.model.feeds import FeedState, FolderEntryView, FolderUse, FolderView
from engine.model.ids import SpaceId
from ui.folders.trouble import trouble_of
from ui.folders.words import refusal_words
from ui.wording.sentences import one_line

if TYPE_CHECKING:
    from rich.console import RenderableType

app = typer.Typer(no_args_is_help=True, help="Shared folders: yours, and those of others.")

_NONE_YET = (
    "No shared folder yet: “tidings folder share DIR” shares one, “tidings folder get LINK DIR” "
    "fetches one."
)
_KEY_DIGITS = 12
CLEARED_AT_ONCE = 200  # ours: files of one command


@app.command("share")
def share(
    context: typer.Context,
    directory: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to share.")],
    name: Annotated[
        str | None, typer.Option(help="What it is called; without it: as the folder.")
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Publish to this one of yours, which lay elsewhere."),
    ] = None,
    timeout: Annotated[
        float, typer.Option(metavar="S", help="Wait no more when nothing came for S seconds.")
    ] = PATIENCE_SECONDS,
    *,
    no_wait: Annotated[
        bool, typer.Option("--no-wait", help="Do not wait until its files are published.")
    ] = False,
) -> None:
    """Share a folder: others get its files, and every change of them.

    Folders in it that hold no files are not shared.
    """
    from app.folders.surveying import DirectoriesOnDisk

    demand_patience(timeout)
    place = folder_there(directory)
    called = name or name_of(directory.expanduser().absolute()) or "folder"

    async def work(call: Call) -> None:
        if folder is not None:
            view = await folder_of(call.engine, folder)
        else:
            view = await call.engine.perform(CreateFolder(called))
        view = await used(call.engine, view, place, is_new=folder is None)
        survey = await asyncio.to_thread(DirectoriesOnDisk().survey, place)
        if survey.left_out:
            call.output.note(left_out_words(survey))
        if not no_wait and isinstance(call.engine, RemoteEngine):  # else nobody publishes them now
            view = await published(call.engine, view.feed.space, survey, timeout)
        await _show(call, view)
        call.output.note(told_of(view, survey))

    run(context, work)


@app.command("list")
def list_all(
    context: typer.Context,
    folder: FolderArgument,
    path: Annotated[str, typer.Option(metavar="PATH", help="Only what lies in there.")] = "",
    version: VersionOption = None,
    history: Annotated[
        str | None, typer.Option(metavar="PATH", help="Every version of that file instead.")
    ] = None,
) -> None:
    """Show the files of a shared folder: as it is now, as it was, or one in all its versions."""
    if history is not None and (path or version is not None):
        raise usage("“--history” is of one file, from its beginning: it goes with nothing else.")

    async def work(call: Call) -> None:
        view = await folder_of(call.engine, folder)
        if history is not None:
            versions = await _history(call.engine, view.feed.space, history.strip("/"))
            call.output.document(
                [feed_shapes.entry(one) for one in versions], lambda: _versions(versions)
            )
            return
        if version is not None:
            demand_reached(view, version)
        within = path.strip("/") if _has_names(view) else ""
        entries = await listed_at(call.engine, view.feed.space, within, version)
        call.output.document(
            [feed_shapes.entry(one) for one in entries],
            lambda: _listing(entries) if entries else words(_without_files(view)),
        )

    run(context, work)


@app.command("status")
def status(
    context: typer.Context,
    folder: Annotated[
        str | None, typer.Argument(metavar="FOLDER", help="Which; without it: all.")
    ] = None,
    qr: WriteOption = None,
) -> None:
    """Show your shared folders, and how much of them is here; or one, with its link."""
    if qr is not None:
        demand_picture(qr)
        if folder is None:
            raise usage("Say which folder's code is to be written.")

    async def work(call: Call) -> None:
        if folder is not None:
            view = await folder_of(call.engine, folder)
            if qr is not None:
                write_picture(qr, await _link_of(call.engine, view))
            await _show(call, view)
            return
        views = await call.engine.ask(Folders())
        call.output.document(
            [feed_shapes.folder(view) for view in views],
            lambda: _table(views) if views else words(_NONE_YET),
        )

    run(context, work)


@app.command("clear")
def clear(
    context: typer.Context,
    folder: FolderArgument,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Say that your folder holds no files any more: they go from all who mirror it.

    Asked for where all files of its place are gone at once; a disk may just be unplugged. Refused
    while one of them lies there: it would be published again.
    """

    async def work(call: Call) -> None:
        view = await folder_of(call.engine, folder)
        paths = [one.path async for one in entries_of(call.engine, view.feed.space, "")]
        await asyncio.to_thread(_demand_none_there, view, paths)
        message = f"All files of “{view.feed.name}” are removed for everybody who mirrors it."
        caution = Caution("folder_cleared", message)
        call.output.note(caution.message)
        if not yes and call.output.is_at_terminal and not typer.confirm("Go on?"):
            raise not_confirmed()
        for start in range(0, len(paths), CLEARED_AT_ONCE):
            some = tuple(paths[start : start + CLEARED_AT_ONCE])
            await call.engine.perform(ChangeFiles(view.feed.space, removed=some))
        view = await call.engine.ask(OneFolder(view.feed.space))
        document = {**feed_shapes.folder(view), "warnings": shapes.warnings([caution])}
        call.output.document(document, lambda: facts(list(_pairs(view))))

    run(context, work)


@app.command("stop")
def stop(
    context: typer.Context,
    folder: FolderArgument,
    *,
    forget: Annotated[
        bool, typer.Option("--forget", help="Forget what was received, too.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask, though it is yours.")] = False,
) -> None:
    """Share or fetch a folder no more. The files in its place on this computer stay."""

    async def work(call: Call) -> None:
        view = await folder_of(call.engine, folder)
        told = _of_stopping(view, forget=forget)
        for caution in told:
            call.output.note(caution.message)
        if told and not yes and call.output.is_at_terminal and not typer.confirm("Go on?"):
            raise not_confirmed()
        space = view.feed.space
        if view.directory is not None:
            view = await call.engine.perform(UseDirectory(space, None))
        if forget:
            await call.engine.perform(ForgetSpace(space))
        elif view.feed.state is not FeedState.LEFT:
            await call.engine.perform(LeaveSpace(space))
            view = await call.engine.ask(OneFolder(space))
        document = {**feed_shapes.folder(view), "warnings": shapes.warnings(told)}
        call.output.document(document, lambda: facts(list(_pairs(view))))

    run(context, work)


# ---- inside -------------------------------------------------------------------------------------


async def _history(engine: Engine, space: SpaceId, path: str) -> list[FolderEntryView]:
    """All versions of a file, the newest first. CommandFailed where there never was one."""
    try:
        versions = list(page := await engine.ask(FileHistory(space, path)))
    except Refused as refused:
        if refused.reason is not Refusal.FILE_UNKNOWN:
            raise
        raise no_such_path(path) from refused
    while len(page) == PAGE_ENTRIES_MAX:
        page = await engine.ask(FileHistory(space, path, page[-1].version))
        versions += page
    return versions


def _demand_none_there(view: FolderView, paths: Sequence[str]) -> None:
    """CommandFailed (usage) where one of those files still lies in the folder's directory."""
    if view.directory is None or view.use is not FolderUse.SHARED:
        return
    place = view.directory
    if any(os.path.isfile(os.path.join(place, path)) for path in paths):  # noqa: PTH113, PTH118
        message = f"Files of “{view.feed.name}” lie in {one_line(place)}: they would come back."
        hint = "Delete them there; or share it no more: “tidings folder stop NAME”."
        raise usage(message, hint)


async def _link_of(engine: Engine, view: FolderView) -> str:
    from app.links import TidingsLinks

    addresses = await own_addresses(engine)
    return TidingsLinks().of_folder(view.feed.key, view.feed.name, addresses)


async def _show(call: Call, view: FolderView) -> None:
    link = await _link_of(call.engine, view)
    pairs = [*_pairs(view), ("link", link)]
    call.output.document({**feed_shapes.folder(view), "link": link}, lambda: facts(pairs))


def _of_stopping(view: FolderView, *, forget: bool) -> Sequence[Caution]:
    if not view.feed.own:
        return ()
    name = view.feed.name
    if forget:
        message = f"“{name}” is your own folder: its key is erased, and it can never change again."
    else:
        message = f"“{name}” is your own folder: others get no more of it from you."
    return (Caution("folder_owned", message),)


def _pairs(view: FolderView) -> Iterator[tuple[str, str]]:
    yield "name", view.feed.name
    yield "key", view.feed.key.hex()
    yield "state", _state(view)
    yield "files", f"{view.files:,} ({amounts.in_words(view.bytes)})"
    if not feed_shapes.is_done(view):
        yield "here", f"{view.done_files:,} ({amounts.in_words(view.done_bytes)})"
    if view.directory is not None:
        yield "place", view.directory
    if view.refused:
        yield "refused", f"{view.refused:,} of its files, for their names"
    if view.trouble is not None:
        said = trouble_of(view)
        yield "trouble", view.trouble if said is None else f"{said.message} {said.hint}".strip()
    yield "peers", f"{view.feed.peers:,}"
    if view.feed.fork is not None:
        yield "forked", "its owner signed two histories; what came first stays readable"


def _state(view: FolderView) -> str:
    if view.feed.own and view.feed.state is FeedState.CURRENT:
        return "yours"
    return str(view.feed.state)


def _table(views: Sequence[FolderView]) -> RenderableType:
    rows = [
        (
            view.feed.name,
            _state(view) if view.trouble is None else f"{_state(view)}, in trouble",
            f"{view.files:,}"
            if feed_shapes.is_done(view)
            else f"{view.done_files:,} of {view.files:,}",
            amounts.in_words(view.bytes),
            view.directory or "",
            view.feed.key.hex()[:_KEY_DIGITS],
        )
        for view in views
    ]
    return table(("Name", "State", "Files", "Size", "Place", "Key"), rows)


def _listing(entries: Sequence[FolderEntryView]) -> RenderableType:
    rows = [
        (one.path, amounts.in_words(one.size), moment(one.mtime), _here(one)) for one in entries
    ]
    return table(("Path", "Size", "Changed", "Here"), rows)


def _versions(versions: Sequence[FolderEntryView]) -> RenderableType:
    rows = [
        (f"{one.folder_version:,}", "deleted", "", "")
        if one.deleted
        else (f"{one.folder_version:,}", amounts.in_words(one.size), moment(one.mtime), _here(one))
        for one in versions
    ]
    return table(("Version", "Size", "Changed", "Here"), rows)


def _here(entry: FolderEntryView) -> str:
    if entry.refusal is not None:
        return refusal_words(entry.refusal)
    if entry.is_here:
        return "yes"
    share = f"{100 * entry.have // entry.size} %" if entry.have else ""
    return f"{share} on its way".strip() if entry.wanted else share


def _without_files(view: FolderView) -> str:
    return "No files yet." if _has_names(view) else "Nothing is known of it yet."


def _has_names(view: FolderView) -> bool:
    """Whether it is known what lies in it."""
    return view.feed.own or view.version > 0


folder_follow.add_to(app)
folder_get.add_to(app)
