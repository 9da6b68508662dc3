"""What people do in the demo besides moving: they plan, take back, and forget the time."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.demo.stage import Stage
    from tests.wire.match import Contest

CLOCK, ALARM_AFTER = "2d", timedelta(hours=39)
"""A time control, and when more than 80% of its time is used."""


async def move_into_plan(stage: Stage, contest: Contest, move: str, answer: str) -> None:
    """Let the player who waits plan an answer, and the one to move play into it: one board tells both moves."""
    mover = contest.mover
    planner = next(person for person in contest.people if person is not mover)
    await stage.think()
    await planner.ask_by_slash("match plan", contest.thread, lines=f"if {move}: {answer}")
    stage.say(f"{planner.name} has planned an answer. Nobody else sees it until it's played.")
    await stage.think()
    since = contest.people[0].seen_so_far()
    await mover.say(move, contest.thread)
    contest.follow([move, answer])
    board = await contest.hear_board(since)
    assert move in board["content"]
    assert answer in board["content"]


async def take_back(stage: Stage, contest: Contest, state: Any, move: str | None) -> None:
    """Let the player who moved last ask for a takeback, and the other one agree: it leads back to a state and move."""
    other = contest.mover
    asking = next(person for person in contest.people if person is not other)
    await stage.think()
    since = other.seen_so_far()
    await asking.say("!takeback", contest.thread)
    offer = await other.hear_bot("do you agree?", since=since)
    stage.say(f"{asking.name} asks {other.name} for a takeback.")
    await stage.think()
    since = contest.people[0].seen_so_far()
    await other.press(offer, "Agree")
    contest.state, contest.move, contest.ply = state, move, contest.ply - 1
    board = await contest.hear_board(since)
    assert "takes back move" in board["content"]


async def let_alarm_ring(stage: Stage, contest: Contest) -> None:
    """Let so much time pass that the player to move is reminded, in the thread, as they want it."""
    late = contest.mover
    await late.ask_by_text("!preferences alarm=thread", contest.thread, holds="alarm `thread`")
    await stage.think()
    stage.say(f"Over a day passes, and {late.name} is reminded.")
    since = late.seen_so_far()
    await stage.env.pass_time(ALARM_AFTER)
    await late.hear_bot(f"it's your move in #{contest.number}: you have until", since=since)


async def queue_moves(stage: Stage, contest: Contest, moves: Sequence[str]) -> None:
    """Let everybody write all their moves at once, where a game lets moves wait; all are played as their turns come."""
    seats = len(contest.people)
    for place, person in enumerate(contest.people):
        await stage.think()
        since = contest.people[0].seen_so_far()
        await person.say(", ".join(moves[place::seats]), contest.thread)
        last = place == seats - 1
        contest.follow(moves[place:] if last else moves[place : place + 1])
        await contest.hear_board(since)
    stage.say(f"All ships of #{contest.number} were placed by three texts.")
