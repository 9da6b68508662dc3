"""Issue challenges by message, slash command or form; the buttons under challenges, and forms that issue them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle, SelectDefaultValue, SelectOption, app_commands
from discord.ui import Label, Select, TextInput, UserSelect

from bot.client.components import PersistentButton, PersistentForm, Press, row, rows
from bot.client.options import MAX_CHOICES, usable_everywhere
from bot.client.panels import find_user
from bot.features.board_replies import load_snapshot
from bot.features.challenges import text
from bot.features.challenges.terms import MOST_LEVELS, build_terms, parse_options
from bot.features.results import result_post
from bot.features.rules import RulesButton
from bot.interactions.member_permissions import permissions_of
from bot.interactions.replies import (
    acknowledge_silently,
    channel_of,
    guild_id_of,
    is_foreign,
    leave_no_answer,
    person_of,
    post_publicly,
    replace_message,
    replace_with_picture,
    reply,
    request_of,
    sees_posts,
)
from bot.outbox.mentions import choose_mentions
from bot.outbox.sender import mention_only
from bot.referee import formatting
from bot.referee.challenges.answer import accept_challenge, decline_challenge, not_invited
from bot.referee.challenges.issue import RANDOM, issue_challenge, parse_count, parse_game
from bot.referee.context import run_rules
from bot.referee.errors import RequestRejected, no_such_match
from bot.referee.people.display import BoardDisplay
from bot.referee.requests import AlreadyDone
from bot.referee.times.time_control import COMMON_CONTROLS, describe_choice
from games.translation import gettext as _, in_language, pgettext
from storage.queries import challenges, matches, outbox
from storage.queries.rows import DIRECT, Challenge, Match, Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Values
    from bot.interactions.replies import Source
    from bot.referee.challenges.issue import CrowdTerms, Start
    from games.contract import Info


async def issue(
    bot: Client,
    source: Source,
    info: Info,
    opponents: Sequence[discord.abc.User],
    words: Mapping[str, str],
    *,
    players: int = 0,
    crowds: Sequence[CrowdTerms] = (),
    start: Start | None = None,
) -> None:
    """Issue a challenge on the terms that the `words` give by name, and reply if its post doesn't appear here.

    It is for `players` players, or for all who are named and the `crowds` if that is 0. A match from another `start`
    than the usual setup is unrated. Raises `RequestRejected`.
    """
    me = bot.user
    people = [user for user in opponents if user != me]
    if any(user.bot for user in people):
        raise RequestRejected(_(text.NO_BOTS))
    author = source.user if isinstance(source, discord.Interaction) else source.author
    channel_id = _channel_for_posts(source)
    computer = len(people) < len(opponents)
    terms = build_terms(info, words, players, invited=len(people), computer=computer, crowds=crowds)
    result = await issue_challenge(
        bot.context,
        replace(terms, start=start, rated=False) if start else terms,
        [*map(person_of, (author, *people))],
        guild_id=guild_id_of(source) or DIRECT,
        channel_id=channel_id,
        source_id=request_of(source).source_id,
        permissions=permissions_of(source),
        mentioned=[] if isinstance(source, discord.Interaction) else [user.id for user in source.mentions],
        in_place=isinstance(source, discord.Interaction) and is_foreign(source),
    )
    if isinstance(source, discord.Interaction) and is_foreign(source):
        await _post_in_place(bot, source, result)
        return
    if isinstance(result, AlreadyDone):
        await acknowledge_silently(source)
    elif sees_posts(source, channel_id):
        await leave_no_answer(source)
    elif isinstance(result, Match):
        await reply(source, text.match_begins(result))
    else:
        posted = _("Challenge {id} is posted in {channel}.")
        await reply(source, posted.format(id=result.id, channel=formatting.channel(channel_id)))


async def issue_by_terms(
    bot: Client,
    interaction: discord.Interaction[Any],
    info: Info,
    people: Sequence[discord.abc.User],
    words: Mapping[str, str],
    crowds: Sequence[CrowdTerms] = (),
) -> None:
    """Issue a challenge as `issue` does; without people anyone can join, but in direct messages the bot plays.

    The word `players` says how many can join. Raises `RequestRejected`.
    """
    terms = dict(words)
    players = terms.pop("players", "")
    if not people and not crowds and interaction.context.dm_channel and bot.user:
        people = [bot.user]  # nobody else can join there
    if (people or crowds) and players:
        raise RequestRejected(
            _("You named your opponents, so leave `players` out; it's for challenges that anyone can join.")
        )
    size = parse_count("players", players) if players else info.min_players
    await issue(bot, interaction, info, people, terms, players=0 if people or crowds else size, crowds=crowds)


async def _post_in_place(
    bot: Client, interaction: discord.Interaction[Any], result: Challenge | Match | AlreadyDone
) -> None:
    """Reply with the challenge for everybody where the bot can only reply."""
    number = result.challenge_id if isinstance(result, Match) else None
    number = result.id if isinstance(result, Challenge) else number
    if number is None:
        await acknowledge_silently(interaction)
        return
    content, view = await show_in_place(bot, interaction, number)
    people = result.people[1:] if isinstance(result, Challenge) else ()
    await post_publicly(interaction, content, view, mention_only(*(person.id for person in people)))


def _channel_for_posts(source: Source) -> int:
    """Return the channel a challenge is posted in: for a thread, which can't have threads, its parent channel.

    If the parent takes no messages (a forum doesn't), or none from the bot, it is the thread itself. Raises
    `RequestRejected` where Discord names no channel.
    """
    channel = channel_of(source)
    if isinstance(channel, discord.Thread):
        parent = channel.parent
        takes = isinstance(parent, discord.TextChannel) and parent.permissions_for(channel.guild.me).send_messages
        return channel.parent_id if takes else channel.id
    return channel.id


OPPONENTS, GAME, CLOCK, SEAT, OPTIONS = "opponents", "game", "clock", "seat", "options"
MOST_OPPONENTS = 4
USUAL_CLOCK = "usual"
"""The value for the clock that a server has chosen."""


class ChallengeForm(PersistentForm, template="challenge_form"):
    """A form that issues a challenge."""

    title = text.FORM_TITLE

    async def open_for(self, bot: Client, interaction: Press, opponents: Sequence[int], filled: Values) -> None:
        """Open the form for some opponents, with what was `filled` in before."""
        await self.open_with(interaction, _fields(bot, opponents, filled))

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Issue the challenge, or say why not, with a button that opens the form again as it was."""
        words = {name: given for name in (CLOCK, SEAT) if (given := first_value(values, name)) not in {"", USUAL_CLOCK}}
        try:
            info = parse_game(bot.context, first_value(values, GAME))
            words |= parse_options(info, first_value(values, OPTIONS))
            opponents = [await find_user(bot, press, int(each)) for each in values.get(OPPONENTS, ())]
            await issue_by_terms(bot, press, info, opponents, words)
        except RequestRejected as rejected:
            content = text.form_rejected(rejected.reason, {name: list(given) for name, given in values.items()})
            await reply(press, content, view=row(FillInAgain(_("Fill in again"))))


class FillInAgain(PersistentButton, template=r"challenge_again"):
    """Opens the form again, filled in with what the message above it says."""

    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form."""
        filled = text.filled_in(press.message.content) if press.message else {}
        await ChallengeForm().open_for(bot, press, [int(each) for each in filled.get(OPPONENTS, ())], filled)


class ChallengeOthersButton(PersistentButton, template=r"challenge_others:(\d+):(\d+)"):
    """Opens the form of a challenge that somebody declined, without them. Its parts: the challenge, who declined it."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form for a person of the challenge."""
        number, declined_by = map(int, self.parts)
        async with bot.context.database.read() as tx:
            challenge = await challenges.require(tx, number)
        if press.user.id not in {person.id for person in challenge.people}:
            raise RequestRejected(not_invited(challenge.people[1:]))
        others = [
            person.id
            for person in challenge.people
            if person.is_reachable and person.id not in {press.user.id, declined_by}
        ][:MOST_OPPONENTS]
        filled = {
            GAME: [challenge.game],
            OPTIONS: [text.typed_terms(challenge, bot.context.rules(challenge.game).info)],
        }
        if challenge.clock in COMMON_CONTROLS:
            filled[CLOCK] = [challenge.clock]
        await ChallengeForm().open_for(bot, press, others, filled)


def fill_in(opponents: Sequence[discord.abc.User], words: Mapping[str, str], game: str = "") -> dict[str, list[str]]:
    """Return what the form holds for a challenge: its opponents, its terms by name as they were typed, and its game."""
    rest = dict(words)
    clock, seat = rest.pop(CLOCK, ""), rest.pop(SEAT, "")
    usual = clock in COMMON_CONTROLS
    options = [*([] if usual or not clock else [clock]), *(f"{name}={value}" for name, value in rest.items())]
    filled = {
        OPPONENTS: [str(each.id) for each in opponents[:MOST_OPPONENTS]],
        GAME: [game],
        CLOCK: [clock if usual else ""],
        SEAT: [seat],
        OPTIONS: [" ".join(options)],
    }
    return {name: values for name, values in filled.items() if any(values)}


@usable_everywhere
@app_commands.context_menu(name="Challenge")
async def challenge_menu(interaction: discord.Interaction[Any], person: discord.User) -> None:
    """Open the form for a challenge to the person whose menu was used."""
    bot: Client = interaction.client
    if person.bot and person != bot.user:
        raise RequestRejected(_(text.NO_BOTS))
    await ChallengeForm().open_for(bot, interaction, [person.id], {})


def _fields(bot: Client, opponents: Sequence[int], filled: Values) -> list[Label[Any]]:
    """Return the fields of the form: five, as many as Discord takes."""
    people: UserSelect[Any] = UserSelect(
        custom_id=OPPONENTS,
        required=False,
        min_values=0,
        max_values=MOST_OPPONENTS,
        default_values=[SelectDefaultValue.from_user(discord.Object(each)) for each in opponents],
    )
    games: Select[Any] = Select(custom_id=GAME, options=game_options(bot, first_value(filled, GAME)))
    clocks: Select[Any] = Select(custom_id=CLOCK, options=_clock_options(first_value(filled, CLOCK)), required=False)
    seat: TextInput[Any] = TextInput(custom_id=SEAT, default=first_value(filled, SEAT), required=False, max_length=40)
    options: TextInput[Any] = TextInput(
        custom_id=OPTIONS, default=first_value(filled, OPTIONS), required=False, max_length=200
    )
    return [
        Label(text=_("Your opponents"), description=_("Leave it empty to let anyone join"), component=people),
        Label(text=_("The game"), component=games),
        Label(text=_("Time for the moves"), component=clocks),
        Label(
            text=_("Your seat"),
            description=_("Random if you leave it empty; theirs lets them choose"),
            component=seat,
        ),
        Label(
            text=_("Options of the game"),
            description=_("For example target=12 unrated; or level=2 for me"),
            component=options,
        ),
    ]


def game_options(bot: Client, chosen: str) -> list[SelectOption]:
    """Return the games for a menu, one of them chosen by its key."""
    games = list(bot.context.games.values())[:MAX_CHOICES]
    return [
        SelectOption(label=info.title, value=info.key, description=_(info.pitch)[:100], default=info.key == chosen)
        for info in (game.info for game in games)
    ]


def _clock_options(chosen: str) -> list[SelectOption]:
    usual = SelectOption(label=_(text.USUAL_CLOCK), value=USUAL_CLOCK, default=chosen == USUAL_CLOCK)
    controls = COMMON_CONTROLS[: MAX_CHOICES - 1]
    return [
        usual,
        *(SelectOption(label=describe_choice(each), value=each, default=each == chosen) for each in controls),
    ]


def first_value(values: Values, name: str) -> str:
    """Return the value of a field, or the first of several; empty without one."""
    return next(iter(values.get(name, ())), "")


LEVEL = "level"


class PlayMeForm(PersistentForm, template="play_me_form"):
    """A form that begins a match against the bot."""

    title = text.PLAY_ME

    async def open_for(self, bot: Client, press: Press, game: str) -> None:
        """Open the form, with a game of this key chosen already if there is one."""
        games: Select[Any] = Select(custom_id=GAME, options=game_options(bot, game))
        levels: Select[Any] = Select(
            custom_id=LEVEL,
            options=[
                SelectOption(
                    label=(_("Level {level}, the easiest") if level == 1 else _("Level {level}")).format(level=level),
                    value=str(level),
                    default=level == 1,
                )
                for level in range(1, MOST_LEVELS + 1)
            ],
        )
        fields = [Label(text=_("The game"), component=games), Label(text=_("How well I play"), component=levels)]
        await self.open_with(press, fields)

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Begin the match, or say why not, with a button that opens the form again."""
        key = first_value(values, GAME)
        me = [bot.user] if bot.user else []
        try:
            await issue(bot, press, parse_game(bot.context, key), me, {LEVEL: first_value(values, LEVEL)})
        except RequestRejected as rejected:
            await reply(press, rejected.reason, view=row(PlayMeButton(_(text.PLAY_ME), key)))


class PlayMeButton(PersistentButton, template=r"play_me:([a-z0-9-]*)"):
    """Opens the form for a match against the bot. Its part: the key of the game that is chosen already, or nothing."""

    style = ButtonStyle.primary

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form."""
        await PlayMeForm().open_for(bot, press, self.parts[0])


class Accept(PersistentButton, template=r"accept:(\d+)"):
    """Accepts a challenge, or joins an open one. Its part: the challenge."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Accept; the post itself changes through the outbox."""
        person = person_of(press.user)
        await _accept(bot, press, int(self.parts[0]), person)


class AcceptSeat(PersistentButton, template=r"seat:(\d+):(\d+)"):
    """Accepts a challenge with a seat of the player's choice. Its parts: challenge, seat."""

    style = ButtonStyle.success

    async def on_press(self, bot: Client, press: Press) -> None:
        """Accept, or change to that seat."""
        challenge, seat = self.parts
        person = person_of(press.user)
        await _accept(bot, press, int(challenge), person, seat)


class Decline(PersistentButton, template=r"decline:(\d+)"):
    """Declines or leaves a challenge, or withdraws your own. Its part: the challenge."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Decline; the post itself changes through the outbox."""
        number, guild_id = int(self.parts[0]), guild_id_of(press)
        await decline_challenge(
            bot.context, number, press.user.id, press.id, guild_id=guild_id, channel_id=press.channel_id
        )
        await show_answer(bot, press, number)


async def _accept(bot: Client, press: Press, number: int, person: Person, seat: str = RANDOM) -> None:
    """Accept a challenge for the person who pressed, and tell them in a foreign place where the boards will come."""
    guild_id, channel_id = guild_id_of(press), press.channel_id
    result = await accept_challenge(
        bot.context, number, person, press.id, guild_id=guild_id, channel_id=channel_id, seat=seat
    )
    await show_answer(bot, press, number)
    if isinstance(result, Match) and is_foreign(press):
        link = (
            f"{discord.utils.oauth_url(bot.application_id or 0, scopes=['applications.commands'])}&integration_type=1"
        )
        how = _("If none arrives, add me to your account, so that I can write to you: {link}").format(link=link)
        await reply(press, f"{text.match_begins(result)} {how}")


async def show_answer(bot: Client, press: Press, number: int) -> None:
    """Show what became of a challenge: on its post at once where only a press can, else by the outbox."""
    if not is_foreign(press):
        await acknowledge_silently(press)
        return
    content, view = await show_in_place(bot, press, number)
    await replace_message(press, content, view)
    bot.foreign_places.remember(press)


async def show_in_place(bot: Client, source: Source, number: int) -> tuple[str, View]:
    """Return the text and the buttons of a challenge's post where only interactions reach, as everybody reads it."""
    language = await bot.languages.of_place(source)
    async with bot.context.database.read() as tx:
        challenge = await challenges.require(tx, number)
        match = await matches.get(tx, challenge.match_id) if challenge.match_id else None
        change = await outbox.of_challenge(tx, number, "refresh")
        mentions = await choose_mentions(bot.context, tx, DIRECT, "offers", challenge.people[1:])
    info, said = bot.context.rules(challenge.game).info, change.body if change else {}
    with in_language(language):
        if match:
            return text.started_post(match, info, challenge.clock), standing_button(match)
        if challenge.status == "open":
            return text.challenge_post(challenge, info, mentions), challenge_buttons(challenge, info)
        by = next((person for person in challenge.people if person.id == said.get("by")), None)
        return text.closed_post(challenge, info, by, str(said.get("word", ""))), row()


def challenge_buttons(challenge: Challenge, info: Info) -> View:
    """Return the buttons under a challenge that can be accepted: the seats to choose from, if any, above the others."""
    accept, decline = pgettext("button", "Accept"), pgettext("button", "Decline")
    accept_any, accept_as = _("Accept, any seat"), _("Accept as {seat}")
    if challenge.has_room:
        accept, decline = pgettext("button", text.JOIN), pgettext("button", "Leave")
        accept_any, accept_as = _("Join, any seat"), _("Join as {seat}")
    names = {seat: _(info.seats[seat - 1]) for seat in challenge.free}
    seats = [AcceptSeat(accept_as.format(seat=name), challenge.id, seat) for seat, name in names.items()]
    accept_button = Accept(accept_any if challenge.theirs else accept, challenge.id)
    how_to_play = RulesButton(_(text.HOW_TO_PLAY), challenge.game)
    return rows(seats, [accept_button, Decline(decline, challenge.id), how_to_play])


class StandingButton(PersistentButton, template=r"standing:(\d+)"):
    """Brings the post of a match up to date in the place where it began. Its part: the match."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Rewrite the post: how far the match is, or how it ended, with its last board."""
        number = int(self.parts[0])
        async with bot.context.database.read() as tx:
            match = await matches.get(tx, number)
        if match is None or not match.is_direct or match.channel_id != press.channel_id:
            raise RequestRejected(no_such_match(number, on_server=request_of(press).guild_id is not None))
        await show_standing(bot, press, match)


def standing_button(match: Match) -> View:
    """Return the button under the post of a match in the place where it began."""
    return row(StandingButton(_("How does it stand?"), match.id))


async def show_standing(bot: Client, press: Press, match: Match) -> None:
    """Replace the message that was pressed by how a match stands."""
    game, snapshot = bot.context.game(match), await load_snapshot(bot, match, match.seq)
    language = await bot.languages.of_place(press)
    if match.ended_at is None:
        title, mover = game.info.title, match.player_to_move
        with in_language(language):
            content, view = (
                text.standing_post(match, title, snapshot.ply, formatting.name(mover)),
                standing_button(match),
            )
        await replace_message(press, content, view)
        bot.foreign_places.remember(press)
        return
    with in_language(language):
        content = await run_rules(result_post, snapshot, game)
    async with bot.context.database.write() as tx:
        await outbox.take_result(tx, match.id)
    with in_language(language):
        picture = await bot.board_images.draw_thumbnail(game, snapshot, BoardDisplay())
    await replace_with_picture(press, content, picture, f"turnpost-{match.id}-{match.seq}.png", content, row())
