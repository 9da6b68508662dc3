"""A record in which a bot has done all there is to do: every table has rows, as a referee and a poster wrote them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from bot.match_files import files
from bot.match_files.files import RATED
from bot.referee import boards, endings
from bot.referee.analysis.analysis import Target, add_typed_moves, annotate_point
from bot.referee.analysis.tree import Point
from bot.referee.challenges.answer import accept_challenge, decline_challenge, request_rematch
from bot.referee.challenges.issue import ChallengeTerms, CrowdTerms, issue_challenge
from bot.referee.clocks.clock import give_time, resume_clock
from bot.referee.clocks.vacations import begin_vacation
from bot.referee.context import Context
from bot.referee.crowds import begin_match, join_crowd
from bot.referee.due_jobs import run_due_jobs
from bot.referee.endings import claim_match
from bot.referee.guilds.setting_values import GuildResources
from bot.referee.history.rebuild import write_state
from bot.referee.job_runner import retry_delay
from bot.referee.lists import count_view
from bot.referee.log import notes
from bot.referee.offers import answer_offer_by_id, make_offer
from bot.referee.people import sign_in
from bot.referee.people.display import change_display
from bot.referee.people.preferences import change_preferences
from bot.referee.puzzles import record_answer
from bot.referee.requests import (
    NO_PERMISSIONS,
    MovePlayed,
    MovesQueued,
    MoveText,
    Permissions,
    Request,
    parse_move_text,
)
from bot.referee.reviews import request_review, write_review
from bot.referee.seats import SeatTaken, take_open_seat
from bot.referee.servers import BlockTarget, block_person, change_settings
from bot.referee.threads import schedule_archive
from bot.referee.tournaments.organize import correct_result, start_now
from bot.referee.tournaments.sign_up import TournamentTerms, create_tournament, sign_up, withdraw_person
from bot.referee.turns import play
from bot.referee.turns.queue import queue_text
from engines.puzzles import puzzles
from engines.reviews.contract import Review, Standing, TurningPoint
from games import GAMES
from games.contract import IllegalMove, TooManyMoves
from storage.queries import (
    challenges as issued,
    deleted_channels,
    deletions,
    events,
    failed_jobs,
    guesses,
    key_value,
    matches,
    offers,
    outbox,
    outcomes,
    pairings,
    read_markers,
    reviews,
    saved_states,
    tournaments,
    watchers,
)
from storage.queries.guesses import Guess
from storage.queries.read_markers import ReadMarker
from storage.queries.rows import Challenge, Match, Person, SavedState, Tournament
from tests.bot.admin.match_records import golden, started, written
from tests.bot.referee.manager import manager_request

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from games.contract import Game
    from storage.engine.database import Database
    from storage.queries.rows import OfferKind, Post

MANAGER = Permissions(frozenset(), manages_server=True)
MINUTE = timedelta(minutes=1)


async def play_events(scribe: Scribe, people: Sequence[Person]) -> None:
    """#14 to #16: a season of three, one lost on time, one corrected twice; #17 and #18: a league that one has left."""
    ann, bob, cleo, dan = people
    season = await _begin(scribe, (ann, bob, cleo), at_once=3, clock="1h")
    for match in await _running(scribe, season):
        await scribe.move(match, 4)
    first, second, _ = await _running(scribe, season)
    for match in (first, second):
        await endings.resign(scribe.context, scribe.request(match.seats[1]), match.id)
    await _pass_time(scribe, 90 * MINUTE)
    for text in ("draw", f"<@{first.seats[1].id}>"):
        scribe.time += 5 * MINUTE
        await correct_result(scribe.context, scribe.request(ann), first.id, text, MANAGER)
    await sign_up(scribe.context, scribe.request(dan), season.id + 1, dan)
    league = await _begin(scribe, people, at_once=1, clock="3d")
    ended, _ = await _running(scribe, league)
    await scribe.move(ended, 4)
    await endings.resign(scribe.context, scribe.request(ended.seats[0]), ended.id)
    await _pass_time(scribe, 3 * MINUTE)
    scribe.time += 5 * MINUTE
    await correct_result(scribe.context, scribe.request(ann), ended.id, "draw", MANAGER)
    scribe.time += 5 * MINUTE
    loser = ended.seats[0].id
    await withdraw_person(scribe.context, scribe.request(ended.seats[0]), league.id, loser)
    await _pass_time(scribe, 3 * MINUTE)
    await scribe.post()


