"""What our own user asks of comments. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.crypto import ed25519
from engine.crypto.ed25519 import KeyPair
from engine.crypto.entropy import Entropy
from engine.errors import PeerViolation, Refusal, Refused
from engine.model.commands import Command
from engine.model.comment_commands import (
    AcceptTrust,
    ChangeComment,
    CheckTrust,
    CommentKey,
    GiveShorterChains,
    HideCommenter,
    RetractComment,
    TrustCommenter,
    WriteComment,
)
from engine.model.comment_queries import Network, OneComment
from engine.model.comments import COMMENT_BYTES_MAX, TrustLinkView
from engine.model.ids import PostId, PublicKey, SpaceId, SpaceKind
from engine.model.looks import is_blank
from engine.protocols.contract import Answer, Effect, Store
from engine.protocols.hyperbloom.comments.value import (
    ENTRY_LIMIT,
    Comment,
    Kind,
    comment_id,
    read_comment,
    write_comment,
)
from engine.protocols.hyperbloom.limits import KEY_BYTES
from engine.protocols.hyperbloom.records import (
    ChainSeen,
    CommenterHidden,
    Ledger,
    LedgerStored,
    Membership,
    Records,
    Taken,
    ValuesStored,
)
from engine.protocols.hyperbloom.room import Room
from engine.protocols.hyperbloom.shared import IsKept
from engine.protocols.hyperbloom.trust.chain import Chain, read_chain
from engine.protocols.hyperbloom.trust.link import LINK_NONCE_BYTES, issue_link

OwnKeys = Callable[[], Sequence[KeyPair]]
"""Of our own feeds, the oldest first: the document wants people known by their feeds."""

KindOf = Callable[[SpaceId], SpaceKind | None]
"""What a space is; None: it is unknown."""

OwnLength = Callable[[SpaceId], int | None]
"""How many entries a feed of our own has; None: others may know of more of them than we."""

_JUST_BEHIND = 0.001


class Commenting:
    """A ``Performer``."""

    __slots__ = ("_entropy", "_is_kept", "_kind_of", "_own_keys", "_own_length", "_records")

    def __init__(
        self,
        *,
        records: Records,
        entropy: Entropy,
        own_keys: OwnKeys,
        kind_of: KindOf,
        is_kept: IsKept,
        own_length: OwnLength,
    ) -> None:
        self._records = records
        self._entropy = entropy
        self._own_keys = own_keys
        self._kind_of = kind_of
        self._is_kept = is_kept
        self._own_length = own_length

    @property
    def performs(self) -> frozenset[type[Command[object]]]:
        """See ``Performer``."""
        return frozenset(_DOING)

    def perform(self, command: Command[object], now: float) -> list[Effect]:
        """See ``Performer``."""
        match command:
            case WriteComment():
                return self._write(command, now)
            case ChangeComment(space, changed, text):
                return self._change(space, changed, Kind.EDIT, _demand_text(text), now)
            case RetractComment(space, changed):
                return self._change(space, changed, Kind.RETRACTION, "", now)
            case HideCommenter():
                return self._hide(command)
            case _:
                return self._perform_of_trust(command, now)

    # ---- comments -----------------------------------------------------------------------------

    def _write(self, command: WriteComment, now: float) -> list[Effect]:
        text = _demand_text(command.text)
        ledger = self._known(command.space)
        entry = command.entry
        if command.reply_to is not None:
            about = self._demand_there(ledger, command.reply_to).entry
            latest = self._records.latest_change(ledger.space, command.reply_to)
            if latest is not None and latest.retracted:
                raise Refused(Refusal.COMMENT_TAKEN_BACK)
            if entry not in (None, about):  # or an answer would stand where its question does not
                raise Refused(Refusal.COMMENT_ELSEWHERE)
            entry = about
        elif entry is not None:
            self._demand_entry(ledger.space, entry)
        own = self._demand_right(ledger, now)
        comment = Comment(Kind.COMMENT, own.chain, now, text, entry, command.reply_to)
        return self._said(ledger, own, comment, now)

    def _change(
        self, space: SpaceId, changed: PostId, kind: Kind, text: str, now: float
    ) -> list[Effect]:
        ledger = self._known(space)
        before = self._demand_there(ledger, changed)
        own = self._demand_right(ledger, now)
        if before.author != own.chain.holder:
            raise Refused(Refusal.COMMENT_NOT_OURS, changed.hex())
        latest = self._records.latest_change(ledger.space, changed)
        if latest is not None and latest.retracted:
            return _kept(ledger.space, changed, kind)
        at = now
        # A clock that was set back does not make it older than what it is to replace. What takes
        # a comment back counts whenever it says, and is not to be ahead of peers' clocks.
        if latest is not None and kind is Kind.EDIT:
            at = max(now, latest.at + _JUST_BEHIND)
        self._demand_right(ledger, at)  # or no peer would ever take it
        comment = Comment(kind, own.chain, at, text, before.entry, changed)
        return self._said(ledger, own, comment, now, shown=changed)

    def _hide(self, command: HideCommenter) -> list[Effect]:
        ledger = self._known(command.space)
        if len(command.author) != KEY_BYTES:
            raise Refused(Refusal.KEY_INVALID)
        if command.hidden and command.author in _keys_of(ledger):
            raise Refused(Refusal.KEY_OWN)
        hidden = CommenterHidden(ledger.space, command.author, command.hidden)
        return [Store(hidden), Answer(None)]

    def _said(
        self,
        ledger: Ledger,
        own: Membership,
        comment: Comment,
        now: float,
        shown: PostId | None = None,
    ) -> list[Effect]:
        value = write_comment(comment, own.secret_key)
        new = self._records.unknown(ledger.space, [value])  # twice in one moment is once
        stored: list[Effect] = []
        if new:
            said = Taken(value, comment)
            if not Room(self._records, ledger.space).takes(said):
                raise Refused(Refusal.COMMENTS_FULL)
            stored.append(Store(ValuesStored(ledger.space, (said,), now)))
        return [*stored, Answer(OneComment(ledger.space, shown or comment_id(value)))]

    def _demand_entry(self, space: SpaceId, entry: int) -> None:
        length = self._own_length(space)
        if not 0 <= entry < (ENTRY_LIMIT if length is None else length):
            raise Refused(Refusal.ENTRY_UNKNOWN, f"{entry:,}")

    def _demand_there(self, ledger: Ledger, comment: PostId) -> Comment:
        value = self._records.comment(ledger.space, comment)
        if value is None:
            raise Refused(Refusal.COMMENT_UNKNOWN, comment.hex())
        found, _ = read_comment(value, ledger.feed)  # verified when it was stored
        return found

    def _demand_right(self, ledger: Ledger, now: float) -> Membership:
        own = ledger.own
        if own is None or not self._is_kept(ledger.space):
            raise Refused(Refusal.COMMENT_NOT_ALLOWED)
        if not own.chain.holds_at(now):
            raise Refused(Refusal.COMMENT_RIGHT_ENDED)
        return own

    # ---- trust --------------------------------------------------------------------------------

    def _perform_of_trust(self, command: Command[object], now: float) -> list[Effect]:
        match command:
            case CommentKey(space):
                return self._key(space, now)
            case TrustCommenter():
                return self._trust(command, now)
            case CheckTrust(feed, links):
                self._demand_ours(self._records.ledger(SpaceId(feed)), feed, links, now)
                return [Answer(None)]
            case AcceptTrust(feed, links):
                return self._accept(feed, links, now)
            case GiveShorterChains(space, gives):
                ledger = self._known(space)
                given = replace(ledger, issues=gives)
                return [Store(LedgerStored(space, given, now)), Answer(Network(space))]
            case _:
                raise TypeError(command)

    def _key(self, space: SpaceId, now: float) -> list[Effect]:
        ledger = self._known(space)
        stored: list[Effect] = []
        if ledger.secret_key is None:
            keys = self._own_keys() or [ed25519.from_seed(self._entropy(KEY_BYTES))]
            ledger = replace(ledger, secret_key=keys[0].secret_key)
            stored = [Store(LedgerStored(space, ledger, now))]
        assert ledger.secret_key is not None
        return [*stored, Answer(PublicKey(ledger.secret_key[-KEY_BYTES:]))]

    def _trust(self, command: TrustCommenter, now: float) -> list[Effect]:
        ledger = self._known(command.space)
        own = self._demand_right(ledger, now)
        if not own.chain.lets_in:
            raise Refused(Refusal.TRUST_FULL)
        _demand_other(command.public_key, ledger)
        until = math.inf if command.valid_to is None else command.valid_to
        if not until > now:
            raise Refused(Refusal.VALIDITY_INVALID)
        link = issue_link(
            own.secret_key, command.public_key, until, self._entropy(LINK_NONCE_BYTES)
        )
        chain = own.chain.with_link(link)
        ends = None if math.isinf(chain.expiration) else chain.expiration
        view = TrustLinkView(ledger.feed, chain.encoded, chain.holder, ends)
        return [Store(ChainSeen(ledger.space, chain, now)), Answer(view)]

    def _accept(self, feed: PublicKey, links: Sequence[bytes], now: float) -> list[Effect]:
        ledger = self._known(SpaceId(feed))
        chain, secret_key = self._demand_ours(ledger, feed, links, now)
        own = ledger.own
        if own is not None and not _is_taken_for(own.chain, chain, now):
            raise Refused(Refusal.TRUST_BETTER_KNOWN)
        if self._leaves_comments(ledger, chain.holder):
            raise Refused(Refusal.TRUST_FOR_OTHER_KEY)
        ledger = replace(ledger, secret_key=secret_key, chain=chain)
        return [Store(LedgerStored(ledger.space, ledger, now)), Answer(Network(ledger.space))]

    def _demand_ours(
        self, ledger: Ledger | None, feed: PublicKey, links: Sequence[bytes], now: float
    ) -> tuple[Chain, bytes]:
        """The chain, and the secret key of its holder. Refused: TRUST_INVALID, TRUST_NOT_FOR_US."""
        chain = _demand_chain(feed, links, now)
        keys = {PublicKey(keys.public_key): keys.secret_key for keys in self._own_keys()}
        if ledger is not None and ledger.secret_key is not None:
            keys[PublicKey(ledger.secret_key[-KEY_BYTES:])] = ledger.secret_key
        secret_key = keys.get(chain.holder)
        if secret_key is None:
            raise Refused(Refusal.TRUST_NOT_FOR_US)
        return chain, secret_key

    def _leaves_comments(self, ledger: Ledger, holder: PublicKey) -> bool:
        """Whether comments stand under another key: one is kept, and nobody else changes them."""
        if ledger.secret_key is None:
            return False
        key = PublicKey(ledger.secret_key[-KEY_BYTES:])
        return key != holder and self._records.has_comment_of(ledger.space, key)

    # ---- the ledger ---------------------------------------------------------------------------

    def _known(self, space: SpaceId) -> Ledger:
        """The feed's ledger. Refused: SPACE_UNKNOWN, NOT_A_FEED."""
        ledger = self._records.ledger(space)
        if ledger is None:
            kind = self._kind_of(space)
            reason = Refusal.SPACE_UNKNOWN if kind is None else Refusal.NOT_A_FEED
            raise Refused(reason)
        return ledger


