"""What people do for themselves: vacations, the daily list, notes to their matches."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from tests.chaos.acts import DIGEST, NOTE, RETURN, VACATION
from tests.chaos.attempts import Wish, attempt, say, slash

if TYPE_CHECKING:
    from tests.chaos.contests import Contest
    from tests.playground.client import Person

HALF_AN_HOUR = timedelta(minutes=30)


async def leave_or_return(contest: Contest, person: Person) -> None:
    """Begin a vacation, or end the one that goes on. What isn't answered in the end is a person's last one."""
    players, vacation = contest.players, contest.players.vacations[person.id]
    if vacation.lock.locked() or vacation.over:
        return
    async with vacation.lock:
        directly = await person.dm()
        kind, words = (RETURN, "end") if vacation.away else (VACATION, "2d")
        vacation.started += not vacation.away
        vacation.away = not vacation.away

        def draw() -> Wish:
            send = contest.chance.choice(
                (
                    slash(person, contest.hall, "my vacation", until=words),
                    slash(person, contest.hall, "my vacation", until=words),
                    say(person, f"!vacation {words}", directly),
                )
            )
            return Wish(kind, person, f"vacation {words}", send, what=str(vacation.started))

        vacation.over = not await attempt(players, draw, lambda: False)


async def ask_for_digest(contest: Contest, person: Person) -> None:
    """Choose to get the daily list at the next half hour."""
    players = contest.players
    later = players.playground.state.clock() + HALF_AN_HOUR
    at = later.replace(minute=later.minute // 30 * 30)
    directly = await person.dm()

    def draw() -> Wish:
        send = contest.chance.choice(
            (
                slash(person, contest.hall, "my preferences", digest=f"{at:%H:%M}"),
                say(person, f"!preferences digest={at:%H:%M}", directly),
            )
        )
        return Wish(DIGEST, person, f"preferences digest={at:%H:%M}", send, what=f"{at:%H:%M}")

    await attempt(players, draw, lambda: False)


async def note(contest: Contest, person: Person) -> None:
    """Note something to a match, for oneself."""
    number, directly = contest.number, await person.dm()

    def draw() -> Wish:
        text = f"thought {contest.chance.randrange(10**9)}"
        send = contest.chance.choice(
            (
                slash(person, contest.home, "match note", text=text),
                slash(person, contest.hall, "match note", text=text, match=f"#{number}"),
                say(person, f"!note #{number} {text}", directly),
            )
        )
        return Wish(NOTE, person, f"note {text}", send, number, text)

    await attempt(contest.players, draw, lambda: False)
