"""What goes over the control socket (D14): length-limited JSON of the engine's own dataclasses.

A frame is a u32 big-endian length and that many bytes of JSON. Bytes in it are base 64, as msgspec
writes them. Which class a value is follows from its name (commands, queries, events) or from the
type that its command or query declares as its answer, so nothing is ever built that was not
foreseen. Where a field may be one of several classes, its class is named beside it.

First both sides say hello; the two programs must be of one version, for these classes change
freely.
"""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from functools import cache

import msgspec
from typing_extensions import override

from engine.errors import Fault, FaultReason, Refusal, Refused
from engine.model import (
    arrivals,
    backup_commands,
    commands,
    comment_commands,
    comment_queries,
    community_commands,
    community_queries,
    contents,
    events,
    feed_commands,
    feed_queries,
    peer_commands,
    queries,
)
from engine.model.commands import Command
from engine.model.events import Event
from engine.model.queries import Query
from engine.model.views import PostView, TimelinePage

FRAME_BYTES_MAX = 64 * 1024 * 1024  # as the largest PeerLinks frame
# ours: a post of such a frame, its text beside its body, with every character of both escaped
ANSWER_BYTES_MAX = 256 * 1024 * 1024
LENGTH_BYTES = 4
PROGRAM_VERSION = "0.1.0"  # tests compare it with pyproject.toml
RawFields = msgspec.Raw


class NotUnderstood(ValueError):  # noqa: N818 - the other side's doing
    """A frame is not what this version writes."""


class TooLong(ValueError):  # noqa: N818 - an answer, not an error
    """The content does not fit a frame; ask for less at once."""


# ---- envelopes ----------------------------------------------------------------------------------


class _Envelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """One frame: ``{"kind": "hello", ...}``."""


class Hello(_Envelope, frozen=True, tag="hello"):
    """First frame of both sides. ``window``: whether the running program shows one."""

    version: str
    window: bool = False


class Do(_Envelope, frozen=True, tag="do"):
    """A command or query ``type`` with its ``fields``."""

    id: int
    type: str
    fields: msgspec.Raw


class Subscribe(_Envelope, frozen=True, tag="subscribe"):
    """Events from now on, until the connection ends."""

    id: int


class Show(_Envelope, frozen=True, tag="show"):
    """Bring the window to the front, and preview ``link`` in it if there is one."""

    id: int
    link: str | None = None


class Stop(_Envelope, frozen=True, tag="stop"):
    """End the running program, as if its user had."""

    id: int


class Lock(_Envelope, frozen=True, tag="lock"):
    """From now on nothing of the profile is told before ``Unlock``."""

    id: int


class Unlock(_Envelope, frozen=True, tag="unlock"):
    """The profile's passphrase, which takes ``Lock`` back."""

    id: int
    passphrase: str

    @override
    def __repr__(self) -> str:
        """Without the passphrase."""
        return f"Unlock(id={self.id})"


Request = Hello | Do | Subscribe | Show | Stop | Lock | Unlock


class Done(_Envelope, frozen=True, tag="done"):
    """The answer to the request of that id."""

    id: int
    result: msgspec.Raw


class Failed(_Envelope, frozen=True, tag="failed"):
    """The request of that id was refused, or a fault undid it; ``cause`` says which.

    ``cause`` is ``refused``, ``fault``, ``too_long`` (ask for less) or ``not_understood``.
    """

    id: int
    cause: typing.Literal["refused", "fault", "too_long", "not_understood"]
    reason: str
    detail: str


class Told(_Envelope, frozen=True, tag="told"):
    """An event, by the name of its class."""

    type: str
    fields: msgspec.Raw


Reply = Hello | Done | Failed | Told

_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)
_replies: msgspec.json.Decoder[Reply] = msgspec.json.Decoder(Reply)
_encoder = msgspec.json.Encoder()
_OF_OTHERS = (msgspec.DecodeError, RecursionError)  # what decoding can raise for any bytes


def room_for(result: object) -> int:
    """How many bytes an answer may have: more where it is one post, which nobody can ask for in
    parts.
    """
    match result:
        case PostView() | TimelinePage(posts=(_,)) | (arrivals.ArrivedPost(),):
            return ANSWER_BYTES_MAX
        case _:
            return FRAME_BYTES_MAX


def pack(envelope: Request | Reply, bytes_max: int | None = None) -> bytes:
    """A whole frame. Raises TooLong if it would exceed ``bytes_max``, usually FRAME_BYTES_MAX."""
    payload = _encoder.encode(envelope)
    if len(payload) > (FRAME_BYTES_MAX if bytes_max is None else bytes_max):
        raise TooLong(f"{len(payload)} bytes")
    return len(payload).to_bytes(LENGTH_BYTES, "big") + payload


def unpack_request(payload: bytes) -> Request:
    """The request in a frame's payload. Raises NotUnderstood."""
    try:
        return _requests.decode(payload)
    except _OF_OTHERS as error:
        raise NotUnderstood("no request of this version") from error


def unpack_reply(payload: bytes) -> Reply:
    """The reply in a frame's payload. Raises NotUnderstood."""
    try:
        return _replies.decode(payload)
    except _OF_OTHERS as error:
        raise NotUnderstood("no reply of this version") from error


# ---- commands, queries, events ------------------------------------------------------------------


