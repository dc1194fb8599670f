"""``tidings dataset`` and ``tidings report``: what histories are counted for."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli.calling_off import in_good_order
from app.cli.collecting import rarely_collected
from app.cli.communities import spaces_meant
from app.cli.failures import CommandFailed, ExitStatus, Failure, usage
from app.cli.printing import aside, facts
from app.cli.session import Call, run
from app.reports.installing import (
    MISSING,
    OF_DATASETS,
    OF_REPORTS,
    are_installed,
    how_to_install,
)
from spark_reports.days import day_of
from spark_reports.masters import PLACES, is_master
from spark_reports.outputs import FORMATS

if TYPE_CHECKING:
    from app.reports.job import ReportStep

OPEN_ON_THE_WAY = (
    "Without --secret-file nothing that goes to the cluster is encrypted, and whoever reaches it "
    "may take part: names and numbers, and the words of messages where they are included."
)
_HERE = re.compile(r"local\b|spark://(localhost|127(\.\d{1,3}){3}):\d+$")
_BLANK = " " * 50

SpacesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="SPACE...",
        help="Names, or ids or keys in hex; a community means all its channels that you are in.",
    ),
]


def add_to(root: typer.Typer) -> None:
    """Puts the commands into the command line."""
    root.command("dataset")(dataset)
    root.command("report")(report)


def dataset(
    context: typer.Context,
    spaces: SpacesArgument,
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Where it is, or is to be.")],
    *,
    include_text: Annotated[
        bool, typer.Option("--include-text", help="With what people wrote; in the clear.")
    ] = False,
) -> None:
    """Write histories as the Parquet dataset that reports read; the next time only what is new.

    A space in which something was edited, hidden or taken back since is written anew.
    """

    async def work(call: Call) -> None:
        from app.reports.dataset import write_dataset

        told = _posts_told() if call.output.is_at_terminal else _silence
        folder = to.absolute()
        ids = await spaces_meant(call.engine, spaces)
        with in_good_order(call.output), _cleared(call):
            written = await write_dataset(
                call.engine, ids, folder, include_text=include_text, told=told
            )
        document = {"posts": written.posts, "new": written.new, "dir": str(folder)}
        pairs = [
            ("posts", f"{written.posts:,}"),
            ("new", f"{written.new:,}"),
            ("folder", str(folder)),
        ]
        call.output.document(document, lambda: facts(pairs))

    _needs_packages(OF_DATASETS)
    with rarely_collected():
        run(context, work)


def report(
    context: typer.Context,
    spaces: SpacesArgument,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="DIR",
            help="The folder to make; an older report there is replaced.",
        ),
    ],
    *,
    since: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="The first day.")] = None,
    until: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="The last day.")] = None,
    formats: Annotated[
        str, typer.Option(metavar="LIST", help="Of html, pdf, csv and parquet.")
    ] = ",".join(FORMATS),
    zone: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose clock, as Europe/Berlin.")
    ] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="At its head.")] = "Activity report",
    master: Annotated[
        str | None, typer.Option(metavar="URL", help="A Spark cluster, as spark://HOST:PORT.")
    ] = None,
    secret_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Its first line is what the cluster shares with us."),
    ] = None,
    include_text: Annotated[
        bool, typer.Option("--include-text", help="With the words that months are about.")
    ] = False,
    pseudonyms: Annotated[
        bool,
        typer.Option(
            "--pseudonyms",
            help="Numbers in the place of people's names and keys, and of the name of a private"
            " channel or a feed that is called as one of them. A community's channels keep theirs.",
        ),
    ] = False,
) -> None:
    """Make an activity report: who is active, when, on what, and how people answer each other."""
    _needs_packages(OF_REPORTS)
    first, last = _day(since), _day(until)
    asked, reader, cluster = _formats(formats), _zone(zone), _master(master)
    head = _title(title)
    if first is not None and last is not None and first > last:
        raise usage(f"{first} is after {last}.")
    _demand_file(secret_file)

    async def work(call: Call) -> None:
        from app.reports.by_command import ReportsByCommand
        from app.reports.job import ReportFailed, ReportWish, make_report
        from app.reports.underway import Underway
        from app.reports.zone import own_zone, zone_of_now

        wish = ReportWish(
            spaces=await spaces_meant(call.engine, spaces),
            out=out.absolute(),
            since=first,
            until=last,
            zone=reader or own_zone(),
            zone_else=None if reader else zone_of_now(),
            formats=asked,
            include_text=include_text,
            title=head,
            master=cluster,
            secret_file=None if secret_file is None else secret_file.absolute(),
            pseudonyms=pseudonyms,
        )
        if is_open_on_the_way(cluster, secret_file):
            call.output.caution("cluster_without_secret", OPEN_ON_THE_WAY)
        told = _steps_told() if call.output.is_at_terminal else _unheard
        underway = Underway(call.session.paths.reports)
        try:
            with in_good_order(call.output):
                await asyncio.to_thread(underway.clear)
                with underway.noted(wish.out), _cleared(call):
                    made = await make_report(call.engine, wish, told, call.let_go)
        except ReportFailed as failed:
            told_of = Failure(ExitStatus.FAULT, failed.code, failed.message, failed.hint)
            raise CommandFailed(told_of) from failed
        await asyncio.to_thread(
            ReportsByCommand(call.session.paths.reports_by_command).add, made.out
        )
        document = {
            "out": str(made.out),
            "files": list(made.files),
            "posts": made.posts,
            "seconds": round(made.seconds, 1),
        }
        pairs = [
            ("report", str(made.out)),
            ("posts", f"{made.posts:,}"),
            ("seconds", f"{made.seconds:.0f}"),
        ]
        call.output.document(document, lambda: facts(pairs))
        if made.has_replaced:
            call.output.note("Replaced the report that was there.")

    with rarely_collected():
        run(context, work)


def is_open_on_the_way(master: str | None, secret_file: Path | None) -> bool:
    """Whether others on the way to a cluster may read what goes there."""
    return master is not None and secret_file is None and not _HERE.match(master)


def _demand_file(path: Path | None) -> None:
    """What may be read once, such as a pipe, is one as well."""
    if path is not None and not path.exists():
        raise usage(f"There is no file “{path}”.")
    if path is not None and path.is_dir():
        raise usage(f"“{path}” is a folder, not a file.")


def _needs_packages(names: Sequence[str]) -> None:
    if not are_installed(names):
        code = "reports_not_installed"
        raise CommandFailed(Failure(ExitStatus.FAULT, code, MISSING, how_to_install()))


def _day(text: str | None) -> date | None:
    try:
        return None if text is None else day_of(text)
    except ValueError as error:
        raise usage(f"{error}.", "Write it as 2026-01-31.") from error


def _formats(text: str) -> tuple[str, ...]:
    asked = {one.strip() for one in text.split(",") if one.strip()}
    if not asked or asked - set(FORMATS):
        raise usage(f"“{text}” are no formats.", f"Give some of {','.join(FORMATS)}.")
    return tuple(one for one in FORMATS if one in asked)


def _zone(name: str | None) -> str | None:
    from spark_reports.zones import is_zone

    if name is not None and not is_zone(name):
        raise usage(f"“{name}” is no time zone.", "Write it as Europe/Berlin, or UTC.")
    return name


def _master(text: str | None) -> str | None:
    if text is not None and not is_master(text):
        raise usage(f"“{text}” is no address of Spark.", f"Give {PLACES}.")
    return text


def _title(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:  # bytes of the command line that are no UTF-8
        raise usage("The title is not UTF-8 text.") from error
    return text


def _silence(_done: int, _all: int) -> None:
    """Nobody looks on."""


def _unheard(_step: ReportStep) -> None:
    """Nobody looks on."""


def _posts_told() -> Callable[[int, int], None]:
    def told(done: int, total: int) -> None:
        _line(f"{done:,} of {total:,} posts" if done < total else "")

    return told


def _steps_told() -> Callable[[ReportStep], None]:
    def told(step: ReportStep) -> None:
        if step.name == "done":
            _line("")
        elif step.stage:
            _line(f"{step.stage} of {step.stages}: {step.name} ({step.done} of {step.total})")
        else:
            _line(f"{step.done:,} of {step.total:,} posts")

    return told


@contextlib.contextmanager
def _cleared(call: Call) -> Iterator[None]:
    """What was told of progress is gone at the end, whatever that is."""
    try:
        yield
    finally:
        if call.output.is_at_terminal:
            _line("")


def _line(text: str) -> None:
    """One line on stderr that is written over; an empty one is gone."""
    aside(f"\r{text or _BLANK:<50}", end="" if text else "\r")
