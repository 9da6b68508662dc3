"""How to begin, as people read it who write to the bot for the first time. Pure."""

from __future__ import annotations

from bot.features.help.text import write_commands
from games.translation import gettext as _
from games.translation import gettext_noop as N_

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


def pointer_to_help(prefix: str, *, content: bool) -> str:
    """Return what to try instead, on one line; the parameters are those of `help_text`."""
    pointer = _("I take moves and commands. `/games` lists your matches, `/help` shows what I can do.")
    return write_commands(pointer, prefix if content else "/")
