"""The help: one post that names only what works with the intents that the bot has. Pure."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

from bot.referee import formatting
from bot.referee.errors import RequestRejected
from games.text import format_list

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.contract import Info

HEADLINE = "**Turnpost** - board games by correspondence, a move when you have a minute."
TOPICS = {
    "start": """\
**Games**: {games}. `{p}rules {game}` explains one. Try a `{p}puzzle`.
**Start**: `{p}challenge @Bob {game}`. Bob presses Accept, or writes `{p}accept` or `{p}decline`. \
To play me, challenge `@Turnpost`, `level=1` to 4; `{p}hint` shows a good move. \
`{p}open {game} standing=5` lets anyone play you, 5 times. `{p}challenges` lists all.""",
    "moving": """\
**Move**: {moving} `{p}moves b1` marks where b1 can go, `{p}preview c4` shows the board after c4.
**Look**: `{p}board` (`{p}board text` in words, for screen readers; `{p}board 12` after move 12), `{p}catalogue`, \
`{p}replay 10-20`. In other places add `#42`.""",
    "time": """\
**Time**: end a challenge with `3d` (3 days a move) or `3d+1d` (a bank, 1 more with each move), and \
`no weekends` if you like. `{p}claim` when time is up, `{p}givetime 1d`; `{p}pause`, if all agree, until `{p}resume`; \
`{p}vacation 10d`.""",
    "ending": """\
**Agree**: `{p}draw` offers a draw, `{p}takeback` asks for your last move back; the others press a button, `{p}agree` \
or `{p}refuse`. `{p}resign` gives up, `{p}substitute` has me play on.
**Record**: `{p}history`, `{p}export`, `{p}review`, `{p}rematch`.""",
    "settings": """\
**Mine**: `{p}games` (your move first), `{p}look light large` (your boards, and matches you start), \
`{p}preferences` (quiet hours, a daily list), `/note` (yours alone until the end) and `/notes`.
**Server managers** can end a match, `{p}abandon #42 REASON`, and change the `{p}settings`.""",
}
"""What the help says on each topic, with a heading on each line."""

SHORT = """\
I'm Turnpost: board games by correspondence, a move when you have a minute.
**Start**: in a server's channel, `{p}challenge @Bob {game}`, or `@Turnpost` for me; `{p}open {game}` lets anyone join.
**Move**: press **Move** under the board, or reply to it with your move{ping}. `{p}games` lists your matches.
**More**: `{p}rules {game}` explains a game, `{p}help time` a topic; the button shows everything I can do."""

MOST_NAMED = 8
"""Games that the help names; it counts the others."""

MOVING = (
    "press **Move** under the board, reply to it with your move, or write it in the match's thread; elsewhere "
    "`{p}move c4`, `{p}move #42 c4` in match 42, {me} `move c4`, or a direct message."
)
MOVING_WITHOUT_CONTENT = (
    "press **Move** under the board, or `/move` (it completes what you type), or reply with your move and leave the "
    "ping on, or {me} `move #42 c4`, or a direct message. (Here I can't read messages that don't mention me.)"
)
FOOTER = "All of these are slash commands too; `/move` completes what you type."
FOOTER_WITHOUT_CONTENT = "You can also mention me in place of the slash."


def find_topic(typed: str) -> str:
    """Return the topic of the help that a person means, by its name or a similar word. Raises `RequestRejected`."""
    word = typed.strip().lower()
    found = [topic for topic in TOPICS if word and topic.startswith(word)]
    found = found or get_close_matches(word, TOPICS, 1)
    if not found:
        raise RequestRejected(f"There's no help on {formatting.code(typed)}. Try {format_list(TOPICS, 'or')}.")
    return found[0]


def help_text(infos: Iterable[Info], me: str, prefix: str, *, content: bool, topic: str | None = None) -> str:
    """Return the help in Discord's Markdown, for one post: all of it, or what it says on a topic.

    `infos` are those of the installed games, the first of which is the example. `me` is how the bot is mentioned,
    `prefix` what text commands begin with.
    """
    keys = [info.key for info in infos]
    moving, footer = (MOVING, FOOTER) if content else (MOVING_WITHOUT_CONTENT, FOOTER_WITHOUT_CONTENT)
    p = prefix if content else "/"
    lines = [TOPICS[topic]] if topic else [HEADLINE, *TOPICS.values(), footer]
    moving = moving.format(p=p, me=me)
    return "\n".join(lines).format(p=p, game=keys[0], games=_games(list(map(formatting.code, keys))), moving=moving)


def short_help(game: str, prefix: str, *, content: bool) -> str:
    """Return how to begin, in four lines of Discord's Markdown.

    `game` is the key of the game that serves as the example; the other parameters are those of `help_text`.
    """
    return SHORT.format(p=prefix if content else "/", game=game, ping="" if content else " and the ping on")


def pointer_to_help(prefix: str, *, content: bool) -> str:
    """Return what to try instead, on one line; the parameters are those of `help_text`."""
    p = prefix if content else "/"
    return f"I take moves and commands. `{p}games` lists your matches, `{p}help` shows what I can do."


def _games(games: Sequence[str]) -> str:
    more = len(games) - MOST_NAMED
    return f"{', '.join(games[:MOST_NAMED])}{f' and {more} more, which `/challenge` lists' if more > 0 else ''}"
