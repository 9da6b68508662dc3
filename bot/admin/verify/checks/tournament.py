"""Checks of an event: its terms, its state and times, what it posted, and its season."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from bot.admin.verify.checks.draw import check_draw
from bot.admin.verify.checks.entrants import check_entrants
from bot.admin.verify.checks.times import near
from bot.match_files.log_checks import AHEAD, SKEW
from bot.referee.errors import RequestRejected
from bot.referee.times.time_control import parse_control
from bot.referee.tournaments.advance import DAY
from bot.referee.tournaments.create import KINDS
from bot.referee.tournaments.limits import FEWEST, LONGEST_NAME, MOST_AT_ONCE, MOST_ROUNDS
from bot.referee.tournaments.start_matches import list_startable
from games.contract import BadOption, check_players, options_fit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from bot.admin.verify.checks.stored_tournament import StoredTournament
    from games.contract import Game
    from storage.queries.rows import Tournament

STATUSES = ("open", "running", "finished", "cancelled")
OVER = {"finished", "cancelled"}


def check_tournament(games: Mapping[str, Game[Any, Any]], stored: StoredTournament, now: datetime) -> Iterator[str]:
    """Yield what is wrong with an event, as clauses."""
    tournament = stored.tournament
    if tournament.kind not in KINDS or tournament.status not in STATUSES:
        yield f"is of kind `{tournament.kind}` and status `{tournament.status}`, which there isn't"
        return
    yield from _check_terms(tournament)
    yield from _check_game(games, tournament)
    yield from _check_season(stored)
    yield from _check_state(stored)
    yield from _check_times(stored, now)
    yield from _check_due(stored, now)
    yield from _check_posts(stored)
    yield from check_entrants(stored, now)
    yield from check_draw(stored)


def _check_terms(tournament: Tournament) -> Iterator[str]:
    name = tournament.name
    if name != " ".join(name.split()) or not 1 <= len(name) <= LONGEST_NAME:
        yield f"has the name `{name[: 2 * LONGEST_NAME]}`, which can't be given"
    if tournament.guild_id < 1 or tournament.organizer_id < 1:
        yield f"is of server {tournament.guild_id} and organizer {tournament.organizer_id}"
    control = None
    with suppress(RequestRejected):
        control = parse_control(tournament.clock)
    if control is None or str(control) != tournament.clock:
        yield f"has the clock `{tournament.clock}`, which is no time control"
    of_two = tournament.kind != "tables"
    if (tournament.size, tournament.rounds) != (2, 1) if of_two else tournament.size < 3:
        yield f"has {tournament.rounds} rounds of {tournament.size} people a match"
    if not 1 <= tournament.rounds <= MOST_ROUNDS or not 1 <= tournament.at_once <= MOST_AT_ONCE:
        yield f"has {tournament.rounds} rounds, and {tournament.at_once} matches at a time"


def _check_game(games: Mapping[str, Game[Any, Any]], tournament: Tournament) -> Iterator[str]:
    game = games.get(tournament.game)
    if game is None:
        yield f"is of the game `{tournament.game}`, which is not installed here"
    elif tournament.status not in OVER:
        with suppress(BadOption):
            check_players(game.info, tournament.size)
            if options_fit(game.info, tournament.options):
                return
        yield "is for another number of players than the game, or names options that it doesn't have or in another form"


def _check_season(stored: StoredTournament) -> Iterator[str]:
    tournament, previous = stored.tournament, stored.previous
    if tournament.previous_id is None:
        if tournament.season != 1 or tournament.source_id is None:
            yield f"is season {tournament.season} from source {tournament.source_id}, and no season is before it"
        return
    if previous is None:
        yield f"comes after event {tournament.previous_id}, which is not here"
        return
    if previous.status != "finished" or tournament.kind != "league" or previous.kind != "league":
        yield f"comes after event {previous.id}, which is {previous.status}, or one of both is no league"
    if previous.ended_at is not None and tournament.created_at < previous.ended_at - SKEW:
        yield f"was made before event {previous.id} ended"
    if tournament.season != previous.season + 1:
        yield f"is season {tournament.season}, and the one before it is season {previous.season}"
    for name in ("guild_id", "name", "game"):
        if getattr(tournament, name) != getattr(previous, name):
            yield f"has another {name} than event {previous.id}, the season before it"


def _check_state(stored: StoredTournament) -> Iterator[str]:
    tournament = stored.tournament
    status = tournament.status
    if stored.has_begun != (status in {"running", "finished"}) and not (stored.has_begun and status == "cancelled"):
        yield f"is {status}, and its groups were {'' if stored.has_begun else 'not '}formed"
    if (status in OVER) != (tournament.ended_at is not None):
        yield f"is {status}, and ended at {tournament.ended_at}"
    if stored.has_begun and len(stored.people) < FEWEST[tournament.kind]:
        yield f"began with {len(stored.people)} people"
    if status == "finished" and (waiting := [each.id for each in stored.pairings if each.settled_at is None]):
        yield f"is finished, and pairing {waiting[0]} isn't settled"
    last = max((pairing.stage for pairing in stored.pairings), default=0)
    if tournament.stage != last or (tournament.stage and tournament.kind != "cup"):
        yield f"is at stage {tournament.stage}, and its last pairings are of stage {last}"


def _check_times(stored: StoredTournament, now: datetime) -> Iterator[str]:
    tournament = stored.tournament
    for name in ("created_at", "changed_at", "posted_at", "ended_at"):
        at = getattr(tournament, name)
        if at is not None and at > now + AHEAD:
            yield f"has {name} {at}, in the future"
    began = min((row["created_at"] for row in stored.matches.values()), default=None)
    if tournament.starts_at < tournament.created_at - SKEW or (
        began is not None and began < tournament.starts_at - SKEW
    ):
        yield f"was made at {tournament.created_at}, to begin at {tournament.starts_at}, and its first match at {began}"
    if not near(tournament.changed_at, changed := _last_change(stored)):
        yield f"changed last at {tournament.changed_at}, by its rows at {changed}"


def _last_change(stored: StoredTournament) -> datetime:
    """Return when what the page of an event shows changed last."""
    tournament = stored.tournament
    if tournament.ended_at is not None:
        return tournament.ended_at
    settled = [pairing.settled_at for pairing in stored.pairings if pairing.settled_at is not None]
    withdrawn = [person.withdrawn_at for person in stored.people.values() if person.withdrawn_at is not None]
    begun = [row["created_at"] for row in stored.matches.values()]
    return max([tournament.created_at, *settled, *withdrawn, *begun])


def _check_due(stored: StoredTournament, now: datetime) -> Iterator[str]:
    """Yield where an event waits for nothing, or for another time than it should."""
    tournament = stored.tournament
    due, page = tournament.due_at, tournament.posted_at + DAY
    if tournament.status in OVER:
        if due is not None:
            yield f"is {tournament.status}, and due at {due}"
    elif tournament.status == "open":
        if due != tournament.starts_at:
            yield f"begins at {tournament.starts_at}, and is due at {due}"
    elif due is None or due > now + SKEW:  # else there is work, or was, just now
        if all(pairing.settled_at is not None for pairing in stored.pairings):
            yield f"goes on though all its pairings are settled, and is due at {due}"
        elif startable := list_startable(tournament.at_once, stored.pairings):
            yield f"is due at {due}, and pairing {startable[0].id} could begin now"
        has_news = tournament.changed_at > tournament.posted_at
        if (due is None) if has_news else (due is not None):
            yield f"changed at {tournament.changed_at}, was posted at {tournament.posted_at}, and is due at {due}"
        elif due is not None and not near(due, page):
            yield f"is due at {due}, and its next page at {page}"


def _check_posts(stored: StoredTournament) -> Iterator[str]:
    tournament, posts = stored.tournament, stored.posted("tournament")
    if len(posts) != 1 or not near(posts[0]["created_at"], tournament.created_at):
        yield f"was made at {tournament.created_at}, when {len(posts)} posts of it were put into the outbox"
    where = (tournament.channel_id, tournament.message_id)
    if any((post["channel_id"], post["message_id"]) not in {(None, None), where} for post in posts):
        yield f"is in channel {where[0]} as message {where[1]}, and its post elsewhere"
    if any(post[name] is not None for post in stored.posts for name in ("match_id", "challenge_id", "seq")):
        yield "has posts that belong to a match or a challenge"
    last = max((post["created_at"] for post in stored.posted("tournament_page")), default=tournament.created_at)
    if not near(tournament.posted_at, last):
        yield f"was posted at {tournament.posted_at}, and its last page is of {last}"
    refreshed = [post["created_at"] for post in stored.posted("tournament_refresh")]
    if tournament.ended_at is not None and not any(near(tournament.ended_at, at) for at in refreshed):
        yield f"ended at {tournament.ended_at}, when its post wasn't brought up to date"
    for person in stored.people.values():
        if not any(near(person.joined_at, at) for at in refreshed):
            yield f"has user {person.user_id} since {person.joined_at}, when its post wasn't brought up to date"
