"""What the table of a game says. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.features.match_search.text import page_of
from bot.features.profiles.text import PROVISIONAL, matches
from bot.referee import formatting
from bot.referee.names import visible_name
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext
from renderers.charts.standings import RatingRow, RatingTable
from storage.queries.rows import Person

if TYPE_CHECKING:
    from bot.referee.ratings.standings import Standing, Standings

HIGHER, LOWER = N_("Higher"), N_("Lower")
_HIDDEN = N_("-# Only you see your line. Show it with `/my preferences standings:shown`.")


def standings_page(title: str, found: Standings, page: int, reader: int, *, here: bool) -> str:
    """Return a page of a game's table, from 0; `here` says that it's that of a server. The reader's line is marked."""
    if not found.people and not found.hidden:
        nobody = _("Nobody has a rating at **{game}** everywhere yet.")
        if here:
            nobody = _("Nobody has a rating at **{game}** on this server yet.")
        counts = _("A match between people counts from two full rounds on.")
        return f"{nobody.format(game=title)} {counts}"
    shown, own = found.page(page, reader)
    lines = [_line(one, own=one.user_id == reader) for one in shown]
    dots = ["..."] if own and own.place else []
    provisional = any(one.rating.provisional for one in (*shown, *([own] if own else [])))
    note = [f"-# {_(PROVISIONAL)}"] if provisional else []
    hidden = [_(_HIDDEN)] if found.hidden else []
    own_line = [_line(own, own=True)] if own else []
    return "\n".join([f"**{title}**, {_count(found, here=here)}:", *lines, *dots, *own_line, *note, *hidden])


def standings_table(title: str, found: Standings, page: int, reader: int, *, here: bool) -> RatingTable:
    """Return the same page as it is drawn. Its page number stands in the subtitle if there is more than one."""
    shown, own = found.page(page, reader)
    paging = f", {page_of(page, found.last_page)}" if found.last_page else ""
    rows = tuple(_row(one, own=one.user_id == reader) for one in shown)
    return RatingTable(title, f"{_count(found, here=here)}{paging}", rows, _row(own, own=True) if own else None)


def _count(found: Standings, *, here: bool) -> str:
    n = len(found.people)
    text = ngettext("{n} person rated everywhere", "{n} people rated everywhere", n)
    if here:
        text = ngettext("{n} person rated on this server", "{n} people rated on this server", n)
    return text.format(n=n)


def _line(one: Standing, *, own: bool) -> str:
    name = formatting.name(Person(one.user_id, one.name)) if one.name else formatting.mention(Person(one.user_id, ""))
    number = f"{one.rating.shown}{'?' if one.rating.provisional else ''}"
    you = " " + (_("(you)") if one.place else _("(you, hidden)")) if own else ""
    place = f"{one.place}." if one.place else "\u2013"
    return f"{place} {name}{you} **{number}** \u00b1 {one.rating.uncertainty}, {matches(one.played)}"


def _row(one: Standing, *, own: bool) -> RatingRow:
    rating = one.rating
    name = visible_name(one.name or "")
    return RatingRow(one.place, name, rating.shown, rating.uncertainty, rating.provisional, one.played, own)
