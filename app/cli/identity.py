"""``tidings identity``: the key pairs one acts with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from app.cli import shapes
from app.cli.arguments import demand_place, read_file
from app.cli.printing import facts, table, words
from app.cli.session import Call, file_passphrase, run
from engine.errors import Refusal, Refused
from engine.model.commands import CreateIdentity, ExportIdentity, ImportIdentity
from engine.model.queries import Identities, Space, Spaces
from engine.model.views import IdentityView, SpaceView
from engine.store.files import place_of, replace_file

app = typer.Typer(no_args_is_help=True, help="Your identities.")

EXPORT_BYTES_MAX = 4 * 1024 * 1024  # ours: an identity with thousands of channels
SecretOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Its first line is the file's passphrase; else it is asked."),
]


@app.command("new")
def new(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="What others see you under.")],
) -> None:
    """Make an identity: a key pair, and its own private channel of the same name."""

    async def work(call: Call) -> None:
        await _show(call, await call.engine.perform(CreateIdentity(name)))

    run(context, work)


async def _show(call: Call, view: IdentityView) -> None:
    channel = None
    if view.channel is not None:
        channel = await call.engine.ask(Space(view.channel))
    pairs = [("name", view.name), ("key", view.public_key.hex())]
    if channel is not None:
        pairs.append(("channel", f"{channel.name} ({channel.id.hex()})"))
    call.output.document(shapes.identity(view, channel), lambda: facts(pairs))


@app.command("list")
def list_all(context: typer.Context) -> None:
    """Show your identities, oldest first."""

    async def work(call: Call) -> None:
        views = await call.engine.ask(Identities())
        spaces = {space.id: space for space in await call.engine.ask(Spaces())}

        def channel_of(view: IdentityView) -> SpaceView | None:
            return None if view.channel is None else spaces.get(view.channel)

        def row(view: IdentityView) -> tuple[str, str, str]:
            channel = channel_of(view)
            return (view.name, view.public_key.hex(), "" if channel is None else channel.name)

        call.output.document(
            [shapes.identity(view, channel_of(view)) for view in views],
            lambda: (
                table(("Name", "Key", "Channel"), [row(view) for view in views])
                if views
                else words("No identity yet: “tidings identity new NAME” makes one.")
            ),
        )

    run(context, work)


@app.command("export")
def export(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help="Which of yours.")],
    file: Annotated[Path, typer.Argument(help="Where to; the file is encrypted.")],
    secret_file: SecretOption = None,
) -> None:
    """Write an identity with its channels' keys to an encrypted file, to be imported elsewhere."""

    async def work(call: Call) -> None:
        if name not in {view.name for view in await call.engine.ask(Identities())}:
            raise Refused(Refusal.IDENTITY_UNKNOWN, name)  # before a passphrase is asked for
        demand_place(file, secret_file, call.session.passphrase_file)
        passphrase = file_passphrase(secret_file, is_new=True)
        data = await call.engine.perform(ExportIdentity(name, passphrase))
        try:
            replace_file(place_of(file), data)
        except OSError as error:
            raise Refused(Refusal.FILE_UNWRITABLE, f"{file} ({error.strerror})") from error
        document = {"name": name, "file": str(file.absolute()), "bytes": len(data)}
        pairs = [("identity", name), ("file", str(file)), ("bytes", str(len(data)))]
        call.output.document(document, lambda: facts(pairs))

    run(context, work)


@app.command("import")
def import_(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="What “identity export” wrote.")],
    secret_file: SecretOption = None,
) -> None:
    """Take in an identity that was exported."""

    async def work(call: Call) -> None:
        data = read_file(file, EXPORT_BYTES_MAX)
        passphrase = file_passphrase(secret_file, is_new=False)
        await _show(call, await call.engine.perform(ImportIdentity(data, passphrase)))

    run(context, work)
