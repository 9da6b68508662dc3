"""What the table of a game says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting
from games.text import format_count
from storage.tables.rows import Person

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.referee.ratings.standings import Standing

PAGE = 15
"""People on a page."""
HIGHER, LOWER = "Higher", "Lower"


def standings_page(title: str, found: Sequence[Standing], page: int, reader: int, *, here: bool) -> str:
    """Return a page of a game's table, from 0; `here` says that it's that of a server. The reader's line is marked."""
    where = "on this server" if here else "everywhere"
    if not found:
        return f"Nobody has a rating at **{title}** {where} yet. A match between people counts from two full rounds on."
    people = "1 person" if len(found) == 1 else f"{len(found)} people"
    head = f"**{title}**, {people} rated {where}"
    lines = [_line(one, own=one.user_id == reader) for one in found[page * PAGE : (page + 1) * PAGE]]
    own = [one for one in found if one.user_id == reader and _line(one, own=True) not in lines]
    provisional = any(one.rating.provisional for one in found[page * PAGE : (page + 1) * PAGE])
    note = ["-# ? is provisional: too few matches to be sure."] if provisional else []
    return "\n".join([f"{head}:", *lines, *(["..."] if own else []), *(_line(one, own=True) for one in own), *note])


def _line(one: Standing, *, own: bool) -> str:
    name = formatting.name(Person(one.user_id, one.name)) if one.name else formatting.mention(Person(one.user_id, ""))
    number = f"{one.rating.shown}{'?' if one.rating.provisional else ''}"
    you = " (you)" if own else ""
    return f"{one.place}. {name}{you} **{number}** \u00b1 {one.rating.uncertainty}, {format_count(one.played, 'match')}"
