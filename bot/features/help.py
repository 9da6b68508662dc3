"""Help and introductions."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from discord import SelectOption, app_commands
from discord.ext import commands

from bot.client.commands import PANELS, slash_path
from bot.client.components import PersistentButton, PersistentSelect, row
from bot.client.feature import Cog, Feature
from bot.client.options import add_game_choices, usable_everywhere
from bot.features.challenges.buttons import PlayMeButton
from bot.features.challenges.text import PLAY_ME
from bot.features.rules import show_rules
from bot.interactions.replies import guild_id_of, is_private, reply, request_of, turn_page
from bot.referee import formatting
from bot.referee.challenges.issue import find_game_of_match, parse_game
from bot.referee.errors import RequestRejected
from games.text import format_list
from games.translation import gettext as _, gettext_noop as N_, ngettext

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    import discord
    from discord.ui import View

    from bot.client.client import Client
    from bot.client.components import Press
    from bot.client.options import CommandContext
    from bot.interactions.replies import Source
    from games.contract import Info

SHORT = (
    N_("I'm Turnpost: board games by correspondence, a move when you have a minute."),
    N_(
        "**Start**: press **Play me** and choose a game, or write `/challenge @Bob {game}` in a server's channel; "
        "`/open {game}` lets anyone join."
    ),
    N_("**More**: `/rules {game}` explains a game, `/help time` a topic; **All I can do** lists everything."),
)
"""How to begin, but for the line on moving, which comes before the last."""
MOVE = N_("**Move**: press **Move** under the board, or reply to it with your move. `/games` lists your matches.")
MOVE_WITHOUT_CONTENT = N_(
    "**Move**: press **Move** under the board, or reply to it with your move and the ping on. `/games` lists your "
    "matches."
)


def short_help(game: str, prefix: str, *, content: bool) -> str:
    """Return how to begin, in four lines of Discord's Markdown.

    `game` is the key of the game that serves as the example; the other parameters are those of `help_text`.
    """
    begin, start, more = map(_, SHORT)
    move = _(MOVE if content else MOVE_WITHOUT_CONTENT)
    text = f"{begin}\n{start}\n{move}\n{more}"
    return write_commands(text, prefix if content else "/").format(game=game)


TOPICS = {
    "start": N_("""\
**Games**: {games}. `/rules {game}` explains one. Try a `/puzzle`.
**Start**: `/challenge @Bob {game}`. Bob presses Accept (`/accept`, `/decline`). \
To play me, challenge `@Turnpost`, `level=1` to 4; `/hint` helps. \
`/open {game} standing=5` lets anyone play you 5 times. `/challenges` lists all; `/event`: leagues, cups."""),
    "moving": N_("""\
**Move**: {moving} `/moves b1` marks where b1 can go, `/preview c4` the board after c4.
**Look**: `/board` (`/board text` in words, for screen readers; `/board 12` after move 12), `/catalogue`, \
`/replay 10-20`. Elsewhere add `#42`."""),
    "time": N_("""\
**Time**: end a challenge with `3d` (3 days a move) or `3d+1d` (a bank, 1 more a move), and \
`no weekends` or `no net`. `/claim` (`/calloff` undoes it), `/givetime 1d`; `/pause`, if all agree, until `/resume`; \
`/vacation 10d`."""),
    "ending": N_("""\
**Agree**: `/draw` offers a draw, `/takeback` asks for your last move back; the others press a button, `/agree` \
or `/refuse`. `/resign` gives up, `/substitute` has me or anyone play on.
**Record**: `/history @Bob`, `/export`, `/review`, `/rematch`, `/playon 17 @Bob` (from move 17)."""),
    "settings": N_("""\
