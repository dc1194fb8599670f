"""The command line of a report: its options, its progress, and how it ends.

Exit status: 0 the report is there, 1 it cannot be made (one sentence on stderr), 2 wrong options,
130 called off (it says so on stderr). Whatever but 0: nothing is at ``--out`` that was not there
before.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from spark_reports.aside import say_aside
from spark_reports.days import day_of
from spark_reports.masters import PLACES, MasterAway, is_master
from spark_reports.zones import is_zone

if TYPE_CHECKING:
    from spark_reports.job import Wish

CALLED_OFF, CANNOT, DONE = 130, 1, 0
SECRET_CHARACTERS_MIN = 16
CALLED_OFF_SENTENCE = "Called off; nothing half done was kept."


def main(arguments: Sequence[str] | None = None) -> int:
    """Makes the report; the process's exit status."""
    chosen = _chosen(arguments)
    try:
        import pyspark  # noqa: F401 - the extra may not be installed
    except ImportError:
        return _say(
            "Activity reports need more packages: install “tidings[reports]” with pip.", chosen
        )
    from spark_reports.calling_off import CallingOff, hear_no_more
    from spark_reports.failures import SPARK_FAILURES, sentence_of
    from spark_reports.java import JavaMissing
    from spark_reports.job import make_report
    from spark_reports.manifest import ManifestUnreadable
    from spark_reports.outputs import OutputTaken
    from spark_reports.progress import json_lines, plain_lines
    from spark_reports.read import DatasetUnreadable
    from spark_reports.session import ZoneUnknown

    told = json_lines(sys.stdout) if chosen.progress == "json" else plain_lines(sys.stderr)
    calling_off = CallingOff()
    calling_off.begin()
    if chosen.while_stdin_is_open:
        threading.Thread(target=_wait_for_end, name="parent", daemon=True).start()
    try:
        # Deaf to its end once it is there: it has nothing else to do, and was not called off.
        make_report(_wish(chosen), calling_off.before(told), hear_no_more)
    except (
        *(JavaMissing, MasterAway, ZoneUnknown),
        *(DatasetUnreadable, ManifestUnreadable, OutputTaken),
    ) as error:
        return _say(f"{error}", chosen)
    except SPARK_FAILURES as error:
        return _say(sentence_of(error, chosen.out, chosen.master), chosen)
    except OSError as error:
        return _say(f"{error.filename or chosen.out}: {error.strerror or error}", chosen)
    except KeyboardInterrupt:
        say_aside(f"{CALLED_OFF_SENTENCE}\n", sys.stderr)
        return CALLED_OFF
    return DONE


def _chosen(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if chosen.since is not None and chosen.until is not None and chosen.since > chosen.until:
        parser.error(f"--since {chosen.since} is later than --until {chosen.until}")
    return chosen


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m spark_reports", description=__doc__)
    parser.add_argument("--input", type=Path, required=True, metavar="DIR", help="the dataset")
    places = parser.add_mutually_exclusive_group(required=True)
    places.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="the folder to make; an older report there is replaced",
    )
    places.add_argument(
        "--out-file",
        type=_place_in,
        dest="out",
        metavar="FILE",
        help="its text is that folder, which others here could read on a command line",
    )
    parser.add_argument("--since", type=_day, metavar="YYYY-MM-DD")
    parser.add_argument("--until", type=_day, metavar="YYYY-MM-DD")
    parser.add_argument("--zone", type=_zone, default="UTC", metavar="NAME", help="Europe/Berlin")
    parser.add_argument("--zone-else", type=_zone, help=argparse.SUPPRESS)
    parser.add_argument("--formats", type=_formats, default=_formats("html,pdf,csv,parquet"))
    titles = parser.add_mutually_exclusive_group()
    titles.add_argument("--title", type=_title, default="Activity report")
    titles.add_argument(
        "--title-file",
        type=Path,
        metavar="FILE",
        help="its text is the title, which others here could read on a command line",
    )
    parser.add_argument(
        "--pseudonyms",
        action="store_true",
        help="numbers in the place of people's names and keys",
    )
    parser.add_argument("--master", type=_master, metavar="URL", help=PLACES)
    parser.add_argument(
        "--secret-file",
        type=Path,
        metavar="FILE",
        help="its first line is what the cluster's master and workers share with us",
    )
    parser.add_argument("--progress", choices=("plain", "json"), default="plain")
    parser.add_argument(
        "--while-stdin-is-open",
        action="store_true",
        help="end, as if called off, when standard input ends",
    )
    return parser


def _wish(chosen: argparse.Namespace) -> Wish:
    from spark_reports.job import Wish
    from spark_reports.outputs import resolved
    from spark_reports.read import Range

    return Wish(
        dataset=chosen.input.absolute(),
        out=resolved(chosen.out),
        formats=chosen.formats,
        range=Range(chosen.zone, chosen.since, chosen.until),
        title=_title_in(chosen),
        master=chosen.master,
        secret=None if chosen.secret_file is None else _secret(chosen.secret_file),
        zone_else=chosen.zone_else,
        pseudonyms=chosen.pseudonyms,
    )


def _place_in(file: str) -> Path:
    try:
        place = Path(os.fsdecode(Path(file).read_bytes()))
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{file}: {error.strerror}") from error
    if not place.is_absolute() or "\0" in str(place):
        raise argparse.ArgumentTypeError(f"{file}: it holds no place that begins at the root")
    return place


def _formats(text: str) -> tuple[str, ...]:
    known = ("html", "pdf", "csv", "parquet")
    asked = {one.strip() for one in text.split(",") if one.strip()}
    if not asked or asked - set(known):
        raise argparse.ArgumentTypeError(f"of {', '.join(known)}, joined by commas")
    return tuple(one for one in known if one in asked)


def _day(text: str) -> date:
    try:
        return day_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}: write it as 2026-01-31") from error


def _zone(name: str) -> str:
    if not is_zone(name):
        raise argparse.ArgumentTypeError(f"{name} is no time zone")
    return name


def _master(text: str) -> str:
    if not is_master(text):
        raise argparse.ArgumentTypeError(f"“{text}” is no address of Spark: give {PLACES}")
    return text


def _title(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError as error:  # bytes of the command line that are no UTF-8
        raise argparse.ArgumentTypeError("the title is not UTF-8") from error
    return text


def _title_in(chosen: argparse.Namespace) -> str:
    if chosen.title_file is None:
        return str(chosen.title)
    return bytes(chosen.title_file.read_bytes()).decode("utf-8", "replace")


def _secret(file: Path) -> str:
    secret = file.read_text(encoding="utf-8", errors="replace").partition("\n")[0].strip()
    if len(secret) < SECRET_CHARACTERS_MIN:
        raise OSError(
            0, f"its first line has fewer than {SECRET_CHARACTERS_MIN} characters", str(file)
        )
    return secret


def _wait_for_end() -> None:
    """Whoever started us holds our standard input open as long as the report is wanted."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _say(sentence: str, chosen: argparse.Namespace) -> int:
    say_aside(f"{sentence}\n", sys.stderr)
    if chosen.progress == "json":
        say_aside(json.dumps({"error": sentence}) + "\n", sys.stdout)
    return CANNOT
