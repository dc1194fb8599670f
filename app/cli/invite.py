"""``tidings invite``: asking to be let in, letting in, and taking up."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from app.cli import cautions, shapes
from app.cli.arguments import (
    demand_place,
    member_who_asks,
    moment_of,
    own_addresses,
    space_of,
    wanted_in,
    write_file,
)
from app.cli.codes import ReadOption, demand_picture, write_picture
from app.cli.delivery import add_peers, deliver
from app.cli.failures import failure_of, usage
from app.cli.printing import facts, moment, table, words
from app.cli.session import Call, run, run_online
from app.exporting.naming import naming_in
from engine.api import Engine
from engine.errors import Refusal, Refused
from engine.model.address import Address
from engine.model.commands import (
    AcceptInvite,
    CancelInviteRequest,
    IssueInvite,
    RenewInvite,
    RequestInvite,
)
from engine.model.ids import RequestId
from engine.model.limits import PREFIX_DIGITS_MIN
from engine.model.queries import InviteRequests, Members, PreviewRequest, Space
from engine.model.views import InviteRequestView, IssuedInviteView
from ui.wording.wanted import INVITE, REQUEST

if TYPE_CHECKING:
    from rich.console import RenderableType

app = typer.Typer(no_args_is_help=True, help="Invites: ask for one, issue one, accept one.")

DAY_SECONDS = 86_400.0
VALID_DAYS_MAX = 36_500  # ours: what is meant for longer is a slip of the keyboard


@app.command("request")
def request(
    context: typer.Context,
    identity: Annotated[
        str | None, typer.Option(metavar="NAME", help="Which of yours wants in.")
    ] = None,
    valid: Annotated[float, typer.Option(metavar="DAYS", help="How long it is good for.")] = 7,
    qr: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write its QR code, as .png or .svg.")
    ] = None,
) -> None:
    """Make a request to be let in somewhere. It shows your key and addresses, and nothing else."""
    if not 0 < valid <= VALID_DAYS_MAX:
        raise usage(f"--valid must be more than 0 and at most {VALID_DAYS_MAX:,} days.")

    async def work(call: Call) -> None:
        if qr is not None:
            demand_picture(qr)
        view = await call.engine.perform(RequestInvite(identity, valid * DAY_SECONDS))
        link = await _link_of(call.engine, view)
        if qr is not None:
            try:
                write_picture(qr, link)
            except Refused:  # nobody can see it, so it is not left open
                await call.engine.perform(CancelInviteRequest(view.request_ids[0]))
                raise
        call.output.document(_request_shape(view, link), lambda: _request_facts(view, link))

    run(context, work)


@app.command("list")
def list_all(context: typer.Context) -> None:
    """Show your open requests, newest first."""

    async def work(call: Call) -> None:
        views = await call.engine.ask(InviteRequests())
        links = [await _link_of(call.engine, view) for view in views]
        rows = [
            (view.identity, view.fingerprint, moment(view.expires_at), view.request_ids[0].hex())
            for view in views
        ]
        call.output.document(
            [_request_shape(view, link) for view, link in zip(views, links, strict=True)],
            lambda: (
                table(("Identity", "Fingerprint", "Until", "Id"), rows)
                if rows
                else words("No open request.")
            ),
        )

    run(context, work)


@app.command("cancel")
def cancel(
    context: typer.Context,
    request_id: Annotated[str, typer.Argument(metavar="REQUEST_ID")],
) -> None:
    """Close an open request; an invite that answers it can no longer be accepted."""

    async def work(call: Call) -> None:
        number = _request_id(request_id, await call.engine.ask(InviteRequests()))
        view = await call.engine.perform(CancelInviteRequest(number))
        link = await _link_of(call.engine, view)
        call.output.document(_request_shape(view, link), lambda: words("Cancelled."))

    run(context, work)


@app.command("show")
def show(
    context: typer.Context,
    request: Annotated[str | None, typer.Argument(metavar="REQUEST|LINK")] = None,
    qr: ReadOption = None,
) -> None:
    """Show what a request asks for. Nothing is done with it."""

    async def work(call: Call) -> None:
        found = wanted_in(request, qr, REQUEST)
        view = await call.engine.ask(PreviewRequest(found.request))
        pairs = [
            ("fingerprint", view.fingerprint),
            ("key", view.public_key.hex()),
            ("peer", view.peer_id.hex()),
            ("addresses", ", ".join(map(str, found.addresses)) or "none"),
        ]
        call.output.document(shapes.preview(view, found.addresses), lambda: facts(pairs))

    run(context, work)


@app.command("issue")
def issue(
    context: typer.Context,
    space: Annotated[str, typer.Argument(metavar="SPACE", help="Where to let them in.")],
    request: Annotated[str | None, typer.Argument(metavar="REQUEST|LINK")] = None,
    name: Annotated[
        str | None, typer.Option(metavar="DISPLAY", help="The name that members see them under.")
    ] = None,
    qr: ReadOption = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="The last day they may post.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the invite: its link, or a .png or .svg code."),
    ] = None,
    as_identity: Annotated[
        str | None, typer.Option("--as", metavar="IDENTITY", help="Which of yours invites.")
    ] = None,
) -> None:
    """Let somebody in. Compare the fingerprint first: “tidings invite show”."""
    if name is None:
        raise usage("The newcomer's name is missing: give it with “--name DISPLAY”.")
    valid_to = moment_of(until)

    async def work(call: Call) -> None:
        if out is not None:
            demand_place(out, in_place=True)  # who was let in cannot be put out again
        found = wanted_in(request, qr, REQUEST)
        view = await space_of(call.engine, space)
        asker = await call.engine.ask(PreviewRequest(found.request))
        members = await call.engine.ask(Members(view.id))
        told = [
            *cautions.of_inviting(asker.public_key, name, members),
            *cautions.of_acting(view, as_identity),
        ]
        wish = IssueInvite(view.id, found.request, name, valid_to, as_identity)
        issued, delivered = await deliver(call.engine, wish, found.addresses)
        link = _invite_link(issued.invite, await own_addresses(call.engine))
        told += cautions.of_cut(valid_to, issued.valid_to)
        if out is not None:
            told += _written(out, link)
        pairs = [
            ("invite", link),
            ("for", " / ".join(issued.path)),
            ("until", moment(issued.valid_to)),
            ("delivered", "yes" if delivered else "not yet: when that peer next connects"),
        ]
        document = _issued_shape(issued, link, delivered=delivered)
        call.output.document({**document, "warnings": shapes.warnings(told)}, lambda: facts(pairs))
        for caution in told:
            call.output.note(caution.message)

    run_online(context, work, discovery=False)  # whoever asked may be listening right now


@app.command("renew")
def renew(
    context: typer.Context,
    space: Annotated[str, typer.Argument(metavar="SPACE", help="Where they are a member.")],
    member: Annotated[
        str | None,
        typer.Argument(metavar="MEMBER", help="Name, or key in hex; needless if only one asks."),
    ] = None,
    until: Annotated[
        str | None, typer.Option(metavar="DATE", help="The last day they may post.")
    ] = None,
) -> None:
    """Give a member whom you let in, and who asks for it, a fresh link."""
    valid_to = moment_of(until)

    async def work(call: Call) -> None:
        view = await space_of(call.engine, space)
        naming = await naming_in(call.engine, view)
        meant = member_who_asks(naming, await call.engine.ask(Members(view.id)), member)
        wish = RenewInvite(view.id, meant.public_key, valid_to)
        issued, delivered = await deliver(call.engine, wish, ())
        link = _invite_link(issued.invite, await own_addresses(call.engine))
        pairs = [
            ("renewed", " / ".join(issued.path)),
            ("until", moment(issued.valid_to)),
            ("delivered", "yes" if delivered else "not yet: when that peer next connects"),
        ]
        told = cautions.of_cut(valid_to, issued.valid_to)
        document = _issued_shape(issued, link, delivered=delivered)
        call.output.document({**document, "warnings": shapes.warnings(told)}, lambda: facts(pairs))
        for caution in told:
            call.output.note(caution.message)

    run_online(context, work, discovery=False)


@app.command("accept")
def accept(
    context: typer.Context,
    invite: Annotated[str | None, typer.Argument(metavar="INVITE|LINK")] = None,
    qr: ReadOption = None,
) -> None:
    """Take up an invite that answers one of your open requests."""

    async def work(call: Call) -> None:
        found = wanted_in(invite, qr, INVITE)
        accepted = await call.engine.perform(AcceptInvite(found.invite))
        await add_peers(call.engine, found.addresses)
        view = await call.engine.ask(Space(accepted.space))
        document = {
            "channel": shapes.space(view),
            "path": list(accepted.path),
            "valid_to": accepted.valid_to,
        }
        pairs = [
            ("channel", view.name),
            ("as", " / ".join(accepted.path)),
            ("until", moment(accepted.valid_to)),
        ]
        call.output.document(document, lambda: facts(pairs))

    run(context, work)


# ---- issuing ------------------------------------------------------------------------------------


def _issued_shape(issued: IssuedInviteView, link: str, *, delivered: bool) -> shapes.Shape:
    return {
        "invite": _base58(issued.invite),
        "link": link,
        "request_ids": [number.hex() for number in issued.request_ids],
        "delivered": delivered,
        "path": list(issued.path),
        "valid_to": issued.valid_to,
    }


def _invite_link(invite: bytes, addresses: Sequence[Address]) -> str:
    from app.links import TidingsLinks

    return TidingsLinks().of_invite(invite, addresses)


# ---- requests -----------------------------------------------------------------------------------


async def _link_of(engine: Engine, view: InviteRequestView) -> str:
    from app.links import TidingsLinks

    return TidingsLinks().of_request(view.request, await own_addresses(engine))


def _request_shape(view: InviteRequestView, link: str) -> shapes.Shape:
    return shapes.request(view, _base58(view.request), link)


def _request_facts(view: InviteRequestView, link: str) -> RenderableType:
    return facts(
        [
            ("request", link),
            ("fingerprint", view.fingerprint),
            ("for", view.identity),
            ("until", moment(view.expires_at)),
        ]
    )


def _request_id(text: str, known: Sequence[InviteRequestView]) -> RequestId:
    """The request id that ``text`` begins, of those that are open."""
    prefix = text.strip().lower()
    fitting = [
        view
        for view in known
        if len(prefix) >= PREFIX_DIGITS_MIN
        and any(number.hex().startswith(prefix) for number in view.request_ids)
    ]
    if len(fitting) != 1:
        raise Refused(Refusal.REQUEST_UNKNOWN, text)
    return fitting[0].request_ids[0]


def _written(path: Path, link: str) -> Sequence[cautions.Caution]:
    """Writes the invite that was issued. What cannot be written is no failure: they are let in."""
    try:
        if path.suffix.lower() in {".png", ".svg"}:
            write_picture(path, link)
        else:
            write_file(path, f"{link}\n".encode())
    except Refused as refused:
        return cautions.of_unwritten(failure_of(refused).message)
    return ()


def _base58(data: bytes) -> str:
    from engine.wire.base58 import encode_base58

    return encode_base58(data)
