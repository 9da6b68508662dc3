"""Checks of challenges and the people in them."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.admin.verify.checks.times import near
from bot.match_files.log_checks import SKEW
from bot.referee.challenges.expiry import OPEN_FOR
from bot.referee.challenges.limits import MOST_STANDING_MATCHES
from bot.referee.errors import RequestRejected
from bot.referee.people.display import display_from_json
from bot.referee.times.time_control import parse_control
from games.contract import BadOption, check_players, options_fit
from storage.queries.rows import DIRECT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from games.contract import Game
    from storage.queries.inspection import Row

STATUSES = {"open", "accepted", "declined", "withdrawn", "closed", "expired"}


def check_challenge(
    games: Mapping[str, Game[Any, Any]], row: Row, people: Sequence[Row], posted: Row | None, matches: Sequence[Row]
) -> Iterator[str]:
    """Yield what is wrong with a challenge, its people, its post and its match, as clauses."""
    yield from _check_terms(games, row)
    yield from _check_people(row, people)
    if not row["created_at"] < row["expires_at"] <= row["created_at"] + OPEN_FOR + SKEW:
        yield f"is of {row['created_at']} and open until {row['expires_at']}"
    if row["status"] not in STATUSES:
        yield f"has status `{row['status']}`, which there isn't"
    if (row["status"] == "accepted") != bool(matches):
        yield f"is {row['status']}, and {'led to a match' if matches else 'no match came of it'}"
    if posted is None:
        if row["guild_id"] != DIRECT:  # in a place that the bot isn't in, the reply to the command is the post
            yield "was never put into the outbox"
    elif not near(posted["created_at"], row["created_at"]) or posted["channel_id"] not in {None, row["channel_id"]}:
        yield "has another time or channel than its post"


def _check_terms(games: Mapping[str, Game[Any, Any]], row: Row) -> Iterator[str]:
    game = games.get(row["game"])
    if game is None:
        yield f"is of the game `{row['game']}`, which is not installed here"
    elif row["status"] == "open":
        with suppress(BadOption):
            check_players(game.info, row["size"])
            if options_fit(game.info, row["options"]):
                return
        yield "is for another number of players than the game, or names options that it doesn't have or in another form"
    if display_from_json(row["look"]).as_json != row["look"]:
        yield f"has the look `{row['look']}`, which there isn't"
    try:
        control = parse_control(row["clock"])
    except RequestRejected:
        control = None
    if row["clock"] != (str(control) if control else "none"):
        yield f"has the clock `{row['clock']}`, which is no time control"
    if not 0 <= row["again"] < MOST_STANDING_MATCHES:
        yield f"opens {row['again']} times more"


def _check_people(row: Row, people: Sequence[Row]) -> Iterator[str]:
    ids, seats = [each["user_id"] for each in people], range(1, row["size"] + 1)
    if not people or people[0]["place"] != 0 or not people[0]["accepted"]:
        yield "has no challenger who is in"
    if len(set(ids)) < len(ids) or len(ids) > row["size"]:
        yield f"has {len(ids)} people, {len(set(ids))} of them different, for {row['size']} seats"
    full = len(people) == row["size"] and all(each["accepted"] for each in people)
    if full != (row["status"] == "accepted"):
        yield f"is {row['status']}, and {'all' if full else 'not all'} of its people are in"
    chosen = [row["seat"], *(each["seat"] for each in people if each["place"] > 0)]
    chosen_seats = [seat for seat in chosen if seat is not None]
    if len(set(chosen_seats)) < len(chosen_seats) or not set(chosen_seats) <= set(seats):
        yield f"gives the seats {chosen_seats} of {row['size']}"
    if not row["theirs"] and any(seat is not None for seat in chosen[1:]):
        yield "lets nobody choose a seat, and somebody chose one"
    if any(each["seat"] is not None and (each["place"] == 0 or not each["accepted"]) for each in people):
        yield "has a seat chosen by somebody who can't have chosen one"


def check_rematch(row: Row, people: Sequence[Row], before: Row | None, seats: Sequence[Row]) -> Iterator[str]:
    """Yield what is wrong with a challenge to a rematch; `before` is the match that it names, with its seats."""
    if before is None:
        yield f"is the rematch of #{row['rematch_of']}, which is not here"
    elif before["ended_at"] is None or before["ended_at"] > row["created_at"] + SKEW:
        yield f"is the rematch of #{before['id']}, which was not over"
    elif {each["user_id"] for each in seats} != {each["user_id"] for each in people} or any(
        before[name] != row[name] for name in ("game", "look", "guild_id", "channel_id")
    ):
        yield f"is the rematch of #{before['id']}, which was played by others, elsewhere, or as another game"
