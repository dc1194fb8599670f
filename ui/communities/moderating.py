"""What is decided about members and their messages: hidden, blocked, followed, given a role.

Each of it can be taken back. What others hear of is said before it is done; what was typed is done
at once, and says how it is taken back. What can be typed is there to be awaited as well: whoever
typed it hears that it was refused or failed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.errors import Refused
from engine.model.commands import Command
from engine.model.communities import (
    CommunityMemberView,
    CommunityView,
    MemberRole,
    MemberStanding,
    ModerationKind,
    ModerationView,
)
from engine.model.community_commands import (
    BlockMember,
    DeletePost,
    DropChannel,
    FollowModeration,
    GiveRole,
    HideMember,
    ModeratePost,
)
from engine.model.community_queries import ModerationLog, OneCommunityMember
from engine.model.ids import PostId, PublicKey, SpaceId
from engine.model.queries import OnePost
from engine.model.views import PostView
from ui.bridge import Bridge
from ui.communities.asking import ReasonQuestion, block_question, hide_question, is_checked
from ui.communities.words import knows_roles
from ui.look.theme import Theme
from ui.text.language import tr
from ui.text.names import shown_name
from ui.text.namesakes import key_digits
from ui.widgets.dialogs import Question, answer


class Moderating(QObject):
    """``done`` carries a sentence for the toast, ``undoable`` one and what takes it back."""

    done = Signal(str)
    undoable = Signal(str, object)

    def __init__(self, bridge: Bridge, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._bridge = bridge
        self._theme = theme
        self._window = window
        self.channel_open_in: Callable[[CommunityView], str] = lambda _community: ""
        """The name of the channel of that community that is open; empty: none is."""

    # ---- members ----------------------------------------------------------------------------

    def hide(self, community: CommunityView, member: CommunityMemberView) -> None:
        """Asks why, and folds away what they say."""
        self._bridge.start(self._hide(community, member))

    def show(self, community: CommunityView, member: CommunityMemberView) -> None:
        """Shows them, whatever others say."""
        self._bridge.start(self.shown(community, member))

    def block(self, community: CommunityView, member: CommunityMemberView) -> None:
        """Asks why, and has nothing more to do with them."""
        self._bridge.start(self._block(community, member))

    def unblock(self, community: CommunityView, member: CommunityMemberView) -> None:
        """Takes it back."""
        self._bridge.start(self.unblocked(community, member))

    def show_or_unblock(self, community: CommunityView, member: CommunityMemberView) -> None:
        """Whatever was said of them counts no more."""
        blocked = member.standing is MemberStanding.BLOCKED
        (self.unblock if blocked else self.show)(community, member)

    def follow(
        self, community: CommunityView, member: CommunityMemberView, *, followed: bool
    ) -> None:
        """Whether their hides and blocks count for us."""
        self._bridge.start(self.following(community, member, followed=followed))

    def give_role(
        self, community: CommunityView, member: CommunityMemberView, role: MemberRole
    ) -> None:
        """Asks, and lets somebody decide for us."""
        self._bridge.start(self.role_given(community, member, role))

    # ---- the same, to be awaited ------------------------------------------------------------

    async def hidden_for(
        self, community: CommunityView, member: CommunityMemberView, why: str, channel: str = ""
    ) -> None:
        """Hidden with the reason at hand; in one channel alone, if it is named."""
        command = HideMember(community.id, member.public_key, reason=why, channel=channel)
        await self._hidden(command, member)

    async def shown(
        self, community: CommunityView, member: CommunityMemberView, named: str = ""
    ) -> None:
        """Shown; in one channel alone, if it is named."""
        channel = named or await self._channel_hidden_in(community, member)
        command = HideMember(community.id, member.public_key, hidden=False, channel=channel)
        await self._told(command, tr("{name} is shown again.").format(name=name_of(member)))

    async def blocked_for(
        self, community: CommunityView, member: CommunityMemberView, why: str
    ) -> None:
        """Blocked with the reason at hand."""
        command = BlockMember(community.id, member.public_key, reason=why)
        await self._blocked(community, command, member)

    async def unblocked(self, community: CommunityView, member: CommunityMemberView) -> None:
        """Not blocked any more."""
        command = BlockMember(community.id, member.public_key, blocked=False)
        await self._told(
            command, tr("{name} is not blocked any more.").format(name=name_of(member))
        )

    async def following(
        self, community: CommunityView, member: CommunityMemberView, *, followed: bool
    ) -> None:
        """Followed, or not any more."""
        words = (
            tr("Whom {name} hides or blocks, you do not see either. Only you know of it.")
            if followed
            else tr("What {name} hides and blocks counts for you no more.")
        )
        command = FollowModeration(community.id, member.public_key, followed)
        back = FollowModeration(community.id, member.public_key, not followed)
        await self._changed(command, words.format(name=name_of(member)), back)

    async def _channel_hidden_in(
        self, community: CommunityView, member: CommunityMemberView
    ) -> str:
        """The open channel, where they are hidden there alone; else empty."""
        channel = self.channel_open_in(community) if knows_roles(community.wire) else ""
        if not channel:
            return ""
        everywhere = await self._bridge.ask(OneCommunityMember(community.id, member.public_key))
        return channel if everywhere.standing is MemberStanding.SHOWN else ""

    async def _hide(self, community: CommunityView, member: CommunityMemberView) -> None:
        name = name_of(member)
        question = hide_question(self._window, self._theme, name, community.wire)
        channel = self.channel_open_in(community)
        if channel and knows_roles(community.wire):
            question.offer_channel(channel)
        if await answer(question):
            command = HideMember(
                community.id,
                member.public_key,
                reason=question.why,
                channel=question.only_in,
                private=is_checked(question.private),
            )
            await self._hidden(command, member)

    async def _hidden(self, command: HideMember, member: CommunityMemberView) -> None:
        back = replace(command, hidden=False, reason="")
        words = tr("{name} is hidden: what they write is folded away.")
        await self._changed(command, words.format(name=name_of(member)), back)

    async def _block(self, community: CommunityView, member: CommunityMemberView) -> None:
        name = name_of(member)
        question = block_question(self._window, self._theme, name, community.wire)
        if await answer(question):
            command = BlockMember(
                community.id,
                member.public_key,
                reason=question.why,
                drop=is_checked(question.drop),
                notify=is_checked(question.notify),
                private=is_checked(question.private),
            )
            await self._blocked(community, command, member)

    async def _blocked(
        self, community: CommunityView, command: BlockMember, member: CommunityMemberView
    ) -> None:
        back = BlockMember(community.id, command.member, blocked=False, private=command.private)
        words = tr("{name} is blocked.").format(name=name_of(member))
        await self._changed(command, words, back)

    async def role_given(
        self,
        community: CommunityView,
        member: CommunityMemberView,
        role: MemberRole,
        channel: str = "",
    ) -> None:
        """Given, if the question says so; it proposes the one channel, if that is named."""
        name = name_of(member)
        sentences = {
            MemberRole.ADMIN: tr(
                "What an administrator hides, blocks and takes out counts for you, and so does "
                "what those do to whom they give a role. All members see that you gave it."
            ),
            MemberRole.MODERATOR: tr(
                "What a moderator hides, blocks and takes out counts for you. All members see that "
                "you gave the role."
            ),
            MemberRole.USER: tr(
                "What they decide counts for you no more; what they have decided so far stays."
            ),
        }
        title = tr("Make {name} {role}?").format(name=name, role=_with_article(role))
        words = (title, sentences[role], tr("Give the role"))
        question = ReasonQuestion(self._window, self._theme, words, community.wire)
        question.offer_private()
        named = channel or self.channel_open_in(community)
        if named:
            question.offer_channel(named, chosen=bool(channel))
        if await answer(question):
            command = GiveRole(
                community.id,
                member.public_key,
                role,
                channel=question.only_in,
                reason=question.why,
                private=is_checked(question.private),
            )
            said = tr("{name} is {role} now.").format(name=name, role=_with_article(role))
            back = await self._role_back(community, command, member.role)
            if back is None:
                await self._told(command, said)
            else:
                await self._changed(command, said, back)

    async def _role_back(
        self, community: CommunityView, command: GiveRole, before: MemberRole
    ) -> GiveRole | None:
        """What gives back the role of before; None where somebody else gave that, who could not
        take it away any more if it became our word.
        """
        back = replace(command, role=before, reason="")
        if before is MemberRole.USER:
            return back
        log = await self._bridge.ask(ModerationLog(community.id))
        place = command.member, command.channel, command.private
        ours = (
            entry
            for entry in log
            if entry.kind is ModerationKind.ROLE and entry.by == community.own_key
            if (entry.about, entry.channel, entry.private) == place
        )
        latest = next(ours, None)
        is_ours = latest is not None and latest.counts and latest.role is before
        return back if is_ours else None

    # ---- messages ---------------------------------------------------------------------------

    def hide_post(self, community: CommunityView, space: SpaceId, post: PostView) -> None:
        """Asks why, and folds one message away."""
        self._bridge.start(self._hide_post(community, space, post))

    def show_post(self, space: SpaceId, post: PostView) -> None:
        """Shows a message that was folded away by itself."""
        self._bridge.start(self._told(ModeratePost(space, post.id, hidden=False), ""))

    def delete_post(self, space: SpaceId, post: PostView) -> None:
        """Asks, and asks everybody to delete our own message."""
        self._bridge.start(self._delete_post(space, post))

    async def _hide_post(self, community: CommunityView, space: SpaceId, post: PostView) -> None:
        sentence = (
            tr("It is folded away for those who let you moderate, and for you.")
            if knows_roles(community.wire)
            else tr("It is folded away for you alone. Others still see it.")
        )
        words = (tr("Hide this message?"), sentence, tr("Hide"))
        question = ReasonQuestion(self._window, self._theme, words, community.wire)
        if knows_roles(community.wire):
            question.offer_private()
        if await answer(question):
            private = is_checked(question.private)
            command = ModeratePost(space, post.id, reason=question.why, private=private)
            back = ModeratePost(space, post.id, hidden=False, private=private)
            await self._changed(command, tr("The message is folded away."), back)

    async def _delete_post(self, space: SpaceId, post: PostView) -> None:
        question = Question(
            self._window,
            tr("Delete this message for everybody?"),
            tr(
                "Every member's program is asked to delete it. It cannot be unsent: whoever is "
                "offline keeps it until they hear of it, and whoever has read or copied it still "
                "has it."
            ),
            tr("Ask everybody to delete it"),
            danger=True,
        )
        if await answer(question):
            await self._bridge.perform(DeletePost(space, post.id))
            self.done.emit(tr("Everybody you meet is asked to delete it."))

    # ---- the log ----------------------------------------------------------------------------

    def undo(
        self, community: CommunityView, entry: ModerationView, spaces: Sequence[SpaceId]
    ) -> None:
        """Takes back one entry of the log; a post stands in one of ``spaces``."""
        self._bridge.start(self._undo(community, entry, spaces))

    async def _undo(
        self, community: CommunityView, entry: ModerationView, spaces: Sequence[SpaceId]
    ) -> None:
        space: SpaceId | None = None
        match entry.kind:
            case ModerationKind.HIDE_POST:
                space = await self._space_of(PostId(entry.about), spaces)
            case ModerationKind.DROP_POST:  # it stands in none any more
                space = next(iter(spaces), None)
            case _:
                pass
        command = undoing(community, entry, space)
        if command is not None:
            await self._told(command, tr("Taken back."))

    async def _space_of(self, post: PostId, spaces: Sequence[SpaceId]) -> SpaceId | None:
        for space in spaces:
            try:
                await self._bridge.ask(OnePost(space, post))
            except Refused:
                continue  # it stands in another one
            return space
        return None

    # ---- inside -----------------------------------------------------------------------------

    async def _told(self, command: Command[object], words: str) -> None:
        await self._bridge.perform(command)
        if words:
            self.done.emit(words)

    async def _changed(self, command: Command[object], words: str, back: Command[object]) -> None:
        await self._bridge.perform(command)
        undo = lambda: self._bridge.start(self._bridge.perform(back))  # noqa: E731 - one use
        self.undoable.emit(words, undo)


def undoing(
    community: CommunityView, entry: ModerationView, space: SpaceId | None
) -> Command[object] | None:
    """What takes an entry of ours back; None where nothing does."""
    member, private = PublicKey(entry.about), entry.private
    match entry.kind:
        case ModerationKind.HIDE:
            return HideMember(
                community.id, member, hidden=False, channel=entry.channel, private=private
            )
        case ModerationKind.BLOCK:
            return BlockMember(community.id, member, blocked=False, private=private)
        case ModerationKind.ROLE if entry.role is not MemberRole.USER:
            return GiveRole(
                community.id, member, MemberRole.USER, channel=entry.channel, private=private
            )
        case ModerationKind.HIDE_POST | ModerationKind.DROP_POST if space is not None:
            return ModeratePost(space, PostId(entry.about), hidden=False, private=private)
        case ModerationKind.DROP_CHANNEL:
            return DropChannel(community.id, entry.channel, dropped=False, private=private)
        case _:
            return None


def name_of(member: CommunityMemberView) -> str:
    """What they are called in a sentence."""
    return shown_name(member.name) if member.name.strip() else key_digits(member.public_key)


def _with_article(role: MemberRole) -> str:
    match role:
        case MemberRole.ADMIN:
            return tr("an administrator")
        case MemberRole.MODERATOR:
            return tr("a moderator")
        case MemberRole.USER:
            return tr("a plain member")
