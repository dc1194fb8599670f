"""``tidings search``: posts, and comments on feeds, by their words, newest first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

import typer

from app.cli import shapes
from app.cli.arguments import KEY_DIGITS_SHOWN, space_of
from app.cli.printing import moment, words
from app.cli.session import Call, run
from app.exporting.naming import Naming, naming_of
from engine.api import Engine
from engine.model.hits import SearchHit
from engine.model.ids import SpaceId
from engine.model.queries import PATIENCE_MAX, Identities, Search, Spaces

PAGE_HITS = 500  # ours: a few hundred kilobytes
STOPPED = "The search stopped after a while: there may be more. Look in one space (--in)."


def add_to(root: typer.Typer) -> None:
    """Puts the command into the command line."""
    root.command("search")(search)


def search(
    context: typer.Context,
    sought: Annotated[
        list[str],
        typer.Argument(metavar="WORDS", help="All must be there; the last may begin one."),
    ],
    within: Annotated[str | None, typer.Option("--in", metavar="SPACE", help="Only there.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="How many at most.")] = 50,
) -> None:
    """Find posts and comments by their words, newest first."""

    async def work(call: Call) -> None:
        space = None if within is None else (await space_of(call.engine, within)).id
        hits, is_cut = await _hits(call.engine, " ".join(sought), space, limit)
        naming = {} if call.output.as_json else await _naming(call.engine, hits)
        call.output.document(
            [shapes.hit(hit) for hit in hits],
            lambda: words(
                "\n".join(_line(naming[hit.space], hit) for hit in hits) or "Nothing was found."
            ),
        )
        if is_cut:
            call.output.caution("search_stopped", STOPPED)

    run(context, work)


async def _hits(
    engine: Engine, sought: str, space: SpaceId | None, limit: int
) -> tuple[list[SearchHit], bool]:
    """Page by page, with all patience there is; and whether even that was too little."""
    hits: list[SearchHit] = []
    while len(hits) < limit:
        wanted = min(limit - len(hits), PAGE_HITS)
        query = Search(sought, space, wanted, hits[-1] if hits else None, comments=True)
        page = await engine.ask(query)
        while page.is_cut and query.patience < PATIENCE_MAX:
            query = replace(query, patience=query.patience + 1)
            page = await engine.ask(query)
        hits.extend(page.hits)
        if page.is_cut or len(page.hits) < wanted:
            return hits, page.is_cut
    return hits, False


async def _naming(engine: Engine, hits: Sequence[SearchHit]) -> Mapping[SpaceId, Naming]:
    """Of the spaces in which something was found: each thing is asked once for all of them."""
    found = {hit.space for hit in hits}
    known, identities = await engine.ask(Spaces()), await engine.ask(Identities())
    return {view.id: naming_of(view, known, identities) for view in known if view.id in found}


def _line(naming: Naming, hit: SearchHit) -> str:
    name = naming.of(hit.author)
    if hit.comment is not None:
        name = f"comment {hit.comment.hex()[:KEY_DIGITS_SHOWN]}"
    return f"{moment(hit.at)}  {naming.space.name} / {name}: {hit.snippet}"
