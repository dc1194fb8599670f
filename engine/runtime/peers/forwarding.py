"""Where our own port is reached besides this computer's addresses: at a router, or as we are told.

Of the router only what it holds now is named; addresses that our user names are taken as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.model.address import Address
from engine.model.peers import PortMappingState, PortMappingTrouble, PortMappingView
from engine.runtime.surroundings import Gateway

_OFF = PortMappingView()


class Forwarding:
    """One router, and the first port of ours that was opened."""

    def __init__(self, gateway: Gateway | None, changed: Callable[[PortMappingView], None]) -> None:
        """``changed`` is told how it stands with the router whenever that is another."""
        self._gateway = gateway
        self._changed = changed
        self._bound: Address | None = None
        self._is_wanted = False
        self.view = _OFF
        self.named: Sequence[Address] = ()

    @property
    def addresses(self) -> Sequence[Address]:
        """Those a person named first: they know what they do."""
        mapped = () if self.view.address is None else (self.view.address,)
        return (*self.named, *mapped)

    def opened(self, bound: Address) -> None:
        """A port of ours is open. Others than the first change nothing."""
        if self._bound is None:
            self._bound = bound
            if self._is_wanted and self._gateway is not None:
                self._gateway.forward(bound, self._tell)

    def start(self) -> None:
        """The router is asked, as soon as a port is open; who asks again has it looked at anew."""
        was_wanted, self._is_wanted = self._is_wanted, True
        if self._gateway is None:
            trouble = PortMappingTrouble.NOT_AVAILABLE
            self._tell(PortMappingView(PortMappingState.FAILED, trouble=trouble))
        elif was_wanted:
            self._gateway.look_again()
        elif self._bound is not None:
            self._gateway.forward(self._bound, self._tell)

    def stop(self) -> None:
        """The router is asked to forget it."""
        self._is_wanted = False
        if self._gateway is not None:
            self._gateway.withdraw()
        self._tell(_OFF)

    def look_again(self) -> None:
        """We slept, or the clock was set."""
        if self._gateway is not None and self._is_wanted:
            self._gateway.look_again()

    def _tell(self, view: PortMappingView) -> None:
        if view != self.view:
            self.view = view
            self._changed(view)
