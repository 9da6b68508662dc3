"""Challenge, accept, decline."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.commands.context import everywhere, offer_games, offer_looks, source_of
from bot.referee import challenges, looks
from bot.referee import clock as clock_of
from bot.referee.answers import Again, Refused
from bot.referee.asked import read_number
from bot.replies import asked_by, nothing_to_say, reply
from storage.records import Challenge, Match, Person

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.commands.context import Context
    from bot.host import Host
    from bot.replies import Source
    from games.contract import Info

_MENTION = re.compile(r"<@!?(\d+)>")
_NUMBERED = re.compile(r"#?(\d{1,9})(?:\s+|$)", re.ASCII)
LOOK_OPTIONS = {
    "sides": "Whether the boards turn; as you chose with /look unless you say",
    "theme": "Dark or light; as you chose with /look unless you say",
    "size": "How large the boards are; as you chose with /look unless you say",
}
CLOCK = "How much time: 3d is 3 days a move, 3d+1d a bank that each move adds to; none unless you choose"


class Challenging(commands.Cog):
    """How matches begin."""

    def __init__(self, bot: Host) -> None:
        self.bot = bot
        offer_games(bot.table.games, self.challenge_by_slash, self.open_by_slash)

    @commands.command(name="challenge")
    @commands.guild_only()
    async def challenge_by_text(self, ctx: Context, *, rest: str = "") -> None:
        """Read `@Bob martian-life [3d+1d] [seat=...] [option=value ...] [sides=...]`, in any order."""
        people = {user.id: user for user in ctx.message.mentions}
        mentioned = [people[int(found)] for found in _MENTION.findall(rest) if int(found) in people]
        game, options = _game_and_options(_MENTION.sub(" ", rest))
        info = challenges.named_game(self.bot.table, game)
        if not mentioned:
            raise Refused(f"Mention whom you challenge, for example `!challenge @Bob {info.key}`.")
        await self._issue(ctx.message, info, mentioned, options, players=len(mentioned) + 1)

    @app_commands.command(name="challenge", description="Challenge somebody to a match")
    @app_commands.guild_only()
    @app_commands.describe(
        opponent="Who shall play against you",
        game="Which game",
        opponent2="Another opponent, in games for three and more",
        opponent3="Another opponent",
        opponent4="Another opponent",
        seat="Your seat; drawn by lot unless you choose",
        options="Options of the game, for example target=12",
        clock=CLOCK,
        **LOOK_OPTIONS,
    )
    @offer_looks("sides", "theme", "size")
    async def challenge_by_slash(  # noqa: PLR0913, PLR0917 - discord.py makes the form of these
        self,
        interaction: discord.Interaction[Any],
        opponent: discord.Member,
        game: str,
        opponent2: discord.Member | None = None,
        opponent3: discord.Member | None = None,
        opponent4: discord.Member | None = None,
        seat: str = "random",
        options: str = "",
        clock: str = clock_of.NONE,
        sides: str | None = None,
        theme: str | None = None,
        size: str | None = None,
    ) -> None:
        """Take the same things from a form."""
        people = [person for person in (opponent, opponent2, opponent3, opponent4) if person]
        info = challenges.named_game(self.bot.table, game)
        chosen = _read_options(options) | _said(seat=seat, clock=clock, sides=sides, theme=theme, size=size)
        await self._issue(interaction, info, people, chosen, players=len(people) + 1)

    @commands.command(name="open")
    @commands.guild_only()
    async def open_by_text(self, ctx: Context, *, rest: str = "") -> None:
        """Read `zyrcan 4 [3d+1d] [seat=...] [option=value ...]`."""
        game, options = _game_and_options(rest)
        name, _, players = game.rpartition(" ")
        if not players.isdecimal():
            name, players = game, ""
        info = challenges.named_game(self.bot.table, name)
        size = int(players[:3]) if players else info.min_players
        if not players and info.min_players != info.max_players:
            raise Refused(f"Say for how many, {info.min_players} to {info.max_players}: `!open {info.key} 4`.")
        await self._issue(ctx.message, info, [], options, players=size)

    @app_commands.command(name="open", description="Open a table that anybody here can join")
    @app_commands.guild_only()
    @app_commands.describe(
        game="Which game",
        players="For how many; the fewest the game takes unless you choose",
        seat="Your seat; drawn by lot unless you choose",
        options="Options of the game, for example target=12",
        clock=CLOCK,
        **LOOK_OPTIONS,
    )
    @offer_looks("sides", "theme", "size")
    async def open_by_slash(  # noqa: PLR0913, PLR0917 - as above
        self,
        interaction: discord.Interaction[Any],
        game: str,
        players: int | None = None,
        seat: str = "random",
        options: str = "",
        clock: str = clock_of.NONE,
        sides: str | None = None,
        theme: str | None = None,
        size: str | None = None,
    ) -> None:
        """Take the same things from a form."""
        info = challenges.named_game(self.bot.table, game)
        chosen = _read_options(options) | _said(seat=seat, clock=clock, sides=sides, theme=theme, size=size)
        await self._issue(interaction, info, [], chosen, players=players or info.min_players)

    @open_by_slash.autocomplete("seat")
    @challenge_by_slash.autocomplete("seat")
    async def _seats(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        game = self.bot.table.games.get(str(interaction.namespace.game or ""))
        seats = ["random", *(seat.lower() for seat in game.info.seats)] if game else ["random"]
        return [Choice(name=seat, value=seat) for seat in seats if seat.startswith(current.lower())]

    @open_by_slash.autocomplete("clock")
    @challenge_by_slash.autocomplete("clock")
    async def _clocks(self, _: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        """Offer what is typed, if it can be read, and what is usual."""
        typed = current.strip().lower()
        found = [each for each in clock_of.USUAL if each.startswith(typed)]
        with suppress(Refused):
            typed = str(clock_of.read_control(typed) or clock_of.NONE)
            found = [typed, *(each for each in found if each != typed)]
        return [Choice(name=clock_of.offered(each), value=each) for each in found]

    @open_by_slash.autocomplete("options")
    @challenge_by_slash.autocomplete("options")
    async def _options(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        game = self.bot.table.games.get(str(interaction.namespace.game or ""))
        before, _, word = current.replace(",", " ").rpartition(" ")
        values = [
            f"{option.name}={value}"
            for option in (game.info.options if game else ())
            for value in (option.choices or range(option.low, option.high + 1))
            if f"{option.name}=" not in before
        ]
        texts = [f"{before} {value}".strip() for value in values if value.startswith(word.lower())]
        return [Choice(name=text[:100], value=text[:100]) for text in texts[:25]]

    @commands.hybrid_command(description="Accept a challenge")
    @app_commands.describe(challenge="Its number, if several wait for you")
    @everywhere
    async def accept(self, ctx: Context, challenge: str | None = None) -> None:
        """Accept a challenge: the one named, or the only one that waits."""
        source, user_id = source_of(ctx), ctx.author.id
        number = await challenges.waiting_for(self.bot.table, user_id, read_number(challenge), source.id)
        person, guild_id = Person(user_id, ctx.author.display_name), ctx.guild.id if ctx.guild else None
        done = await challenges.accept(self.bot.table, number, person, source.id, guild_id=guild_id)
        if isinstance(done, Again):
            await nothing_to_say(source)
        elif isinstance(done, Match):
            await reply(source, f"Match #{done.id} begins in <#{done.channel_id}>.")
        else:
            await reply(source, "You are in. The match begins when everybody has accepted.")

    @commands.command(name="decline")
    async def decline_by_text(self, ctx: Context, *, rest: str = "") -> None:
        """Read `[12] [not today]`: decline the challenge named, or the only one that waits."""
        found = _NUMBERED.match(rest)
        number, word = (int(found[1]), rest[found.end() :]) if found else (None, rest)
        await self._decline(ctx.message, number, word)

    @app_commands.command(name="decline", description="Decline a challenge, or withdraw your own")
    @app_commands.describe(challenge="Its number, if several wait for you", word="What you say to it; all see it")
    @everywhere
    async def decline_by_slash(
        self, interaction: discord.Interaction[Any], challenge: str | None = None, word: str = ""
    ) -> None:
        """Take the same things from a form."""
        await self._decline(interaction, read_number(challenge), word)

    async def _decline(self, source: Source, number: int | None, word: str) -> None:
        asked = asked_by(source)
        number = await challenges.waiting_for(self.bot.table, asked.user_id, number, source.id)
        done = await challenges.decline(
            self.bot.table, number, asked.user_id, source.id, guild_id=asked.guild_id, word=word
        )
        if isinstance(done, Again):
            await nothing_to_say(source)
        else:
            await reply(source, _declined(done, asked.user_id))

    async def _issue(
        self,
        source: Source,
        info: Info,
        opponents: Sequence[discord.User | discord.Member],
        options: dict[str, str],
        *,
        players: int,
    ) -> None:
        if any(user.bot for user in opponents):
            raise Refused("Bots don't play here: challenge a person.")
        author = source.user if isinstance(source, discord.Interaction) else source.author
        channel_id = _channel_for_posts(source)
        seat = challenges.named_seat(info, options.pop("seat", "random"))
        taken = {option.name for option in info.options}
        clock = clock_of.NONE if "clock" in taken else options.pop("clock", clock_of.NONE)
        look = {name: options.pop(name) for name in looks.CHOICES if name in options and name not in taken}
        done = await challenges.issue(
            self.bot.table,
            challenges.Offer(info, options, seat, players, look, clock),
            [Person(user.id, user.display_name) for user in (author, *opponents)],
            guild_id=source.guild.id if source.guild else 0,
            channel_id=channel_id,
            source_id=source.id,
        )
        if isinstance(done, Challenge) and (isinstance(source, discord.Interaction) or source.channel.id != channel_id):
            await reply(source, f"Challenge {done.id} is posted in <#{channel_id}>.")


def _game_and_options(text: str) -> tuple[str, dict[str, str]]:
    """Split `martian-life target=12` into the game's name and the options."""
    text, clock = clock_of.among(text)
    tokens = text.split()
    options = dict(token.split("=", 1) for token in tokens if "=" in token)
    return " ".join(token for token in tokens if "=" not in token), options | _said(clock=clock)


def _read_options(text: str) -> dict[str, str]:
    """Read `target=12 supply=stash`. Raises `Refused`."""
    name, options = _game_and_options(text.replace(",", " "))
    if name:
        raise Refused("Options are written `name=value`, for example `target=12`.")
    return options


def _said(**words: str | None) -> dict[str, str]:
    return {name: word for name, word in words.items() if word is not None}


def _declined(challenge: Challenge, user_id: int) -> str:
    if user_id not in (person.id for person in challenge.people):
        return "You have left the table."
    return f"Challenge {challenge.id} is {'withdrawn' if challenge.challenger.id == user_id else 'declined'}."


def _channel_for_posts(source: Source) -> int:
    """Return the channel a challenge is posted in: threads can't have threads, so there it's the channel around."""
    channel = source.channel
    if isinstance(channel, discord.Thread):
        return channel.parent_id
    return channel.id if channel else 0
