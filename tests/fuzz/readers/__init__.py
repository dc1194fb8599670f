"""The targets: five wire protocols, our own port, JSON bodies, bitfields, and codes."""

from tests.fuzz.planted import PLANTED
from tests.fuzz.readers import (
    bitfields,
    bodies,
    cable,
    codes,
    dep0010,
    draft1,
    hyperbloom,
    peerlinks,
    port,
)
from tests.fuzz.target import Target

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        peerlinks.TARGET,
        cable.TARGET,
        dep0010.TARGET,
        draft1.TARGET,
        hyperbloom.TARGET,
        port.TARGET,
        bodies.TARGET,
        bitfields.TARGET,
        codes.TARGET,
    )
}

FINDABLE = {**TARGETS, PLANTED.name: PLANTED}
"""And one whose fault is known, to see whether it is found."""
