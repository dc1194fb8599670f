"""What is left of a report whose maker was killed in the middle of it."""

from __future__ import annotations

from pathlib import Path

from app.reports.underway import Underway, room_of
from spark_reports.outputs import folder_of_parts


def a_crash(folder: Path, out: Path) -> None:
    """Somebody makes a report at ``out``, and is gone in the middle of it: histories lie in the
    clear beside that. ``folder`` is where the profile notes it.
    """
    with Underway(folder).noted(out):
        notes = {note: note.read_bytes() for note in folder.iterdir()}
    folder.mkdir(exist_ok=True)
    for note, said in notes.items():
        note.write_bytes(said)
    for place in (room_of(out) / "dataset", folder_of_parts(out) / "scratch"):
        place.mkdir(parents=True)
        (place / "posts.parquet").write_text("what people wrote")
