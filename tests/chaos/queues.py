"""Several moves in one text, in games that take them: somebody queues them, and may cancel what waits."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from games.random_play import choose_move
from tests.chaos import post_parser
from tests.chaos.acts import CANCELLATION, QUEUE
from tests.chaos.attempts import Wish, attempt, press, say, slash

if TYPE_CHECKING:
    from playground.model.resources.message import Message
    from tests.chaos.contests import Contest
    from tests.playground.client import Person

MOST = 4
"""Moves that somebody queues at a time."""
CANCELS = 0.2


async def queue_moves(contest: Contest) -> None:
    """Let somebody who has not done so in this match queue moves, if the game takes them, and perhaps cancel them."""
    players, number = contest.players, contest.number
    before = {act.user for act in players.acts if (act.kind, act.match) == (QUEUE, number)}
    seats = {person.id: seat for seat, person in contest.people.items() if contest.game.can_queue(contest.state, seat)}
    people = [each for each in contest.still_in() if each.id in seats and int(each.id) not in before]
    if not people:
        return
    person = contest.chance.choice(people)
    text = ", ".join(_choose_moves(contest, seats[person.id]))
    directly = await person.dm()

    def draw() -> Wish:
        send = contest.chance.choice(
            (
                say(person, text, contest.home),
                say(person, f"!move {text}", contest.home),
                say(person, f"#{number} {text}", directly),
                slash(person, contest.home, "move", move=text),
                slash(person, contest.hall, "move", move=f"#{number} {text}"),
            )
        )
        return Wish(QUEUE, person, text, send, number)

    await attempt(players, draw, lambda: contest.went_on)
    acts = [act for act in players.acts if (act.kind, act.match, act.user) == (QUEUE, number, int(person.id))]
    replies = [reply for act in acts for reply in players.replies_to(act.source)]
    if replies and contest.chance.random() < CANCELS:
        await _cancel(contest, person, replies[0])


async def _cancel(contest: Contest, person: Person, queued: Message) -> None:
    button = post_parser.button(queued, "unqueue")
    if button is not None:
        send = press(person, queued.id, button)
        wish = Wish(CANCELLATION, person, "cancel", send, contest.number)
        await attempt(contest.players, lambda: wish, lambda: post_parser.button(queued, "unqueue") is None)


def _choose_moves(contest: Contest, seat: int) -> list[str]:
    """Return moves that a seat could make one after the other on the board as it stands."""
    state, texts = contest.state, list[str]()
    wanted = contest.chance.randint(2, MOST)
    while len(texts) < wanted and contest.game.can_queue(state, seat):
        state = replace(state, mover=seat)
        move = choose_move(contest.game, state, contest.chance)
        texts.append(contest.game.format(state, move))
        state = contest.game.play(state, move)
    return texts