def _by_name(union: object) -> Mapping[str, type[object]]:
    return {kind.__name__: kind for kind in typing.get_args(union)}


COMMANDS = _by_name(
    commands.AnyCommand
    | feed_commands.FeedCommand
    | comment_commands.CommentCommand
    | community_commands.CommunityCommand
    | backup_commands.BackupCommand
    | peer_commands.PeerCommand
)
QUERIES = _by_name(
    queries.AnyQuery
    | arrivals.ArrivalQuery
    | feed_queries.FeedQuery
    | comment_queries.CommentQuery
    | community_queries.CommunityQuery
    | backup_commands.BackupQuery
)
EVENTS = _by_name(events.Event)
CONTENTS = _by_name(contents.Content)


class _Tagged(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A content, by the name of its class."""

    type: str
    fields: msgspec.Raw


@cache  # to look at all of them takes longer than a command that needs one
def _form_of(kind: type) -> type[msgspec.Struct] | None:
    """Of a command or query with a content in it, whose class JSON could not tell; else None."""
    hints = typing.get_type_hints(kind)
    if contents.Content not in hints.values():
        return None
    fields = [(name, _Tagged if hint == contents.Content else hint) for name, hint in hints.items()]
    return msgspec.defstruct(kind.__name__, fields, forbid_unknown_fields=True)


def raw(value: object) -> msgspec.Raw:
    """Any of our dataclasses, or a tuple of them, as JSON.

    What people wrote may hold lone surrogates, which no JSON document can: they become U+FFFD.
    """
    kind: type = type(value)
    is_wish = issubclass(kind, Command | Query)
    if is_wish and _form_of(kind) is not None:
        assert dataclasses.is_dataclass(value)
        value = {
            each.name: _tagged(getattr(value, each.name)) for each in dataclasses.fields(value)
        }
    try:
        return msgspec.Raw(_encoder.encode(value))
    except UnicodeEncodeError:
        return msgspec.Raw(_encoder.encode(_printable(msgspec.to_builtins(value))))


def _tagged(value: object) -> object:
    return (
        _Tagged(type(value).__name__, raw(value)) if isinstance(value, contents.Content) else value
    )


def _printable(value: object) -> object:
    match value:
        case str():
            return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        case dict():
            return {key: _printable(entry) for key, entry in value.items()}
        case list() | tuple():
            return [_printable(entry) for entry in value]
        case _:
            return value


def read_wish(type_name: str, fields: msgspec.Raw) -> Command[object] | Query[object]:
    """The command or query of that name. Raises NotUnderstood."""
    kind: type | None = COMMANDS.get(type_name) or QUERIES.get(type_name)
    if kind is None:
        raise NotUnderstood("an unknown command")
    form = _form_of(kind)
    wish = _read(fields, kind) if form is None else kind(**_untagged(_read(fields, form)))
    assert isinstance(wish, Command | Query)
    return wish


def _untagged(form: object) -> Mapping[str, object]:
    assert isinstance(form, msgspec.Struct)
    named = ((name, getattr(form, name)) for name in form.__struct_fields__)
    return {name: _content(one) if isinstance(one, _Tagged) else one for name, one in named}


def _content(tagged: _Tagged) -> object:
    kind = CONTENTS.get(tagged.type)
    if kind is None:
        raise NotUnderstood("an unknown content")
    return _read(tagged.fields, kind)


def read_event(told: Told) -> Event | None:
    """The event, or None if this version knows none of that name. Raises NotUnderstood."""
    kind = EVENTS.get(told.type)
    if kind is None:
        return None
    event = _read(told.fields, kind)
    return typing.cast("Event", event)  # EVENTS holds the classes of Event and no others


def read_answer(wish: Command[object] | Query[object], result: msgspec.Raw) -> object:
    """The answer to ``wish``, of the type it declares. Raises NotUnderstood."""
    return _read(result, answer_type(type(wish)))


def answer_type(wish: type[Command[object] | Query[object]]) -> typing.Any:  # noqa: ANN401 - a type form
    """What ``wish`` declares as its answer: the argument of ``Command`` or ``Query``."""
    for ancestor in getattr(wish, "__orig_bases__", ()):
        if typing.get_origin(ancestor) in {Command, Query}:
            return typing.get_args(ancestor)[0]
    raise TypeError(wish)


def _read(fields: msgspec.Raw, kind: typing.Any) -> object:  # noqa: ANN401 - a type form
    try:
        return msgspec.json.decode(fields, type=kind)
    except _OF_OTHERS as error:
        raise NotUnderstood("fields of another version") from error


# ---- failures -----------------------------------------------------------------------------------


def failed(request: int, problem: Refused | Fault) -> Failed:
    """A refusal or a fault, as codes."""
    match problem:
        case Refused(reason=reason, detail=detail):
            return Failed(request, "refused", reason, detail)
        case Fault(reason=reason, detail=detail):
            return Failed(request, "fault", reason, detail)


def problem_of(failure: Failed) -> Refused | Fault:
    """The same again on this side; a code of another version counts as a bug."""
    try:
        match failure.cause:
            case "refused":
                return Refused(Refusal(failure.reason), failure.detail)
            case "fault":
                return Fault(FaultReason(failure.reason), failure.detail)
            case "too_long" | "not_understood":
                pass
    except ValueError:
        pass
    return Fault(FaultReason.BUG, f"{failure.cause}: {failure.reason}")
