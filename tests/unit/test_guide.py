"""docs/guide.md stays true: its pictures and sections are there, its keys and commands work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from spark_reports.command import SECRET_CHARACTERS_MIN, _chosen
from ui.composing.slash import COMMUNITY_USAGES, USAGES
from ui.keys.table import OF_PARTS, SHORTCUTS, of_parts

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "guide.md").read_text("utf-8")


def test_every_picture_is_there_and_every_picture_that_is_drawn_is_shown_or_known() -> None:
    shown = set(re.findall(r"!\[[^\]]+\]\(images/([^)]+)\)", GUIDE))
    drawn = {path.name for path in (DOCS / "images").glob("*.png")}
    assert shown <= drawn
    readme = {"channel-dark.png", "channel-german.png", "folder-dark.png"}
    looked_at = {f"{name}-dark.png" for name in ("folder-own", "feed", "community-channels")}
    assert drawn - shown <= readme | looked_at | {"community-dark.png"}


def test_every_section_that_is_named_is_there() -> None:
    headings = re.findall(r"^## (.+)$", GUIDE, re.MULTILINE)
    anchors = {
        re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-") for heading in headings
    }
    named = re.findall(r"\]\(#([^)]+)\)", GUIDE)
    assert set(named) == anchors
    assert len(named) == len(headings)


def keys_in_the_guide() -> list[str]:
    return sorted(set(re.findall(r"\b((?:Ctrl|Alt|Shift)\+[^\s)*.;]+)", GUIDE)))


@pytest.mark.parametrize("keys", keys_in_the_guide())
def test_every_key_that_is_named_does_something(keys: str) -> None:
    known = {written for one in SHORTCUTS for written in one.keys}
    parts = (*OF_PARTS, *of_parts(enter_sends=False))
    known |= {written for part in parts for written in part.keys}
    as_qt_writes = keys.rstrip(",") if keys != "Ctrl+," else keys
    as_qt_writes = as_qt_writes.replace("Enter", "Return")
    assert as_qt_writes in known


def test_every_command_that_is_named_is_understood() -> None:
    verbs = {usage.verb for usage in (*USAGES, *COMMUNITY_USAGES)}
    named = [verb for quoted in re.findall(r"`(/[^`]+)`", GUIDE) for verb in quoted.split()]
    assert {verb.removeprefix("/") for verb in named} <= verbs
    assert len(named) >= len(COMMUNITY_USAGES)


def test_a_cluster_is_told_of_reports_as_the_guide_says() -> None:
    """``tests/spark/test_cluster.py`` shows that it works."""
    began = r"^(?:python -m spark_reports|spark-submit --master \S+ (spark_reports/\S+)) (.+)$"
    named = re.findall(began, GUIDE, re.MULTILINE)
    assert [script for script, _ in named] == ["", "spark_reports/__main__.py"]
    masters = [_chosen(shlex.split(options)).master for _, options in named]
    assert masters == ["spark://HOST:7077", None], "spark-submit was told itself"
    assert f"of {SECRET_CHARACTERS_MIN}\ncharacters or more" in GUIDE


def test_a_cluster_of_ours_has_the_settings_of_the_guide() -> None:
    ours = (Path(__file__).parents[1] / "spark" / "cluster.py").read_text("utf-8")
    named = set(re.findall(r"`(spark\.[a-z.]+)", GUIDE))
    assert named == set(re.findall(r"-D(spark\.(?:authenticate|network)[a-z.]*)=", ours))
