"""The commands that issue, list, accept and decline challenges."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.client.components import row
from bot.client.feature import Cog
from bot.client.options import MAX_CHOICES, add_game_choices, usable_everywhere
from bot.client.panels import Field, PanelCommand, split_mentions
from bot.features.challenges import text
from bot.features.challenges.buttons import (
    MOST_OPPONENTS,
    OPTIONS,
    ChallengeForm,
    FillInAgain,
    PlayMeButton,
    fill_in,
    issue,
    issue_by_terms,
)
from bot.features.challenges.terms import (
    ANYBODY,
    MOST_LEVELS,
    begins_with,
    count_lookups,
    crowd_of_role,
    find_members,
    parse_options,
    parse_terms,
    split_names,
    suggest_clocks,
    suggest_more,
    suggest_seats,
    take_crowds,
    take_options,
    without_missing,
)
from bot.features.offers import answer_offer_meant
from bot.interactions.limits import TooManyRequests
from bot.interactions.member_permissions import can_readers_see
from bot.interactions.replies import acknowledge_silently, person_of, reply, request_of, user_of
from bot.referee.challenges.answer import (
    OpenChallenges,
    accept_challenge,
    decline_challenge,
    find_waiting_challenge,
    list_open_challenges,
    load_challenge_posts,
)
from bot.referee.challenges.issue import RANDOM, parse_count, parse_game, split_game, which_game
from bot.referee.errors import RequestRejected
from bot.referee.requests import AlreadyDone
from bot.referee.times.time_control import describe_choice
from games.translation import gettext as _, gettext_noop as N_
from storage.queries.rows import Challenge, Match

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bot.client.client import Client
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from games.contract import Info

_NUMBERED = re.compile(r"#?(\d{1,9})(?:\s+|$)", re.ASCII)
WHICH = "Its number, if several are waiting for you"


async def accept(bot: Client, source: Source, words: str) -> None:
    """Accept the challenge of a number, or the only one there is, with a seat: `[12] [north]`.

    Where an offer in a match is meant, agree to it. Raises `RequestRejected`.
    """
    number, seat = _split_number(words)
    request = request_of(source)
    if await answer_offer_meant(bot, source, number, agrees=True):
        return
    if number is None:
        number = await _only_joinable(bot, source)
    number = await find_waiting_challenge(bot.context, request, number)
    result = await accept_challenge(
        bot.context,
        number,
        person_of(user_of(source)),
        request.source_id,
        guild_id=request.guild_id,
        seat=seat.strip() or RANDOM,
    )
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    elif isinstance(result, Match):
        await reply(source, text.match_begins(result))
    else:
        await reply(source, _(text.JOINED))


async def _only_joinable(bot: Client, source: Source) -> int | None:
    """Return the number of the only challenge that a person can join, if none waits for them."""
    found = await _listed(bot, source)
    earlier = [each for each in found.joinable if each.source_id < request_of(source).source_id]
    return earlier[0].id if len(earlier) == 1 and not found.waiting else None


async def decline(bot: Client, source: Source, words: str) -> None:
    """Decline the challenge of a number, or the only one waiting: `[12] [not today]`.

    Where an offer in a match is meant, decline that. Raises `RequestRejected`.
    """
    number, word = _split_number(words)
    request = request_of(source)
    if await answer_offer_meant(bot, source, number, agrees=False):
        return
    number = await find_waiting_challenge(bot.context, request, number)
    result = await decline_challenge(
        bot.context, number, request.user_id, request.source_id, guild_id=request.guild_id, comment=word
    )
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    elif request.user_id not in (person.id for person in result.people):
        await reply(source, _("You've left the challenge."))
    elif result.challenger.id == request.user_id:
        await reply(source, _("Challenge {id} is withdrawn.").format(id=result.id))
    else:
        await reply(source, _("Challenge {id} is declined.").format(id=result.id))


async def which_to_accept(bot: Client, interaction: discord.Interaction[Any], _number: int) -> list[Field]:
    """Return the questions which challenge to accept, if there are several, and in which seat, if there is a choice."""
    found = await _listed(bot, interaction)
    listed = [*found.waiting, *found.joinable]
    seats = {seat.lower(): _(seat) for seat in _free_seats(bot, listed)}
    fields = _which(bot, listed)
    if seats:
        fields.append(Field(label=_("Your seat"), hint=_("Random by default"), choices=_first_choices(seats)))
    return fields


async def which_to_decline(bot: Client, interaction: discord.Interaction[Any], _number: int) -> list[Field]:
    """Return the questions which challenge to decline, if there are several, and with what comment."""
    found = await _listed(bot, interaction)
    comment = Field(label=_("A comment"), hint=_("Everyone sees it"), example=_("not today"))
    return [*_which(bot, [*found.waiting, *found.joined, *found.issued]), comment]


def _which(bot: Client, listed: Sequence[Challenge]) -> list[Field]:
    """Return the question which challenge is meant, none if there is only one."""
    choices = {str(each.id): text.challenge_choice(each, bot.context.title(each.game)) for each in listed}
    if len(choices) < 2:
        return []
    return [Field(label=_("Which challenge?"), choices=_first_choices(choices), required=True)]


def _first_choices(choices: Mapping[str, str]) -> dict[str, str]:
    return dict(list(choices.items())[:MAX_CHOICES])


def _free_seats(bot: Client, listed: Sequence[Challenge]) -> list[str]:
    """Return the names of the seats among which people who accept these challenges can choose."""
    return [bot.context.rules(each.game).info.seats[seat - 1] for each in listed for seat in each.free]


async def complete_accept(bot: Client, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Return the challenges that can be accepted, or the free seats of the one that is named or alone waits."""
    found = await _listed(bot, interaction)
    number, seat = _split_number(typed)
    meant = [each for each in (*found.waiting, *found.joined, *found.joinable) if each.id == number]
    if number is None:
        meant = found.waiting if len(found.waiting) == 1 else []
    before = f"{number} " if meant and number is not None else ""
    seats = {each.lower(): _(each) for each in _free_seats(bot, meant)}
    choices = [
        Choice(name=f"{before}{name}", value=f"{before}{word}")
        for word, name in seats.items()
        if begins_with(seat, word, name)
    ]
    return choices if before else [*_choices(bot, [*found.waiting, *found.joinable], typed), *choices]