async def _begin(scribe: Scribe, people: Sequence[Person], *, at_once: int, clock: str) -> Tournament:
    """Make a league for which people sign up, and begin it."""
    info = GAMES["xero-g"].info
    terms = TournamentTerms(info, "league", "Spring League", {}, clock=clock, vacation=False, at_once=at_once)
    request = scribe.request(people[0])
    made = await create_tournament(scribe.context, request, terms, MANAGER, request.channel_id or 0)
    assert isinstance(made, Tournament)
    for person in people:
        scribe.time += 2 * MINUTE
        await sign_up(scribe.context, scribe.request(person), made.id, person)
    await start_now(scribe.context, scribe.request(people[0]), made.id, MANAGER)
    await _pass_time(scribe, 3 * MINUTE)
    return made


async def _pass_time(scribe: Scribe, length: timedelta) -> None:
    """Let time pass without an outage, and do what is due, with what that makes due."""
    scribe.time += length
    for _ in range(3):
        await run_due_jobs(replace(scribe.context, outage_after=timedelta(days=99)), {GUILD})


async def _running(scribe: Scribe, tournament: Tournament) -> list[Match]:
    """Return the running matches of an event, the oldest first."""
    async with scribe.context.database.read() as tx:
        found = [each.match_id for each in await pairings.of_tournament(tx, tournament.id) if each.match_id]
        loaded = [await matches.require(tx, match_id) for match_id in found]
    return sorted((match for match in loaded if match.ended_at is None), key=lambda match: match.id)


NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
"""A Monday."""
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ANN, BOB, CLEO, DAN = PEOPLE = tuple(
    Person(101 + number, name) for number, name in enumerate(("Ann", "Bob", "Cleo", "Dan"))
)
GUILD, CHANNEL = 11, 21


class Scribe:
    """A referee and a poster on a record, each act a minute after the one before."""

    def __init__(self, database: Database) -> None:
        self.time = NOON
        self.numbers = count(10_000)
        self.context = Context(database, GAMES, now=lambda: self.time, rng=Random(1))

    def request(self, person: Person) -> Request:
        self.time += timedelta(minutes=1)
        return Request(person.id, next(self.numbers), CHANNEL, GUILD)

    async def challenge(self, game: str, *people: Person, **terms: Any) -> Challenge:
        size = terms.pop("size", len(people))
        offer = ChallengeTerms(
            GAMES[game].info, terms.pop("options", {}), terms.pop("seat", 1), size, terms.pop("look", {}), **terms
        )
        source_id = self.request(people[0]).source_id
        made = await issue_challenge(
            self.context, offer, people, guild_id=GUILD, channel_id=CHANNEL, source_id=source_id
        )
        assert isinstance(made, Challenge)
        return made

    async def accept(self, challenge: Challenge, person: Person, seat: str = "random") -> Any:
        source_id = self.request(person).source_id
        return await accept_challenge(self.context, challenge.id, person, source_id, guild_id=GUILD, seat=seat)

    async def begin(self, game: str, *people: Person, **terms: Any) -> Match:
        made = await self.challenge(game, *people, **terms)
        match: Any = None
        for person in people[1:]:
            match = await self.accept(made, person)
        assert isinstance(match, Match)
        return match

    async def move(self, match: Match, times: int = 1) -> Match:
        """Let whoever is to move play the first move that the rules list, so many times."""
        for _ in range(times):
            async with self.context.database.read() as tx:
                match = await matches.require(tx, match.id)
                state = await self.context.state(tx, match)
            text = _first_move(GAMES[match.game], state)
            mover = match.seats[(match.to_move or 1) - 1]
            done = await play.play_move(self.context, self.request(mover), MoveText(text, match.id))
            assert isinstance(done, MovePlayed)
            match = done.match
        return match

    async def offer(self, match: Match, person: Person, kind: OfferKind, *replies: tuple[Person, bool]) -> None:
        await make_offer(self.context, self.request(person), match.id, kind)
        async with self.context.database.read() as tx:
            found = await offers.list_open(tx, await matches.require(tx, match.id))
        for other, agrees in replies:
            await answer_offer_by_id(self.context, self.request(other), found[-1].id, agrees=agrees)

    async def tick(self, length: timedelta) -> None:
        """Let time pass, and do what is due every two hours. Only a silence before the first round is an outage."""
        end, context = self.time + length, self.context
        self.time += timedelta(minutes=2)
        while self.time < end:
            await run_due_jobs(context, {GUILD})
            self.time = min(self.time + 2 * HOUR, end)
            context = replace(self.context, outage_after=3 * HOUR)
        await run_due_jobs(context, {GUILD})

    async def post(self) -> None:
        """Send all that waits in the outbox, a second after it is taken up."""
        while True:
            async with self.context.database.write() as tx:
                until = self.time + timedelta(minutes=5)
                posts = await outbox.claim(tx, "here", now=self.time, until=until)
                for post in posts:
                    channel, message = await self._sent(tx, post)
                    at = self.time + timedelta(seconds=1)
                    await outbox.mark_sent(tx, post.id, channel_id=channel, message_id=message, at=at)
            if not posts:
                return

    async def _sent(self, tx: Any, post: Post) -> tuple[int, int | None]:
        if post.kind == "tournament":
            number = next(self.numbers)
            await tournaments.change(tx, post.body["tournament"], message_id=number)
            return CHANNEL, number
        if post.match_id is None:
            return CHANNEL, next(self.numbers) if post.kind == "challenge" else None
        match = await matches.require(tx, post.match_id)
        if post.kind == "thread":
            await matches.set_thread(tx, match.id, 30 + match.id)
            return 30 + match.id, None
        return match.home, next(self.numbers)


