"""``tidings channel file``: saves a file that a post carries, under a name that harms nothing."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from typing import Annotated

import typer

from app.cli.arguments import space_of
from app.cli.posts_meant import PostArgument, post_of
from app.cli.printing import facts
from app.cli.session import Call, run
from engine.errors import Refusal, Refused
from engine.model.queries import OneFile
from engine.model.views import FileContent

NAME_BYTES_MAX = 200  # ours: room for what a file system or a person puts behind it
_NAMELESS = "file"
_SEPARATORS = '/\\:*?"<>|'
_LETTERS_OF_NO_SIGHT = ("C", "Z")  # Unicode's categories of controls, directions and separators


def add_to(app: typer.Typer) -> None:
    """Puts the command among the others of the noun."""
    app.command("file")(file)


def file(
    context: typer.Context,
    space: Annotated[str, typer.Argument(metavar="SPACE", help="Name, or id or key in hex.")],
    post: PostArgument,
    number: Annotated[
        int, typer.Argument(min=1, help="Which of its files, as “channel read” counts them.")
    ] = 1,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to; or a folder that is there.")
    ] = None,
    *,
    force: Annotated[bool, typer.Option("--force", help="Overwrite what is there.")] = False,
) -> None:
    """Save a file that came with a post. Nobody has looked at what is in it."""

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        found = await post_of(call.engine, view, post)
        content = await call.engine.ask(OneFile(view.id, found.id, number - 1))
        place = _place((Path() if out is None else out).absolute(), content)
        _write(place, content, force=force)
        size = len(content.data)
        shape = {
            "file": str(place),
            "name": content.name,
            "content_type": content.content_type,
            "bytes": size,
        }
        pairs = [("saved", str(place)), ("bytes", f"{size:,}")]
        call.output.document(shape, lambda: facts(pairs))

    run(context, work)


def safe_name(name: str) -> str:
    """A name for a file in whatever folder: no way out of it, not hidden, nothing invisible."""
    kept = "".join(
        "_" if one in _SEPARATORS or _is_unseen(one) else one for one in name.rpartition("/")[2]
    )
    visible = kept.strip(" .")
    stem, dot, ending = visible.rpartition(".")
    if not dot:
        stem, ending = visible, ""
    ending = _cut(dot + ending, NAME_BYTES_MAX // 4)
    return (_cut(stem, NAME_BYTES_MAX - len(ending.encode())) + ending) or _NAMELESS


def _is_unseen(character: str) -> bool:
    category = unicodedata.category(character)
    return category[0] in _LETTERS_OF_NO_SIGHT and character != " "


def _cut(text: str, bytes_max: int) -> str:
    return text.encode()[:bytes_max].decode("utf-8", "ignore")


def _place(out: Path, content: FileContent) -> Path:
    """The file itself, or its place in a folder."""
    is_folder = os.path.isdir(out)  # noqa: PTH112 - also of names that no file can have
    return out / safe_name(content.name) if is_folder else out


def _write(place: Path, content: FileContent, *, force: bool) -> None:
    try:
        with place.open("wb" if force else "xb") as opened:
            opened.write(content.data)
    except FileExistsError as error:
        raise Refused(
            Refusal.FILE_UNWRITABLE, f"{place} (it is there already; --force overwrites it)"
        ) from error
    except OSError as error:
        raise Refused(Refusal.FILE_UNWRITABLE, f"{place} ({error.strerror})") from error