async def complete_decline(bot: Client, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
    """Return the challenges that can be declined, left or withdrawn."""
    found = await _listed(bot, interaction)
    return _choices(bot, [*found.waiting, *found.joined, *found.issued], typed)


def _choices(bot: Client, found: Sequence[Challenge], typed: str) -> list[Choice[str]]:
    choices = {str(each.id): text.challenge_choice(each, bot.context.title(each.game)) for each in found}
    digits = typed.strip().removeprefix("#")
    return [Choice(name=name[:100], value=number) for number, name in choices.items() if number.startswith(digits)]


async def _listed(bot: Client, source: Source) -> OpenChallenges:
    return await list_open_challenges(
        bot.context, request_of(source), lambda channel_id: can_readers_see(source, channel_id)
    )


ANSWERS = (
    PanelCommand(
        name="accept",
        panel="match",
        aliases=["join"],
        label=N_("Accept a challenge"),
        description=N_("Accept a challenge, or join one"),
        usage="12 north",
        run=accept,
        fields=which_to_accept,
        complete=complete_accept,
        needs_no_match=True,
    ),
    PanelCommand(
        name="decline",
        panel="match",
        label=N_("Decline a challenge"),
        description=N_("Decline a challenge, or withdraw your own"),
        usage="12 not today",
        run=decline,
        fields=which_to_decline,
        complete=complete_decline,
        needs_no_match=True,
    ),
)


async def show_challenges(bot: Client, source: Source, _words: str) -> None:
    """List the challenges that are open."""
    found = await _listed(bot, source)
    await reply(source, text.challenge_list(found, await load_challenge_posts(bot.context, found), bot.context.title))


LIST = PanelCommand(
    name="challenges",
    panel="me",
    label=N_("Challenges"),
    description=N_("List challenges: those waiting for you, your own, and those you can join"),
    run=show_challenges,
    often=True,
)


def _split_number(rest: str) -> tuple[int | None, str]:
    found = _NUMBERED.match(rest)
    return (int(found[1]), rest[found.end() :]) if found else (None, rest)


_MENTION = re.compile(r"<@!?(\d+)>")
CLOCK = "3d is 3 days a move; 3d+1d is 3 days, plus 1 with each move; the server's clock by default"
SEAT = "Your seat, or theirs to let the others choose; random by default"
LEVEL = "How well Turnpost plays, if it does: 1 is the easiest"
MORE = "More opponents and terms, for example @Cleo target=12 unrated"


class ChallengesCog(Cog):
    """The commands that issue challenges."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        add_game_choices(bot.context.games, self.play, self.challenge)

    @commands.command(name="challenge")
    @commands.guild_only()
    async def challenge_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `@Bob chomp [3d+1d] [seat=theirs] [option=value ...] [sides=...]`, in any order.

        A person may also be named without a mention, if the name fits one member.
        """
        people = {user.id: user for user in ctx.message.mentions}
        mentioned = [people[int(found)] for found in _MENTION.findall(rest) if int(found) in people]
        crowds, rest = take_crowds(ctx.guild, rest)
        untitled, words = parse_terms(_MENTION.sub(" ", rest))
        try:
            info, left = split_game(self.bot.context, untitled)
        except RequestRejected as rejected:
            await self._ask_for_game(ctx, rejected.reason, mentioned, untitled, words)
            return
        left, options = take_options(info, left)
        words |= options
        names = split_names(left)[: info.max_players]
        if not mentioned and not names and not crowds:
            await self._ask_for_opponents(
                ctx,
                _(
                    "Mention your opponent, for example `{prefix}challenge @Bob {game}`. If nobody is around, "
                    "challenge me: `{prefix}challenge @Turnpost {game}`."
                ).format(prefix=ctx.clean_prefix, game=info.key),
                info,
                [],
                words,
            )
            return
        if any(name.casefold() in ANYBODY for name in names):
            size = "" if info.min_players == info.max_players else f" {info.max_players}"
            anyone = _("A challenge that anyone can join is an open one: `{command}`.")
            raise RequestRejected(anyone.format(command=f"{ctx.clean_prefix}open {info.key}{size}"))
        try:
            named = await self._find_named(ctx, names, info if mentioned else None)
        except TooManyRequests:
            raise
        except RequestRejected as rejected:
            await self._ask_for_opponents(ctx, rejected.reason, info, mentioned, words)
            return
        await issue(self.bot, ctx.message, info, [*mentioned, *named], words, crowds=crowds)

    async def _find_named(
        self, ctx: CommandContext, names: Sequence[str], info: Info | None = None
    ) -> list[discord.Member]:
        """Return the members of some names; `info` is that of `find_members`.

        Raises `RequestRejected`, and `TooManyRequests` for too many names.
        """
        if ctx.guild is None or not names:
            return []
        async with self.bot.cooldowns.admit(request_of(ctx.message), count_lookups(names)):
            return await find_members(ctx.guild, names, info)

    async def _ask_for_game(
        self,
        ctx: CommandContext,
        reason: str,
        mentioned: Sequence[discord.abc.User],
        untitled: str,
        words: Mapping[str, str],
    ) -> None:
        """Say why a text names no game, above a button that opens a form, with what the text says filled in.

        If all of its words are members' names, ask which game. Raises `TooManyRequests`.
        """
        opponents = [*mentioned]
        try:
            opponents += await self._find_named(ctx, split_names(untitled.split())[:MOST_OPPONENTS])
        except TooManyRequests:
            raise
        except RequestRejected:
            pass  # words that are nobody's name may be a game with a mistake
        if len(opponents) > len(mentioned):
            reason = which_game(self.bot.context.games)
        if opponents and all(each == self.bot.user for each in opponents):
            await reply(ctx.message, reason, view=row(PlayMeButton(_(text.CHOOSE_GAME), "")))
            return
        content = text.form_rejected(reason, fill_in(opponents, words))
        await reply(ctx.message, content, view=row(FillInAgain(_(text.CHOOSE_GAME))))

    async def _ask_for_opponents(
        self,
        ctx: CommandContext,
        reason: str,
        info: Info,
        mentioned: Sequence[discord.abc.User],
        words: Mapping[str, str],
    ) -> None:
        """Say why a text names too few opponents, above a button that opens a form with the rest filled in."""
        content = text.form_rejected(reason, fill_in(mentioned, words, info.key))
        await reply(ctx.message, content, view=row(FillInAgain(_("Choose opponents"))))

    @usable_everywhere
    @app_commands.describe(
        opponent="Your opponent; Turnpost plays, too. Leave it empty to let anyone join",
        game="The game; without one a form opens",
        clock=CLOCK,
        level=LEVEL,
        seat=SEAT,
        more=MORE,
    )
    async def play_by_slash(  # noqa: PLR0917 - discord.py makes the form of these
        self,
        interaction: discord.Interaction[Any],
        opponent: discord.User | discord.Role | None = None,
        game: str | None = None,
        clock: str | None = None,
        level: app_commands.Range[int, 1, MOST_LEVELS] | None = None,
        seat: str | None = None,
        more: str = "",
    ) -> None:
        """Issue a challenge, or open the form with what is given if no game is."""
        crowds, more = take_crowds(interaction.guild, more)
        if isinstance(opponent, discord.Role):
            crowds.insert(0, crowd_of_role(opponent))
            opponent = None
        mentioned, rest = await split_mentions(self.bot, interaction, more)
        people = [*([opponent] if opponent else []), *mentioned]
        words = without_missing(clock=clock, seat=seat, level=None if level is None else str(level))
        if game is None:
            filled = fill_in(people, words)
            filled[OPTIONS] = [" ".join([*filled.get(OPTIONS, []), rest]).strip()]
            await ChallengeForm().open_for(self.bot, interaction, [each.id for each in people[:MOST_OPPONENTS]], filled)
            return
        info = parse_game(self.bot.context, game)
        await issue_by_terms(self.bot, interaction, info, people, parse_options(info, rest) | words, crowds)

    play = app_commands.command(name="play", description="Play someone, Turnpost itself, or anyone who joins")(
        play_by_slash
    )
    challenge = app_commands.command(
        name="challenge", description="Challenge someone, Turnpost itself, or anyone who joins"
    )(play_by_slash)

    @commands.command(name="open")
    @commands.guild_only()
    async def open_by_text(self, ctx: CommandContext, *, rest: str = "") -> None:
        """Read `chomp 2 [3d+1d] [standing=5] [seat=...] [option=value ...]`, or `players=2` for the 2."""
        game, words = parse_terms(rest)
        with suppress(RequestRejected):
            meant, left = split_game(self.bot.context, game)
            left, options = take_options(meant, left)
            if options:
                game, words = " ".join([meant.key, *left]), words | options
        name, __, players = game.removesuffix(" players").rpartition(" ")
        if not players.isdecimal():
            name, players = game, words.pop("players", "")
        info = parse_game(self.bot.context, name)
        if not players and info.min_players != info.max_players:
            ask = _("For how many players, {least} to {most}? For example `{prefix}open {game} {most}`.")
            raise RequestRejected(
                ask.format(least=info.min_players, most=info.max_players, prefix=ctx.clean_prefix, game=info.key)
            )
        size = parse_count("players", players) if players else info.min_players
        await issue(self.bot, ctx.message, info, [], words, players=size)

    @play.autocomplete("seat")
    @challenge.autocomplete("seat")
    async def _seats(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        info = self._game(interaction)
        found = suggest_seats(info, _size(interaction, info), current)
        return [Choice(name=name[:100], value=word[:100]) for word, name in found.items()][:MAX_CHOICES]

    @play.autocomplete("clock")
    @challenge.autocomplete("clock")
    async def _clocks(self, _interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        return [Choice(name=describe_choice(each), value=each) for each in suggest_clocks(current)[:MAX_CHOICES]]

    @play.autocomplete("more")
    @challenge.autocomplete("more")
    async def _more(self, interaction: discord.Interaction[Any], current: str) -> list[Choice[str]]:
        found = suggest_more(self._game(interaction), current)
        return [Choice(name=shown[:100], value=typed[:100]) for typed, shown in found.items()][:MAX_CHOICES]

    def _game(self, interaction: discord.Interaction[Any]) -> Info | None:
        game = self.bot.context.games.get(str(interaction.namespace.game or ""))
        return game.info if game else None


def _size(interaction: discord.Interaction[Any], info: Info | None) -> int:
    """Return the number of players by what was given so far."""
    form = vars(interaction.namespace)
    more = str(form.get("more") or "")
    opponents = len(_MENTION.findall(more)) + ("opponent" in form)
    if opponents:
        return 1 + opponents
    players = parse_terms(more)[1].get("players", "")
    return int(players) if players.isdecimal() else info.min_players if info else 0
