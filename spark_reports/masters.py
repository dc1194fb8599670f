"""What ``--master`` may say: where Spark does its work. Spark itself says it in a stack of Java."""

from __future__ import annotations

import re

PLACES = "local[*], spark://HOST:PORT, yarn or k8s://HOST:PORT"
"""For a person who mistyped it."""
PORT_MAX = 65_535
_LOCAL = re.compile(r"local(\[(\*|[1-9]\d{0,3})(\s*,\s*[1-9]\d{0,3})?\])?", re.ASCII)
_HOST = r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9][A-Za-z0-9.-]*)"
_AT = re.compile(rf"{_HOST}:(\d{{1,5}})", re.ASCII)
_KUBERNETES = re.compile(rf"k8s://(https?://)?{_HOST}(:\d{{1,5}})?(/\S*)?", re.ASCII)
_CLUSTER = "spark://"


def is_master(text: str) -> bool:
    """Whether that can be meant: this computer, masters of a cluster, YARN or Kubernetes."""
    if text.startswith(_CLUSTER):
        return all(map(_is_at, text.removeprefix(_CLUSTER).split(",")))
    return text == "yarn" or any(one.fullmatch(text) for one in (_LOCAL, _KUBERNETES))


def _is_at(text: str) -> bool:
    found = _AT.fullmatch(text)
    return found is not None and 0 < int(found[1]) <= PORT_MAX
