"""The text of the posts that show a board. Pure: records go in, Discord's Markdown comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.features.boards.text import ended, footer, left, length, standing, time_taken, what_happened, without_result
from bot.referee import formatting
from bot.referee.log import outcome as results

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.referee.views import Snapshot
    from games.contract import Game
    from storage.tables.models import Match, Person

    Call = Callable[[Person], str]


def ways_to_move(match: Match, *, content: bool) -> str:
    """Return how a move can be given; without a thread or the message content intent only what works then."""
    if content:
        return f"Reply to this post{', write it here,' if match.thread_id else ''} or use `/move`."
    return "Reply to this post with the ping on, mention me with your move, or use `/move`."


def board_post(moment: Snapshot, game: Game[Any, Any], call: Call, *, content: bool) -> str:
    """Return the words over a match's board: what happened, who is to move (named by `call`), how to answer."""
    if moment.ending:
        took = f"After {formatting.counted(moment.ply, 'move')} in {length(time_taken(moment))}."
        return "\n".join([without_result(moment.match, game, moment.ending), took, footer(moment)])
    result = results.match_result(game, moment.match, moment.event, moment.state)
    happened = what_happened(moment, game)
    if not (moment.closed or moment.undone):  # what the last turn brought was told at its own board
        happened += [formatting.sentence(news) for news in game.news(moment.state)]
    if result is not None:
        told = [" ".join(happened)] if happened and not left(moment) else []
        return "\n".join([*told, *ended(moment, game, result), footer(moment)])
    seat = game.to_move(moment.state) or 1
    mover = call(moment.match.seats[seat - 1])
    if moment.ply < len(moment.match.seats):
        happened.append(
            f"{mover}, {formatting.sentence(game.task(moment.state))}{formatting.time_until(moment.deadline)}"
        )
        ways = ways_to_move(moment.match, content=content)
        return "\n".join([" ".join(happened), *standing(moment), ways, footer(moment)])
    until = f", until {formatting.until(moment.deadline)}" if moment.deadline else ""
    told = " ".join([*happened, f"{mover} to move{until}."])
    return "\n".join([told, *standing(moment), footer(moment, content=content)])


def barred_board(moment: Snapshot) -> str:
    """Return the line over a board that its player gets directly."""
    match = moment.match
    goes_on = "this is how your match ended." if match.ended_at else "your match goes on here until that is mended."
    return f"I can't post in <#{match.home}>, so {goes_on}"


def unshown_board(match: Match, mover: Person | None, call: Call) -> str:
    """Return what is said in the place of a board that we fail to show."""
    stands = f"{call(mover)} is to move" if mover else "it is over"
    return (
        f"I can't show the board of #{match.id} as it stood here: something is broken on our side, and those who run "
        f"me find it in the log. The match is safe: {stands}."
    )
