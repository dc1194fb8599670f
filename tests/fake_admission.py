"""Who we are and who is let in, in the fake engine: identities, safety codes, requests, invites."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import Refusal, Refused
from engine.model import commands, events, views
from engine.model.ids import PeerId, PublicKey, RequestId

if TYPE_CHECKING:  # the engine owns its admission
    from tests.fake_engine import FakeEngine

REQUEST_BYTES = 102
DAY_SECONDS = 86_400.0

AdmissionCommand = (
    commands.RequestInvite
    | commands.CancelInviteRequest
    | commands.IssueInvite
    | commands.AcceptInvite
    | commands.RenewInvite
    | commands.ExportIdentity
    | commands.ImportIdentity
    | commands.CreateIdentity
    | commands.VerifyMember
)


@dataclass
class FakeAdmission:
    """The part of the fake engine that answers those commands."""

    engine: FakeEngine
    _made: int = 0

    def perform(self, command: AdmissionCommand) -> object:  # noqa: PLR0911 - one line each
        """The command's own answer."""
        match command:
            case commands.RequestInvite():
                return self.request(command)
            case commands.CancelInviteRequest():
                return self.cancel(command.request_id)
            case commands.IssueInvite():
                return self.issue(command)
            case commands.AcceptInvite():
                return self.accept(command.invite)
            case commands.RenewInvite():
                return self.renew(command)
            case commands.ExportIdentity():
                return self.export_identity(command)
            case commands.ImportIdentity():
                return self.import_identity(command)
            case commands.CreateIdentity():
                return self.create_identity(command.name)
            case commands.VerifyMember():
                self.verify(command)
                return None

    # ---- identities -------------------------------------------------------------------------

    def create_identity(self, name: str) -> views.IdentityView:
        if not name.strip():
            raise Refused(Refusal.NAME_INVALID)
        if name in {identity.name for identity in self.engine.identities}:
            raise Refused(Refusal.NAME_TAKEN, name)
        channel = self.engine.create_channel(name, public=False)
        identity = views.IdentityView(name, channel.public_key, channel.id)
        self.engine.identities.append(identity)
        return identity

    def export_identity(self, command: commands.ExportIdentity) -> bytes:
        (identity,) = [one for one in self.engine.identities if one.name == command.name]
        kept = [identity.name, identity.public_key.hex(), command.passphrase]
        return json.dumps(kept).encode()

    def import_identity(self, command: commands.ImportIdentity) -> views.IdentityView:
        try:
            name, key, passphrase = json.loads(command.data)
        except ValueError as error:
            raise Refused(Refusal.FILE_NO_EXPORT) from error
        if passphrase != command.passphrase:
            raise Refused(Refusal.PASSPHRASE_WRONG)
        brought = views.IdentityView(name, PublicKey(bytes.fromhex(key)), None)
        self.engine.identities.append(brought)
        return brought

    # ---- safety codes -----------------------------------------------------------------------

    def verify(self, command: commands.VerifyMember) -> None:
        verified = self.engine.verified
        (verified.add if command.verified else verified.discard)(command.public_key)
        for space, there in self.engine.spaces.items():
            there.members = tuple(
                replace(one, verified=one.public_key in verified) for one in there.members
            )
            self.engine.tell(events.SpaceChanged(space))

    def safety_code(self, member: PublicKey) -> views.SafetyCodeView:
        """What ``SafetyCode`` answers."""
        digits = fingerprint_of(member)
        verified = member in self.engine.verified
        return views.SafetyCodeView(digits, digits.replace(" ", ""), verified)

    # ---- requests and invites ---------------------------------------------------------------

    def request(self, command: commands.RequestInvite) -> views.InviteRequestView:
        if not self.engine.identities:
            raise Refused(Refusal.NO_IDENTITY)
        request = self.made_bytes("request", REQUEST_BYTES)
        view = views.InviteRequestView(
            request=request,
            request_ids=(RequestId(request[:32]),),
            fingerprint=fingerprint_of(request),
            identity=command.identity or self.engine.identities[-1].name,
            created_at=self.engine.now,
            expires_at=self.engine.now + command.valid_seconds,
        )
        self.engine.requests.insert(0, view)
        self.engine.tell(events.RequestsChanged())
        return view

    def cancel(self, request_id: RequestId) -> views.InviteRequestView:
        for view in self.engine.requests:
            if request_id in view.request_ids:
                self.engine.requests.remove(view)
                self.engine.tell(events.RequestsChanged())
                return view
        raise Refused(Refusal.REQUEST_UNKNOWN)

    def issue(self, command: commands.IssueInvite) -> views.IssuedInviteView:
        view = self.engine.view(command.space)
        if len(command.request) != REQUEST_BYTES:
            raise Refused(Refusal.REQUEST_INVALID)
        return views.IssuedInviteView(
            invite=command.request[:32] + self.made_bytes("invite", 68),
            request_ids=(RequestId(command.request[:32]),),
            delivered=view.peers > 0,
            path=(*(view.own_path or ()), command.display_name),
            valid_to=command.valid_to or self.engine.now + 99 * DAY_SECONDS,
        )

    def renew(self, command: commands.RenewInvite) -> views.IssuedInviteView:
        there = self.engine.spaces[command.space]
        valid_to = command.valid_to or self.engine.now + 99 * DAY_SECONDS
        (meant,) = [one for one in there.members if one.public_key == command.member]
        there.members = tuple(
            replace(one, valid_to=valid_to, ending=None) if one is meant else one
            for one in there.members
        )
        self.engine.change(command.space, renewals=max(0, there.view.renewals - 1))
        return views.IssuedInviteView(
            invite=self.made_bytes("invite", 100),
            request_ids=(RequestId(self.made_bytes("request", 32)),),
            delivered=True,
            path=meant.path,
            valid_to=valid_to,
        )

    def accept(self, invite: bytes) -> views.AcceptedInviteView:
        opened = RequestId(invite[:32])
        self.cancel(opened)
        space = self.engine.add_space("Invited channel", own_path=("me",))
        self.engine.tell(events.InviteArrived(space, opened), events.SpaceChanged(space))
        return views.AcceptedInviteView(space, ("me",), self.engine.now + 99 * DAY_SECONDS)

    def preview(self, request: bytes) -> views.RequestPreview:
        """What ``PreviewRequest`` answers."""
        if len(request) != REQUEST_BYTES:
            raise Refused(Refusal.REQUEST_INVALID)
        own = request in {view.request for view in self.engine.requests}
        peer = PeerId(request[32:64])
        key = PublicKey(request[:32])
        return views.RequestPreview(key, peer, fingerprint_of(request), own, online=False)

    def made_bytes(self, label: str, length: int) -> bytes:
        """Others each time, the same in each run."""
        self._made += 1
        return hashlib.shake_256(f"{label} {self._made}".encode()).digest(length)


def fingerprint_of(request: bytes) -> str:
    """Thirty digits in six groups of five, as protocols do it; not their numbers."""
    number = int.from_bytes(hashlib.blake2b(request).digest()[:12], "big") % 10**30
    digits = f"{number:030d}"
    return " ".join(digits[start : start + 5] for start in range(0, 30, 5))
