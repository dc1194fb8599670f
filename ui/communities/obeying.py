"""What the commands do that are typed in a channel of a community (protocols/cable.md 8.2)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine

from PySide6.QtCore import QObject, Signal

from engine.errors import Fault, Refused
from engine.model.communities import CommunityMemberView, CommunityView, MemberRole
from engine.model.community_commands import JoinChannel, SetInfo, SetTopic
from engine.model.views import SpaceView
from ui.bridge import Bridge
from ui.communities.desk import CommunityDesk
from ui.communities.moderating import Moderating
from ui.communities.naming import Meant, choices, meant_in
from ui.communities.page import CHANNELS, MEMBERS, MODERATION
from ui.communities.words import knows_roles
from ui.composing.about import NOTHING
from ui.composing.slash import NAMES_SOMEBODY, Command, Verb
from ui.text.language import QT_TR_NOOP, tr
from ui.text.names import shown_name
from ui.wording.sentences import one_line, sentence_of

LACKING = {
    Verb.JOIN: QT_TR_NOOP("Write the channel behind it: /join garden"),
    Verb.TOPIC: QT_TR_NOOP("Write the topic behind it: /topic What we plant"),
    Verb.SAY: QT_TR_NOOP("Write the text behind it: /say Hello"),
    Verb.NICK: QT_TR_NOOP("Write your name behind it: /nick June"),
}
_PARTS = {
    Verb.NAMES: MEMBERS,
    Verb.CHANNELS: CHANNELS,
    Verb.MODERATION: MODERATION,
}
_ROLES = {
    Verb.ADMIN: MemberRole.ADMIN,
    Verb.MOD: MemberRole.MODERATOR,
    Verb.UNMOD: MemberRole.USER,
}
_IN_ONE_CHANNEL = frozenset({Verb.HIDE, Verb.UNHIDE, Verb.ADMIN, Verb.MOD, Verb.UNMOD})
Tell = Callable[[str], object]
Work = Coroutine[object, object, object]


class CommunityObeying(QObject):
    """``page_wanted`` carries the CommunityView and the part of its page, ``member_wanted`` it and
    a member, ``share_wanted`` it; ``archive_wanted`` and ``read_wanted`` the SpaceView of one of
    its channels, the first also whether it goes into the archive; ``last_own_wanted``: our last
    message is to be deleted; ``opened`` a SpaceId; ``returned`` and ``refused`` as ``Obeying``'s.
    """

    page_wanted = Signal(object, str)
    member_wanted = Signal(object, object)
    share_wanted = Signal(object)
    archive_wanted = Signal(object, bool)
    read_wanted = Signal(object)
    last_own_wanted = Signal()
    opened = Signal(object)
    returned = Signal(object, str, object)
    refused = Signal(object, str)

    def __init__(
        self,
        bridge: Bridge,
        desk: CommunityDesk,
        moderating: Moderating,
        tell: Tell,
        leave: Callable[[str], bool],
    ) -> None:
        """``tell`` shows at once, in the open space, what a command lacks. ``leave`` leaves the
        open community's channel of that name; false: there is none.
        """
        super().__init__(desk)
        self._bridge = bridge
        self._desk = desk
        self._moderating = moderating
        self._tell = tell
        self._leave = leave

    def obey(self, command: Command, view: SpaceView) -> bool:
        """Does it; false if it lacks something, and the sentence says what: it stays to be mended.

        What every kind of channel understands is not for here.
        """
        community = self._desk.community
        verb, argument = command.verb, command.argument
        if community is None:
            self._tell(tr("Wait a moment: the community is being looked up."))
            return False
        if verb in LACKING and not argument:
            self._tell(tr(LACKING[verb]))
            return False
        if verb in NAMES_SOMEBODY:
            return self._about_somebody(community, command, view)
        if verb in _PARTS:
            self.page_wanted.emit(community, _PARTS[verb])
            return True
        return self._obey(community, command, view)

    def _obey(self, community: CommunityView, command: Command, view: SpaceView) -> bool:
        argument = command.argument
        match command.verb:
            case Verb.JOIN:
                self._begin(self._join(community, argument), command, view)
            case Verb.TOPIC:
                topic = SetTopic(view.id, " ".join(argument.split()))
                self._begin(self._bridge.perform(topic), command, view)
            case Verb.NICK:
                named = SetInfo(community.id, "name", argument)
                self._begin(self._bridge.perform(named), command, view)
            case Verb.SHARE:
                self.share_wanted.emit(community)
            case Verb.WHOAMI:
                self._show_own(community)
            case Verb.LEAVE:
                channel = argument.removeprefix("#").strip()
                if not self._leave(channel or self._desk.book.channel_of(view)):
                    self._tell(tr("You are in no channel of that name."))
                    return False
            case Verb.READ | Verb.ARCHIVE | Verb.UNARCHIVE as verb:
                self._put(view, verb)
            case Verb.DELETE:
                self.last_own_wanted.emit()
            case _:
                return False
        return True

    def _put(self, view: SpaceView, verb: Verb) -> None:
        if verb is Verb.READ:
            self.read_wanted.emit(view)
        else:
            self.archive_wanted.emit(view, verb is Verb.ARCHIVE)

    # ---- somebody ---------------------------------------------------------------------------

    def _about_somebody(self, community: CommunityView, command: Command, view: SpaceView) -> bool:
        verb, argument = command.verb, command.argument
        if not argument:
            self._tell(tr("Write behind it who is meant: /{verb} June").format(verb=verb.value))
            return False
        channels = [one.name for one in self._desk.channels]
        people = (*self._desk.members, *self._desk.former)
        found = meant_in(argument, people, channels)
        if len(found.members) > 1:
            words = tr("Several members bear that name. Say which one: {choices}")
            self._tell(words.format(choices=choices(found.members)))
            return False
        if not found.members:
            words = tr("Nobody in this community is called “{name}”. /names lists them all.")
            self._tell(words.format(name=one_line(argument)))
            return False
        if found.channel and not (knows_roles(community.wire) and verb in _IN_ONE_CHANNEL):
            self._tell(tr("That cannot be done for one channel alone. Nothing was changed."))
            return False
        if verb is Verb.WHOIS:
            self.member_wanted.emit(community, found.members[0])
            return True
        work = self._work(community, verb, found)
        if work is not None:
            self._begin(work, command, view)
        return work is not None

    def _work(self, community: CommunityView, verb: Verb, meant: Meant) -> Work | None:
        """What does it; None if it cannot be done, which was told."""
        member = meant.members[0]
        if member.ours:
            self._tell(tr("That is you."))
            return None
        if verb in _ROLES:
            return self._role(community, member, _ROLES[verb], meant.channel)
        if verb in {Verb.FOLLOW, Verb.UNFOLLOW}:
            return self._following(community, member, followed=verb is Verb.FOLLOW)
        return self._standing(community, verb, meant)

    def _standing(self, community: CommunityView, verb: Verb, meant: Meant) -> Work | None:
        acts, member, rest = self._moderating, meant.members[0], meant.rest
        match verb:
            case Verb.HIDE:
                return acts.hidden_for(community, member, rest, meant.channel)
            case Verb.UNHIDE:
                return acts.shown(community, member, meant.channel)
            case Verb.BLOCK:
                return acts.blocked_for(community, member, rest)
            case Verb.UNBLOCK:
                return acts.unblocked(community, member)
            case _:
                return None

    def _following(
        self, community: CommunityView, member: CommunityMemberView, *, followed: bool
    ) -> Work | None:
        if knows_roles(community.wire):
            self._tell(
                tr("This community has roles instead: /mod {name}").format(
                    name=shown_name(member.name)
                )
            )
            return None
        return self._moderating.following(community, member, followed=followed)

    def _role(
        self, community: CommunityView, member: CommunityMemberView, role: MemberRole, channel: str
    ) -> Work | None:
        if not knows_roles(community.wire):
            self._tell(
                tr("There are no roles in this community. You can follow somebody's moderation.")
            )
            return None
        return self._moderating.role_given(community, member, role, channel)

    def _show_own(self, community: CommunityView) -> None:
        for member in self._desk.members:
            if member.ours:
                self.member_wanted.emit(community, member)

    # ---- inside -----------------------------------------------------------------------------

    async def _join(self, community: CommunityView, argument: str) -> None:
        channel = argument.removeprefix("#").strip()
        space = await self._bridge.perform(JoinChannel(community.id, channel))
        self.opened.emit(space.id)

    def _begin(self, work: Work, command: Command, view: SpaceView) -> None:
        """The one way in which a command does what takes time: whatever keeps it from being done,
        what was typed is not lost.
        """
        task = self._bridge.start(self._or_returned(work, command, view))
        # Where the window closes before it has begun, nobody would ever have awaited it.
        task.add_done_callback(lambda _: work.close())

    async def _or_returned(self, work: Work, command: Command, view: SpaceView) -> None:
        try:
            await work
        except (Refused, Fault) as problem:
            self._return(command, view, problem)

    def _return(self, command: Command, view: SpaceView, problem: Refused | Fault) -> None:
        """It stands in the field again, to be mended."""
        self.returned.emit(view.id, command.text, NOTHING)
        self.refused.emit(view.id, sentence_of(problem).whole)
