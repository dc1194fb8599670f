"""Whose fault it was, in three exceptions. Words for people are elsewhere: these carry codes.

* ``PeerViolation``: the peer broke its specification. The connection is closed, nothing is stored.
* ``Refused``: the user asked for what cannot be. Nothing changed.
* ``Fault``: our machine failed (disk, keys, corrupt file, port). The turn was rolled back.

Anything else that is raised is a bug of ours.
"""

from __future__ import annotations

from enum import StrEnum


class PeerViolation(Exception):  # noqa: N818 - the word of the design, and it is not our error
    """A peer broke ``rule`` of ``section`` of its specification. Its packet had no effect."""

    def __init__(self, rule: str, section: str) -> None:
        """Both are short, plain English, and carry no content of the packet."""
        super().__init__(f"{rule} ({section})")
        self.rule = rule
        self.section = section


class Refusal(StrEnum):
    """Why a command or query was refused. The values are stable codes of the command line."""

    NAME_INVALID = "name_invalid"
    NAME_UNSEEN = "name_unseen"
    NAME_TOO_LONG = "name_too_long"
    NAME_TAKEN = "name_taken"
    IDENTITY_UNKNOWN = "identity_unknown"
    NO_IDENTITY = "no_identity"
    NO_CHANNEL = "no_channel"
    SPACE_UNKNOWN = "space_unknown"
    SPACE_AMBIGUOUS = "space_ambiguous"
    SPACE_KNOWN = "space_known"
    SPACE_PART = "space_part"
    POST_UNKNOWN = "post_unknown"
    POST_AMBIGUOUS = "post_ambiguous"
    POST_NOT_OURS = "post_not_ours"
    POST_TAKEN_BACK = "post_taken_back"
    READ_ONLY = "read_only"
    CHANNEL_DROPPED = "channel_dropped"
    CHAIN_EXPIRED = "chain_expired"
    CHAIN_FULL = "chain_full"
    RIGHT_UNENDING = "right_unending"
    MEMBER_UNKNOWN = "member_unknown"
    MEMBER_AMBIGUOUS = "member_ambiguous"
    RENEWAL_UNKNOWN = "renewal_unknown"
    OWN_LINK_FIRST = "own_link_first"
    NOT_SYNCED = "not_synced"
    TEXT_EMPTY = "text_empty"
    BODY_INVALID = "body_invalid"
    CONTENT_UNSUPPORTED = "content_unsupported"
    FILE_UNKNOWN = "file_unknown"
    TEXT_TOO_LONG = "text_too_long"
    COMMUNITY_UNKNOWN = "community_unknown"
    FLAGS_FULL = "flags_full"
    REASON_TOO_LONG = "reason_too_long"
    TOPIC_TOO_LONG = "topic_too_long"
    NOT_A_FEED = "not_a_feed"
    FEED_OF_OTHER_FORM = "feed_of_other_form"
    NOT_A_FOLDER = "not_a_folder"
    BLOCK_TOO_LONG = "block_too_long"
    BLOCKS_MISSING = "blocks_missing"
    CONTENT_WRONG = "content_wrong"
    FEED_ELSEWHERE = "feed_elsewhere"
    FEED_FORKED = "feed_forked"
    FEED_NOT_OLDER = "feed_not_older"
    NAME_UNSAFE = "name_unsafe"
    DIRECTORY_TAKEN = "directory_taken"
    COMMENT_NOT_ALLOWED = "comment_not_allowed"
    COMMENT_RIGHT_ENDED = "comment_right_ended"
    COMMENT_UNKNOWN = "comment_unknown"
    COMMENT_NOT_OURS = "comment_not_ours"
    COMMENT_TAKEN_BACK = "comment_taken_back"
    COMMENT_ELSEWHERE = "comment_elsewhere"
    ENTRY_UNKNOWN = "entry_unknown"
    COMMENTS_FULL = "comments_full"
    TRUST_FULL = "trust_full"
    TRUST_NEEDLESS = "trust_needless"
    TRUST_INVALID = "trust_invalid"
    TRUST_NOT_FOR_US = "trust_not_for_us"
    TRUST_FOR_OTHER_KEY = "trust_for_other_key"
    TRUST_BETTER_KNOWN = "trust_better_known"
    REQUEST_INVALID = "request_invalid"
    REQUEST_UNKNOWN = "request_unknown"
    REQUEST_EXPIRED = "request_expired"
    REQUEST_OWN = "request_own"
    REQUEST_OF_OWNER = "request_of_owner"
    INVITE_INVALID = "invite_invalid"
    INVITE_EARLY = "invite_early"
    INVITE_NOT_FOR_US = "invite_not_for_us"
    VALIDITY_INVALID = "validity_invalid"
    KEY_INVALID = "key_invalid"
    KEY_OWN = "key_own"
    LINK_INVALID = "link_invalid"
    LINK_TRUNCATED = "link_truncated"
    LINK_FOREIGN = "link_foreign"
    LINK_OF_OTHER_TYPE = "link_of_other_type"
    NO_CODE_IN_PICTURE = "no_code_in_picture"
    PICTURE_UNREADABLE = "picture_unreadable"
    FILE_UNREADABLE = "file_unreadable"
    FILE_UNWRITABLE = "file_unwritable"
    FOLDER_TAKEN = "folder_taken"
    FOLDER_IN_WORK = "folder_in_work"
    FOLDER_MISSING = "folder_missing"
    FOLDER_UNWRITABLE = "folder_unwritable"
    DATASET_UNREADABLE = "dataset_unreadable"
    DATASET_OTHERWISE = "dataset_otherwise"
    FILE_TOO_LARGE = "file_too_large"
    FILE_NO_EXPORT = "file_no_export"
    FILE_NEWER = "file_newer"
    BACKUP_INVALID = "backup_invalid"
    BACKUP_DAMAGED = "backup_damaged"
    PROFILE_THERE = "profile_there"
    NO_COPY = "no_copy"
    MOVE_CODE_INVALID = "move_code_invalid"
    MOVE_NOBODY = "move_nobody"
    MOVE_BROKEN = "move_broken"
    MOVE_UNSURE = "move_unsure"
    NOT_HEARD = "not_heard"
    FILE_PASSPHRASE_NEEDED = "file_passphrase_needed"  # noqa: S105 - a code, not a secret
    TEXT_UNREADABLE = "text_unreadable"
    ADDRESS_INVALID = "address_invalid"
    PORT_MISSING = "port_missing"
    PROTOCOL_MISSING = "protocol_missing"
    PEER_UNKNOWN = "peer_unknown"
    PROTOCOL_UNKNOWN = "protocol_unknown"
    PASSPHRASE_WRONG = "passphrase_wrong"  # noqa: S105 - a code, not a secret
    PASSPHRASE_NEEDED = "passphrase_needed"  # noqa: S105 - a code, not a secret
    PROFILE_LOCKED = "profile_locked"
    ANSWER_TOO_LONG = "answer_too_long"
    NOTHING_TO_LOCK = "nothing_to_lock"
    NO_KEY_RING = "no_key_ring"
    KEY_RING_SILENT = "key_ring_silent"
    ALREADY_SERVING = "already_serving"
    NOT_IN_THIS_VERSION = "not_in_this_version"


