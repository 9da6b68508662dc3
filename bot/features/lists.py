"""Lists of matches: a person's own, with the challenges that wait, also as a daily digest, and those of a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client.components import PersistentButton, rows
from bot.client.feature import Cog, Feature
from bot.client.options import add_game_choices, source_of, usable_everywhere
from bot.features.match_search import option_of_match, page_of, split_person
from bot.features.match_text import time_record_sentence
from bot.features.private_posts import send_directly
from bot.features.results import result_sentence
from bot.features.watch import WatchSelect
from bot.interactions.limits import PICTURE_COST
from bot.interactions.member_permissions import visible_channels
from bot.interactions.replies import MAX_LENGTH, guild_id_of, reply, request_of, turn_page
from bot.interactions.text import SERVER_ONLY
from bot.process import is_permanent
from bot.referee import formatting
from bot.referee.challenges.issue import parse_game
from bot.referee.context import run_rules
from bot.referee.errors import RequestRejected
from bot.referee.lists import list_my_matches, list_server_matches, load_time_records
from bot.referee.people.preferences import is_stale, load_person_zone, stop_digests
from games.text import format_list
from games.translation import ENGLISH, current_language, gettext as _, ngettext
from storage.queries.server_matches import ServerFilter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date, datetime

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from bot.referee.clocks.clock import PauseStatus
    from bot.referee.lists import ListedMatch, MatchEntry, MyMatches, PendingChallenge, ServerPage
    from games.contract import Game
    from storage.queries.rows import Match, Person, Post
    from storage.queries.time_records import TimeRecord

    Games = Mapping[str, Game[Any, Any]]
    NamePerson = Callable[[Person], str]
    Title = Callable[[str], str]

MOST_LISTED = 25


def my_matches_post(mine: MyMatches, title: Title) -> str:
    """Return a person's matches, those in which it's their turn first; `title` names a game by its key."""
    total = len(mine.your_turn) + len(mine.their_turn)
    if not total and not mine.challenges:
        return _("You have no matches here. `/play` starts one.")
    lines = list(waiting_lines(mine, title))
    if not mine.your_turn:
        lines.insert(0, _("No match is waiting for you."))
    if mine.their_turn:
        lines.append(_("Waiting for others:"))
        lines += [match_line(entry, mine.user_id, title) for entry in mine.their_turn[:MOST_LISTED]]
        lines += _more(len(mine.their_turn))
    return "\n".join(lines)


def waiting_lines(mine: MyMatches, title: Title) -> Iterator[str]:
    """Yield the lines of what waits for a person: matches, the most urgent first, and challenges."""
    if mine.your_turn:
        total = len(mine.your_turn) + len(mine.their_turn)
        yield _("Your move in {n} of {total}:").format(n=len(mine.your_turn), total=total)
        yield from (match_line(entry, mine.user_id, title) for entry in mine.your_turn[:MOST_LISTED])
        yield from _more(len(mine.your_turn))
    if mine.challenges:
        yield _("Waiting for your answer:")
        yield from (_challenge(each, title) for each in mine.challenges[:MOST_LISTED])
        yield from _more(len(mine.challenges))


def _more(count: int) -> list[str]:
    return [formatting.and_more(count - MOST_LISTED)] if count > MOST_LISTED else []


def match_line(entry: MatchEntry, user_id: int, title: Title) -> str:
    """Return the line of a match in a list for a person: against whom, until or since when, and where its board is."""
    match = entry.match
    with_whom = format_list(map(formatting.name, match.others(user_id)))
    when = time_listed(match, entry.deadline, entry.pause)
    if match.crowd_of(user_id) and match.to_move == match.seat_of(user_id):
        # Translators: {when} is "until tomorrow at noon".
        when = (_("your vote, {when}") if entry.votes else _("you've voted, {when}")).format(when=when)
    board = entry.board if entry.board and entry.board.body.get("user") in {None, user_id} else None
    where = formatting.place(match, board) or formatting.home(match)
    return _("- **#{id} {game}** with {people}, {when}: {where}").format(
        id=match.id, game=title(match.game), people=with_whom, when=when, where=where
    )


def time_listed(match: Match, until: datetime | None, pause: PauseStatus) -> str:
    """Return the deadline of a match, since when its turn lasts, or why it waits, for a list."""
    if pause.open_seat:
        return _("a seat is open to anybody")
    if pause.paused:
        return _("paused by agreement")
    if until and pause.late:
        return _("time ran out {when}").format(when=formatting.ago(until))
    if until:
        when = _("until {when}").format(when=formatting.until(until))
    else:
        when = _("since {when}").format(when=f"<t:{int(match.since.timestamp())}:f>")
    if pause.away is None:
        return when
    away = _("{name} is away until {when}").format(
        name=formatting.name(match.player_to_move), when=f"<t:{int(pause.away.timestamp())}:f>"
    )
    return f"{when} ({away})"


def _challenge(pending: PendingChallenge, title: Title) -> str:
    challenge = pending.challenge
    where = formatting.challenge_place(challenge, pending.post)
    line = _("- challenge {id} to **{game}** by {challenger}, expires {when}: {where}")
    if where is None:
        line = _("- challenge {id} to **{game}** by {challenger}, expires {when}: `/match do:accept {id}`")
    return line.format(
        id=challenge.id,
        game=title(challenge.game),
        challenger=formatting.name(challenge.challenger),
        when=formatting.ago(challenge.expires_at),
        where=where,
    )


def digest_post(mine: MyMatches, title: Title, day: date) -> str:
    """Return what waits for a person, to be sent on a day; empty if nothing does. A text over the limit is cut."""
    small = _("-# daily list of {day} \u00b7 `/me do:preferences digest=off` turns it off").format(day=format_day(day))
    return cut_list(list(waiting_lines(mine, title)), small)


def cut_list(lines: list[str], small: str) -> str:
    """Return lines with a last one in small print, as many as fit into a message; empty if there are none."""
    whole = "\n".join([*lines, small])
    if not lines or len(whole) <= MAX_LENGTH:
        return whole if lines else ""
    rest = _("- and more: `/games` lists all") + f"\n{small}"
    while len("\n".join([*lines, rest])) > MAX_LENGTH or lines[-1].endswith(":"):
        lines.pop()
    return "\n".join([*lines, rest])


def format_day(day: date) -> str:
    """Return the day and its month."""
    if current_language() == ENGLISH:
        return f"{day.day} {day:%B}"
    from babel import dates  # noqa: PLC0415 - English needs no Babel

    return dates.format_skeleton("MMMMd", day, locale=current_language())


async def send_digest(bot: Client, post: Post) -> tuple[int, int | None]:
    """Send a person's digest; return the channel and the message, None if nothing waits or the day is over.

    A person who takes no direct messages gets no more digests.
    """
    try:
        return await _digest(bot, post, int(post.body["user"]))
    except (discord.Forbidden, discord.NotFound) as error:
        if is_permanent(error):
            await stop_digests(bot.context, int(post.body["user"]))
        raise


async def _digest(bot: Client, post: Post, user_id: int) -> tuple[int, int | None]:
    zone = await load_person_zone(bot.context, user_id, None)
    day = post.created_at.astimezone(zone).date()
    content = digest_post(await list_my_matches(bot.context, user_id, None), bot.context.title, day)
    if not content or is_stale(bot.context, post):
        return (await bot.sender.open_direct_messages(post)).id, None
    last_line = content.rsplit("\n", 1)[-1]
    return await send_directly(bot, post, content, is_it=lambda message: message.content.endswith(last_line))


NAME_LENGTHS = (32, 16, 8, 3)
"""Characters of a name; fewer where a page would be too long for a message."""
LONGEST_TITLE = 32


def matches_page(found: ServerPage, games: Games, *, narrowed: bool, record: TimeRecord | None = None) -> str:
    """Return a page of a server's matches; `narrowed` says that they are those of a person or of a game alone.

    `record` is how often that person moved in time, if that is known.
    """
    if not found.active_count + found.ended_count:
        if narrowed:
            return _("There are no such matches here. `/matches` alone lists all.")
        return _("Nobody has played here yet. `/play` begins a match: with a friend, with me, or with anyone.")
    head = f"-# {time_record_sentence(record)}\n" if record else ""
    pages = (f"{head}{_page(found, games, length)}" for length in NAME_LENGTHS)
    return next((page for page in pages if len(page) <= MAX_LENGTH), _page(found, games, NAME_LENGTHS[-1]))


def _page(found: ServerPage, games: Games, name_length: int) -> str:
    def name(person: Person) -> str:
        return f"**{formatting.plain(formatting.plain_name(person, name_length))}**"

    lines: list[str] = []
    if found.active:
        lines += [
            _("**Now** ({n}):").format(n=found.active_count),
            *(_active_line(listed, games, name) for listed in found.active),
        ]
    if found.ended:
        lines += [
            _("**Ended** ({n}):").format(n=found.ended_count),
            *(_ended_line(listed, games, name) for listed in found.ended),
        ]
    if found.last:
        lines.append(f"-# {page_of(found.page, found.last)}")
    return "\n".join(lines)


def _active_line(listed: ListedMatch, games: Games, name: NamePerson) -> str:
    match, n = listed.match, listed.ply
    moves = ngettext("{n} move", "{n} moves", n).format(n=n) if n else _("no moves yet")
    mover = name(match.seats[match.to_move - 1]) if match.to_move else _("nobody")
    to_move, when = _("{name} to move").format(name=mover), formatting.ago(match.since)
    return (
        f"- {formatting.linked_number(match, listed.board)} {_names(match, games, name)}, {moves}, {to_move} · {when}"
    )


def _ended_line(listed: ListedMatch, games: Games, name: NamePerson) -> str:
    match, when = listed.match, formatting.ago(listed.match.ended_at or listed.match.since)
    if listed.snapshot is None:
        return f"- {formatting.linked_number(match, listed.board)} {_names(match, games, name)} · {when}"
    sentence = result_sentence(listed.snapshot, games[match.game], name).removesuffix(".")
    return f"- {formatting.linked_number(match, listed.board)} {sentence} · {when}"


def _names(match: Match, games: Games, name: NamePerson) -> str:
    """Return the game of a match and its players, for a match without a result."""
    title = games[match.game].info.title if match.game in games else match.game
    return f"**{formatting.plain(formatting.tidy(title)[:LONGEST_TITLE])}**: {format_list(map(name, match.seats))}"


NOBODY, NO_GAME = 0, "-"
"""The parts of a page's custom_id that stand for every person and every game."""