**Mine**: `/games`, `/matches`, `/profile`, `/stats`, `/standings`, `/look light`, `/preferences`, `/messages`, \
`/privacy`, `/signout`, `/match do:guess`, `/match do:note`, `/match do:notes`, `/match do:plan`, `/match do:analyse`.
**Managers**: `/settings`, `/abandon #42`, `/block @Bob`, `/unblock`, `/blocks`, `/log`, `/doctor`."""),
}
"""What the help says on each topic, with a heading on each line. `write_commands` turns `/resign` into what works."""

TOPIC_LABELS = {
    "start": N_("Games, and how to start"),
    "moving": N_("Moves, boards and replays"),
    "time": N_("Clocks, pauses and vacations"),
    "ending": N_("Draws, takebacks and ends"),
    "settings": N_("Settings, lists and notes"),
}
"""The topics in a menu."""
MOST_NAMED = 6
"""Games that the help names; it counts the others."""

MOVING = N_(
    "press **Move** under the board, reply to it with your move, or write it in the match's thread; elsewhere "
    "`/move c4`, `/move #42 c4` in match 42, {me} `move c4`, or a direct message. "
    "\N{HOURGLASS WITH FLOWING SAND}: not your turn. \N{BLACK QUESTION MARK ORNAMENT}: not a move."
)
MOVING_WITHOUT_CONTENT = N_(
    "press **Move** under the board, or `/move` (it completes what you type), or reply with your move and leave the "
    "ping on, or {me} `move #42 c4`, or a direct message. (Here I can't read messages that don't mention me.)"
)
FIRST_PAGE = N_("""\
**Turnpost** - board games by correspondence: {games}.
**Move**: press **Move** under the board; **More** beside it has everything else about a match.
**Slash**: `/play` starts a match, with me or anyone; `/games` lists yours. `/match`, `/me` and `/events` open panels, \
`/puzzle` is for one.""")
MENTION = N_("**Mention**: {me} `move c4` does the same without a slash, and so does the text `{prefix}move c4`.")
MENTION_WITHOUT_CONTENT = N_(
    "**Mention**: {me} `move c4` does the same without a slash. (Here I can't read messages that don't mention me.)"
)
CHOOSE_TOPIC = N_("More on...")


_COMMAND = re.compile(r"`/(?!match )(\w+)")


def find_topic(typed: str) -> str:
    """Return the topic of the help that a person means, by its name or a similar word. Raises `RequestRejected`."""
    word = typed.strip().lower()
    found = [topic for topic in TOPICS if word and topic.startswith(word)]
    found = found or get_close_matches(word, TOPICS, 1)
    if not found:
        raise RequestRejected(
            _("There's no help on {typed}. Try {topics}.").format(
                typed=formatting.code(typed), topics=format_list(TOPICS, "or")
            )
        )
    return found[0]


def help_text(infos: Iterable[Info], me: str, prefix: str, *, content: bool, topic: str | None = None) -> str:
    """Return the help in Discord's Markdown: its first page, or what it says on a topic.

    `infos` are those of the installed games, the first of which is the example. `me` is how the bot is mentioned,
    `prefix` what text commands begin with.
    """
    keys = [info.key for info in infos]
    games = _games(list(map(formatting.code, keys)))
    if topic is None:
        mention = _(MENTION if content else MENTION_WITHOUT_CONTENT)
        return f"{_(FIRST_PAGE)}\n{mention}".format(me=me, games=games, prefix=prefix)
    text = _(TOPICS[topic]).replace("{moving}", _(MOVING if content else MOVING_WITHOUT_CONTENT))
    return write_commands(text, prefix if content else "/").format(me=me, game=keys[0], games=games)


def no_command(prefix: str, written: str, meant: str | None) -> str:
    """Say that there's no text command of a name, and name the one that was probably `meant`, or the help."""
    shown = formatting.code(prefix + written)
    if meant is None:
        return _("There's no command {written}. {help} shows what I can do.").format(
            written=shown, help=formatting.code(f"{prefix}help")
        )
    return _("There's no command {written}. Did you mean {meant}?").format(
        written=shown, meant=formatting.code(prefix + meant)
    )


