"""``tidings`` alone and ``tidings open [LINK]``: the window, or the one that is open already."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Annotated

import typer

from app.cli.failures import no_display, no_qt, no_window
from app.cli.session import Session, remote_or_lock, session_of, tell_of_opening
from app.control.client import NoWindow, RemoteEngine
from app.loading import loading
from app.profile.another_window import begin_anew
from app.profile.lock import ProfileLock
from app.screen import screen_trouble
from engine.store.backup.placing import has_staged

LIBRARIES = frozenset({"PySide6", "shiboken6", "qasync"})


def add_to(root: typer.Typer) -> None:
    """Puts the command into the command line."""
    root.command("open")(open_link)


def open_link(
    context: typer.Context,
    link: Annotated[
        str | None,
        typer.Argument(
            metavar="[LINK]", help="What was clicked or pasted; without it: the window."
        ),
    ] = None,
) -> None:
    """Show a link in the window. It is only previewed: nothing is joined or dialled by itself."""
    show(session_of(context), link)


def show(session: Session, link: str | None, *, hidden: bool = False) -> None:
    """Opens the window, or raises the one that is open; ``link`` is previewed in it.

    ``hidden``: it begins in the tray, and one that is open stays as it is.
    """
    if link is not None:
        _demand_understandable(link)
    found = asyncio.run(_raised_or_lock(session, link, hidden=hidden))
    if found is None:
        return
    try:
        run = _window()
        tell_of_opening(session)
        asks = session.passphrase_file is None
        status = run(session.paths, session.passphrase, link, asks=asks, hidden=hidden)
        is_restored = has_staged(session.paths.profile)
    finally:
        found.release()
    if is_restored:  # from its first page: the profile is another one now
        begin_anew(session.paths.profile)
    raise typer.Exit(status)


def chosen_profile() -> str | None:
    """The folder of the profile that the person chose in a window; None: they gave up."""
    _window()
    from app.profile.known import known_profiles
    from ui.starting.choosing import choose_profile
    from ui.starting.garbage import collected_here

    with collected_here():  # the folders are looked at on another thread
        folder = choose_profile(known_profiles(None))
    return None if folder is None else str(folder)


def _window() -> Callable[..., int]:
    """What shows a window here. Refused in words where Qt cannot be loaded, or shows nothing."""
    if trouble := screen_trouble():
        raise no_display(trouble)
    try:
        with loading():
            import app.reading_parts  # noqa: F401 - Qt reads the source of all that is loaded after it
            from app.window_start import run  # Qt, and all that is behind it
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in LIBRARIES:
            raise  # a part of our own: a mistake in this program, and told as one
        raise no_qt(str(error)) from error
    return run


async def _raised_or_lock(
    session: Session, link: str | None, *, hidden: bool
) -> ProfileLock | None:
    found = await remote_or_lock(session.paths)
    if not isinstance(found, RemoteEngine):
        return found
    try:
        if not hidden:
            await found.show(link)
    except NoWindow as error:
        raise no_window() from error
    finally:
        await found.close()
    return None


def _demand_understandable(link: str) -> None:
    """Refused with what it is, if it is nothing of ours: no window is opened for that."""
    from app.links import TidingsLinks

    TidingsLinks().read(link)
