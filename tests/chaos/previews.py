"""A move that is looked at first: somebody asks for a preview and plays it by the button under that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.chaos import post_parser
from tests.chaos.move_senders import came_back
from tests.playground.client import Said

if TYPE_CHECKING:
    from playground.model.resources.message import Message
    from tests.chaos.contests import Contest
    from tests.chaos.move_senders import Sent, Turn

PATIENCE = 3.0
"""Seconds after which somebody gives their move in another way."""


async def by_preview(contest: Contest, turn: Turn) -> Sent | None:
    """Ask for a preview and press its button; None where there was none to press."""
    players = contest.players
    await players.online()
    try:
        request = await _ask(contest, turn)
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


async def _ask(contest: Contest, turn: Turn) -> int:
    """Ask for it where nobody else sees it; return what it was asked by."""
    if contest.chance.random() < 0.6:
        return came_back(await turn.person.slash("preview", turn.home, move=turn.text)).source
    said = await turn.person.say(f"!preview #{turn.match} {turn.ply}. {turn.text}", await turn.person.dm())
    return int(said["id"])