class Refused(Exception):  # noqa: N818 - a refusal is an answer, not an error
    """The user asked for what cannot be; nothing changed.

    ``detail`` may name what was meant (a name, a limit, the candidates of an ambiguous name): what
    a person typed or would know, never the id by which a program asked. ``SPACE_UNKNOWN`` has none
    where a space was asked for by its id: then it was here, and was erased meanwhile.
    """

    def __init__(self, reason: Refusal, detail: str = "") -> None:
        """``detail`` is data for the sentence shown, never the sentence itself."""
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail


class FaultReason(StrEnum):
    """What of our own machine failed."""

    DISK_FULL = "disk_full"
    DISK_READ_ONLY = "disk_read_only"
    DISK_FAILED = "disk_failed"
    DATABASE_CORRUPT = "database_corrupt"
    LOG_DAMAGED = "log_damaged"
    DATABASE_UNREADABLE = "database_unreadable"
    DATABASE_MISSING = "database_missing"
    KEY_FILE_MISSING = "key_file_missing"
    KEY_FILE_DAMAGED = "key_file_damaged"
    PROFILE_NEWER = "profile_newer"
    PROFILE_IN_USE = "profile_in_use"
    SETTINGS_FULL = "settings_full"
    MEMORY_LACKING = "memory_lacking"
    PORT_IN_USE = "port_in_use"
    ADDRESS_UNAVAILABLE = "address_unavailable"
    ENGINE_CLOSED = "engine_closed"
    BUG = "bug"


class Fault(Exception):  # noqa: N818 - pairs with Refused
    """Our machine failed; what was under way was undone. The user may try again."""

    def __init__(self, reason: FaultReason, detail: str = "") -> None:
        """``detail`` names the thing that failed (a file, an address), for the log and the user."""
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail
