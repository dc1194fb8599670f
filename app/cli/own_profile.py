"""``tidings profile``: what you say of yourself in a community."""

from __future__ import annotations

from typing import Annotated

import typer

from app.cli import cautions, shapes
from app.cli.communities import CommunityArgument, community_of
from app.cli.failures import usage
from app.cli.printing import facts
from app.cli.session import Call, run
from engine.model.communities import WireVersion
from engine.model.community_commands import SetInfo

app = typer.Typer(no_args_is_help=True, help="What you say of yourself in a community.")


@app.command("set")
def set_info(
    context: typer.Context,
    community: CommunityArgument,
    key: Annotated[str, typer.Argument(help="“name”, “max_age”, “accept-role” or your own.")],
    value: Annotated[str, typer.Argument(help="What it says.")],
) -> None:
    """Say something of yourself, such as your name, to everybody in a community.

    “max_age” (wire S): after how many seconds others erase what you said, whatever it was: 0 all of
    it at once. Once you are silent for so long, your name, your membership of channels, and whom
    you hide and block are gone for them as well.
    """
    _demand_meaning(key, value)

    async def work(call: Call) -> None:
        view = await community_of(call.engine, community)
        _demand_key(view.wire, key)
        made = await call.engine.perform(SetInfo(view.id, key, value))
        told = cautions.of_own_info(key, value)
        for caution in told:
            call.output.note(caution.message)
        document = {**shapes.post(made), "warnings": shapes.warnings(told)}
        call.output.document(document, lambda: facts([("said", made.text), ("id", made.id.hex())]))

    run(context, work)


def _demand_meaning(key: str, value: str) -> None:
    """What others could not read is not said."""
    if key == "max_age" and not (value.isascii() and value.isdigit()):
        raise usage(f"“max_age” is a number of seconds, not “{value}”.")
    if key == "accept-role" and value not in {"0", "1"}:
        raise usage(f"“accept-role” is 0 or 1, not “{value}”.")
    if key in {"blocks", "hides"}:
        raise usage(f"“{key}” follows from whom you moderate.", "Use “tidings moderate”.")


def _demand_key(wire: WireVersion, key: str) -> None:
    """What nobody reads in a community of that wire is not said there."""
    if wire is WireVersion.S and key == "accept-role":
        raise usage("In wire S nobody gives roles: “accept-role” says nothing.", "Leave it out.")
    if wire is not WireVersion.S and key not in {"name", "accept-role"}:
        hint = "Say “name” or “accept-role”."
        raise usage(f"In wire {wire} nobody can say “{key}” of themselves.", hint)
