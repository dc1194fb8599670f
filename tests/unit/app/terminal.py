"""A person's shell in this process, and the shapes that the contract promises at least."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from app.cli.root import main

SPACE = {
    "id", "kind", "name", "public_key", "posts", "unread", "peers", "can_post", "can_invite",
    "expires_at", "public",
}  # fmt: skip
IDENTITY = {"name", "public_key", "channel"}
POST = {"id", "kind", "height", "parents", "timestamp", "author", "text", "body"}
MEMBER = {"public_key", "name", "path", "valid_to", "online"}
REQUEST = {"request", "request_ids", "link", "fingerprint", "expires_at"}
PREVIEW = {"public_key", "peer_id", "fingerprint", "addresses"}
ISSUED = {"invite", "link", "request_ids", "delivered", "path", "valid_to"}
PEER = {"protocol", "address", "peer_id", "state", "since", "spaces", "last_error"}


@dataclass
class Terminal:
    """One person's shell."""

    folder: Path
    captured: pytest.CaptureFixture[str]

    def run(self, *words: str, as_json: bool = True) -> tuple[int, str, str]:
        """Status, what went to stdout, what to stderr."""
        self.captured.readouterr()
        chosen = ("--json",) if as_json else ()
        status = main(["--profile", str(self.folder), *chosen, *words])
        told = self.captured.readouterr()
        assert "Traceback" not in told.err
        return status, told.out, told.err

    def do(self, *words: str) -> Any:  # whatever the command's document is
        """The document of a command that is done."""
        status, out, _ = self.run(*words)
        assert status == 0
        assert out.endswith("\n")
        assert out.count("\n") == 1, "exactly one document"
        return json.loads(out)

    def fail(self, *words: str) -> tuple[int, str]:
        """Status and code of a command that fails, telling it in one line."""
        status, out, err = self.run(*words)
        assert out == ""
        (line,) = err.splitlines()
        told = json.loads(line)["error"]
        assert set(told) == {"code", "message", "hint"}
        assert told["message"].endswith(".")
        return status, told["code"]
