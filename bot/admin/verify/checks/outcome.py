"""Checks of how a match ended, as statistics have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

from bot.referee.history.outcome import find_match_end, find_opening
from bot.referee.history.rebuild import rebuild_state
from storage.queries.outcomes import write_leaders, write_options
from storage.queries.rows import OPENING_PLIES, Ending, Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bot.admin.verify.checks.stored_match import Stored
    from games.contract import Game
    from storage.queries.inspection import Row

_PLIES = ("ply_1", "ply_2", "ply_3")


def check_outcome(stored: Stored, game: Game[Any, Any] | None) -> Iterator[str]:
    """Yield what is wrong with how a match ended, as clauses; `game` is the version of its rules, None if it's gone."""
    match = stored.match
    if len(stored.outcomes) != (match.ended_at is not None):
        yield "it is over, and no outcome is here" if match.ended_at else "it has an outcome, but the match goes on"
    same: Mapping[str, Any] = {
        "game": match.game,
        "options": write_options(match),
        "players": len(match.seats),
        "computers": any(person.level for person in match.seats),
    }
    for row in stored.outcomes:
        for name, value in same.items():
            if row[name] != value:
                yield f"the outcome has {name} `{row[name]}`, not `{value}`"
        yield from _check_found(stored, row, game)


def _check_found(stored: Stored, row: Row, game: Game[Any, Any] | None) -> Iterator[str]:
    """Yield what is wrong with what the rules said of an end; of some matches they weren't asked yet."""
    ending, winner, moves = row["ending"], row["winner"], row["moves"]
    if ending is None:
        if (winner, moves) != (None, None):
            yield f"the outcome has the winner {winner} after {moves} moves, but no ending"
        if _is_searchable(row):
            yield "the outcome has an opening or leaders, but no ending"
        return
    if ending not in get_args(Ending):
        yield f"the outcome is `{ending}`, which there isn't"
        return
    yield from _check_opening(stored, row)
    if game is None:
        return
    try:
        state = rebuild_state(game, stored.match, stored.log)
        expected = find_match_end(game, stored.match, stored.log, state)
    except Exception:  # noqa: BLE001 - the check of the rules reports it
        return
    if Outcome(ending, winner, moves) != expected.outcome:
        yield f"the outcome is stored as `{ending}`, {winner}, {moves}, but the log leads to {expected.outcome}"
    if _is_searchable(row) and row["leaders"] != (leaders := write_leaders(expected.leaders)):
        yield f"the outcome has the leaders {row['leaders']}, but the log leads to {leaders}"


def _is_searchable(row: Row) -> bool:
    """Return whether an outcome says how the match began and who led: those from before that are found anew."""
    return any(row[name] is not None for name in ("leaders", *_PLIES))


def _check_opening(stored: Stored, row: Row) -> Iterator[str]:
    """Yield what is wrong with the opening of an outcome."""
    opening, expected = tuple(row[name] for name in _PLIES), find_opening(stored.log)
    if _is_searchable(row) and opening != (*expected, "", "", "")[:OPENING_PLIES]:
        yield f"the outcome has the opening {opening}, but the match began with {expected}"
