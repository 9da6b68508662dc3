"""The bot's own help in one post: what it can do, naming only what works with the intents it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import formatting

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.contract import Info

TEXT = """\
**Turnpost** - board games by correspondence, a move when you have a minute.
**Games**: {games}. `{p}rules zyrcan` says how one is played.
**Start**: `{p}challenge @Bob xero-g`. Bob presses Accept, or writes `{p}accept` or `{p}decline`; a thread opens. \
`{p}open xero-g standing=5` is a table for anybody, five times. `{p}challenges` lists what is open.
**Move**: {moving} `{p}moves b1` marks where b1 can go, `{p}preview c4` shows the board after c4.
**Look**: `{p}board` (`{p}board text` in letters, for screen readers; `{p}board 12` after move 12), `{p}catalogue` \
(all pieces), `{p}replay 10-20` (an animation). Outside the match's thread add `#42`.
**Agree**: `{p}draw` offers a draw, `{p}takeback` asks for your last move back; the others press a button or write \
`{p}agree` or `{p}refuse`. `{p}resign` gives up.
**Time**: end a challenge with `3d` (3 days a move) or `3d+1d` (a bank, 1 more with each move), and `no weekends` if \
you like. `{p}claim` when it is up, `{p}givetime 1d`; `{p}pause`, if all agree, until `{p}resume`; `{p}vacation 10d`.
**Record**: `{p}history` (moves with times), `{p}export` (files), `{p}rematch` (once it is over).
**Mine**: `{p}games` (your move first), `{p}look light large` (your boards, and of matches you start), \
`{p}preferences` (quiet hours, a daily list), `/note` (yours alone until the match is over) and `/notes`.
**Who manages the server** can end a match without a winner, `{p}abandon #42 REASON`, and change its `{p}settings`.
{footer}"""

SHORT = """\
I'm Turnpost: board games by correspondence, a move when you have a minute.
**Start**: in a server's channel, `{p}challenge @Bob xero-g`; `{p}open xero-g` lets anyone join.
**Move**: reply to the board with your move{ping}. `{p}games` lists your matches.
**More**: `{p}rules xero-g` explains a game, `{p}help` shows everything I can do."""

MOST_NAMED = 8
"""How many games the help names; where there are more, it says how to find them."""

MOVING = (
    "reply to the board with your move, or write it in the match's thread; elsewhere `{p}move c4`, "
    "`{p}move #42 c4` in match 42, {me} `move c4`, or a direct message."
)
MOVING_WITHOUT_CONTENT = (
    "`/move` (it completes what you type), or reply to the board with your move and leave the ping on, or {me} "
    "`move #42 c4`, or a direct message. (Here I can't read messages that don't mention me.)"
)
FOOTER = "Every one of these is a slash command too; `/move` completes what you type."
FOOTER_WITHOUT_CONTENT = "In place of the slash a mention of me works too."


def help_text(infos: Iterable[Info], me: str, prefix: str, *, content: bool) -> str:
    """Return the help in Discord's Markdown, for one post.

    `me` is how the bot is mentioned, `prefix` what text commands begin with.
    """
    moving, footer = (MOVING, FOOTER) if content else (MOVING_WITHOUT_CONTENT, FOOTER_WITHOUT_CONTENT)
    p = prefix if content else "/"
    return TEXT.format(
        p=p,
        games=_named([formatting.code(info.key) for info in infos]),
        moving=moving.format(p=p, me=me),
        footer=footer,
    )


def short_help(prefix: str, *, content: bool) -> str:
    """Return what a person needs to begin, in four lines of Discord's Markdown; the parameters are as above."""
    return SHORT.format(p=prefix if content else "/", ping="" if content else " and the ping on")


def _named(games: Sequence[str]) -> str:
    more = len(games) - MOST_NAMED
    return f"{', '.join(games[:MOST_NAMED])}{f' and {more} more, which `/challenge` lists' if more > 0 else ''}"
