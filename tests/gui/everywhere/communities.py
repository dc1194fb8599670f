"""The places of communities, one function each: it opens the place and answers it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.model.communities import (
    CommunityView,
    MemberRole,
    MemberStanding,
    SeededRole,
    WireVersion,
)
from engine.model.community_commands import DropChannel, HideMember
from engine.model.found import FoundCommunity
from engine.model.ids import CommunityId, PostKind
from tests.fake_history import key_of
from tests.gui.conftest import until
from tests.gui.everywhere.house import House, Place
from tests.gui.window_scene import settled
from ui.communities.asking import ChannelQuestion, NicknameQuestion, block_question, hide_question
from ui.communities.page import CHANNELS, MEMBERS, MODERATION
from ui.main_window.community_hall import CommunityHall


async def _opened(house: House, wire: WireVersion = WireVersion.M) -> CommunityId:
    """A community with members, channels, a hidden member and a log, whose channel is open."""
    engine, wording = house.world.engine, house.world.wording
    there = engine.communities
    community = there.add(house.name, nickname=wording.name(5), wire=wire, peers=1)
    first = there.member(community, wording.name(2), online=True)
    there.member(community, wording.name(2), role=MemberRole.MODERATOR)
    hidden = there.member(community, wording.name(3))
    there.member(community, "", followed=True)
    there.channel(community, wording.name(1), topic=wording.texts[0], members=3, look_alike="0ther")
    there.channel(community, wording.name(4))
    for kind in (PostKind.JOIN, PostKind.LEAVE, PostKind.INFO, PostKind.TOPIC):
        there.say_as(community, first, wording.texts[0], kind)
    for text in wording.texts:
        there.say_as(community, first, text)
        there.say_as(community, hidden, text)
    await engine.perform(HideMember(community, hidden, reason=wording.texts[0]))
    await engine.perform(DropChannel(community, wording.name(4), reason=wording.texts[0]))
    house.window._spaces.ask_now()
    await settled(house.window)
    house.window.open_space(there.space(community))
    await until(lambda: not house.window.outside.announcer._settle.isActive())
    await settled(house.window)
    return community


def _hall(house: House) -> CommunityHall:
    return house.window.occasions.communities


def _view(house: House, community: CommunityId) -> CommunityView:
    return house.world.engine.communities.view(community)


async def community_channel(house: House) -> QWidget:
    await _opened(house, WireVersion.S)
    house.window.pages.channel.timeline.to_beginning()
    await settled(house.window)
    return house.window


async def community_channel_topic(house: House) -> QWidget:
    await _opened(house, WireVersion.S)
    house.window.pages.channel.head.topic.edit()
    return house.window


async def empty_community_channel(house: House) -> QWidget:
    there = house.world.engine.communities
    community = there.add(house.name)
    house.window._spaces.ask_now()
    await settled(house.window)
    house.window.open_space(there.space(community))
    await settled(house.window)
    return house.window


def _page(part: str) -> Place:
    async def place(house: House) -> QWidget:
        community = await _opened(house)
        page = _hall(house).show_page(_view(house, community), part)
        await settled(house.window)
        return page

    return place


async def new_community(house: House) -> QWidget:
    page = _hall(house).show_new()
    page.make.click()  # without a name: the trouble beside the field
    await settled(house.window)
    return page


async def join_community(house: House) -> QWidget:
    page = _hall(house).show_joining()
    await settled(house.window)
    return page


async def join_community_preview(house: House) -> QWidget:
    roles = (SeededRole(key_of("somebody"), MemberRole.ADMIN),)
    found = FoundCommunity(bytes(range(32)), WireVersion.M, house.name, (), roles)
    page = _hall(house).show_joining(found)
    await settled(house.window)
    return page


async def share_community(house: House) -> QWidget:
    community = await _opened(house)
    page = _hall(house).show_sharing(_view(house, community))
    await settled(house.window)
    return page


async def community_member(house: House) -> QWidget:
    await _opened(house)
    hall = _hall(house)
    member = next(
        one for one in hall.desk.members if one.standing is MemberStanding.HIDDEN and not one.ours
    )
    community = hall.desk.community
    assert community is not None
    page = hall.show_member(community, member)
    await settled(house.window)
    return page


async def nickname_question(house: House) -> QWidget:
    community = await _opened(house)
    return await house.shown(NicknameQuestion(house.window, _view(house, community)))


async def channel_question(house: House) -> QWidget:
    community = await _opened(house)
    return await house.shown(ChannelQuestion(house.window, _view(house, community)))


async def hide_member_question(house: House) -> QWidget:
    theme = house.equipment.theme
    return await house.shown(hide_question(house.window, theme, house.name, WireVersion.S))


async def block_member_question(house: House) -> QWidget:
    theme = house.equipment.theme
    return await house.shown(block_question(house.window, theme, house.name, WireVersion.M))


PLACES: dict[str, Place] = {
    "community_channel": community_channel,
    "community_channel_topic": community_channel_topic,
    "empty_community_channel": empty_community_channel,
    "community_channels": _page(CHANNELS),
    "community_members": _page(MEMBERS),
    "community_moderation": _page(MODERATION),
    "new_community": new_community,
    "join_community": join_community,
    "join_community_preview": join_community_preview,
    "share_community": share_community,
    "community_member": community_member,
    "nickname_question": nickname_question,
    "channel_question": channel_question,
    "hide_member_question": hide_member_question,
    "block_member_question": block_member_question,
}
