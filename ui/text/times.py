"""Moments and days as a person reads them. The time zone is an argument; None is the system's."""

from __future__ import annotations

from datetime import date, datetime, tzinfo


def moment(at: float, zone: tzinfo | None) -> datetime:
    """Unix seconds as a local time; what no calendar holds is shown as its nearest day."""
    bounded = min(max(at, 0.0), 253_402_214_400.0)  # 1970 to 9999
    return datetime.fromtimestamp(bounded, tz=zone).astimezone(zone)


def day_of(at: float, zone: tzinfo | None) -> date:
    """The local day of a time."""
    return moment(at, zone).date()


def day_title(day: date, today: date) -> str:
    """``Today``, ``Yesterday``, or the date in full."""
    match (today - day).days:
        case 0:
            return "Today"
        case 1:
            return "Yesterday"
        case _ if day.year == today.year:
            return f"{day:%A}, {day.day} {day:%B}"
        case _:
            return f"{day.day} {day:%B} {day.year}"


def clock(at: float, zone: tzinfo | None) -> str:
    """Hours and minutes."""
    return f"{moment(at, zone):%H:%M}"


def day_words(at: float, zone: tzinfo | None = None) -> str:
    """A day in full, as in "valid until 3 March 2027"."""
    day = day_of(at, zone)
    return f"{day.day} {day:%B} {day.year}"


def short_day(at: float, zone: tzinfo | None = None) -> str:
    """The same where there is little room."""
    day = day_of(at, zone)
    return f"{day.day} {day:%b} {day.year}"
