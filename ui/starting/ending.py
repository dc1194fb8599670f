"""The signals that end the program in good order: whoever sends one wants nothing half done."""

from __future__ import annotations

import signal

_ALWAYS = (signal.SIGINT, signal.SIGTERM)


def ending_signals() -> tuple[signal.Signals, ...]:
    """Those to be heard. A terminal that closes sends one, too, except to whom it was told (by
    nohup) that this is to be outlived; Windows has none.
    """
    hang_up = getattr(signal, "SIGHUP", None)
    if hang_up is None or signal.getsignal(hang_up) is signal.SIG_IGN:
        return _ALWAYS
    return (*_ALWAYS, hang_up)
