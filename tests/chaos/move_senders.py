"""The ways in which people give a move: as text in the thread or by direct message, by slash command, by a preview."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.chaos import post_parser
from tests.playground.client import Said

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground.model.resources.message import Message
    from tests.chaos.contests import Contest
    from tests.playground.client import Json, Person

    MoveSender = Callable[["Turn"], Awaitable["Sent"]]


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody wants to play: who, in which match, where it lives and in which channel, under which board."""

    person: Person
    match: int
    home: str
    hall: str
    board: str
    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class Sent:
    """A move given: by which message or interaction, and what came back at once.

    `lasts` says that it stays where the bot looks after an absence: in a thread or in direct messages.
    """

    source: int
    lasts: bool
    acknowledged: bool = False
    answer: str | None = None


async def bare(turn: Turn) -> Sent:
    """`c4` in the thread."""
    return _said(await turn.person.say(turn.text, turn.home))


async def by_reply(turn: Turn) -> Sent:
    """`c4` as a reply to the board."""
    return _said(await turn.person.say(turn.text, turn.home, to=turn.board))


async def by_command(turn: Turn) -> Sent:
    """`!move c4` in the thread."""
    return _said(await turn.person.say(f"!move {turn.text}", turn.home))


async def by_ply(turn: Turn) -> Sent:
    """`!move 17. c4` in the thread."""
    return _said(await turn.person.say(f"!move {turn.ply}. {turn.text}", turn.home))


async def by_mention(turn: Turn) -> Sent:
    """`@Turnpost move #42 c4` in the thread."""
    return _said(await turn.person.say(f"@Turnpost move #{turn.match} {turn.text}", turn.home))


async def directly(turn: Turn) -> Sent:
    """`#42 17. c4` by direct message."""
    return _said(await turn.person.say(f"#{turn.match} {turn.ply}. {turn.text}", await turn.person.dm()))


async def directly_unnamed(turn: Turn) -> Sent:
    """`17. c4` by direct message, for whichever match that may be."""
    return _said(await turn.person.say(turn.text, await turn.person.dm()))


async def in_channel(turn: Turn) -> Sent:
    """`!move #42 17. c4` in the channel that all matches share, where nobody looks back after an absence."""
    said = await turn.person.say(f"!move #{turn.match} {turn.ply}. {turn.text}", turn.hall)
    return Sent(int(said["id"]), lasts=False)


async def by_slash(turn: Turn) -> Sent:
    """`/move c4` in the thread."""
    return came_back(await turn.person.slash("move", turn.home, move=turn.text))


async def by_slash_elsewhere(turn: Turn) -> Sent:
    """`/move #42 17. c4` in the channel."""
    return came_back(await turn.person.slash("move", turn.hall, move=f"#{turn.match} {turn.ply}. {turn.text}"))


MOVE_SENDERS: tuple[tuple[MoveSender, int], ...] = (
    (bare, 8),
    (by_reply, 5),
    (by_command, 4),
    (by_ply, 5),
    (by_mention, 2),
    (directly, 4),
    (directly_unnamed, 2),
    (in_channel, 2),
    (by_slash, 5),
    (by_slash_elsewhere, 3),
)
"""Each with how often it is used among all."""


def came_back(outcome: Json) -> Sent:
    """Return what an interaction brought. An answer that is put off may never come: the bot may be killed before."""
    message: Any = outcome["message"]
    answer = str(message["content"]) if message else None
    return Sent(int(outcome["interaction_id"]), lasts=False, acknowledged=answer is not None, answer=answer)


def _said(message: Json) -> Sent:
    return Sent(int(message["id"]), lasts=True)


PATIENCE = 3.0
"""Seconds after which somebody gives their move in another way."""


async def by_preview(contest: Contest, turn: Turn) -> Sent | None:
    """Ask for a preview and press its button; None where there was none to press."""
    players = contest.players
    await players.online()
    try:
        request = await _ask_for_preview(contest, turn)
        replies = players.replies_to(request)
        await players.until(lambda: contest.went_on or bool(replies), PATIENCE)
        shown: Message | None = replies[0] if replies else None
        button = post_parser.button(shown, "play") if shown else None
        if shown is None or button is None:
            return None
        await players.online()
        return came_back(await turn.person.press(str(shown.id), button))
    except Said:
        return None


async def _ask_for_preview(contest: Contest, turn: Turn) -> int:
    """Ask for it where nobody else sees it; return what it was asked by."""
    if contest.chance.random() < 0.6:
        return came_back(await turn.person.slash("move", turn.home, move=turn.text, preview=True)).source
    said = await turn.person.say(f"!preview #{turn.match} {turn.ply}. {turn.text}", await turn.person.dm())
    return int(said["id"])
