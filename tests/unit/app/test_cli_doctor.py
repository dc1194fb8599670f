"""The doctor on the command line."""

from __future__ import annotations

import pytest

from tests.unit.app.terminal import Terminal


def test_doctor(ann: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.diagnosis._probe", lambda _: None)
    monkeypatch.setattr("app.diagnosis._output", lambda _: "0")
    checks = ann.do("doctor")
    assert all(set(check) == {"check", "ok", "detail", "hint"} for check in checks)
    assert {"python", "window", "camera", "keyring", "java", "database", "ports"} <= {
        check["check"] for check in checks
    }