def _is_taken_for(own: Chain, chain: Chain, now: float) -> bool:
    """Whether a person may have ``chain``, which holds, in the place of ours: also one that ends
    sooner, where it gives back the right to let others in.
    """
    return chain.is_better_than(own, now) or (chain.lets_in and not own.lets_in)


def _kept(space: SpaceId, changed: PostId, kind: Kind) -> list[Effect]:
    """Of a comment that was taken back: that is for good. Refused: COMMENT_TAKEN_BACK for an
    edit.
    """
    if kind is Kind.RETRACTION:
        return [Answer(OneComment(space, changed))]
    raise Refused(Refusal.COMMENT_TAKEN_BACK)


def _demand_text(text: str) -> str:
    if is_blank(text):
        raise Refused(Refusal.TEXT_EMPTY)
    try:
        size = len(text.encode())
    except UnicodeEncodeError as error:
        raise Refused(Refusal.BODY_INVALID) from error
    if size > COMMENT_BYTES_MAX:
        raise Refused(Refusal.TEXT_TOO_LONG, f"{COMMENT_BYTES_MAX:,} bytes")
    return text


def _keys_of(ledger: Ledger) -> set[PublicKey]:
    """Ours on that feed."""
    keys = set() if ledger.own is None else {ledger.own.chain.holder}
    if ledger.secret_key is not None:
        keys.add(PublicKey(ledger.secret_key[-KEY_BYTES:]))
    return keys


def _demand_other(key: PublicKey, ledger: Ledger) -> None:
    """Somebody's who may be let in by us. Refused: KEY_INVALID, KEY_OWN, TRUST_NEEDLESS."""
    if len(key) != KEY_BYTES:
        raise Refused(Refusal.KEY_INVALID)
    if key in _keys_of(ledger):
        raise Refused(Refusal.KEY_OWN)
    if key == ledger.feed:
        raise Refused(Refusal.TRUST_NEEDLESS)


def _demand_chain(feed: PublicKey, links: Sequence[bytes], now: float) -> Chain:
    """Of at least one link: a feed's author needs none."""
    try:
        whole = read_chain(feed, links, -math.inf)
    except PeerViolation as violation:
        raise Refused(Refusal.TRUST_INVALID) from violation
    if not whole.links:
        raise Refused(Refusal.TRUST_INVALID)
    if not whole.holds_at(now):
        raise Refused(Refusal.TRUST_INVALID, "it has ended")
    return whole


_DOING = (
    WriteComment,
    ChangeComment,
    RetractComment,
    HideCommenter,
    CommentKey,
    TrustCommenter,
    CheckTrust,
    AcceptTrust,
    GiveShorterChains,
)
