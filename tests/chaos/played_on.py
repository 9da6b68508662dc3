"""Matches that people begin from a position of one that is over, and the audit of where each of them began."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.plugins import read as catalogue
from bot.referee.history.history import mainline_moves
from bot.referee.history.rebuild import rebuild_state
from tests.chaos import post_parser
from tests.chaos.acts import PLAY_ON, Wish, attempt, say, slash
from tests.chaos.challenges import join

if TYPE_CHECKING:
    from playground.model.resources.message import Message
    from storage.queries.rows import Match
    from tests.chaos.contests import Contest
    from tests.chaos.findings import Audit
    from tests.chaos.records import Record

AGAINST_PEOPLE = 0.4
"""How often it is played by the same people; Turnpost takes the seats of all others."""


async def play_on(contest: Contest) -> int | None:
    """Have a player of a match that is over begin one from a position of it, after any move; return its number.

    None if it didn't come about before the evening ended.
    """
    players, chance, number = contest.players, contest.chance, contest.number
    person, *others = chance.sample([*contest.people.values()], len(contest.people))
    others = others if chance.random() < AGAINST_PEOPLE else []
    ply = chance.choice(_plies(contest))

    def draw() -> Wish:
        names = " ".join(f"@{each.name}" for each in others)
        mentions = " ".join(f"<@{each.id}>" for each in others)
        text = f"!playon #{number} {ply} {names} level=1"
        by_text = say(person, text, contest.hall)
        by_slash = slash(person, contest.hall, "match", do=f"playon {ply} {mentions} level=1", match=f"#{number}")
        return Wish(PLAY_ON, person, text, chance.choice((by_text, by_slash)), number, str(ply))

    def find_board() -> int | None:
        return next((match for match, boards in players.boards.items() if boards and boards[0].origin == number), None)

    def find_call() -> Message | None:
        return next((call for call in players.calls if post_parser.origin(call.content) == number), None)

    async with players.floor[person.id]:  # nobody shall take its post for a challenge of their own
        await attempt(players, draw, lambda: bool(find_board() or find_call() or players.closing))
        call = players.claim(lambda post: post_parser.origin(post.content) == number)
    if call:
        for each in others:
            await join(players, each, call, post_parser.challenge(call.content) or 0, chance)
    elif not find_board():
        return None
    while not await players.until(lambda: bool(find_board()) or players.closing, 60):
        pass
    return find_board()


def _plies(contest: Contest) -> list[int]:
    """Return after how many moves a match was at positions that can be played on from: nobody had left by then."""
    found: list[int] = []
    for ply, state in contest.positions:
        if ply in found or contest.game.to_move(state) is None:
            break
        found.append(ply)
    return found


def audit_matches_played_on(audit: Audit, record: Record) -> None:
    """Look for matches that didn't begin from the position that the record holds of the match before."""
    for match in record.matches.values():
        if match.origin_id is not None and match.start != _position(record, match):
            wrong = f"#{match.id} began from {match.start}, and not from #{match.origin_id}, move {match.origin_ply}"
            audit.found("matches played on from elsewhere", wrong)
        if match.start is not None and match.rated:
            audit.found("matches played on from elsewhere", f"#{match.id} counts for ratings")


def _position(record: Record, match: Match) -> str:
    """Return the position of the match from which a match was played on, after the move that it names."""
    origin = record.matches[match.origin_id or 0]
    log, ply = record.logs[origin.id], match.origin_ply or 0
    end = mainline_moves(log)[ply - 1].seq if ply else 0
    game = catalogue().games[match.game]
    return game.position(rebuild_state(game, origin, log[:end]))
