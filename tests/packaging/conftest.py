"""What packages are made from. The test of the whole bundle takes minutes: `make release-test`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]

collect_ignore = ["test_bundle.py"]  # unless it is named


@pytest.fixture(scope="session")
def project() -> dict[str, Any]:
    """What pyproject.toml says of the project."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = tables["project"]
    assert isinstance(found, dict)
    return found