def _first_move(game: Game[Any, Any], state: Any) -> str:
    """Return the first move that is listed, or the first one that can be typed where there are too many to list."""
    try:
        return game.format(state, next(iter(game.legal(state))))
    except TooManyMoves:
        texts = [""]
        while True:
            texts = [more for text in texts for more in game.suggest(state, text, 25)]
            for text in texts:
                with suppress(IllegalMove):
                    return game.format(state, game.parse(state, text))


async def write_record(database: Database, folder: Path) -> datetime:
    """Fill an empty record, and return when the last thing in it was done."""
    scribe = Scribe(database)
    premises = GuildResources({CHANNEL, 22}, {31}, forums={23: ()})
    said = {
        "clock": "3d",
        "zone": "Europe/Berlin",
        "finished": "<#22>",
        "puzzles": "<#22>",
        "forum": "<#23>",
        "highlights": "yes",
        "weekly": "<#22>",
        "most": "50",
        "prefix": "?",
        "timeout": "claim",
        "language": "en",
    }
    said["challengers"] = "everyone"
    await change_settings(scribe.context, manager_request(GUILD), said, premises, manager=True)
    async with database.write() as tx:
        await key_value.write(tx, "salt", "0a1b2c")
        await key_value.write(tx, RATED, "all")
        await read_markers.advance(tx, {CHANNEL: ReadMarker(9_999), 41: ReadMarker(9_998, ANN.id)})
    await block_person(scribe.context, manager_request(GUILD, ANN.id), BlockTarget(106), "spam", manager=True)
    await _talk(scribe)
    await _play_by_the_clock(scribe)
    await _play_on(scribe)
    await _wait(scribe)
    record = started(golden("xero-g-won-in-five")[0], 3) | {"clock": {"control": "3d", "left": [259200, 86400]}}
    taken = files.read_file(written(folder / "import.jsonl", record), GAMES, scribe.time)
    await files.store_matches(database, taken)
    await _open_seats(scribe)
    await _plan(scribe)
    await _analyse(scribe)
    await _queue_moves(scribe)
    await scribe.post()
    await play_events(scribe, PEOPLE)
    await _vote(scribe)
    await _leave_open(scribe)
    async with database.write() as tx:
        await failed_jobs.record_failure(tx, "digest", DAN.id, "the zone can't be read", scribe.time, retry_delay)
        await outcomes.expect(tx, await matches.require(tx, 3))  # as if the rules had yet to be asked
    return scribe.time


async def _talk(scribe: Scribe) -> None:
    """#1: offers of all kinds, a takeback, notes, a draw, a rematch that waits, a review; #2: ended by an admin."""
    match = await scribe.begin("force-field-factions", ANN, BOB, look={"theme": "light"}, clock="none")
    match = await scribe.move(match, 3)
    await scribe.offer(match, BOB, "draw", (ANN, False))
    await scribe.offer(match, ANN, "takeback", (BOB, True))
    match = await scribe.move(match, 2)
    await notes.add_note(scribe.context, scribe.request(BOB), match.id, "watch b4")
    await scribe.offer(match, ANN, "draw", (ANN, False))
    match = await scribe.move(match, 2)
    await scribe.offer(match, BOB, "draw", (ANN, True))
    await scribe.post()
    await request_rematch(scribe.context, scribe.request(ANN), ANN, match.id)
    for _ in range(2):
        match = await scribe.begin("xero-g", CLEO, ANN, clock="none")
        await scribe.move(match, 2)
    await endings.resign(scribe.context, scribe.request(CLEO), match.id)
    await scribe.post()
    await _review(scribe)


