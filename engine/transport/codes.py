"""What the operating system says of an address, as a stable code and as a Fault."""

from __future__ import annotations

import errno
import socket

from engine.errors import Fault, FaultReason

UNREACHABLE = "unreachable"
NAME_NOT_FOUND = "name_not_found"
TIMED_OUT = "timed_out"
TOO_MANY = "too_many"
TOO_SLOW = "too_slow"

_CODES = {
    errno.ECONNREFUSED: "connection_refused",
    errno.ECONNRESET: "connection_reset",
    errno.ECONNABORTED: "connection_reset",
    errno.EPIPE: "connection_reset",
    errno.EHOSTUNREACH: "host_unreachable",
    errno.EHOSTDOWN: "host_unreachable",
    errno.ENETUNREACH: "network_unreachable",
    errno.ENETDOWN: "network_unreachable",
    errno.EADDRNOTAVAIL: "network_unreachable",
    errno.ETIMEDOUT: TIMED_OUT,
    errno.EACCES: "not_permitted",
    errno.EPERM: "not_permitted",
    errno.EMFILE: "too_many_files",
    errno.ENFILE: "too_many_files",
}


def code_of(error: OSError) -> str:
    """Why a stream could not be opened, or broke: lower snake case, never empty."""
    if isinstance(error, socket.gaierror):
        return NAME_NOT_FOUND
    if isinstance(error, TimeoutError):
        return TIMED_OUT
    if error.errno is None:  # several addresses of one name failed in several ways
        return UNREACHABLE
    return _CODES.get(error.errno, errno.errorcode.get(error.errno, UNREACHABLE).lower())


def fault_of(error: OSError, address: object) -> Fault:
    """Why a port could not be opened."""
    reason = (
        FaultReason.PORT_IN_USE
        if error.errno == errno.EADDRINUSE
        else FaultReason.ADDRESS_UNAVAILABLE
    )
    return Fault(reason, str(address))
