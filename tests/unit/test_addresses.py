"""What people and settings write for an address, and what is none."""

from __future__ import annotations

import pytest

from engine.model.address import PORT_MAX, Address


def test_an_address_is_read_as_it_is_written() -> None:
    for address in (Address("192.0.2.1", 0), Address("2001:db8::1", PORT_MAX), Address("a.b", 80)):
        assert Address.parse(str(address)) == address


@pytest.mark.parametrize(
    "port", ["65536", "99999", "0000099999", "0" * 5_000, "-1", "+1", "1_0", "\u0661", ""]
)
def test_what_is_no_port_makes_no_address(port: str) -> None:
    assert Address.parse(f"192.0.2.1:{port}") is None