async def _play_by_the_clock(scribe: Scribe) -> None:
    """#4: paused and resumed, time given, alarms, a day of the net; #5: paused; #6: time is up, #7: it was claimed."""
    going = await scribe.begin("xero-g", ANN, BOB, clock="3d+1d")
    going = await scribe.move(going, 2)
    await scribe.offer(going, ANN, "pause", (BOB, True))
    await scribe.tick(HOUR)
    await resume_clock(scribe.context, scribe.request(BOB), going.id)
    await give_time(scribe.context, scribe.request(BOB), going.id, DAY)
    paused = await scribe.begin("xero-g", ANN, CLEO, clock="2d no weekends")
    paused = await scribe.move(paused)
    await scribe.offer(paused, ANN, "pause", (CLEO, True))
    await scribe.begin("xero-g", CLEO, BOB, clock="12h")
    for person in (ANN, BOB, CLEO):
        await change_preferences(scribe.context, person.id, {"net": "off"})
    late = await scribe.begin("xero-g", CLEO, BOB, clock="12h")
    await scribe.tick(13 * HOUR)
    await claim_match(scribe.context, scribe.request(BOB), late.id)
    scribe.time += 2 * HOUR
    await scribe.tick(2 * DAY)
    await begin_vacation(scribe.context, scribe.request(BOB), "5d")
    await scribe.tick(DAY)
    await change_preferences(scribe.context, ANN.id, {"net": "on"})
    await scribe.tick(2 * DAY)
    await scribe.post()


async def _play_on(scribe: Scribe) -> None:
    """#8: of three, one has left; #9: on a board made from its seed, with a board that was asked for."""
    match = await scribe.begin("zyrcan", ANN, BOB, CLEO, clock="none")
    match = await scribe.move(match)
    await endings.resign(scribe.context, scribe.request(CLEO), match.id)
    match = await scribe.begin("xong", BOB, ANN, options={"board": "islands"}, clock="none")
    match = await scribe.move(match, 2)
    await boards.show_board(scribe.context, scribe.request(CLEO), match)
    await scribe.post()


async def _wait(scribe: Scribe) -> None:
    """Challenges: one declined, one open to Bob alone, a table where people choose their seats; what Dan chose."""
    made = await scribe.challenge("xong", ANN, BOB, options={"hexes": "61"})
    await decline_challenge(scribe.context, made.id, BOB.id, scribe.request(BOB).source_id, guild_id=GUILD)
    await scribe.challenge("xero-g", BOB, CLEO, clock="3d+1d", look={"size": "small"})
    context = await scribe.challenge("zyrcan", ANN, size=4, choose_seats=True, matches=3)
    await scribe.accept(context, BOB, "2")
    await scribe.accept(context, CLEO)
    await change_preferences(scribe.context, DAN.id, {"digest": "8", "quiet": "22-7", "zone": "Asia/Tokyo"})
    await change_display(scribe.context, DAN.id, {"theme": "light"})
    await record_answer(scribe.context, ANN.id, puzzles("xero-g")[0], solved=True)
    await record_answer(scribe.context, BOB.id, puzzles("xero-g")[0], solved=False)
    await scribe.post()


async def _leave_open(scribe: Scribe) -> None:
    """#9 goes on, watched, and its board waits to be sent; #3 waits for its review, and its thread to be archived.

    That thread was deleted. Ann signed two browsers in, and one out. A person whom nothing else is known of waits for
    their deletion.
    """
    async with scribe.context.database.read() as tx:
        (match,) = [one for one in await matches.active(tx) if one.game == "xong"]
        assert len(await events.of_match(tx, match.id)) == 2
        assert await issued.open_by(tx, ANN.id)
    match = await scribe.move(match)
    for _ in range(2):
        token = await sign_in.make_link(scribe.context, ANN.id, ANN.name, f"/b/{match.public_id}")
        await sign_in.sign_in(scribe.context, token, "Firefox")
    await sign_in.end_session(scribe.context, ANN.id, 1)
    ended = await _match(scribe, 3)
    await request_review(scribe.context, scribe.request(ANN), ended)
    async with scribe.context.database.write() as tx:
        await deletions.request(tx, 105, scribe.time)
        await deleted_channels.add(tx, {ended.home}, scribe.time)
        reached = await scribe.context.match_state(tx, match, 2)
        written = write_state("games", reached.state)
        await saved_states.replace(tx, SavedState(match.id, 2, reached.ply, match.rules, written))
        await schedule_archive(tx, ended)
        await watchers.add(tx, match.id, CLEO.id)
        source_id = scribe.request(CLEO).source_id  # before the last move
        guess = Guess(match.id, CLEO.id, CLEO.name, 3, 2, 70, match.seq - 1, source_id, match.since - HOUR)
        await guesses.put(tx, guess)
        await count_view(scribe.context, tx, match)


