"""No secret is anywhere but where it belongs, whatever is done and however much is logged.

Two people do all that the engine can, online, logging everything; then every secret that either
holds is read out of their databases and searched for, in every form, in all that was written or
said: logs as they were before anything is cut out of them, files, standard streams, the values'
``repr``, the words of errors.
"""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from typing_extensions import override

from app.cli.root import main
from app.compose import open_engine
from app.profile.opening import AskPassphrase
from app.profile.paths import Paths
from engine.api import Engine
from engine.errors import Fault, Refused
from engine.model.address import Address
from engine.model.backup_commands import WriteBackup
from engine.model.commands import (
    AcceptInvite,
    ExportIdentity,
    ImportIdentity,
    IssueInvite,
    Post,
    RequestInvite,
)
from engine.model.comment_commands import AcceptTrust, CommentKey, TrustCommenter, WriteComment
from engine.model.community_commands import JoinChannel, JoinCommunity
from engine.model.community_queries import Communities
from engine.model.feed_commands import FollowFeed, FollowFolder
from engine.model.ids import ProtocolName
from engine.model.peer_commands import AddPeer, Listen
from engine.model.queries import Identities, PreviewRequest, Spaces
from engine.protocols.contract import Record
from engine.store import keys
from engine.store.connection import Location
from engine.store.database import Database
from engine.store.migrate import latest_format
from engine.store.storage import Storage
from tests.full_profile import Made, everything, fill, paths_in
from tests.unit.app.test_feeds_between_engines import has_all
from tests.unit.secrets.forms import Hit, search

PASSPHRASES = {"ann": "violet anchor seven", "bob": "copper window nine"}
FILE_WORDS = "tin drum of the exported file"
WRONG_WORDS = "almost violet anchor"
HOST = "127.0.0.1"

SECRETS = (
    ("identity", "SELECT secret_key FROM peerlinks_identity"),
    ("channel", "SELECT secret_key FROM peerlinks_channel WHERE secret_key NOT NULL"),
    ("request", "SELECT box_seed FROM peerlinks_request"),
    ("feed", "SELECT seed FROM hypercore_feed WHERE seed NOT NULL"),
    ("comments", "SELECT seed FROM hyperbloom_ledger WHERE seed NOT NULL"),
    ("community", "SELECT key FROM cable_community"),
    ("own key in a community", "SELECT seed FROM cable_community"),
    ("device", "SELECT value FROM setting WHERE name = 'static_seed'"),
)
SECRET_COLUMNS = {"secret_key", "seed", "box_seed", "key"}


@dataclass
class Heard:
    """All that was said, but for files."""

    logs: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def keep(self, *values: object) -> None:
        """What a debugger, or a careless log, would show of them."""
        self.values.extend(map(repr, values))
        self.values.extend(map(str, values))


class Collecting(logging.Handler):
    """Keeps records whole: nothing was cut out of them yet."""

    def __init__(self, heard: Heard) -> None:
        super().__init__(logging.DEBUG)
        self._heard = heard
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))

    @override
    def emit(self, record: logging.LogRecord) -> None:
        self._heard.logs.append(self.format(record))
        self._heard.logs.append(repr(record.args))


class Watched:
    """An engine, all that goes in and comes out kept."""

    def __init__(self, engine: Engine, heard: Heard) -> None:
        self._engine = engine
        self._heard = heard
        engine.subscribe(lambda events: heard.keep(*events))

    async def perform(self, command: Any) -> Any:  # whatever it answers
        self._heard.keep(command)
        try:
            answer = await self._engine.perform(command)
        except (Refused, Fault) as problem:
            self._heard.errors += [repr(problem), str(problem), problem.detail]
            raise
        if not isinstance(answer, bytes):
            self._heard.keep(answer)
        return answer

    async def ask(self, query: Any) -> Any:  # whatever it answers
        self._heard.keep(query)
        answer = await self._engine.ask(query)
        self._heard.keep(answer)
        return answer

    def subscribe(self, listener: Any) -> Any:  # see ``Engine``
        return self._engine.subscribe(listener)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    """Everything is logged; each record that is stored is looked at."""
    kept = Heard()
    apply = Storage.apply

    def watched(self: Storage, record: Record) -> None:
        kept.keep(record)
        apply(self, record)

    monkeypatch.setattr(Storage, "apply", watched)
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    collecting = Collecting(kept)
    root.addHandler(collecting)
    root.setLevel(logging.DEBUG)
    yield kept
    root.handlers[:], root.level = handlers, level


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files would go."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    for name in ("TMPDIR", "SQLITE_TMPDIR"):
        monkeypatch.setenv(name, str(folder))
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def asks(name: str) -> AskPassphrase:
    def ask(*, is_new: bool) -> str | None:
        return PASSPHRASES[name]

    return ask


