"""Numbers and sizes as a person reads them. No Qt."""

from __future__ import annotations

from ui.text.language import tr

_KILO = 1_000  # as the desktop's own file lists count


def number(count: int) -> str:
    """``12,345``, with the language's own mark between the thousands."""
    return f"{count:,}".replace(",", tr(",", "between thousands"))


def size_words(size: int) -> str:
    """``1.4 MB``: bytes in the unit that leaves few digits."""
    if size < _KILO:
        return tr("%n bytes", "", size)
    value, unit = size / _KILO, 0
    units = (tr("{number} kB"), tr("{number} MB"), tr("{number} GB"), tr("{number} TB"))
    while value >= _KILO and unit < len(units) - 1:
        value, unit = value / _KILO, unit + 1
    digits = f"{value:.0f}" if value >= 10 else f"{value:.1f}"
    return units[unit].format(number=digits.replace(".", tr(".", "before decimals")))