async def show_matches(bot: Client, source: Source, user_id: int | None = None, game: str | None = None) -> None:
    """Reply with the first page of the server's matches. Raises `RequestRejected` in direct messages."""
    async with bot.cooldowns.admit(request_of(source), PICTURE_COST):
        text, view = await _load_page(bot, source, user_id, game, 0)
        await reply(source, text, view=view)


class MatchesPageButton(PersistentButton, template=r"matches:(\d+):(\d+):([a-z0-9-]+)"):
    """Turns to a page of a server's matches. Its parts: page, person (0 for all), game (- for all)."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Turn the page in a private reply; below a public one, reply with the page, privately."""
        page, user_id, game = int(self.parts[0]), int(self.parts[1]), self.parts[2]
        async with bot.cooldowns.admit(request_of(press), PICTURE_COST):
            text, view = await _load_page(bot, press, user_id or None, None if game == NO_GAME else game, page)
            await turn_page(press, text, view)


async def _load_page(
    bot: Client, source: Source, user_id: int | None, game: str | None, page: int
) -> tuple[str, View | None]:
    guild_id = guild_id_of(source)
    if guild_id is None:
        raise RequestRejected(_(SERVER_ONLY))
    computers = bot.user is not None and user_id == bot.user.id
    wanted = ServerFilter(
        guild_id, visible_channels(source), None if computers else user_id, game, of_computers=computers
    )
    found = await list_server_matches(bot.context, wanted, page)
    narrowed = user_id is not None or game is not None
    records = await load_time_records(bot.context, [user_id] if user_id is not None and not computers else [])
    record = records.get(user_id or 0)
    text = await run_rules(lambda: matches_page(found, bot.context.games, narrowed=narrowed, record=record))
    reader = request_of(source).user_id
    options = [
        option_of_match(each.match, bot.context.title(each.match.game))
        for each in found.active
        if each.match.seat_of(reader) is None
    ]
    turns = {_("Newer"): found.page - 1, _("Older"): found.page + 1}
    parts = (user_id or NOBODY, game or NO_GAME)
    buttons = [MatchesPageButton(label, to, *parts) for label, to in turns.items() if 0 <= to <= found.last]
    menu = [WatchSelect(options, _("Watch a match..."))] if options else []
    return text, rows(menu, buttons) if menu or buttons else None