def suggest_prefix(prefix: str, name: str, *, content: bool) -> str:
    """Say how the command is written whose name somebody sent alone.

    That's the slash command where the bot doesn't read the `content` of messages that don't mention it.
    """
    shown_prefix, command = (prefix, name) if content else ("/", slash_path(name))
    return _("Did you mean {command}? Commands begin with {prefix}.").format(
        command=formatting.code(shown_prefix + command), prefix=formatting.code(shown_prefix)
    )


def explain_slash(prefix: str, name: str, *, content: bool) -> str:
    """Say how a command is called that somebody sent as text with a slash; `content` is as in `suggest_prefix`."""
    said = _("That came as plain text, so nothing was done. Choose {slash} from the list that opens when you type `/`.")
    if content:
        said = _(
            "That came as plain text, so nothing was done. Choose {slash} from the list that opens when you type `/`, "
            "or write {text}."
        )
    return said.format(slash=formatting.code(f"/{slash_path(name)}"), text=formatting.code(f"{prefix}{name}"))


def write_commands(text: str, prefix: str) -> str:
    """Return a text with its commands written as people use them: with the prefix of text commands, or in groups."""
    return _COMMAND.sub(lambda found: f"`{prefix}{slash_path(found[1]) if prefix == '/' else found[1]}", text)


def _games(games: Sequence[str]) -> str:
    more = len(games) - MOST_NAMED
    shown = ", ".join(games[:MOST_NAMED])
    if more <= 0:
        return shown
    text = ngettext("{games} and {n} more, which `/play` lists", "{games} and {n} more, which `/play` lists", more)
    return text.format(games=shown, n=more)


async def introduce(bot: Client, message: discord.Message) -> None:
    """Reply to a message with how to begin; in one line if its author was told in this channel in the last minute."""
    if bot.introduction_cooldowns.update_rate_limit(message, bot.context.now().timestamp()):
        prefix = await bot.guild_settings.prefix(guild_id_of(message))
        pointer = _("I take moves and commands. `/games` lists your matches, `/help` shows what I can do.")
        await reply(message, write_commands(pointer, prefix if bot.content else "/"))
    else:
        await show_short_help(bot, message)


async def show_short_help(bot: Client, message: discord.Message) -> None:
    """Reply to a message with how to begin, above buttons that begin a match and show all that the bot can do."""
    prefix = await bot.guild_settings.prefix(guild_id_of(message))
    begin = short_help(next(iter(bot.context.games)), prefix, content=bot.content)
    await reply(message, begin, view=row(PlayMeButton(_(PLAY_ME), ""), HelpButton(_("All I can do"))))


SYNONYMS = {
    "resign": ("concede", "forfeit", "quit", "surrender"),
    "profile": ("elo", "rating"),
    "standings": ("ladder", "leaderboard", "ranking"),
    "challenge": ("play", "start"),
    "decline": ("cancel",),
    "board": ("score", "show"),
    "games": ("clock", "time"),
    "preferences": ("language",),
    "help": ("commands",),
}
"""Names under which other bots and game sites have commands of ours, by these."""
SHORTEST = 5
"""Letters of the shortest name that is suggested: shorter ones are too like other words."""
SIMILARITY = 0.8
"""How alike two names must be, from 0 to 1 (`difflib.SequenceMatcher.ratio`)."""
ALMOST_SAME = 0.82
"""The same where other bots have commands: `!play` isn't a misspelled `!replay` there."""


def find_meant_command(written: str, names: Collection[str]) -> str | None:
    """Return the command that a name without a command of its own stands for, by meaning or spelling, None if none."""
    meant = next((command for command, others in SYNONYMS.items() if written.lower() in others), None)
    return meant or find_similar_command(written, names)


