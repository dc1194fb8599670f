"""Two people who share a channel: what most end-to-end tests begin with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tests.e2e.conftest import MakePerson
from tests.e2e.processes import Document, Person, Serve


@dataclass(slots=True)
class Meeting:
    """Ann owns the channel, Ben was invited; both serve, and are connected."""

    ann: Person
    ben: Person
    ann_serving: Serve
    ben_serving: Serve
    space: str
    """The channel's id."""

    def wait_until_equal(self) -> list[str]:
        """The ids both read, in one order. What is on its way has arrived by then."""
        return self.ben_serving.wait_until(self._equal_ids, "equal channels")

    def restart(self) -> None:
        """Both programs again, on the addresses they had."""
        self.ben_serving = self.ben.serve()
        self.ann_serving = self.ann.serve()

    def stop(self) -> None:
        """Both programs end well."""
        self.ann_serving.stop()
        self.ben_serving.stop()

    def _equal_ids(self) -> list[str]:
        ours, theirs = self.ann.ids(self.space), self.ben.ids(self.space)
        return ours if ours == theirs else []


def ask_in_picture(person: Person, picture: Path) -> Document:
    """A request to be let in, shown as a code."""
    asked = person.do("invite", "request", "--qr", str(picture))
    assert picture.stat().st_size > 0
    return asked


def meet(person: MakePerson, folder: Path) -> Meeting:
    """Ann lets Ben in by his picture, over the wire."""
    ann, ben = person("ann"), person("ben")
    space = ann.settle()
    ben.settle()
    ann_serving, ben_serving = ann.serve(), ben.serve()
    picture = folder / "request.png"
    ask_in_picture(ben, picture)
    issued = ann.do("invite", "issue", "ann", "--qr", str(picture), "--name", "Ben")
    assert issued["delivered"]
    ben_serving.wait_for("invite_arrived", space=space)
    ben_serving.wait_for("posts_arrived", space=space)
    return Meeting(ann, ben, ann_serving, ben_serving, space)
