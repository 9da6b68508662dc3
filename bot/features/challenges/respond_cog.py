"""The commands that list, accept and decline challenges."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.options import MAX_CHOICES, source_of
from bot.features.challenges import list_text, reply_text
from bot.features.challenges.terms import begins_with
from bot.interactions.member_permissions import can_readers_see
from bot.interactions.players import person_of
from bot.interactions.replies import acknowledge_silently, reply, request_of
from bot.referee.challenges.list_open import OpenChallenges, list_open_challenges, load_challenge_posts
from bot.referee.challenges.name_parser import RANDOM
from bot.referee.challenges.respond import accept_challenge, decline_challenge, find_waiting_challenge
from bot.referee.request_results import AlreadyDone
from bot.referee.requests import parse_match_number
from games.translation import gettext as _
from storage.queries.rows import Challenge, Match

if TYPE_CHECKING:
    from collections.abc import Sequence

    import discord

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source

_NUMBERED = re.compile(r"#?(\d{1,9})(?:\s+|$)", re.ASCII)
WHICH = "Its number, if several are waiting for you"


class RespondCog(commands.Cog):
    """The commands that list, accept and decline challenges."""

    def __init__(self, bot: Client) -> None:
        self.bot = bot

    @commands.hybrid_command(description="List challenges: those waiting for you, your own, and those you can join")
    async def challenges(self, ctx: CommandContext) -> None:
        """List the challenges that are open."""
        source = source_of(ctx)
        found = await self._listed(source)
        posts = await load_challenge_posts(self.bot.context, found)
        await reply(source, list_text.challenge_list(found, posts, self.bot.context.title))

    @commands.command(name="accept", aliases=["join"])
    async def accept_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[12] [north]`: accept the challenge of that number, or the only one there is, with that seat."""
        number, seat = _split_number(rest)
        await self._accept(ctx.message, ctx.author, number, seat)

    @app_commands.command(name="accept", description="Accept a challenge")
    @app_commands.describe(challenge=WHICH, seat="Your seat, if you can choose; random by default")
    async def accept_by_slash(
        self, interaction: discord.Interaction[Any], challenge: str | None = None, seat: str = ""
    ) -> None:
        """Take the same from a form."""
        await self._accept(interaction, interaction.user, parse_match_number(challenge), seat)

    async def _accept(self, source: Source, user: discord.User | discord.Member, number: int | None, seat: str) -> None:
        request = request_of(source)
        if number is None:
            number = await self._only_joinable(source)
        number = await find_waiting_challenge(self.bot.context, request, number)
        person = person_of(user)
        result = await accept_challenge(
            self.bot.context, number, person, source.id, guild_id=request.guild_id, seat=seat.strip() or RANDOM
        )
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(source)
        elif isinstance(result, Match):
            await reply(source, reply_text.match_begins(result))
        else:
            await reply(source, _(reply_text.JOINED))

    async def _only_joinable(self, source: Source) -> int | None:
        """Return the number of the only challenge that a person can join, if none waits for them."""
        found = await self._listed(source)
        earlier = [each for each in found.joinable if each.source_id < source.id]
        return earlier[0].id if len(earlier) == 1 and not found.waiting else None

    @commands.command(name="decline")
    async def decline_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `[12] [not today]`: decline the challenge of that number, or the only one waiting."""
        number, word = _split_number(rest)
        await self._decline(ctx.message, number, word)

    @app_commands.command(name="decline", description="Decline a challenge, or withdraw your own")
    @app_commands.describe(challenge=WHICH, word="A comment that everyone sees")
    async def decline_by_slash(
        self, interaction: discord.Interaction[Any], challenge: str | None = None, word: str = ""
    ) -> None:
        """Take the same from a form."""
        await self._decline(interaction, parse_match_number(challenge), word)

    async def _decline(self, source: Source, number: int | None, word: str) -> None:
        request = request_of(source)
        number = await find_waiting_challenge(self.bot.context, request, number)
        result = await decline_challenge(
            self.bot.context, number, request.user_id, source.id, guild_id=request.guild_id, comment=word
        )
        if isinstance(result, AlreadyDone):
            await acknowledge_silently(source)
        else:
            await reply(source, reply_text.declined(result, request.user_id))

    @accept_by_slash.autocomplete("challenge")
    async def _to_accept(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        found = await self._listed(interaction)
        return self._choices([*found.waiting, *found.joinable], current)

    @decline_by_slash.autocomplete("challenge")
    async def _to_decline(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        found = await self._listed(interaction)
        return self._choices([*found.waiting, *found.joined, *found.issued], current)

    @accept_by_slash.autocomplete("seat")
    async def _seats(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        """Suggest the free seats of the challenge in the form, or of the only one waiting."""
        found = await self._listed(interaction)
        typed_number = str(interaction.namespace.challenge or "").strip().removeprefix("#")
        meant = [each for each in (*found.waiting, *found.joined, *found.joinable) if str(each.id) == typed_number]
        if not typed_number and len(found.waiting) == 1:
            meant = found.waiting
        seats = [self.bot.context.rules(each.game).info.seats[seat - 1] for each in meant for seat in each.free]
        shown = {seat.lower(): _(seat) for seat in seats}
        return [Choice(name=name, value=word) for word, name in shown.items() if begins_with(current, word, name)]

    def _choices(self, found: Sequence[Challenge], typed: str) -> list[Choice[str]]:
        choices = {str(each.id): list_text.challenge_choice(each, self.bot.context.title(each.game)) for each in found}
        digits = typed.strip().removeprefix("#")
        found_choices = [
            Choice(name=name[:100], value=number) for number, name in choices.items() if number.startswith(digits)
        ]
        return found_choices[:MAX_CHOICES]

    async def _listed(self, source: Source) -> OpenChallenges:
        return await list_open_challenges(
            self.bot.context, request_of(source), lambda channel_id: can_readers_see(source, channel_id)
        )


def _split_number(rest: str) -> tuple[int | None, str]:
    found = _NUMBERED.match(rest)
    return (int(found[1]), rest[found.end() :]) if found else (None, rest)
