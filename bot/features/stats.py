"""Statistics of the games: whether the first seat wins more often, and how long matches are."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.ext import commands

from bot.client.feature import Cog, Feature
from bot.client.options import add_game_choices, usable_everywhere
from bot.features.profiles import not_looked_at
from bot.interactions.limits import PICTURE_COST
from bot.interactions.replies import MAX_LENGTH, reply, request_of
from bot.referee import formatting
from bot.referee.challenges.issue import parse_game
from bot.referee.lists import load_tallies, summarize
from games.contract import describe_options
from games.text import format_list, format_number, format_percent
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.lists import GameStatistics, MatchStatistics, Share
    from games.contract import Info

TWO = 2
FEWEST_FOR_SHARE = 5
"""Matches of which a share is told; of fewer, "1 of 2" says all there is."""
BRACKETS = N_("In brackets: where the share lies with 95% certainty, as far as these matches tell.")
COUNTED = N_("Counted: matches between people that ended by the rules, by resigning or by an agreed draw.")


def overview_post(games: Sequence[tuple[Info, GameStatistics, int]]) -> str:
    """Return a line for each game and number of players; the last number is of matches that aren't looked at yet."""
    lines = [
        f"- **{formatting.plain(info.title)}**{_players(info, one)}: {_describe(info, one)}"
        for info, found, _ in games
        for one in found.by_players
    ]
    head, more = _("No match between people that counts has ended yet."), ""
    if lines:
        head = _("**Matches of each game**, on all servers together:")
        more = _("`/stats` with a game shows it by its options.")
    return _fit(head, lines, _small_print([found for _, found, _ in games], sum(left for *_, left in games), more))


def game_post(info: Info, found: GameStatistics, pending: int) -> str:
    """Return the matches of a game by number of players and by options."""
    title = formatting.plain(info.title)
    if not found.by_players:
        nothing = _("**{game}**: no match between people that counts has ended yet.").format(game=title)
        return _fit(nothing, [], _small_print([found], pending))
    sets = [one.players for _, one in found.by_options]
    every = _("All matches")
    lines = [
        f"- {every}{_players(info, one)}: {_describe(info, one)}"
        for one in found.by_players
        if not info.options or sets.count(one.players) > 1
    ]
    if info.options:
        lines += [
            f"- {_options(info, options)}{_players(info, one)}: {_describe(info, one)}"
            for options, one in found.by_options
        ]
    head = _("**{game}**, on all servers together:").format(game=title)
    return _fit(head, lines, _small_print([found], pending))


def _describe(info: Info, one: MatchStatistics) -> str:
    """Return what the statistics of some matches say, in sentences on one line."""
    sentences = [_drawn(one)]
    if one.first:
        sentences.append(_first_seat(formatting.plain(_(info.seats[0])), one, one.first))
    lengths = ngettext(
        "Median {median} move, longest {longest}.",
        "Median {median} moves, longest {longest}.",
        1 if one.median == 1 else max(2, round(one.median)),
    )
    sentences.append(lengths.format(median=format_number(one.median), longest=one.longest))
    return " ".join(sentences)


def _drawn(one: MatchStatistics) -> str:
    """Return how many matches ended, and how many of them were drawn, or shared where more than two play."""
    n = one.count
    if one.players == TWO:
        text = ngettext("{n} match, {drawn} drawn.", "{n} matches, {drawn} drawn.", n)
        if not one.drawn:
            text = ngettext("{n} match, none drawn.", "{n} matches, none drawn.", n)
        elif one.drawn == n:
            text = ngettext("{n} match, all drawn.", "{n} matches, all drawn.", n)
    else:
        text = ngettext("{n} match, {drawn} drawn or shared.", "{n} matches, {drawn} drawn or shared.", n)
        if not one.drawn:
            text = ngettext("{n} match, none drawn or shared.", "{n} matches, none drawn or shared.", n)
        elif one.drawn == n:
            text = ngettext("{n} match, all drawn or shared.", "{n} matches, all drawn or shared.", n)
    return text.format(n=n, drawn=one.drawn)


