"""The bot's own help: what it can do, naming only what works with the intents it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.referee import words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from games.contract import Info

WITH_CONTENT = """\
**Turnpost** - board games by correspondence: a move when you have a minute, a fresh board in answer.
{games}
**Start**: `/challenge`, or write `!challenge @Bob martian-life`. The other presses Accept \
(or `!accept`), the match gets its own thread. `/open` or `!open xero-g` is a table that anybody can join.
**Move**: reply to the board with your move, or write it in the match's thread, or `/move` (it completes \
what you type), or `!move c4`, or mention me: {me} `move c4`. By direct message it works too.
**Several matches**: name one by its number, `!move #42 c4`, and its move, `!move #42 17. c4`.
**Look**: `!board`, `!games` (your matches, yours to move first), `!rules GAME`, `!replay` (or \
`!replay #42 10-20 gif`). **Give up**: `!resign`.
Every one of these is a slash command as well."""

WITHOUT_CONTENT = """\
**Turnpost** - board games by correspondence: a move when you have a minute, a fresh board in answer.
{games}
**Start**: `/challenge`, or mention me: {me} `challenge @Bob martian-life`. The other presses Accept, the \
match gets its own thread. `/open` is a table that anybody can join.
**Move**: `/move` (it completes what you type), or reply to the board with your move and leave the ping on, or mention \
me: {me} `move c4`. By direct message just write the move. (Here I can't read messages that don't mention me.)
**Several matches**: name one by its number, `#42 c4`, and its move, `#42 17. c4`.
**Look**: `/board`, `/games` (your matches, yours to move first), `/rules`, `/replay` (the match \
as an animation). **Give up**: `/resign`."""


def help_text(infos: Iterable[Info], me: str, *, content: bool) -> str:
    """Return the help in Discord's Markdown; `me` is how the bot is mentioned."""
    games = "\n".join(f"{words.code(info.key)} {info.pitch}" for info in infos)
    return (WITH_CONTENT if content else WITHOUT_CONTENT).format(games=games, me=me)
