"""Settings of a window in a test: they live as long as the test."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class FakeSettings:
    """Settings that live as long as the test."""

    texts: dict[str, str] = field(default_factory=dict)

    def text(self, name: str, default: str) -> str:
        return self.texts.get(name, default)

    def store_text(self, name: str, value: str) -> None:
        self.texts[name] = value
