"""Plans: whoever is to move after the next move decides before it what they answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.random_play import choose_move
from tests.chaos.acts import PLAN
from tests.chaos.attempts import Wish, attempt, say, slash

if TYPE_CHECKING:
    from tests.chaos.contests import Contest
    from tests.chaos.move_senders import Turn


async def plan_answer(contest: Contest, turn: Turn) -> None:
    """Let the player after this turn plan an answer to the very move that is about to be played, once a match."""
    players, number, game = contest.players, contest.number, contest.game
    reached = game.play(contest.state, game.parse(contest.state, turn.text))
    seat = game.to_move(reached)
    person = contest.people.get(seat or 0)
    planned = any((act.kind, act.match, act.user) == (PLAN, number, int(person.id)) for act in players.acts if person)
    if person is None or person is turn.person or seat in contest.gone or planned:
        return
    answer = game.format(reached, choose_move(game, reached, contest.chance))
    text = f"if {turn.text} then {answer}"
    directly = await person.dm()

    def draw() -> Wish:
        send = contest.chance.choice(
            (
                say(person, f"!plan #{number} {text}", directly),
                slash(person, contest.home, "match plan", lines=text),
                slash(person, contest.hall, "match plan", lines=f"#{number} {text}"),
            )
        )
        return Wish(PLAN, person, f"{turn.ply}. {text}", send, number)

    await attempt(players, draw, lambda: contest.went_on)