class ListsCog(Cog):
    """The commands that list a person's matches, and a server's."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        add_game_choices(bot.context.games, self.matches_by_slash)

    @commands.command(name="matches")
    @commands.guild_only()
    async def matches_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """List the matches that everybody here can see, of one person or game or of all: `[@Bob] [chomp]`."""
        person_id, game = split_person(ctx.message, rest)
        key = parse_game(self.bot.context, game).key if game else None
        await show_matches(self.bot, ctx.message, person_id, key)

    @app_commands.command(name="matches", description="What's played here, and what has ended: look, or watch")
    @app_commands.describe(person="Only matches of this person", game="Only matches of this game")
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.allowed_installs(guilds=True, users=False)
    async def matches_by_slash(
        self, interaction: discord.Interaction[Any], person: discord.User | None = None, game: str | None = None
    ) -> None:
        """List the matches that the person who asks can see."""
        key = parse_game(self.bot.context, game).key if game else None
        await show_matches(self.bot, interaction, person.id if person else None, key)

    @commands.hybrid_command(description="List your matches, your turn first")
    @usable_everywhere
    async def games(self, ctx: CommandContext) -> None:
        """List the matches of the person who sent the command."""
        source = source_of(ctx)
        request = request_of(source)
        found = await list_my_matches(self.bot.context, request.user_id, request.guild_id)
        await reply(source, my_matches_post(found, self.bot.context.title))


@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.context_menu(name="Matches")
async def matches_menu(interaction: discord.Interaction[Any], person: discord.User) -> None:
    """List the matches on this server of the person whose menu was used."""
    await show_matches(interaction.client, interaction, person.id)


FEATURE = Feature(
    cogs=[ListsCog],
    menus=[matches_menu],
    buttons=[MatchesPageButton],
    posts={"digest": send_digest},
)
