"""Moments and days as a person reads them. The time zone is an argument; None is the system's."""

from __future__ import annotations

from datetime import date, datetime, tzinfo

from ui.text.language import QT_TR_NOOP, tr

_WEEKDAYS = (
    QT_TR_NOOP("Monday"),
    QT_TR_NOOP("Tuesday"),
    QT_TR_NOOP("Wednesday"),
    QT_TR_NOOP("Thursday"),
    QT_TR_NOOP("Friday"),
    QT_TR_NOOP("Saturday"),
    QT_TR_NOOP("Sunday"),
)
_MONTHS = (
    QT_TR_NOOP("January"),
    QT_TR_NOOP("February"),
    QT_TR_NOOP("March"),
    QT_TR_NOOP("April"),
    QT_TR_NOOP("May"),
    QT_TR_NOOP("June"),
    QT_TR_NOOP("July"),
    QT_TR_NOOP("August"),
    QT_TR_NOOP("September"),
    QT_TR_NOOP("October"),
    QT_TR_NOOP("November"),
    QT_TR_NOOP("December"),
)
_MONTHS_SHORT = (
    QT_TR_NOOP("Jan"),
    QT_TR_NOOP("Feb"),
    QT_TR_NOOP("Mar"),
    QT_TR_NOOP("Apr"),
    QT_TR_NOOP("May "),
    QT_TR_NOOP("Jun"),
    QT_TR_NOOP("Jul"),
    QT_TR_NOOP("Aug"),
    QT_TR_NOOP("Sep"),
    QT_TR_NOOP("Oct"),
    QT_TR_NOOP("Nov"),
    QT_TR_NOOP("Dec"),
)


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
            return tr("Today")
        case 1:
            return tr("Yesterday")
        case _ if day.year == today.year:
            return tr("{weekday}, {day} {month}").format(
                weekday=tr(_WEEKDAYS[day.weekday()]), day=day.day, month=tr(_MONTHS[day.month - 1])
            )
        case _:
            return _in_full(day)


def clock(at: float, zone: tzinfo | None) -> str:
    """Hours and minutes."""
    return f"{moment(at, zone):%H:%M}"


def day_words(at: float, zone: tzinfo | None = None) -> str:
    """A day in full, as in "valid until 3 March 2027"."""
    return _in_full(day_of(at, zone))


def short_day(at: float, zone: tzinfo | None = None) -> str:
    """The same where there is little room."""
    day = day_of(at, zone)
    month = tr(_MONTHS_SHORT[day.month - 1]).strip()
    return tr("{day} {month} {year}", "short").format(day=day.day, month=month, year=day.year)


def _in_full(day: date) -> str:
    month = tr(_MONTHS[day.month - 1])
    return tr("{day} {month} {year}").format(day=day.day, month=month, year=day.year)
