"""How long what two of ours say besides the document may be (docs/protocols/hyperbloom.md)."""

from __future__ import annotations

import pytest

from engine.errors import PeerViolation
from engine.protocols.hyperbloom.packets import Unknown
from engine.protocols.hyperbloom.recon.ids import ID_BYTES
from engine.protocols.hyperbloom.recon.packets import (
    CELLS_MAX,
    WANTED_MAX,
    Id,
    More,
    Recon,
    Want,
    decode_recon,
    encode_recon,
)


def read(said: Recon) -> Recon | None:
    """As it arrives."""
    return decode_recon(encode_recon(said))


@pytest.mark.parametrize("count", [1, WANTED_MAX])
def test_a_value_is_asked_for_and_as_many_as_may_be(count: int) -> None:
    wanted = Want((bytes(ID_BYTES),) * count)
    assert read(wanted) == wanted


@pytest.mark.parametrize("count", [0, WANTED_MAX + 1])
def test_none_is_not_asked_for_nor_more_than_may_be(count: int) -> None:
    with pytest.raises(PeerViolation):
        read(Want((bytes(ID_BYTES),) * count))


def test_part_of_an_id_names_nothing() -> None:
    with pytest.raises(PeerViolation):
        decode_recon(Unknown(Id.WANT, bytes(ID_BYTES + 1)))


@pytest.mark.parametrize("asked", [More(0, CELLS_MAX), More(CELLS_MAX - 1, 1), More(0, 1)])
def test_all_cells_that_are_made_may_be_asked_for(asked: More) -> None:
    assert read(asked) == asked


@pytest.mark.parametrize(
    "asked",
    [
        More(0, CELLS_MAX + 1),
        More(1, CELLS_MAX),
        More(CELLS_MAX, 1),
        More(0, 0),
        More(0, 2**32 - 1),
        More(2**32 - 1, 2**32 - 1),
    ],
)
def test_cells_that_are_never_made_are_not_asked_for(asked: More) -> None:
    with pytest.raises(PeerViolation):
        read(asked)
