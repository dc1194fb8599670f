"""How a command can fail: exit status, stable code, one plain sentence, a next step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from itertools import chain

from engine.errors import Fault, FaultReason, Refused
from engine.model.found import Found
from ui.wording.sentences import sentence_of, sentence_of_ending
from ui.wording.wanted import Wanted, sentence_where

_NOT_OF_THE_ADDRESS = frozenset({"community_unclear", "no_community", "no_commenting"})


class ExitStatus(IntEnum):
    """What the process answers. The numbers are a contract."""

    DONE = 0
    REFUSED = 1
    USAGE = 2
    IN_USE = 3
    NEWER = 4
    NO_PEER = 5
    FAULT = 6


@dataclass(frozen=True, slots=True)
class Failure:
    """What is told of a failed command."""

    status: ExitStatus
    code: str
    message: str
    hint: str


class CommandFailed(Exception):  # noqa: N818 - an answer
    """A failure of the command line's own, which the engine knows nothing of."""

    def __init__(self, failure: Failure) -> None:
        """``failure`` is what is told."""
        super().__init__(failure.code)
        self.failure = failure


def failure_of(problem: Refused | Fault) -> Failure:
    """The words and the status of what the engine raised."""
    sentence = sentence_of(problem)
    return Failure(_status(problem), str(problem.reason), sentence.message, sentence.hint)


def not_wanted(refused: Refused, wanted: Wanted[Found]) -> CommandFailed:
    """A text or code is not what the command needs: that is said, too."""
    sentence = sentence_where(wanted, refused)
    code = str(refused.reason)
    return CommandFailed(Failure(ExitStatus.REFUSED, code, sentence.message, sentence.hint))


def _status(problem: Refused | Fault) -> ExitStatus:
    if isinstance(problem, Refused):
        return ExitStatus.REFUSED
    match problem.reason:
        case FaultReason.PROFILE_IN_USE:
            return ExitStatus.IN_USE
        case FaultReason.PROFILE_NEWER:
            return ExitStatus.NEWER
        case _:
            return ExitStatus.FAULT


def usage(message: str, hint: str = "“tidings --help” shows what can be given.") -> CommandFailed:
    """The command was not written as it must be."""
    return CommandFailed(Failure(ExitStatus.USAGE, "usage", message, hint))


def version_differs(theirs: str, ours: str) -> CommandFailed:
    """The engine that runs on the profile is of another version."""
    message = f"Tidings {theirs or 'of another version'} is running, and this is Tidings {ours}."
    hint = "Restart the running one, then try again."
    return CommandFailed(Failure(ExitStatus.IN_USE, "version_differs", message, hint))


def still_locked() -> CommandFailed:
    """A window asks for the profile's passphrase; until it has it, there is no engine to talk to.

    The code is that of every profile that somebody else has.
    """
    message = "Tidings is waiting for this profile's passphrase in its window."
    hint = "Unlock it there, or close that window, then try again."
    code = str(FaultReason.PROFILE_IN_USE)
    return CommandFailed(Failure(ExitStatus.IN_USE, code, message, hint))


def runs_already() -> CommandFailed:
    """Something is to be done with the profile that only who has it alone may do."""
    message = "Tidings runs on this profile."
    hint = "End it first, then try again."
    code = str(FaultReason.PROFILE_IN_USE)
    return CommandFailed(Failure(ExitStatus.IN_USE, code, message, hint))


def passphrases_differ() -> CommandFailed:
    """A new passphrase was typed twice, and not the same."""
    message = "The two passphrases are not the same; nothing was written."
    hint = "Run the command again and type the same one twice."
    return CommandFailed(Failure(ExitStatus.REFUSED, "passphrases_differ", message, hint))


def not_confirmed() -> CommandFailed:
    """The person was asked, and did not agree."""
    message = "Nothing was changed."
    hint = "“--yes” does it without asking."
    return CommandFailed(Failure(ExitStatus.REFUSED, "not_confirmed", message, hint))


def no_window() -> CommandFailed:
    """``tidings serve`` runs on the profile, so no window can be opened beside it."""
    message = "Tidings runs on this profile without a window (“tidings serve”)."
    hint = "Stop it first, or use another profile with “--profile DIR”."
    return CommandFailed(Failure(ExitStatus.REFUSED, "no_window", message, hint))


def no_display(trouble: str) -> CommandFailed:
    """There is nothing to show a window on; ``trouble`` as ``app.screen`` says it."""
    message = f"There is no screen to open a window on: {trouble}."
    hint = "Start it in a desktop session, or use “tidings serve” and the other commands."
    return CommandFailed(Failure(ExitStatus.FAULT, "no_display", message, hint))


def no_qt(why: str) -> CommandFailed:
    """The window's libraries, or what they need of the system, are not there."""
    message = f"The window's libraries cannot be loaded: {why}."
    hint = "“tidings doctor” says what is missing; the other commands work without it."
    return CommandFailed(Failure(ExitStatus.FAULT, "no_qt", message, hint))


def no_peer(troubles: Mapping[str, str | None]) -> CommandFailed:
    """Nobody could be reached. ``troubles``: the addresses asked for, and the code of why not."""
    message = "No peer could be reached."
    hint = "Give an address with “--peer tidings:HOST:PORT”; “tidings peers” shows what was tried."
    if troubles:
        message = f"Nobody could be reached at {', '.join(troubles)}."
        hint = " ".join(dict.fromkeys(chain.from_iterable(map(_why, troubles.values()))))
    return CommandFailed(Failure(ExitStatus.NO_PEER, "no_peer", message, hint))


def _why(code: str | None) -> Iterable[str]:
    """Sentences: what is known, and what to do."""
    known = None if code is None else sentence_of_ending(code)
    if code in _NOT_OF_THE_ADDRESS and known is not None:
        return known.message, known.hint
    check = "Check the address, and that Tidings runs there."
    return (check,) if known is None else (known.message, check)


def timed_out(seconds: float) -> CommandFailed:
    """Peers were there, and it was still going on."""
    message = f"It was not finished after {seconds:g} seconds; what has arrived is kept."
    hint = "Run it again, or allow more with “--timeout”."
    return CommandFailed(Failure(ExitStatus.NO_PEER, "timed_out", message, hint))
