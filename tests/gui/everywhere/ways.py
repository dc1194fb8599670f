"""The map: how each page and dialog is reached from the open window, by keys as by mouse.

A way is walked by either hand (``hands``). ``WITHOUT`` names those that nobody walks to, and why.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from PySide6.QtWidgets import QWidget

from tests.gui.everywhere.folders import OneSurvey
from tests.gui.everywhere.hands import Hand
from tests.gui.reports.scene import FakeReports
from tests.gui.window_scene import settled, started
from ui.backups.question import BackupQuestion
from ui.codes.channel_code import ChannelCodePage
from ui.codes.following import FollowingPage
from ui.comments.accepting import AcceptTrustPage
from ui.comments.bringing import BringTrustPage
from ui.comments.network_page import NetworkPage
from ui.comments.own_key import OwnKeyPage
from ui.comments.trusting import TrustPage
from ui.communities.asking import ChannelQuestion, NicknameQuestion, ReasonQuestion
from ui.communities.joining import JoinCommunityPage
from ui.communities.making import NewCommunityPage
from ui.communities.member_page import CommunityMemberPage
from ui.communities.page import CommunityPage
from ui.communities.sharing import ShareCommunityPage
from ui.composing.commands_sheet import CommandsSheet
from ui.connections.page import ConnectionsPage
from ui.emoji.picker import EmojiPicker
from ui.exporting.dialog import ExportDialog
from ui.feeds.about import AboutFeedPage
from ui.feeds.code import FeedCodePage
from ui.feeds.fetching import FetchDialog
from ui.feeds.following import FollowFeedPage
from ui.feeds.limit_question import LimitQuestion
from ui.feeds.making import NewFeedPage
from ui.finding.dates import DatePopup
from ui.folders.about import AboutFolderPage
from ui.folders.code import FolderCodePage
from ui.folders.getting import GetFolderPage
from ui.folders.history import HistoryPage
from ui.folders.page import FolderPage
from ui.folders.placing import PlacingPage
from ui.folders.sharing import ShareFolderPage
from ui.invites.asking import AskingPage
from ui.invites.issuing import IssuingPage
from ui.keys.sheet import KeysSheet
from ui.moving.giving import GivingDialog
from ui.moving.taking import TakingDialog
from ui.people.identities_page import IdentitiesPage
from ui.people.member_page import MemberPage
from ui.people.secret_dialog import SecretQuestion
from ui.posts.details import PostDetails
from ui.posts.picture import PictureDialog
from ui.posts.reacting import QuickReactions
from ui.profiles.chooser import ProfileChooser
from ui.reports.page import ReportPage
from ui.searching.page import SearchPage
from ui.settings_page.about import LicencesSheet
from ui.settings_page.page import SettingsPage
from ui.settings_page.passphrase import PassphraseQuestion
from ui.starting.lock import LockWindow
from ui.starting.trouble import TroubleWindow
from ui.starting.unlocking import UnlockWindow
from ui.switching.switcher import Switcher
from ui.widgets.dialogs import LinkQuestion, NameQuestion, NewChannel, Question
from ui.widgets.late_question import LateQuestion

CHANNELS = "Channels"
"""The list at the left."""
GARDEN = "Garden"
"""A channel of ours in the calm world."""
Way = Callable[[Hand], Awaitable[object]]
WAYS: dict[type[QWidget], Way] = {}
POPUPS: tuple[type[QWidget], ...] = (EmojiPicker, QuickReactions, DatePopup)
WITHOUT: dict[type[QWidget], str] = {
    AcceptTrustPage: "shows a permission that was brought, by a link or a code",
    CommandsSheet: "is typed, as all that it lists: /help",
    FetchDialog: "stands there while a file of a feed is long on its way",
    LateQuestion: "comes by itself, where what was given turns out to be large, or not empty",
    TroubleWindow: "says why the program does not start",
    UnlockWindow: "asks for the passphrase before there is a window",
    LockWindow: "stands in the place of the window, after a while or by a menu of the desktop",
}


def leads_to(place: type[QWidget]) -> Callable[[Way], Way]:
    """Puts a way into the map."""

    def noted(way: Way) -> Way:
        assert place not in WAYS, place
        WAYS[place] = way
        return way

    return noted


def _by_buttons(place: type[QWidget], *words: str) -> None:
    """One after the other."""

    @leads_to(place)
    async def way(hand: Hand) -> None:
        for one in words:
            await hand.press(one)


def _by_menu_of_button(place: type[QWidget], button: str, entry: str) -> None:
    @leads_to(place)
    async def way(hand: Hand) -> None:
        await hand.press(button)
        await hand.choose(entry)


def _by_menu_of_channel(place: type[QWidget], channel: str, entry: str) -> None:
    @leads_to(place)
    async def way(hand: Hand) -> None:
        await hand.menu_of(CHANNELS, channel)
        await hand.choose(entry)


def _by_menu_of_message(place: type[QWidget], words: str, entry: str) -> None:
    @leads_to(place)
    async def way(hand: Hand) -> None:
        await hand.row(CHANNELS, GARDEN)
        await hand.message_menu(words)
        await hand.choose(entry)


# ---- the rail, and the foot of the list ---------------------------------------------------------

_YOU, _MORE = "You are", "Communities, feeds, folders"
_by_buttons(SettingsPage, "Settings")
_by_buttons(SearchPage, "Search all messages")
_by_buttons(ConnectionsPage, "Connections")
_by_buttons(AskingPage, "Join or request an invite")
_by_buttons(FollowingPage, "Follow a public channel")
_by_buttons(NewChannel, "New channel")
_by_buttons(LicencesSheet, "Settings", "Licences of what it is made of…")
_by_buttons(PassphraseQuestion, "Settings", "Change the passphrase…")
_by_buttons(GivingDialog, "Settings", "Move to another computer…")
_by_menu_of_button(IdentitiesPage, _YOU, "Your identities…")
_by_menu_of_button(ProfileChooser, _YOU, "Open another profile…")
_by_menu_of_button(Switcher, _YOU, "Go to…")
_by_menu_of_button(KeysSheet, _YOU, "All keys…")
_by_menu_of_button(NewCommunityPage, _MORE, "New community")
_by_menu_of_button(JoinCommunityPage, _MORE, "Join a community")
_by_menu_of_button(NewFeedPage, _MORE, "New feed")
_by_menu_of_button(FollowFeedPage, _MORE, "Follow a feed")
_by_menu_of_button(ShareFolderPage, _MORE, "Share a folder")
_by_menu_of_button(GetFolderPage, _MORE, "Get a folder")


@leads_to(SecretQuestion)
async def secret_of_an_identity(hand: Hand) -> None:
    await hand.press(_YOU)
    await hand.choose("Your identities…")
    await hand.press("Export…")
    await hand.press("Save")


@leads_to(BackupQuestion)
async def secret_of_a_backup(hand: Hand) -> None:
    await hand.press("Settings")
    await hand.press("Back up…")
    await hand.press("Save")


@leads_to(TakingDialog)
async def taken_over_at_the_beginning(hand: Hand) -> None:
    engine = hand.house.world.engine
    engine.spaces.clear()
    engine.identities.clear()
    await started(hand.house.window)  # anew, as where nothing was made yet
    await hand.press("Take over from another computer")


# ---- a private channel --------------------------------------------------------------------------

_by_menu_of_channel(ChannelCodePage, "Village notices", "Show the channel's code")
_by_menu_of_channel(ExportDialog, GARDEN, "Export the history…")
_by_menu_of_channel(NameQuestion, GARDEN, "Rename…")
_by_menu_of_channel(Question, GARDEN, "Leave…")
_by_menu_of_message(PostDetails, "And cake.", "Details…")
_by_menu_of_message(QuickReactions, "And cake.", "React…")
_by_menu_of_message(LinkQuestion, "Shall we plant", "Open link…")
_by_menu_of_message(PictureDialog, "Shall we plant", "Show bed.png")


@leads_to(IssuingPage)
async def letting_in(hand: Hand) -> None:
    await hand.row(CHANNELS, GARDEN)
    await hand.press("Invite someone")


@leads_to(MemberPage)
async def member(hand: Hand) -> None:
    await hand.row(CHANNELS, GARDEN)
    await _members_in_sight(hand)
    await hand.row("Members", "Wren")


@leads_to(EmojiPicker)
async def emoji(hand: Hand) -> None:
    await hand.row(CHANNELS, GARDEN)
    await hand.press("Emoji")


@leads_to(DatePopup)
async def another_day(hand: Hand) -> None:
    await hand.row(CHANNELS, GARDEN)
    await hand.day()


@leads_to(ReportPage)
async def report(hand: Hand) -> None:
    object.__setattr__(hand.house.equipment, "reports", FakeReports())  # frozen: of this test
    hand.house.window.sidebar.wanted.offer_report(offered=True)
    await hand.menu_of(CHANNELS, GARDEN)
    await hand.choose("Activity report…")


async def _members_in_sight(hand: Hand) -> None:
    if not hand.house.window.panes.details_in_sight:
        await hand.press("Members")


# ---- feeds --------------------------------------------------------------------------------------


async def _feed(hand: Hand, *, let: bool = True) -> None:
    """An open feed; ``let``: we may comment there, and let others do so."""
    engine = hand.house.world.engine
    space = engine.feeds.add("Almanac", "First frost")
    if let:
        engine.comments.let(space, expires_at=engine.now + 86_400.0)
    engine.comments.come(space, "Brr", "one", entry=0)
    await _listed(hand)
    await hand.row(CHANNELS, "Almanac")


async def _comments(hand: Hand, *, let: bool = True) -> None:
    """They stand beside it."""
    await _feed(hand, let=let)
    if not hand.house.window.panes.details_in_sight:
        await hand.press(hand.house.window.pages.channel.head.talk.accessibleName())


async def _listed(hand: Hand) -> None:
    """What was added to the world is in the list."""
    hand.house.window._spaces.ask_now()
    await settled(hand.house.window)


def _by_menu_of_open_feed(place: type[QWidget], entry: str) -> None:
    """Its head's: beside the comments there is no room for the buttons of the same name."""

    @leads_to(place)
    async def way(hand: Hand) -> None:
        await _feed(hand)
        await hand.press("What can be done with this feed")
        await hand.choose(entry)


_by_menu_of_open_feed(FeedCodePage, "Show the feed's code")
_by_menu_of_open_feed(AboutFeedPage, "About this feed…")


@leads_to(LimitQuestion)
async def feed_limit(hand: Hand) -> None:
    await _feed(hand)
    await hand.menu_of(CHANNELS, "Almanac")
    await hand.choose("Storage limit…")


@leads_to(NetworkPage)
async def who_may_comment(hand: Hand) -> None:
    await _comments(hand)
    await hand.press("Who may comment…")


@leads_to(TrustPage)
async def letting_comment(hand: Hand) -> None:
    await who_may_comment(hand)
    await hand.press("Let somebody comment…")


@leads_to(OwnKeyPage)
async def own_key(hand: Hand) -> None:
    await _comments(hand, let=False)
    await hand.press("Show my key…")


@leads_to(BringTrustPage)
async def bringing_a_permission(hand: Hand) -> None:
    await _comments(hand, let=False)
    await hand.press("I was given a permission")


# ---- communities --------------------------------------------------------------------------------


async def _community(hand: Hand) -> None:
    """With one member, whose channel is in the list."""
    there = hand.house.world.engine.communities
    community = there.add("Beekeepers", nickname="Juniper")
    member = there.member(community, "Sorrel", online=True)
    there.say_as(community, member, "The hives are full")
    await _listed(hand)


def _by_menu_of_community(place: type[QWidget], entry: str) -> None:
    @leads_to(place)
    async def way(hand: Hand) -> None:
        await _community(hand)
        await hand.menu_of(CHANNELS, "Beekeepers")
        await hand.choose(entry)


_by_menu_of_community(CommunityPage, "All channels")
_by_menu_of_community(ShareCommunityPage, "Let somebody in…")
_by_menu_of_community(NicknameQuestion, "Change your name…")
_by_menu_of_community(ChannelQuestion, "New channel…")


@leads_to(CommunityMemberPage)
async def community_member(hand: Hand) -> None:
    await _community(hand)
    await hand.row(CHANNELS, "default")
    await _members_in_sight(hand)
    await hand.row("Members", "Sorrel")


@leads_to(ReasonQuestion)
async def hiding_a_member(hand: Hand) -> None:
    await community_member(hand)
    await hand.press("Hide…")


# ---- folders ------------------------------------------------------------------------------------


async def _folder(hand: Hand) -> None:
    """Of ours, with one file, in the list."""
    house = hand.house
    object.__setattr__(house.equipment, "directories", OneSurvey(("Shed",)))  # of this test
    space = house.world.engine.folders.add("Shed", own=True)
    house.world.engine.folders.write(space, "plan.pdf", b"spades")
    await _listed(hand)


@leads_to(FolderPage)
async def folder(hand: Hand) -> None:
    await _folder(hand)
    await hand.row(CHANNELS, "Shed")


def _by_menu_of_folder(place: type[QWidget], entry: str) -> None:
    @leads_to(place)
    async def way(hand: Hand) -> None:
        await _folder(hand)
        await hand.menu_of(CHANNELS, "Shed")
        await hand.choose(entry)


_by_menu_of_folder(AboutFolderPage, "About this folder…")
_by_menu_of_folder(FolderCodePage, "Show the folder's code")
_by_menu_of_folder(PlacingPage, "Where it lies…")


@leads_to(HistoryPage)
async def file_history(hand: Hand) -> None:
    await folder(hand)
    await hand.menu_of("Files", "plan.pdf")
    await hand.choose("History…")