def _first_seat(seat: str, one: MatchStatistics, first: Share) -> str:
    """Return how often the first seat won of the matches that weren't drawn, with the share if they are enough."""
    if not _has_share(one):
        few = _("{seat}, the first seat, won {won} of {n}.")
        if one.drawn:
            few = _("{seat}, the first seat, won {won} of the other {n}.")
        return few.format(seat=seat, won=first.part, n=first.total)
    won = _("{seat}, the first seat, won {won} of {n}: {share}")
    if one.drawn:
        won = _("{seat}, the first seat, won {won} of the other {n}: {share}")
    low, high = format_percent(first.low), format_percent(first.high)
    sure = _("{low} to {high}").format(low=low, high=high)
    if one.players != TWO:
        even = format_percent(1 / one.players)
        sure = _("{low} to {high}; {even} would be even").format(low=low, high=high, even=even)
    share = format_percent(first.part / first.total)
    return f"{won.format(seat=seat, won=first.part, n=first.total, share=share)} ({sure})."


def _has_share(one: MatchStatistics) -> bool:
    """Return whether enough matches were decided to tell the first seat's share of them."""
    return one.first is not None and one.first.total >= FEWEST_FOR_SHARE


def _players(info: Info, one: MatchStatistics) -> str:
    """Return the number of players, in games that can have more or fewer."""
    if info.min_players == info.max_players:
        return ""
    return ", " + ngettext("{n} player", "{n} players", one.players).format(n=one.players)


def _options(info: Info, options: str) -> str:
    """Return options as people read them; a game may have lost some since."""
    stored = json.loads(options)
    return formatting.plain(", ".join(describe_options(info, stored))) or _("Usual options")


def _small_print(found: Sequence[GameStatistics], pending: int, more: str = "") -> str:
    """Return what is counted and what isn't, in small print."""
    left = [
        text.format(n=count)
        for count, text in (
            (sum(each.not_counted.time for each in found), _("{n} lost on time")),
            (sum(each.not_counted.none for each in found), _("{n} without a result")),
            (sum(each.not_counted.computers for each in found), _("{n} with Turnpost in a seat")),
        )
        if count
    ]
    not_counted = _("Not counted: {list}.").format(list=format_list(left)) if left else ""
    shares = any(_has_share(one) for each in found for one in each.by_players)
    sentences = [_(BRACKETS) if shares else "", _(COUNTED), not_counted, more]
    if pending:
        sentences.append(not_looked_at(pending))
    return f"-# {' '.join(filter(None, sentences))}"


def _fit(head: str, lines: Sequence[str], foot: str) -> str:
    """Return the parts as one post, with as many of the lines as fit."""
    shown = list(lines)
    while len("\n".join([head, *shown, foot])) > MAX_LENGTH - 20:
        shown.pop()
    left = len(lines) - len(shown)
    return "\n".join([head, *shown, *([formatting.and_more(left)] if left else []), foot])


class StatsCog(Cog):
    """The command that shows how the matches of each game ended, on all servers together."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        add_game_choices(bot.context.games, self.stats_by_slash)

    @commands.command(name="stats")
    async def stats_by_text(self, ctx: CommandContext, *, game: str = "") -> None:
        """Read `[chomp]`: of one game by its options, or of all."""
        await self._show(ctx.message, game)

    @app_commands.command(name="stats", description="Does the first seat win more often? How long are matches?")
    @app_commands.describe(game="One game, by its options; all games if you leave it out")
    @usable_everywhere
    async def stats_by_slash(self, interaction: discord.Interaction[Any], game: str | None = None) -> None:
        """Show them to one person."""
        await self._show(interaction, game or "")

    async def _show(self, source: Source, typed: str) -> None:
        context = self.bot.context
        async with self.bot.cooldowns.admit(request_of(source), PICTURE_COST):
            keys = [parse_game(context, typed).key] if typed else list(context.games)
            loaded = {key: await load_tallies(context, key) for key in keys}
        found = [(context.rules(key).info, summarize(tallies), pending) for key, (tallies, pending) in loaded.items()]
        await reply(source, game_post(*found[0]) if typed else overview_post(found))


FEATURE = Feature(cogs=[StatsCog])
