"""What ``--master`` may say: where Spark does its work, and whether anybody is there.

Spark itself says it in a stack of Java, and that nobody is there only after a minute.
"""

from __future__ import annotations

import re
import socket
import threading
import time

PLACES = "local[*], spark://HOST:PORT, yarn or k8s://HOST:PORT"
"""For a person who mistyped it."""
PORT_MAX = 65_535
_LOCAL = re.compile(r"local(\[(\*|[1-9]\d{0,3})(\s*,\s*[1-9]\d{0,3})?\])?", re.ASCII)
_HOST = r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9][A-Za-z0-9.-]*)"
_AT = re.compile(rf"{_HOST}:(\d{{1,5}})", re.ASCII)
_KUBERNETES = re.compile(rf"k8s://(https?://)?{_HOST}(:\d{{1,5}})?(/\S*)?", re.ASCII)
_CLUSTER = "spark://"
ANSWER_SECONDS = 6.0  # ours: a lost packet is sent again after 1 s and 3 s; a master restarts so
AGAIN_SECONDS = 0.25  # ours: who was refused asks again so soon


class MasterAway(Exception):  # noqa: N818 - an answer about an address
    """Nobody listens where a cluster's master is to be. The text is for the person."""

    def __init__(self, master: str) -> None:
        """``master``: as it was given."""
        super().__init__(f"Nobody answers at {master}: is the master running?")


def is_master(text: str) -> bool:
    """Whether that can be meant: this computer, masters of a cluster, YARN or Kubernetes."""
    if text.startswith(_CLUSTER):
        return all(map(_is_at, text.removeprefix(_CLUSTER).split(",")))
    return text == "yarn" or any(one.fullmatch(text) for one in (_LOCAL, _KUBERNETES))


def demand_answer(master: str | None) -> None:
    """Raises MasterAway where nobody answers at a cluster that is named by its masters' addresses;
    of several masters one is enough. All are asked at once, again and again for ANSWER_SECONDS, as
    one may just be restarting. Nothing is asked of other places, and nothing is said there.
    """
    if master is None or not master.startswith(_CLUSTER):
        return
    answered, until = threading.Event(), time.monotonic() + ANSWER_SECONDS
    for address in master.removeprefix(_CLUSTER).split(","):
        # Nobody waits for them: how long a name is looked for is not ours to say.
        threading.Thread(target=_ask, args=(address, answered, until), daemon=True).start()
    if not answered.wait(ANSWER_SECONDS):
        raise MasterAway(master)


def _ask(address: str, answered: threading.Event, until: float) -> None:
    while not answered.is_set() and (left := until - time.monotonic()) > 0:
        if _answers(address, left):
            answered.set()
        answered.wait(AGAIN_SECONDS)


def _answers(address: str, seconds: float) -> bool:
    host, _, port = address.rpartition(":")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), seconds):
            return True
    except (OSError, UnicodeError):  # the latter: no name of the Internet can be like that
        return False


def _is_at(text: str) -> bool:
    found = _AT.fullmatch(text)
    return found is not None and 0 < int(found[1]) <= PORT_MAX