def secrets_of(paths: Paths, name: str) -> Mapping[str, bytes]:
    """All that the profile holds, and what opens it."""
    key = keys.unlock(paths.profile, PASSPHRASES[name], latest_format())
    found = {f"{name}: database": key, f"{name}: passphrase": PASSPHRASES[name].encode()}
    database = Database(Location(str(paths.database), key))
    for kind, sql in SECRETS:
        rows = database.rows(sql)
        assert rows, f"no secret of this kind: {kind}"
        # Of a secret key the second half is the public one.
        found |= {f"{name}: {kind} {number}": row[0][:32] for number, row in enumerate(rows)}
    database.close()
    return found


def test_every_secret_column_is_searched_for(tmp_path: Path) -> None:
    """Whoever stores a further secret names it here."""
    from engine.store.opening import open_memory_store

    store = open_memory_store()
    tables = store.database.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")
    columns = {
        (table, column)
        for (table,) in tables
        for _, column, *_ in store.database.rows(f"PRAGMA table_info({table})")
    }
    secret = {(table, column) for table, column in columns if column in SECRET_COLUMNS}
    public = {("cable_info", "key")}
    searched = {(sql.partition(" FROM ")[2].split()[0], sql.split()[1]) for _, sql in SECRETS}
    assert secret - public == searched - {("setting", "value")}
    store.close()


async def do_all(ann: Engine, bob: Engine, made: Made, folder: Path) -> None:
    """What two people do with each other."""
    door = await bob.perform(Listen(ProtocolName.TIDINGS, Address(HOST, 0)))
    await ann.perform(AddPeer(ProtocolName.TIDINGS, door.address))
    request = await bob.perform(RequestInvite())
    await ann.ask(PreviewRequest(request.request))
    issued = await ann.perform(IssueInvite(made.channel, request.request, "bob"))
    with suppress(Refused):  # it may have come by itself meanwhile
        await bob.perform(AcceptInvite(issued.invite))
    await bob.perform(FollowFeed(made.feed))  # type: ignore[arg-type]  # a feed's space is its key
    await bob.perform(FollowFolder(made.folder))  # type: ignore[arg-type]  # the same
    key = await bob.perform(CommentKey(made.feed))
    given = await ann.perform(TrustCommenter(made.feed, key))
    await bob.perform(AcceptTrust(given.feed, given.links))
    await bob.perform(WriteComment(made.feed, "well said"))
    (community,) = await ann.ask(Communities())
    joined = await bob.perform(JoinCommunity(community.key, "ann's", nickname="bob"))
    await bob.perform(JoinChannel(joined.id, "hall"))
    exported = await ann.perform(ExportIdentity("ann", FILE_WORDS))
    (folder / "identity").write_bytes(exported)
    await bob.perform(ImportIdentity(exported, FILE_WORDS))
    await ann.perform(WriteBackup(str(folder / "backup"), FILE_WORDS))
    await has_all(bob, made.feed, 1)


async def go_wrong(ann: Engine, folder: Path) -> None:
    """What is refused, and what fails."""
    identity = (folder / "identity").read_bytes()
    wrong: list[Any] = [
        ImportIdentity(identity, WRONG_WORDS),
        ImportIdentity(identity[:-1], FILE_WORDS),
        WriteBackup(str(folder / "nowhere" / "backup"), FILE_WORDS),
        JoinCommunity(b"short", "x"),
        AcceptInvite(b"none"),
        Post((await ann.ask(Spaces()))[0].id, ""),
    ]
    for command in wrong:
        with pytest.raises((Refused, Fault)):
            await ann.perform(command)


