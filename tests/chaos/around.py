"""What people do round a move: chat, ask for the board, slip, speak out of turn, alter what they said long ago."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.contract import IllegalMove

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from tests.chaos.contests import Contest
    from tests.chaos.ways import Turn

    Happening = Callable[[Contest, Turn], Awaitable[None]]


async def before(contest: Contest, turn: Turn) -> None:
    """Let some things happen, mostly none."""
    for happening, often in HAPPENINGS:
        if contest.chance.random() < often:
            await happening(contest, turn)


async def _chat(contest: Contest, turn: Turn) -> None:
    await turn.person.say(contest.chance.choice(("nice one", "hm, let me think", "gg?", "c4!")), turn.home)


async def _ask_for_the_board(contest: Contest, turn: Turn) -> None:
    await contest.chance.choice(contest.crowd.people).say("!board", turn.home)


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
    others = [person for person in contest.crowd.people if person is not turn.person]
    await contest.chance.choice(others).say(f"!move {turn.text}", turn.home)


async def _name_an_old_ply(_: Contest, turn: Turn) -> None:
    if turn.ply > 1:
        await turn.person.say(f"!move {turn.ply - 1}. {turn.text}", turn.home)


async def _alter_an_old_message(contest: Contest, turn: Turn) -> None:
    """Edit the message of a move played before into the move now meant, or delete it: neither has an effect."""
    played = [one for one in contest.crowd.submissions if one.match == turn.match and one.ply < turn.ply]
    sources = [source for one in played for source in one.sources if contest.crowd.playground.world.message(source)]
    if not sources:
        return
    source = sources[-1]
    author = next(one for one in contest.crowd.people if int(one.id) == contest.crowd.said[source].author)
    if contest.chance.random() < 0.5:
        await author.edit(str(source), turn.text)
    else:
        await author.delete(str(source))


HAPPENINGS: tuple[tuple[Happening, float], ...] = (
    (_chat, 0.05),
    (_ask_for_the_board, 0.03),
    (_ask_for_the_replay, 0.004),
    (_slip, 0.04),
    (_speak_out_of_turn, 0.03),
    (_name_an_old_ply, 0.03),
    (_alter_an_old_message, 0.02),
)
"""Each with its chance before a move."""


def _is_against_the_rules(contest: Contest, text: str) -> bool:
    try:
        contest.game.parse(contest.state, text)
    except IllegalMove as illegal:
        return illegal.kind != "not_a_move"
    return False
