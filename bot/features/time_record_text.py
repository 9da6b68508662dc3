"""How often people moved in time, as several features say it. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_percent
from games.translation import gettext as _

if TYPE_CHECKING:
    from storage.queries.rows import Person
    from storage.queries.time_records import TimeRecord


def time_record_sentence(record: TimeRecord) -> str:
    """Return how often a person moved in time.

    >>> from storage.queries.time_records import TimeRecord
    >>> time_record_sentence(TimeRecord(54, 2))
    'Moved in time in 96% of 54 matches.'
    """
    return _("Moved in time in {share} of {n} matches.").format(
        share=format_percent(share_in_time(record)), n=record.matches
    )


def time_record_clause(person: Person, record: TimeRecord) -> str:
    """Return who moved in time how often, for a list of people."""
    share = format_percent(share_in_time(record))
    return _("{name} moved in time in {share} of {n} matches").format(
        name=formatting.name(person), share=share, n=record.matches
    )


def share_in_time(record: TimeRecord) -> float:
    """Return in which share of their matches with a clock a person moved in time, rounded down to whole percents."""
    return 100 * (record.matches - record.late) // record.matches / 100
