"""The help: one post that names only what works with the intents that the bot has. Pure."""

from __future__ import annotations

import re
from difflib import get_close_matches
from typing import TYPE_CHECKING

from bot.client.command_groups import slash_path
from bot.referee import formatting
from bot.referee.errors import RequestRejected
from games.text import format_list
from games.translation import gettext as _
from games.translation import gettext_noop as N_
from games.translation import ngettext

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.contract import Info

HEADLINE = N_("**Turnpost** - board games by correspondence.")
TOPICS = {
    "start": N_("""\
**Games**: {games}. `/rules {game}` explains one. Try a `/puzzle`.
**Start**: `/challenge @Bob {game}`. Bob presses Accept (`/accept`, `/decline`). \
To play me, challenge `@Turnpost`, `level=1` to 4; `/hint` helps. \
`/open {game} standing=5` lets anyone play you, 5 times. `/challenges` lists all; `/event`: leagues, cups."""),
    "moving": N_("""\
**Move**: {moving} `/moves b1` marks where b1 can go, `/preview c4` shows the board after c4.
**Look**: `/board` (`/board text` in words, for screen readers; `/board 12` after move 12), `/catalogue`, \
`/replay 10-20`. Elsewhere add `#42`."""),
    "time": N_("""\
**Time**: end a challenge with `3d` (3 days a move) or `3d+1d` (a bank, 1 more a move), and \
`no weekends` or `no net`. `/claim` (`/calloff` undoes it), `/givetime 1d`; `/pause`, if all agree, until `/resume`; \
`/vacation 10d`."""),
    "ending": N_("""\
**Agree**: `/draw` offers a draw, `/takeback` asks for your last move back; the others press a button, `/agree` \
or `/refuse`. `/resign` gives up, `/substitute` has me or anyone play on.
**Record**: `/history @Bob`, `/export`, `/review`, `/rematch`."""),
    "settings": N_("""\
**Mine**: `/games`, `/matches`, `/profile`, `/stats`, `/standings`, `/look light large`, \
`/preferences`, `/privacy`, `/match note`, `/match notes`, `/match plan`, `/match analyse`.
**Managers**: `/settings`, `/abandon #42`, `/block @Bob`, `/unblock`, `/blocks`, `/log`, `/doctor`."""),
}
"""What the help says on each topic, with a heading on each line. `write_commands` turns `/resign` into what works."""

MOST_NAMED = 6
"""Games that the help names; it counts the others."""

MOVING = N_(
    "press **Move** under the board, reply to it with your move, or write it in the match's thread; elsewhere "
    "`/move c4`, `/move #42 c4` in match 42, {me} `move c4`, or a direct message."
)
MOVING_WITHOUT_CONTENT = N_(
    "press **Move** under the board, or `/move` (it completes what you type), or reply with your move and leave the "
    "ping on, or {me} `move #42 c4`, or a direct message. (Here I can't read messages that don't mention me.)"
)
FOOTER = N_("All are slash commands, too, most of them below `/match` and `/my`; `/move` completes what you type.")
FOOTER_WITHOUT_CONTENT = N_("You can also mention me, and leave out `match` and `my`: {me} `resign`.")


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
    """Return the help in Discord's Markdown: all of it, in English for one post, or what it says on a topic.

    `infos` are those of the installed games, the first of which is the example. `me` is how the bot is mentioned,
    `prefix` what text commands begin with.
    """
    keys = [info.key for info in infos]
    moving, footer = (MOVING, FOOTER) if content else (MOVING_WITHOUT_CONTENT, FOOTER_WITHOUT_CONTENT)
    lines = [_(TOPICS[topic])] if topic else [_(HEADLINE), *map(_, TOPICS.values())]
    whole = write_commands("\n".join(lines).replace("{moving}", _(moving)), prefix if content else "/")
    whole += "" if topic else f"\n{_(footer)}"
    return whole.format(me=me, game=keys[0], games=_games(list(map(formatting.code, keys))))


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


def write_commands(text: str, prefix: str) -> str:
    """Return a text with its commands written as people use them: with the prefix of text commands, or in groups."""
    return _COMMAND.sub(lambda found: f"`{prefix}{slash_path(found[1]) if prefix == '/' else found[1]}", text)


def _games(games: Sequence[str]) -> str:
    more = len(games) - MOST_NAMED
    shown = ", ".join(games[:MOST_NAMED])
    if more <= 0:
        return shown
    text = ngettext(
        "{games} and {n} more, which `/challenge` lists", "{games} and {n} more, which `/challenge` lists", more
    )
    return text.format(games=shown, n=more)
