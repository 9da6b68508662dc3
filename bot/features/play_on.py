"""Play on from a position of a finished match, or of an analysis of one: an unrated match that begins there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.client.components import PersistentButton, PersistentForm
from bot.client.feature import Feature
from bot.client.panels import Field, PanelCommand, find_user, split_mentions
from bot.features.challenges.buttons import issue
from bot.features.challenges.terms import parse_terms
from bot.interactions.replies import request_of
from bot.referee.analysis.analysis import Target
from bot.referee.analysis.tree import Point
from bot.referee.challenges.issue import parse_count
from bot.referee.errors import RequestRejected
from bot.referee.people.display import display_from_json
from bot.referee.play_on import find_start, find_start_in_analysis
from bot.referee.requests import split_match_number
from games.translation import gettext as _, gettext_noop as N_

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import discord

    from bot.client.client import Client
    from bot.client.components import Press, Values
    from bot.interactions.replies import Source
    from bot.referee.play_on import PlayableStart

PLAY_ON = N_("Play on from here")
OPPONENT, LEVEL, SEAT = "opponent", "level", "seat"


async def _begin(
    bot: Client,
    source: Source,
    begun: PlayableStart,
    opponents: Sequence[discord.abc.User],
    words: Mapping[str, str],
) -> None:
    """Challenge people to a match from a position; Turnpost takes the seats that nobody is named for.

    Raises `RequestRejected`.
    """
    match = begun.match
    info = bot.context.rules(match.game).info
    people = [user for user in opponents if user != bot.user]
    most = len(match.seats) - 1
    if len(people) > most:
        raise RequestRejected(_("That's too many people: the match has {n} seats.").format(n=most + 1))
    look = display_from_json(match.look).as_json
    terms = {SEAT: str(begun.to_move), "fill": str(most - len(people)), **look, **words, **begun.options}
    await issue(bot, source, info, people, terms, players=most + 1, start=begun.start)


def _questions(bot: Client, begun: PlayableStart) -> list[Field]:
    """Return the questions about opponent, level and seat."""
    match = begun.match
    seats = bot.context.rules(match.game).info.seats[: len(match.seats)]
    words = [str(number) if " " in seat else seat for number, seat in enumerate(seats, 1)]  # a term is one word
    levels = len(bot.context.engine(match.game).levels)
    return [
        Field(label=_("Opponent"), hint=_("Turnpost takes every seat that's left"), is_person=True),
        Field(
            label=_("Turnpost's level"),
            key=LEVEL,
            choices={str(level): str(level) for level in range(1, levels + 1)},
            value="1",
        ),
        Field(
            label=_("Your seat"),
            key=SEAT,
            choices={word: _(seat) for word, seat in zip(words, seats, strict=True)},
            value=words[begun.to_move - 1],
        ),
    ]


class PlayOnButton(PersistentButton, template=r"play_on:(\d+):(mine|ours):(\d+):(\d+)"):
    """Opens the form of a match from a point of an analysis. Its parts: match, whose analysis, event, line's move."""

    async def on_press(self, bot: Client, press: Press) -> None:
        """Open the form."""
        begun = await _start_of(bot, press, self.parts)
        fields = [field.component(name) for field, name in zip(_questions(bot, begun), ANSWERS, strict=True)]
        await PlayOnForm(*self.parts).open_with(press, fields)


ANSWERS = (OPPONENT, LEVEL, SEAT)
"""The custom_ids of what the form asks."""


class PlayOnForm(PersistentForm, template=r"play_on:(\d+):(mine|ours):(\d+):(\d+)"):
    """Takes against whom to play on. Its parts: those of the button."""

    title = PLAY_ON

    async def on_values(self, bot: Client, press: Press, values: Values) -> None:
        """Challenge them."""
        begun = await _start_of(bot, press, self.parts)
        opponents = [await find_user(bot, press, int(each)) for each in values.get(OPPONENT, ())]
        words = {name: values[name][0] for name in (LEVEL, SEAT) if values.get(name)}
        await _begin(bot, press, begun, opponents, words)


async def _start_of(bot: Client, press: Press, parts: Sequence[str]) -> PlayableStart:
    number, whose, seq, line = parts
    target = Target(int(number), whose == "ours", press.message.id if press.message else 0)
    return await find_start_in_analysis(bot.context, request_of(press), target, Point(int(seq), int(line)))


async def play_on(bot: Client, source: Source, words: str) -> None:
    """Begin a match from a position: `[#42] [after move 17] [@Bob] [level=2] [seat=2]`. Raises `RequestRejected`."""
    number, text = split_match_number(words)
    opponents, rest = await split_mentions(bot, source, text)
    typed, terms = parse_terms(rest)
    ply = parse_count("move", terms.pop("move", typed)) if typed or "move" in terms else None
    await _begin(bot, source, await find_start(bot.context, request_of(source), number, ply), opponents, terms)


async def _what_to_play(bot: Client, press: Press, number: int) -> list[Field]:
    """Return the questions of a match from a position: those about it, and after which move."""
    begun = await find_start(bot.context, request_of(press), number or None, None)
    at = Field(label=_("After which move?"), hint=_("0 for the start"), key="move", value=str(begun.start.ply))
    return [*_questions(bot, begun), at]


PLAY_ON_COMMAND = PanelCommand(
    name="playon",
    panel="match",
    label=PLAY_ON,
    description=N_("Begin an unrated match from a position of one that ended"),
    usage="17 @Bob",
    run=play_on,
    fields=_what_to_play,
    applies=lambda situation: not situation.is_running and situation.last is not None,
)

FEATURE = Feature(panel_commands=[PLAY_ON_COMMAND], buttons=[PlayOnButton], forms=[PlayOnForm])