async def live(
    ann_paths: Paths, bob_paths: Paths, heard: Heard, folder: Path
) -> list[tuple[str, bytes]]:
    """What stands in the files while both still run."""
    shared = folder / "shared"
    shared.mkdir()
    async with (
        open_engine(ann_paths, asks("ann"), online=True) as ann,
        open_engine(bob_paths, asks("bob"), online=True) as bob,
    ):
        first, second = Watched(ann.engine, heard), Watched(bob.engine, heard)
        made = await fill(first, ann_paths, shared)
        other = folder / "shared by bob"
        other.mkdir()
        await fill(second, bob_paths, other)
        await do_all(first, second, made, folder)
        await go_wrong(first, folder)
        await everything(first, made)
        await first.ask(Identities())
        return list(files_in(folder))


def run_commands(ann: Paths, folder: Path, heard: Heard) -> None:
    """The same by the command line, with passphrases that are wrong and right."""
    right, wrong, file = folder / "right", folder / "wrong", folder / "of the file"
    right.write_text(PASSPHRASES["ann"])
    wrong.write_text(WRONG_WORDS)
    file.write_text(FILE_WORDS)
    opening = ["--profile", str(ann.profile), "--passphrase-file"]
    for words in (
        [*opening, str(right), "--json", "identity", "list"],
        [*opening, str(right), "channel", "list"],
        [*opening, str(right), "feed", "list"],
        [*opening, str(right), "peers"],
        [*opening, str(right), "doctor"],
        [*opening, str(wrong), "identity", "list"],
        [*opening, str(right), "export", "garden", "--to", str(folder / "garden.jsonl")],
        [*opening, str(right), "export", "garden", "--to", str(folder / "garden.html")],
        [*opening, str(right), "backup", str(folder / "second"), "--secret-file", str(file)],
        ["--profile", str(folder / "r"), "restore", str(folder / "second"), "--secret-file",
         str(wrong)],
        ["--profile", str(folder / "r"), "restore", str(folder / "second"), "--secret-file",
         str(file)],
    ):  # fmt: skip
        heard.errors.append(str(main(words)))
    for secret in (right, wrong, file):
        secret.unlink()


def files_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), path.read_bytes()


def as_words(hits: list[Hit]) -> list[str]:
    return sorted({f"{hit.secret} in {hit.place} as {hit.form}" for hit in hits})


@pytest.mark.slow
def test_no_secret_is_anywhere_but_where_it_belongs(
    tmp_path: Path,
    heard: Heard,
    temporary: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    short = Path(tempfile.mkdtemp(prefix="tidings-canary-", dir="/tmp"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short))
    ann, bob = paths_in(tmp_path / "ann"), paths_in(tmp_path / "bob")
    during = asyncio.run(live(ann, bob, heard, tmp_path))
    assert any(name.endswith("-wal") for name, _ in during)
    run_commands(ann, tmp_path, heard)
    streams = capfd.readouterr()
    secrets = {**secrets_of(ann, "ann"), **secrets_of(bob, "bob")}
    secrets["the file's words"] = FILE_WORDS.encode()
    secrets["wrong words"] = WRONG_WORDS.encode()

    assert heard.logs, "nothing was logged"
    assert len(heard.values) > 500, "hardly anything was looked at"
    places = [
        *during,
        *files_in(tmp_path),
        *files_in(short),
        ("standard output", streams.out.encode()),
        ("standard error", streams.err.encode()),
        ("logs", "\n".join(heard.logs).encode()),
        ("values", "\n".join(heard.values).encode()),
        ("errors", "\n".join(heard.errors).encode()),
    ]
    each_once = {content: place for place, content in places}
    assert as_words(list(search(((p, c) for c, p in each_once.items()), secrets))) == []
    assert list(temporary.rglob("*")) == [], "temporary files were left"
