"""What people do round a move: chat, slip, speak out of turn, plan and queue moves, note things, go on vacation."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from games.contract import IllegalMove
from games.random_play import choose_move
from tests.chaos import offers, post_parser
from tests.chaos.acts import (
    CANCELLATION,
    CHOICE,
    CHOSEN,
    DIGEST,
    GUESS,
    NOTE,
    PLAN,
    QUEUE,
    RETURN,
    VACATION,
    Wish,
    attempt,
    press,
    say,
    slash,
)
from tests.chaos.move_senders import came_back

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from playground.model.resources.message import Message
    from storage.queries.rows import OfferKind
    from tests.chaos.contests import Contest
    from tests.chaos.move_senders import Sent, Turn
    from tests.playground.client import Person

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
    """Edit the message of a move played before into the move now meant, or delete it: neither changes the match."""
    played = [one for one in contest.players.submissions if one.match == turn.match and one.ply < turn.ply]
    sources = [source for one in played for source in one.sources if contest.players.playground.state.message(source)]
    if not sources:
        return
    source = sources[-1]
    author = next(one for one in contest.players.people if int(one.id) == contest.players.said[source].author)
    if contest.chance.random() < 0.5:
        contest.players.edits[source] += 1
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
        await offers.give(contest, contest.chance.choice(others))


async def _queue(contest: Contest, _: Turn) -> None:
    await queue_moves(contest)


async def _note(contest: Contest, _: Turn) -> None:
    await note(contest, contest.chance.choice(contest.still_in()))


async def _rest(contest: Contest, _: Turn) -> None:
    await leave_or_return(contest, contest.chance.choice(contest.players.people))


async def _choose_messages(contest: Contest, _: Turn) -> None:
    await choose_messages(contest, contest.chance.choice(contest.players.people))


async def _ask_for_the_digest(contest: Contest, turn: Turn) -> None:
    await ask_for_digest(contest, turn.person)


def _is_against_the_rules(contest: Contest, text: str) -> bool:
    try:
        contest.game.parse(contest.state, text)
    except IllegalMove as illegal:
        return illegal.kind != "not_a_move"
    return False


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
                slash(person, contest.home, "match", do=f"plan {text}"),
                slash(person, contest.hall, "match", do=f"plan #{number} {text}"),
            )
        )
        return Wish(PLAN, person, f"{turn.ply}. {text}", send, number)

    await attempt(players, draw, lambda: contest.went_on)


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
                    slash(person, contest.hall, "me", do=f"vacation {words}"),
                    slash(person, contest.hall, "me", do=f"vacation {words}"),
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
                slash(person, contest.hall, "me", do=f"preferences digest={at:%H:%M}"),
                say(person, f"!preferences digest={at:%H:%M}", directly),
            )
        )
        return Wish(DIGEST, person, f"preferences digest={at:%H:%M}", send, what=f"{at:%H:%M}")

    await attempt(players, draw, lambda: False)


async def choose_messages(contest: Contest, person: Person) -> None:
    """Choose how to be told of most things, by an interaction: what is cut off by a kill is done at once or never."""
    players = contest.players
    async with players.choosing[person.id]:

        def draw() -> Wish:
            way = contest.chance.choice(("mention", "silent", "direct", "nothing"))
            words = " ".join(f"{kind}={way}" for kind in CHOSEN)
            return Wish(CHOICE, person, words, slash(person, contest.hall, "me", do=f"messages {words}"), what=way)

        await attempt(players, draw, lambda: False)


async def note(contest: Contest, person: Person) -> None:
    """Note something to a match, for oneself."""
    number, directly = contest.number, await person.dm()

    def draw() -> Wish:
        text = f"thought {contest.chance.randrange(10**9)}"
        send = contest.chance.choice(
            (
                slash(person, contest.home, "match", do=f"note {text}"),
                slash(person, contest.hall, "match", do=f"note {text}", match=f"#{number}"),
                say(person, f"!note #{number} {text}", directly),
            )
        )
        return Wish(NOTE, person, f"note {text}", send, number, text)

    await attempt(contest.players, draw, lambda: False)


async def guess_who_wins(contest: Contest, turn: Turn) -> None:
    """Let somebody who doesn't play guess who wins, once a match, by the form."""
    players, number = contest.players, contest.number
    before = {act.user for act in players.acts if (act.kind, act.match) == (GUESS, number)}
    people = [each for each in players.people if each not in contest.people.values() and int(each.id) not in before]
    if not people:
        return
    person, seats = contest.chance.choice(people), len(contest.people)
    who, sure = str(contest.chance.randrange(seats + 1)), contest.chance.choice(("50", "70", "90"))

    async def send() -> Sent:
        form = await person.slash("match", turn.hall, do="guess", match=f"#{number}")
        return came_back(await person.modal(form, who=who, sure=sure) if form["modal"] else form)

    wish = Wish(GUESS, person, f"guess {who} {sure}", send, number, f"{who} {sure}")
    await attempt(players, lambda: wish, lambda: False)


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
    (plan_answer, 0.15),
    (_note, 0.04),
    (guess_who_wins, 0.08),
    (_rest, 0.03),
    (_ask_for_the_digest, 0.03),
    (_choose_messages, 0.05),
)
"""Each with its chance before a move."""