async def _review(scribe: Scribe) -> None:
    """#1 is reviewed."""
    match = await _match(scribe, 1)
    async with scribe.context.database.read() as tx:
        first = (await events.of_match(tx, match.id))[0].text
    await request_review(scribe.context, scribe.request(BOB), match)
    point = TurningPoint(1, 1, "missed", first, "c1-c2", 1.0, 0.4, ("c1-c2",))
    review = Review((Standing(0, (0.5, 0.5)), Standing(1, (0.4, 0.6))), (point,))
    async with scribe.context.database.write() as tx:
        await reviews.store(tx, match.id, write_review(review))
    await scribe.post()


async def _match(scribe: Scribe, number: int) -> Match:
    async with scribe.context.database.read() as tx:
        return await matches.require(tx, number)


async def _open_seats(scribe: Scribe) -> None:
    """#11: Dan took the seat that Bob left, and Cleo's is open."""
    match = await scribe.begin("zyrcan", ANN, BOB, CLEO, clock="3d")
    match = await scribe.move(match)
    match = await _match(scribe, match.id)
    others = [person for person in match.seats if person != BOB]
    await endings.resign(scribe.context, scribe.request(BOB), match.id)
    await scribe.offer(await _match(scribe, match.id), others[0], "seat", (others[1], True))
    taken = await take_open_seat(scribe.context, scribe.request(DAN), 1, DAN)
    assert isinstance(taken, SeatTaken)
    match = await scribe.move(taken.match)
    await scribe.offer(match, CLEO, "seat", *((person, True) for person in match.seats if person != CLEO))
    await scribe.post()


async def _plan(scribe: Scribe) -> None:
    """In #12 the first seat planned two answers, of which one is played."""
    match = await scribe.begin("martian-life", ANN, BOB)
    await scribe.post()
    for person, text in ((ANN, "c4, if d5: e6, if f3: g2"), (BOB, "d5")):
        done = await play.play_move(
            scribe.context, scribe.request(person), replace(parse_move_text(text), match=match.id)
        )
        assert isinstance(done, MovePlayed)
        await scribe.post()


async def _analyse(scribe: Scribe) -> None:
    """Somebody tries two moves in #12, and all try one in #3, which is over."""
    for number, shared, typed, seq in ((12, False, "f3, g2", None), (3, True, "321123", 0)):
        at = None if seq is None else Point(seq)
        request = scribe.request(BOB)
        board = await add_typed_moves(scribe.context, request, Target(number, shared), at, typed)
        await annotate_point(
            scribe.context, scribe.request(BOB), Target(number, shared), board.point, "Deep", "Why not?"
        )
    await scribe.post()


async def _vote(scribe: Scribe) -> None:
    """Ann and Bob, a crowd, have voted on a move against Turnpost, and on taking it back."""
    info = GAMES["martian-life"].info
    terms = ChallengeTerms(info, {}, 1, 2, {}, computers=1, crowds=(CrowdTerms(),))
    request = scribe.request(ANN)
    made = await issue_challenge(
        scribe.context, terms, [ANN], guild_id=GUILD, channel_id=CHANNEL, source_id=request.source_id
    )
    assert isinstance(made, Challenge)
    await join_crowd(scribe.context, scribe.request(BOB), made.id, 1, BOB, NO_PERMISSIONS)
    match = await begin_match(scribe.context, scribe.request(ANN), made.id)
    assert isinstance(match, Match)
    for person in (ANN, BOB):
        await play.play_move(scribe.context, scribe.request(person), MoveText("c2", match.id))
    await scribe.post()
    scribe.time += timedelta(minutes=1)  # its board was held back for a moment
    await scribe.post()
    await make_offer(scribe.context, scribe.request(ANN), match.id, "takeback")
    await scribe.post()
    async with scribe.context.database.read() as tx:
        offer = (await offers.list_open(tx, await matches.require(tx, match.id)))[0]
    await answer_offer_by_id(scribe.context, scribe.request(BOB), offer.id, agrees=True)
    await scribe.post()


async def _queue_moves(scribe: Scribe) -> None:
    """In #13 the second seat queues three placements; the first is played on one board with the first seat's move."""
    match = await scribe.begin("zyrcan", ANN, BOB, CLEO)
    await scribe.post()
    queued = await queue_text(scribe.context, scribe.request(match.seats[1]), MoveText("1@d4, 2@e5, 3@f6", match.id))
    assert isinstance(queued, MovesQueued)
    await scribe.move(match)
    await scribe.post()