def find_similar_command(
    written: str, names: Collection[str], shortest: int = SHORTEST, similarity: float = SIMILARITY
) -> str | None:
    """Return the command that a name is most like, None if it's like none of them."""
    found = get_close_matches(written.lower(), [name for name in names if len(name) >= shortest], 1, similarity)
    return found[0] if found else None


def find_misspelled_command(written: str, names: Collection[str]) -> str | None:
    """Return the players' command that a name is almost the same as, where other bots have commands, too."""
    of_players = [name for name in names if name not in PANELS["server"]]
    return find_similar_command(written, of_players, SHORTEST + 1, ALMOST_SAME)


async def compose_help(bot: Client, guild_id: int | None, topic: str | None = None) -> str:
    """Return the first page of the help, or what there is on a topic, for a guild or for direct messages (None)."""
    me, prefix = bot.user.mention if bot.user else "@Turnpost", await bot.guild_settings.prefix(guild_id)
    infos = (game.info for game in bot.context.games.values())
    return help_text(infos, me, prefix, content=bot.content, topic=topic)


class HelpButton(PersistentButton, template="help"):
    """Shows the first page of the help."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Reply with the page, privately."""
        await show_help(bot, press)


class HelpSelect(PersistentSelect, template="help_topic"):
    """The menu of the help's topics."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Show the topic in place of the page, or privately below one that others see."""
        topic = find_topic(self.chosen(press))
        await turn_page(press, await compose_help(bot, guild_id_of(press), topic), topics_menu())


def topics_menu() -> View:
    """Return the menu of all topics."""
    options = [SelectOption(label=_(label), value=topic) for topic, label in TOPIC_LABELS.items()]
    return row(HelpSelect(options, _(CHOOSE_TOPIC)))


async def show_help(bot: Client, source: Source, topic: str = "") -> None:
    """Reply with the first page of the help, or with a topic. Raises `RequestRejected` for one that there isn't."""
    found = find_topic(topic) if topic else None
    await reply(source, await compose_help(bot, guild_id_of(source), found), view=topics_menu())


class HelpCog(Cog):
    """The commands that explain the bot and its games."""

    def __init__(self, bot: Client) -> None:
        super().__init__(bot)
        add_game_choices(bot.context.games, self.help_by_slash)

    @commands.command(name="rules")
    async def rules(self, ctx: CommandContext, *, game: str = "") -> None:
        """Show the rules of a game: the one named, else that of the match here, or of my only match."""
        context = self.bot.context
        if game:
            await self._show_rules(ctx.message, game)
        else:
            info = await find_game_of_match(context, request_of(ctx.message))
            await show_rules(self.bot, ctx.message, context.games[info.key])

    @commands.command(name="help")
    async def help_by_text(self, ctx: CommandContext, *, topic: str = "") -> None:
        """Show the help on a topic, else all of it; where everybody sees it only how to begin."""
        if not topic and not is_private(ctx.message):
            await show_short_help(self.bot, ctx.message)
            return
        await show_help(self.bot, ctx.message, topic)

    @app_commands.command(name="help", description="What I can do, and how each game is played")
    @app_commands.describe(game="How this game is played", topic="What I can do on this topic; all if you leave it out")
    @app_commands.choices(topic=[app_commands.Choice(name=topic.capitalize(), value=topic) for topic in TOPICS])
    @usable_everywhere
    async def help_by_slash(self, interaction: discord.Interaction[Any], game: str = "", topic: str = "") -> None:
        """Show the rules of a game, or else the help."""
        if game:
            await self._show_rules(interaction, game)
        else:
            await show_help(self.bot, interaction, topic)

    async def _show_rules(self, source: Source, game: str) -> None:
        """Show the rules of a game that somebody named, above a button that begins a match of it."""
        key = parse_game(self.bot.context, game).key
        await show_rules(self.bot, source, self.bot.context.games[key], PlayMeButton(_(PLAY_ME), key))


FEATURE = Feature(cogs=[HelpCog], buttons=[HelpButton, HelpSelect])
