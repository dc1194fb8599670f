"""Where a process waits for connections, as the kernel tells it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from pathlib import Path

LISTENS = "0A"


def listening(pid: int) -> Iterator[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """Where that process waits for connections."""
    own = {
        str(handle.readlink())
        for handle in Path(f"/proc/{pid}/fd").iterdir()
        if handle.is_symlink()
    }
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENS and f"socket:[{fields[9]}]" in own:
                yield _address(fields[1].partition(":")[0])


def _address(digits: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """As the kernel writes it: groups of four bytes, the lowest first."""
    groups = [bytes.fromhex(digits[at : at + 8])[::-1] for at in range(0, len(digits), 8)]
    address = ipaddress.ip_address(b"".join(groups))
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address
