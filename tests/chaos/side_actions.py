"""What people do round a move: chat, slip, speak out of turn, offer a draw, give time, note things, go on vacation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove
from tests.chaos import clocks, offers, plans, queues, vacations

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from storage.queries.rows import OfferKind
    from tests.chaos.contests import Contest
    from tests.chaos.move_senders import Turn

    SideAction = Callable[[Contest, Turn], Awaitable[None]]


async def before(contest: Contest, turn: Turn) -> None:
    """Let some things happen, mostly none."""
    for action, often in SIDE_ACTIONS:
        if contest.went_on or contest.players.closing:
            return
        if contest.chance.random() < often:
            await action(contest, turn)


async def _chat(contest: Contest, turn: Turn) -> None:
    await turn.person.say(contest.chance.choice(("nice one", "hm, let me think", "gg?", "c4!")), turn.home)


async def _ask_for_the_board(contest: Contest, turn: Turn) -> None:
    await contest.chance.choice(contest.players.people).say("!board", turn.home)


async def _ask_for_the_replay(_: Contest, turn: Turn) -> None:
    await turn.person.say("!replay", turn.home)


async def _slip(contest: Contest, turn: Turn) -> None:
    """Give a move against the rules, as a command or bare."""
    against = [text for text in contest.game.info.examples if _is_against_the_rules(contest, text)]
    if against:
        await turn.person.say(contest.chance.choice(("!move ", "")) + contest.chance.choice(against), turn.home)
    else:
        await turn.person.say("!move somewhere nice", turn.home)


async def _speak_out_of_turn(contest: Contest, turn: Turn) -> None:
    """Give the mover's move as somebody else, seated or not."""
    others = [person for person in contest.players.people if person is not turn.person]
    await contest.chance.choice(others).say(f"!move {turn.text}", turn.home)


async def _name_an_old_ply(_: Contest, turn: Turn) -> None:
    if turn.ply > 1:
        await turn.person.say(f"!move {turn.ply - 1}. {turn.text}", turn.home)


async def _alter_an_old_message(contest: Contest, turn: Turn) -> None:
    """Edit the message of a move played before into the move now meant, or delete it: neither has an effect."""
    played = [one for one in contest.players.submissions if one.match == turn.match and one.ply < turn.ply]
    sources = [source for one in played for source in one.sources if contest.players.playground.state.message(source)]
    if not sources:
        return
    source = sources[-1]
    author = next(one for one in contest.players.people if int(one.id) == contest.players.said[source].author)
    if contest.chance.random() < 0.5:
        await author.edit(str(source), turn.text)
    else:
        await author.delete(str(source))


async def _offer_a_draw(contest: Contest, _: Turn) -> None:
    await _offer(contest, "draw")


async def _take_back(contest: Contest, _: Turn) -> None:
    await _offer(contest, "takeback")


async def _pause(contest: Contest, _: Turn) -> None:
    if contest.clocked:
        await _offer(contest, "pause")


async def _offer(contest: Contest, kind: OfferKind) -> None:
    """Offer something and wait for the answers; else the match goes on meanwhile."""
    work = offers.offer(contest, contest.chance.choice(contest.still_in()), kind)
    if contest.chance.random() < 0.7:
        await work
    else:
        contest.beside(work)


async def _resume(contest: Contest, _: Turn) -> None:
    pause = contest.players.pauses.pop(contest.number, None)
    if pause is not None:
        await offers.resume(contest, contest.chance.choice(contest.still_in()), pause)


async def _give_time(contest: Contest, turn: Turn) -> None:
    others = [person for person in contest.still_in() if person is not turn.person]
    if contest.clocked and others:
        await clocks.give(contest, contest.chance.choice(others))


async def _queue(contest: Contest, _: Turn) -> None:
    await queues.queue_moves(contest)


async def _note(contest: Contest, _: Turn) -> None:
    await vacations.note(contest, contest.chance.choice(contest.still_in()))


async def _rest(contest: Contest, _: Turn) -> None:
    await vacations.leave_or_return(contest, contest.chance.choice(contest.players.people))


async def _ask_for_the_digest(contest: Contest, turn: Turn) -> None:
    await vacations.ask_for_digest(contest, turn.person)


SIDE_ACTIONS: tuple[tuple[SideAction, float], ...] = (
    (_chat, 0.05),
    (_ask_for_the_board, 0.03),
    (_ask_for_the_replay, 0.004),
    (_slip, 0.04),
    (_speak_out_of_turn, 0.03),
    (_name_an_old_ply, 0.03),
    (_alter_an_old_message, 0.02),
    (_offer_a_draw, 0.03),
    (_take_back, 0.04),
    (_pause, 0.06),
    (_resume, 0.5),
    (_give_time, 0.1),
    (_queue, 0.5),
    (plans.plan_answer, 0.15),
    (_note, 0.04),
    (_rest, 0.03),
    (_ask_for_the_digest, 0.03),
)
"""Each with its chance before a move."""


def _is_against_the_rules(contest: Contest, text: str) -> bool:
    try:
        contest.game.parse(contest.state, text)
    except IllegalMove as illegal:
        return illegal.kind != "not_a_move"
    return False
